public import WaymarkAttractions
internal import WaymarkGeodesy
public import WaymarkIndex
internal import WaymarkText

/// What an index file keeps of attractions: a byte for the theme of each, and a number for its worth where there is one.
final class KeptThemes: Sendable {
    private let name: String
    private let themes: IndexFileBytes
    private let places: IndexFileBytes
    private let worths: IndexFileBytes?
    private let numbers: IndexFileBytes?
    private let sizes: IndexFileBytes
    private let standings: IndexFileBytes?
    private let knownBytes: IndexFileBytes
    let worthName: String?
    /// The share of each theme among the places with a known theme.
    let shares: [Double]

    fileprivate static let themeSection = "recommend.theme"
    fileprivate static let worthSection = "recommend.worth"
    fileprivate static let numberSection = "recommend.number"
    fileprivate static let textSection = "recommend.text"
    fileprivate static let sizeSection = "recommend.size"
    fileprivate static let knownSection = "recommend.known"
    fileprivate static let mapSection = "recommend.map"

    /// What the bytes depend on beside the places: their form, and the lexicon.
    fileprivate static let edition: String = {
        var hash = XXH64()
        hash.update(ContiguousArray("6\n\(ThemeLexicon.standardText)".utf8).span)
        hash.update(ContiguousArray(PackageResources.known_places_tsv).span)
        return hash.text
    }()

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
        numbers = file.bytes(of: Self.numberSection)
        if (numbers?.count ?? 0) != (worths?.count ?? 0) { throw damaged(Self.numberSection) }
        guard let sizes = file.bytes(of: Self.sizeSection), sizes.count == count else {
            throw damaged(Self.sizeSection)
        }
        self.sizes = sizes
        standings = file.bytes(of: Self.mapSection)
        if let standings, standings.count != 2 * count { throw damaged(Self.mapSection) }
        guard let rows = file.bytes(of: Self.knownSection), rows.count % 8 == 0 else {
            throw damaged(Self.knownSection)
        }
        knownBytes = rows
        worthName = worths == nil ? nil : String(lines[known + 1])
        (self.themes, self.places, name) = (themes, places, file.name)
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

    func size(of place: Int) -> PlaceSize { PlaceSize(steps: sizes.load(place, as: Int8.self)) }

    /// Whether a map says what some of the places are.
    var hasStandings: Bool { standings != nil }

    func standing(of place: Int) -> MapStanding {
        standings.map { MapStanding($0.load(2 * place, as: UInt8.self), $0.load(2 * place + 1, as: UInt8.self)) }
            ?? .unknown
    }

    /// The places that courses and lists name.
    ///
    /// - Throws: `IndexFileError.damaged` if one is not among the places.
    func known() throws(IndexFileError) -> [Int: KnownCounts] {
        var counts: [Int: KnownCounts] = [:]
        for at in stride(from: 0, to: knownBytes.count, by: 8) {
            let row = Int(knownBytes.load(at, as: UInt32.self))
            guard row < themes.count else {
                throw .damaged(file: name, fault: "section \(Self.knownSection) has a position beyond the places")
            }
            counts[row] = KnownCounts(
                courses: Int(knownBytes.load(at + 4, as: UInt16.self)),
                lists: Int(knownBytes.load(at + 6, as: UInt16.self)))
        }
        return counts
    }

    func worth(of place: Int) -> Double? {
        guard let worth = worths?.load(8 * place, as: Double.self), 0...1 ~= worth else { return nil }
        return worth
    }

    /// The caller's number for a place, of which ``worth(of:)`` is the rank.
    func number(of place: Int) -> Double? {
        guard let number = numbers?.load(8 * place, as: Double.self), number.isFinite else { return nil }
        return number
    }
}

extension RecommendedPlaces {
    /// What an index file keeps of attractions, so that nothing has to be read in advance when it is opened.
    ///
    /// - Complexity: O(*n*) in their letters.
    package var sections: [IndexFileExtra] {
        let numbers = places.indices.map(theme)
        let counts = themes.indices.map { number in String(numbers.count { $0 == number }) }
        let name = (worthName ?? "").split(separator: "\n").joined(separator: " ")
        let lines = [KeptThemes.edition] + counts + [name]
        let bytes = numbers.map { $0 >= 0 ? UInt8($0) : $0 == Self.facility ? 254 : 255 }
        let known = knownRows
        var knownBytes = ContiguousArray<UInt8>()
        for row in known.rows {
            let counts = known.counts[row]!
            let numbers = [row & 0xFFFF, row >> 16, min(counts.courses, 0xFFFF), min(counts.lists, 0xFFFF)]
            for number in numbers { knownBytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
        }
        let sizes = places.indices.map { UInt8(bitPattern: places.size($0).steps) }
        var sections = [
            IndexFileExtra(name: KeptThemes.knownSection, bytes: knownBytes),
            IndexFileExtra(name: KeptThemes.sizeSection, bytes: ContiguousArray(sizes)),
            IndexFileExtra(name: KeptThemes.themeSection, bytes: ContiguousArray(bytes)),
            IndexFileExtra(name: KeptThemes.textSection, bytes: ContiguousArray(lines.joined(separator: "\n").utf8)),
        ]
        if places.hasKinds {
            let bytes = ContiguousArray(places.indices.flatMap { self.places.standing($0).bytes })
            sections.append(IndexFileExtra(name: KeptThemes.mapSection, bytes: bytes))
        }
        if places.hasWorth {
            func bytes(_ value: (Int) -> Double?) -> ContiguousArray<UInt8> {
                var bytes = ContiguousArray<UInt8>()
                for place in places.indices {
                    let bits = (value(place) ?? .nan).bitPattern
                    for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte)))) }
                }
                return bytes
            }
            sections.append(IndexFileExtra(name: KeptThemes.worthSection, bytes: bytes { self.places.worth($0) }))
            sections.append(IndexFileExtra(name: KeptThemes.numberSection, bytes: bytes { self.places.number($0) }))
        }
        return sections
    }

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
        for section in made.sections
        where section.name != KeptThemes.worthSection && section.name != KeptThemes.numberSection {
            let isSame = file.file.bytes(of: section.name)?.withBytes { kept in
                kept.count == section.bytes.count && kept.indices.allSatisfy { kept[$0] == section.bytes[$0] }
            }
            if isSame == true { continue }
            throw .damaged(file: file.file.name, fault: "section \(section.name) does not fit the attractions")
        }
    }
}
