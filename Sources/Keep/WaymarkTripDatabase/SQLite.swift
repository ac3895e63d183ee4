internal import CSQLite
import WaymarkThreads
import WaymarkTrips

/// SQLite's functions, loaded when a store is opened.
enum SQLite {
    /// Loads the library, unless that is done, and checks its version. After a failure the next call tries again.
    static func check() throws(TripStoreError) { _ = try loaded.get() }

    /// The functions.
    ///
    /// - Precondition: ``check()`` throws no error. A connection exists only then.
    static let library = try! loaded.get()

    private static let loaded = MadeOnce { () throws(TripStoreError) in
        var reason: UnsafePointer<CChar>?
        let functions = unsafe SQLiteFunctions_load(&reason)
        if let reason = unsafe reason {
            throw unsafe .libraryUnavailable(reason: "SQLite cannot be loaded: \(String(cString: reason))")
        }
        guard functions.sqlite3_libversion_number() >= 3_037_000 else {
            let found = unsafe String(cString: functions.sqlite3_libversion()!)
            throw .libraryUnavailable(reason: "SQLite \(found) is too old: 3.37.0 or later is needed")
        }
        return functions
    }
}

struct DatabaseError: Error {
    /// The result code, without its extension.
    let code: Int32
    let message: String

    /// A database that is damaged.
    init(message: String) { (code, self.message) = (SQLITE_CORRUPT, message) }

    /// The error of a call on a connection, which is nil without memory.
    @unsafe
    init(_ code: Int32, of connection: OpaquePointer?) {
        self.code = code & 0xFF
        let words =
            unsafe connection.map { unsafe SQLite.library.sqlite3_errmsg($0) } ?? SQLite.library.sqlite3_errstr(code)
        message = unsafe words.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}

/// What a parameter of a statement may be; nil is NULL.
protocol DatabaseValue {
    /// Gives the statement a copy.
    @unsafe func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension DatabaseValue where Self: BinaryInteger {
    @unsafe func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe SQLite.library.sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension Int: DatabaseValue {}
extension Int64: DatabaseValue {}

extension Double: DatabaseValue {
    @unsafe func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe SQLite.library.sqlite3_bind_double(statement, index, self)
    }
}

extension String: DatabaseValue {
    @unsafe func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                // No bytes have no address, which would be NULL.
                unsafe withUnsafePointer(to: 0 as CChar) { empty in
                    unsafe SQLite.library.sqlite3_bind_text64(
                        statement, index, bytes.baseAddress ?? empty, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
                }
            }
        }
    }
}

extension [UInt8]: DatabaseValue {
    @unsafe func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe withUnsafeBytes { bytes in
            unsafe withUnsafePointer(to: 0 as UInt8) { empty in
                unsafe SQLite.library.sqlite3_bind_blob64(
                    statement, index, bytes.baseAddress ?? UnsafeRawPointer(empty), UInt64(bytes.count), copied)
            }
        }
    }
}

/// `SQLITE_TRANSIENT`: SQLite copies what it is given.
private var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

typealias StatementArguments = [(any DatabaseValue)?]

/// A prepared statement of a connection.
@safe
final class Statement {
    let handle: OpaquePointer
    /// Whether its rows are being read.
    private(set) var isRunning = false

    @unsafe
    fileprivate init(_ sql: String, in connection: OpaquePointer) throws(DatabaseError) {
        var handle: OpaquePointer?
        let code = unsafe SQLite.library.sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle = unsafe handle else { throw unsafe DatabaseError(code, of: connection) }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe _ = SQLite.library.sqlite3_finalize(handle) }

    func execute(arguments: StatementArguments = []) throws {
        try start(arguments)
        defer { reset() }
        while try step() {}
    }

    func start(_ arguments: StatementArguments) throws {
        precondition(!isRunning, "a statement is started while its rows are read")
        isRunning = true
        precondition(
            unsafe SQLite.library.sqlite3_bind_parameter_count(handle) == arguments.count,
            "a statement has another number of parameters than values")
        for (index, value) in arguments.enumerated() {
            let index = Int32(index + 1)
            let code = unsafe value?.bind(to: handle, at: index) ?? SQLite.library.sqlite3_bind_null(handle, index)
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    func step() throws -> Bool {
        switch unsafe SQLite.library.sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    func reset() {
        unsafe _ = SQLite.library.sqlite3_reset(handle)
        isRunning = false
    }

    private func error(_ code: Int32) -> DatabaseError {
        unsafe DatabaseError(code, of: SQLite.library.sqlite3_db_handle(handle))
    }
}

/// A connection to a database. One thread at a time may use it.
@safe
package final class Database: @unchecked Sendable {
    // @unchecked Sendable: who has it in turn is decided by `Connections`.
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private var keepsLog = false

    /// Opens a file. A fixed one, to which nobody writes, is only read, without files
    /// beside it.
    package init(file path: String, isFixed: Bool = false) throws {
        try SQLite.check()
        var handle: OpaquePointer?
        let flags = isFixed ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE
        let name = isFixed ? "file:\(Self.escaped(path))?immutable=1" : path
        let code = unsafe SQLite.library.sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            defer { unsafe _ = SQLite.library.sqlite3_close_v2(handle) }
            throw unsafe DatabaseError(code, of: handle)
        }
        unsafe self.handle = unsafe handle
        unsafe _ = SQLite.library.sqlite3_busy_timeout(handle, Int32(FolderLock.seconds * 1000))
    }

    deinit {
        if keepsLog { try? execute(sql: "PRAGMA journal_size_limit = 0") }
        statements = [:]
        unsafe _ = SQLite.library.sqlite3_close_v2(handle)
    }

    /// A path as part of an address.
    private static func escaped(_ path: String) -> String {
        // Two slashes would begin the name of a host.
        let path = path.hasPrefix("//") ? "/" + path.drop { $0 == "/" } : path
        return path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }

    package func execute(sql: String) throws {
        let code = unsafe SQLite.library.sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe DatabaseError(code, of: handle) }
    }

    /// The statement of a text, prepared once; another one while its rows are being read.
    func cachedStatement(sql: String) throws -> Statement {
        let cached = statements[sql]
        if let cached, !cached.isRunning { return cached }
        let statement = unsafe try Statement(sql, in: handle)
        if cached == nil { statements[sql] = statement }
        return statement
    }

    /// The integer in the first column of the first row.
    package func integer(sql: String) throws -> Int? {
        try StatementRows(cachedStatement(sql: sql)).next()?.integer(0).map(Int.init)
    }

    /// The texts in the first column.
    package func texts(sql: String) throws -> [String] {
        let rows = try StatementRows(cachedStatement(sql: sql))
        var texts: [String] = []
        while let row = try rows.next() { texts.append(row.text(0) ?? "") }
        return texts
    }

    /// Keeps the log when the last connection is closed, empty: SQLite would remove it by its name, which is that of the log of another
    /// database, once one has taken the place of this one.
    func keepLog() {
        var isKept: CInt = 1
        unsafe _ = SQLite.library.sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
        keepsLog = true
    }

    /// Writes the log into the file, and goes on without one: the file is then complete by itself.
    ///
    /// - Throws: `DatabaseError` if another connection is there.
    func settle() throws {
        guard try texts(sql: "PRAGMA journal_mode = DELETE") == ["delete"] else { throw TripStoreError.busy }
    }

    /// Calls `body` in a transaction that only reads, and before it `check`, once the state to be read is fixed. Of a damaged
    /// database even the end may be an error, which is none of what was read.
    func reading<Result>(check: () throws -> Void = {}, _ body: (Database) throws -> Result) throws -> Result {
        try cachedStatement(sql: "BEGIN DEFERRED").execute()
        defer {
            for end in ["COMMIT", "ROLLBACK"] where unsafe SQLite.library.sqlite3_get_autocommit(handle) == 0 {
                try? cachedStatement(sql: end).execute()
            }
        }
        _ = try integer(sql: "PRAGMA schema_version")
        try check()
        return try body(self)
    }

    /// Calls `body` in a transaction, which its error undoes.
    func transaction<Result>(_ kind: String, _ body: (Database) throws -> Result) throws -> Result {
        try cachedStatement(sql: "BEGIN \(kind)").execute()
        do {
            let result = try body(self)
            try cachedStatement(sql: "COMMIT").execute()
            return result
        } catch {
            // Some errors have ended it already.
            if unsafe SQLite.library.sqlite3_get_autocommit(handle) == 0 { try? execute(sql: "ROLLBACK") }
            throw error
        }
    }
}
