import WaymarkFoundation
public import WaymarkTables

extension AttachmentFiles {
    /// What ``AttachmentFiles/collect(keeping:olderThan:)`` removed.
    public struct Collected: Hashable, Sendable {
        /// The files that nothing uses any more, ascending.
        public var files: [ContentHash] = []
        /// The number of cut-off copies of killed programs.
        public var partialCount = 0
        /// The bytes of all of them.
        public var size = 0

        /// Nothing.
        public init() {}
    }

    /// Removes the files that no attachment uses, also those of deleted attachments, which may be brought back.
    ///
    /// - Parameters:
    ///   - store: The store, with all its attachments.
    ///   - age: Younger files stay, since their attachments may be about to be stored.
    /// - Returns: What was removed.
    /// - Throws: ``TripStoreError``, before anything is removed, or `TableError` for a folder that cannot be read.
    public func collect(keeping store: any TripStore, olderThan age: Duration = .seconds(3600)) throws -> Collected {
        // What was cut off is ended first, which needs the lock too.
        _ = try? store.cursor()
        let lock = try FolderLock(folder, isAlone: true)
        defer { extendLifetime(lock) }
        let limit = Date().addingTimeInterval(
            -(Double(age.components.seconds) + Double(age.components.attoseconds) / 1e18))
        let entries = try entries()
        let used = try store.neededFiles()
        var collected = Collected()
        for entry in entries {
            if let content = entry.content, used.contains(content) { continue }
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: entry.path),
                let date = attributes[.modificationDate] as? Date, date <= limit,
                (try? FileManager.default.removeItem(atPath: entry.path)) != nil
            else { continue }
            // Platforms differ in the type of the number.
            collected.size +=
                attributes[.size] as? Int ?? (attributes[.size] as? any BinaryInteger).map { Int(clamping: $0) } ?? 0
            if let content = entry.content { collected.files.append(content) } else { collected.partialCount += 1 }
        }
        collected.files.sort()
        return collected
    }

    /// The files of the folder, ascending.
    ///
    /// - Throws: `TableError` for a folder that cannot be read.
    public func contents() throws(TableError) -> [ContentHash] { try entries().compactMap(\.content).sorted() }

    /// Our files: complete ones, and cut-off copies, whose content is nil. Others are not ours to touch.
    private func entries() throws(TableError) -> [(path: String, content: ContentHash?)] {
        var entries: [(String, ContentHash?)] = []
        do {
            guard FileManager.default.fileExists(atPath: folder) else { return [] }
            for part in try FileManager.default.contentsOfDirectory(atPath: folder) where part.utf8.count == 2 {
                guard System.isOwnFolder("\(folder)/\(part)") else { continue }
                for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)") {
                    let content = ContentHash(name)
                    let isPartial = name.hasPrefix(".\(part)") && name.hasSuffix(".partial")
                    if content != nil || isPartial { entries.append(("\(folder)/\(part)/\(name)", content)) }
                }
            }
        } catch {
            throw .readFailed(path: folder, reason: "\(error)")
        }
        return entries
    }
}
