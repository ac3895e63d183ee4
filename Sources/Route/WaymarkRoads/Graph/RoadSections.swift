internal import WaymarkIndex

/// The sections with roads of a file: those whose names begin alike.
struct RoadSections {
    let file: IndexFile
    /// How their names begin.
    var prefix = Self.root

    /// How the names of all sections with roads begin.
    static let root = "roads."

    /// The sections below these.
    subscript(number: Int) -> RoadSections { RoadSections(file: file, prefix: "\(prefix)\(number).") }

    /// The integers of a section.
    ///
    /// - Throws: `.damaged` if it is missing.
    func array<Element>(_ name: String) throws(IndexFileError) -> RoadArray<Element> {
        guard let bytes = file.bytes(of: prefix + name) else { throw damaged("the roads have no section \(name)") }
        return RoadArray(bytes)
    }

    func damaged(_ fault: String) -> IndexFileError { .damaged(file: file.name, fault: fault) }
}
