#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One piece of memory that an index lies in, or what is looked up at random beside it: made for it, or the pages of a file.
@safe
package final class IndexMemory: @unchecked Sendable {
    // @unchecked Sendable: written by who makes it, before it is shared, and only read after that.

    /// Where it begins: a multiple of `alignment`.
    package let base: UnsafeMutableRawPointer
    /// How many bytes there are.
    package let count: Int
    private let isMapped: Bool

    /// What each array begins at a multiple of: a line of the cache, and no less than any SIMD type asks for.
    static let alignment = 64

    /// The page that the system translates in one step, where there is one.
    private static let hugePage = 2 << 20

    /// Memory for an index to be made in; its content is not set.
    package init(count: Int) {
        let isLarge = count >= 2 * Self.hugePage
        unsafe base = .allocate(byteCount: max(1, count), alignment: isLarge ? Self.hugePage : Self.alignment)
        self.count = count
        isMapped = false
        #if os(Linux)
            // Searches jump about in it, and most of what they wait for is the translation of addresses. It is advice only.
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
            throw .cannotOpen(file: path, reason: "not a regular file, and so not to be mapped")
        }
        count = Int(status.st_size)
        // No bytes cannot be mapped.
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
        case EAGAIN, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT: .tryAgain(file: path, reason: message(code))
        default: .cannotOpen(file: path, reason: message(code))
        }
    }

    private static func message(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
