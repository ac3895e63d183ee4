internal import CSQLite
import Dispatch
import WaymarkC
import WaymarkFoundation
import WaymarkTables
import WaymarkThreads
import WaymarkTrips

/// The connections to one file: one that writes, and some that read beside it, each from one state (write-ahead log).
final class DatabasePool: Sendable {
    private let writer: Connections?
    private let readers: Connections
    /// The file that is open; another one may have taken its place.
    private let identity: SIMD2<UInt64>?
    /// A copy that is read in the place of the file.
    private let copy: TemporaryStore?

    /// Opens a database for reading and writing. Beyond `maxPages` the disk counts as full, for tests.
    init(_ files: StoreFiles, readerCount: Int, maxPages: Int?, history: RecordID) throws {
        let path = files.database
        try StoreHeader.check(path, hasLog: files.hasLog)
        // SQLite would open it for reading, and refuse the first change.
        if unsafe access(path, W_OK) != 0, [EROFS, EACCES, EPERM].contains(errno) { throw TripStoreError.readOnly }
        identity = files.current?.identity
        let writer = try Database(file: path)
        writer.keepLog()
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
    /// copy among the temporary files, as of a database of an older version. If it is touched, SQLite may write what it needs for
    /// reading, also the log into the database.
    init(reading files: StoreFiles, isTouched: Bool = true, readerCount: Int) throws {
        // One that waits for its place is whole.
        guard let (path, identity) = files.current else { throw TripStoreError.noStore(folder: files.folder) }
        try StoreHeader.check(path, hasLog: files.hasLog)
        (self.identity, writer) = (identity, nil)
        let unwritable = [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL]
        func current(_ open: () throws -> Database) throws -> Database? {
            do {
                let first = try open()
                return try Schema.version(of: first) == Schema.steps.count ? first : nil
            } catch let error as DatabaseError where unwritable.contains(error.code) { return nil }
        }
        if isTouched, path == files.database, let first = try current({ try Self.reader(path) }) {
            readers = Connections([first], limit: readerCount) { try Self.reader(path) }
            copy = nil
        } else if path == files.next || !files.hasLog,
            let first = try current({ try Database(file: path, isFixed: true) })
        {
            readers = Connections([first], limit: readerCount) { try Database(file: path, isFixed: true) }
            copy = nil
        } else {
            let copy = try TemporaryStore(of: files)
            let first = try Database(file: copy.files.database)
            try first.transaction("IMMEDIATE") { try Schema.migrate($0, history: RecordIDGenerator().next()) }
            readers = Connections([first], limit: readerCount) { try Database(file: copy.files.database) }
            self.copy = copy
        }
    }

    private static func reader(_ path: String) throws -> Database {
        let reader = try Database(file: path)
        reader.keepLog()
        // The last one to close it writes the log into it.
        try reader.execute(sql: "PRAGMA query_only = 1; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
        return reader
    }

    /// Whether its file is still the one of the store.
    func isCurrent(_ files: StoreFiles) -> Bool {
        files.current.map { $0.identity == identity } ?? true
    }

    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard let writer else { throw TripStoreError.readOnly }
        return try writer.use { try $0.transaction("IMMEDIATE", body) }
    }

    /// Reads from one state; `check` is called once that is fixed, before anything is read.
    func read<Result>(check: () throws -> Void = {}, _ body: (Database) throws -> Result) throws -> Result {
        try readers.use { try $0.reading(check: check, body) }
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

    /// All that can be read of a damaged database, whatever version is written there. Where its list of tables is damaged, that of a
    /// new one is laid over it: tables lie where they were made, and the checksums of records say whether that fits.
    static func salvage(_ original: StoreFiles) throws -> SalvagedRecords {
        let copy = try TemporaryStore(of: original)
        let path = copy.files.database
        var fault: any Error = DatabaseError(message: "nothing can be read")
        for isLaidOver in [false, true] {
            do {
                if isLaidOver { try copy.layTables() }
                let found = try Database(file: path).reading { try DatabaseRows(db: $0).salvage() }
                if !found.rows.isEmpty || !isLaidOver && found.broken.isEmpty { return found }
            } catch { if !isLaidOver { fault = error } }
        }
        throw fault
    }

    /// Writes the pages of a new database over those of this one, but those where its tables and indexes begin.
    private func layTables() throws {
        let fresh = StoreFiles(folder: files.folder + "/new")
        try AttachmentFiles.makeFolder(fresh.folder)
        try fresh.prepare(history: RecordIDGenerator().next())
        let roots = Set(
            try Database(file: fresh.next, isFixed: true).texts(sql: "SELECT CAST(rootpage AS TEXT) FROM sqlite_master")
        )
        let (pages, old) = (
            try PositionedBytes(contentsOf: fresh.next), try PositionedBytes(contentsOf: files.database)
        )
        let size = try pages.bytes(at: 16, count: 2).reduce(0) { $0 << 8 | Int($1) }
        guard old.count >= size else { throw DatabaseError(message: "it is cut off") }
        var bytes = try old.bytes(at: 0, count: old.count)
        for page in 1...pages.count / size where !roots.contains("\(page)") && page * size <= bytes.count {
            bytes.replaceSubrange(
                (page - 1) * size..<page * size, with: try pages.bytes(at: (page - 1) * size, count: size))
        }
        // The number of pages, and no list of free ones.
        for (place, number) in [(28, bytes.count / size), (32, 0), (36, 0)] {
            for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
        }
        System.remove(files.database + "-wal")
        let output = try OutputFile(ownPath: files.database)
        try output.write(bytes.span)
        try output.commit()
    }
}

/// What the first bytes of a database say, which are read before SQLite opens it: that may write.
enum StoreHeader {
    /// Refuses the database of a newer version: mending would throw out what it does not know.
    ///
    /// - Throws: `TripStoreError/newerVersion(_:known:)`.
    static func refuseNewer(_ path: String) throws {
        let bytes = try PositionedBytes(contentsOf: path)
        guard bytes.count >= 100, case let header = try bytes.bytes(at: 0, count: 100) else { return }
        let (version, application) = (number(header, 60), number(header, 68))
        if application == Schema.applicationID, version > Schema.steps.count, version < 1000 {
            throw TripStoreError.newerVersion(version, known: Schema.steps.count)
        }
    }

    private static func number(_ header: ContiguousArray<UInt8>, _ place: Int) -> Int {
        header[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Refuses the database of another program.
    ///
    /// - Throws: `TripStoreError/failed(reason:)`.
    static func check(_ path: String, hasLog: Bool) throws {
        let bytes = try PositionedBytes(contentsOf: path)
        if bytes.count == 0 {
            if hasLog { return }
            throw TripStoreError.failed(reason: "it is empty: it was cut off")
        }
        guard bytes.count >= 100, case let header = try bytes.bytes(at: 0, count: 100),
            header.starts(with: "SQLite format 3\0".utf8)
        else { throw TripStoreError.failed(reason: "it is no database") }
        let application = number(header, 68)
        // Of a store whose program was killed it may be in the log alone.
        guard application == Schema.applicationID || application == 0 && hasLog else {
            throw TripStoreError.failed(reason: "the database of another program")
        }
    }
}
