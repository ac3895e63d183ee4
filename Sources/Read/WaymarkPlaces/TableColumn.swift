package import WaymarkTables

/// A column of a table.
package struct TableColumn: Sendable, Equatable {
    /// Its number, from 0.
    package let number: Int
    /// What the header calls it; empty where there is no header, or no name.
    package let name: String

    /// The column of a number under a header; empty where there is none.
    package init(_ number: Int, header: [String]) {
        self.number = number
        name = number < header.count ? header[number] : ""
    }

    /// Why a record cannot be used, which shows in this column.
    package func rejection(of record: CSVRecord, _ reason: String) -> Rejection {
        rejection(line: record.line, reason)
    }

    /// Why the record that begins on a line cannot be used, which shows in this column.
    package func rejection(line: Int, _ reason: String) -> Rejection {
        Rejection(line: line, column: number + 1, columnName: name.isEmpty ? nil : name, reason: reason)
    }
}
