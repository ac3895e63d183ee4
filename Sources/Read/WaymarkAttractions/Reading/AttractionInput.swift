import WaymarkIndex
import WaymarkTables
import WaymarkText

/// An opened file of attractions: a CSV whose first bytes were read, the bytes of JSON, or an index file.
enum AttractionInput {
    case csv(any ByteSource, firstLine: Int)
    case json(ContiguousArray<UInt8>, name: String, firstLine: Int)
    case indexFile(AttractionFile)

    private static let headSize = 1 << 16
    /// The maximum number of blanks at the beginning of a line before the first other byte.
    private static let maxBlanks = 1 << 20

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
        let (kind, firstLine) = try Self.kind(of: &bytes, source)
        switch kind {
        case .csv: self = .csv(HeadedSource(bytes, source), firstLine: firstLine)
        case .json:
            bytes.reserveCapacity(source.size ?? 0)
            try Self.read(source, to: .max, into: &bytes)
            self = .json(bytes, name: source.name, firstLine: firstLine)
        }
    }

    private static func read(
        _ source: FileSource, to count: Int, into bytes: inout ContiguousArray<UInt8>
    ) throws(AttractionError) {
        var source = source
        do throws(TableError) { try source.fill(&bytes, to: count) } catch { throw .table(file: source.name, error) }
    }

    /// The kind of the input, and the line on which `bytes` begin: of more than a head of blanks only the last line is kept.
    private static func kind(
        of bytes: inout ContiguousArray<UInt8>, _ source: FileSource
    ) throws(AttractionError) -> (kind: ContentKind, firstLine: Int) {
        var firstLine = 1
        while true {
            do throws(AttractionError) {
                return (try ContentKind(bytes, file: source.name), firstLine)
            } catch {
                guard case .emptyInput = error else { throw error }
                if let end = bytes.lastIndex(of: Byte.lineFeed) {
                    firstLine += bytes.count { $0 == Byte.lineFeed }
                    bytes.removeSubrange(...end)
                }
                let count = bytes.count
                guard count <= maxBlanks else {
                    throw .unrecognised(
                        file: source.name, reason: "line \(firstLine) begins with more than \(maxBlanks) blanks")
                }
                try read(source, to: count + headSize, into: &bytes)
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
