internal import CSQLite
import Dispatch
import WaymarkFoundation
import WaymarkTables
import WaymarkThreads
import WaymarkTrips

/// The connections to one file: one that writes, and some that read beside it, each from one state (write-ahead log).
final class DatabasePool: Sendable {
    private let writer: Connections?
    private let readers: Connections
    /// The file that is open; another one may have taken its place.
    private let identity: [UInt64]?
    /// A copy that is read in the place of the file.
    private let copy: TemporaryStore?

    /// Opens a database for reading and writing.
    ///
    /// - Parameters:
    ///   - maxPages: Beyond these the disk counts as full, for tests.
    ///   - history: The id of a history, if the database has none.
    init(_ files: StoreFiles, readerCount: Int, maxPages: Int?, history: RecordID) throws {
        let path = files.database
        try StoreHeader.check(path, hasLog: files.hasLog)
        identity = files.identity
        let writer = try Database(file: path)
        if let maxPages { try writer.execute(sql: "PRAGMA max_page_count = \(maxPages)") }
        if try Schema.version(of: writer) < Schema.steps.count {
            try writer.transaction("IMMEDIATE") { try Schema.migrate($0, history: history) }
        }
        guard try writer.texts(sql: "PRAGMA journal_mode = WAL") == ["wal"] else {
            throw TripStoreError.failed(reason: "the database cannot have a write-ahead log")
        }
        // A commit is on the disk when the call returns; on Apple's systems beyond the memory of the drive too.
        try writer.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
        self.writer = Connections([writer], limit: 1) { throw TripStoreError.busy }
        readers = Connections([], limit: readerCount) { try Self.reader(path) }
        copy = nil
    }

    /// Opens a database for reading alone, also where nothing can be written: then without the log, if that has nothing, or from a
    /// copy among the temporary files, as of a database of an older version.
    ///
    /// - Parameters:
    ///   - isTouched: Whether SQLite may write what it needs for reading, also the log into the database.
    ///   - isSalvaged: Whether all is read that can be, whatever version is written there.
    init(reading files: StoreFiles, isTouched: Bool = true, isSalvaged: Bool = false, readerCount: Int) throws {
        // One that waits to be put in its place is whole.
        let path = files.isPending ? files.next : files.database
        try StoreHeader.check(path, hasLog: files.hasLog)
        (identity, writer) = (files.identity, nil)
        let unwritable = [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL]
        func current(_ open: () throws -> Database) throws -> Database? {
            do {
                let first = try open()
                return try isSalvaged || Schema.version(of: first) == Schema.steps.count ? first : nil
            } catch let error as DatabaseError where unwritable.contains(error.code) { return nil }
        }
        if isTouched, path == files.database, let first = try current({ try Self.reader(path) }) {
            readers = Connections([first], limit: readerCount) { try Self.reader(path) }
            copy = nil
        } else if path == files.next || !files.hasLog, let first = try current({ try Database(file: path, isFixed: true) }) {
            readers = Connections([first], limit: readerCount) { try Database(file: path, isFixed: true) }
            copy = nil
        } else {
            let copy = try TemporaryStore(of: files)
            let first = try Database(file: copy.files.database)
            if !isSalvaged {
                try first.transaction("IMMEDIATE") { try Schema.migrate($0, history: RecordIDGenerator().next()) }
            }
            readers = Connections([first], limit: readerCount) { try Database(file: copy.files.database) }
            self.copy = copy
        }
    }

    private static func reader(_ path: String) throws -> Database {
        let reader = try Database(file: path)
        try reader.execute(sql: "PRAGMA query_only = 1")
        return reader
    }

    /// Whether its file is still the one of the store.
    func isCurrent(_ files: StoreFiles) -> Bool {
        files.identity.map { $0 == identity } ?? true
    }

    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard let writer else { throw TripStoreError.readOnly }
        return try writer.use { try $0.transaction("IMMEDIATE", body) }
    }

    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try readers.use { try $0.transaction("DEFERRED", body) }
    }

    /// Connections used in turn; who comes while all are in use waits.
    private struct Connections: Sendable {
        private let free: DispatchSemaphore
        private let idle: Spares<Database>
        private let open: @Sendable () throws -> Database

        init(_ opened: [Database], limit: Int, _ open: @escaping @Sendable () throws -> Database) {
            free = DispatchSemaphore(value: limit)
            idle = Spares(opened)
            self.open = open
        }

        func use<Result>(_ body: (Database) throws -> Result) throws -> Result {
            free.wait()
            defer { free.signal() }
            let connection = try idle.take() ?? open()
            defer { idle.give(connection) }
            return try body(connection)
        }
    }
}

/// A copy of a database among the temporary files, as long as it is in use.
final class TemporaryStore: Sendable {
    let files: StoreFiles

    init(of original: StoreFiles) throws {
        let folder = "\(System.temporaryFolder)/waymark-trips-\(RecordIDGenerator().next())"
        try AttachmentFiles.makeFolder(folder, mode: 0o700)
        files = StoreFiles(folder: folder)
        try original.copy(to: folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: files.folder) }
}

/// What the first bytes of a database say, which are read before SQLite opens it: that may write.
enum StoreHeader {
    /// Refuses the database of another program.
    ///
    /// - Throws: `TripStoreError/failed(reason:)`.
    static func check(_ path: String, hasLog: Bool) throws {
        let bytes = try PositionedBytes(contentsOf: path)
        guard bytes.count > 0 else { return }
        guard bytes.count >= 100, case let header = try bytes.bytes(at: 0, count: 100),
            header.starts(with: "SQLite format 3\0".utf8)
        else { throw TripStoreError.failed(reason: "it is no database") }
        let application = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
        // Of a store whose program was killed it may be in the log alone.
        guard application == Schema.applicationID || application == 0 && hasLog else {
            throw TripStoreError.failed(reason: "the database of another program")
        }
    }
}
