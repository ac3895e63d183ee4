import WaymarkTables

/// What a reader says of a record, to compare.
public struct TableRow: Equatable, Sendable {
    /// Line where it begins, from 1.
    public var line: Int
    /// Its number among the records, from 1.
    public var number: Int
    /// Its fields as text.
    public var fields: [String]
    /// Why it is no row; nil for one that is.
    public var rejection: Rejection?

    /// What is said of `record`.
    public init(_ record: CSVRecord) {
        line = record.line
        number = record.number
        fields = (0..<record.count).map { record[$0] }
        rejection = record.rejection
    }
}
