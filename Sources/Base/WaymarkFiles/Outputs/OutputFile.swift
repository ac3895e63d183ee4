import WaymarkC
import WaymarkText
import WaymarkThreads

/// A file that appears under its name only when it is complete.
///
/// Bytes go to `.NAME.RANDOM.partial` in the same folder, which `commit()` renames over the target: readers see the old
/// content or all of the new. A killed process leaves its temporary file behind. A symbolic link is followed, and stays
/// a link. Pipes, devices and open descriptors, such as standard output and `/dev/fd/3`, are written directly.
///
/// Committed content survives a power failure: the file is forced to the disk before it gets its name, and the name after
/// it. What is written directly is not.
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

    /// How the bytes of an output are packed. The same contents always give the same file.
    public enum Packing: Sendable {
        /// They are written as they are, whatever the name.
        case none
        /// As a gzip file.
        case gzip
        /// As a gzip file if the path ends in `.gz`: for tables and maps, which every reader unpacks.
        case byName
    }

    /// Takes bytes of an output that is no file; returns 0, or the number of the system's error that it stands for: `EPIPE` if
    /// nobody wants more.
    package typealias Receiver = @Sendable (Span<UInt8>) -> Int32

    private struct State {
        /// -1 once closed.
        var descriptor: Int32
        /// The error number of the first failure, after which the file can never be complete.
        var failure: Int32 = 0
        /// Whether it has its name.
        var isCommitted = false
        /// The hash of the bytes written, before they are packed, if requested.
        var hash: XXH64?
        /// Packs the bytes; nil if they are written as they are.
        var packer: GzipPacker?
        /// Takes the bytes instead of a descriptor.
        var receiver: Receiver?

        init(descriptor: Int32, packs: Bool, receiver: Receiver? = nil) {
            self.descriptor = descriptor
            packer = packs ? GzipPacker() : nil
            self.receiver = receiver
        }

        /// Writes bytes, or the rest of the packed ones for nil; returns 0 or the error number of the first failed write.
        mutating func write(_ bytes: Span<UInt8>?) -> Int32 {
            precondition(descriptor >= 0, "a committed file was written to")
            let descriptor = descriptor
            /// Writes all of `bytes`; returns 0 or the error number.
            func put(_ bytes: Span<UInt8>) -> Int32 {
                if let receiver { return receiver(bytes) }
                return unsafe bytes.withUnsafeBytes { bytes in
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
                code = packer?.pack(bytes, put) ?? put(bytes)
                hash?.update(bytes)
            } else if failure == 0 {
                code = packer?.end(put) ?? 0
            }
            if failure == 0 { failure = code }
            return code
        }
    }

    /// Opens an output.
    ///
    /// - Parameters:
    ///   - path: `-` is standard output; a regular file or a name that does not exist is replaced on commit; a pipe or
    ///     device is written directly. So is an open descriptor of the process: `/dev/stdout`, `/dev/stderr`,
    ///     `/dev/fd/N`, `/proc/self/fd/N`, or a link to one; writing continues at its current position.
    ///   - packing: How the bytes are packed.
    /// - Throws: `TableError.cannotCreate`, also for a folder, for a descriptor that is not open for writing, and for
    ///   the file of another uncommitted output of the process, under any spelling of its path; then nothing was
    ///   changed.
    public convenience init(path: String, packing: Packing = .none) throws(TableError) {
        try self.init(path: path, packing: packing, suffix: PartialFiles.randomSuffix)
    }

    /// A file for its owner alone, mode 0600. A link under its name is replaced, not followed.
    package convenience init(ownPath path: String) throws(TableError) {
        try self.init(path: path, isOwn: true, suffix: PartialFiles.randomSuffix)
    }

    /// An output that hands its bytes to `receiver`, one call at a time; `name` is for messages.
    package init(named name: String, receiver: @escaping Receiver) {
        (self.name, target, partial, closes) = (name, nil, nil, false)
        state = Guarded(State(descriptor: 0, packs: false, receiver: receiver))
    }

    /// Opens an output; `suffix` names temporary files, for tests.
    package init(
        path: String, packing: Packing = .none, isOwn: Bool = false, suffix: () -> String
    ) throws(TableError) {
        let packs = packing == .gzip || packing == .byName && path.hasSuffix(".gz")
        if !isOwn, let descriptor = OpenDescriptor.number(of: path) {
            name = path == "-" ? "standard output" : path
            if let reason = OpenDescriptor.reason(descriptor, against: O_WRONLY) {
                throw TableError.cannotCreate(path: name, reason: reason)
            }
            (target, partial, closes) = (nil, nil, false)
            state = Guarded(State(descriptor: descriptor, packs: packs))
            return
        }
        name = path
        closes = true
        let status = System.status(of: path)
        if let status, System.kind(status) == mode_t(S_IFDIR) {
            throw TableError.cannotCreate(path: path, reason: SystemError.text(EISDIR))
        }
        if !isOwn, let status, System.kind(status) != mode_t(S_IFREG) {
            var opened: Int32
            repeat { opened = unsafe open(path, O_WRONLY | O_CLOEXEC) } while opened < 0 && errno == EINTR
            guard opened >= 0 else { throw Self.cannotCreate(path, errno) }
            target = nil
            partial = nil
            state = Guarded(State(descriptor: opened, packs: packs))
            return
        }
        let resolved = isOwn ? path : try OutputPath.followingLinks(path)
        if !isOwn, status != nil, unsafe access(resolved, W_OK) != 0 { throw Self.cannotCreate(path, errno) }
        let made: (entry: PartialFiles.Entry, descriptor: Int32)
        do throws(PartialFiles.Failure) {
            let mode = isOwn ? 0o600 : status.map { $0.st_mode & 0o7777 }
            made = try PartialFiles.make(for: resolved, mode: mode, suffix: suffix)
        } catch {
            switch error {
            case .system(let code): throw Self.cannotCreate(path, code)
            case .targetInUse:
                throw TableError.cannotCreate(path: path, reason: "another output goes to the same file")
            }
        }
        target = resolved
        partial = made.entry
        state = Guarded(State(descriptor: made.descriptor, packs: packs))
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

    /// Whether the bytes appear under `name` on `commit()`, instead of being written directly.
    package var isNamed: Bool { target != nil }

    /// The path of the bytes until then; nil if they are written directly.
    package var partialPath: String? { partial?.path }

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
    /// - Throws: As ``commit(_:)``.
    public func commit() throws(TableError) { try Self.commit([self]) }

    /// Puts the files of one result in place, once all of them are complete.
    ///
    /// What can fail for want of space, writing, packing, forcing to the disk and closing, is done for all files before the
    /// first gets its name. Then they get their names in the order given, so the last name says that all others are there.
    ///
    /// - Throws: `TableError.writeFailed` if a write had failed, or a file cannot be synced or closed, or was discarded by
    ///   `discardAll()`, or a name became that of a folder meanwhile; `.closedPipe` after a write that threw it. Nothing
    ///   new is then under any name. It is also thrown if the system refuses to rename a file: then only those before it
    ///   have their names; and if a folder cannot be synced: then all have.
    public static func commit(_ files: [OutputFile]) throws(TableError) {
        let files = files.filter { file in !file.state.withLock { $0.isCommitted } }
        // What is written directly cannot be withdrawn, so it is ended last.
        for file in files.filter(\.isNamed) + files.filter({ !$0.isNamed }) {
            do throws(TableError) {
                try file.finish()
            } catch {
                for case let partial? in files.map(\.partial) { PartialFiles.discard(partial) }
                throw error
            }
        }
        let named = files.filter(\.isNamed)
        if !named.isEmpty, let (count, code) = PartialFiles.rename(named.map { ($0.partial!, $0.target!) }) {
            throw named[count].error(code)
        }
        for file in files { file.state.withLock { $0.isCommitted = true } }
        var folders: Set<Substring> = []
        for file in named where folders.insert(System.folder(of: file.target!)).inserted {
            let code = System.syncFolder(of: file.target!)
            if code != 0 { throw file.error(code) }
        }
    }

    /// Writes what is left, forces a named file to the disk, and closes it, so that a commit has only to give the name.
    ///
    /// - Throws: As ``commit(_:)``, for this file.
    package func finish() throws(TableError) {
        let code = state.withLock { (state) -> Int32 in
            if state.descriptor < 0 { return state.failure }
            _ = state.write(nil)
            if state.failure == 0, isNamed { state.failure = System.sync(state.descriptor) }
            if closes, close(state.descriptor) != 0, errno != EINTR, state.failure == 0 { state.failure = errno }
            state.descriptor = -1
            return state.failure
        }
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
