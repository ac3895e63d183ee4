package import WaymarkGround
package import WaymarkIndex

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
