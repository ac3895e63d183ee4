internal import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkText

/// The data of a place that scores need: 64 bytes, the same in memory and in an index file.
struct PlaceFacts: BitwiseCopyable, Sendable {
    /// Metres to the nearest, 2nd, 4th, ... 32nd nearest other place, infinite if there are fewer; then the bits of the
    /// numbers of theme and municipality.
    private var lanes: SIMD8<Float>
    /// A bit for each pair of letters of the name.
    let nameBits: SIMD4<UInt64>

    /// The number of ranks of neighbours: 1, 2, 4, ... 32.
    static let doublings = 6

    /// Creates the data of a place without theme and municipality; `near` are the place itself and its nearest others.
    init(near: some Collection<Match>, nameBits: SIMD4<UInt64>) {
        lanes = SIMD8(repeating: .infinity)
        self.nameBits = nameBits
        var rank = 0
        for match in near {
            if rank > 0, rank & (rank - 1) == 0 { lanes[rank.trailingZeroBitCount] = Float(match.distance.value) }
            rank += 1
        }
        (theme, municipality) = (-1, -1)
    }

    /// The number of its theme; -1 if unknown.
    var theme: Int {
        get { Int(Int32(bitPattern: lanes[6].bitPattern)) }
        set { lanes[6] = Float(bitPattern: UInt32(truncatingIfNeeded: newValue)) }
    }

    /// The number of its municipality; -1 if unknown.
    var municipality: Int {
        get { Int(Int32(bitPattern: lanes[7].bitPattern)) }
        set { lanes[7] = Float(bitPattern: UInt32(truncatingIfNeeded: newValue)) }
    }

    /// The metres to the neighbours; infinite in the two unused lanes.
    @inline(__always)
    private var neighbours: SIMD8<Float> {
        var neighbours = lanes
        (neighbours[6], neighbours[7]) = (.infinity, .infinity)
        return neighbours
    }

    /// The sum of *d*² / (*N*² + *d*²) over the ranks, for a distance *d* in metres and neighbours at *N*: 0 where no
    /// neighbour is nearly as near, 6 where all are much nearer.
    ///
    /// It rises with the distance and falls with those of the neighbours.
    @inline(__always)
    func neighboursNearer(than distance: Double) -> Double {
        let squared = SIMD8<Float>(repeating: Float(distance * distance))
        // At the spot of the place nothing is nearer, even if another place is at the same spot.
        guard squared[0] > 0 else { return 0 }
        return Double((squared / (neighbours * neighbours + squared)).sum())
    }

    /// Drops what cannot be, since the numbers of a file are not checked when it is opened.
    @inline(__always)
    mutating func drop(themesFrom themes: Int, municipalitiesFrom municipalities: Int) {
        let isNumber = lanes .== lanes
        let (theme, municipality) = (theme, municipality)
        lanes.replace(with: .infinity, where: .!isNumber)
        self.theme = theme < themes ? theme : -1
        self.municipality = municipality < municipalities ? municipality : -1
    }
}

/// Facts in an index file, in the order of its index: those of neighbours are together in memory.
@safe
private struct KeptFacts: @unchecked Sendable {
    // @unchecked Sendable: a mapped file is never written. The bytes are held, so that the pointers stay valid, which
    // cost no retain and release for each place.
    private let bytes: (facts: IndexFileBytes, slots: IndexFileBytes)
    private let facts: UnsafeRawPointer
    private let slots: UnsafeRawPointer
    private let count: Int

    /// The facts of `count` places; nil if the sections do not have one for each.
    init?(_ facts: IndexFileBytes, _ slots: IndexFileBytes, count: Int) {
        guard facts.count == count * MemoryLayout<PlaceFacts>.stride, slots.count == count * MemoryLayout<UInt32>.stride
        else { return nil }
        (bytes, self.count) = ((facts, slots), count)
        unsafe (self.facts, self.slots) = (facts.start, slots.start)
    }

    @inline(__always)
    subscript(place: Int) -> PlaceFacts {
        precondition(place >= 0 && place < count, "there is no such place: \(place) of \(count)")
        let slot = unsafe slots.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)
        // The numbers of a file are not checked when it is opened.
        let offset = min(Int(slot), count - 1) * MemoryLayout<PlaceFacts>.stride
        return unsafe facts.loadUnaligned(fromByteOffset: offset, as: PlaceFacts.self)
    }
}

/// The facts of all places, and what their numbers stand for: worked out, or kept in an index file.
struct FactTable: Sendable {
    /// The facts, if they are not those of a file.
    private var held: ContiguousArray<PlaceFacts>
    private let kept: KeptFacts?
    /// The themes that occur, ascending.
    private(set) var themes: Numbered
    /// The municipalities that occur, ascending.
    let municipalities: Numbered

    /// Distinct texts, by number.
    struct Numbered: Equatable, Sendable {
        /// Ascending.
        let texts: [String]
        /// The number of places with each.
        let counts: [Int]
        let numbers: [String: Int]

        init(_ texts: [String], counts: [Int]) {
            (self.texts, self.counts) = (texts, counts)
            numbers = Dictionary(texts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The distinct ones of some texts.
        init(_ given: some Sequence<String?>) {
            var counts: [String: Int] = [:]
            for case let text? in given { counts[text, default: 0] += 1 }
            let sorted = counts.sorted { $0.key < $1.key }
            self.init(sorted.map(\.key), counts: sorted.map(\.value))
        }

        /// The number of a text; -1 for nil.
        func number(_ text: String?) -> Int { text.flatMap { numbers[$0] } ?? -1 }
    }

    /// Works out the facts of places; `nameBits` has those of each name.
    ///
    /// - Complexity: O(*n* log *n*).
    init(_ places: [RecommendedPlace], in index: PointIndex, jobs: Int, nameBits: (Int) -> SIMD4<UInt64>) {
        (themes, municipalities) = (Numbered(places.lazy.map(\.theme)), Numbered(places.lazy.map(\.municipality)))
        held = []
        kept = nil
        held.reserveCapacity(places.count)
        // In pieces, since a list of all neighbours would take as much memory as everything else.
        for start in stride(from: 0, to: places.count, by: 1 << 14) {
            let piece = places[start..<min(start + (1 << 14), places.count)].map(\.coordinate)
            // The first match is the place itself.
            for near in index.nearest(toEach: piece, count: 1 << (PlaceFacts.doublings - 1) + 1, jobs: jobs) {
                let place = places[held.count]
                var facts = PlaceFacts(near: near, nameBits: nameBits(held.count))
                (facts.theme, facts.municipality) = (
                    themes.number(place.theme), municipalities.number(place.municipality)
                )
                held.append(facts)
            }
        }
    }

    /// The facts of a place.
    @inline(__always)
    subscript(place: Int) -> PlaceFacts {
        guard let kept else { return held[place] }
        var facts = kept[place]
        facts.drop(themesFrom: themes.texts.count, municipalitiesFrom: municipalities.texts.count)
        return facts
    }

    /// The same with other themes.
    ///
    /// - Precondition: The facts are not those of a file.
    func with(themes texts: [String?]) -> FactTable {
        var changed = self
        changed.themes = Numbered(texts)
        for i in held.indices { changed.held[i].theme = changed.themes.number(texts[i]) }
        return changed
    }

    // MARK: Index files

    private static let factsSection = "recommend.place"
    private static let slotsSection = "recommend.slot"
    private static let textsSection = "recommend.text"

    /// What facts depend on beside the places: how they are worked out, and the lexicon.
    private static let edition: String = {
        var hash = XXH64()
        hash.update(ContiguousArray("1\n\(standardThemeText)".utf8).span)
        return hash.text
    }()

    /// Whether a file has facts.
    static func isStored(in file: IndexFile) -> Bool {
        file.sections.contains { [factsSection, slotsSection, textsSection].contains($0.name) }
    }

    /// The sections of a file: the facts in the order of the index, where those of each place are, and the texts, each ended by a
    /// zero. None if a text has a zero.
    func sections(in index: PointIndex) -> [IndexFileExtra] {
        var texts = [Self.edition]
        for numbered in [themes, municipalities] {
            texts.append(String(numbered.texts.count))
            for (text, count) in zip(numbered.texts, numbered.counts) { texts += [text, String(count)] }
        }
        if texts.contains(where: { $0.utf8.contains(0) }) { return [] }
        var facts = ContiguousArray<PlaceFacts>()
        facts.reserveCapacity(held.count)
        var slots = ContiguousArray<UInt32>(repeating: 0, count: held.count)
        index.forEachPlace { place, _ in
            slots[place] = UInt32(truncatingIfNeeded: facts.count)
            facts.append(held[place])
        }
        return [
            IndexFileExtra(
                name: Self.factsSection, bytes: unsafe facts.withUnsafeBytes { unsafe ContiguousArray($0) }),
            IndexFileExtra(
                name: Self.slotsSection, bytes: unsafe slots.withUnsafeBytes { unsafe ContiguousArray($0) }),
            IndexFileExtra(
                name: Self.textsSection, bytes: ContiguousArray(texts.flatMap { Array($0.utf8) + [0] })),
        ]
    }

    /// Reads the facts of `count` places from a file, in place; nil if the file has none, or those of another edition.
    ///
    /// - Throws: `IndexFileError.damaged` if a section is missing, or does not have the facts of each place.
    /// - Complexity: O(*t*) for *t* themes and municipalities.
    init?(_ file: IndexFile, count: Int) throws(IndexFileError) {
        guard Self.isStored(in: file) else { return nil }
        guard let facts = file.bytes(of: Self.factsSection), let slots = file.bytes(of: Self.slotsSection),
            let bytes = file.bytes(of: Self.textsSection), let kept = KeptFacts(facts, slots, count: count)
        else {
            throw .damaged(
                file: file.name, fault: "section \(Self.factsSection) does not have the facts of each place (\(count))")
        }
        var rest = bytes.withBytes { String(utf8: $0) }.split(separator: "\0", omittingEmptySubsequences: false)[...]
        guard rest.popFirst().map(String.init) == Self.edition else { return nil }
        var read: [Numbered] = []
        while read.count < 2 {
            guard let size = rest.popFirst().flatMap({ Int($0) }), size >= 0, size <= rest.count / 2 else { break }
            let cells = rest.prefix(2 * size)
            rest = rest.dropFirst(2 * size)
            let texts = stride(from: cells.startIndex, to: cells.endIndex, by: 2).map { String(cells[$0]) }
            let counts = stride(from: cells.startIndex + 1, to: cells.endIndex, by: 2).compactMap { Int(cells[$0]) }
            // No number exceeds that of the places, nor does their sum.
            guard counts.count == size, counts.reduce(0, { $1 < 0 || $1 > count - $0 ? count + 1 : $0 + $1 }) <= count
            else { break }
            read.append(Numbered(texts, counts: counts))
        }
        guard read.count == 2 else {
            throw .damaged(
                file: file.name, fault: "section \(Self.textsSection) does not have themes and municipalities")
        }
        (held, self.kept, themes, municipalities) = ([], kept, read[0], read[1])
    }
}
