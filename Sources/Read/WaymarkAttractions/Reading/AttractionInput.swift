import WaymarkIndex
import WaymarkTables

/// An opened file of attractions: a CSV whose first bytes were read, the bytes of JSON, or an index file.
enum AttractionInput {
    case csv(any ByteSource)
    case json(ContiguousArray<UInt8>, name: String)
    case indexFile(AttractionFile)

    private static let headSize = 1 << 16

    /// Opens the file at `path`, and reads JSON; `-` is standard input.
    ///
    /// - Throws: ``AttractionError``; also if `options` has settings that are fixed when an index file is built.
    /// - Complexity: O(1) for a CSV and for an index file that can be mapped; otherwise O(*n*).
    init(path: String, options: CatalogOptions) throws(AttractionError) {
        var bytes = ContiguousArray<UInt8>()
        let source: FileSource
        do throws(TableError) { source = try FileSource(path: path) } catch { throw .table(file: path, error) }
        try Self.read(source, to: Self.headSize, into: &bytes)
        if IndexFile.isIndexFile(bytes.span) {
            self = .indexFile(try Self.indexFile(path, source, bytes, options))
            return
        }
        switch try Self.kind(of: &bytes, source) {
        case .csv: self = .csv(HeadedSource(bytes, source))
        case .json:
            bytes.reserveCapacity(source.size ?? 0)
            try Self.read(source, to: .max, into: &bytes)
            self = .json(bytes, name: source.name)
        }
    }

    private static func read(
        _ source: FileSource, to count: Int, into bytes: inout ContiguousArray<UInt8>
    ) throws(AttractionError) {
        var source = source
        do throws(TableError) { try source.fill(&bytes, to: count) } catch { throw .table(file: source.name, error) }
    }

    /// The kind of the input; more of it is read while there are only blanks.
    private static func kind(
        of bytes: inout ContiguousArray<UInt8>, _ source: FileSource
    ) throws(AttractionError) -> ContentKind {
        while true {
            do throws(AttractionError) {
                return try ContentKind(bytes, file: source.name)
            } catch {
                guard case .emptyInput = error else { throw error }
                let count = bytes.count
                try read(source, to: 2 * max(count, headSize), into: &bytes)
                if bytes.count == count { throw error }
            }
        }
    }

    private static func indexFile(
        _ path: String, _ source: FileSource, _ head: ContiguousArray<UInt8>, _ options: CatalogOptions
    ) throws(AttractionError) -> AttractionFile {
        guard options == CatalogOptions() else {
            throw .unrecognised(
                file: source.name,
                reason: """
                    columns, coordinate system, encoding, delimiter, mending and duplicates are settled when an index file is \
                    built; leave them out
                    """)
        }
        var bytes = head
        let isMappable = path != "-" && source.size != nil
        // A pipe cannot be mapped, and is read to its end.
        if !isMappable { try read(source, to: .max, into: &bytes) }
        do throws(IndexFileError) {
            if isMappable { return try AttractionFile(contentsOf: path) }
            return try AttractionFile(IndexFile(bytes: bytes.span, name: source.name))
        } catch {
            throw .indexFile(error)
        }
    }
}
