import WaymarkText
import WaymarkTrips

/// Rows in memory.
struct MemoryRows: RecordRows {
    private(set) var rows: [RecordID: StoredRecord] = [:]
    var tombstones: [RecordID: Tombstone] = [:]
    private var owned: [RecordID: Set<RecordID>] = [:]
    /// The number of records that name one as one that stays.
    private var kept: [RecordID: Int] = [:]
    /// The records of each order by rank, those of one rank by id.
    private var ranks: [RecordScope: [(rank: Rank, id: RecordID)]] = [:]
    private var deletions: [RecordID: Set<RecordID>] = [:]
    /// The number of attachments with a content that are not deleted.
    private var contents: [ContentHash: Int] = [:]

    func row(_ id: RecordID) -> StoredRecord? { rows[id] }

    mutating func write(_ row: StoredRecord) {
        if rows[row.id] != nil { remove(row.id) }
        rows[row.id] = row
        for owner in row.record.ownerIDs { owned[owner, default: []].insert(row.id) }
        for id in row.record.keptIDs { kept[id, default: 0] += 1 }
        if let scope = row.record.scope, let rank = row.rank {
            let place = place(of: rank, row.id, in: scope)
            ranks[scope, default: []].insert((rank, row.id), at: place)
        }
        if let deletion = row.deletion {
            deletions[deletion.root, default: []].insert(row.id)
        } else if case .attachment(let attachment) = row.record {
            contents[attachment.content, default: 0] += 1
        }
    }

    mutating func remove(_ id: RecordID) {
        guard let row = rows.removeValue(forKey: id) else { return }
        for owner in row.record.ownerIDs { owned[owner]?.remove(id) }
        for id in row.record.keptIDs { kept[id, default: 0] -= 1 }
        if let scope = row.record.scope, let rank = row.rank {
            let place = place(of: rank, row.id, in: scope)
            ranks[scope]?.remove(at: place)
        }
        if let deletion = row.deletion {
            deletions[deletion.root]?.remove(id)
        } else if case .attachment(let attachment) = row.record {
            contents[attachment.content, default: 0] -= 1
        }
    }

    func tombstone(_ id: RecordID) -> Tombstone? { tombstones[id] }

    mutating func bury(_ tombstone: Tombstone) { tombstones[tombstone.id] = tombstone }

    func rows(at rank: Rank, in scope: RecordScope) -> [StoredRecord] {
        let ranks = ranks[scope, default: []]
        return ranks[ranks.partitioningIndex { $0.rank >= rank }...].prefix { $0.rank == rank }
            .compactMap { rows[$0.id] }
    }

    func owned(by id: RecordID) -> [StoredRecord] { owned[id, default: []].compactMap { rows[$0] } }

    func isKept(_ id: RecordID) -> Bool { kept[id, default: 0] > 0 }

    func rank(above rank: Rank?, in scope: RecordScope) -> Rank? {
        let ranks = ranks[scope, default: []]
        guard let rank else { return ranks.first?.rank }
        let place = ranks.partitioningIndex { $0.rank > rank }
        return place < ranks.count ? ranks[place].rank : nil
    }

    func lastRank(in scope: RecordScope) -> Rank? { ranks[scope]?.last?.rank }

    func deleted(with root: RecordID) -> [StoredRecord] { deletions[root, default: []].compactMap { rows[$0] } }

    func deleted(before time: Moment) -> [StoredRecord] {
        deletions.values.joined().compactMap { rows[$0] }.filter { $0.deletion.map { $0.time < time } ?? false }
    }

    func isUsed(_ content: ContentHash) -> Bool { contents[content, default: 0] > 0 }

    func attached(_ content: ContentHash) -> [StoredRecord] { rows.values.filter { $0.attachedFile == content } }

    /// The place of the first record that is not below another.
    private func place(of rank: Rank, _ id: RecordID, in scope: RecordScope) -> Int {
        ranks[scope, default: []].partitioningIndex { ($0.rank, $0.id) >= (rank, id) }
    }
}
