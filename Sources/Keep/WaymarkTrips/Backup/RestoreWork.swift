/// What a restore writes and removes, and its report.
package struct RestoreWork {
    /// The ids of the rows to remove first, also of those that are replaced: they may have places in orders that others
    /// get.
    package let freed: [RecordID]
    /// The rows to add then.
    package let written: [StoredRecord]
    /// The changes of the commit, sorted by kind, then by id.
    package let changes: [RecordChange]
    /// What became of each record.
    package let report: RestoreReport

    /// Works out what a restore does to rows.
    ///
    /// - Throws: ``TripStoreError/notMerged(_:)``.
    package init(_ content: TripContent, _ mode: RestoreMode, over old: [StoredRecord]) throws(TripStoreError) {
        let rows: [StoredRecord]
        do throws(RestoreError) {
            (rows, report) = try content.restored(over: old, mode)
        } catch {
            throw .notMerged(error)
        }
        let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        written = rows.filter { row in
            before[row.id].map {
                $0.record.kind != row.record.kind || !CanonicalJSON.areSame($0.stateJSON, row.stateJSON)
            } ?? true
        }
        var freed = written.map(\.id).filter { before[$0] != nil }
        if freed.count < before.count {
            let after = Set(rows.map(\.id))
            freed += old.map(\.id).filter { !after.contains($0) }
        }
        self.freed = freed
        changes = written.compactMap { row in
            let old = before[row.id]
            let (wasLive, isLive) = (old?.isLive ?? false, row.isLive)
            guard wasLive || isLive else { return nil }
            return RecordChange(
                id: row.id, kind: row.record.kind, action: !wasLive ? .inserted : isLive ? .changed : .deleted)
        }
    }
}
