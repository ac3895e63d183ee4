/// Applies edits to rows: the rules of all stores.
package struct CommitWork {
    /// The rows before the commit of the records that it touched; nil for a record that is new.
    package private(set) var before: [RecordID: StoredRecord?] = [:]
    /// The touched records, in the order in which they were first touched.
    private var touched: [RecordID] = []
    /// The tombstones before the commit of the records that it purged.
    package private(set) var tombstonesBefore: [RecordID: Tombstone?] = [:]
    private var deletions: [(root: RecordID, rows: [StoredRecord])] = []
    private var purged: [RecordID] = []
    private let stamp: EditStamp

    /// Work whose edits have a stamp, which is later than all that the rows have.
    package init(stamp: EditStamp) { self.stamp = stamp }

    /// Whether anything was written.
    package var isChanged: Bool { !touched.isEmpty || !tombstonesBefore.isEmpty }

    /// Applies an edit.
    ///
    /// - Throws: ``TripStoreError``, or an error of the rows; what was changed must then be undone.
    package mutating func apply(_ edit: TripEdit, to rows: inout some RecordRows) throws {
        switch edit {
        case .put(let record): try put(record, in: &rows)
        case .move(let id, let other): try move(id, after: other, in: &rows)
        case .delete(let id): try delete(id, in: &rows)
        case .undelete(let id): try undelete(id, in: &rows)
        case .purge(let time): try purge(before: time, in: &rows)
        case .forgetCopies(let id): try forgetCopies(id, in: &rows)
        }
    }

    /// What the commit has changed in all, without its cursor.
    package func result(
        in rows: some RecordRows
    ) throws -> (changes: [RecordChange], deletions: [DeletionReport], purged: [RecordID]) {
        var changes: [RecordChange] = []
        for id in touched {
            let (old, new) = (before[id] ?? nil, try rows.row(id))
            let (wasLive, isLive) = (old?.isLive ?? false, new?.isLive ?? false)
            guard let kind = (new ?? old)?.record.kind, wasLive || isLive else { continue }
            if let old, let new, wasLive, isLive, old.isSame(as: new) { continue }
            changes.append(
                RecordChange(id: id, kind: kind, action: !wasLive ? .inserted : isLive ? .changed : .deleted))
        }
        let reports = try deletions.map { root, deleted in
            var files: Set<ContentHash> = []
            for case .attachment(let attachment) in deleted.map(\.record) where try !rows.isUsed(attachment.content) {
                files.insert(attachment.content)
            }
            return DeletionReport(
                root: root,
                records: deleted.sorted { ($0.record.kind.number, $0.id) < ($1.record.kind.number, $1.id) }
                    .map { RecordChange(id: $0.id, kind: $0.record.kind, action: .deleted) },
                files: files.sorted())
        }
        return (changes, reports, purged.sorted())
    }

    // MARK: Edits

    private mutating func put(_ record: Record, in rows: inout some RecordRows) throws {
        if let fault = record.fault { throw TripStoreError.invalid(record.id, fault) }
        let old = try rows.row(record.id)
        if let old {
            guard old.isLive else { throw TripStoreError.deleted(record.id) }
            guard old.record.kind == record.kind else {
                throw TripStoreError.otherKind(record.id, found: old.record.kind)
            }
        }
        var owners: [StoredRecord] = []
        for reference in record.owners {
            let target = try rows.row(reference.target)
            guard let target, target.isLive, reference.kinds.contains(target.record.kind) else {
                throw TripStoreError.danglingReference(record.id, field: reference.key, target: reference.target)
            }
            owners.append(target)
        }
        for reference in record.keptReferences {
            guard let target = try rows.row(reference.target), reference.kinds.contains(target.record.kind) else {
                throw TripStoreError.danglingReference(record.id, field: reference.key, target: reference.target)
            }
        }
        var new = old ?? StoredRecord(record, rank: nil, life: stamp)
        if old != nil { new.write(record, stamp: stamp) }
        new.life = stamp
        if let scope = record.scope, old?.record.scope != scope {
            new.rank = Rank.between(try rows.lastRank(in: scope), nil)
            new.edits.place = stamp
        }
        if let old, old.isSame(as: new) { return }
        try write(new, insteadOf: old, in: &rows)
        for owner in owners { try keepAlive(owner, in: &rows) }
    }

    /// Says that something that goes with a record was edited: a deletion that another device made before does not hide
    /// it.
    private mutating func keepAlive(_ row: StoredRecord, in rows: inout some RecordRows) throws {
        guard row.life != stamp else { return }
        var kept = row
        kept.life = stamp
        try write(kept, insteadOf: row, in: &rows)
        try keepOwnersAlive(of: row, in: &rows)
    }

    private mutating func keepOwnersAlive(of row: StoredRecord, in rows: inout some RecordRows) throws {
        for id in row.record.ownerIDs { if let owner = try rows.row(id) { try keepAlive(owner, in: &rows) } }
    }

    private mutating func move(_ id: RecordID, after other: RecordID?, in rows: inout some RecordRows) throws {
        guard let row = try rows.row(id) else { throw TripStoreError.unknown(id) }
        guard row.isLive else { throw TripStoreError.deleted(id) }
        guard let scope = row.record.scope, let rank = row.rank else { throw TripStoreError.noCommonOrder(id, nil) }
        var lower: Rank?
        // Those of the same place that come behind the other one.
        var behind: [StoredRecord] = []
        if let other {
            guard let target = try rows.row(other) else { throw TripStoreError.unknown(other) }
            guard target.isLive else { throw TripStoreError.deleted(other) }
            guard target.record.scope == scope else { throw TripStoreError.noCommonOrder(id, other) }
            if other == id { return }
            lower = target.rank
            if let lower { behind = try rows.rows(at: lower, in: scope).filter { $0.id > other } }
            if behind.first?.id == id { return }
            behind.removeAll { $0.id == id }
        }
        let upper = try rows.rank(above: lower, in: scope)
        if behind.isEmpty, let upper, upper == rank, try rows.rows(at: upper, in: scope).first?.id == id { return }
        for row in [row] + behind {
            var moved = row
            moved.rank = Rank.between(lower, upper)
            (moved.life, moved.edits.place) = (stamp, stamp)
            if !row.isLive { moved.life = row.life }
            try write(moved, insteadOf: row, in: &rows)
            lower = moved.rank
        }
        try keepOwnersAlive(of: row, in: &rows)
    }

    private mutating func delete(_ id: RecordID, in rows: inout some RecordRows) throws {
        guard let root = try rows.row(id), root.isLive else { return }
        var taken = [root]
        var known: Set = [id]
        var next = 0
        while next < taken.count {
            for row in try rows.owned(by: taken[next].id) where row.isLive && known.insert(row.id).inserted {
                taken.append(row)
            }
            next += 1
        }
        for old in taken {
            var row = old
            row.deletion = Deletion(root: id, time: stamp.time)
            if row.id == id { row.life = stamp }
            try write(row, insteadOf: old, in: &rows)
        }
        deletions.append((id, taken))
    }

    private mutating func undelete(_ id: RecordID, in rows: inout some RecordRows) throws {
        guard let root = try rows.row(id) else { throw TripStoreError.unknown(id) }
        guard let deletion = root.deletion else { return }
        guard deletion.root == id else { throw TripStoreError.deletedWith(id, root: deletion.root) }
        for owner in root.record.ownerIDs where try rows.row(owner)?.isLive != true {
            throw TripStoreError.ownerDeleted(id, owner: owner)
        }
        // Owners first: their kinds come first.
        let taken = try rows.deleted(with: id).sorted {
            ($0.record.kind.number, $0.id) < ($1.record.kind.number, $1.id)
        }
        for old in taken {
            var row = old
            // What it also belongs to was deleted since: it comes back with that.
            row.deletion = try deletionOfOwners(of: old, in: rows)
            if row.id == id { row.life = stamp }
            try write(row, insteadOf: old, in: &rows)
        }
        try keepOwnersAlive(of: root, in: &rows)
    }

    /// The first deletion of what a record goes with; nil if none of it is deleted.
    private func deletionOfOwners(of row: StoredRecord, in rows: some RecordRows) throws -> Deletion? {
        try row.record.ownerIDs.compactMap { try rows.row($0)?.deletion }.min()
    }

    private mutating func forgetCopies(_ id: RecordID, in rows: inout some RecordRows) throws {
        guard let row = try rows.row(id) else { throw TripStoreError.unknown(id) }
        guard !row.edits.copies.isEmpty else { return }
        var changed = row
        changed.forgetCopies()
        try write(changed, insteadOf: row, in: &rows)
    }

    private mutating func purge(before time: Moment, in rows: inout some RecordRows) throws {
        var taken = try rows.deleted(before: time)
        var known = Set(taken.map(\.id))
        var next = 0
        while next < taken.count {
            for row in try rows.owned(by: taken[next].id) where known.insert(row.id).inserted { taken.append(row) }
            next += 1
        }
        let companions = taken.filter { $0.record.kind == .companion }
        taken.removeAll { $0.record.kind == .companion }
        let roots = Dictionary(taken.map { ($0.id, $0.life) }) { first, _ in first }
        // First what names companions, then those that are named no more.
        for row in taken + companions {
            if row.record.kind == .companion, try rows.isKept(row.id) { continue }
            // What goes with a deleted record was deleted by the edit that deleted that one.
            let deleted = row.deletion.flatMap { roots[$0.root] } ?? row.life
            try remove(row, stamp: max(row.life, deleted), in: &rows)
            purged.append(row.id)
        }
    }

    // MARK: Merging

    /// Joins the states of other devices with the rows.
    ///
    /// - Parameters:
    ///   - content: Records with what they belong to and name, and tombstones.
    ///   - rows: The rows.
    /// - Returns: What became of each record of the content, and of others that were deleted, brought back or removed with
    ///   what they belong to.
    /// - Throws: `RestoreError.otherKind`, or an error of the rows; what was changed must then be undone.
    package mutating func merge(
        _ content: TripContent, into rows: inout some RecordRows
    ) throws -> [RestoreReport.Item] {
        // Owners are of lesser kinds than what goes with them.
        var waiting = RecordKind.allCases.map { _ in [RecordID: StoredRecord]() }
        for tombstone in content.purged {
            let old = try rows.tombstone(tombstone.id)
            guard old.map({ $0.stamp < tombstone.stamp }) ?? true else { continue }
            try bury(tombstone, in: &rows)
            if let row = try rows.row(tombstone.id) { waiting[row.record.kind.number][row.id] = row }
        }
        var decisions: [(StoredRecord, RestoreReport.Decision)] = []
        for row in content.rows {
            guard let old = try rows.row(row.id) else {
                waiting[row.record.kind.number][row.id] = row
                decisions.append((row, .added))
                continue
            }
            guard old.record.kind == row.record.kind else {
                throw TripStoreError.notMerged(.otherKind(row.id, found: old.record.kind))
            }
            let joined = old.joined(with: row)
            func isResult(_ row: StoredRecord) -> Bool {
                var own = row
                own.deletion = row.ownDeletion
                return joined.isIdentical(to: own)
            }
            let decision: RestoreReport.Decision =
                switch (isResult(old), isResult(row)) {
                case (true, true): .same
                case (true, false): .kept
                case (false, true): .taken
                case (false, false): .joined
                }
            decisions.append((joined, decision))
            if decision == .taken || decision == .joined { waiting[row.record.kind.number][row.id] = joined }
        }
        var adjusted: Set<RecordID> = []
        let named = Set(content.rows.map(\.id))
        for kind in RecordKind.allCases {
            for id in waiting[kind.number].keys.sorted() {
                guard let row = waiting[kind.number][id] else { continue }
                let old = try rows.row(id)
                let settled = try settle(row, in: rows)
                if let old, !named.contains(id) { decisions.append((old, .alone)) }
                if let settled, old.map({ !$0.isIdentical(to: settled) }) ?? true {
                    if settled.deletion != row.deletion { adjusted.insert(id) }
                    try write(settled, insteadOf: old, in: &rows)
                } else if settled == nil {
                    adjusted.insert(id)
                    try remove(old ?? row, isStored: old != nil, stamp: row.life, in: &rows)
                }
                guard old?.deletion != settled?.deletion || (old == nil) != (settled == nil) else { continue }
                for owned in try rows.owned(by: id) where waiting[owned.record.kind.number][owned.id] == nil {
                    waiting[owned.record.kind.number][owned.id] = owned
                }
            }
        }
        // Companions that are purged stay as long as a trip names them.
        for row in try rows.purgedAndKept() where try !rows.isKept(row.id) {
            if let tombstone = try rows.tombstone(row.id), tombstone.stamp >= row.life {
                try remove(row, stamp: tombstone.stamp, in: &rows)
                if !decisions.contains(where: { $0.0.id == row.id }) { decisions.append((row, .alone)) }
            }
        }
        return try decisions.map { row, decision in
            RestoreReport.Item(
                id: row.id, kind: row.record.kind, decision: try rows.row(row.id) == nil ? .removed : decision,
                isAdjusted: adjusted.contains(row.id))
        }
    }

    /// The state of a record beside those of what it goes with; nil if it is purged, or what it goes with is.
    private func settle(_ row: StoredRecord, in rows: some RecordRows) throws -> StoredRecord? {
        var settled = row
        settled.deletion = row.ownDeletion
        if let tombstone = try rows.tombstone(row.id), tombstone.stamp >= row.life {
            guard row.record.kind == .companion else { return nil }
            settled.life = tombstone.stamp
            settled.deletion = Deletion(root: row.id, time: tombstone.stamp.time)
        }
        var deletions: [Deletion] = []
        for id in row.record.ownerIDs {
            guard let owner = try rows.row(id) else { return nil }
            if let deletion = owner.deletion { deletions.append(deletion) }
        }
        if settled.deletion == nil { settled.deletion = deletions.min() }
        return settled
    }

    // MARK: Writing

    private mutating func remove(
        _ row: StoredRecord, isStored: Bool = true, stamp: EditStamp, in rows: inout some RecordRows
    ) throws {
        if isStored {
            touch(row.id, row)
            try rows.remove(row.id)
        }
        let old = try rows.tombstone(row.id)
        guard old.map({ $0.stamp < stamp }) ?? true else { return }
        try bury(Tombstone(id: row.id, kind: row.record.kind, stamp: stamp), in: &rows)
    }

    private mutating func bury(_ tombstone: Tombstone, in rows: inout some RecordRows) throws {
        if tombstonesBefore[tombstone.id] == nil {
            tombstonesBefore[tombstone.id] = .some(try rows.tombstone(tombstone.id))
        }
        try rows.bury(tombstone)
    }

    private mutating func write(
        _ row: StoredRecord, insteadOf old: StoredRecord?, in rows: inout some RecordRows
    ) throws {
        touch(row.id, old)
        try rows.write(row)
    }

    private mutating func touch(_ id: RecordID, _ old: StoredRecord?) {
        guard before[id] == nil else { return }
        before[id] = .some(old)
        touched.append(id)
    }
}
