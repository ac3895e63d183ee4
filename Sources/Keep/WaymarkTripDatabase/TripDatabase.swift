internal import CSQLite
import WaymarkFoundation
import WaymarkTables
public import WaymarkTrips

/// A store in an SQLite database, in a folder of its own, with the files of its attachments.
///
/// One write is made at a time; up to eight reads go on beside it, each of one state (write-ahead log). Several
/// processes may use the folder at once: a write waits for that of another for up to ``busySeconds``. A write is in
/// the file when the call returns, also if the process is killed then; a power failure may lose the last ones, and
/// never leaves half of one.
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
    /// How long a write waits for another process.
    public static let busySeconds = 10.0
    /// The number of reads at once.
    static let readerCount = 8

    /// The files of attachments. The store does not touch them.
    public let files: AttachmentFiles
    /// Wakes waiting readers after commits made in this process.
    public let commitSignal = CommitSignal()
    private let pool: DatabasePool
    private let now: @Sendable () -> Moment

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
        if isExisting, !FileManager.default.fileExists(atPath: folder + "/" + Self.fileName) {
            throw .noStore(folder: folder)
        }
        try self.init(folder: folder, maxPages: nil, now: now)
    }

    /// The same; a database of more pages counts as a full disk, for tests.
    package init(folder: String, maxPages: Int?, now: @escaping @Sendable () -> Moment) throws(TripStoreError) {
        self.now = now
        let path = folder + "/" + Self.fileName
        do {
            try AttachmentFiles.makeFolder(folder, withParents: false)
            files = try AttachmentFiles(folder: folder + "/" + Self.filesName)
            pool = try DatabasePool(
                path: path, busySeconds: Self.busySeconds, readerCount: Self.readerCount, maxPages: maxPages)
            let time = now()
            try pool.write { db in try Schema.migrate(db, history: RecordIDGenerator(now: { time }).next()) }
        } catch {
            let refusal = TripStoreError(error)
            let result = (error as? DatabaseError)?.code
            switch refusal {
            case .failed(let reason) where result == SQLITE_CANTOPEN:
                throw .cannotCreate(path: path, reason: reason)
            case .failed(let reason): throw .cannotOpen(path: path, reason: reason)
            case .readOnly: throw .cannotCreate(path: path, reason: "it may only be read")
            default: throw refusal
            }
        }
    }

    /// Makes changes in their order: all of them, or none. See ``/WaymarkTrips/TripStore/commit(_:)``.
    @discardableResult
    public func commit(_ edits: [TripEdit]) throws(TripStoreError) -> TripCommit {
        let time = now()
        let commit = try reporting {
            try pool.write { db in
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
        try reporting { try pool.read { try DatabaseRows(db: $0).row(id) } }
    }

    /// The records that a query asks for, in the order of ``/WaymarkTrips/TripStore/records(_:)``.
    public func records(_ query: TripQuery) throws(TripStoreError) -> [StoredRecord] {
        try reporting { try pool.read { try QuerySQL(query).records(in: $0) } }
    }

    /// Calls `body` with all records at one moment. See ``/WaymarkTrips/TripStore/withSnapshot(_:)``.
    public func withSnapshot<Result>(_ body: (RecordSnapshot) throws -> Result) throws -> Result {
        do {
            return try pool.read { db in
                let rows = DatabaseRows(db: db)
                let (purged, unreadCount) = try rows.tombstones()
                return try body(
                    RecordSnapshot(purged: purged, strayCount: rows.strayCount() + unreadCount) { kind, body in
                        try rows.forEachRow(" WHERE kind = ? ORDER BY id", [kind.number], body)
                    })
            }
        } catch let error as DatabaseError {
            throw TripStoreError(error)
        }
    }

    /// The last commit.
    public func cursor() throws(TripStoreError) -> ChangeCursor {
        try reporting { try pool.read { try ChangeTable(db: $0).state().cursor } }
    }

    /// The commits after a cursor, in order, without gaps. See ``/WaymarkTrips/TripStore/changes(after:limit:)``.
    public func changes(after cursor: ChangeCursor, limit: Int) throws(TripStoreError) -> [TripCommit] {
        precondition(limit >= 1, "the limit of commits is below 1: \(limit)")
        return try reporting { try pool.read { try ChangeTable(db: $0).commits(after: cursor, limit: limit) } }
    }

    /// Puts the content of a backup into the store, in one step. See ``/WaymarkTrips/TripStore/restore(_:_:)``.
    @discardableResult
    public func restore(_ content: TripContent, _ mode: RestoreMode) throws(TripStoreError) -> RestoreReport {
        let time = now()
        let next = RecordIDGenerator(now: { time }).next()
        let (report, isChanged) = try reporting {
            try pool.write { db in
                var (rows, changes) = (DatabaseRows(db: db), ChangeTable(db: db))
                var report: RestoreReport
                let isChanged: Bool
                switch mode {
                case .replace:
                    // What is replaced is not read: it may be damaged.
                    report = try RestoreReport(replacing: rows.kinds(), by: content, isSame: rows.has)
                    try db.execute(sql: "DELETE FROM record; DELETE FROM link; DELETE FROM tombstone")
                    for row in content.rows { try rows.add(row) }
                    for tombstone in content.purged { try rows.bury(tombstone) }
                    try changes.begin(next)
                    isChanged = true
                case .merge, .add, .overwrite:
                    let merge = try TripMerge(
                        of: content, into: QuerySQL(TripQuery(life: .all)).records(in: db), rows.tombstones().read,
                        mode, now: time)
                    for row in merge.written { try rows.write(row) }
                    for tombstone in merge.buried { try rows.bury(tombstone) }
                    report = merge.report
                    isChanged = !merge.changes.isEmpty
                    _ = try changes.append(merge.changes)
                }
                report.cursor = try changes.state().cursor
                return (report, isChanged)
            }
        }
        if isChanged { commitSignal.signal() }
        return report
    }

    /// Faults of the database: damaged pages and indexes, columns and links that do not follow from their
    /// records, a history with gaps.
    public func faults() throws(TripStoreError) -> [String] {
        try reporting { try pool.read { try DatabaseCheck(db: $0).faults() } }
    }

    /// Forgets all changes but those of the last commits.
    public func forgetChanges(keeping count: Int) throws(TripStoreError) {
        precondition(count >= 0, "the number of commits is negative: \(count)")
        try reporting { try pool.write { try ChangeTable(db: $0).forget(keeping: count) } }
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
