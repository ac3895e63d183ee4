package import WaymarkTables

/// How many fields the rows of a table have: as many as its header, or without one as its first row.
///
/// Columns without a name at the end of a header, which spreadsheets leave behind, may be missing from a row; further fields may
/// follow while they are blank.
package struct FieldCounts: Sendable {
    /// The fewest fields of a row, and the number of columns.
    package let range: ClosedRange<Int>
    /// What has as many, for messages.
    private let model: String

    /// Those of a header.
    package init(header: [String]) {
        let named = (header.lastIndex { !$0.isEmpty } ?? -1) + 1
        range = named...header.count
        model = "the header"
    }

    /// Those of a table without a header.
    package init(firstRow count: Int) {
        range = count...count
        model = "the first row"
    }

    /// Whether a record has a number of fields that needs no second look.
    @inline(__always)
    func hold(_ record: CSVRecord) -> Bool { record.count >= range.lowerBound && record.count <= range.upperBound }

    /// Why a record has the wrong number of fields; nil where it has not.
    package func rejection(of record: CSVRecord) -> Rejection? {
        hold(record) ? nil : record.checkFieldCount(range.upperBound, of: model)
    }
}
