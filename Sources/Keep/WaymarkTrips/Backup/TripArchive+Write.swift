import WaymarkTables
import WaymarkText

extension TripArchive {
    /// Writes a store and the files of its attachments as a ZIP archive, which appears under its name when it is
    /// complete. The same content gives the same bytes.
    ///
    /// The records are those of one moment. Files are stored as they are: pictures cannot be packed further.
    ///
    /// Where records of the store are damaged, or files of its attachments are missing or damaged, an older backup stays:
    /// what can be saved is written beside it, under a free name such as `trips.incomplete.zip`; to standard output or a
    /// pipe it is written as it is.
    ///
    /// - Parameters:
    ///   - store: The store; what is deleted and not purged is part of the backup.
    ///   - files: The files of its attachments.
    ///   - path: The path of the archive; `-` is standard output.
    ///   - onProgress: Called with the share of files that are written, 0 to 1.
    /// - Returns: The path, and what the backup lacks.
    /// - Throws: ``TripStoreError``, or `TableError` if the archive cannot be written; an older file is then as it was.
    /// - Complexity: O(*n* log *n*) in the records, O(*n*) in the bytes of files, twice if any is lacking. Memory grows with
    ///   the ids and links of the records and the number of files, and with the records only if some are damaged.
    @discardableResult
    public static func write(
        _ store: any TripStore, _ files: AttachmentFiles, to path: String, onProgress: (Double) -> Void = { _ in }
    ) throws -> BackupGaps {
        // No file is removed meanwhile.
        let lock = try FolderLock(files.folder, isAlone: false)
        defer { extendLifetime(lock) }
        return try BackupGaps.writing(store, to: path) { snapshot, output, gaps in
            try add(snapshot, files, to: ZipWriter(output), &gaps, onProgress)
        }
    }

    private static func add(
        _ snapshot: RecordSnapshot, _ files: AttachmentFiles, to archive: ZipWriter, _ gaps: inout BackupGaps,
        _ onProgress: (Double) -> Void
    ) throws {
        // The size and the checksum come before the bytes, which are made twice and not held in memory.
        var (size, checksum) = (0, CRC32())
        try TripBackup.write(snapshot) { piece in
            checksum.update(piece)
            size += piece.count
        }
        try archive.begin(jsonName, size: size, checksum.value)
        try TripBackup.write(snapshot) { try archive.write($0) }
        // Whether it is accepted that a file is lost.
        var hashes: [ContentHash: Bool] = [:]
        try snapshot.forEachRecord(of: .attachment) { row in
            guard let attachment = row.record.attachment else { return }
            hashes[attachment.content] = attachment.isLost && hashes[attachment.content] ?? true
        }
        for (place, (hash, isLost)) in hashes.sorted(by: { $0.key < $1.key }).enumerated() {
            onProgress(Double(place) / Double(hashes.count))
            if isLost, !files.contains(hash) { continue }
            try add(hash, of: files, to: archive, &gaps)
        }
        try archive.end(commentSize: commentSize, comment)
    }

    /// Adds a file, which is read twice: its checksum comes first.
    private static func add(
        _ hash: ContentHash, of files: AttachmentFiles, to archive: ZipWriter, _ gaps: inout BackupGaps
    ) throws {
        let source: PositionedBytes
        do throws(TableError) {
            source = try PositionedBytes(contentsOf: files.path(of: hash))
        } catch {
            guard case .notFound = error else { throw error }
            gaps.missing.append(hash)
            return
        }
        var (checksum, sum) = (CRC32(), SHA256())
        try source.forEachPiece(of: 0..<source.count) { piece in
            checksum.update(piece)
            sum.update(piece)
        }
        guard sum.value == hash else {
            gaps.damaged.append(hash)
            return
        }
        try archive.begin(filesPrefix + "\(hash)", size: source.count, checksum.value)
        var copied = CRC32()
        try source.forEachPiece(of: 0..<source.count) { piece in
            copied.update(piece)
            try archive.write(piece)
        }
        guard copied.value == checksum.value else {
            throw TableError.readFailed(path: source.name, reason: "the file was changed while it was copied")
        }
    }

    // MARK: The sum of the archive

    private static let commentStart = "waymark xxh64 "
    private static let commentSize = commentStart.utf8.count + 16

    private static func comment(_ hash: XXH64) -> String { commentStart + hash.text }

    /// Compares all bytes with the comment that a backup ends with; another program that packs it again leaves none.
    ///
    /// - Throws: ``RestoreError``.
    static func checkSum(of bytes: PositionedBytes, _ found: ContiguousArray<UInt8>) throws {
        if found.isEmpty { return }
        guard found.count == commentSize, found.starts(with: commentStart.utf8) else {
            throw RestoreError.notBackup(reason: "the comment of the archive is not that of a backup")
        }
        var hash = XXH64()
        try bytes.forEachPiece(of: 0..<bytes.count - commentSize) { hash.update($0) }
        guard found.elementsEqual(comment(hash).utf8) else {
            let expected = String(decoding: found.suffix(16), as: UTF8.self)
            throw RestoreError.damaged(expected: expected, found: hash.text)
        }
    }
}
