/// Changes of one device, for others: what it edited between two numbers of changes.
///
/// They hold the whole state of each record, with what it belongs to and names, so that they can be applied in any order.
public struct SharedChanges: Sendable {
    /// The device that made them.
    public let device: UInt64
    /// They follow this number of changes; nil if they are the whole store.
    public let start: Int64?
    /// The number of changes with these.
    public let end: Int64
    /// The records and tombstones.
    package let content: TripContent

    package init(device: UInt64, start: Int64?, end: Int64, content: TripContent) {
        (self.device, self.start, self.end, self.content) = (device, start, end, content)
    }

    /// Checks records and tombstones.
    ///
    /// - Throws: ``TripStoreError/notMerged(_:)``.
    package init(
        device: UInt64, start: Int64?, end: Int64, _ rows: [StoredRecord], _ purged: [Tombstone]
    ) throws(TripStoreError) {
        do throws(RestoreError) {
            self.init(device: device, start: start, end: end, content: try TripContent(rows, purged: purged))
        } catch {
            throw .notMerged(error)
        }
    }

    /// Whether nothing is missing between these and the number of changes that are known.
    public func follows(_ known: Int64?) -> Bool {
        guard let start else { return known.map { $0 <= end } ?? true }
        return known.map { start <= $0 && $0 <= end } ?? false
    }

    /// Whether nothing was changed.
    public var isEmpty: Bool { content.rows.isEmpty && content.purged.isEmpty }

    /// Adds to records what they belong to and name.
    package static func withNamed<E: Error>(
        _ rows: [StoredRecord], _ row: (RecordID) throws(E) -> StoredRecord?
    ) throws(E) -> [StoredRecord] {
        var all = rows
        var known = Set(rows.map(\.id))
        var next = 0
        while next < all.count {
            let record = all[next].record
            next += 1
            for id in record.ownerIDs + record.keptIDs where known.insert(id).inserted {
                if let named = try row(id) { all.append(named) }
            }
        }
        return all
    }

    /// The changes as JSON: a backup of these records, which says whose they are.
    public var json: ContiguousArray<UInt8> {
        TripBackup.json(of: content.rows, purged: content.purged, origin: origin)
    }

    private var origin: TripBackup.Origin { TripBackup.Origin(device: device, start: start, end: end) }

    /// Reads changes, and checks all of them.
    ///
    /// - Throws: ``RestoreError`` for the first fault.
    public init(json bytes: ContiguousArray<UInt8>) throws(RestoreError) {
        let (content, origin) = try TripContent.read(bytes)
        guard let origin else { throw .notBackup(reason: "it does not say whose changes they are") }
        self.init(device: origin.device, start: origin.start, end: origin.end, content: content)
    }
}
