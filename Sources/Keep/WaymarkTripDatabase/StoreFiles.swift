import WaymarkC
import WaymarkFoundation
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

/// The database files in the folder of a store, and how one takes the place of another.
///
/// A new database is complete and on the disk as `trips.next.sqlite` before the old one is moved, with its log, to
/// `trips.before-20261128T093000.000Z.sqlite`. Whenever a program is killed or the power fails, the next one that opens the store
/// ends what was begun: there is the old content or the new.
struct StoreFiles {
    /// The folder, without a slash at its end.
    let folder: String

    var database: String { "\(folder)/\(TripDatabase.fileName)" }
    var next: String { "\(folder)/trips.next.sqlite" }
    private var draft: String { "\(folder)/.trips.next.partial" }
    private static let keptStart = "trips.before-"

    /// Whether there is a store, if only one that a restore has made.
    var isThere: Bool { current != nil }

    /// Whether a new database waits to take the place of the old one.
    var isPending: Bool { exists(next) }

    /// The databases that were replaced, the newest first.
    var kept: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(Self.keptStart) && $0.hasSuffix(".sqlite") }.sorted(by: >)
            .map { "\(folder)/\($0)" }
    }

    /// Makes a database that is to take the place of the old one; after an error nothing was changed.
    func prepare(_ content: TripContent? = nil, history: RecordID) throws {
        removeAll(draft)
        defer { removeAll(draft) }
        let descriptor = unsafe open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw refusal(draft, errno) }
        defer { close(descriptor) }
        do {
            let db = try Database(file: draft)
            // It is synced as a whole, before it has its name.
            try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try db.transaction("IMMEDIATE") { db in
                try Schema.migrate(db, history: history)
                let rows = DatabaseRows(db: db)
                for row in content?.rows ?? [] { try rows.add(row) }
                for tombstone in content?.purged ?? [] { try rows.bury(tombstone) }
            }
        }
        try place(descriptor)
    }

    /// Puts the next database in its place, if there is one; the caller holds the lock of the folder alone.
    ///
    /// - Returns: The path of the old one; nil if there was none.
    @discardableResult
    func replace() throws -> String? {
        guard isPending else { return nil }
        let time = (try? FileManager.default.attributesOfItem(atPath: next))?[.modificationDate] as? Date ?? Date()
        // Later than all that are kept, also where the clock was set back.
        let last = self.kept.first.flatMap(Self.milliseconds).map { $0 + 1 } ?? 0
        let old = keptPath(max(Int((time.timeIntervalSince1970 * 1000).rounded()), last))
        let hadOld = exists(database)
        for ending in ["-wal", ""] where exists(database + ending) {
            guard unsafe rename(database + ending, old + ending) == 0 else { throw refusal(database, errno) }
            try sync()
        }
        // A log in the place of that of the new database would be read into it.
        for ending in ["-wal", "-shm"] { System.remove(database + ending) }
        guard unsafe rename(next, database) == 0 else { throw refusal(database, errno) }
        try sync()
        return hadOld ? old : nil
    }

    /// The path of a database that was replaced at a moment: names are in the order of their times.
    private func keptPath(_ milliseconds: Int) -> String {
        let second = Date(timeIntervalSince1970: Double(milliseconds / 1000)).xsdDateTime() ?? ""
        let digits = second.filter { $0.isNumber || $0 == "T" }
        return "\(folder)/\(Self.keptStart)\(digits).\(String(1000 + milliseconds % 1000).dropFirst())Z.sqlite"
    }

    /// When a database was replaced, by its name.
    private static func milliseconds(_ path: String) -> Int? {
        // 20261128T093000.000Z
        let digits = path.dropLast(".sqlite".count).suffix(20).map(String.init)
        guard digits.count == 20, digits[8] == "T", digits[15] == ".", let thousandths = Int(digits[16..<19].joined())
        else { return nil }
        let time =
            digits[0..<4].joined() + "-" + digits[4..<6].joined() + "-" + digits[6..<8].joined() + "T"
            + digits[9..<11].joined() + ":" + digits[11..<13].joined() + ":" + digits[13..<15].joined() + "Z"
        return ClockReading(Array(time.utf8)[...], form: .schema).map { Int($0.seconds) * 1000 + thousandths }
    }

    /// Makes the newest of the replaced databases the next one.
    ///
    /// - Throws: `TripStoreError/cannotOpen(path:reason:)` if there is none, or its log is damaged.
    func prepareKept() throws {
        guard let path = kept.first else {
            throw TripStoreError.cannotOpen(path: folder, reason: "no restore is kept to be undone")
        }
        // A copy, another file: who still has the old one open must see that it was replaced.
        removeAll(draft)
        defer { removeAll(draft) }
        for ending in ["", "-wal"] where exists(path + ending) { try copy(path + ending, to: draft + ending) }
        let size = System.status(of: draft).map(\.st_size) ?? 0
        guard size > 0 else { throw TripStoreError.cannotOpen(path: path, reason: "it is empty") }
        do {
            try Database(file: draft).settle()
        } catch let error as DatabaseError where (System.status(of: draft + "-wal").map(\.st_size) ?? 0) > 0 {
            throw TripStoreError.cannotOpen(path: path, reason: error.message)
        } catch is DatabaseError {
            // Without a log it is what there was, damaged as it is.
        }
        let descriptor = unsafe open(draft, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(draft, errno) }
        defer { close(descriptor) }
        // Its time is to be that of the undoing.
        _ = futimens(descriptor, nil)
        try place(descriptor)
        removeAll(path)
    }

    /// Gives a complete draft its name.
    private func place(_ descriptor: Int32) throws {
        var code = System.sync(descriptor)
        if code == 0, unsafe rename(draft, next) != 0 { code = errno }
        guard code == 0 else { throw refusal(next, code) }
        try sync()
    }

    /// Removes the databases that were replaced before a moment; returns their number. The caller holds the lock of the folder alone.
    func forget(before milliseconds: Int64) -> Int {
        let old = kept.filter { path in Self.milliseconds(path).map { $0 < milliseconds } ?? false }
        old.forEach(removeAll)
        return old.count
    }

    /// Forces what other programs have committed to the disk: one that was killed may not have.
    func syncDatabase() throws {
        for path in [database + "-wal", database] {
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
            if descriptor < 0, errno == ENOENT { continue }
            guard descriptor >= 0 else { throw refusal(path, errno) }
            defer { close(descriptor) }
            let code = System.sync(descriptor)
            guard code == 0 else { throw refusal(path, code) }
        }
        try sync()
    }

    /// Copies the database and its log into a folder.
    func copy(to other: String) throws {
        for ending in ["", "-wal"] where exists(database + ending) {
            try copy(database + ending, to: StoreFiles(folder: other).database + ending)
        }
    }

    /// Copies a file up to the end that it has by then: another program may cut it off meanwhile.
    private func copy(_ path: String, to other: String) throws {
        let source = try FileSource(path: path, unpacksGzip: false)
        let output = try OutputFile(ownPath: other)
        var piece = ContiguousArray<UInt8>()
        while try source.read(upTo: 1 << 18, into: &piece) > 0 {
            try output.write(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        try output.commit()
    }

    /// The path of the database that counts, which may be one that waits for its place, and what identifies its file among all that have or
    /// had its name; nil if there is none.
    var current: (path: String, identity: SIMD2<UInt64>)? {
        // While one is put in its place, neither name may be there when it is looked for.
        for _ in 0..<3 {
            for path in [next, database] {
                guard let status = System.status(of: path) else { continue }
                return (path, SIMD2(UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)))
            }
        }
        return nil
    }

    /// Whether the log has anything: the database is not complete by itself then.
    var hasLog: Bool { System.status(of: database + "-wal").map { $0.st_size > 0 } ?? false }

    /// Whether the database is one that SQLite reads, with tables, but none of a store.
    var isForeign: Bool {
        guard !hasLog, let db = try? Database(file: database, isFixed: true),
            let count = try? db.integer(sql: "SELECT count(*) FROM sqlite_master"),
            let own = try? db.integer(sql: "SELECT count(*) FROM sqlite_master WHERE name IN ('record', 'history')")
        else { return false }
        return count > 0 && own == 0
    }

    func exists(_ path: String) -> Bool { System.isRegularFile(path) }

    private func sync() throws {
        let code = System.syncFolder(of: database)
        guard code == 0 else { throw refusal(folder, code) }
    }

    private func removeAll(_ path: String) {
        for ending in ["", "-wal", "-shm", "-journal"] { System.remove(path + ending) }
    }

    private func refusal(_ path: String, _ code: Int32) -> TripStoreError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EROFS, EACCES, EPERM: .cannotCreate(path: path, reason: SystemError.text(code))
        default: .inputOutput(reason: "\(path): \(SystemError.text(code))")
        }
    }
}
