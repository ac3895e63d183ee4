import WaymarkC
import WaymarkText
import WaymarkThreads

/// A file that appears under its name only when it is complete.
///
/// Bytes go to `.NAME.RANDOM.partial` in the same folder, which `commit()` renames over the target: readers see the old
/// content or all of the new. A killed process leaves its temporary file behind. A symbolic link is followed, and stays
/// a link. Pipes, devices and open descriptors, such as standard output and `/dev/fd/3`, are written directly.
///
/// If the path ends in `.gz`, the bytes are packed by gzip; the same contents always give the same file.
///
/// Committed content survives the process. A power failure may lose it, unless `commit(isDurable: true)` forced it to the disk.
///
/// A write to a closed pipe raises SIGPIPE, which ends the process unless it is ignored; then the write throws
/// `TableError.closedPipe`.
public final class OutputFile: Sendable {
    /// The path as given, or "standard output".
    public let name: String
    /// The final path; `nil` if bytes are written directly.
    private let target: String?
    /// The temporary file's entry in the list of uncommitted ones.
    private let partial: PartialFiles.Entry?
    /// Whether this file closes the descriptor; not for an open descriptor given by the path.
    private let closes: Bool
    /// Serialises writes.
    private let state: Guarded<State>

    private struct State {
        /// -1 once closed.
        var descriptor: Int32
        /// The error number of the first failed write, after which the file can never be complete.
        var failure: Int32 = 0
        /// The hash of the bytes written, before they are packed, if requested.
        var hash: XXH64?
        /// Packs the bytes; nil if they are written as they are.
        var packer: GzipPacker?
        /// Whether no more bytes may follow.
        var isEnded = false

        init(descriptor: Int32, path: String) {
            self.descriptor = descriptor
            packer = path.hasSuffix(".gz") ? GzipPacker() : nil
        }

        /// Writes bytes, or the rest of the packed ones for nil; returns 0 or the error number of the first failed write.
        mutating func write(_ bytes: Span<UInt8>?) -> Int32 {
            let descriptor = descriptor
            /// Writes all of `bytes`; returns 0 or the error number.
            func put(_ bytes: Span<UInt8>) -> Int32 {
                unsafe bytes.withUnsafeBytes { bytes in
                    var written = 0
                    while written < bytes.count {
                        let result = unsafe WaymarkC.write(
                            descriptor, bytes.baseAddress! + written, bytes.count - written)
                        if result >= 0 {
                            written += result
                            continue
                        }
                        let code = errno
                        if code == EINTR { continue }
                        guard code == EAGAIN else { return code }
                        System.wait(descriptor, for: Int32(POLLOUT))
                    }
                    return 0
                }
            }
            var code: Int32 = 0
            if let bytes {
                precondition(descriptor >= 0 && !isEnded, "a committed file was written to")
                code = packer?.pack(bytes, put) ?? put(bytes)
                hash?.update(bytes)
            } else if failure == 0, !isEnded {
                isEnded = true
                code = packer?.end(put) ?? 0
            }
            if failure == 0 { failure = code }
            return code
        }
    }

    /// Opens an output.
    ///
    /// - Parameter path: `-` is standard output; a regular file or a name that does not exist is replaced on commit; a
    ///   pipe or device is written directly. So is an open descriptor of the process: `/dev/stdout`, `/dev/stderr`,
    ///   `/dev/fd/N`, `/proc/self/fd/N`, or a link to one; writing continues at its current position.
    /// - Throws: `TableError.cannotCreate`, also for a folder, for a descriptor that is not open for writing, and for
    ///   the file of another uncommitted output of the process, under any spelling of its path; then nothing was
    ///   changed.
    public convenience init(path: String) throws(TableError) {
        try self.init(path: path, suffix: PartialFiles.randomSuffix)
    }

    /// Opens an output; `suffix` names temporary files, for tests.
    package init(path: String, suffix: () -> String) throws(TableError) {
        if let descriptor = OpenDescriptor.number(of: path) {
            name = path == "-" ? "standard output" : path
            if let reason = OpenDescriptor.reason(descriptor, against: O_WRONLY) {
                throw TableError.cannotCreate(path: name, reason: reason)
            }
            (target, partial, closes) = (nil, nil, false)
            state = Guarded(State(descriptor: descriptor, path: path))
            return
        }
        name = path
        closes = true
        let status = System.status(of: path)
        if let status, System.kind(status) == mode_t(S_IFDIR) {
            throw TableError.cannotCreate(path: path, reason: SystemError.text(EISDIR))
        }
        if let status, System.kind(status) != mode_t(S_IFREG) {
            var opened: Int32
            repeat { opened = unsafe open(path, O_WRONLY | O_CLOEXEC) } while opened < 0 && errno == EINTR
            guard opened >= 0 else { throw Self.cannotCreate(path, errno) }
            target = nil
            partial = nil
            state = Guarded(State(descriptor: opened, path: path))
            return
        }
        let resolved = try OutputPath.followingLinks(path)
        if status != nil, unsafe access(resolved, W_OK) != 0 { throw Self.cannotCreate(path, errno) }
        let made: (entry: PartialFiles.Entry, descriptor: Int32)
        do throws(PartialFiles.Failure) {
            made = try PartialFiles.make(for: resolved, mode: status.map { $0.st_mode & 0o7777 }, suffix: suffix)
        } catch {
            switch error {
            case .system(let code): throw Self.cannotCreate(path, code)
            case .targetInUse:
                throw TableError.cannotCreate(path: path, reason: "another output goes to the same file")
            }
        }
        target = resolved
        partial = made.entry
        state = Guarded(State(descriptor: made.descriptor, path: path))
    }

    deinit {
        state.withLock { state in
            if closes, state.descriptor >= 0 { close(state.descriptor) }
        }
        if let partial { PartialFiles.discard(partial) }
    }

    /// Writes bytes.
    ///
    /// - Parameter bytes: The bytes; all are written on return.
    /// - Throws: `TableError.closedPipe`, or `.writeFailed` with the system's reason, for example a full disk.
    /// - Precondition: The file is not committed.
    public func write(_ bytes: Span<UInt8>) throws(TableError) {
        let code = state.withLock { state in state.write(bytes) }
        if code != 0 { throw error(code) }
    }

    /// Writes what is left of a packed file, so that little can fail when it is committed; nothing may follow.
    ///
    /// - Throws: As ``write(_:)``.
    package func end() throws(TableError) {
        let code = state.withLock { state in state.write(nil) }
        if code != 0 { throw error(code) }
    }

    /// Whether the bytes appear under `name` on `commit()`, instead of being written directly.
    package var isNamed: Bool { target != nil }

    /// The size and hash of the bytes written from now on, before they are packed; nil until it is set.
    package var hash: XXH64? {
        get { state.withLock { $0.hash } }
        set { state.withLock { $0.hash = newValue } }
    }

    /// Puts the complete file in place, replacing a previous one.
    ///
    /// The mode of a replaced file is kept; a new file has the default mode (0666 minus the umask). Committing again
    /// has no effect.
    ///
    /// - Parameter isDurable: Whether the file, and then its name, are forced to the disk: after a power failure there is
    ///   then the old file or the new one, and the new one if this has returned.
    /// - Throws: `TableError.writeFailed` if a write had failed, the file cannot be synced, closed or renamed, or it was
    ///   discarded by `discardAll()`; then nothing new is under the name, but if only the folder cannot be synced. `.closedPipe` after a write that
    ///   threw it.
    public func commit(isDurable: Bool = false) throws(TableError) {
        let code = state.withLock { (state) -> Int32? in
            if state.descriptor < 0 { return nil }
            _ = state.write(nil)
            if isDurable, state.failure == 0, target != nil { state.failure = System.sync(state.descriptor) }
            let result = closes ? close(state.descriptor) : 0
            let code = result == 0 || errno == EINTR ? 0 : errno
            state.descriptor = -1
            return state.failure != 0 ? state.failure : code
        }
        guard var code else { return }
        if let partial, let target {
            if code == 0 { code = PartialFiles.rename(partial, to: target) } else { PartialFiles.discard(partial) }
        }
        if code == 0, isDurable, let target { code = System.syncFolder(of: target) }
        if code != 0 { throw error(code) }
    }

    private static func cannotCreate(_ path: String, _ code: Int32) -> TableError {
        .of(.cannotCreate(path: path, reason: SystemError.text(code)), code)
    }

    private func error(_ code: Int32) -> TableError {
        switch code {
        case EPIPE: .closedPipe
        case ECANCELED: .writeFailed(path: name, reason: "discarded before it was complete")
        default: .of(.writeFailed(path: name, reason: SystemError.text(code)), code)
        }
    }

    /// Removes the temporary file of every uncommitted output of the process.
    ///
    /// For a thread that handles signals, before it ends the process. A concurrent commit either completes or fails.
    /// May be called again, from any thread, but not from a signal handler.
    public static func discardAll() {
        PartialFiles.discardAll()
    }
}
