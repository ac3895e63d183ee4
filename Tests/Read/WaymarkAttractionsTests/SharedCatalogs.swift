import TestSupport
import WaymarkAttractions

extension SharedData {
    /// The path of a file of the shared data.
    static func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The catalog of a file of the shared data.
    static func catalog(_ name: String, _ options: CatalogOptions = .init()) throws -> AttractionCatalog {
        try AttractionCatalog(bytes: ContiguousArray(try bytes(name)), name: name, options: options)
    }
}
