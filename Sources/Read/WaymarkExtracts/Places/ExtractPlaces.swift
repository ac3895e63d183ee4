public import WaymarkAttractions
import WaymarkGeodesy

/// The places of an extract of OpenStreetMap: what a traveller sees, eats, sleeps in, leaves from or asks for.
///
/// ```swift
/// let town = try ExtractPlaces(MapExtract(contentsOf: "andorra.osm.pbf"))
/// for place in town.attractions where place.placeKind == .sight { print(place.name, place.placeWorth ?? 1) }
/// print(town.report.text)
/// ```
public struct ExtractPlaces: Sendable {
    /// The places: nodes, then ways, then relations, by their ids.
    public private(set) var attractions: [Attraction] = []
    /// What was found, and what was not taken and why.
    public private(set) var report = ExtractReport()
    /// How far each place reaches from its coordinate, by position.
    package private(set) var extents: [Meters] = []

    /// Finds the places of an extract, which is read up to three times: for objects with tags, for the ways of relations, and
    /// for where the nodes of ways are.
    ///
    /// - Parameters:
    ///   - extract: The extract.
    ///   - jobs: The number of threads; the places do not depend on it.
    ///   - onProgress: Called by the calling thread with the share of the work that is done, 0 to 1.
    /// - Throws: ``ExtractError`` if it cannot be read; what is wrong with an object is no error but in ``report``.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n*) to read it, O(*m* log *m*) for *m* places and the nodes of their borders, which are held.
    public init(
        _ extract: MapExtract, jobs: Int = 1, onProgress: (Double) -> Void = { _ in }
    ) throws(ExtractError) {
        let rules = PlaceRules.standard
        let size = Double(max(1, extract.size))
        var found = FoundObjects()
        try extract.read([.taggedNodes, .ways, .relations], jobs: jobs) { block in
            FoundObjects(block, by: rules)
        } take: { part, bytes in
            found.append(part)
            onProgress(Double(bytes) / size * 0.6)
        }
        report.count(found)
        let members = Set(found.relations.lazy.flatMap(\.members).filter { $0.kind == .way }.map(\.id))
        let ways = try extract.nodes(ofWays: members, jobs: jobs) { onProgress(0.6 + $0 * 0.15) }
        var wanted = ContiguousArray<Int64>()
        for way in found.ways { wanted += way.refs }
        for refs in ways.values { wanted += refs }
        for relation in found.relations { wanted += relation.members.lazy.filter { $0.kind == .node }.map(\.id) }
        let points = try NodePoints(wanted, in: extract, jobs: jobs) { onProgress(0.75 + $0 * 0.2) }
        var places = found.nodes.map { PlacedObject($0.place, at: $0.point) }
        for way in found.ways {
            if let place = PlacedObject(way, points, &report) { places.append(place) }
        }
        for relation in found.relations {
            if let place = PlacedObject(relation, ways, points, &report) { places.append(place) }
        }
        settle(places)
        onProgress(1)
    }

    /// Joins what is mapped twice, and sets where places are and what they are worth.
    private mutating func settle(_ found: [PlacedObject]) {
        var places = found.filter { place in
            let isOnPlanet = place.point.coordinate != nil
            if !isOnPlanet { report.drop(place.found.attraction, .offPlanet) }
            return isOnPlanet
        }
        report.joinedTwice = TwiceMapped.join(&places)
        places.sort { $0.rank < $1.rank }
        attractions.reserveCapacity(places.count)
        var ids: Set<String> = []
        for place in places {
            var attraction = place.found.attraction
            // An extract that was put together of two may have an object twice.
            attraction.id = ids.insertNumbered(attraction.id)
            attraction.coordinate = place.point.coordinate!
            let area = place.area?.areaSquareMeters
            attraction.areaSquareMeters = area.flatMap { $0 >= 1 ? $0.rounded() : nil }
            attraction.placeWorth = max(
                place.worth, place.found.worth.value(place.found.line, areaSquareMeters: area))
            attractions.append(attraction)
            extents.append(place.extent)
        }
        report.count(attractions)
    }
}
