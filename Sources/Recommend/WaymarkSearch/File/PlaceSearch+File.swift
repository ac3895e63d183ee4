public import WaymarkAttractions
public import WaymarkIndex

extension PlaceSearch {
    /// A search for the attractions of a file; positions of hits are those in the file.
    ///
    /// What `IndexFile` says of trust holds here too: without `verify()` a damaged file may give wrong answers, but never a trap
    /// or a read elsewhere.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - jobs: Number of threads, where the file has no search index.
    /// - Throws: `IndexFileError.damaged` where the file has half a search index.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(1) where the file has a search index; where it has none, that of making one.
    public init(_ file: AttractionFile, jobs: Int = 1) throws(IndexFileError) {
        if let index = try PlaceIndex(file.file, count: file.count) {
            self.init(.file(file), index)
        } else {
            self.init(.file(file), jobs: jobs)
        }
    }

    /// A search for attractions at hand; positions of hits are those in `attractions`.
    ///
    /// - Precondition: `jobs` is at least 1; fewer than 2³⁰ attractions.
    /// - Complexity: O(*n* log *n*) in the letters.
    public init(attractions: [Attraction], jobs: Int = 1) {
        self.init(.catalog(attractions), jobs: jobs)
    }

    /// Whether a file has a search index; a search for the attractions of another makes its own.
    ///
    /// - Complexity: O(1).
    public static func isStored(in file: IndexFile) -> Bool { PlaceIndex.isStored(in: file) }

    /// Checks that the index is the one that the places give.
    ///
    /// - Parameter jobs: Number of threads.
    /// - Throws: `IndexFileError.damaged` with the first section at fault.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: That of making the index.
    public func verify(jobs: Int = 1) throws(IndexFileError) {
        guard case .file(let file) = records else { return }
        let made = PlaceSearch(records, jobs: jobs)
        if let section = index.difference(from: made.index) {
            throw .damaged(file: file.file.name, fault: "section \(section) does not fit the attractions")
        }
    }

    /// The index as sections of a file of the same places in the same order.
    package var sections: [IndexFileExtra] { index.sections }
}

extension AttractionCatalog {
    /// Hands out the attractions, their index and a search index of their names as a `.waymark` file, a piece at a time.
    ///
    /// - Parameters:
    ///   - search: The search for this catalog.
    ///   - write: Takes each piece; an error it throws ends the writing.
    /// - Throws: What `write` throws.
    /// - Precondition: `search` is of as many places as the catalog has.
    /// - Complexity: O(*n*).
    public func writeFile<E: Error>(
        with search: PlaceSearch, into write: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        precondition(search.count == attractions.count, "a search for this catalog")
        try writeFile(sections: search.sections, into: write)
    }
}
