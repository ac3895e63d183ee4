public import WaymarkAttractions
public import WaymarkGeodesy
public import WaymarkIndex

/// Places to choose from, with data computed once for all trips: neighbours, themes, municipalities, names.
///
/// Immutable; any number of tasks may share it.
public final class RecommendedPlaces: Sendable {
    /// The places, in the caller's order.
    public let places: RecommendedPlaceList
    /// The index over their coordinates.
    public let index: PointIndex
    let facts: FactTable
    /// Empty if the places are in a file, as are names and worths.
    private let vectors: ContiguousArray<UnitVector>
    private let names: ContiguousArray<NamePairs>
    /// The worth of each place; empty if none is known.
    private let worths: ContiguousArray<Double>
    /// The municipality at a coordinate, from boundaries; nil if there are none.
    let municipalityAt: (@Sendable (Coordinate) -> String?)?

    /// The spacing at a place is the distance to the other place of this rank by distance.
    static let spacingRank = 4

    /// Prepares places to choose from.
    ///
    /// - Parameters:
    ///   - places: The places; if several with the same id are at a stop with that id, it is the first of them.
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
        let index = PointIndex(places.map(\.coordinate), jobs: jobs)
        let names = ContiguousArray(places.map { NamePairs($0.name) })
        facts = FactTable(places, in: index, jobs: jobs) { names[$0].bits }
        worths = places.contains { $0.worth != nil } ? ContiguousArray(places.map { $0.worth ?? 0.5 }) : []
        vectors = ContiguousArray(places.map { UnitVector($0.coordinate) })
        (self.places, self.index, self.names) = (RecommendedPlaceList(places), index, names)
        self.municipalityAt = municipalityAt
    }

    /// Opens the places of an index file that keeps what is known of them, read by the standard lexicon; nil if the file was
    /// written without it, or with that of another version.
    ///
    /// The answers are those of the attractions in memory. As with `IndexFile`, a damaged file that is not verified may give
    /// wrong ones, but never traps or reads out of bounds.
    ///
    /// - Throws: `IndexFileError.damaged` if what it keeps is incomplete.
    /// - Complexity: O(1).
    public init?(_ file: AttractionFile) throws(IndexFileError) {
        guard let facts = try FactTable(file.file, count: file.count) else { return nil }
        (places, self.facts, index) = (RecommendedPlaceList(file, facts), facts, file.index)
        (vectors, names, worths, municipalityAt) = ([], [], [], nil)
    }

    /// Creates places that differ from others only in their themes.
    private init(_ places: [RecommendedPlace], _ facts: FactTable, like other: RecommendedPlaces) {
        (self.places, self.facts) = (RecommendedPlaceList(places), facts)
        (index, vectors, names, worths) = (other.index, other.vectors, other.names, other.worths)
        municipalityAt = other.municipalityAt
    }

    /// The themes that occur, ascending.
    public var themes: [String] { facts.themes.texts }
    /// Whether the worth of a place is known.
    var hasWorth: Bool { !worths.isEmpty }
    /// The share of each theme among the places with a known theme.
    var themeShares: [Double] {
        let known = max(1, facts.themes.counts.reduce(0, +))
        return facts.themes.counts.map { Double($0) / Double(known) }
    }

    /// The number of places with a theme; nil for those whose theme is unknown.
    ///
    /// - Complexity: O(*t*) for *t* themes.
    public func count(ofTheme theme: String?) -> Int {
        guard let theme else { return places.count - facts.themes.counts.reduce(0, +) }
        return number(ofTheme: theme).map { facts.themes.counts[$0] } ?? 0
    }

    /// The unit vector of a place.
    @inline(__always)
    func vector(of place: Int) -> UnitVector {
        vectors.isEmpty ? UnitVector(places.coordinate(place)) : vectors[place]
    }

    /// The letter pairs of a place's name.
    @inline(__always)
    func name(of place: Int) -> NamePairs { names.isEmpty ? places.pairs(place) : names[place] }

    /// The worth of a place; 0.5 if unknown.
    @inline(__always)
    func worth(of place: Int) -> Double { worths.isEmpty ? 0.5 : worths[place] }

    /// The number of a theme; nil if no place has it.
    func number(ofTheme theme: String?) -> Int? { theme.flatMap { facts.themes.numbers[$0] } }

    /// Returns the same places with other themes.
    ///
    /// - Precondition: There is one theme per place, and the places are not those of a file.
    package func with(themes: [String?]) -> RecommendedPlaces {
        precondition(themes.count == places.count, "\(themes.count) themes for \(places.count) places")
        var changed = Array(places)
        for i in themes.indices { changed[i].theme = themes[i] }
        return RecommendedPlaces(changed, facts.with(themes: themes), like: self)
    }

    /// The number of a municipality; nil if no place is in it.
    func number(ofMunicipality municipality: String?) -> Int? {
        municipality.flatMap { facts.municipalities.numbers[$0] }
    }
    /// The position of the place that a stop is: the first with its id within 100 m, since ids of other files may be
    /// equal by chance.
    package func position(of stop: RecommendedPlace) -> Int? { position(ofID: stop.id, at: stop.coordinate) }

    func position(ofID id: String, at coordinate: Coordinate) -> Int? {
        index.points(within: SamePlace.idRadius, of: coordinate).lazy.map(\.index).filter { self.places.id($0) == id }
            .min()
    }

    /// Returns the ids of the places that are another one, by ``SamePlace``.
    ///
    /// - Complexity: O(log *n* + *c*) for *c* places within 1 km.
    public func ids(like other: RecommendedPlace) -> Set<String> {
        Set(same(as: other).map { places.id($0.place) })
    }

    /// The places that are another one, by ``SamePlace``, the nearest first.
    ///
    /// - Complexity: O(log *n* + *c*) for *c* places within 1 km.
    package func same(as other: RecommendedPlace) -> [(place: Int, distance: Meters, reason: SamePlace)] {
        let (own, name) = (position(of: other), NamePairs(other.name))
        return index.points(within: SamePlace.maxRadius, of: other.coordinate).compactMap { match in
            let reason =
                match.index == own ? .id : SamePlace.reason(self.name(of: match.index), name, at: match.distance.value)
            return reason.map { (match.index, match.distance, $0) }
        }
    }
}

extension RecommendedPlaces {
    /// What an index file keeps of the attractions of a table, so that nothing has to be prepared when it is opened.
    ///
    /// - Precondition: The table has names, categories, introductions and addresses.
    /// - Complexity: O(*n* log *n*).
    package static func sections(
        for table: AttractionTable, in index: PointIndex, jobs: Int
    ) -> [IndexFileExtra] {
        FactTable(table, in: index, jobs: jobs).sections(in: index)
    }

    /// Whether an index file keeps what is known of its attractions.
    public static func isStored(in file: IndexFile) -> Bool { FactTable.isStored(in: file) }

    /// Checks that what a file keeps is what its attractions give; one of another version of Waymark is not looked at.
    ///
    /// - Throws: `IndexFileError.damaged` that names the first section that differs.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*).
    public static func verify(_ file: AttractionFile, jobs: Int = 1) throws(IndexFileError) {
        guard try FactTable(file.file, count: file.count) != nil else { return }
        let table = AttractionTable(file, fields: FactTable.fields)
        for section in sections(for: table, in: file.index, jobs: jobs) {
            let made = section.bytes
            let isSame = file.file.bytes(of: section.name)?.withBytes { kept in
                kept.count == made.count && kept.indices.allSatisfy { kept[$0] == made[$0] }
            }
            if isSame == true { continue }
            throw .damaged(file: file.file.name, fault: "section \(section.name) does not fit the attractions")
        }
    }
}
