internal import CSQLite
import WaymarkFoundation
import WaymarkTables
import WaymarkThreads
public import WaymarkTrips

/// A store in an SQLite database, in a folder of its own, with the files of its attachments.
///
/// One write is made at a time; up to eight reads go on beside it, each of one state (write-ahead log). Several
/// processes may use the folder at once: a write waits for that of another for up to ten seconds. A write is on the disk
/// when the call returns: neither a killed process nor a power failure takes it back.
///
/// ```swift
/// let store = try TripDatabase(folder: "/home/gom/trips")
/// try store.commit([.put(.trip(trip))])
/// ```
public final class TripDatabase: TripStore {
    /// The name of the database in its folder.
    public static let fileName = "trips.sqlite"
    /// The name of the folder of files in its folder.
    public static let filesName = "files"
    static let readerCount = 8

    /// The files of attachments. The store does not touch them.
    public let files: AttachmentFiles
    /// Wakes waiting readers after commits made in this process.
    public let commitSignal = CommitSignal()
    let place: StoreFiles
    private let open: @Sendable () throws -> DatabasePool
    private let pool: Guarded<DatabasePool>
    private let now: @Sendable () -> Moment
    /// Of a database that is read with ``onBroken``: nil until it was looked at, then the records of a damaged one, none of another.
    private let looked = Guarded<[RecordID: StoredRecord]?>(nil)
    /// Takes what is skipped; nil if that is an error.
    private let onBroken: (@Sendable (TripStoreError) -> Void)?

    /// Opens a store, and makes it if the folder has none; a store of an older version is brought up to date.
    ///
    /// - Parameters:
    ///   - folder: The path of a folder; its parent exists.
    ///   - isExisting: Whether a store must be there already: none is made then.
    ///   - now: The clock, for the times of changes.
    /// - Throws: ``/WaymarkTrips/TripStoreError/noStore(folder:)``, ``/WaymarkTrips/TripStoreError/newerVersion(_:known:)``,
    ///   ``/WaymarkTrips/TripStoreError/cannotOpen(path:reason:)`` for a file that is no store,
    ///   ``/WaymarkTrips/TripStoreError/cannotCreate(path:reason:)`` for a folder that cannot be made or written,
    ///   ``/WaymarkTrips/TripStoreError/inputOutput(reason:)``, ``/WaymarkTrips/TripStoreError/busy``, ``/WaymarkTrips/TripStoreError/diskFull``; the
    ///   store is then as it was.
    public convenience init(
        folder: String, isExisting: Bool = false, now: @escaping @Sendable () -> Moment = { .now }
    ) throws(TripStoreError) {
        if isExisting, !StoreFiles(folder: folder).isThere { throw .noStore(folder: folder) }
        try self.init(folder: folder, maxPages: nil, now: now)
    }

    /// The same; a database of more pages counts as a full disk, for tests.
    package init(folder: String, maxPages: Int?, now: @escaping @Sendable () -> Moment) throws(TripStoreError) {
        let place = StoreFiles(folder: folder)
        let open: @Sendable () throws -> DatabasePool = {
            let time = now()
            let lock = try Self.sharedLock(place)
            defer { extendLifetime(lock) }
            return try DatabasePool(
                place, readerCount: Self.readerCount, maxPages: maxPages,
                history: RecordIDGenerator(now: { time }).next())
        }
        (self.now, self.place, self.open, onBroken) = (now, place, open, nil)
        let (files, first) = try Self.opening(place) {
            // A folder of another program is left as it is.
            if place.exists(place.database) {
                // It may be replaced at this moment.
                do { try StoreHeader.check(place.database, hasLog: place.hasLog) } catch TableError.notFound {}
            }
            try AttachmentFiles.makeFolder(folder, withParents: false, mode: 0o700)
            let files = try AttachmentFiles(folder: folder + "/" + Self.filesName)
            if !place.isThere {
                let lock = try FolderLock(files.folder, isAlone: true)
                defer { extendLifetime(lock) }
                if !place.isThere { try place.prepare(history: RecordIDGenerator(now: now).next()) }
                try place.replace()
            }
            return (files, try open())
        }
        self.files = files
        pool = Guarded(first)
    }

    /// Opens a store for reading alone: nothing of its content is changed, and its folder may be on a disk that is full or cannot be
    /// written; nobody is waited for. At the end the log may be written into the database, as by every program.
    ///
    /// - Parameters:
    ///   - folder: The path of a folder.
    ///   - onBroken: Takes the records that cannot be read, which ``records(_:)`` then leaves out; without it they are errors.
    /// - Throws: As ``init(folder:isExisting:now:)`` of a store that is there.
    public init(
        reading folder: String, onBroken: (@Sendable (TripStoreError) -> Void)? = nil
    ) throws(TripStoreError) {
        let place = StoreFiles(folder: folder)
        guard place.isThere else { throw .noStore(folder: folder) }
        let open: @Sendable () throws -> DatabasePool = {
            do { return try DatabasePool(reading: place, readerCount: Self.readerCount) } catch TableError.notFound {
                // It was replaced in between.
                return try DatabasePool(reading: place, readerCount: Self.readerCount)
            }
        }
        (now, self.place, self.open, self.onBroken) = ({ .now }, place, open, onBroken)
        files = AttachmentFiles(existing: folder + "/" + Self.filesName)
        let first = try Self.opening(place, open)
        pool = Guarded(first)
    }

    private static func opening<Result>(_ place: StoreFiles, _ body: () throws -> Result) throws(TripStoreError)
        -> Result
    {
        do { return try body() } catch {
            let refusal = TripStoreError(error)
            let result = (error as? DatabaseError)?.code
            switch refusal {
            case .failed(let reason) where result == SQLITE_CANTOPEN:
                throw .cannotCreate(path: place.database, reason: reason)
            case .failed(let reason): throw .cannotOpen(path: place.database, reason: reason)
            case .readOnly: throw .cannotCreate(path: place.database, reason: "it may only be read")
            default: throw refusal
            }
        }
    }

    /// Makes changes in their order: all of them, or none. See ``/WaymarkTrips/TripStore/commit(_:)``.
    @discardableResult
    public func commit(_ edits: [TripEdit]) throws(TripStoreError) -> TripCommit {
        let time = now()
        let commit = try reporting {
            try write { db in
                var rows = DatabaseRows(db: db)
                var work = CommitWork(now: time)
                for edit in edits { try work.apply(edit, to: &rows) }
                let (changes, deletions, purged) = try work.result(in: rows)
                let cursor = try ChangeTable(db: db).append(changes)
                return TripCommit(cursor: cursor, changes: changes, deletions: deletions, purged: purged)
            }
        }
        if !commit.changes.isEmpty { commitSignal.signal() }
        return commit
    }

    /// The record with an id, deleted or not; nil if there is none.
    public func record(_ id: RecordID) throws(TripStoreError) -> StoredRecord? {
        try reporting { try read { try DatabaseRows(db: $0).row(id) } }
    }

    /// The records that a query asks for, in the order of ``/WaymarkTrips/TripStore/records(_:)``.
    public func records(_ query: TripQuery) throws(TripStoreError) -> [StoredRecord] {
        guard let onBroken else { return try reporting { try read { try QuerySQL(query).records(in: $0) } } }
        return try reporting {
            let known = looked.withLock { $0 }
            do {
                if known == nil, try !read({ try DatabaseRows(db: $0).isWhole() }) {
                    throw DatabaseError(message: "an index of the database lacks records")
                }
                if known?.isEmpty ?? true {
                    let records = try read { try QuerySQL(query).records(in: $0, onBroken: onBroken) }
                    looked.withLock { $0 = $0 ?? [:] }
                    return records
                }
            } catch let error as DatabaseError where error.code == SQLITE_CORRUPT {
                onBroken(.failed(reason: error.message))
                let salvaged = try salvage()
                for broken in salvaged.broken { onBroken(.failed(reason: broken.fault)) }
                looked.withLock { $0 = Dictionary(salvaged.rows.map { ($0.id, $0) }) { first, _ in first } }
            }
            let rows = looked.withLock { $0 } ?? [:]
            return rows.values.filter { query.includes($0) { rows[$0]?.record } }.sorted(by: TripQuery.isBefore)
        }
    }

    /// Calls `body` with all records at one moment. See ``/WaymarkTrips/TripStore/withSnapshot(_:)``.
    public func withSnapshot<Result>(_ body: (RecordSnapshot) throws -> Result) throws -> Result {
        do {
            return try read { db in
                let rows = DatabaseRows(db: db)
                let (purged, unreadCount) = try rows.tombstones()
                return try body(
                    RecordSnapshot(
                        purged: purged, strayCount: rows.strayCount() + unreadCount,
                        count: db.integer(sql: "SELECT count(*) FROM record NOT INDEXED")
                    ) { kind, body in
                        try rows.forEachRow(" WHERE kind = ? ORDER BY id", [kind.number], body)
                    })
            }
        } catch let error as DatabaseError {
            throw TripStoreError(error)
        }
    }

    /// The last commit.
    public func cursor() throws(TripStoreError) -> ChangeCursor {
        try reporting { try read { try ChangeTable(db: $0).state().cursor } }
    }

    /// The commits after a cursor, in order, without gaps. See ``/WaymarkTrips/TripStore/changes(after:limit:)``.
    public func changes(after cursor: ChangeCursor, limit: Int) throws(TripStoreError) -> [TripCommit] {
        precondition(limit >= 1, "the limit of commits is below 1: \(limit)")
        return try reporting { try read { try ChangeTable(db: $0).commits(after: cursor, limit: limit) } }
    }

    /// Puts the content of a backup into the store, in one step. See ``/WaymarkTrips/TripStore/restore(_:_:adding:)``.
    ///
    /// A content that is replaced is kept beside the new one: see ``replace(folder:by:now:adding:)``.
    @discardableResult
    public func restore(
        _ content: TripContent, _ mode: RestoreMode, adding: () throws -> Void
    ) throws -> RestoreReport {
        guard mode != .replace else {
            let report = try Self.replace(folder: place.folder, by: content, now: now) { _ in try adding() }
            commitSignal.signal()
            return report
        }
        let lock = try Self.sharedLock(place)
        defer { extendLifetime(lock) }
        try adding()
        let time = now()
        let (report, isChanged) = try reporting {
            try write { db in
                var (rows, changes) = (DatabaseRows(db: db), ChangeTable(db: db))
                let merge = try TripMerge(
                    of: content, into: QuerySQL(TripQuery(life: .all)).records(in: db), rows.tombstones().read, mode,
                    now: time)
                for row in merge.written { try rows.write(row) }
                for tombstone in merge.buried { try rows.bury(tombstone) }
                _ = try changes.append(merge.changes)
                var report = merge.report
                report.cursor = try changes.state().cursor
                return (report, !merge.changes.isEmpty)
            }
        }
        if isChanged { commitSignal.signal() }
        return report
    }

    // MARK: Faults

    /// Faults of the database: damaged pages and indexes, bytes that were changed, columns and links that do not follow from their
    /// records, a history with gaps.
    public func faults() throws(TripStoreError) -> [String] {
        try reporting { try read { try DatabaseCheck(db: $0).faults() } }
    }

    /// All records that can be read, also beside damaged pages, and what is left of others.
    public func salvage() throws(TripStoreError) -> SalvagedRecords {
        try reporting { try read { try DatabaseRows(db: $0).salvage() } }
    }

    /// The files of all attachments, also of deleted ones and of contents that ``undo(folder:)`` can bring back.
    ///
    /// - Throws: ``/WaymarkTrips/TripStoreError`` if one of these contents cannot be read.
    public func neededFiles() throws(TripStoreError) -> Set<ContentHash> {
        try reporting {
            // What is read from here on is on the disk.
            try place.syncDatabase()
            var needed = try read { try DatabaseRows(db: $0).attachedFiles() }
            for path in place.kept {
                do {
                    needed.formUnion(try DatabaseRows(db: Database(file: path)).attachedFiles())
                } catch {
                    throw TripStoreError.cannotOpen(
                        path: path,
                        reason:
                            "\(TripStoreError(error)); it is kept for `waymark trips undo`, and may need files: remove it first"
                    )
                }
            }
            return needed
        }
    }

    /// Forgets all changes but those of the last commits.
    public func forgetChanges(keeping count: Int) throws(TripStoreError) {
        precondition(count >= 0, "the number of commits is negative: \(count)")
        try reporting { try write { try ChangeTable(db: $0).forget(keeping: count) } }
    }

    // MARK: Connections

    /// A database took the place of the one that was being opened.
    private struct Replaced: Error {}

    private func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        while true {
            let pool = try current()
            do {
                // A connection that was opened while the database was replaced may have it without its log.
                return try pool.read(check: { if !pool.isCurrent(place) { throw Replaced() } }, body)
            } catch is Replaced {
                continue
            } catch let error as DatabaseError {
                // Its files may have been taken away under the connection.
                if pool.isCurrent(place) { throw error }
            }
        }
    }

    private func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let lock = try Self.sharedLock(place)
        defer { extendLifetime(lock) }
        return try current().write(body)
    }

    /// The lock of who writes records, or adds files for them: nothing is replaced while it is held, and nothing waits to be.
    private static func sharedLock(_ place: StoreFiles) throws -> FolderLock {
        let folder = place.folder + "/" + filesName
        while true {
            let lock = try FolderLock(folder, isAlone: false)
            if !place.isPending { return lock }
            lock.end()
            let alone = try FolderLock(folder, isAlone: true)
            defer { extendLifetime(alone) }
            try place.replace()
        }
    }

    /// The connections to the database that has the store's name by now.
    private func current() throws -> DatabasePool {
        let open = open
        return try pool.withLock { pool in
            if !pool.isCurrent(place) { pool = try open() }
            return pool
        }
    }

    /// Calls `body`, and reports the errors of the database as those of a store.
    private func reporting<Result>(_ body: () throws -> Result) throws(TripStoreError) -> Result {
        do {
            return try body()
        } catch {
            throw TripStoreError(error)
        }
    }
}

extension TripStoreError {
    /// An error of the database, or one that is of a store already.
    init(_ error: any Error) {
        switch error {
        case let error as TripStoreError: self = error
        case let error as DatabaseError:
            switch error.code {
            case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
            case SQLITE_FULL: self = .diskFull
            case SQLITE_READONLY: self = .readOnly
            // A write that the system refused, also for want of space, or a damaged disk.
            case SQLITE_IOERR: self = .inputOutput(reason: error.message)
            default: self = .failed(reason: error.message)
            }
        case TableError.cannotCreate(let path, let reason): self = .cannotCreate(path: path, reason: reason)
        case let error as TableError: self = .inputOutput(reason: "\(error)")
        default: self = .failed(reason: "\(error)")
        }
    }
}
