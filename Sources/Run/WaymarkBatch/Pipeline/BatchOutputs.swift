package import WaymarkTables
import WaymarkText

/// The outputs of a batch: what it answers, the rejected rows if they are kept, and the manifest of a part. They get their
/// names together.
package struct BatchOutputs: ~Copyable {
    /// The file of rejected rows; nil discards them.
    package var rejects: RejectsFile?
    private let pathOfRejects: String?

    /// Opens the file of rejected rows at `path`, if they are kept, with the columns of a table; those of a part are hashed
    /// for its manifest.
    ///
    /// - Throws: `TableError` if the file cannot be created.
    package init(rejects path: String?, header: [String], of shard: Shard? = nil) throws(TableError) {
        pathOfRejects = path
        if let path {
            rejects = try RejectsFile(path: path, header: header, writesHeader: shard?.isFirst ?? true)
            if shard != nil { rejects?.hash = XXH64() }
        }
    }

    /// Gives the outputs their names, once all of them are complete: the rejects, the answers, the manifest.
    ///
    /// - Parameters:
    ///   - answers: The file of the answers, all of which are written; nil if there is none.
    ///   - others: More files, all of which are written.
    ///   - manifest: Makes the manifest of a part, which is written if the answers appear under a name; takes the path and
    ///     the size and hash of the rejects, if they do.
    /// - Throws: As `OutputFile.commit(_:)`.
    package mutating func commit(
        _ answers: OutputFile?, after others: [OutputFile] = [],
        manifest: (_ rejects: (path: String, file: ShardManifest.File)?) throws(TableError) -> ShardManifest? = { _ in
            nil
        }
    ) throws(TableError) {
        let rejected = try rejects?.flushed()
        var files = [rejected].compactMap(\.self) + others + [answers].compactMap(\.self)
        let path = rejected?.isNamed == true ? pathOfRejects : nil
        if let answers, answers.isNamed, let manifest = try manifest(path.map { ($0, .init(rejected?.hash)) }) {
            let file = try OutputFile(path: ShardManifest.path(of: answers.name))
            try file.write(ContiguousArray(manifest.json.utf8).span)
            files.append(file)
        }
        try OutputFile.commit(files)
    }
}
