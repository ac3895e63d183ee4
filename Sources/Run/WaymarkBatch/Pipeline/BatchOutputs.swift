package import WaymarkTables
import WaymarkText

/// The outputs of a batch: what it answers, and the rejected rows if they are kept. They get their names together.
package struct BatchOutputs: ~Copyable {
    private var rejects: RejectsFile?
    private let pathOfRejects: String?

    /// Opens the file of rejected rows at `path`, if they are kept, with the columns of a table.
    ///
    /// - Parameters:
    ///   - path: The path of rejected rows; nil discards them.
    ///   - header: The names of the table's columns.
    ///   - shard: The part of the rows that is answered; its rejects are hashed for its manifest.
    /// - Throws: `TableError` if the file cannot be created.
    package init(rejects path: String?, header: [String], of shard: Shard? = nil) throws(TableError) {
        pathOfRejects = path
        if let path {
            rejects = try RejectsFile(path: path, header: header, writesHeader: shard?.isFirst ?? true)
            if shard != nil { rejects?.hash = XXH64() }
        }
    }

    /// Whether rejected rows are kept.
    var keepsRejects: Bool { pathOfRejects != nil }

    /// Appends rejected rows that are formatted already.
    mutating func append(_ rejected: CSVBuffer, count: Int) throws(TableError) {
        try rejects?.append(formatted: rejected.bytes.span, count: count)
    }

    /// Appends a rejected record.
    package mutating func append(_ rejection: Rejection, _ record: CSVRecord) throws(TableError) {
        try rejects?.append(rejection, record: record)
    }

    /// Appends a rejected row, given as CSV with its line end.
    package mutating func append(_ rejection: Rejection, fields: Span<UInt8>) throws(TableError) {
        try rejects?.append(rejection, fields: fields)
    }

    /// Writes the buffered rejected rows, so that little can fail when their file gets its name.
    mutating func flush() throws(TableError) { try rejects?.flush() }

    /// Gives the outputs their names.
    ///
    /// - Parameter answers: Writes what is left of the answers, and gives their file its name; takes the path and the
    ///   size and hash of the rejects if they appear under a name.
    /// - Throws: `TableError` if one cannot be written; neither has its name then, unless only the rejects cannot get
    ///   theirs.
    package mutating func commit(
        _ answers: (_ rejects: (path: String, file: ShardManifest.File)?) throws(TableError) -> Void
    ) throws(TableError) {
        let path = rejects?.isNamed ?? false ? pathOfRejects : nil
        // All bytes of both files are written before either gets its name, so that a full disk leaves neither.
        try rejects?.flush()
        try answers(path.map { ($0, ShardManifest.File(rejects?.hash)) })
        try rejects?.commit()
    }
}
