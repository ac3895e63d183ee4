import WaymarkAttractions
import WaymarkGeodesy
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// Finds where stops are that are given by name and not by coordinates.
///
/// A stop is found where one attraction has its whole name, or where none has and one attraction has it in its name. Attractions of
/// one name within 100 m of each other are one. Nothing is guessed: whatever is misspelled, abbreviated or may mean several is
/// rejected, with what may have been meant.
public struct StopFinder: Sendable {
    private let search: PlaceSearch

    /// How far apart attractions of one name may be that are one.
    private static let samePlace = Meters(100)
    /// How many are looked at, and how many of them are named.
    private static let (seen, named) = (50, 5)

    /// Finds stops among attractions.
    public init(_ attractions: SearchedAttractions) {
        search = attractions.search
    }

    /// Why a name is no stop, in a few words.
    struct Unclear: Error {
        let reason: String
    }

    /// Where the stop of a name is.
    func place(named name: String) throws(Unclear) -> Coordinate {
        let query = SearchQuery(name, limit: Self.seen)
        if let fault = query.fault { throw Unclear(reason: "\(fault)") }
        let hits = search.answers(to: query).hits
        let whole = hits.filter { $0.rung == .wholeName }
        let meant = whole.isEmpty ? hits.filter { $0.rung <= .inside } : whole
        guard let first = meant.first else {
            let others = hits.isEmpty ? "" : "; perhaps " + Self.list(hits)
            throw Unclear(reason: "no attraction is called \(Self.shortened(name))\(others)")
        }
        guard meant.dropFirst().allSatisfy({ areOne(first, $0) }) else {
            throw Unclear(reason: "\(Self.shortened(name)) may be \(Self.list(meant))")
        }
        return first.coordinate
    }

    private func areOne(_ a: SearchHit, _ b: SearchHit) -> Bool {
        a.name == b.name && Sphere.earth.distance(from: a.coordinate, to: b.coordinate) <= Self.samePlace
    }

    private static func list(_ hits: [SearchHit]) -> String {
        let named = hits.prefix(named).map { hit in
            let place = [hit.coordinate.latitude, hit.coordinate.longitude].map(NumberText.shortest)
            return "\(shortened(hit.name)) (\(place.joined(separator: " ")))"
        }
        return named.joined(separator: ", ") + (hits.count > named.count ? ", ..." : "")
    }

    private static func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "..." : text }
}

extension PlaceColumns {
    /// The columns of a table of stops, which may be without coordinates where names are looked up.
    ///
    /// Columns of coordinates that are missing stand behind the last: see ``StopPlaces``.
    static func ofStops(
        header: [String], names: PlaceColumnNames, file: String, count: Int, finder: StopFinder?
    ) throws(AttractionError) -> PlaceColumns {
        guard finder != nil else {
            return try PlaceColumns(header: header, names: names, file: file, count: count)
        }
        let columns: PlaceColumns
        do throws(AttractionError) {
            columns = try PlaceColumns(header: header, names: names, file: file, count: count)
        } catch {
            guard case .noCoordinateColumns = error, !header.isEmpty else { throw error }
            columns = try PlaceColumns(header: header + ["latitude", "longitude"], names: names, file: file)
        }
        if columns.name == nil { throw .columnNotFound(file: file, name: "name", seen: header) }
        return columns
    }
}
