import WaymarkC
import WaymarkFoundation
public import WaymarkTables
import WaymarkText

/// The files of attachments, in a folder: each under the hash of its bytes, so that equal ones are stored once.
///
/// A file appears under its name when it is complete and on the disk, so that neither a killed program nor a power failure
/// leaves one that is cut off. May be used from any thread, and by several processes at once.
///
/// ```swift
/// let files = try AttachmentFiles(folder: "/home/gom/trips/files")
/// let (content, size) = try files.add(contentsOf: "IMG_0001.jpg")
/// try store.commit([.put(.attachment(Attachment(id: ids.next(), owner: stop, content: content, size: size)))])
/// ```
public struct AttachmentFiles: Sendable {
    /// The path of the folder.
    public let folder: String

    /// The files in a folder, which is made if it is missing.
    ///
    /// - Throws: `TableError.cannotCreate`.
    public init(folder: String) throws(TableError) {
        self.init(existing: folder)
        try Self.makeFolder(folder, mode: 0o700)
    }

    /// The files in a folder; if it is missing, there are none.
    package init(existing folder: String) { self.folder = folder }

    /// Makes a folder, unless it is there, and forces its name to the disk.
    package static func makeFolder(_ path: String, withParents: Bool = true, mode: Int = 0o777) throws(TableError) {
        if FileManager.default.fileExists(atPath: path) { return }
        do {
            // The system takes the umask off 0777, but not off a given mode.
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: withParents,
                attributes: mode == 0o777 ? nil : [.posixPermissions: mode])
        } catch {
            // Another thread or process may have made it.
            if !FileManager.default.fileExists(atPath: path) {
                let cause = (error as? CocoaError)?.underlying as? POSIXError
                throw .cannotCreate(path: path, reason: cause.map { SystemError.text($0.code.rawValue) } ?? "\(error)")
            }
        }
        let code = System.syncFolder(of: path)
        if code != 0 { throw .writeFailed(path: path, reason: SystemError.text(code)) }
    }

    /// The path of a file, whether it is there or not: in one of 256 folders, by its first digits.
    public func path(of content: ContentHash) -> String { "\(part(of: content))/\(content)" }

    private func part(of content: ContentHash) -> String { "\(folder)/\("\(content)".prefix(2))" }

    /// Whether there is a file.
    public func contains(_ content: ContentHash) -> Bool { FileManager.default.fileExists(atPath: path(of: content)) }

    /// Makes a file that is there young again, so that it is not collected before its attachment is stored, and forces its name to the
    /// disk, which a killed program may not have done. False where there is none, or a link.
    private func touch(_ content: ContentHash) throws(TableError) -> Bool {
        let path = path(of: content)
        guard System.isOwnFile(path) else { return false }
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
        let code = System.syncFolder(of: path)
        if code != 0 { throw .writeFailed(path: path, reason: SystemError.text(code)) }
        return true
    }

    /// Adds a file of these bytes, unless the folder has it.
    ///
    /// - Throws: `TableError` if it cannot be written; then the file is missing.
    /// - Complexity: O(*n*).
    public func add(_ bytes: Span<UInt8>) throws(TableError) -> ContentHash {
        let content = ContentHash(bytes)
        try write(content) { (output) throws(TableError) in try output.write(bytes) }
        return content
    }

    /// Adds a copy of a file, unless the folder has it. Memory does not grow with the file, which is read twice.
    ///
    /// - Returns: The hash and the number of its bytes.
    /// - Throws: `TableError` if it cannot be read or the copy not be written, also if it changed meanwhile.
    public func add(contentsOf path: String) throws(TableError) -> (content: ContentHash, size: Int) {
        let (content, size) = try Self.read(path) { (_) throws(TableError) in }
        try write(content) { (output) throws(TableError) in
            let copied = try Self.read(path) { (bytes) throws(TableError) in try output.write(bytes) }
            guard copied.content == content else {
                throw TableError.readFailed(path: path, reason: "the file was changed while it was copied")
            }
        }
        return (content, size)
    }

    /// Whether the file is there, and its bytes are those of its hash.
    ///
    /// - Throws: `TableError` if it is missing or cannot be read.
    /// - Complexity: O(*n*).
    public func verify(_ content: ContentHash) throws(TableError) -> Bool {
        try Self.read(path(of: content)) { (_) throws(TableError) in }.content == content
    }

    /// Copies a file out of the folder, to a path where it appears when it is complete.
    ///
    /// - Throws: `TableError` if it cannot be read or its bytes are not those of its hash, or the copy cannot be written.
    public func copy(_ content: ContentHash, to path: String) throws(TableError) {
        let output = try OutputFile(path: path)
        let source = self.path(of: content)
        let copied = try Self.read(source) { (bytes) throws(TableError) in try output.write(bytes) }
        guard copied.content == content else {
            throw TableError.readFailed(
                path: source, reason: "the file is damaged: its bytes are not those of its name")
        }
        try output.commit()
    }

    private func write(_ content: ContentHash, _ body: (OutputFile) throws(TableError) -> Void) throws(TableError) {
        let lock: FolderLock
        do { lock = try FolderLock(folder, isAlone: false) } catch {
            throw .cannotCreate(path: folder, reason: "\(error)")
        }
        defer { extendLifetime(lock) }
        if try touch(content), try verify(content) { return }
        try makePart(of: content)
        let output = try OutputFile(ownPath: path(of: content))
        try body(output)
        try output.commit()
    }

    /// Adds a file with this hash, unless it is there with the right bytes. The caller holds the lock.
    ///
    /// - Throws: `TableError` if it cannot be written or the bytes are others, or what `pieces` throws; then the folder
    ///   is as it was.
    func mend(_ content: ContentHash, _ pieces: (_ write: (Span<UInt8>) throws -> Void) throws -> Void) throws {
        if try touch(content), try verify(content) { return }
        let path = path(of: content)
        try makePart(of: content)
        let output = try OutputFile(ownPath: path)
        var hash = SHA256()
        try pieces { piece in
            hash.update(piece)
            try output.write(piece)
        }
        guard hash.value == content else {
            throw TableError.writeFailed(path: path, reason: "its bytes are not those of its name")
        }
        try output.commit()
    }

    private func makePart(of content: ContentHash) throws(TableError) {
        let part = part(of: content)
        try Self.makeFolder(part, mode: 0o700)
        guard System.isOwnFolder(part) else {
            throw .cannotCreate(path: part, reason: "it is a link or a file, and not a folder")
        }
    }

    private static func read(
        _ path: String, _ body: (Span<UInt8>) throws(TableError) -> Void
    ) throws(TableError) -> (content: ContentHash, size: Int) {
        let source = try FileSource(path: path, unpacksGzip: false)
        var hash = SHA256()
        var size = 0
        var buffer = ContiguousArray<UInt8>()
        while true {
            buffer.removeAll(keepingCapacity: true)
            let count = try source.read(upTo: 1 << 18, into: &buffer)
            if count == 0 { return (hash.value, size) }
            hash.update(buffer.span)
            try body(buffer.span)
            size += count
        }
    }
}
