public import WaymarkGeodesy
public import WaymarkIndex

/// Places to choose from, with data computed once for all trips: neighbours, themes, municipalities, names.
///
/// Immutable; any number of tasks may share it.
public final class RecommendedPlaces: Sendable {
    /// The places, in the caller's order.
    public let places: [RecommendedPlace]
    /// The index over their coordinates.
    public let index: PointIndex
    /// The themes that occur, ascending.
    public let themes: [String]
    private let numbersByTheme: [String: Int]
    let vectors: ContiguousArray<UnitVector>
    let names: ContiguousArray<NamePairs>
    let facts: ContiguousArray<PlaceFacts>
    private let numbersByMunicipality: [String: Int]
    /// The municipality at a coordinate, from boundaries; nil if there are none.
    let municipalityAt: (@Sendable (Coordinate) -> String?)?
    private let numbersByID: [String: Int]

    /// The spacing at a place is the distance to the other place of this rank by distance.
    static let spacingRank = 4

    /// Prepares places to choose from.
    ///
    /// - Parameters:
    ///   - places: The places; if several have the same id, a stop with that id is the first of them.
    ///   - municipalityAt: The municipality at a coordinate, from boundaries: then those of places and stops are not taken from
    ///     addresses and neighbours.
    ///   - jobs: Number of threads for indexing and neighbours; the result does not depend on it.
    /// - Complexity: O(*n* log *n*).
    public init(
        _ places: [RecommendedPlace], municipalityAt: (@Sendable (Coordinate) -> String?)? = nil, jobs: Int = 1
    ) {
        var places = places
        if let municipalityAt {
            for i in places.indices { places[i].municipality = municipalityAt(places[i].coordinate) }
        }
        (self.places, self.municipalityAt) = (places, municipalityAt)
        let themes = NumberedTexts(places.map(\.theme))
        (self.themes, numbersByTheme, themeShares) = (themes.texts, themes.numberByText, themes.shares)
        hasWorth = places.contains { $0.worth != nil }
        let coordinates = places.map(\.coordinate)
        index = PointIndex(coordinates, jobs: jobs)
        vectors = ContiguousArray(coordinates.map { UnitVector($0) })
        names = ContiguousArray(places.map { NamePairs($0.name) })
        let municipalities = NumberedTexts(places.map(\.municipality))
        numbersByMunicipality = municipalities.numberByText
        numbersByID = Dictionary(places.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let neighbours = Self.neighbours(of: coordinates, in: index, jobs: jobs)
        facts = ContiguousArray(
            places.indices.map { i in
                PlaceFacts(
                    neighbours: neighbours[i], worth: places[i].worth ?? 0.5, theme: themes.numbers[i],
                    municipality: municipalities.numbers[i])
            })
    }

    /// Creates places that differ from others only in their themes.
    private init(_ places: [RecommendedPlace], like other: RecommendedPlaces) {
        self.places = places
        let themes = NumberedTexts(places.map(\.theme))
        (self.themes, numbersByTheme, themeShares) = (themes.texts, themes.numberByText, themes.shares)
        (index, vectors, names, municipalityAt) = (other.index, other.vectors, other.names, other.municipalityAt)
        hasWorth = other.hasWorth
        (numbersByMunicipality, numbersByID) = (other.numbersByMunicipality, other.numbersByID)
        var facts = other.facts
        for i in facts.indices { facts[i].theme = themes.numbers[i] }
        self.facts = facts
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
            for matches in index.nearest(toEach: piece, count: 1 << (PlaceFacts.doublings - 1) + 1, jobs: jobs) {
                var reach = SIMD8<Float>(repeating: .infinity)
                for level in 0..<PlaceFacts.doublings where 1 << level < matches.count {
                    reach[level] = Float(matches[matches.startIndex + (1 << level)].distance.value)
                }
                neighbours.append(reach)
            }
        }
        return neighbours
    }

    /// Whether the worth of a place is known.
    let hasWorth: Bool
    /// The share of each theme among the places with a known theme.
    let themeShares: [Double]
    /// The number of a theme; nil if no place has it.
    func number(ofTheme theme: String?) -> Int? { theme.flatMap { numbersByTheme[$0] } }

    /// Returns the same places with other themes.
    ///
    /// - Precondition: There is one theme per place.
    package func with(themes: [String?]) -> RecommendedPlaces {
        precondition(themes.count == places.count, "\(themes.count) themes for \(places.count) places")
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
        return distance.value <= SamePlace.idRadius ? number : nil
    }

    /// Returns the ids of the places that are another one, by ``SamePlace``.
    ///
    /// - Complexity: O(log *n* + *c*) for *c* places within 1 km.
    public func ids(like other: RecommendedPlace) -> Set<String> {
        Set(same(as: other).map { places[$0.place].id })
    }

    /// The places that are another one, by ``SamePlace``, the nearest first.
    ///
    /// - Complexity: O(log *n* + *c*) for *c* places within 1 km.
    package func same(as other: RecommendedPlace) -> [(place: Int, distance: Meters, reason: SamePlace)] {
        let (own, name) = (position(of: other), NamePairs(other.name))
        return index.points(within: SamePlace.maxRadius, of: other.coordinate).compactMap { match in
            let reason =
                match.index == own ? .id : SamePlace.reason(names[match.index], name, at: match.distance.value)
            return reason.map { (match.index, match.distance, $0) }
        }
    }
}

/// The distinct ones of some texts, numbered in ascending order.
private struct NumberedTexts: Sendable {
    /// The distinct texts, ascending.
    let texts: [String]
    let numberByText: [String: Int]
    /// The number of each text given; -1 for nil.
    let numbers: ContiguousArray<Int32>

    init(_ given: [String?]) {
        // First in the order in which they come, so that each is looked up once.
        var numberByText: [String: Int] = [:]
        var first = ContiguousArray<Int32>()
        for text in given {
            guard let text else {
                first.append(-1)
                continue
            }
            let number = numberByText[text, default: numberByText.count]
            if number == numberByText.count { numberByText[text] = number }
            first.append(Int32(truncatingIfNeeded: number))
        }
        let sorted = numberByText.sorted { $0.key < $1.key }
        var numbers = ContiguousArray<Int32>(repeating: 0, count: sorted.count)
        for (number, text) in sorted.enumerated() { numbers[text.value] = Int32(truncatingIfNeeded: number) }
        self.numbers = ContiguousArray(first.map { $0 < 0 ? -1 : numbers[Int($0)] })
        texts = sorted.map(\.key)
        self.numberByText = numberByText.mapValues { Int(numbers[$0]) }
    }

    /// The share of each text among those that are not nil.
    var shares: [Double] {
        var counts = [Int](repeating: 0, count: texts.count)
        for number in numbers where number >= 0 { counts[Int(number)] += 1 }
        let known = max(1, counts.reduce(0, +))
        return counts.map { Double($0) / Double(known) }
    }
}
