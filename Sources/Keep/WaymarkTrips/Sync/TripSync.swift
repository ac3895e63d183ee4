import WaymarkFoundation
import WaymarkTables

/// Keeps stores on several devices the same, by a folder that something else carries between them.
///
/// Each device writes files of its own in a folder of its own name, each complete when it appears, and reads those of the
/// others. Files may come late, in any order and more than once.
///
///     FOLDER/7f3a91c20b4e/whole-17.json   the store of a device after 17 changes
///     FOLDER/7f3a91c20b4e/17-19.json      its next two changes
///     FOLDER/7f3a91c20b4e/files/          the files of its attachments
public struct TripSync: Sendable {
    /// What was done.
    public struct Report: Hashable, Sendable {
        /// The number of files of other devices that were applied.
        public var readCount = 0
        /// What became of the records in them, by the number of records.
        public var decisions: [RestoreReport.Decision: Int] = [:]
        /// The number of records and tombstones that were written for others.
        public var writtenCount = 0
        /// The number of files of attachments that came in.
        public var filesIn = 0
        /// The number of files of attachments that went out.
        public var filesOut = 0
        /// Files that are damaged, have not arrived whole, or wait for others, each with the reason: they are tried again
        /// the next time.
        public var skipped: [String] = []

        /// Nothing.
        public init() {}
    }

    /// More files than these of one device are replaced by its whole store.
    static let maxFiles = 32

    private let store: any TripStore
    private let files: AttachmentFiles
    private let folder: String
    private var report = Report()

    /// Takes over what other devices wrote into a folder, and writes there what this one has to say.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - files: The files of its attachments.
    ///   - folder: The folder, which is made if it is missing.
    /// - Returns: What was done.
    /// - Throws: ``TripStoreError``; `TableError` for a folder that cannot be read or written.
    /// - Complexity: O(*m* log *n*) for *m* changed records, and the files of attachments that are new.
    public static func run(_ store: any TripStore, _ files: AttachmentFiles, folder: String) throws -> Report {
        var sync = TripSync(store: store, files: files, folder: folder)
        try AttachmentFiles.makeFolder(folder)
        try sync.checkIdentity()
        for device in try sync.others() { try sync.read(from: device) }
        try sync.write()
        try sync.fetchFiles()
        return sync.report
    }

    private init(store: any TripStore, files: AttachmentFiles, folder: String) {
        (self.store, self.files, self.folder) = (store, files, folder)
    }

    /// If the folder has more of this store than it wrote itself, it is an older state or a copy of the store that did,
    /// whose next changes would be taken for others. To the folder it is another device then.
    private func checkIdentity() throws {
        let device = try store.device()
        let published = try changes(of: device).compactMap(\.end).max()
        if let published, try store.applied(from: device).map({ $0 < published }) ?? true { try store.renewDevice() }
    }

    // MARK: The folder

    private func path(of device: UInt64) -> String { folder + "/" + EditStamp.text(ofDevice: device) }

    /// The other devices, ascending.
    private func others() throws -> [UInt64] {
        let own = try store.device()
        return try names(in: folder).compactMap { EditStamp.device(text: $0) }.filter { $0 != own }.sorted()
    }

    private func names(in folder: String) throws(TableError) -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw .readFailed(path: folder, reason: "\(error)")
        }
    }

    /// A file with changes of a device.
    private struct ChangesFile {
        let path: String
        let start: Int64?
        let end: Int64

        /// What a name says; nil for another file.
        init?(_ name: String, in folder: String) {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            let numbers = parts[0].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1] == "json", numbers.count == 2, let end = Int64(numbers[1]), end >= 0,
                let start = numbers[0] == "whole" ? -1 : Int64(numbers[0]), start < end
            else { return nil }
            (path, self.start, self.end) = (folder + "/" + name, numbers[0] == "whole" ? nil : start, end)
        }

        static func name(_ changes: SharedChanges) -> String {
            "\(changes.start.map(String.init) ?? "whole")-\(changes.end).json"
        }
    }

    /// The files with changes of a device, those first that lead farthest.
    private func changes(of device: UInt64) throws -> [ChangesFile] {
        let path = path(of: device)
        return try names(in: path).compactMap { ChangesFile($0, in: path) }.sorted { $1.end < $0.end }
    }

    // MARK: Reading

    private mutating func read(from device: UInt64) throws {
        let all = try changes(of: device)
        var unread: Set<String> = []
        while true {
            let known = try store.applied(from: device)
            let next = all.first { file in
                !unread.contains(file.path) && file.end > known ?? -1
                    && (file.start.map { start in known.map { start <= $0 } ?? false } ?? true)
            }
            guard let next else { break }
            do {
                let source = try PositionedBytes(contentsOf: next.path)
                let changes = try SharedChanges(json: source.bytes(at: 0, count: source.count))
                guard changes.device == device, changes.start == next.start, changes.end == next.end else {
                    throw RestoreError.notBackup(reason: "its name says other changes than it has")
                }
                for item in try store.apply(changes).items { report.decisions[item.decision, default: 0] += 1 }
                report.readCount += 1
            } catch let error where error is RestoreError || error is TableError {
                unread.insert(next.path)
                report.skipped.append("\(next.path): \(error)")
            } catch TripStoreError.notMerged(let error) {
                unread.insert(next.path)
                report.skipped.append("\(next.path): \(error)")
            }
        }
        let known = try store.applied(from: device)
        for file in all where file.end > known ?? -1 && !unread.contains(file.path) {
            let missing = known.map { "the changes after \($0)" } ?? "the whole store of this device"
            report.skipped.append("\(file.path): waits for \(missing)")
        }
    }

    // MARK: Writing

    private mutating func write() throws {
        let device = try store.device()
        let own = path(of: device)
        try AttachmentFiles.makeFolder(own)
        let before = try changes(of: device)
        let start = before.count < Self.maxFiles ? before.first?.end : nil
        let changes = try store.sharedChanges(since: start)
        guard changes.end > before.first?.end ?? -1 else { return }
        // Files go first, so that no attachment comes without its file where they are carried in order.
        try offerFiles(of: changes, in: own)
        let output = try OutputFile(path: own + "/" + ChangesFile.name(changes))
        try output.write(changes.json.span)
        try output.commit()
        try store.markShared(changes.end)
        report.writtenCount = changes.content.rows.count + changes.content.purged.count
        if changes.start == nil { for old in before { try? FileManager.default.removeItem(atPath: old.path) } }
    }

    private mutating func offerFiles(of changes: SharedChanges, in own: String) throws {
        let wanted = changes.content.attachedFiles
        if wanted.isEmpty { return }
        let offered = try AttachmentFiles(folder: own + "/files")
        for content in wanted.sorted() where files.contains(content) && !offered.contains(content) {
            if copy(content, from: files, to: offered) { report.filesOut += 1 }
        }
    }

    /// Takes the files of attachments that are here and have no file.
    private mutating func fetchFiles() throws {
        for device in try others() {
            let path = path(of: device) + "/files"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let offered = try AttachmentFiles(folder: path)
            let missing = try offered.contents().filter { !files.contains($0) }
            if missing.isEmpty { continue }
            var used: Set<ContentHash> = []
            for case .attachment(let attachment) in try store.records(TripQuery([.attachment], life: .all)).map(
                \.record)
            {
                used.insert(attachment.content)
            }
            for content in missing where used.contains(content) {
                if copy(content, from: offered, to: files) { report.filesIn += 1 }
            }
        }
    }

    /// Copies a file, unless it is damaged or cannot be written; it is tried again the next time.
    private mutating func copy(_ content: ContentHash, from: AttachmentFiles, to: AttachmentFiles) -> Bool {
        do {
            try to.add(content, from: from)
            return true
        } catch {
            report.skipped.append("\(from.path(of: content)): \(error)")
            return false
        }
    }
}
