import WaymarkC

/// The bytes of a file, a pipe or standard input; those of gzip files are unpacked.
public final class FileSource: ByteSource {
    /// The path as given, or "standard input".
    public let name: String
    /// The size of a regular file, minus what was already read of standard input; `nil` for pipes and devices, and for
    /// gzip, which does not say how much it holds.
    public let size: Int?
    /// What is read from: at first the file itself.
    private var bytes: any ByteSource
    /// Whether the first bytes said what the file is: those of a pipe are waited for when it is read.
    private var isExamined: Bool

    /// Opens the file at `path`; `-` is standard input.
    ///
    /// - Parameter path: A file, a named pipe or a device.
    /// - Throws: `TableError.notFound`, `.isDirectory`, or `.cannotOpen` with the system's reason; for a regular file also
    ///   the errors of ``read(upTo:into:)``.
    public convenience init(path: String) throws(TableError) { try self.init(path: path, unpacksGzip: true) }

    /// Opens a file; its bytes as they are, if gzip is not unpacked.
    package init(path: String, unpacksGzip: Bool) throws(TableError) {
        let file = try OpenFile(path: path)
        name = file.name
        isExamined = !unpacksGzip || file.size != nil
        bytes = unpacksGzip && isExamined ? try GzipSource.unpacking(file) : file
        size = bytes.size
    }

    /// All bytes of the file at `path`, and its name for messages; `-` is standard input.
    ///
    /// - Throws: As ``init(path:)`` and ``read(upTo:into:)``.
    /// - Complexity: O(*n*).
    package static func contents(
        of path: String, unpacksGzip: Bool = true
    ) throws(TableError) -> (bytes: ContiguousArray<UInt8>, name: String) {
        var (source, bytes) = (try FileSource(path: path, unpacksGzip: unpacksGzip), ContiguousArray<UInt8>())
        bytes.reserveCapacity((source.size ?? 0) + 1)
        try source.fill(&bytes)
        return (bytes, source.name)
    }

    /// The number of bytes that the regular file at `path` holds, unpacked if it is gzip; nil for a pipe.
    ///
    /// Packed ones are counted until it is clear whether they exceed `limit`; standard input stays where it is.
    ///
    /// - Throws: As ``init(path:)`` and ``read(upTo:into:)``.
    /// - Complexity: O(1) if it cannot be above the limit or is not packed; else O(*n*), in constant memory.
    package static func size(of path: String, countedTo limit: Int) throws(TableError) -> Int? {
        let file = try OpenFile(path: path)
        guard let packed = file.size else { return nil }
        let place = lseek(file.descriptor, 0, SEEK_CUR)
        defer { lseek(file.descriptor, place, SEEK_SET) }
        var source = try GzipSource.unpacking(file)
        if source.size != nil { return packed }
        var (count, piece) = (0, ContiguousArray<UInt8>())
        func left() -> Int { max(0, packed - Int(lseek(file.descriptor, 0, SEEK_CUR) - place)) }
        while count <= limit, count / GzipSource.maxRatio + left() + GzipSource.maxHeld > limit / GzipSource.maxRatio {
            piece.removeAll(keepingCapacity: true)
            if try source.read(upTo: 1 << 18, into: &piece) == 0 { break }
            count += piece.count
        }
        return count
    }

    /// Appends up to `count` bytes of the file to `buffer`.
    ///
    /// - Parameters:
    ///   - count: The maximum number of bytes.
    ///   - buffer: The bytes are appended here.
    /// - Returns: The number of bytes appended, 0 at the end.
    /// - Throws: `TableError.readFailed`; `.damagedGzip`, `.compressed`; `buffer` is then unchanged.
    public func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        if !isExamined {
            bytes = try GzipSource.unpacking(bytes)
            isExamined = true
        }
        return try bytes.read(upTo: count, into: &buffer)
    }
}

extension MemorySource {
    /// The contents of a file that is held in memory, unpacked if it is gzip.
    ///
    /// - Throws: `TableError`.
    public init(unpacking path: String) throws(TableError) {
        let (bytes, name) = try FileSource.contents(of: path)
        self.init(bytes, name: name)
    }
}

/// An open file, as its bytes are; closed with the last copy.
final class OpenFile: ByteSource, Sendable {
    let name: String
    /// The size of a regular file, from where it is read; nil for others.
    let size: Int?
    let descriptor: Int32
    private let closes: Bool

    init(path: String) throws(TableError) {
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

    func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        while true {
            var taken = 0
            // Into memory that is not filled before: a pipe gives far less than is asked for.
            buffer.append(addingCapacity: count) { output in
                unsafe output.withUnsafeMutableBufferPointer { room, written in
                    taken = unsafe WaymarkC.read(descriptor, room.baseAddress!, room.count)
                    written = max(0, taken)
                }
            }
            if taken >= 0 { return taken }
            let code = errno
            if code == EINTR { continue }
            guard code == EAGAIN else {
                throw TableError.of(.readFailed(path: name, reason: SystemError.text(code)), code)
            }
            System.wait(descriptor, for: Int32(POLLIN))
        }
    }
}
