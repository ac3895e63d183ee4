import WaymarkIndex
import WaymarkTables

/// What a path of attractions leads to: the bytes of a table, or an index file.
enum AttractionInput {
    case table(ContiguousArray<UInt8>, name: String)
    case indexFile(AttractionFile)

    /// Reads the table at `path`, or maps the index file; `-` is standard input.
    ///
    /// - Throws: ``AttractionError``; also where `options` ask for what is settled when an index file is built.
    /// - Complexity: O(*n*) for a table; O(1) for an index file that can be mapped.
    init(path: String, options: CatalogOptions) throws(AttractionError) {
        var bytes = ContiguousArray<UInt8>()
        let (name, isMappable): (String, Bool)
        do throws(TableError) {
            let source = try FileSource(path: path)
            (name, isMappable) = (source.name, path != "-" && source.size != nil)
            let piece = 1 << 20
            // The first bytes tell an index file, of which no more is read here.
            var read = try source.read(upTo: isMappable ? 64 : piece, into: &bytes)
            if !isMappable || !IndexFile.isIndexFile(bytes.span) {
                bytes.reserveCapacity((source.size ?? 0) + piece)
                while read > 0 { read = try source.read(upTo: piece, into: &bytes) }
            }
        } catch {
            throw .table(file: path, error)
        }
        guard IndexFile.isIndexFile(bytes.span) else {
            self = .table(bytes, name: name)
            return
        }
        guard options == CatalogOptions() else {
            throw .unrecognised(
                file: name,
                reason: """
                    columns, coordinate system, encoding, delimiter, mending and duplicates are settled when an index file is \
                    built; leave them out
                    """)
        }
        do throws(IndexFileError) {
            // A pipe cannot be mapped, and was read to its end.
            self = .indexFile(
                try isMappable
                    ? AttractionFile(contentsOf: path) : AttractionFile(IndexFile(bytes: bytes.span, name: name)))
        } catch {
            throw .indexFile(error)
        }
    }
}
