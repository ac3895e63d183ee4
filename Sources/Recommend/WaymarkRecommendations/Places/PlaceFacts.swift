internal import WaymarkAttractions
internal import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkText
internal import WaymarkThreads

/// The data of a place that scores need: 64 bytes, the same in memory and in an index file.
struct PlaceFacts: BitwiseCopyable, Sendable {
    /// Metres to the nearest, 2nd, 4th, ... 32nd nearest other place, infinite if there are fewer; then the bits of the
    /// numbers of theme and municipality.
    private var lanes: SIMD8<Float>
    /// A bit for each pair of letters of the name.
    let nameBits: SIMD4<UInt64>

    /// The number of ranks of neighbours: 1, 2, 4, ... 32.
    static let doublings = 6

    /// The number of matches that ``setNeighbours(_:)`` reads: the place itself and 32 others.
    static let nearCount = 1 << (doublings - 1) + 1

    /// Creates the data of a place without neighbours.
    init(theme: Int, municipality: Int, nameBits: SIMD4<UInt64>) {
        lanes = SIMD8(repeating: .infinity)
        self.nameBits = nameBits
        (self.theme, self.municipality) = (theme, municipality)
    }

    /// Sets the metres to the neighbours; `near` are the place itself and its nearest others.
    mutating func setNeighbours(_ near: [Match]) {
        for doubling in 0..<Self.doublings where 1 << doubling < near.count {
            lanes[doubling] = Float(near[1 << doubling].distance.value)
        }
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
            self.init(counts)
        }

        init(_ counts: [String: Int]) {
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
        let themes = Numbered(places.lazy.map(\.theme))
        let municipalities = Numbered(places.lazy.map(\.municipality))
        held = ContiguousArray(
            places.indices.map { number in
                PlaceFacts(
                    theme: themes.number(places[number].theme),
                    municipality: municipalities.number(places[number].municipality), nameBits: nameBits(number))
            })
        (kept, self.themes, self.municipalities) = (nil, themes, municipalities)
        setNeighbours(in: index, jobs: jobs)
    }

    /// The fields of a table that ``init(_:in:jobs:)`` reads.
    static let fields: [AttractionField] = [.name, .category, .introduction, .roadAddress, .lotAddress]

    /// Works out the facts of the attractions of a table, read by the standard lexicon.
    ///
    /// - Precondition: The table has ``fields``.
    /// - Complexity: O(*n* log *n*).
    init(_ table: AttractionTable, in index: PointIndex, jobs: Int) {
        let lexicon = ThemeLexicon.standard
        // The municipalities of each part, by their numbers there, and how many places have each of them or a theme.
        struct Part {
            var places = 0..<0
            var municipalities: [String] = []
            var counts: [Int] = []
            var themes: [Int]
        }
        let parts = Guarded<[Part]>([])
        held = unsafe ContiguousArray(unsafeUninitializedCapacity: table.count) { room, made in
            nonisolated(unsafe) let room = unsafe room
            Parts(of: table.count, jobs: jobs).forEach { _, places in
                var part = Part(places: places, themes: Array(repeating: 0, count: lexicon.themes.count))
                var numbers: [String: Int] = [:]
                var found = NameReader.Findings()
                for place in places {
                    let (theme, bits) = table.withText(of: .name, place) { name in
                        table.withText(of: .category, place) { category in
                            table.withText(of: .introduction, place) { introduction in
                                lexicon.theme(ofName: name, category: category, introduction: introduction, &found)
                            }
                        }
                    }
                    if let theme { part.themes[theme] += 1 }
                    let municipality = Municipality.key(
                        roadAddress: table.text(of: .roadAddress, place), lotAddress: table.text(of: .lotAddress, place)
                    )
                    var number = -1
                    if !municipality.isEmpty {
                        number = numbers[municipality] ?? part.municipalities.count
                        if number == part.municipalities.count {
                            numbers[municipality] = number
                            part.municipalities.append(municipality)
                            part.counts.append(0)
                        }
                        part.counts[number] += 1
                    }
                    unsafe (room.baseAddress! + place).initialize(
                        to: PlaceFacts(theme: theme ?? -1, municipality: number, nameBits: bits))
                }
                parts.withLock { [part] in $0.append(part) }
            }
            made = table.count
        }
        let read = parts.withLock { $0 }
        var counts: (themes: [String: Int], municipalities: [String: Int]) = ([:], [:])
        for part in read {
            for (text, count) in zip(lexicon.themes, part.themes) where count > 0 {
                counts.themes[text, default: 0] += count
            }
            for (text, count) in zip(part.municipalities, part.counts) {
                counts.municipalities[text, default: 0] += count
            }
        }
        (kept, themes, municipalities) = (nil, Numbered(counts.themes), Numbered(counts.municipalities))
        let themeNumbers = lexicon.themes.map { themes.number($0) }
        for part in read {
            let numbers = part.municipalities.map { municipalities.number($0) }
            for place in part.places {
                if held[place].theme >= 0 { held[place].theme = themeNumbers[held[place].theme] }
                if held[place].municipality >= 0 { held[place].municipality = numbers[held[place].municipality] }
            }
        }
        setNeighbours(in: index, jobs: jobs)
    }

    /// Sets the metres to the neighbours of all places.
    private mutating func setNeighbours(in index: PointIndex, jobs: Int) {
        unsafe held.withUnsafeMutableBufferPointer { held in
            nonisolated(unsafe) let held = unsafe held
            Parts(of: index.count, jobs: jobs).forEach { _, part in
                var last: (place: Coordinate, reach: Meters)?
                index.forEachPlace(in: part) { position, place in
                    // No farther away than the farthest neighbour of a place nearby, and a millimetre for rounding.
                    let reach = last.map {
                        $0.reach + Sphere.earth.distance(from: $0.place, to: place) + Meters(0.001)
                    }
                    let near = index.nearest(to: place, count: PlaceFacts.nearCount, within: reach)
                    last = near.count == PlaceFacts.nearCount ? (place, near[near.count - 1].distance) : nil
                    unsafe held[position].setNeighbours(near)
                }
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
        func facts() -> ContiguousArray<UInt8> {
            var bytes = ContiguousArray<UInt8>()
            bytes.reserveCapacity(held.count * MemoryLayout<PlaceFacts>.stride)
            index.forEachPlace { place, _ in
                unsafe withUnsafeBytes(of: held[place]) { unsafe bytes.append(contentsOf: $0) }
            }
            return bytes
        }
        func slots() -> ContiguousArray<UInt8> {
            var slots = ContiguousArray<UInt32>(repeating: 0, count: held.count)
            var next: UInt32 = 0
            index.forEachPlace { place, _ in
                slots[place] = next
                next += 1
            }
            return unsafe slots.withUnsafeBytes { unsafe ContiguousArray($0) }
        }
        let terminated = ContiguousArray(texts.flatMap { ContiguousArray($0.utf8) + [0] })
        return [
            IndexFileExtra(name: Self.factsSection, bytes: facts()),
            IndexFileExtra(name: Self.slotsSection, bytes: slots()),
            IndexFileExtra(name: Self.textsSection, bytes: terminated),
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
