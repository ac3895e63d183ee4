package import WaymarkTables
import WaymarkText

/// Finds the columns of a table by given names or by usual ones.
package struct ColumnFinder: Sendable {
    /// The names of the columns; blank without a header.
    package let header: [String]
    package let file: String
    /// The names in the form for comparison.
    private let keys: [String]

    /// A finder of the columns of `header`, or of `count` columns if that is empty.
    package init(header: [String], count: Int, file: String) {
        self.header = header.isEmpty ? Array(repeating: "", count: count) : header
        self.file = file
        keys = self.header.map(PlainText.key)
    }

    /// The column given by name or number, or the first with a usual name, the more specific names first.
    ///
    /// - Parameters:
    ///   - given: A name, or a number such as `#5`; see ``PlaceColumnNames``.
    ///   - usual: Names in the form of `PlainText.key`.
    ///   - taken: Columns with another meaning, which usual names do not find.
    ///   - isOnly: Whether two columns with the same usual name are refused; otherwise the first is used.
    /// - Returns: The column; nil if none is given and none has a usual name.
    /// - Throws: `PlaceTableError.columnNotFound` for a missing given name; `.ambiguousColumns` for a repeated one.
    package func column(
        _ given: String?, usual: [String], except taken: Set<Int> = [], isOnly: Bool = false
    ) throws(PlaceTableError) -> TableColumn? {
        if let given { return try column(given) }
        for key in usual {
            let found = keys.indices.filter { keys[$0] == key && !taken.contains($0) }
            if let column = try isOnly ? only(found) : found.first { return TableColumn(column, header: header) }
        }
        return nil
    }

    private func column(_ given: String) throws(PlaceTableError) -> TableColumn {
        let key = PlainText.key(given)
        if let named = try only(header.indices.filter { header[$0] == given && !given.isEmpty }) {
            return TableColumn(named, header: header)
        }
        if let number = PlaceColumnNames.number(given) {
            if number < header.count { return TableColumn(number, header: header) }
        } else if let found = try only(keys.indices.filter { keys[$0] == key && !key.isEmpty }) {
            return TableColumn(found, header: header)
        }
        throw .columnNotFound(file: file, name: given, seen: header)
    }

    /// The column found; throws for several with the same name, since only a number can choose one of them.
    private func only(_ found: [Int]) throws(PlaceTableError) -> Int? {
        if found.count < 2 { return found.first }
        throw .ambiguousColumns(file: file, names: found.prefix(2).map { "\(header[$0]) (#\($0 + 1))" })
    }
}

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

    /// The trimmed text of its cell; nil for a blank one.
    package func text(of record: CSVRecord) -> String? {
        record.isBlank(number) ? nil : PlainText.trimmed(record[number])
    }

    package func rejection(of record: CSVRecord, _ reason: String) -> Rejection {
        rejection(line: record.line, reason)
    }

    /// The rejection of the record that begins on a line because of this column.
    package func rejection(line: Int, _ reason: String) -> Rejection {
        Rejection(line: line, column: number + 1, columnName: name.isEmpty ? nil : name, reason: reason)
    }
}
