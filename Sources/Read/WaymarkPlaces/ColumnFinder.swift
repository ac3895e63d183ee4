import WaymarkText

/// Finds the columns of a table by the names that a caller gives, or by usual ones.
package struct ColumnFinder: Sendable {
    /// The names of the columns: blank ones where there is no header.
    package let header: [String]
    /// What to call the input in errors.
    package let file: String
    /// The names as they are compared.
    private let keys: [String]

    /// A finder of the columns of `header`; of `count` columns where that is empty.
    package init(header: [String], count: Int, file: String) {
        self.header = header.isEmpty ? Array(repeating: "", count: count) : header
        self.file = file
        keys = self.header.map(PlainText.key)
    }

    /// The column that is given by name or number, or the first that has a usual name, the more telling names first.
    ///
    /// - Parameters:
    ///   - given: A name, or a number such as `#5`; see ``PlaceColumnNames``.
    ///   - usual: Names as `PlainText.key` has them.
    ///   - taken: Columns that hold something else: no usual name finds them.
    ///   - isOnly: Whether two columns of one usual name are refused. Else the first is taken.
    /// - Returns: Nil where none is given and none has a usual name.
    /// - Throws: `PlaceTableError.columnNotFound` for a given name that is missing; `.ambiguousColumns` for one that several
    ///   columns have.
    package func column(
        _ given: String?, usual: [String], except taken: Set<Int> = [], isOnly: Bool = false
    ) throws(PlaceTableError) -> TableColumn? {
        if let given { return try column(given) }
        for key in usual {
            let found = keys.indices.filter { keys[$0] == key && !taken.contains($0) }
            if isOnly { try check(found) }
            if let column = found.first { return TableColumn(column, header: header) }
        }
        return nil
    }

    private func column(_ given: String) throws(PlaceTableError) -> TableColumn {
        let named = header.indices.filter { header[$0] == given && !given.isEmpty }
        try check(named)
        if let column = named.first { return TableColumn(column, header: header) }
        if let number = PlaceColumnNames.number(given) {
            if number < header.count { return TableColumn(number, header: header) }
        } else {
            let key = PlainText.key(given)
            let found = keys.indices.filter { keys[$0] == key && !key.isEmpty }
            try check(found)
            if let column = found.first { return TableColumn(column, header: header) }
        }
        throw .columnNotFound(file: file, name: given, seen: header)
    }

    /// Nothing is taken on a guess: of columns with one name the number says which is meant.
    private func check(_ found: [Int]) throws(PlaceTableError) {
        guard found.count > 1 else { return }
        throw .ambiguousColumns(file: file, names: found.prefix(2).map { "\(header[$0]) (#\($0 + 1))" })
    }
}
