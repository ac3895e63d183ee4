import WaymarkTables

/// The faults of a store and its files: each record, the records it names, its place in its order, and each file are
/// checked.
public struct TripCheck: Sendable {
    /// A fault.
    public enum Fault: Hashable, Sendable {
        /// The store does not keep its records as it should, in the words of the store.
        case store(String)
        /// The records do not fit together.
        case records(RestoreError)
        /// A record has no place in its order, or one without having an order.
        case noPlace(RecordID)
        /// The file of an attachment is missing.
        case missingFile(ContentHash, attachment: RecordID)
        /// The bytes of the file of an attachment are others than those that were added.
        case damagedFile(ContentHash, attachment: RecordID)
    }

    /// The faults; empty if there are none.
    public private(set) var faults: [Fault] = []
    /// The number of records, with deleted ones; 0 if they cannot be read.
    public private(set) var recordCount = 0
    /// The number of files of attachments.
    public private(set) var fileCount = 0
    /// The number of files that no attachment has, which is no fault: ``AttachmentFiles/collect(keeping:olderThan:)``
    /// removes them.
    public private(set) var unusedFileCount = 0

    /// Checks a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - files: The files of its attachments.
    ///   - onProgress: Called with the share of files that are read, 0 to 1.
    /// - Throws: ``TripStoreError`` if the store cannot be read at all; `TableError` for a folder or a file that cannot
    ///   be read.
    /// - Complexity: O(*n* log *n*) in the records, O(*n*) in the bytes of files.
    public init(_ store: any TripStore, _ files: AttachmentFiles, onProgress: (Double) -> Void = { _ in }) throws {
        do throws(TripStoreError) { faults = try store.faults().map(Fault.store) } catch {
            // It may be so damaged that not even faults can be looked for.
            guard case .failed(let reason) = error else { throw error }
            faults = [.store(reason)]
        }
        let rows: [StoredRecord]
        do throws(TripStoreError) {
            rows = try store.records(TripQuery(life: .all))
        } catch {
            // Each record that cannot be read is among the faults.
            if !faults.isEmpty { return }
            throw error
        }
        recordCount = rows.count
        for row in rows where (row.rank == nil) == row.record.kind.isOrdered { faults.append(.noPlace(row.id)) }
        do throws(RestoreError) {
            _ = try TripContent(rows)
        } catch {
            faults.append(.records(error))
        }
        try check(files, of: rows, onProgress)
    }

    private mutating func check(
        _ files: AttachmentFiles, of rows: [StoredRecord], _ onProgress: (Double) -> Void
    ) throws {
        var owners: [ContentHash: RecordID] = [:]
        var needed: Set<ContentHash> = []
        for case .attachment(let attachment) in rows.map(\.record) {
            owners[attachment.content] = owners[attachment.content] ?? attachment.id
            if !attachment.isLost { needed.insert(attachment.content) }
        }
        let present = Set(try files.contents())
        unusedFileCount = present.count { owners[$0] == nil }
        for (place, (content, attachment)) in owners.sorted(by: { $0.key < $1.key }).enumerated() {
            onProgress(Double(place) / Double(owners.count))
            if !present.contains(content) {
                guard needed.contains(content) else { continue }
                faults.append(.missingFile(content, attachment: attachment))
            } else if try files.verify(content) {
                fileCount += 1
            } else {
                faults.append(.damagedFile(content, attachment: attachment))
            }
        }
    }
}

extension TripCheck.Fault: CustomStringConvertible {
    /// One line with the fault and where it is.
    public var description: String {
        switch self {
        case .store(let fault): fault
        case .records(let error): "\(error)"
        case .noPlace(let id): "record \(id) does not have the place in an order that its kind has"
        case .missingFile(let content, let id): "attachment \(id): its file \(content) is missing"
        case .damagedFile(let content, let id): "attachment \(id): the bytes of its file \(content) are others"
        }
    }
}
