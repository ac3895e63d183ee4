internal import WaymarkTables

extension RegionSet {
    /// Reads regions from a GeoJSON file; `-` is standard input.
    ///
    /// - SeeAlso: ``init(geoJSON:file:options:)``, whose errors it throws too.
    /// - Throws: ``AreaError/file(_:)`` where it cannot be opened or read.
    /// - Complexity: O(*n* log *n*) for *n* vertices; the file is held in memory while it is read.
    public init(contentsOf path: String, options: RegionOptions = .init()) throws(AreaError) {
        var bytes = ContiguousArray<UInt8>()
        let name: String
        do throws(TableError) {
            let source = try FileSource(path: path)
            name = source.name
            bytes.reserveCapacity((source.size ?? 0) + 1)
            while try source.read(upTo: 1 << 20, into: &bytes) > 0 {}
        } catch {
            throw .file(error)
        }
        if bytes.starts(with: [0x1F, 0x8B]) {
            let reason = "this is gzip: unpack it first, as in: gzip -dc FILE.gz > FILE"
            throw .malformedJSON(file: name, line: 1, column: 1, reason: reason)
        }
        try self.init(geoJSON: bytes, file: name, options: options)
    }
}
