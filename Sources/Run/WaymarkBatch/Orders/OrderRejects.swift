import WaymarkTables
import WaymarkThreads

/// Counts the invalid rows of a table of stops, and writes them to a file of rejects if requested.
final class OrderRejects: Sendable {
    private let path: String?
    private let state = Guarded(State())

    private struct State: ~Copyable {
        var file: RejectsFile?
        var count = 0
    }

    /// Rejects for the file at `path`; nil only counts them.
    init(path: String?) { self.path = path }

    /// The number of invalid rows.
    var count: Int { state.withLock { $0.count } }

    /// Begins the file, if there is one.
    func begin(_ header: [String]) throws(TableError) {
        guard let path else { return }
        try state.withLock { (state) throws(TableError) in state.file = try RejectsFile(path: path, header: header) }
    }

    func append(_ rejection: Rejection, _ record: CSVRecord) throws(TableError) {
        try state.withLock { (state) throws(TableError) in
            state.count += 1
            try state.file?.append(rejection, record: record)
        }
    }

    func flush() throws(TableError) {
        try state.withLock { (state) throws(TableError) in try state.file?.flush() }
    }

    func commit() throws(TableError) {
        try state.withLock { (state) throws(TableError) in try state.file?.commit() }
    }
}
