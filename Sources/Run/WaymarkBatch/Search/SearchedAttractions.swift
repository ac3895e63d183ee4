public import WaymarkAttractions
import WaymarkIndex
public import WaymarkSearch
import WaymarkTables

/// Attractions that can be searched by name.
public struct SearchedAttractions: Sendable {
    /// The search over the attractions.
    public let search: PlaceSearch
    /// The quality report of their file; nil for an index file, which was checked when it was built.
    public let report: QualityReport?
    private let source: Source

    private enum Source {
        case catalog(AttractionCatalog)
        case file(AttractionFile)
    }

    /// Reads the attractions at `path`, in any format of a catalog; an index file is mapped instead of read.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - options: The reading options; everything is detected by default.
    ///   - jobs: The number of reading threads.
    /// - Throws: The errors of reading an `AttractionCatalog` or opening an `AttractionFile`.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*) in the number of letters; O(1) for an index file with a search index.
    public init(
        contentsOf path: String, reading options: CatalogOptions = .init(), jobs: Int = 1
    ) throws(AttractionError) {
        guard Self.isIndexFile(path) else {
            self.init(try AttractionCatalog(contentsOf: path, options: options, jobs: jobs))
            return
        }
        do throws(IndexFileError) {
            let file = try AttractionFile(contentsOf: path)
            self.init(try PlaceSearch(file), .file(file), report: nil)
        } catch {
            throw .indexFile(error)
        }
    }

    /// Creates a search of the attractions in a catalog.
    public init(_ catalog: AttractionCatalog) {
        self.init(PlaceSearch(catalog), .catalog(catalog), report: catalog.report)
    }

    private init(_ search: PlaceSearch, _ source: Source, report: QualityReport?) {
        (self.search, self.source, self.report) = (search, source, report)
    }

    /// Whether a path is an index file. A pipe is not opened, since it can be read only once.
    static func isIndexFile(_ path: String) -> Bool {
        guard path != "-", System.isRegularFile(path), let file = try? FileSource(path: path, unpacksGzip: false) else {
            return false
        }
        var head: ContiguousArray<UInt8> = []
        return (try? file.read(upTo: 64, into: &head)) != nil && IndexFile.isIndexFile(head.span)
    }

    /// A hash of the coordinates and of all texts that are searched or written.
    ///
    /// - Complexity: O(*n*) in their bytes.
    var hash: String {
        let fields = AttractionField.allCases.filter { $0 != .latitude && $0 != .longitude }
        let table =
            switch source {
            case .catalog(let catalog): AttractionTable(catalog, fields: fields)
            case .file(let file): AttractionTable(file, fields: fields)
            }
        return table.hash(of: fields)
    }
}
