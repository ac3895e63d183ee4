import WaymarkTables

/// The result of a reader for a record, for comparison.
public struct TableRow: Equatable, Sendable {
    /// The line where it begins, from 1.
    public var line: Int
    /// Its number among the records, from 1.
    public var number: Int
    /// Its fields as text.
    public var fields: [String]
    /// Why it is invalid; nil for a valid row.
    public var rejection: Rejection?

    /// The result for `record`.
    public init(_ record: CSVRecord) {
        line = record.line
        number = record.number
        fields = (0..<record.count).map { record[$0] }
        rejection = record.rejection
    }
}
