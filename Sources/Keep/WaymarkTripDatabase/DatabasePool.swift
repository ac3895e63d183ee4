import Dispatch
import WaymarkThreads
import WaymarkTrips

/// The connections to one file: one that writes, and some that read beside it, each from one state (write-ahead log).
final class DatabasePool: Sendable {
    private let writer: Connections
    private let readers: Connections

    /// Opens a file; beyond `maxPages`, if given, the disk counts as full, for tests.
    init(path: String, busySeconds: Double, readerCount: Int, maxPages: Int?) throws {
        let writer = try Database(file: path, busySeconds: busySeconds)
        if let maxPages { try writer.execute(sql: "PRAGMA max_page_count = \(maxPages)") }
        guard try writer.texts(sql: "PRAGMA journal_mode = WAL") == ["wal"] else {
            throw TripStoreError.failed(reason: "the database cannot have a write-ahead log")
        }
        // A commit is in the log, but synced only with the next checkpoint.
        try writer.execute(sql: "PRAGMA synchronous = NORMAL")
        self.writer = Connections([writer], limit: 1) { throw TripStoreError.busy }
        readers = Connections([], limit: readerCount) {
            let reader = try Database(file: path, busySeconds: busySeconds)
            try reader.execute(sql: "PRAGMA query_only = 1")
            return reader
        }
    }

    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try writer.use { try $0.transaction("IMMEDIATE", body) }
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
