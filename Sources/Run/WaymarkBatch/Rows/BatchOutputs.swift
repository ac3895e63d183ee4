import WaymarkTables
import WaymarkText

/// The outputs of a batch: rows, and rejected rows if they are kept.
struct BatchOutputs: ~Copyable {
    private let rows: OutputFile
    private var rejects: RejectsFile?
    private let pathOfRejects: String?

    /// The outputs of all rows, or of those of a shard, which are hashed for its manifest.
    init(_ rows: OutputFile, rejects path: String?, header: [String], of shard: Shard?) throws(TableError) {
        (self.rows, pathOfRejects) = (rows, path)
        var rejects: RejectsFile? = nil
        if let path { rejects = try RejectsFile(path: path, header: header, writesHeader: shard?.isFirst ?? true) }
        if shard != nil {
            rows.hash = XXH64()
            rejects?.hash = XXH64()
        }
        self.rejects = rejects
    }

    /// Appends formatted rejected rows.
    mutating func append(_ rejected: CSVBuffer, count: Int) throws(TableError) {
        try rejects?.append(formatted: rejected.bytes.span, count: count)
    }

    /// Gives both their names.
    ///
    /// - Parameter manifest: Makes the manifest of a part with a name, given its rejects; nil for all rows.
    /// - Throws: `TableError` if one cannot be written; neither has its name then, unless only the rejects cannot get theirs.
    mutating func commit(
        _ manifest: (_ rejects: (path: String, hash: XXH64?)?) throws(TableError) -> ShardManifest?
    ) throws(TableError) {
        // Write all bytes of both files before either gets its name, so that a full disk leaves neither.
        try rejects?.flush()
        if rows.isNamed {
            let isKept = rejects?.isNamed ?? false
            let rejected = isKept ? pathOfRejects.map { (path: $0, hash: rejects?.hash) } : nil
            // Before the part, so that a visible part is known to be complete.
            try manifest(rejected)?.write(besidePart: rows.name)
        }
        try rows.commit()
        try rejects?.commit()
    }
}
