import WaymarkC

/// Bytes that can be read at any position: of a file, or in memory.
package struct PositionedBytes: Sendable {
    private enum Storage: Sendable {
        case memory(ContiguousArray<UInt8>)
        case file(OpenFile)
    }

    /// The path, or "standard input", for messages.
    package let name: String
    package let count: Int
    private let storage: Storage

    private init(_ storage: Storage, count: Int, name: String) {
        (self.storage, self.count, self.name) = (storage, count, name)
    }

    /// Bytes in memory.
    package init(_ bytes: ContiguousArray<UInt8>, name: String = "memory") {
        self.init(.memory(bytes), count: bytes.count, name: name)
    }

    /// The bytes of a file; those of a pipe or of standard input, `-`, are first read into memory.
    ///
    /// - Throws: As `FileSource`.
    package init(contentsOf path: String) throws(TableError) {
        var file = try OpenFile(path: path)
        if path != "-", let size = file.size {
            self.init(.file(file), count: size, name: file.name)
        } else {
            var bytes = ContiguousArray<UInt8>()
            try file.fill(&bytes)
            self.init(bytes, name: file.name)
        }
    }

    /// `count` bytes from a position.
    ///
    /// - Throws: `TableError.readFailed`, also if the file is shorter by now.
    /// - Precondition: There are as many bytes.
    package func bytes(at position: Int, count: Int) throws(TableError) -> ContiguousArray<UInt8> {
        precondition(
            position >= 0 && count >= 0 && count <= self.count - position,
            "bytes outside the file: \(count) at \(position) of \(self.count)")
        let file: OpenFile
        switch storage {
        case .memory(let bytes): return ContiguousArray(bytes[position..<position + count])
        case .file(let open): file = open
        }
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: count)
        var read = 0
        while read < count {
            let taken = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(file.descriptor, buffer.baseAddress! + read, count - read, off_t(position + read))
            }
            let code = errno
            if taken < 0, code == EINTR { continue }
            guard taken != 0 else { throw .readFailed(path: name, reason: "the file became shorter") }
            guard taken > 0 else { throw .of(.readFailed(path: name, reason: SystemError.text(code)), code) }
            read += taken
        }
        return bytes
    }

    /// Calls `body` with the bytes of a range, in pieces.
    ///
    /// - Throws: `TableError.readFailed`, or what `body` throws.
    package func forEachPiece(of range: Range<Int>, _ body: (Span<UInt8>) throws -> Void) throws {
        var at = range.lowerBound
        while at < range.upperBound {
            let piece = try bytes(at: at, count: min(1 << 18, range.upperBound - at))
            try body(piece.span)
            at += piece.count
        }
    }
}
