public import WaymarkAttractions
package import WaymarkGeodesy
public import WaymarkIndex
internal import WaymarkText
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
    /// What is read in advance: the names, and the numbers of themes, as `theme(of:)`; empty for many places and those of a file.
    private let names: ContiguousArray<PlaceName>
    private let themeNumbers: ContiguousArray<Int>
    private let vectors: ContiguousArray<UnitVector>
    /// The distances of each place from its neighbours of some ranks, once they were asked for.
    private let near = Guarded<ContiguousArray<SIMD4<Double>>?>(nil)
    /// The share of each theme among the places with a known theme, once it was asked for.
    private let shares = Guarded<[Double]?>(nil)

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

    /// The fields that are read of attractions.
    package static let fields: [AttractionField] = [.id, .name, .category, .introduction]

    /// Prepares attractions to choose from; a lexicon reads their themes.
    ///
    /// `table` has at least ``fields``; `worths` has the worth of each attraction, as ``RecommendedPlace/worth``, and is empty if
    /// none is known.
    ///
    /// - Complexity: O(1) beside the index, which is built if it is nil.
    package convenience init(
        _ table: AttractionTable, index: PointIndex? = nil, lexicon: ThemeLexicon = .standard, worths: [Double?] = [],
        worthName: String? = nil, jobs: Int = 1
    ) {
        self.init(
            .table(.init(table, lexicon, nil, worths)), index ?? table.index(jobs: jobs), lexicon.themes, worthName)
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
        guard let kept = try KeptThemes(file.file, count: file.count) else { return nil }
        let lexicon = ThemeLexicon.standard
        self.init(
            .table(.init(AttractionTable(file, fields: Self.fields), lexicon, kept, [])), file.index, lexicon.themes,
            kept.worthName)
        shares.withLock { $0 = kept.shares }
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
        vectors = isRead ? ContiguousArray(places.indices.map { UnitVector(places.coordinate($0)) }) : []
    }

    /// The unit vector of a place.
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
        let near = index.nearest(to: places.coordinate(place), count: 17)
        func distance(_ rank: Int) -> Double { rank < near.count ? near[rank].distance.value : .infinity }
        return SIMD4(distance(1), distance(4), distance(16), .infinity)
    }

    /// The number of the theme of a place; -1 if it is unknown, -2 if nobody goes to see the place.
    func theme(of place: Int) -> Int {
        themeNumbers.isEmpty ? places.theme(place, numbers) : themeNumbers[place]
    }

    /// Whether a place is taken for one that nobody goes to see: a station, an office, a toilet. None is whose worth is given.
    public func isFacility(_ place: Int) -> Bool { theme(of: place) == Self.facility }

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

    fileprivate static func shares(_ numbers: [Int], count: Int) -> [Double] {
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

/// Places by position: in memory, or in an index file, from which each is read when it is asked for.
public struct RecommendedPlaceList: RandomAccessCollection, Sendable {
    fileprivate enum Records: Sendable {
        case held([RecommendedPlace])
        case table(Attractions)
    }

    /// Attractions of a table or an index file, what that keeps of them, and their worths.
    ///
    /// A class, and texts and places of a file by plain values: a copy of the table for each look would cost more than the look.
    fileprivate final class Attractions: Sendable {
        let table: AttractionTable
        let lexicon: ThemeLexicon
        let kept: KeptThemes?
        private let worths: [Double?]
        /// The texts of ``RecommendedPlaces/fields`` in a file.
        private let texts: [StoredTexts.View?]

        init(_ table: AttractionTable, _ lexicon: ThemeLexicon, _ kept: KeptThemes?, _ worths: [Double?]) {
            (self.table, self.lexicon, self.kept, self.worths) = (table, lexicon, kept, worths)
            texts = kept == nil ? [] : RecommendedPlaces.fields.map(table.storedTexts)
        }

        /// Calls `body` with a text, by the position of its field in ``RecommendedPlaces/fields``; empty if there is none.
        func withText<R>(_ field: Int, _ position: Int, _ body: (Span<UInt8>) -> R) -> R {
            if texts.isEmpty { return table.withText(of: RecommendedPlaces.fields[field], position, body) }
            // The view does not keep the file mapped.
            return withExtendedLifetime(self) {
                guard let view = texts[field], let range = view.range(position) else { return body(Span()) }
                return body(unsafe Span(_unsafeElements: view.bytes(range)))
            }
        }

        func text(_ field: Int, _ position: Int) -> String { withText(field, position) { String(utf8: $0) } }

        func coordinate(_ position: Int) -> Coordinate {
            kept?.coordinate(of: position) ?? table.coordinate(of: position)
        }

        func worth(_ position: Int) -> Double? {
            kept?.worth(of: position) ?? (worths.isEmpty ? nil : worths[position])
        }

        var hasWorth: Bool { kept?.worthName != nil || !worths.isEmpty }
    }

    private let records: Records
    /// 0.
    public let startIndex = 0
    /// The number of places.
    public let endIndex: Int

    fileprivate init(_ records: Records) {
        self.records = records
        endIndex =
            switch records {
            case .held(let places): places.count
            case .table(let attractions): attractions.table.count
            }
    }

    /// Whether an index file keeps what is known of the places.
    fileprivate var areKept: Bool {
        if case .table(let attractions) = records { attractions.kept != nil } else { false }
    }

    /// The place at a position.
    ///
    /// - Complexity: O(*n*) in its letters.
    public subscript(position: Int) -> RecommendedPlace {
        switch records {
        case .held(let places): return places[position]
        case .table(let attractions):
            func text(_ field: Int) -> String? {
                let text = attractions.text(field, position)
                return text.isEmpty ? nil : text
            }
            let number = theme(position, [:])
            return RecommendedPlace(
                id: attractions.text(0, position), name: attractions.text(1, position), category: text(2),
                coordinate: attractions.coordinate(position),
                theme: number >= 0 ? attractions.lexicon.themes[number] : nil,
                isFacility: number == RecommendedPlaces.facility, introduction: text(3),
                worth: attractions.worth(position))
        }
    }

    /// The id of a place.
    func id(_ position: Int) -> String {
        switch records {
        case .held(let places): places[position].id
        case .table(let attractions): attractions.text(0, position)
        }
    }

    /// The coordinate of a place.
    func coordinate(_ position: Int) -> Coordinate {
        switch records {
        case .held(let places): places[position].coordinate
        case .table(let attractions): attractions.coordinate(position)
        }
    }

    /// The worth of a place; nil if it is unknown.
    func worth(_ position: Int) -> Double? {
        switch records {
        case .held(let places): places[position].worth
        case .table(let attractions): attractions.worth(position)
        }
    }

    /// Whether the worth of a place is known.
    var hasWorth: Bool {
        switch records {
        case .held(let places): places.contains { $0.worth != nil }
        case .table(let attractions): attractions.hasWorth
        }
    }

    fileprivate func placeName(_ position: Int) -> PlaceName {
        switch records {
        case .held(let places): PlaceName(places[position].name)
        case .table(let attractions): attractions.withText(1, position) { PlaceName($0) }
        }
    }

    /// The number of the theme of a place, as ``RecommendedPlaces/theme(of:)``; `numbers` has those of places that are held.
    fileprivate func theme(_ position: Int, _ numbers: [String: Int]) -> Int {
        switch records {
        case .held(let places):
            let place = places[position]
            return place.isFacility && place.worth == nil
                ? RecommendedPlaces.facility : place.theme.flatMap { numbers[$0] } ?? RecommendedPlaces.unknownTheme
        case .table(let attractions):
            if let kept = attractions.kept { return kept.theme(of: position) }
            let lexicon = attractions.lexicon
            let reading = lexicon.reading(
                of: attractions.text(1, position),
                details: RecommendedPlace.details(
                    category: attractions.text(2, position), attractions.text(3, position)))
            return reading.hasNoTheme && worth(position) == nil
                ? RecommendedPlaces.facility
                : reading.theme.flatMap(lexicon.themes.firstIndex) ?? RecommendedPlaces.unknownTheme
        }
    }
}

/// What an index file keeps of attractions: a byte for the theme of each, and a number for its worth where there is one.
final class KeptThemes: Sendable {
    private let themes: IndexFileBytes
    private let places: IndexFileBytes
    private let worths: IndexFileBytes?
    let worthName: String?
    /// The share of each theme among the places with a known theme.
    let shares: [Double]

    private static let themeSection = "recommend.theme"
    private static let worthSection = "recommend.worth"
    private static let textSection = "recommend.text"

    /// What the bytes depend on beside the places: their form, and the lexicon.
    private static let edition: String = {
        var hash = XXH64()
        hash.update(ContiguousArray("3\n\(ThemeLexicon.standardText)".utf8).span)
        return hash.text
    }()

    /// Whether a file keeps themes.
    static func isStored(in file: IndexFile) -> Bool {
        file.sections.contains { [themeSection, textSection].contains($0.name) }
    }

    /// Reads what a file keeps of `count` places; nil if it keeps nothing, or what another edition reads.
    ///
    /// - Throws: `IndexFileError.damaged` if a section is missing, or does not fit the places.
    init?(_ file: IndexFile, count: Int) throws(IndexFileError) {
        guard Self.isStored(in: file) else { return nil }
        func damaged(_ section: String) -> IndexFileError {
            .damaged(file: file.name, fault: "section \(section) does not have what is known of each place (\(count))")
        }
        guard let text = file.bytes(of: Self.textSection) else { throw damaged(Self.textSection) }
        let lines = text.withBytes { String(utf8: $0) }.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == Self.edition else { return nil }
        guard let themes = file.bytes(of: Self.themeSection), themes.count == count else {
            throw damaged(Self.themeSection)
        }
        let section = AttractionFile.placesSection
        guard let places = file.bytes(of: section), places.count == count * MemoryLayout<Coordinate>.stride else {
            throw damaged(section)
        }
        let known = ThemeLexicon.standard.themes.count
        let counts = lines.dropFirst().prefix(known).compactMap { Int($0) }
        guard counts.count == known, lines.count == known + 2, counts.allSatisfy({ 0...count ~= $0 }) else {
            throw damaged(Self.textSection)
        }
        let sum = Double(max(1, counts.reduce(0, +)))
        shares = counts.map { Double($0) / sum }
        worths = file.bytes(of: Self.worthSection)
        if let worths, worths.count != 8 * count { throw damaged(Self.worthSection) }
        worthName = worths == nil ? nil : String(lines[known + 1])
        (self.themes, self.places) = (themes, places)
    }

    /// As `AttractionFile.coordinate(of:)`.
    func coordinate(of place: Int) -> Coordinate {
        let stored = places.load(place * MemoryLayout<Coordinate>.stride, as: Coordinate.self)
        // The numbers of a file are not checked when it is opened.
        return (try? Coordinate(latitude: stored.latitude, longitude: stored.longitude))
            ?? Coordinate(uncheckedLatitude: 0, longitude: 0)
    }

    /// As ``RecommendedPlaces/theme(of:)``.
    func theme(of place: Int) -> Int {
        let byte = themes.load(place, as: UInt8.self)
        if byte == 254 { return RecommendedPlaces.facility }
        // The bytes of a file are not checked when it is opened.
        return Int(byte) < ThemeLexicon.standard.themes.count ? Int(byte) : RecommendedPlaces.unknownTheme
    }

    func worth(of place: Int) -> Double? {
        guard let worth = worths?.load(8 * place, as: Double.self), 0...1 ~= worth else { return nil }
        return worth
    }

    /// The sections for some places.
    static func sections(_ places: RecommendedPlaces) -> [IndexFileExtra] {
        let themes = places.places.indices.map(places.theme)
        var lines = [edition]
        for number in places.themes.indices { lines.append(String(themes.count { $0 == number })) }
        lines.append((places.worthName ?? "").split(separator: "\n").joined(separator: " "))
        var sections = [
            IndexFileExtra(
                name: themeSection,
                bytes: ContiguousArray(
                    themes.map { $0 >= 0 ? UInt8($0) : $0 == RecommendedPlaces.facility ? 254 : 255 })),
            IndexFileExtra(name: textSection, bytes: ContiguousArray(lines.joined(separator: "\n").utf8)),
        ]
        if places.places.hasWorth {
            var bytes = ContiguousArray<UInt8>()
            for place in places.places.indices {
                let bits = (places.places.worth(place) ?? .nan).bitPattern
                for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte)))) }
            }
            sections.append(IndexFileExtra(name: worthSection, bytes: bytes))
        }
        return sections
    }
}

extension RecommendedPlaces {
    /// What an index file keeps of attractions, so that nothing has to be read in advance when it is opened.
    ///
    /// - Complexity: O(*n*) in their letters.
    package var sections: [IndexFileExtra] { KeptThemes.sections(self) }

    /// Whether an index file keeps what is known of its attractions.
    public static func isStored(in file: IndexFile) -> Bool { KeptThemes.isStored(in: file) }

    /// Checks that what a file keeps is what its attractions give; one of another version of Waymark is not looked at.
    ///
    /// - Throws: `IndexFileError.damaged` that names the first section that differs.
    /// - Complexity: O(*n*) in their letters.
    public static func verify(_ file: AttractionFile) throws(IndexFileError) {
        guard let kept = try RecommendedPlaces(file) else { return }
        let worths = kept.places.hasWorth ? kept.places.indices.map(kept.places.worth) : []
        let made = RecommendedPlaces(
            AttractionTable(file, fields: fields), index: file.index, worths: worths, worthName: kept.worthName)
        for section in made.sections where !section.name.hasSuffix("worth") {
            let isSame = file.file.bytes(of: section.name)?.withBytes { kept in
                kept.count == section.bytes.count && kept.indices.allSatisfy { kept[$0] == section.bytes[$0] }
            }
            if isSame == true { continue }
            throw .damaged(file: file.file.name, fault: "section \(section.name) does not fit the attractions")
        }
    }
}
