import WaymarkC

/// The identity of a file, for recognising different paths to the same file.
///
/// A regular file is identified by device and inode, through any links; a file that does not exist yet by those of its
/// folder and its name. Pipes, terminals and devices are excluded: writing to them overwrites nothing.
package struct FileIdentity: Sendable {
    private struct Node: Sendable, Equatable {
        var device: UInt64
        var number: UInt64

        init(_ status: stat) {
            (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
        }
    }

    private var file: Node?
    private var folder: Node?
    private var name: Substring = ""

    /// The file at `path`; nil if it is not and cannot become a regular file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist.
    ///   - standard: The descriptor for `-`; nil if `-` is an ordinary file name.
    package init?(path: String, standard: Int32? = nil) {
        if path == "-", let standard {
            var status = stat()
            guard unsafe fstat(standard, &status) == 0, System.kind(status) == mode_t(S_IFREG) else { return nil }
            file = Node(status)
            return
        }
        if let status = System.status(of: path) {
            guard System.kind(status) == mode_t(S_IFREG) else { return nil }
            file = Node(status)
        }
        guard let resolved = try? OutputPath.followingLinks(path) else { return }
        let folder = System.folder(of: resolved)
        guard let status = System.status(of: folder.isEmpty ? "." : String(folder)) else {
            if file == nil { return nil }
            return
        }
        self.folder = Node(status)
        name = resolved.dropFirst(folder.count)
    }

    /// Whether both are the same file, or would be once they exist.
    package func isSame(as other: FileIdentity) -> Bool {
        if let file, file == other.file { return true }
        guard let folder, let otherFolder = other.folder else { return false }
        return folder == otherFolder && name == other.name
    }
}
