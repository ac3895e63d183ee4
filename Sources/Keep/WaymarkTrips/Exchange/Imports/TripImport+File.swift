import WaymarkTables

extension TripImport {
    /// The maximum number of bytes of the KML in a KMZ archive, which is unpacked in memory.
    private static let maxUnpacked = 1 << 28

    /// Reads a file by its path; of a KMZ archive, the first KML in it.
    ///
    /// - Parameters:
    ///   - path: The path of a file; `-` is standard input.
    ///   - format: What it is.
    ///   - ids: Makes the ids of new records.
    ///   - options: What the file does not say.
    ///   - onProgress: Called with the share that is read, 0 to 1; not for a pipe.
    /// - Throws: ``ImportError``, with the place.
    /// - Complexity: O(*n*) in the bytes; memory is that of the records, and of the KML of an archive.
    public init(
        contentsOf path: String, _ format: TripImportFormat, ids: RecordIDGenerator,
        options: ImportOptions = ImportOptions(), onProgress: @escaping (Double) -> Void = { _ in }
    ) throws(ImportError) {
        if format == .kml, path != "-", let document = try Self.unpacked(path) {
            try self.init(document, format, ids: ids, options: options)
            return
        }
        let source: FileSource
        do throws(TableError) { source = try FileSource(path: path) } catch { throw .file(error) }
        try self.init(CountedSource(source, onProgress), format, ids: ids, options: options)
    }

    /// The KML of a KMZ archive; nil for other files.
    private static func unpacked(_ path: String) throws(ImportError) -> MemorySource? {
        guard System.isRegularFile(path) else { return nil }
        let bytes: PositionedBytes
        do throws(TableError) {
            bytes = try PositionedBytes(contentsOf: path)
            guard try bytes.bytes(at: 0, count: min(4, bytes.count)).elementsEqual(ZipArchive.start) else { return nil }
        } catch {
            throw .file(error)
        }
        do throws(ZipError) {
            let archive = try ZipArchive(bytes)
            guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".kml") }) else {
                throw .notZip(reason: "there is no KML in the archive")
            }
            return MemorySource(try archive.contents(of: entry, limit: maxUnpacked), name: "\(path): \(entry.name)")
        } catch {
            if case .table(let error) = error { throw .file(error) }
            throw .malformed(reason: "\(error)", line: 1, column: 1)
        }
    }
}
