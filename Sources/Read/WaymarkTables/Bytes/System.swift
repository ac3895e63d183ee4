#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the module needs from the C library in more than one place.
package enum System {
    /// The C library's words for an error number, such as "No space left on device".
    package static func message(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// Whether what failed with an error number may go well later, or on another machine, with nothing changed: the system
    /// is out of memory, descriptors, locks or buffers, or a file on the network did not answer.
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

    /// The current folder of the process; "." where it has none any more.
    package static var currentFolder: String {
        guard let path = unsafe getcwd(nil, 0) else { return "." }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Waits until `descriptor` can be read (`POLLIN`) or written (`POLLOUT`).
    package static func wait(_ descriptor: Int32, for events: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }

    /// The status of `path`, following links; `nil` with `errno` set where it has none.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// Whether `path` leads to a regular file: one that can be opened again and again, as a pipe cannot.
    package static func isRegularFile(_ path: String) -> Bool {
        status(of: path).map { kind($0) == mode_t(S_IFREG) } ?? false
    }

    /// Where files may be made that are gone soon: what `TMPDIR` says, else `/tmp`.
    package static var temporaryFolder: String {
        guard let folder = unsafe getenv("TMPDIR") else { return "/tmp" }
        return unsafe String(cString: folder)
    }

    /// Removes the file at `path`, if there is one.
    package static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// The kind bits of a file mode, such as `S_IFREG`.
    package static func kind(_ status: stat) -> mode_t { status.st_mode & mode_t(S_IFMT) }
}
