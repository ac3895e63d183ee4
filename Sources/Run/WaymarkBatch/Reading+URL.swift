public import WaymarkAttractions
public import WaymarkFoundation
public import WaymarkIndex
public import WaymarkRegions
public import WaymarkRoutes
public import WaymarkTables

// Apps use URLs and Data, which modules without Foundation do not know.

extension FileSource {
    /// Opens the file at a URL.
    ///
    /// - Throws: The errors of ``init(path:)``; `TableError.cannotOpen` for a URL that is not a file URL.
    public convenience init(url: URL) throws(TableError) { try self.init(path: url.pathOfFile()) }
}

extension MemorySource {
    /// Makes a source of the bytes of `data`.
    public init(data: Data, name: String = "memory") { self.init(data, name: name) }
}

extension AttractionCatalog {
    /// Reads the attractions of the file at a URL.
    ///
    /// - Throws: The errors of ``init(contentsOf:options:jobs:)-(String,_,_)``; ``AttractionError/table(file:_:)`` for
    ///   a URL that is not a file URL.
    public init(contentsOf url: URL, options: CatalogOptions = .init(), jobs: Int = 1) throws(AttractionError) {
        let path: String
        do throws(TableError) { path = try url.pathOfFile() } catch { throw .table(file: url.absoluteString, error) }
        try self.init(contentsOf: path, options: options, jobs: jobs)
    }

    /// Reads attractions from `data`, in any supported format.
    ///
    /// - Throws: The errors of ``init(bytes:name:options:jobs:)``.
    public init(
        data: Data, name: String = "memory", options: CatalogOptions = .init(), jobs: Int = 1
    ) throws(AttractionError) {
        try self.init(bytes: ContiguousArray(data), name: name, options: options, jobs: jobs)
    }
}

extension AttractionFile {
    /// Opens the index file at a URL.
    ///
    /// - Throws: The errors of ``init(contentsOf:)-(String)``; ``/WaymarkIndex/IndexFileError/cannotOpen(file:reason:)`` for a URL
    ///   that is not a file URL.
    public init(contentsOf url: URL) throws(IndexFileError) {
        guard url.isFileURL else {
            throw .cannotOpen(file: url.absoluteString, reason: "it is not a file URL")
        }
        try self.init(contentsOf: url.path(percentEncoded: false))
    }
}

extension RegionSet {
    /// Reads regions from the GeoJSON file at a URL.
    ///
    /// - Throws: The errors of `init(contentsOf:options:)` of a path; ``/WaymarkBatch/RegionFileError/table(_:)`` for a URL that
    ///   is not a file URL.
    public init(contentsOf url: URL, options: RegionOptions = .init()) throws(RegionFileError) {
        let path: String
        do throws(TableError) { path = try url.pathOfFile() } catch { throw .table(error) }
        try self.init(contentsOf: path, options: options)
    }

    /// Reads regions from GeoJSON.
    ///
    /// - Throws: The errors of `init(geoJSON:file:options:)`.
    public init(geoJSON data: Data, name: String = "memory", options: RegionOptions = .init()) throws(RegionError) {
        try self.init(geoJSON: ContiguousArray(data), file: name, options: options)
    }
}

extension GPXDocument {
    /// Reads GPX 1.1 or 1.0.
    ///
    /// - Throws: ``GPXError`` for anything else.
    public init(data: Data) throws(GPXError) { try self.init([UInt8](data)) }

    /// Reads the GPX file at a URL.
    ///
    /// - Throws: ``GPXError``; `TableError` if the file cannot be read, or the URL is not a file URL.
    public init(contentsOf url: URL) throws {
        try self.init([UInt8](FileSource.contents(of: url.pathOfFile()).bytes))
    }
}

extension URL {
    /// The path of a file URL; `-`, which as a path means standard input, is a file here.
    fileprivate func pathOfFile() throws(TableError) -> String {
        guard isFileURL else { throw .cannotOpen(path: absoluteString, reason: "it is not a file URL") }
        let path = path(percentEncoded: false)
        return path == "-" ? "./-" : path
    }
}
