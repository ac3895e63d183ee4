/// The content of a store or of a backup, checked: no record that another names is missing, and orders and deletions are
/// whole.
public struct TripContent: Sendable {
    /// The records, deleted ones too, sorted by kind, then by id.
    public let rows: [StoredRecord]

    /// Checks records.
    ///
    /// - Throws: ``RestoreError`` for the first fault.
    /// - Complexity: O(*n* log *n*).
    package init(_ rows: [StoredRecord]) throws(RestoreError) {
        self.rows = rows.sorted(by: Self.isBefore)
        var byID: [RecordID: StoredRecord] = [:]
        byID.reserveCapacity(rows.count)
        var ranks: [RecordScope: [Rank: RecordID]] = [:]
        for row in self.rows {
            if byID.updateValue(row, forKey: row.id) != nil { throw .repeatedID(row.id) }
            guard let scope = row.record.scope, let rank = row.rank else { continue }
            if let other = ranks[scope, default: [:]].updateValue(row.id, forKey: rank) {
                throw .repeatedRank(other, row.id)
            }
        }
        for row in self.rows {
            for reference in row.record.owners + row.record.keptReferences {
                guard let target = byID[reference.target], reference.kinds.contains(target.record.kind) else {
                    throw .danglingReference(row.id, field: reference.key, target: reference.target)
                }
            }
            if row.isLive {
                if row.record.ownerIDs.contains(where: { byID[$0]?.isLive == false }) {
                    throw .inconsistentDeletion(row.id)
                }
            } else if let root = row.deletion?.root, byID[root]?.deletion?.root != root {
                throw .inconsistentDeletion(row.id)
            }
        }
    }

    /// By kind, so that what others go with comes first, then by id.
    static func isBefore(_ a: StoredRecord, _ b: StoredRecord) -> Bool {
        (a.record.kind.number, a.id) < (b.record.kind.number, b.id)
    }
}

extension StoredRecord {
    /// The whole state as bytes, for comparing: equal states have equal bytes.
    var stateJSON: String {
        var writer = FieldWriter(unknown: unknown)
        write(to: &writer)
        return writer.text
    }

    /// Adds all fields, with the id, the place and the times.
    func write(to writer: inout FieldWriter) {
        record.write(to: &writer)
        writer.id("id", id)
        writer.rank("rank", rank)
        writer.moment("modified_unix_ms", modified)
        writer.moment("deleted_unix_ms", deletion?.time)
        writer.id("deleted_with", deletion?.root)
    }
}

extension TripContent {
    /// The content that a store has after this one is restored over its rows.
    ///
    /// Restoring again changes nothing: where two states of an order or of a deletion do not fit together, the same
    /// place and the same deletion come out each time.
    ///
    /// - Throws: ``RestoreError/otherKind(_:found:)``.
    /// - Complexity: O(*n* log *n*).
    package func restored(
        over old: [StoredRecord], _ mode: RestoreMode
    ) throws(RestoreError) -> (rows: [StoredRecord], report: RestoreReport) {
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        var merged: [StoredRecord] = []
        var decisions: [(row: StoredRecord, RestoreReport.Decision)] = []
        var known: Set<RecordID> = []
        for row in rows {
            known.insert(row.id)
            let (chosen, decision) = try Self.choice(row, before[row.id], mode)
            merged.append(chosen)
            decisions.append((chosen, decision))
        }
        for row in old where !known.contains(row.id) {
            if mode == .merge { merged.append(row) }
            decisions.append((row, mode == .merge ? .alone : .removed))
        }
        merged.sort(by: Self.isBefore)
        var adjusted: Set<RecordID> = []
        if mode == .merge {
            Self.joinDeletions(&merged, &adjusted)
            Self.separateRanks(&merged, &adjusted)
        }
        let items = decisions.sorted { Self.isBefore($0.row, $1.row) }.map { row, decision in
            RestoreReport.Item(
                id: row.id, kind: row.record.kind, decision: decision, isAdjusted: adjusted.contains(row.id))
        }
        return (merged, RestoreReport(items: items, cursor: nil))
    }

    /// Which of two states counts.
    private static func choice(
        _ row: StoredRecord, _ old: StoredRecord?, _ mode: RestoreMode
    ) throws(RestoreError) -> (StoredRecord, RestoreReport.Decision) {
        guard let old else { return (row, .added) }
        let (new, previous) = (row.stateJSON, old.stateJSON)
        if row.record.kind == old.record.kind, CanonicalJSON.areSame(new, previous) { return (old, .same) }
        if mode == .replace { return (row, .taken) }
        guard row.record.kind == old.record.kind else { throw .otherKind(row.id, found: old.record.kind) }
        if row.modified != old.modified { return row.modified > old.modified ? (row, .taken) : (old, .kept) }
        return CanonicalJSON.isBefore(previous, new) ? (row, .taken) : (old, .kept)
    }

    /// Deletes what belongs to something deleted, and ends deletions whose root came back.
    private static func joinDeletions(_ rows: inout [StoredRecord], _ adjusted: inout Set<RecordID>) {
        // Owners come first, and so do the roots of deletions.
        var deletions: [RecordID: Deletion] = [:]
        for place in rows.indices {
            let (id, old) = (rows[place].id, rows[place].deletion)
            var deletion = old
            if let root = old?.root, deletions[root]?.root != root, root != id {
                deletion = old.map { Deletion(root: id, time: $0.time) }
            }
            if deletion == nil { deletion = rows[place].record.ownerIDs.compactMap { deletions[$0] }.last }
            if deletion != old {
                rows[place].deletion = deletion
                adjusted.insert(id)
            }
            deletions[id] = deletion
        }
    }

    /// Gives records a place of their own where several have the same one.
    private static func separateRanks(_ rows: inout [StoredRecord], _ adjusted: inout Set<RecordID>) {
        var orders: [RecordScope: [Int]] = [:]
        for place in rows.indices {
            if let scope = rows[place].record.scope { orders[scope, default: []].append(place) }
        }
        for order in orders.values {
            let ranked = order.compactMap { place in rows[place].rank.map { (rank: $0, place: place) } }
                .sorted { ($0.rank, rows[$0.place].id) < ($1.rank, rows[$1.place].id) }
            // Those of one place come in the order of their ids, before what came behind that place.
            var last: Rank?
            for (number, (rank, place)) in ranked.enumerated() {
                if let lower = last, rank <= lower {
                    let upper = ranked[number...].first { $0.rank > lower }?.rank
                    let free = Rank.between(lower, upper)
                    rows[place].rank = free
                    adjusted.insert(rows[place].id)
                    last = free
                } else {
                    last = rank
                }
            }
        }
    }
}
