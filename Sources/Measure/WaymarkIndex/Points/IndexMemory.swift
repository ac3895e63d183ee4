import WaymarkC

/// A block of memory for an index, or for other random access: allocated, or the pages of a file.
@safe
package final class IndexMemory: @unchecked Sendable {
    // @unchecked Sendable: written by its creator before it is shared, then only read.

    /// Its address: a multiple of `alignment`.
    package let base: UnsafeMutableRawPointer
    package let count: Int
    private let isMapped: Bool

    /// The alignment of arrays: a cache line, which satisfies every SIMD type.
    static let alignment = 64

    /// The size of a huge page, if the system has them.
    private static let hugePage = 2 << 20

    /// Uninitialised memory for building an index.
    package init(count: Int) {
        let isLarge = count >= 2 * Self.hugePage
        unsafe base = .allocate(byteCount: max(1, count), alignment: isLarge ? Self.hugePage : Self.alignment)
        self.count = count
        isMapped = false
        #if os(Linux)
            // Random access mostly waits for address translation, which huge pages speed up. This is only advice.
            if isLarge { _ = unsafe madvise(base, count, MADV_HUGEPAGE) }
        #endif
    }

    /// A copy of `bytes`.
    convenience init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count)
        unsafe bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe base.copyMemory(from: start, byteCount: bytes.count) }
        }
    }

    /// The pages of the file at `path`, read when they are touched and shared by all processes that map it.
    ///
    /// - Complexity: O(1).
    init(mapping path: String) throws(IndexFileError) {
        var descriptor: Int32
        repeat { descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw Self.cannotOpen(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw Self.cannotOpen(path, errno)
        }
        guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
            throw .cannotOpen(file: path, reason: "it is not a regular file and cannot be mapped")
        }
        count = Int(status.st_size)
        // An empty file cannot be mapped.
        guard count > 0 else { throw .tooShort(file: path, size: 0) }
        let address = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw Self.cannotOpen(path, errno)
        }
        unsafe base = address
        isMapped = true
    }

    deinit {
        if isMapped {
            _ = unsafe munmap(base, count)
        } else {
            unsafe base.deallocate()
        }
    }

    private static func cannotOpen(_ path: String, _ code: Int32) -> IndexFileError {
        switch code {
        case EAGAIN, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT: .tryAgain(file: path, reason: SystemError.text(code))
        default: .cannotOpen(file: path, reason: SystemError.text(code))
        }
    }
}
