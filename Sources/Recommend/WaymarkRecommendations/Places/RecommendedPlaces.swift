public import WaymarkAttractions
package import WaymarkGeodesy
public import WaymarkIndex
internal import WaymarkThreads

/// Places to choose from, with an index over them.
///
/// Immutable; any number of tasks may share it. Of many places, and of those in a file, names and themes are read when they are
/// asked for, so that a few stops cost as little among a million places as among a hundred.
public final class RecommendedPlaces: Sendable {
    /// The places, in the caller's order.
    public let places: RecommendedPlaceList
    /// The index over their coordinates.
    public let index: PointIndex
    /// The themes there are, by their numbers.
    public let themes: [String]
    /// What the numbers of worth are called, such as 별점.
    public let worthName: String?
    private let numbers: [String: Int]
    /// What is read in advance: the names, the numbers of themes, as `theme(of:)`, and the sizes; empty for many places and those of
    /// a file.
    private let names: ContiguousArray<PlaceName>
    private let themeNumbers: ContiguousArray<Int>
    private let vectors: ContiguousArray<UnitVector>
    private let sizes: ContiguousArray<PlaceSize>
    /// The distances of each place from its neighbours of some ranks, once they were asked for.
    private let near = Guarded<ContiguousArray<SIMD4<Double>>?>(nil)
    /// The share of each theme among the places with a known theme, once it was asked for.
    private let shares = Guarded<[Double]?>(nil)
    /// What ``visitUnit`` is, once it was asked for.
    private let unit = Guarded<(unit: Double, median: Double)?>(nil)
    /// The places that are known, once they were asked for.
    private let known = Guarded<KnownRows?>(nil)

    /// Those of a kind, once they were asked for.
    private let kindIndexes = Guarded<[PlaceKind: (rows: [Int], index: PointIndex)]>([:])

    /// The number of a theme that is unknown.
    static let unknownTheme = -1
    /// In place of the number of a theme: nobody goes to see the place.
    static let facility = -2
    /// Up to this number of places, names and themes are read in advance.
    private static let few = 10_000

    /// Prepares places to choose from.
    ///
    /// - Parameters:
    ///   - places: The places; if several with the same id are at a stop with that id, it is the first of them.
    ///   - worthName: What ``RecommendedPlace/worth`` is the rank of, for sentences.
    ///   - jobs: Number of threads for indexing; the result does not depend on it.
    /// - Complexity: O(*n* log *n*).
    public convenience init(_ places: [RecommendedPlace], worthName: String? = nil, jobs: Int = 1) {
        self.init(
            .held(places), PointIndex(places.map(\.coordinate), jobs: jobs),
            Set(places.lazy.compactMap(\.theme)).sorted(),
            worthName)
    }

    /// Prepares the attractions of a catalog.
    ///
    /// - Parameters:
    ///   - catalog: The attractions.
    ///   - jobs: Number of threads for indexing; the result does not depend on it.
    /// - Complexity: O(*n* log *n*).
    public convenience init(_ catalog: AttractionCatalog, jobs: Int = 1) {
        self.init(AttractionTable(catalog, fields: Self.fields), jobs: jobs)
    }

    /// The fields that are read of attractions.
    package static let fields: [AttractionField] = [
        .id, .name, .category, .introduction, .capacity, .parkingSpaces, .area, .placeKind, .placeTheme, .placeWorth,
    ]

    /// Prepares attractions to choose from; a lexicon reads their themes.
    ///
    /// `table` has at least ``fields``; `worths` has the worth of each attraction, as ``RecommendedPlace/worth``, and `numbers` that of
    /// which it is the rank; both are empty if none is known. `englishNames` are by position. Reasons use those of `PlaceFacts.fields` that the table has.
    ///
    /// - Complexity: O(1) beside the index, which is built if it is nil.
    package convenience init(
        _ table: AttractionTable, index: PointIndex? = nil, lexicon: ThemeLexicon = .standard, worths: [Double?] = [],
        numbers: [Double?] = [], worthName: String? = nil, englishNames: [Int: String] = [:], jobs: Int = 1
    ) {
        self.init(
            .table(.init(table, lexicon, nil, worths, numbers, englishNames)), index ?? table.index(jobs: jobs),
            lexicon.themes,
            worthName)
    }

    /// Opens the places of an index file that keeps what the standard lexicon reads of them; nil if the file was written without
    /// it, or with that of another version.
    ///
    /// The answers are those of the attractions in memory. As with `IndexFile`, a damaged file that is not verified may give
    /// wrong ones, but never traps or reads out of bounds.
    ///
    /// - Throws: `IndexFileError.damaged` if what it keeps is incomplete.
    /// - Complexity: O(1).
    public convenience init?(_ file: AttractionFile) throws(IndexFileError) {
        try self.init(file, englishNames: [:])
    }

    /// Opens the places of an index file, some of which have English names.
    package convenience init?(_ file: AttractionFile, englishNames: [Int: String]) throws(IndexFileError) {
        guard let kept = try KeptThemes(file.file, count: file.count) else { return nil }
        let lexicon = ThemeLexicon.standard
        self.init(
            .table(
                .init(
                    AttractionTable(file, fields: Self.fields + PlaceFacts.fields), lexicon, kept, [], [], englishNames)
            ),
            file.index, lexicon.themes,
            kept.worthName)
        shares.withLock { $0 = kept.shares }
        let rows = try kept.known()
        known.withLock { $0 = KnownRows(rows) { kept.coordinate(of: $0) } }
    }

    private init(_ records: RecommendedPlaceList.Records, _ index: PointIndex, _ themes: [String], _ worthName: String?)
    {
        let places = RecommendedPlaceList(records)
        let numbers = Dictionary(themes.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        (self.places, self.index, self.themes, self.worthName, self.numbers) = (
            places, index, themes, worthName, numbers
        )
        let isRead = places.count <= Self.few && !places.areKept
        names = isRead ? ContiguousArray(places.indices.map { places.placeName($0) }) : []
        themeNumbers = isRead ? ContiguousArray(places.indices.map { places.theme($0, numbers) }) : []
        sizes = isRead ? ContiguousArray(places.indices.map { places.size($0) }) : []
        vectors = isRead ? ContiguousArray(places.indices.map { UnitVector(places.coordinate($0)) }) : []
    }

    /// A place. One that courses or lists of sights name is no facility, whatever it is called.
    public subscript(position: Int) -> RecommendedPlace {
        var place = places[position]
        if place.isFacility { place.isFacility = isFacility(position) }
        return place
    }

    func vector(of place: Int) -> UnitVector {
        vectors.isEmpty ? UnitVector(places.coordinate(place)) : vectors[place]
    }

    /// The distances of each place from its neighbours, as ``nearDistances(of:)``; empty where they are not held.
    var heldNearDistances: ContiguousArray<SIMD4<Double>> {
        if names.isEmpty { return [] }
        return near.withLock { near in
            if let near { return near }
            let made = ContiguousArray(places.indices.map(nearDistances))
            near = made
            return made
        }
    }

    /// The metres to the nearest, 4th and 16th nearest other place; infinite where there are fewer.
    func nearDistances(of place: Int) -> SIMD4<Double> {
        // The first match is the place itself, or another at its spot.
        let near = nearest(to: places.coordinate(place), count: 17, ofKind: .sight)
        func distance(_ rank: Int) -> Double { rank < near.count ? near[rank].distance.value : .infinity }
        return SIMD4(distance(1), distance(4), distance(16), .infinity)
    }

    /// The attribution that goes with a list of the places; nil for none.
    public var attribution: String? { Attribution.text(hasPlacesOfMap: places.hasKinds) }

    /// Whether one goes to a place for what a kind says. What no map knows is a sight, and what is of the theme of food also food.
    package func isOf(_ kind: PlaceKind, _ place: Int) -> Bool {
        if !places.hasKinds { return kind == .sight || kind == .food && isFood(place) }
        guard let own = places.standing(place).kind else { return kind == .sight || kind == .food && isFood(place) }
        return own == kind
    }

    private func isFood(_ place: Int) -> Bool { theme(of: place) == number(ofTheme: Self.foodTheme) }

    /// The theme of places to eat.
    package static let foodTheme = "먹거리"

    /// The places of a kind nearest to a point, nearest first.
    ///
    /// - Complexity: That of the index; O(*n* log *n*) when a kind is first asked for where a map says the kinds.
    func nearest(to center: Coordinate, count: Int, within radius: Meters? = nil, ofKind kind: PlaceKind) -> [Match] {
        if !places.hasKinds, kind == .sight { return index.nearest(to: center, count: count, within: radius) }
        let (rows, index) = kindIndex(kind)
        return index.nearest(to: center, count: count, within: radius).map {
            Match(index: rows[$0.index], distance: $0.distance)
        }
    }

    /// The positions of the places of a kind, and an index over them.
    private func kindIndex(_ kind: PlaceKind) -> (rows: [Int], index: PointIndex) {
        kindIndexes.withLock { made in
            if let found = made[kind] { return found }
            let rows = places.indices.filter { isOf(kind, $0) }
            let found = (rows, PointIndex(rows.map { places.coordinate($0) }))
            made[kind] = found
            return found
        }
    }

    /// The two nearest places to eat at noon that a map knows.
    package func placesForLunch(near center: Coordinate, within radius: Meters) -> [Int] {
        guard places.hasKinds else { return [] }
        return Array(
            nearest(to: center, count: 12, within: radius, ofKind: .food).lazy.map(\.index)
                .filter { PlaceCategory.named(self.places[$0].category)?.servesLunch ?? true }.prefix(2))
    }

    /// The number of the theme of a place; -1 if it is unknown, -2 if nobody goes to see the place.
    func theme(of place: Int) -> Int {
        themeNumbers.isEmpty ? places.theme(place, numbers) : themeNumbers[place]
    }

    /// Whether a place is taken for one that nobody goes to see: a station, an office, a toilet. None is whose worth is given, nor
    /// one that courses or lists of sights name.
    public func isFacility(_ place: Int) -> Bool {
        theme(of: place) == Self.facility && knownRows.counts[place] == nil
    }

    /// How large a place is, by its row.
    func size(of place: Int) -> PlaceSize { sizes.isEmpty ? places.size(place) : sizes[place] }

    func name(of place: Int) -> PlaceName { names.isEmpty ? places.placeName(place) : names[place] }

    /// The number of a theme; nil if there is no such theme.
    func number(ofTheme theme: String?) -> Int? { theme.flatMap { numbers[$0] } }

    /// The share of each theme among the places with a known theme.
    ///
    /// - Complexity: O(*n* *m*) in the places and their letters when it is first asked for, except for places of a file.
    var themeShares: [Double] {
        shares.withLock { shares in
            if let shares { return shares }
            let made = Self.shares(places.indices.map(theme), count: themes.count)
            shares = made
            return made
        }
    }

    // MARK: Worth

    /// Those of the places that public courses and lists name.
    ///
    /// - Complexity: That of ``KnownRows/init(of:among:)`` when it is first asked for, except for places of a file.
    var knownRows: KnownRows {
        known.withLock { known in
            if let known { return known }
            let made = KnownRows(of: .shipped, among: self)
            known = made
            return made
        }
    }

    /// How much a place is worth a way, by public counts and its own row: 1 if nothing is known, 5 and more for the best known.
    public func worth(of place: Int) -> Double {
        Elementary.exponential(
            PlaceWorth.logarithm(namings: namings(of: place), size(of: place), places.standing(place)))
    }

    /// How well known each place is for a search by name, from 0 for one of which nothing is known to 1: the logarithm of
    /// ``worth(of:)``, as a part of that of the best known.
    ///
    /// - Complexity: O(*n*).
    public var standings: [Double] {
        places.indices.map { place in
            let logarithm = PlaceWorth.logarithm(
                namings: namings(of: place), size(of: place), places.standing(place))
            return min(1, max(0, logarithm / Self.bestKnown))
        }
    }

    /// The logarithm of the worth of a place that forty courses and lists name.
    private static let bestKnown = 0.93

    /// How much a visit is worth in a plan: the caller's number for the place, in units of ``visitUnit``, the median where there is
    /// none; where nothing is given of any place, its ``worth(of:)``. Never negative.
    package func visitWorth(of place: Int) -> Double {
        guard let (unit, median) = visitUnit else { return worth(of: place) }
        return min(1e9, max(0, places.number(place) ?? median) / unit)
    }

    /// The median of the caller's numbers, and what counts 1 in plans: the same, or if that is not above zero the median of those
    /// that are. Nil where no place has a number.
    ///
    /// - Complexity: O(*n* log *n*) when it is first asked for.
    package var visitUnit: (unit: Double, median: Double)? {
        guard places.hasWorth else { return nil }
        return unit.withLock { unit in
            if let unit { return unit }
            let numbers = places.indices.lazy.compactMap { self.places.number($0) }.sorted()
            let (above, median) = (numbers.filter { $0 > 0 }, numbers.isEmpty ? 0 : numbers[numbers.count / 2])
            let made = (median > 0 ? median : above.isEmpty ? 1 : above[above.count / 2], median)
            unit = made
            return made
        }
    }

    /// Whether the caller has no number for a place, though for others.
    package func lacksNumber(_ place: Int) -> Bool { places.hasWorth && places.number(place) == nil }

    /// The number of courses and lists of sights that name a place.
    package func namings(of place: Int) -> Int { knownRows.counts[place]?.namings ?? 0 }

    /// A worth by the map of which a place counts among the known ones, as those of public courses and lists do.
    private static let knownWorth = 2.5

    /// The places that the map itself says are worth a way.
    func addMapped(to counts: inout [Int: KnownCounts]) {
        guard places.hasKinds else { return }
        for place in places.indices where counts[place] == nil {
            let standing = places.standing(place)
            if standing.kind == .sight, standing.worth >= Self.knownWorth { counts[place] = KnownCounts() }
        }
    }

    private static func shares(_ numbers: [Int], count: Int) -> [Double] {
        var counts = [Int](repeating: 0, count: count)
        for number in numbers where number >= 0 { counts[number] += 1 }
        let known = max(1, counts.reduce(0, +))
        return counts.map { Double($0) / Double(known) }
    }

    // MARK: The same place

    /// The position of the place that a stop is: the first with its id within 100 m, since ids of other files may be
    /// equal by chance.
    func position(of stop: RecommendedPlace) -> Int? {
        stop.id.isEmpty
            ? nil
            : index.points(within: SamePlace.idRadius, of: stop.coordinate).lazy.map(\.index)
                .filter { self.places.id($0) == stop.id }.min()
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
        let (own, name) = (position(of: other), PlaceName(other.name))
        return index.points(within: SamePlace.maxRadius, of: other.coordinate).compactMap { match in
            let reason =
                match.index == own ? .id : self.name(of: match.index).reason(name, at: match.distance.value)
            return reason.map { (match.index, match.distance, $0) }
        }
    }

    /// Returns a stop with its theme, where it is not given and can be known: that of the place that it is by ``SamePlace``, else
    /// what a word of its name says.
    ///
    /// - Complexity: O(log *n* + *c*) for *c* places within 1 km, and that of the lexicon.
    public func completed(_ stop: RecommendedPlace, by lexicon: ThemeLexicon = .standard) -> RecommendedPlace {
        guard stop.theme == nil else { return stop }
        var stop = stop
        if let place = same(as: stop).first?.place {
            stop.theme = places[place].theme
        } else {
            let reading = lexicon.reading(of: stop.name)
            if reading.isSaidByWord { stop.theme = reading.theme }
        }
        return stop
    }
}
