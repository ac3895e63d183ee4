public import WaymarkAttractions
public import WaymarkGeodesy
import WaymarkThreads

/// Finds places by partly typed names, at every keystroke.
///
/// ```swift
/// let search = PlaceSearch(AttractionCatalog(contentsOf: "attractions.csv"))
/// for hit in search.answers(to: SearchQuery("ㄱㅂㄱ", near: hotel)).hits {
///     print(hit.name, hit.rung, hit.distance)
/// }
/// ```
///
/// ``SearchRung`` defines what matches, and how well. Composed and decomposed Hangul, full-width and plain forms, Latin
/// case and accents match each other. Blanks, hyphens, dots, brackets and other signs are ignored, but begin a new
/// word. The words of a query may be in any order. Each must match; if no place has all, the answers are similar places.
///
/// Answers are ordered by rung or evidence, distance from the query's point and standing together, as Documentation/Search.md says;
/// then by rung; by standing; by the number of letters in the name; by the UTF-8 of the id; by position. The order is
/// the same on every machine.
///
/// Any number of tasks may share a value without a lock.
public struct PlaceSearch: Sendable {
    let records: PlaceRecords
    let index: PlaceIndex
    var otherNames: OtherNames?
    let worth: WorthSteps
    /// The scratch memory of earlier searches, for reuse.
    private(set) var scratches = Spares<SearchBoards>(limit: 64)

    /// Creates a search of places; the positions of hits are positions in `places`.
    ///
    /// - Parameters:
    ///   - places: The places.
    ///   - jobs: Number of threads; the answers are the same for any number.
    /// - Precondition: `jobs` is at least 1; fewer than 2³⁰ places.
    /// - Complexity: O(*n* log *n*) in the number of letters.
    public init(_ places: some Collection<SearchedPlace>, jobs: Int = 1) {
        self.init(.places(ContiguousArray(places)), jobs: jobs)
    }

    /// Creates a search of a catalog's attractions; the positions of hits are positions in `attractions`.
    ///
    /// - Parameters:
    ///   - catalog: The attractions.
    ///   - standings: How well known each is, as ``SearchedPlace/standing``; empty if nothing is known. Recommendations know it:
    ///     `RecommendedPlaces.standings`.
    ///   - jobs: Number of threads; the answers are the same for any number.
    /// - Precondition: `jobs` is at least 1; fewer than 2³⁰ places; there is a standing for each or none.
    /// - Complexity: O(*n* log *n*) in the number of letters.
    public init(_ catalog: AttractionCatalog, standings: [Double] = [], jobs: Int = 1) {
        self.init(
            .catalog(catalog.attractions), standings: standings.map { SearchedPlace.steps(of: $0) }, jobs: jobs)
    }

    /// Other names of a file are read of it, unless they have to be indexed now.
    init(_ records: PlaceRecords, _ index: PlaceIndex, makesOtherNames: Bool = false, jobs: Int = 1) {
        (self.records, self.index) = (records, index)
        worth = WorthSteps(index.standings)
        if case .file = records, !makesOtherNames { return }
        otherNames = OtherNames(records.otherNames, index, count: records.count, jobs: jobs)
    }

    /// Returns a search that also finds places by other names.
    ///
    /// - Parameters:
    ///   - names: The other names of places, by position: aliases, former names, names in English.
    ///   - jobs: Number of threads; the answers are the same for any number.
    /// - Returns: The search; other names that this one has stay.
    /// - Precondition: The positions are those of places; `jobs` is at least 1.
    /// - Complexity: O(*m* log *m* + *n*) for *m* letters of other names and *n* places.
    public func adding(otherNames names: [Int: [String]], jobs: Int = 1) -> PlaceSearch {
        var search = self
        search.scratches = Spares(limit: 64)
        let given = (otherNames?.given ?? [:]).merging(names) { $0 + $1 }
        let all = records.otherNames.merging(given) { $0 + $1 }
        search.otherNames = OtherNames(all, index, count: records.count, given: given, jobs: jobs)
        return search
    }

    /// Builds an index; with `standings` of the places, unless that is empty.
    init(_ records: PlaceRecords, standings: [UInt8] = [], jobs: Int) {
        var places = ContiguousArray((0..<records.count).lazy.map { records[$0] })
        for (position, standing) in standings.enumerated() { places[position].standing = Double(standing) / 255 }
        self.init(records, PlaceIndex(HeldPlaces(places: places), jobs: jobs), makesOtherNames: true, jobs: jobs)
    }

    /// Number of places.
    public var count: Int { records.count }

    /// The location of the place at a position.
    ///
    /// - Precondition: `position` is the position of a hit.
    /// - Complexity: O(1).
    public func coordinate(of position: Int) -> Coordinate { records.coordinate(position) }

    /// The size of the index in bytes, without the places themselves.
    ///
    /// - Complexity: O(1).
    public var indexSize: Int { index.size }

    /// The distinct categories, compared like names, in the order of their UTF-8.
    ///
    /// - Complexity: O(*c* log *c*) in the number of categories.
    public var categories: [String] {
        index.categoryPlaces.map(category(ofRank:)).compactMap(\.self)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
