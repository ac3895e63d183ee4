import WaymarkTables

/// What was found in a file of attractions: its format, and every row that was not taken as it stood.
///
/// Each row has one fate: `rowsIn == rowsKept + rowsRejected + duplicatesMerged`. Of those merged, `equalRowsMerged` lost nothing. Each rejected row has one reason:
/// `rowsRejected` is the sum of `rowsUnreadable`, `rowsWithoutCoordinate`, `unparsable`, `outOfRange` and those of
/// `swapped` that were not mended.
public struct QualityReport: Sendable, Equatable, Codable {
    /// The kinds of file that are told apart, by content.
    public enum Format: String, Sendable, Equatable, Codable {
        /// The official CSV of the tourist-site standard data.
        case standardCSV
        /// Any other CSV with columns for latitude and longitude.
        case csv
        /// The data portal's JSON file: `records` with Korean keys.
        case portalJSON
        /// The open API's answer: `response.body.items` with English keys.
        case serviceJSON
        /// A bare list of objects, or one under `data`.
        case listJSON
        /// A GeoJSON FeatureCollection (RFC 7946).
        case geoJSON
        /// An index file of Waymark.
        case indexFile
    }

    /// Two rows about the same place.
    public struct Duplicate: Sendable, Equatable, Codable {
        /// The id of the row that was kept.
        public var keptID: String
        /// The line of the row that was kept.
        public var keptLine: Int
        /// The line of the row that went into it.
        public var mergedLine: Int
        /// What the two have in common, and how far apart they lie.
        public var reason: String

        /// Two rows about the same place.
        public init(keptID: String, keptLine: Int, mergedLine: Int, reason: String) {
            self.keptID = keptID
            self.keptLine = keptLine
            self.mergedLine = mergedLine
            self.reason = reason
        }
    }

    /// What is wrong with a row that was rejected, or odd about one that was kept.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A wrong number of fields, invalid bytes, a geometry that is no point.
        case unreadable
        /// Latitude or longitude is blank.
        case withoutCoordinate
        /// Latitude or longitude is not a number.
        case unparsable
        /// Latitude or longitude is not on Earth.
        case outOfRange
        /// Latitude and longitude are exchanged; mended where the row was kept.
        case swapped
        /// A place outside Korea, in a file that lies there for more than half.
        case outOfKorea
        /// The row's own id is that of another place.
        case repeatedID
        /// A value that is not the number or date it should be.
        case unreadableValue
    }

    /// What is to be said about a row.
    public struct Entry: Sendable, Equatable {
        /// What is wrong or odd.
        public var kind: Kind
        /// The same in words, and where.
        public var rejection: Rejection

        /// What is to be said about a row.
        public init(_ kind: Kind, _ rejection: Rejection) {
            self.kind = kind
            self.rejection = rejection
        }
    }

    /// The path, "standard input", or what the caller named the bytes.
    public var file: String
    /// The kind of file.
    public var format: Format
    /// The encoding as people name it: UTF-8, UTF-8 with byte order mark, CP949 or ASCII.
    public var encoding: String
    /// Whether the first line of a CSV names the columns; `true` for JSON.
    public var hasHeader = true
    /// What is unusual about the header.
    public var headerNote: String?
    /// The character between the fields of a CSV.
    public var delimiter: String?
    /// Rows there are, the header not counted.
    public var rowsIn = 0
    /// Rows that became an attraction.
    public var rowsKept = 0
    /// Rows that could not be used.
    public var rowsRejected = 0
    /// Rows that went into another row about the same place.
    public var duplicatesMerged = 0
    /// Those of `duplicatesMerged` that were equal to it in every column.
    public var equalRowsMerged = 0
    /// One entry for each rejected row, by row; the first thousand of each kind.
    public internal(set) var rejected: [Entry] = []
    /// What was odd about rows that were kept; the first thousand of each kind.
    public internal(set) var noted: [Entry] = []
    /// Rows about the same place, also where they were not merged; the first thousand.
    public var duplicates: [Duplicate] = []
    /// The number of rows about the same place as another, also where they were not merged.
    public var duplicatesFound = 0
    /// The number of rows of each kind, by its place, also of those without an entry.
    var rejectedCounts = [Int](repeating: 0, count: Kind.allCases.count)
    var notedCounts = [Int](repeating: 0, count: Kind.allCases.count)

    /// A report about no rows yet.
    init(file: String, format: Format, encoding: String) {
        self.file = file
        self.format = format
        self.encoding = encoding
    }
}

// MARK: Counts

extension QualityReport {
    /// Rejected: a wrong number of fields, invalid bytes, a geometry that is no point.
    public var rowsUnreadable: Int { rejectedCounts[Kind.unreadable.place] }
    /// Rejected: latitude or longitude is blank.
    public var rowsWithoutCoordinate: Int { rejectedCounts[Kind.withoutCoordinate.place] }
    /// Rejected: latitude or longitude is not a number.
    public var unparsable: Int { rejectedCounts[Kind.unparsable.place] }
    /// Rejected: latitude or longitude is not on Earth.
    public var outOfRange: Int { rejectedCounts[Kind.outOfRange.place] }
    /// Latitude and longitude exchanged: the latitude lies beyond 90 degrees, and exchanged the two are a place among
    /// the good rows, in their bounding box widened by 1 degree; where no row is good, two or more such rows.
    public var swapped: Int { rejectedCounts[Kind.swapped.place] + swappedMended }
    /// Those of `swapped` that were mended and kept.
    public var swappedMended: Int { notedCounts[Kind.swapped.place] }
    /// Kept: outside 32 to 39.5 N, 123.5 to 132.5 E, in a file that lies there for more than half.
    public var outOfKorea: Int { notedCounts[Kind.outOfKorea.place] }
    /// Kept: rows whose own id is that of another place with another name; they get `-2`, `-3`, ... added.
    public var repeatedIDs: Int { notedCounts[Kind.repeatedID.place] }
    /// Values in other columns that could not be read as a number or a date; the rows were kept without them.
    public var unreadableValues: Int { notedCounts[Kind.unreadableValue.place] }

    /// Why each rejected row was, and where; by row, the first thousand of each kind.
    public var rejections: [Rejection] { rejected.map(\.rejection) }
    /// What was odd about rows that were kept, and where.
    public var notes: [Rejection] { noted.map(\.rejection) }

    /// Takes what was said of rows while they were read.
    mutating func setEntries(rejected: RowLog, noted: RowLog) {
        rejectedCounts = rejected.counts
        notedCounts = noted.counts
        rowsRejected = rejected.counts.reduce(0, +)
        self.rejected = rejected.sorted()
        self.noted = noted.sorted(byKind: [.unreadableValue, .swapped, .outOfKorea, .repeatedID])
    }
}
