internal import WaymarkTables

extension RegionSet {
    /// Reads regions from a GeoJSON file; `-` is standard input.
    ///
    /// - SeeAlso: ``init(geoJSON:file:options:)``, whose errors it throws too.
    /// - Throws: ``AreaError/file(_:)`` where it cannot be opened or read, or is compressed.
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
        if bytes.starts(with: Gzip.start) { throw .file(.compressed(path: name)) }
        try self.init(geoJSON: bytes, file: name, options: options)
    }
}
