package import WaymarkTables

/// The number of fields in the rows of a table: that of its header, or without one of its first row.
///
/// Unnamed columns at the end of a header, left by spreadsheets, may be missing in a row; extra blank fields are
/// allowed.
package struct FieldCounts: Sendable {
    /// The minimum number of fields in a row, and the number of columns.
    package let range: ClosedRange<Int>
    /// What defines the number, for messages.
    private let model: String

    /// The counts of a header.
    package init(header: [String]) {
        let named = (header.lastIndex { !$0.isEmpty } ?? -1) + 1
        range = named...header.count
        model = "the header"
    }

    /// The counts of a table without a header.
    package init(firstRow count: Int) {
        range = count...count
        model = "the first row"
    }

    /// Whether a record surely has a valid number of fields.
    @inline(__always)
    func hold(_ record: CSVRecord) -> Bool { record.count >= range.lowerBound && record.count <= range.upperBound }

    /// Why a record has the wrong number of fields; nil if the number is valid.
    package func rejection(of record: CSVRecord) -> Rejection? {
        hold(record) ? nil : record.checkFieldCount(range.upperBound, of: model)
    }
}
