#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which file a path means, however it is spelled, so that two paths to one file are told.
///
/// A regular file is known by its device and number, whatever links lead to it; a file that is not there yet by its
/// folder's and its name. Pipes, terminals and devices are no files: whoever writes them overwrites nothing.
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

    /// The file at `path`; nil where that is no regular file and cannot become one.
    ///
    /// - Parameters:
    ///   - path: Where the file is, or is to be.
    ///   - standard: The descriptor that `-` stands for; nil where `-` is a file like any other.
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

    /// Whether both are the same file, or would be once they are there.
    package func isSame(as other: FileIdentity) -> Bool {
        if let file, file == other.file { return true }
        guard let folder, let otherFolder = other.folder else { return false }
        return folder == otherFolder && name == other.name
    }
}
