import WaymarkIndex
import WaymarkTables
import WaymarkText

extension AttractionTable {
    private static let headSize = 1 << 16
    /// The maximum number of blanks at the beginning of a line before the first other byte.
    private static let maxBlanks = 1 << 20

    /// Reads the attractions in the file at `path`; `-` is standard input.
    ///
    /// Of the fields, latitude and longitude are not to be among those kept. With `checksValues` the report covers the values
    /// of all fields, and every byte of an index file is checked.
    ///
    /// - Throws: The errors of reading an ``AttractionCatalog``.
    /// - Complexity: O(*n*) in the bytes of a table; relations between rows cost in proportion to the rows concerned.
    package init(
        contentsOf path: String, options: CatalogOptions = .init(), fields: [AttractionField],
        checksValues: Bool = false, jobs: Int
    ) throws(AttractionError) {
        var bytes = ContiguousArray<UInt8>()
        let source: FileSource
        do throws(TableError) { source = try FileSource(path: path) } catch { throw .table(file: path, error) }
        try Self.read(source, to: Self.headSize, into: &bytes)
        if IndexFile.isIndexFile(bytes.span) {
            let file = try Self.indexFile(path, source, bytes, options)
            do throws(IndexFileError) {
                if checksValues { try file.verify() }
                self.init(file, fields: fields)
            } catch {
                throw .indexFile(error)
            }
            return
        }
        let (kind, firstLine) = try Self.kind(of: &bytes, source)
        let reader = TableReader(options: options, fields: fields, checksValues: checksValues, jobs: jobs)
        switch kind {
        case .csv: self = try reader.read(HeadedSource(bytes, source), file: source.name, firstLine: firstLine)
        case .json:
            bytes.reserveCapacity(source.size ?? 0)
            try Self.read(source, to: .max, into: &bytes)
            self = try reader.read(json: bytes, file: source.name, firstLine: firstLine)
        }
    }

    /// Reads the attractions in `bytes`, which may be packed by gzip.
    package init(
        bytes: ContiguousArray<UInt8>, name: String, options: CatalogOptions = .init(), fields: [AttractionField],
        checksValues: Bool = false, jobs: Int, blockSize: Int = 1 << 18
    ) throws(AttractionError) {
        let reader = TableReader(
            options: options, fields: fields, checksValues: checksValues, jobs: jobs, blockSize: blockSize)
        let unpacked: ContiguousArray<UInt8>
        do throws(TableError) {
            unpacked = try GzipSource.unpacking(bytes, name: name)
        } catch {
            throw .table(file: name, error)
        }
        switch try ContentKind(unpacked, file: name) {
        case .csv: self = try reader.read(MemorySource(unpacked, name: name), file: name)
        case .json: self = try reader.read(json: unpacked, file: name)
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
