import WaymarkC

/// Shared calls of the C library.
package enum System {
    /// Whether a call that failed with an error number may succeed later, or on another machine, unchanged: the system
    /// is out of memory, descriptors, locks or buffers, or a network file system did not answer.
    package static func mayPass(_ code: Int32) -> Bool {
        switch code {
        case EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS, ENOLCK, EBUSY, ETXTBSY, ESTALE, ETIMEDOUT,
            EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENETRESET, ECONNABORTED, ECONNREFUSED, ECONNRESET, ENOTCONN:
            true
        default: false
        }
    }

    /// The folder of `path` with its closing slash; "" for the current folder.
    package static func folder(of path: String) -> Substring {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return path[...slash]
    }

    /// The current folder of the process; "." if it was removed.
    package static var currentFolder: String {
        guard let path = unsafe getcwd(nil, 0) else { return "." }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Forces what was written to the disk, if the file system can; returns 0 or the error number.
    package static func sync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            // fsync leaves the bytes in the memory of the drive there. Not every file system has the other.
            if unsafe fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
        #endif
        while fsync(descriptor) != 0 {
            if errno == EINVAL || errno == ENOTSUP { return 0 }
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// Forces the names in the folder of `path` to the disk, if it may be read; returns 0 or the error number.
    package static func syncFolder(of path: String) -> Int32 {
        let folder = System.folder(of: path)
        let descriptor = unsafe open(folder.isEmpty ? "." : String(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Files may be made in a folder that must not be read.
        if descriptor < 0 { return errno == EACCES ? 0 : errno }
        defer { close(descriptor) }
        return sync(descriptor)
    }

    /// Waits until `descriptor` can be read (`POLLIN`) or written (`POLLOUT`).
    package static func wait(_ descriptor: Int32, for events: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }

    /// The status of `path`, following links; `nil` with `errno` set on failure.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// Whether `path` leads to a regular file, which can be opened repeatedly, unlike a pipe.
    package static func isRegularFile(_ path: String) -> Bool {
        status(of: path).map { kind($0) == mode_t(S_IFREG) } ?? false
    }

    /// Whether `path` leads to a pipe or a device, which cannot be read twice.
    package static func isStream(_ path: String) -> Bool {
        status(of: path).map { ![mode_t(S_IFREG), mode_t(S_IFDIR)].contains(kind($0)) } ?? false
    }

    /// Whether `path` itself, and not what a link there leads to, is a regular file.
    package static func isOwnFile(_ path: String) -> Bool { ownKind(path) == mode_t(S_IFREG) }

    /// Whether `path` itself, and not what a link there leads to, is a folder.
    package static func isOwnFolder(_ path: String) -> Bool { ownKind(path) == mode_t(S_IFDIR) }

    private static func ownKind(_ path: String) -> mode_t? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? kind(status) : nil
    }

    /// The folder for short-lived files: `TMPDIR`, otherwise `/tmp`.
    package static var temporaryFolder: String {
        guard let folder = unsafe getenv("TMPDIR") else { return "/tmp" }
        return unsafe String(cString: folder)
    }

    /// Removes the file at `path`, if there is one.
    package static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// The kind bits of a file mode, such as `S_IFREG`.
    package static func kind(_ status: stat) -> mode_t { status.st_mode & mode_t(S_IFMT) }
}
