import WaymarkC

/// The bytes of a file, a pipe or standard input.
public final class FileSource: ByteSource {
    /// The path as given, or "standard input".
    public let name: String
    /// The size of a regular file, minus what was already read of standard input; `nil` for pipes and devices.
    public let size: Int?
    private let descriptor: Int32
    private let closes: Bool

    /// Opens the file at `path`; `-` is standard input.
    ///
    /// - Parameter path: A file, a named pipe or a device.
    /// - Throws: `TableError.notFound`, `.isDirectory`, or `.cannotOpen` with the system's reason.
    public init(path: String) throws(TableError) {
        if path == "-" {
            name = "standard input"
            descriptor = STDIN_FILENO
            closes = false
            if let reason = OpenDescriptor.reason(descriptor, against: O_RDONLY) {
                throw TableError.cannotOpen(path: name, reason: reason)
            }
        } else {
            var opened: Int32
            repeat { opened = unsafe open(path, O_RDONLY | O_CLOEXEC) } while opened < 0 && errno == EINTR
            guard opened >= 0 else {
                let code = errno
                if code == ENOENT { throw TableError.notFound(path: path) }
                throw TableError.of(.cannotOpen(path: path, reason: SystemError.text(code)), code)
            }
            name = path
            descriptor = opened
            closes = true
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let code = errno
            if closes { close(descriptor) }
            throw TableError.of(.cannotOpen(path: name, reason: SystemError.text(code)), code)
        }
        if System.kind(status) == mode_t(S_IFDIR) {
            if closes { close(descriptor) }
            throw TableError.isDirectory(path: name)
        }
        if System.kind(status) == mode_t(S_IFREG) {
            // A previous reader of standard input may have read some of it.
            size = max(0, Int(status.st_size) - max(0, Int(lseek(descriptor, 0, SEEK_CUR))))
        } else {
            size = nil
        }
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// All bytes of the file at `path`, and its name for messages; `-` is standard input.
    ///
    /// - Throws: As ``init(path:)`` and ``read(upTo:into:)``.
    /// - Complexity: O(*n*).
    package static func contents(of path: String) throws(TableError) -> (bytes: ContiguousArray<UInt8>, name: String) {
        var (source, bytes) = (try FileSource(path: path), ContiguousArray<UInt8>())
        bytes.reserveCapacity((source.size ?? 0) + 1)
        try source.fill(&bytes)
        return (bytes, source.name)
    }

    /// Appends up to `count` bytes of the file to `buffer`.
    ///
    /// - Parameters:
    ///   - count: The maximum number of bytes.
    ///   - buffer: The bytes are appended here.
    /// - Returns: The number of bytes appended, 0 at the end.
    /// - Throws: `TableError.readFailed`; `buffer` is then unchanged.
    public func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        let held = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: count))
        while true {
            let taken = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe systemRead(descriptor, bytes.baseAddress! + held, count)
            }
            if taken >= 0 {
                buffer.removeLast(count - taken)
                return taken
            }
            let code = errno
            if code == EINTR { continue }
            if code == EAGAIN {
                System.wait(descriptor, for: Int32(POLLIN))
                continue
            }
            buffer.removeLast(count)
            throw TableError.of(.readFailed(path: name, reason: SystemError.text(code)), code)
        }
    }
}

/// `read(2)`; a separate name, since the method `read` would shadow it.
@unsafe
private func systemRead(_ descriptor: Int32, _ address: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, address, count)
}
