import WaymarkGeodesy
import WaymarkIndex
public import WaymarkPlaces
public import WaymarkTables

/// Attractions in memory: validated, without duplicates, and indexed by place.
///
/// ```swift
/// let catalog = try AttractionCatalog(contentsOf: "attractions.csv")
/// for near in catalog.attractions(within: .kilometers(10), of: hotel) {
///     print(near.attraction.name, near.distance)
/// }
/// print(catalog.report.summary())
/// ```
///
/// Formats are recognised by content: the tourist-site standard data (전국관광지정보표준데이터) as the official CSV in any edition,
/// as the data portal's JSON or as the open API's JSON answer; GeoJSON points; any CSV or JSON list with columns for
/// latitude and longitude; an index file (``AttractionFile``), which is verified and read completely. CSV and JSON may
/// be in UTF-8 or CP949.
public struct AttractionCatalog: Sendable {
    /// The attractions, in the order of their rows.
    public let attractions: [Attraction]
    /// The report about the file.
    public let report: QualityReport
    /// The index over the attractions' coordinates; positions are those in `attractions`.
    public let index: PointIndex

    /// Reads the attractions in the file at `path`; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - options: The reading options; everything is detected by default.
    ///   - jobs: The number of threads for reading, building and indexing; the catalog does not depend on it.
    /// - Throws: ``AttractionError``; an invalid row is not an error but a rejection in `report`.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*) in the rows. While the catalog is built, the texts of the file are also held in
    ///   memory.
    public init(
        contentsOf path: String, options: CatalogOptions = .init(), jobs: Int = 1
    ) throws(AttractionError) {
        self.init(
            try AttractionTable(
                contentsOf: path, options: options, fields: Self.fields, checksValues: true, jobs: jobs),
            jobs: jobs)
    }

    /// All fields of a table except coordinates.
    package static let fields = AttractionField.allCases.filter { $0 != .latitude && $0 != .longitude }

    init(_ table: AttractionTable, jobs: Int) {
        self.init(table.attractions(jobs: jobs), report: table.report, index: table.index(jobs: jobs))
    }

    init(_ attractions: [Attraction], report: QualityReport, index: PointIndex) {
        (self.attractions, self.report, self.index) = (attractions, report, index)
    }

    /// Reads the attractions in `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: The whole of a file.
    ///   - name: Its name in errors and in the report.
    ///   - options: The reading options; everything is detected by default.
    ///   - jobs: The number of threads for reading, building and indexing; the catalog does not depend on it.
    /// - Throws: ``AttractionError``; an invalid row is not an error but a rejection in `report`.
    /// - Precondition: `jobs` is at least 1.
    public init(
        bytes: ContiguousArray<UInt8>, name: String, options: CatalogOptions = .init(), jobs: Int = 1
    ) throws(AttractionError) {
        self.init(
            try AttractionTable(
                bytes: bytes, name: name, options: options, fields: Self.fields, checksValues: true, jobs: jobs),
            jobs: jobs)
    }

    /// A catalog of given attractions, unchanged.
    public init(_ attractions: [Attraction]) {
        self.attractions = attractions
        var report = QualityReport(file: "memory", format: .listJSON, encoding: "UTF-8")
        report.rowsIn = attractions.count
        report.rowsKept = attractions.count
        self.report = report
        index = PointIndex(attractions.map(\.coordinate))
    }

    /// Returns the attractions within `radius` of `center`, nearest first.
    ///
    /// Distances are great-circle, on `Sphere.earth`; the boundary belongs to the circle. Equal distances are in the
    /// order of `attractions`.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *m* log *m*) for *m* answers on average.
    public func attractions(within radius: Meters, of center: Coordinate) -> [NearbyAttraction] {
        index.points(within: radius, of: center).map(nearby)
    }

    /// Returns the `count` attractions nearest to `center`, nearest first, or all within `radius` if they are fewer.
    ///
    /// Distances are great-circle, on `Sphere.earth`. Equal distances are in the order of `attractions`.
    ///
    /// - Precondition: `count` is not negative; `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *k* log *k*) on average for *k* = `count`.
    public func nearest(to center: Coordinate, count: Int, within radius: Meters? = nil) -> [NearbyAttraction] {
        index.nearest(to: center, count: count, within: radius).map(nearby)
    }

    private func nearby(_ match: Match) -> NearbyAttraction {
        NearbyAttraction(attraction: attractions[match.index], distance: match.distance)
    }
}

/// An attraction and its distance from the centre of the search.
public struct NearbyAttraction: Hashable, Sendable {
    /// The attraction.
    public let attraction: Attraction
    /// The great-circle distance on `Sphere.earth`.
    public let distance: Meters

    /// An answer.
    public init(attraction: Attraction, distance: Meters) {
        self.attraction = attraction
        self.distance = distance
    }
}

/// Options for reading a file of attractions.
public struct CatalogOptions: Sendable, Equatable {
    /// The encoding; `nil` detects it.
    public var encoding: TextEncoding?
    /// The delimiter of a CSV; `nil` detects it.
    public var delimiter: UInt8?
    /// Names of columns given by the caller.
    public var columns: PlaceColumnNames
    /// Whether rows with swapped latitude and longitude are corrected and kept instead of rejected.
    public var mendsSwapped: Bool
    /// Which rows are merged; if an id still repeats, the ids of later rows get the suffix `-2`, `-3`, ...
    public var merging: Merging

    /// Which rows of a table are merged.
    public enum Merging: Sendable, Equatable {
        /// Rows about one place in the tourist-site standard data; in any other table only rows equal in every column.
        case usual
        /// Rows about one place in any table: with the same id, or the same name if rows have no ids, within 100 m.
        case places
        /// None.
        case nothing
    }

    /// Makes options with default values.
    public init(
        encoding: TextEncoding? = nil, delimiter: UInt8? = nil, columns: PlaceColumnNames = .init(),
        mendsSwapped: Bool = false, merging: Merging = .usual
    ) {
        self.encoding = encoding
        self.delimiter = delimiter
        self.columns = columns
        self.mendsSwapped = mendsSwapped
        self.merging = merging
    }
}
