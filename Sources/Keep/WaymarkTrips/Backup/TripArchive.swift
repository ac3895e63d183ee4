import WaymarkTables
import WaymarkText

/// A backup in a file, read and checked: the JSON alone, or a ZIP archive of it and the files of the attachments.
///
/// ```swift
/// let lost = try TripArchive.write(store, files, to: "trips.zip")
/// let archive = try TripArchive(contentsOf: "trips.zip")
/// let report = try archive.restore(into: store, files, .replace)
/// ```
///
/// - SeeAlso: `Documentation/Trips.md` for the form.
public struct TripArchive: Sendable {
    /// The records.
    public let content: TripContent
    /// The files of attachments that the backup has, ascending; none in a JSON.
    public var files: [ContentHash] { entries.keys.sorted() }
    /// The files of attachments that the backup lacks, ascending: they were missing when it was written, or it is a
    /// JSON.
    public var missingFiles: [ContentHash] { content.attachedFiles.subtracting(entries.keys).sorted() }

    private let archive: ZipArchive?
    private let entries: [ContentHash: ZipEntry]

    /// The name of the JSON in an archive.
    static let jsonName = "trips.json"
    /// The folder of files in an archive; each is named by its hash.
    static let filesPrefix = "files/"
    /// The maximum number of bytes of the JSON, which is not written either if it has more: it is held in memory.
    static let maxJSON = 1 << 33

    /// Reads a backup, and checks all of it: no restore is begun with one that is damaged.
    ///
    /// An archive that was packed again by another program is accepted if it has the same files.
    ///
    /// - Parameters:
    ///   - path: The path of a file; `-` is standard input.
    ///   - onProgress: Called with the share that is checked, 0 to 1.
    /// - Throws: ``RestoreError`` for the first fault; `TableError` for a file that cannot be read.
    /// - Complexity: O(*n* log *n*) in the records, O(*n*) in the bytes of files. Memory grows with the JSON, not with
    ///   the files, unless another program has packed them.
    public init(contentsOf path: String, onProgress: (Double) -> Void = { _ in }) throws {
        let bytes = try PositionedBytes(contentsOf: path)
        try self.init(Self.unpacked(bytes, path), onProgress: onProgress)
    }

    /// The bytes of a backup that its user packed with gzip, in a temporary file without a name; other bytes as they are.
    private static func unpacked(_ bytes: PositionedBytes, _ path: String) throws -> PositionedBytes {
        guard try bytes.bytes(at: 0, count: min(2, bytes.count)).elementsEqual([0x1F, 0x8B]) else { return bytes }
        var source: any ByteSource
        if path == "-" {
            source = try GzipSource.unpacking(MemorySource(bytes.bytes(at: 0, count: bytes.count), name: bytes.name))
        } else {
            source = try FileSource(path: path)
        }
        let temporary = "\(System.temporaryFolder)/waymark-backup-\(RecordIDGenerator().next())"
        defer { System.remove(temporary) }
        let output = try OutputFile(ownPath: temporary)
        var (piece, size) = (ContiguousArray<UInt8>(), 0)
        while try source.read(upTo: 1 << 18, into: &piece) > 0 {
            size += piece.count
            // Pictures are not packed further, and texts by ten times at most.
            guard size <= max(1 << 26, 200 * bytes.count) else {
                throw RestoreError.notBackup(reason: "it is packed by more than 200 times")
            }
            try output.write(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        try output.commit()
        return try PositionedBytes(contentsOf: temporary)
    }

    /// The same of bytes in memory.
    package init(_ bytes: PositionedBytes, onProgress: (Double) -> Void = { _ in }) throws {
        let isArchive = try bytes.bytes(at: 0, count: min(2, bytes.count)).elementsEqual(ZipArchive.start.prefix(2))
        guard isArchive else {
            guard bytes.count <= Self.maxJSON else {
                throw RestoreError.notBackup(reason: "it has \(bytes.count) bytes, more than \(Self.maxJSON)")
            }
            content = try TripContent(json: bytes.bytes(at: 0, count: bytes.count))
            (archive, entries) = (nil, [:])
            return
        }
        do {
            let archive = try ZipArchive(bytes)
            try Self.checkSum(of: bytes, archive.comment)
            let (json, entries) = try Self.entries(of: archive)
            content = try TripContent(json: archive.contents(of: json, limit: Self.maxJSON))
            let wanted = content.attachedFiles
            let total = Double(max(1, entries.values.reduce(0) { $0 + $1.size }))
            var done = 0
            for (hash, entry) in entries {
                guard wanted.contains(hash) else {
                    throw RestoreError.notBackup(reason: "no attachment has the file \(entry.name)")
                }
                onProgress(Double(done) / total)
                guard try Self.hash(of: entry, in: archive) == hash else { throw RestoreError.damagedFile(hash) }
                done += entry.size
            }
            (self.archive, self.entries) = (archive, entries)
        } catch let error as ZipError {
            if case .table(let error) = error { throw error }
            throw RestoreError.notArchive(reason: "\(error)")
        }
    }

    /// The JSON and the files of an archive: nothing else is in it.
    static func entries(of archive: ZipArchive) throws -> (json: ZipEntry, files: [ContentHash: ZipEntry]) {
        var json: ZipEntry?
        var files: [ContentHash: ZipEntry] = [:]
        for entry in archive.entries {
            if entry.name == jsonName {
                json = entry
            } else if entry.name.hasPrefix(filesPrefix),
                let hash = ContentHash(entry.name.dropFirst(filesPrefix.count)),
                files.updateValue(entry, forKey: hash) == nil
            {
                continue
            } else {
                throw RestoreError.notBackup(reason: "\(entry.name.debugDescription) is not a part of it")
            }
        }
        guard let json else { throw RestoreError.notBackup(reason: "\(jsonName) is missing") }
        return (json, files)
    }

    private static func hash(of entry: ZipEntry, in archive: ZipArchive) throws -> ContentHash {
        var hash = SHA256()
        try archive.read(entry) { hash.update($0) }
        return hash.value
    }

    /// One trip of it, to be merged into a store: with all that goes with it, as the backup has them, later than any edit; and with the
    /// companions and categories that these name, of which those edited later count.
    ///
    /// - Throws: ``RestoreError``; ``TripStoreError``, also for a trip that is deleted in the backup.
    public func only(_ trip: RecordID, for store: any TripStore) throws -> TripArchive {
        var taken: Set = [trip]
        var named: Set<RecordID> = []
        var rows: [StoredRecord] = []
        // What others go with comes first. A category takes its entries with it, and not the other way round.
        guard content.rows.contains(where: { $0.id == trip && $0.isLive }) else { throw TripStoreError.deleted(trip) }
        for var row in content.rows where row.record.kind != .category {
            // A category that was deleted since would come back with the entries of other trips.
            if case .entry(var entry) = row.record, let category = entry.category,
                try store.record(category)?.isLive == false
            {
                entry.category = nil
                row.record = .entry(entry)
            }
            let owners = row.record.owners.filter { $0.key != "category" }
            guard row.id == trip || owners.contains(where: { taken.contains($0.target) }) else { continue }
            taken.insert(row.id)
            named.formUnion(row.record.keptIDs + row.record.owners.filter { $0.key == "category" }.map(\.target))
            if row.isLive { row.modified = try (store.record(row.id) ?? row).lastChange.followed(by: .now) }
            rows.append(row)
        }
        rows += content.rows.filter { named.contains($0.id) }
        let only = try TripContent(rows)
        let files = only.attachedFiles
        return TripArchive(content: only, archive: archive, entries: entries.filter { files.contains($0.key) })
    }

    private init(content: TripContent, archive: ZipArchive?, entries: [ContentHash: ZipEntry]) {
        (self.content, self.archive, self.entries) = (content, archive, entries)
    }

    // MARK: Restoring

    /// Puts the files and then the records into a store, the records in one step: whenever the program is killed, the
    /// store has its old content or the new one.
    ///
    /// Files that are there are not written again, unless they are damaged. Those that the old content alone had stay
    /// until ``AttachmentFiles/collect(keeping:olderThan:)``.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - files: The files of its attachments.
    ///   - mode: Whether its content is replaced or merged.
    ///   - onProgress: Called with the share of files that are there, 0 to 1.
    /// - Returns: What became of each record.
    /// - Throws: ``TripStoreError``, or `TableError` if a file cannot be written; the records are then as they were.
    /// - Complexity: O(*n* log *n*) in all records, O(*n*) in the bytes of files.
    @discardableResult
    public func restore(
        into store: any TripStore, _ files: AttachmentFiles, _ mode: RestoreMode,
        onProgress: (Double) -> Void = { _ in }
    ) throws -> RestoreReport {
        try store.restore(content, mode) { try add(to: files, onProgress: onProgress) }
    }

    /// Adds the files to a folder, whose lock the caller holds.
    package func add(to files: AttachmentFiles, onProgress: (Double) -> Void = { _ in }) throws {
        guard let archive else { return }
        for (place, (hash, entry)) in entries.sorted(by: { $0.key < $1.key }).enumerated() {
            onProgress(Double(place) / Double(entries.count))
            do {
                try files.mend(hash) { write in try archive.read(entry, write) }
            } catch let error as ZipError {
                if case .table(let error) = error { throw error }
                throw TableError.readFailed(path: archive.name, reason: "the file was changed: \(error)")
            }
        }
    }
}

extension TripContent {
    /// The files that its attachments have, also deleted ones.
    var attachedFiles: Set<ContentHash> { Set(rows.lazy.compactMap(\.attachedFile)) }
}

extension StoredRecord {
    /// When it was last edited or deleted.
    package var lastChange: Moment { max(modified, deletion?.time ?? modified) }

    /// The file of an attachment; nil of other records.
    package var attachedFile: ContentHash? { record.attachment?.content }
}
