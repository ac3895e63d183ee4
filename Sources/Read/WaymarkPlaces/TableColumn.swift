package import WaymarkTables

/// A column of a table.
package struct TableColumn: Sendable, Equatable {
    /// Its number, from 0.
    package let number: Int
    /// Its name in the header; empty without a header or a name.
    package let name: String

    /// The column with a number under a header; its name is empty if there is none.
    package init(_ number: Int, header: [String]) {
        self.number = number
        name = number < header.count ? header[number] : ""
    }

    /// The rejection of a record because of this column.
    package func rejection(of record: CSVRecord, _ reason: String) -> Rejection {
        rejection(line: record.line, reason)
    }

    /// The rejection of the record that begins on a line because of this column.
    package func rejection(line: Int, _ reason: String) -> Rejection {
        Rejection(line: line, column: number + 1, columnName: name.isEmpty ? nil : name, reason: reason)
    }
}
