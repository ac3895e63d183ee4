public import WaymarkAttractions
public import WaymarkIndex

extension PlaceIndex {
    /// The names of the file sections that hold the arrays of an index.
    private enum Section: String, CaseIterable {
        case positions = "search.position"
        case keys = "search.key"
        case blocks = "search.block"
        case suffixes = "search.suffix"
        case letterPlaces = "search.letter.place"
        case letterEnds = "search.letter.end"
        case words = "search.word"
        case wordPlaces = "search.word.place"
        case headKeys = "search.head.key"
        case headWords = "search.head.word"
        case initials = "search.initial"
        case initialBlocks = "search.initial.block"
        case pairStarts = "search.pair.start"
        case pairs = "search.pair"
        case singles = "search.single"
        case loneConsonants = "search.lone"
        case lengths = "search.length"
        case vectors = "search.vector"
        case categories = "search.category"
        case categoryPlaces = "search.category.place"
        case textKeys = "search.text.key"
        case textWords = "search.text.word"
        case textStarts = "search.text.start"
        case textPlaces = "search.text.place"
    }

    /// The index as sections of a file.
    var sections: [IndexFileExtra] {
        Section.allCases.map { IndexFileExtra(name: $0.rawValue, bytes: bytes(of: $0)) }
    }

    private func bytes(of section: Section) -> ContiguousArray<UInt8> {
        switch section {
        case .positions: positions.bytes
        case .keys: names.keys.bytes
        case .blocks: names.blocks.bytes
        case .suffixes: suffixes.positions.bytes
        case .letterPlaces: letterPlaces.bytes
        case .letterEnds: letterEnds.bytes
        case .words: words.positions.bytes
        case .wordPlaces: wordPlaces.bytes
        case .headKeys: heads.keys.bytes
        case .headWords: heads.firsts.bytes
        case .initials: initials.keys.bytes
        case .initialBlocks: initials.blocks.bytes
        case .pairStarts: pairs.starts.bytes
        case .pairs: pairs.letters.bytes
        case .singles: singles.bits.bytes
        case .loneConsonants: loneConsonants.slots.bytes
        case .lengths: lengths.bytes
        case .vectors: vectors.bytes
        case .categories: categories.bytes
        case .categoryPlaces: categoryPlaces.bytes
        case .textKeys: texts.keys.bytes
        case .textWords: texts.words.positions.bytes
        case .textStarts: texts.starts.bytes
        case .textPlaces: texts.places.bytes
        }
    }

    /// Whether a file has any section of a search index.
    static func isStored(in file: IndexFile) -> Bool {
        let names = Set(Section.allCases.map(\.rawValue))
        return file.sections.contains { names.contains($0.name) }
    }

    /// Reads the index of `count` places from a file, in place; nil if the file has none.
    ///
    /// - Throws: `IndexFileError.damaged` if a section is missing, or does not have one number per place.
    /// - Complexity: O(1).
    init?(_ file: IndexFile, count: Int) throws(IndexFileError) {
        guard Self.isStored(in: file) else { return nil }
        let memory = StoredMemory()
        func array<Element>(_ section: Section, count: Int? = nil) throws(IndexFileError) -> StoredArray<Element> {
            guard let bytes = file.bytes(of: section.rawValue) else {
                throw .damaged(
                    file: file.name,
                    fault:
                        "the search index has no section \(section.rawValue); one of another version of Waymark has to be built again"
                )
            }
            if let count, bytes.count != count * MemoryLayout<Element>.stride {
                throw .damaged(
                    file: file.name, fault: "section \(section.rawValue) does not have one number per place (\(count))")
            }
            return StoredArray(bytes, in: memory)
        }
        self.memory = memory
        positions = try array(.positions, count: count)
        names = NameKeys(keys: try array(.keys), blocks: try array(.blocks))
        suffixes = SortedSuffixes(positions: try array(.suffixes))
        letterPlaces = try array(.letterPlaces)
        letterEnds = try array(.letterEnds)
        words = SortedSuffixes(positions: try array(.words))
        wordPlaces = try array(.wordPlaces)
        heads = WordHeads(keys: try array(.headKeys), firsts: try array(.headWords))
        initials = InitialLetters(keys: try array(.initials), blocks: try array(.initialBlocks))
        pairs = InitialPairs(starts: try array(.pairStarts), letters: try array(.pairs))
        loneConsonants = LoneConsonants(slots: try array(.loneConsonants))
        singles = SingleKeys(try array(.singles), count: count)
        lengths = try array(.lengths, count: count)
        vectors = try array(.vectors, count: count)
        categories = try array(.categories, count: count)
        categoryPlaces = try array(.categoryPlaces)
        texts = WordIndex(
            keys: try array(.textKeys), words: SortedSuffixes(positions: try array(.textWords)),
            starts: try array(.textStarts), places: try array(.textPlaces))
    }

    /// The name of the first section that differs from `other`; nil if all are equal.
    func difference(from other: PlaceIndex) -> String? {
        Section.allCases.first { bytes(of: $0) != other.bytes(of: $0) }?.rawValue
    }
}

extension PlaceSearch {
    /// Creates a search of the attractions in a file; the positions of hits are positions in the file.
    ///
    /// The rules of trust of `IndexFile` apply: without `verify()` a damaged file may give wrong answers, but never
    /// causes a trap or a read outside the file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - jobs: Number of threads, used only if the file has no search index.
    /// - Throws: `IndexFileError.damaged` if the file's search index is incomplete.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(1) if the file has a search index; otherwise that of building one.
    public init(_ file: AttractionFile, jobs: Int = 1) throws(IndexFileError) {
        if let index = try PlaceIndex(file.file, count: file.count) {
            self.init(.file(file), index)
        } else {
            self.init(.file(file), jobs: jobs)
        }
    }

    /// Creates a search of attractions in memory; the positions of hits are positions in `attractions`.
    ///
    /// - Precondition: `jobs` is at least 1; fewer than 2³⁰ attractions.
    /// - Complexity: O(*n* log *n*) in the number of letters.
    public init(attractions: [Attraction], jobs: Int = 1) {
        self.init(.catalog(attractions), jobs: jobs)
    }

    /// Whether a file has a search index; without one, ``PlaceSearch`` builds its own.
    ///
    /// - Complexity: O(1).
    public static func isStored(in file: IndexFile) -> Bool { PlaceIndex.isStored(in: file) }

    /// Checks that the stored index equals the one built from the attractions.
    ///
    /// - Parameter jobs: Number of threads.
    /// - Throws: `IndexFileError.damaged` that names the first section that differs.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: That of building the index.
    public func verify(jobs: Int = 1) throws(IndexFileError) {
        guard case .file(let file) = records else { return }
        let made = PlaceSearch(records, jobs: jobs)
        if let section = index.difference(from: made.index) {
            throw .damaged(file: file.file.name, fault: "section \(section) does not fit the attractions")
        }
    }

    /// The index of the attractions of a table, as sections for a file of them.
    ///
    /// - Precondition: The table has all fields; `jobs` is at least 1; fewer than 2³⁰ attractions.
    /// - Complexity: O(*n* log *n*) in the number of letters.
    package static func sections(for table: AttractionTable, jobs: Int) -> [IndexFileExtra] {
        PlaceIndex(TablePlaces(table: table), jobs: jobs).sections
    }
}

extension AttractionCatalog {
    /// Writes the attractions, their index and a search index of their names as a `.waymark` file, in pieces.
    ///
    /// - Parameters:
    ///   - search: The search of this catalog.
    ///   - write: Receives each piece; an error it throws stops the writing.
    /// - Throws: The error that `write` throws.
    /// - Precondition: `search` has as many places as the catalog.
    /// - Complexity: O(*n*).
    public func writeFile<E: Error>(
        with search: PlaceSearch, into write: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        precondition(
            search.count == attractions.count, "the search has \(search.count) places, the catalog \(attractions.count)"
        )
        try writeFile(sections: search.index.sections, into: write)
    }
}
