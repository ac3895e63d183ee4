public import WaymarkAttractions
public import WaymarkBatch
public import WaymarkIndex
public import WaymarkRegions
public import WaymarkRoutes
public import WaymarkTables

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Apps have files by URL and bytes as Data. The modules below take paths and bytes: they do without Foundation.

extension FileSource {
    /// Opens the file at a URL.
    ///
    /// - Throws: What ``init(path:)`` throws; `TableError.cannotOpen` for a URL that is not a file's.
    public convenience init(url: URL) throws(TableError) { try self.init(path: url.pathOfFile()) }
}

extension MemorySource {
    /// Makes a source of the bytes of `data`.
    public init(data: Data, name: String = "memory") { self.init(data, name: name) }
}

extension AttractionCatalog {
    /// Reads the attractions of the file at a URL.
    ///
    /// - Throws: What ``init(contentsOf:options:jobs:)-(String,_,_)`` throws; ``AttractionError/table(file:_:)`` for a URL that is
    ///   not a file's.
    public init(contentsOf url: URL, options: CatalogOptions = .init(), jobs: Int = 1) throws(AttractionError) {
        let path: String
        do throws(TableError) { path = try url.pathOfFile() } catch { throw .table(file: url.absoluteString, error) }
        try self.init(contentsOf: path, options: options, jobs: jobs)
    }

    /// Reads attractions from `data`, in any format that a file of them may have.
    ///
    /// - Throws: What ``init(bytes:name:options:jobs:)`` throws.
    public init(
        data: Data, name: String = "memory", options: CatalogOptions = .init(), jobs: Int = 1
    ) throws(AttractionError) {
        try self.init(bytes: ContiguousArray(data), name: name, options: options, jobs: jobs)
    }
}

extension AttractionFile {
    /// Opens the index file at a URL.
    ///
    /// - Throws: What ``init(contentsOf:)-(String)`` throws; ``IndexFileError/cannotOpen(file:reason:)`` for a URL that is not a
    ///   file's.
    public init(contentsOf url: URL) throws(IndexFileError) {
        guard url.isFileURL else {
            throw .cannotOpen(file: url.absoluteString, reason: "it is not the URL of a file")
        }
        try self.init(contentsOf: url.path(percentEncoded: false))
    }
}

extension RegionSet {
    /// Reads regions from the GeoJSON file at a URL.
    ///
    /// - Throws: What ``init(contentsOf:options:)-(String,_)`` throws; ``RegionFileError/table(_:)`` for a URL that is not a file's.
    public init(contentsOf url: URL, options: RegionOptions = .init()) throws(RegionFileError) {
        let path: String
        do throws(TableError) { path = try url.pathOfFile() } catch { throw .table(error) }
        try self.init(contentsOf: path, options: options)
    }

    /// Reads regions from GeoJSON.
    ///
    /// - Throws: What ``init(geoJSON:file:options:)`` throws.
    public init(geoJSON data: Data, name: String = "memory", options: RegionOptions = .init()) throws(RegionError) {
        try self.init(geoJSON: ContiguousArray(data), file: name, options: options)
    }
}

extension GPXDocument {
    /// Reads GPX 1.1 or 1.0.
    ///
    /// - Throws: ``GPXError`` for what is not.
    public init(data: Data) throws(GPXError) { try self.init([UInt8](data)) }

    /// Reads the GPX file at a URL.
    ///
    /// - Throws: ``GPXError``; `TableError` where the file cannot be read, or the URL is not a file's.
    public init(contentsOf url: URL) throws {
        var source = try FileSource(url: url)
        var bytes = ContiguousArray<UInt8>()
        try source.fill(&bytes)
        try self.init([UInt8](bytes))
    }
}

extension URL {
    /// The path of a file's URL; `-`, which stands for standard input as a path, is a file here.
    fileprivate func pathOfFile() throws(TableError) -> String {
        guard isFileURL else { throw .cannotOpen(path: absoluteString, reason: "it is not the URL of a file") }
        let path = path(percentEncoded: false)
        return path == "-" ? "./-" : path
    }
}
