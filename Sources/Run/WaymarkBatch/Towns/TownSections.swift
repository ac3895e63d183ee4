internal import WaymarkExtracts
package import WaymarkGround
package import WaymarkIndex
package import WaymarkRoads

extension Ground {
    /// The ground of the first of some files of attractions that is an index file with one; nil for none.
    ///
    /// - Throws: `IndexFileError` if such a file cannot be used.
    package static func ofFirst(of paths: [String]) throws(IndexFileError) -> Ground? {
        for path in paths where SearchedAttractions.isIndexFile(path) {
            if let ground = try Ground(IndexFile(contentsOf: path)) { return ground }
        }
        return nil
    }
}

extension RoadNetwork {
    /// The first of some files of attractions that is an index file with roads; nil for none.
    package static func firstPath(of paths: [String]) -> String? {
        paths.first { path in
            SearchedAttractions.isIndexFile(path)
                && (try? IndexFile(contentsOf: path).sections.contains { $0.name == RoadNetwork.section }) ?? false
        }
    }

    /// The roads of the first of some files of attractions that is an index file with roads; nil for none.
    ///
    /// - Throws: `IndexFileError` if they cannot be used.
    package static func ofFirst(of paths: [String]) throws(IndexFileError) -> RoadNetwork? {
        guard let path = firstPath(of: paths) else { return nil }
        return try RoadNetwork(IndexFile(contentsOf: path))
    }

    /// The roads of a file: the town that `waymark town` made of an extract, or the extract itself; nil if it is a town without roads.
    ///
    /// - Throws: `IndexFileError` or `ExtractError`.
    package static func contents(of path: String, jobs: Int) throws -> RoadNetwork? {
        if SearchedAttractions.isIndexFile(path) { return try RoadNetwork(IndexFile(contentsOf: path)) }
        return try RoadNetwork(MapExtract(contentsOf: path), jobs: jobs)
    }
}
