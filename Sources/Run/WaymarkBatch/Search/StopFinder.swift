import WaymarkAttractions
public import WaymarkGeodesy
public import WaymarkPlaces
import WaymarkRecommendations
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// Finds the places of stops that are given by name instead of coordinates.
///
/// A stop is found if exactly one attraction has its whole name or, if none has, exactly one contains it in its name.
/// Attractions within 100 m of the first of them that are one place with it (`SamePlace`) count as one. Nothing is guessed: misspelled,
/// abbreviated and ambiguous names are rejected, with suggestions.
public struct StopFinder: NamedPlaces {
    private let search: PlaceSearch
    /// The attribution that goes with places that are found; nil for none.
    public let attribution: String?

    /// The maximum distance of attractions that count as one.
    private static let samePlace = Meters(100)
    /// The maximum number of attractions examined, and of those listed in a rejection.
    private static let (seen, named) = (50, 5)

    /// Creates a finder that searches attractions.
    public init(_ attractions: SearchedAttractions) {
        (search, attribution) = (attractions.search, attractions.attribution)
    }

    /// The coordinates of the stop with a name.
    ///
    /// - Throws: ``/WaymarkPlaces/UnclearPlaceName``, with the attractions that may be meant.
    public func place(named name: String) throws(UnclearPlaceName) -> Coordinate {
        let query = SearchQuery(name, limit: Self.seen)
        if let fault = query.fault { throw UnclearPlaceName(reason: "\(fault)") }
        let hits = search.answers(to: query).hits
        let whole = hits.filter { $0.rung == .wholeName }
        let meant = whole.isEmpty ? hits.filter { $0.rung <= .inside } : whole
        guard let first = meant.first else {
            let others = hits.isEmpty ? "" : "; perhaps " + Self.list(hits)
            throw UnclearPlaceName(reason: "no attraction is called \(PlainText.shortened(name))\(others)")
        }
        guard meant.dropFirst().allSatisfy({ areOne(first, $0) }) else {
            throw UnclearPlaceName(reason: "\(PlainText.shortened(name)) may be \(Self.list(meant))")
        }
        return first.coordinate
    }

    private func areOne(_ a: SearchHit, _ b: SearchHit) -> Bool {
        let distance = Sphere.earth.distance(from: a.coordinate, to: b.coordinate)
        return distance <= Self.samePlace && PlaceName(a.name).reason(PlaceName(b.name), at: distance.value) != nil
    }

    private static func list(_ hits: [SearchHit]) -> String {
        let named = hits.prefix(named).map { hit in
            let place = [hit.coordinate.latitude, hit.coordinate.longitude].map(NumberText.shortest)
            return "\(PlainText.shortened(hit.name)) (\(place.joined(separator: " ")))"
        }
        return named.joined(separator: ", ") + (hits.count > named.count ? ", ..." : "")
    }
}
