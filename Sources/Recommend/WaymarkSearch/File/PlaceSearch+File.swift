public import WaymarkAttractions
public import WaymarkIndex

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

    /// The index as sections for a file of the same places in the same order.
    package var sections: [IndexFileExtra] { index.sections }
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
        try writeFile(sections: search.sections, into: write)
    }
}
