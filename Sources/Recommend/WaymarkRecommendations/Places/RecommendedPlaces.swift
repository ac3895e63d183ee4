internal import WaymarkGeodesy
public import WaymarkIndex

/// Places to choose from, with data computed once for all trips: neighbours, themes, municipalities, names.
///
/// Immutable; any number of tasks may share it.
public final class RecommendedPlaces: Sendable {
    /// The places, in the caller's order.
    public let places: [RecommendedPlace]
    /// The index over their coordinates.
    public let index: PointIndex
    private let themeTable: ThemeTable
    /// The number of each place's municipality; -1 if unknown.
    let municipalityNumbers: ContiguousArray<Int>
    let vectors: ContiguousArray<UnitVector>
    /// The rating of each place by its data; 0.5 if unknown.
    let standings: ContiguousArray<Double>
    let names: ContiguousArray<NamePairs>
    /// Metres from each place to its nearest, 2nd, 4th, ... 32nd nearest other place; infinite in the two unused lanes.
    let neighbours: ContiguousArray<SIMD8<Float>>
    private let numbersByMunicipality: [String: Int]
    private let numbersByID: [String: Int]

    /// The number of ranks in ``neighbours``: 1, 2, 4, ... 32.
    static let doublings = 6
    /// The spacing at a place is the distance to the other place of this rank by distance.
    static let spacingRank = 4

    /// Prepares places to choose from.
    ///
    /// - Parameters:
    ///   - places: The places; if several have the same id, a stop with that id is the first of them.
    ///   - jobs: Number of threads for indexing and neighbours; the result does not depend on it.
    /// - Complexity: O(*n* log *n*).
    public init(_ places: [RecommendedPlace], jobs: Int = 1) {
        self.places = places
        themeTable = ThemeTable(places)
        let coordinates = places.map(\.coordinate)
        index = PointIndex(coordinates, jobs: jobs)
        vectors = ContiguousArray(coordinates.map { UnitVector($0) })
        standings = ContiguousArray(places.map { $0.standing ?? 0.5 })
        names = ContiguousArray(places.map { NamePairs($0.name) })
        let municipalities = Set(places.compactMap(\.municipality)).sorted()
        let byMunicipality = Dictionary(uniqueKeysWithValues: municipalities.enumerated().map { ($1, $0) })
        municipalityNumbers = ContiguousArray(
            places.map { $0.municipality.flatMap { byMunicipality[$0] } ?? -1 })
        numbersByMunicipality = byMunicipality
        numbersByID = Dictionary(places.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        neighbours = Self.neighbours(of: coordinates, in: index, jobs: jobs)
    }

    /// Creates places that differ from others only in their themes.
    private init(_ places: [RecommendedPlace], like other: RecommendedPlaces) {
        self.places = places
        themeTable = ThemeTable(places)
        (index, vectors, names, neighbours) = (other.index, other.vectors, other.names, other.neighbours)
        (municipalityNumbers, numbersByMunicipality) = (other.municipalityNumbers, other.numbersByMunicipality)
        (standings, numbersByID) = (other.standings, other.numbersByID)
    }

    private static func neighbours(
        of coordinates: [Coordinate], in index: PointIndex, jobs: Int
    ) -> ContiguousArray<SIMD8<Float>> {
        var neighbours = ContiguousArray<SIMD8<Float>>()
        neighbours.reserveCapacity(coordinates.count)
        // In pieces, since a list of all would take as much memory as everything else.
        for start in stride(from: 0, to: coordinates.count, by: 1 << 14) {
            let piece = coordinates[start..<min(start + (1 << 14), coordinates.count)]
            // The first match is the place itself.
            for matches in index.nearest(toEach: piece, count: 1 << (doublings - 1) + 1, jobs: jobs) {
                var reach = SIMD8<Float>(repeating: .infinity)
                for level in 0..<doublings where 1 << level < matches.count {
                    reach[level] = Float(matches[matches.startIndex + (1 << level)].distance.value)
                }
                neighbours.append(reach)
            }
        }
        return neighbours
    }

    /// The themes that occur, ascending.
    public var themes: [String] { themeTable.themes }
    /// The share of each theme among the places with a known theme.
    var themeShares: [Double] { themeTable.shares }
    /// The number of each place's theme; -1 if unknown.
    var themeNumbers: ContiguousArray<Int> { themeTable.numbers }
    /// The number of a theme; nil if no place has it.
    func number(ofTheme theme: String?) -> Int? { theme.flatMap { themeTable.byName[$0] } }

    /// Returns the same places with other themes.
    ///
    /// - Precondition: There is one theme per place.
    package func with(themes: [String?]) -> RecommendedPlaces {
        precondition(themes.count == places.count, "a theme a place")
        var changed = places
        for i in themes.indices { changed[i].theme = themes[i] }
        return RecommendedPlaces(changed, like: self)
    }

    /// The number of a municipality; nil if no place is in it.
    func number(ofMunicipality municipality: String?) -> Int? { municipality.flatMap { numbersByMunicipality[$0] } }
    /// The position of the first place with an id; nil if there is none.
    public func position(ofID id: String) -> Int? { numbersByID[id] }

    /// The position of the place that a stop is: the one with its id, if within 100 m, since ids of other files may be
    /// equal by chance.
    package func position(of stop: RecommendedPlace) -> Int? { position(ofID: stop.id, at: stop.coordinate) }

    func position(ofID id: String, at coordinate: Coordinate) -> Int? {
        guard let number = numbersByID[id] else { return nil }
        let distance = Sphere.earth.distance(from: places[number].coordinate, to: coordinate)
        return distance.value <= Self.samePlaceRadius ? number : nil
    }

    private static let samePlaceRadius = 100.0

    /// Returns the ids of the places that match another: by its id within 100 m, or by nearly its name within 1 km.
    ///
    /// - Complexity: O(log *n* + *c*) for *c* places within 1 km.
    public func ids(like other: RecommendedPlace) -> Set<String> {
        var ids: Set<String> = []
        if let own = position(of: other) { ids.insert(places[own].id) }
        let name = NamePairs(other.name)
        index.forEachPoint(within: TripScorer.samePlaceRadius, of: other.coordinate) { match in
            if names[match.index].containment(in: name) >= TripScorer.sameName { ids.insert(places[match.index].id) }
        }
        return ids
    }
}

/// The themes of places, as numbers.
private struct ThemeTable: Sendable {
    let themes: [String]
    let shares: [Double]
    let numbers: ContiguousArray<Int>
    let byName: [String: Int]

    init(_ places: [RecommendedPlace]) {
        let themes = Set(places.compactMap(\.theme)).sorted()
        let byName = Dictionary(uniqueKeysWithValues: themes.enumerated().map { ($1, $0) })
        numbers = ContiguousArray(places.map { $0.theme.flatMap { byName[$0] } ?? -1 })
        var counts = [Int](repeating: 0, count: themes.count)
        for number in numbers where number >= 0 { counts[number] += 1 }
        let known = max(1, counts.reduce(0, +))
        shares = counts.map { Double($0) / Double(known) }
        (self.themes, self.byName) = (themes, byName)
    }
}
