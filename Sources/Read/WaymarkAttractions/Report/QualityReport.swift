import WaymarkTables

/// The report about a file of attractions: its format, and every row that was rejected, merged or changed.
///
/// Each row is counted once: `rowsIn == rowsKept + rowsRejected + duplicatesMerged`. Of those merged, `equalRowsMerged`
/// lost nothing. Each rejected row has one reason: `rowsRejected` is the sum of `rowsUnreadable`,
/// `rowsWithoutCoordinate`, `unparsable`, `outOfRange` and those of `swapped` that were not mended.
public struct QualityReport: Sendable, Equatable, Codable {
    /// The kinds of files, recognised by content.
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
        /// The line of the row that was merged into it.
        public var mergedLine: Int
        /// What the two have in common, and their distance.
        public var reason: String

        /// Two rows about the same place.
        public init(keptID: String, keptLine: Int, mergedLine: Int, reason: String) {
            self.keptID = keptID
            self.keptLine = keptLine
            self.mergedLine = mergedLine
            self.reason = reason
        }
    }

    /// The fault of a rejected row, or a remark about a kept one.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A wrong number of fields, invalid bytes, a geometry that is not a point.
        case unreadable
        /// Latitude or longitude is blank.
        case withoutCoordinate
        /// Latitude or longitude is not a number.
        case unparsable
        /// Latitude or longitude is out of range.
        case outOfRange
        /// Latitude and longitude are swapped; corrected if the row was kept.
        case swapped
        /// A place outside Korea, in a file with more than half of its places there.
        case outOfKorea
        /// The row's id is that of another place.
        case repeatedID
        /// A value that is not a valid number or date.
        case unreadableValue
    }

    /// A remark about a row.
    public struct Entry: Sendable, Equatable, Codable {
        /// The kind of remark.
        public var kind: Kind
        /// The remark in words, with its position.
        public var rejection: Rejection

        /// A remark about a row.
        public init(_ kind: Kind, _ rejection: Rejection) {
            self.kind = kind
            self.rejection = rejection
        }

        private enum CodingKeys: CodingKey { case kind }

        /// Decodes a remark, whose parts are named.
        public init(from decoder: any Decoder) throws {
            kind = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .kind)
            rejection = try Rejection(from: decoder)
        }

        /// Encodes the remark with named parts.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            try rejection.encode(to: encoder)
        }
    }

    enum CodingKeys: String, CodingKey {
        case file, format, encoding, hasHeader, headerNote, delimiter
        case rowsIn, rowsKept, rowsRejected, duplicatesMerged, equalRowsMerged, duplicatesFound
        case rowsUnreadable, rowsWithoutCoordinate, unparsable, outOfRange, swapped, swappedMended, outOfKorea
        case repeatedIDs, unreadableValues
        case rejected = "rejections"
        case noted = "notes"
        case duplicates
    }

    /// The path, "standard input", or the caller's name for the bytes.
    public var file: String
    /// The kind of file.
    public var format: Format
    /// The display name of the encoding: UTF-8, UTF-8 with byte order mark, CP949 or ASCII.
    public var encoding: String
    /// Whether the first line of a CSV names the columns; `true` for JSON.
    public var hasHeader = true
    /// Remarks about an unusual header.
    public var headerNote: String?
    /// The field delimiter of a CSV.
    public var delimiter: String?
    /// The number of rows, without the header.
    public var rowsIn = 0
    /// The number of rows that became an attraction.
    public var rowsKept = 0
    /// The number of rejected rows.
    public var rowsRejected = 0
    /// The number of rows merged into another row about the same place.
    public var duplicatesMerged = 0
    /// The number of `duplicatesMerged` that were equal in every column.
    public var equalRowsMerged = 0
    /// One entry for each rejected row, by row; the first thousand of each kind.
    public internal(set) var rejected: [Entry] = []
    /// Remarks about kept rows; the first thousand of each kind.
    public internal(set) var noted: [Entry] = []
    /// Rows about the same place, even if not merged; the first thousand.
    public var duplicates: [Duplicate] = []
    /// The number of rows about the same place as another, even if not merged.
    public var duplicatesFound = 0
    /// Rejected: a wrong number of fields, invalid bytes, a geometry that is not a point.
    public internal(set) var rowsUnreadable = 0
    /// Rejected: latitude or longitude is blank.
    public internal(set) var rowsWithoutCoordinate = 0
    /// Rejected: latitude or longitude is not a number.
    public internal(set) var unparsable = 0
    /// Rejected: latitude or longitude is out of range.
    public internal(set) var outOfRange = 0
    /// Latitude and longitude swapped: the latitude is beyond 90 degrees, and the swapped place lies in the bounding
    /// box of the valid rows, widened by 1 degree; if no row is valid, two or more such rows.
    public internal(set) var swapped = 0
    /// The number of `swapped` that were corrected and kept.
    public internal(set) var swappedMended = 0
    /// Kept: outside 32 to 39.5 N, 123.5 to 132.5 E, in a file with more than half of its places there.
    public internal(set) var outOfKorea = 0
    /// Kept: rows whose id is that of another place with another name; their ids get the suffix `-2`, `-3`, ...
    public internal(set) var repeatedIDs = 0
    /// Values in other columns that could not be read as a number or a date; the rows were kept without them.
    public internal(set) var unreadableValues = 0

    init(file: String, format: Format, encoding: String) {
        self.file = file
        self.format = format
        self.encoding = encoding
    }
}

extension QualityReport {
    /// The reason and position of each rejected row; sorted by row, the first thousand of each kind.
    public var rejections: [Rejection] { rejected.map(\.rejection) }
    /// Remarks about kept rows, with their positions.
    public var notes: [Rejection] { noted.map(\.rejection) }

    mutating func setEntries(rejected: RowLog, noted: RowLog) {
        rowsUnreadable = rejected.count(.unreadable)
        rowsWithoutCoordinate = rejected.count(.withoutCoordinate)
        unparsable = rejected.count(.unparsable)
        outOfRange = rejected.count(.outOfRange)
        swappedMended = noted.count(.swapped)
        swapped = rejected.count(.swapped) + swappedMended
        outOfKorea = noted.count(.outOfKorea)
        repeatedIDs = noted.count(.repeatedID)
        unreadableValues = noted.count(.unreadableValue)
        rowsRejected = rejected.count
        self.rejected = rejected.sorted()
        self.noted = noted.sorted(byKind: [.unreadableValue, .swapped, .outOfKorea, .repeatedID])
    }
}
