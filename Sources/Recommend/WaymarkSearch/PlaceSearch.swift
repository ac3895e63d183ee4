public import WaymarkAttractions
public import WaymarkGeodesy
import WaymarkThreads

/// Places found by what is typed of their names, at every keystroke.
///
/// ```swift
/// let search = PlaceSearch(AttractionCatalog(contentsOf: "attractions.csv"))
/// for hit in search.answers(to: SearchQuery("ㄱㅂㄱ", near: hotel)).hits {
///     print(hit.name, hit.rung, hit.distance)
/// }
/// ```
///
/// What matches, and how well, is a ladder: ``SearchRung``. Equal before matching are composed and decomposed Hangul, full-width
/// and plain forms, Latin case and accents; blanks, hyphens, dots, brackets and other signs are passed over, and begin a word. The
/// words of a query may come in any order; each must match.
///
/// Answers are ordered by rung, by nearness where the query has a point (within 1, 3, 10, 30, 100, 300, 1000 km, or beyond), by
/// standing, by the number of letters in the name, by the UTF-8 of the id, by position: the same on every machine.
///
/// A value that any number of tasks may share, without a lock.
public struct PlaceSearch: Sendable {
    let records: PlaceRecords
    let index: PlaceIndex
    /// What searches have used before.
    let scratches = Spares<SearchScratch>(limit: 64)

    /// A search for places; positions of hits are those in `places`.
    ///
    /// - Parameters:
    ///   - places: The places.
    ///   - jobs: Number of threads; the answers are the same for any number.
    /// - Precondition: `jobs` is at least 1; fewer than 2³⁰ places.
    /// - Complexity: O(*n* log *n*) in the letters.
    public init(_ places: some Collection<SearchedPlace>, jobs: Int = 1) {
        self.init(.places(ContiguousArray(places)), jobs: jobs)
    }

    /// A search for the attractions of a catalog; positions of hits are those in `attractions`.
    ///
    /// - Parameters:
    ///   - catalog: The attractions.
    ///   - jobs: Number of threads; the answers are the same for any number.
    /// - Precondition: `jobs` is at least 1; fewer than 2³⁰ places.
    /// - Complexity: O(*n* log *n*) in the letters.
    public init(_ catalog: AttractionCatalog, jobs: Int = 1) {
        self.init(.catalog(catalog.attractions), jobs: jobs)
    }

    init(_ records: PlaceRecords, _ index: PlaceIndex) {
        (self.records, self.index) = (records, index)
    }

    init(_ records: PlaceRecords, jobs: Int) {
        precondition(jobs > 0, "there is at least one job")
        self.init(records, PlaceIndex(count: records.count, jobs: jobs) { records.entry($0) })
    }

    /// Number of places.
    public var count: Int { records.count }

    /// Where the place at a position is.
    ///
    /// - Precondition: `position` is that of a hit.
    /// - Complexity: O(1).
    public func coordinate(of position: Int) -> Coordinate { records.coordinate(position) }

    /// Number of bytes of the index, without the places themselves.
    ///
    /// - Complexity: O(1).
    public var indexSize: Int { index.size }

    /// The categories there are, each once however it is written, in the order of their UTF-8.
    ///
    /// - Complexity: O(*c* log *c*) in the categories.
    public var categories: [String] {
        index.categoryPlaces.map { Int($0) }.compactMap { place in
            let position = Int(index.positions[place])
            return position < records.count ? records[position].category : nil
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
