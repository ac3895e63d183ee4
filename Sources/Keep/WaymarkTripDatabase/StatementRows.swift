#if Store
    import GRDB
    import GRDBSQLite
    import WaymarkTrips

    /// The rows that a statement finds, one after another.
    struct StatementRows {
        private let cursor: RowCursor

        init(_ statement: Statement, _ arguments: StatementArguments = []) throws {
            cursor = try Row.fetchCursor(statement, arguments: arguments)
        }

        /// The next row, which can be read until the one after it is asked for; nil after the last.
        func next() throws -> StatementRow? { try cursor.next() == nil ? nil : StatementRow(cursor) }
    }

    /// The row at which a statement is.
    ///
    /// Its columns are read from SQLite without values of GRDB between, which take longer to make than most records.
    /// A column of another type than expected is nil: a file may have any.
    @safe
    struct StatementRow {
        // Keeps the statement where it is.
        private let cursor: RowCursor
        private var statement: SQLiteStatement { unsafe cursor._statement.sqliteStatement }

        fileprivate init(_ cursor: RowCursor) { self.cursor = cursor }

        func integer(_ column: Int32) -> Int64? {
            guard unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
            return unsafe sqlite3_column_int64(statement, column)
        }

        /// The bytes of a text.
        func utf8(_ column: Int32) -> ContiguousArray<UInt8>? {
            guard unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT,
                let start = unsafe sqlite3_column_text(statement, column)
            else { return nil }
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return unsafe ContiguousArray(UnsafeBufferPointer(start: start, count: count))
        }

        func text(_ column: Int32) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

        func id(_ column: Int32) -> RecordID? { unsafe blob(column).flatMap { unsafe RecordID($0) } }

        func rank(_ column: Int32) -> Rank? {
            unsafe blob(column).flatMap { Rank(bytes: unsafe ContiguousArray($0)) }
        }

        private func blob(_ column: Int32) -> UnsafeRawBufferPointer? {
            guard unsafe sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
            let start = unsafe sqlite3_column_blob(statement, column)
            return unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        }
    }
#endif
