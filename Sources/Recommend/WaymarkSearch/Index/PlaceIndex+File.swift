public import WaymarkAttractions
public import WaymarkIndex

extension PlaceIndex {
    /// The arrays of the index, by the ends of the names of their file sections; valid while the index is held.
    private var arrays: KeyValuePairs<String, any StoredNumbers> {
        [
            "position": positions,
            "key": names.keys,
            "block": names.blocks,
            "suffix": suffixes.positions,
            "letter.place": letterPlaces,
            "letter.end": letterEnds,
            "word": words.positions,
            "word.place": wordPlaces,
            "initial": initials.keys,
            "initial.block": initials.blocks,
            "pair.start": pairs.starts,
            "pair": pairs.letters,
            "single": singles.bits,
            "lone": loneConsonants.slots,
            "length": lengths,
            "standing": standings,
            "vector": vectors,
            "category": categories,
            "category.place": categoryPlaces,
            "text.key": texts.words.keys,
            "text.word": texts.words.positions,
            "text.start": texts.starts,
            "text.placed": texts.places,
        ]
    }

    /// The arrays as sections of a file, with names that begin with a prefix.
    func sections(_ prefix: String = Self.prefix) -> [IndexFileExtra] {
        // Their bytes are made later, from the memory.
        arrays.map { name, array in
            IndexFileExtra(name: prefix + name, bytes: withExtendedLifetime(memory) { array.bytes })
        }
    }

    /// The beginning of the names of the sections of an index of names.
    static let prefix = "search."

    var size: Int { arrays.reduce(0) { $0 + $1.value.size } }

    /// Reads the index of `count` places from a file, in place; nil if the file has none.
    ///
    /// - Throws: `IndexFileError.damaged` if a section is missing, or does not have one number per place.
    /// - Complexity: O(1).
    init?(_ file: IndexFile, count: Int, prefix: String = Self.prefix) throws(IndexFileError) {
        guard file.bytes(of: prefix + "position") != nil || prefix == Self.prefix && PlaceSearch.isStored(in: file)
        else {
            return nil
        }
        let memory = StoredMemory()
        func array<Element>(_ name: String, count: Int? = nil) throws(IndexFileError) -> StoredArray<Element> {
            let section = prefix + name
            guard let bytes = file.bytes(of: section) else {
                throw .damaged(
                    file: file.name,
                    fault:
                        "the search index has no section \(section); one of another version of Waymark has to be built again"
                )
            }
            if let count, bytes.count != count * MemoryLayout<Element>.stride {
                throw .damaged(
                    file: file.name, fault: "section \(section) does not have one number per place (\(count))")
            }
            return StoredArray(bytes, in: memory)
        }
        self.memory = memory
        positions = try array("position", count: count)
        names = NameKeys(keys: try array("key"), blocks: try array("block"))
        suffixes = SortedSuffixes(positions: try array("suffix"), keys: names.keys)
        letterPlaces = try array("letter.place")
        letterEnds = try array("letter.end")
        words = SortedSuffixes(positions: try array("word"), keys: names.keys)
        wordPlaces = try array("word.place")
        initials = InitialLetters(keys: try array("initial"), blocks: try array("initial.block"))
        pairs = InitialPairs(starts: try array("pair.start"), letters: try array("pair"))
        loneConsonants = LoneConsonants(slots: try array("lone"))
        singles = SingleKeys(try array("single"), count: count)
        lengths = try array("length", count: count)
        standings = try array("standing", count: count)
        vectors = try array("vector", count: count)
        categories = try array("category", count: count)
        categoryPlaces = try array("category.place")
        texts = WordIndex(
            words: SortedSuffixes(positions: try array("text.word"), keys: try array("text.key")),
            starts: try array("text.start"), places: try array("text.placed"))
    }

    /// The name of the first section that differs from `other`; nil if all are equal.
    func difference(from other: PlaceIndex) -> String? {
        withExtendedLifetime((memory, other.memory)) {
            zip(arrays, other.arrays).first { $0.value.bytes != $1.value.bytes }?.0.key
        }
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
            otherNames = try OtherNames(file.file)
        } else {
            self.init(.file(file), jobs: jobs)
        }
    }

    /// Whether a file has a search index; without one, ``PlaceSearch`` builds its own.
    ///
    /// - Complexity: O(1).
    public static func isStored(in file: IndexFile) -> Bool {
        file.sections.contains { $0.name.hasPrefix(PlaceIndex.prefix) }
    }

    /// Checks that the stored index equals the one built from the attractions.
    ///
    /// - Parameter jobs: Number of threads.
    /// - Throws: `IndexFileError.damaged` that names the first section that differs.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: That of building the index.
    public func verify(jobs: Int = 1) throws(IndexFileError) {
        guard case .file(let file) = records else { return }
        var standings = [UInt8](repeating: 0, count: file.count)
        for rank in 0..<index.count where Int(index.positions[rank]) < file.count {
            standings[Int(index.positions[rank])] = index.standings[rank]
        }
        let made = PlaceSearch(records, standings: standings, jobs: jobs)
        let fault =
            index.difference(from: made.index).map { PlaceIndex.prefix + $0 }
            ?? OtherNames.difference(otherNames, made.otherNames)
        if let fault {
            throw .damaged(file: file.file.name, fault: "section \(fault) does not fit the attractions")
        }
    }

    /// The index of the attractions of a table, as sections for a file of them; `standings` says how well known each is, in 255 steps,
    /// or is empty if nothing is known.
    ///
    /// - Precondition: The table has all fields; `jobs` is at least 1; fewer than 2³⁰ attractions.
    /// - Complexity: O(*n* log *n*) in the number of letters.
    package static func sections(
        for table: AttractionTable, standings: [UInt8], jobs: Int
    ) -> [IndexFileExtra] {
        let places = TablePlaces(table: table, standings: standings)
        let index = PlaceIndex(places, jobs: jobs)
        return index.sections() + (OtherNames(places.otherNames, index, count: table.count, jobs: jobs)?.sections ?? [])
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
        try writeFile(
            sections: search.index.sections() + (search.otherNames?.sections ?? []), into: write)
    }
}
