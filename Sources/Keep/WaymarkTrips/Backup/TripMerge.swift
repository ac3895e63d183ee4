import WaymarkText

/// What merging a backup into a store writes, and its report.
///
/// Of two states of a record the one that was edited later counts, as a whole; of two edited at the same moment the one
/// whose bytes are greater. Then deletions are joined. Which side is merged into the other makes no difference, and merging
/// again changes nothing. A file that does not say when it was edited only adds, or says it now: see ``RestoreMode``.
package struct TripMerge {
    /// The rows to add or to replace.
    package let written: [StoredRecord]
    /// The tombstones to add or to replace.
    package let buried: [Tombstone]
    /// The changes of the commit, sorted by kind, then by id.
    package let changes: [RecordChange]
    /// What became of each record.
    package let report: RestoreReport

    /// Works out what a merge does to rows.
    ///
    /// - Throws: ``TripStoreError/notMerged(_:)`` for two records of one id and different kinds.
    /// - Precondition: `mode` is not `.replace`.
    /// - Complexity: O(*n* log *n*).
    package init(
        of content: TripContent, into old: [StoredRecord], _ purged: [Tombstone], _ mode: RestoreMode, now: Moment
    ) throws(TripStoreError) {
        var before: [RecordID: StoredRecord] = [:]
        for row in old where before.updateValue(row, forKey: row.id) != nil {
            throw .failed(reason: "the database is damaged: it gives record \(row.id) twice")
        }
        let ownTombstones = Dictionary(purged.map { ($0.id, $0) }) { $0.deletion < $1.deletion ? $1 : $0 }
        let tombstones = ownTombstones.merging(content.purged.map { ($0.id, $0) }) {
            $0.deletion < $1.deletion ? $1 : $0
        }
        buried = tombstones.values.filter { ownTombstones[$0.id] != $0 }
        var decisions: [RecordID: RestoreReport.Decision] = [:]
        var chosen: [StoredRecord] = []
        for row in content.rows {
            if let old = before[row.id], old.record.kind != row.record.kind {
                throw .notMerged(.otherKind(row.id, found: old.record.kind))
            }
        }
        let ranks =
            mode == .merge ? [:] : Self.ranks(of: content.rows, in: old, before, isOverwriting: mode == .overwrite)
        for row in content.rows {
            var row = row
            row.rank = ranks[row.id] ?? row.rank
            guard let old = before[row.id] else {
                // What was purged stays so, unless it is edited now.
                let purge = ownTombstones[row.id]?.deletion.time
                if mode == .overwrite, row.isLive { row.modified = purge?.followed(by: now) ?? now }
                decisions[row.id] = mode == .add && purge != nil ? .kept : .added
                chosen.append(row)
                continue
            }
            if mode == .merge || !row.isLive {
                let isKept = !Self.isBefore(old, row)
                decisions[row.id] = old.isIdentical(to: row) ? .same : isKept ? .kept : .taken
                chosen.append(isKept ? old : row)
                continue
            }
            row = content.said.overwriting(old, with: row)
            row.modified = old.lastChange.followed(by: now)
            let isSame = old.isLive && old.isSame(as: row)
            decisions[row.id] = isSame ? .same : mode == .add ? .kept : .taken
            chosen.append(isSame || mode == .add ? old : row)
        }
        for row in old where decisions.updateValue(decisions[row.id] ?? .alone, forKey: row.id) == nil {
            chosen.append(row)
        }
        chosen.sort(by: TripContent.isBefore)
        var merged = chosen
        Self.joinDeletions(of: &merged, tombstones)
        written = merged.filter { row in before[row.id].map { !$0.isIdentical(to: row) } ?? true }
        changes = written.compactMap { row in
            let wasLive = before[row.id]?.isLive ?? false
            guard wasLive || row.isLive else { return nil }
            return RecordChange(
                id: row.id, kind: row.record.kind, action: !wasLive ? .inserted : row.isLive ? .changed : .deleted)
        }
        report = RestoreReport(
            items: zip(chosen, merged).map { state, row in
                // What was brought back in an earlier merge is not taken again.
                let isKept = decisions[row.id] == .taken && (before[row.id]?.isIdentical(to: row) ?? false)
                return RestoreReport.Item(
                    id: row.id, kind: row.record.kind, decision: isKept ? .kept : decisions[row.id] ?? .alone,
                    isAdjusted: !isKept && (state.modified, state.deletion) != (row.modified, row.deletion))
            })
    }

    /// Whether the second of two states of a record counts.
    private static func isBefore(_ a: StoredRecord, _ b: StoredRecord) -> Bool {
        if a.modified != b.modified { return a.modified < b.modified }
        let (one, two) = (a.record.json(with: a.unknown), b.record.json(with: b.unknown))
        guard CanonicalJSON.areSame(one, two) else { return CanonicalJSON.isBefore(one, two) }
        // What went with something deleted was not edited: who deleted it knew this state.
        return a.rank == b.rank ? isBefore(a.deletion, b.deletion) : isBefore(a.rank, b.rank)
    }

    /// The places of the records of a file among those of the store, where that has some of the same order. A new one comes
    /// behind the one before it in the file; to overwrite, those of the file change places until they are in its order.
    private static func ranks(
        of rows: [StoredRecord], in old: [StoredRecord], _ before: [RecordID: StoredRecord], isOverwriting: Bool
    ) -> [RecordID: Rank] {
        var groups: [RecordScope: [(rank: Rank, id: RecordID)]] = [:]
        for row in rows {
            if let scope = row.record.scope, let rank = row.rank { groups[scope, default: []].append((rank, row.id)) }
        }
        var stored: [RecordScope: [Rank]] = [:]
        for row in old {
            if let scope = row.record.scope, let rank = row.rank, groups[scope] != nil {
                stored[scope, default: []].append(rank)
            }
        }
        var found: [RecordID: Rank] = [:]
        for (scope, group) in groups {
            guard let taken = stored[scope]?.sorted() else { continue }
            func rank(_ id: RecordID) -> Rank? { before[id].flatMap { $0.record.scope == scope ? $0.rank : nil } }
            let group = group.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }.map(\.id)
            var own = group.compactMap(rank)
            if isOverwriting { own.sort() }
            var (next, last): (Int, Rank?) = (0, nil)
            for id in group {
                var place: Rank?
                if rank(id) != nil {
                    place = own[next]
                    next += 1
                    if isOverwriting, let last, let known = place, known <= last { place = nil }
                }
                let chosen =
                    place
                    ?? Rank.between(last, taken[taken.partitioningIndex { r in last.map { r > $0 } ?? true }...].first)
                (found[id], last) = (chosen, chosen)
            }
        }
        return found
    }

    private static func isBefore<Value: Comparable>(_ a: Value?, _ b: Value?) -> Bool {
        guard let b else { return false }
        return a.map { $0 < b } ?? true
    }

    /// Makes the deletions of records of two sides fit together.
    ///
    /// A record that was purged and not edited later is deleted. An edit that is later than the deletion of what it belongs
    /// to brings that back, with all that went with it. What else belongs to something deleted is deleted with it. The rows are
    /// sorted by kind, so that what others go with comes first.
    static func joinDeletions(of rows: inout [StoredRecord], _ tombstones: [RecordID: Tombstone]) {
        var needed: [RecordID: Moment] = [:]
        for place in rows.indices.reversed() {
            var row = rows[place]
            if let purge = tombstones[row.id]?.deletion, purge.time >= row.modified { row.deletion = purge }
            if let deletion = row.deletion, let last = needed[row.id] {
                // Its own deletion was an edit, which counts as later than what it followed.
                if last > (deletion.root == row.id ? max(deletion.time, row.modified) : deletion.time) {
                    row.deletion = nil
                    row.modified = max(row.modified, last)
                }
            }
            if row.isLive {
                for owner in row.record.ownerIDs { needed[owner] = max(needed[owner] ?? row.modified, row.modified) }
            }
            rows[place] = row
        }
        var deletions: [RecordID: Deletion?] = [:]
        for place in rows.indices {
            let id = rows[place].id
            if let deletion = rows[place].deletion, deletion.root != id {
                switch deletions[deletion.root] {
                case nil: rows[place].deletion = Deletion(root: id, time: deletion.time)
                case .some(let root): if root?.root != deletion.root { rows[place].deletion = nil }
                }
            }
            if rows[place].isLive {
                rows[place].deletion = rows[place].record.ownerIDs.compactMap { deletions[$0] ?? nil }.min()
            }
            deletions[id] = .some(rows[place].deletion)
        }
    }
}
