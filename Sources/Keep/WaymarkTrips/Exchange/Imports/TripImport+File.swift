import WaymarkTables

extension TripImport {
    /// The maximum number of bytes of the KML in a KMZ archive, which is unpacked in memory.
    private static let maxUnpacked = 1 << 28

    /// Reads a file by its path; of a KMZ archive, the first KML in it.
    ///
    /// - Parameters:
    ///   - path: The path of a file; `-` is standard input.
    ///   - format: What it is.
    ///   - options: What the file does not say.
    ///   - onProgress: Called with the share that is read, 0 to 1; not for a pipe.
    /// - Throws: ``ImportError``, with the place.
    /// - Complexity: O(*n*) in the bytes; memory is that of the records, and of the KML of an archive.
    public init(
        contentsOf path: String, _ format: TripImportFormat, options: ImportOptions = ImportOptions(),
        onProgress: @escaping (Double) -> Void = { _ in }
    ) throws(ImportError) {
        let source: any ByteSource
        do {
            if format == .kml, path != "-", let document = try Self.unpacked(path) {
                source = document
            } else {
                let file: any ByteSource = try FileSource(path: path)
                let size = Double(file.size ?? 0)
                var count = 0
                source = SeenSource(file) { bytes in
                    count += bytes.count
                    if size > 0 { onProgress(min(1, Double(count) / size)) }
                }
            }
        } catch {
            throw ImportError(error)
        }
        var options = options
        if path != "-" { options.fileTitle = Self.title(ofFile: path) }
        try self.init(source, format, options: options)
    }

    /// The name of a file without its folder and what follows its last point, also below `.gz`.
    private static func title(ofFile path: String) -> String {
        var name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        if name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
        let end = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        return String(name[..<end])
    }

    /// The KML of a KMZ archive; nil for other files.
    ///
    /// - Throws: `TableError`, `ZipError`.
    private static func unpacked(_ path: String) throws -> MemorySource? {
        guard System.isRegularFile(path) else { return nil }
        let bytes = try PositionedBytes(contentsOf: path)
        guard try bytes.bytes(at: 0, count: min(4, bytes.count)).elementsEqual(ZipArchive.start) else { return nil }
        let archive = try ZipArchive(bytes)
        guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".kml") }) else {
            throw ZipError.notZip(reason: "there is no KML in the archive")
        }
        return MemorySource(try archive.contents(of: entry, limit: maxUnpacked), name: "\(path): \(entry.name)")
    }
}

extension TripImportFormat {
    /// The format of a file, by its name and, of JSON, by its members; nil if the name does not say.
    ///
    /// A pipe is not opened, since it can be read only once.
    ///
    /// - Complexity: O(*n*) in the bytes before the first member that decides: few.
    public init?(file path: String) {
        guard let named = Self(fileName: path) else { return nil }
        self = named == .timeline && (try? Self.isPlan(path)) == true ? .plan : named
    }

    private static func isPlan(_ path: String) throws -> Bool {
        guard System.isRegularFile(path) else { return false }
        var json = try JSONStream(FileSource(path: path))
        guard try json.isAtObject else { return false }
        try json.beginObject()
        while let name = try json.nextMember() {
            if name == "days" { return try json.isAtList }
            if ["semanticSegments", "rawSignals", "userLocationProfile"].contains(name) { return false }
            try json.skip()
        }
        return false
    }
}

/// Bytes of another source, which are seen as they are read.
struct SeenSource: ByteSource {
    private var source: any ByteSource
    private let onRead: (Span<UInt8>) -> Void

    init(_ source: any ByteSource, _ onRead: @escaping (Span<UInt8>) -> Void) {
        (self.source, self.onRead) = (source, onRead)
    }

    var name: String { source.name }
    var size: Int? { source.size }

    mutating func read(upTo limit: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        let start = buffer.count
        let read = try source.read(upTo: limit, into: &buffer)
        onRead(buffer.span.extracting(start..<start + read))
        return read
    }
}
