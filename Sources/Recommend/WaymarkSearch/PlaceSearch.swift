public import WaymarkAttractions
import WaymarkGeodesy
public import WaymarkIndex

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
/// Answers are ordered by rung, by where in the name they begin, by nearness where the query has a point (within 1, 3, 10, 30, 100,
/// 300, 1000 km, or beyond), by standing, by the number of letters in the name, by the UTF-8 of the id, by position: the same on every machine.
///
/// A value that any number of tasks may share, without a lock.
public struct PlaceSearch: Sendable {
    private let places: ContiguousArray<SearchedPlace>

    /// A search for places; positions of hits are those in `places`.
    ///
    /// - Complexity: O(*n* log *n*) in the letters.
    public init(_ places: some Collection<SearchedPlace>) {
        self.places = ContiguousArray(places)
    }

    /// A search for the attractions of a catalog; positions of hits are those in `attractions`.
    ///
    /// - Complexity: O(*n* log *n*) in the letters.
    public init(_ catalog: AttractionCatalog) {
        self.init(catalog.attractions.map { SearchedPlace($0) })
    }

    /// A search for the attractions of a file; positions of hits are those in the file.
    ///
    /// - Throws: `IndexFileError.damaged` where the file's own search index cannot be one.
    /// - Complexity: O(1) where the file has a search index; where it has none, that of making one.
    public init(_ file: AttractionFile) throws(IndexFileError) {
        self.init((0..<file.count).map { SearchedPlace(file[$0]) })
    }

    /// Number of places.
    public var count: Int { places.count }

    /// The categories there are, each once, in the order of their UTF-8.
    public var categories: [String] {
        Set(places.lazy.compactMap(\.category)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the answers to a query.
    ///
    /// - Parameters:
    ///   - query: What was typed, and where to look.
    ///   - isIncluded: Whether the place at a position takes part, such as one in a region; all do when nil.
    /// - Returns: The first ``SearchQuery/limit`` hits, and the number of all; none for a text without letters.
    public func answers(to query: SearchQuery, where isIncluded: ((Int) -> Bool)? = nil) -> SearchAnswers {
        LinearSearch(places).answers(to: query, where: isIncluded)
    }
}
