internal import CSQLite
import WaymarkTrips

/// The rows that a statement finds, one after another.
///
/// A column of another type than expected is nil: a file may have any.
final class StatementRows {
    private let statement: Statement

    init(_ statement: Statement, _ arguments: StatementArguments = []) throws {
        self.statement = statement
        try statement.start(arguments)
    }

    // A statement that has not come to its end would keep its state of the database for later reads.
    deinit { statement.reset() }

    /// Goes to the next row, whose columns can be read until the one after it is asked for; nil after the last.
    func next() throws -> StatementRows? {
        try statement.step() ? self : nil
    }

    func integer(_ column: Int32) -> Int64? {
        guard unsafe SQLite.library.sqlite3_column_type(statement.handle, column) == SQLITE_INTEGER else { return nil }
        return unsafe SQLite.library.sqlite3_column_int64(statement.handle, column)
    }

    func utf8(_ column: Int32) -> ContiguousArray<UInt8>? {
        guard unsafe SQLite.library.sqlite3_column_type(statement.handle, column) == SQLITE_TEXT,
            let start = unsafe SQLite.library.sqlite3_column_text(statement.handle, column)
        else { return nil }
        let count = unsafe Int(SQLite.library.sqlite3_column_bytes(statement.handle, column))
        return unsafe ContiguousArray(UnsafeBufferPointer(start: start, count: count))
    }

    func text(_ column: Int32) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

    func id(_ column: Int32) -> RecordID? { unsafe blob(column).flatMap { unsafe RecordID($0) } }

    func bytes(_ column: Int32) -> [UInt8]? { unsafe blob(column).map { unsafe Array($0) } }

    func rank(_ column: Int32) -> Rank? {
        unsafe blob(column).flatMap { Rank(bytes: unsafe ContiguousArray($0)) }
    }

    private func blob(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard unsafe SQLite.library.sqlite3_column_type(statement.handle, column) == SQLITE_BLOB else { return nil }
        let start = unsafe SQLite.library.sqlite3_column_blob(statement.handle, column)
        let count = unsafe Int(SQLite.library.sqlite3_column_bytes(statement.handle, column))
        return unsafe UnsafeRawBufferPointer(start: start, count: count)
    }
}
