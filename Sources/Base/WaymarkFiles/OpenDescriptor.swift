import WaymarkC

/// Paths of open descriptors of the process: `-`, `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`.
///
/// Opening such a path would reopen the file at its start, and replacing it would detach other writers of the
/// descriptor: both lose bytes. So the descriptor itself is used.
package enum OpenDescriptor {
    /// The descriptor given by an output's path, following links; nil if it is a file.
    ///
    /// - Parameter path: `-` is standard output.
    /// - Returns: The number, whether or not it is open.
    /// - Complexity: O(1): a few system calls.
    package static func number(of path: String) -> Int32? {
        var path = path
        for _ in 0..<40 {
            switch path {
            case "-", "/dev/stdout": return STDOUT_FILENO
            case "/dev/stderr": return STDERR_FILENO
            case "/dev/stdin": return STDIN_FILENO
            default: break
            }
            let folder = System.folder(of: path)
            let name = path.dropFirst(folder.count)
            if let number = number(name), isFolderOfDescriptors(folder) { return number }
            guard let link = OutputPath.target(ofLink: path) else { return nil }
            path = link.hasPrefix("/") ? link : folder + link
        }
        return nil
    }

    /// Why a descriptor cannot be used for `mode`, `O_RDONLY` or `O_WRONLY`; nil if it can.
    static func reason(_ descriptor: Int32, against mode: Int32) -> String? {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0 else { return SystemError.text(errno) }
        if flags & O_ACCMODE == O_RDWR || flags & O_ACCMODE == mode { return nil }
        return mode == O_RDONLY ? "it is closed, or not open for reading" : "it is closed, or not open for writing"
    }

    private static func number(_ name: Substring) -> Int32? {
        name.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int32(name) : nil
    }

    /// Whether a folder contains the descriptors of this process, under any spelling of its path.
    private static func isFolderOfDescriptors(_ folder: Substring) -> Bool {
        guard let found = realPath(folder.isEmpty ? "." : String(folder)) else { return false }
        return ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].contains { realPath($0) == found }
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
