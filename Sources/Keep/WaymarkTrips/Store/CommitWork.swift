/// Applies edits to rows: the rules of all stores.
package struct CommitWork {
    /// The rows before the commit of the records that it touched; nil for a record that is new.
    package private(set) var before: [RecordID: StoredRecord?] = [:]
    /// The touched records, in the order in which they were first touched.
    private var touched: [RecordID] = []
    private var deletions: [(root: RecordID, rows: [StoredRecord])] = []
    private var purged: [RecordID] = []
    private let now: Moment

    package init(now: Moment) { self.now = now }

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
        case .forgetFile(let content):
            for old in try rows.attached(content) {
                guard case .attachment(var attachment) = old.record, !attachment.isLost else { continue }
                attachment.isLost = true
                var row = old
                (row.record, row.modified) = (.attachment(attachment), time(of: old))
                try write(row, insteadOf: old, in: &rows)
            }
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
            for file in deleted.compactMap(\.attachedFile) where try !rows.isUsed(file) { files.insert(file) }
            return DeletionReport(
                root: root,
                records: deleted.sorted(by: TripContent.isBefore)
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
        for reference in record.owners {
            let target = try rows.row(reference.target)
            guard let target, target.isLive, reference.kinds.contains(target.record.kind) else {
                throw TripStoreError.danglingReference(record.id, field: reference.key, target: reference.target)
            }
        }
        for reference in record.keptReferences {
            guard let target = try rows.row(reference.target), reference.kinds.contains(target.record.kind) else {
                throw TripStoreError.danglingReference(record.id, field: reference.key, target: reference.target)
            }
        }
        var rank = old?.rank
        if let scope = record.scope, old?.record.scope != scope {
            rank = Rank.between(try rows.lastRank(in: scope), nil)
        }
        let time = try old.map(time(of:)) ?? time(after: rows.tombstone(record.id)?.deletion.time)
        let new = StoredRecord(record, rank: rank, modified: time, unknown: old?.unknown ?? [])
        if let old, old.isSame(as: new) { return }
        try write(new, insteadOf: old, in: &rows)
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
            moved.modified = time(of: row)
            try write(moved, insteadOf: row, in: &rows)
            lower = moved.rank
        }
    }

    private mutating func delete(_ id: RecordID, in rows: inout some RecordRows) throws {
        guard let root = try rows.row(id), root.isLive else { return }
        let taken = try Self.withOwned([root], in: rows, where: \.isLive)
        for old in taken {
            var row = old
            row.deletion = Deletion(root: id, time: now)
            // What goes with it is not edited: of two states of it the text of the later one counts.
            if row.id == id { row.modified = time(of: old) }
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
        let taken = try rows.deleted(with: id).sorted(by: TripContent.isBefore)
        for old in taken {
            var row = old
            row.deletion = nil
            if row.id == id { row.modified = time(of: old) }
            // What it also belongs to was deleted since: it comes back with that.
            for owner in row.record.ownerIDs {
                if let other = try rows.row(owner)?.deletion { row.deletion = other }
            }
            try write(row, insteadOf: old, in: &rows)
        }
    }

    private mutating func purge(before time: Moment, in rows: inout some RecordRows) throws {
        var taken = try Self.withOwned(rows.deleted(before: time), in: rows) { _ in true }
        let companions = taken.filter { $0.record.kind == .companion }
        taken.removeAll { $0.record.kind == .companion }
        // First what names companions, then those that are named no more.
        for row in taken + companions {
            if row.record.kind == .companion, try rows.isKept(row.id) { continue }
            touch(row.id, row)
            try rows.remove(row.id)
            purged.append(row.id)
            let deletion = row.deletion ?? Deletion(root: row.id, time: now)
            try rows.bury(
                Tombstone(
                    id: row.id, deletion: Deletion(root: deletion.root, time: max(deletion.time, row.modified))))
        }
    }

    /// Rows, then those that go with them.
    private static func withOwned(
        _ rows: [StoredRecord], in all: some RecordRows, where isTaken: (StoredRecord) -> Bool
    ) throws -> [StoredRecord] {
        var (taken, known, next) = (rows, Set(rows.map(\.id)), 0)
        while next < taken.count {
            let owned = try all.owned(by: taken[next].id)
            taken += owned.filter { isTaken($0) && known.insert($0.id).inserted }
            next += 1
        }
        return taken
    }

    /// The time of an edit of a row.
    private func time(of row: StoredRecord) -> Moment {
        guard let old = before[row.id] else { return time(after: row.modified) }
        return old.map { time(after: $0.modified) } ?? row.modified
    }

    /// Now, but later than what an edit follows: a clock may have been set back.
    private func time(after last: Moment?) -> Moment {
        last?.followed(by: now) ?? now
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
