import WaymarkC
import WaymarkText
import WaymarkThreads

/// The uncommitted temporary files of the process.
///
/// Files are created, renamed and removed under one lock: a file is in the list exactly as long as it exists.
enum PartialFiles {
    /// A temporary file.
    struct Entry: Sendable {
        var id: Int
        var path: String
    }

    private struct State {
        /// The path of each file, and the identity of its target.
        var files: [Int: (path: String, target: FileIdentity?)] = [:]
        var nextID = 0
    }

    private static let state = Guarded(State())

    /// Why a temporary file could not be created.
    enum Failure: Error {
        /// The system's error number.
        case system(Int32)
        /// Another uncommitted output of the process has the same target.
        case targetInUse
    }

    /// Creates a temporary file in the folder of `target`.
    ///
    /// An existing file is never touched: another process, perhaps on another machine, may be writing it.
    ///
    /// - Parameters:
    ///   - target: The final path, with links followed.
    ///   - mode: The mode of the file; nil is the default mode.
    ///   - suffix: Returns the unique part of the name; called again if a name is taken.
    /// - Returns: The file and its descriptor.
    /// - Throws: `Failure`; then nothing was created.
    static func make(
        for target: String, mode: mode_t?, suffix: () -> String
    ) throws(Failure) -> (entry: Entry, descriptor: Int32) {
        let identity = FileIdentity(path: target)
        let made = state.withLock { (state) -> Result<(Entry, Int32), Failure> in
            if let identity, state.files.values.contains(where: { $0.target?.isSame(as: identity) == true }) {
                return .failure(.targetInUse)
            }
            var attempts = 0
            while true {
                let path = OutputPath.partial(of: target, suffix: suffix())
                let opened = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
                if opened < 0 {
                    let code = errno
                    if code == EINTR { continue }
                    attempts += 1
                    if code == EEXIST, attempts < 100 { continue }
                    return .failure(.system(code))
                }
                if let mode { _ = fchmod(opened, mode) }
                state.nextID += 1
                state.files[state.nextID] = (path, identity)
                return .success((Entry(id: state.nextID, path: path), opened))
            }
        }
        return try made.get()
    }

    /// Sixteen random hexadecimal digits, unique in practice.
    static func randomSuffix() -> String { Hexadecimal.text(UInt64.random(in: 0...UInt64.max), digits: 16) }

    /// Renames the files to their targets, in order.
    ///
    /// - Returns: Nil, or the place of the file that failed: with ECANCELED if it was discarded already, with EISDIR if a
    ///   folder has its name, and none is renamed then; otherwise with the error number, and only those before it are
    ///   renamed. The others are removed.
    static func rename(_ entries: [(file: Entry, target: String)]) -> (place: Int, code: Int32)? {
        state.withLock { state in
            var failure = entries.firstIndex { state.files[$0.file.id] == nil }.map { ($0, ECANCELED) }
            // What stands in the way of one name should leave all others alone.
            if failure == nil {
                failure = entries.firstIndex { System.status(of: $0.target).map(System.kind) == mode_t(S_IFDIR) }
                    .map { ($0, EISDIR) }
            }
            for (place, (entry, target)) in entries.enumerated() {
                guard state.files.removeValue(forKey: entry.id) != nil else { continue }
                if failure == nil, unsafe WaymarkC.rename(entry.path, target) != 0 { failure = (place, errno) }
                if failure != nil { _ = unsafe unlink(entry.path) }
            }
            return failure
        }
    }

    /// Removes the file unless it was renamed or removed before.
    static func discard(_ entry: Entry) {
        state.withLock { state in
            guard let file = state.files.removeValue(forKey: entry.id) else { return }
            _ = unsafe unlink(file.path)
        }
    }

    /// Removes all files in the list.
    static func discardAll() {
        state.withLock { state in
            for file in state.files.values { _ = unsafe unlink(file.path) }
            state.files.removeAll()
        }
    }
}

/// The target of an output.
enum OutputPath {
    /// `path` with links followed, also for a file that does not exist yet.
    static func followingLinks(_ path: String) throws(TableError) -> String {
        var path = path
        let given = path
        for _ in 0..<40 {
            var status = stat()
            guard unsafe lstat(path, &status) == 0, System.kind(status) == mode_t(S_IFLNK) else { return path }
            guard let link = target(ofLink: path) else {
                throw TableError.cannotCreate(path: given, reason: SystemError.text(errno))
            }
            path = link.hasPrefix("/") ? link : System.folder(of: path) + link
        }
        throw TableError.cannotCreate(path: given, reason: SystemError.text(ELOOP))
    }

    /// The name of a temporary file for `target`, in the same folder.
    static func partial(of target: String, suffix: String) -> String {
        let folder = System.folder(of: target)
        // File systems allow 255 bytes for a name, so long names are cut between characters.
        var name = target.dropFirst(folder.count)
        while name.utf8.count > 200 { name.removeLast() }
        return "\(folder).\(name).\(suffix).partial"
    }

    /// The target of a symbolic link; nil with `errno` set for anything else.
    static func target(ofLink path: String) -> String? {
        let size = 4096
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let length = unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                unsafe readlink(path, characters.baseAddress!, size)
            }
            count = max(0, length)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
