/// The content of a store or of a backup, checked: no record that another names is missing, and deletions are whole.
public struct TripContent: Sendable {
    /// The records, deleted ones too, sorted by kind, then by id.
    public let rows: [StoredRecord]
    /// What is kept of purged records.
    public let purged: [Tombstone]

    /// Checks records.
    ///
    /// - Throws: ``RestoreError`` for the first fault.
    /// - Complexity: O(*n* log *n*).
    package init(_ rows: [StoredRecord], purged: [Tombstone] = []) throws(RestoreError) {
        self.rows = rows.sorted(by: Self.isBefore)
        self.purged = purged
        var byID: [RecordID: StoredRecord] = [:]
        byID.reserveCapacity(rows.count)
        for row in self.rows {
            if byID.updateValue(row, forKey: row.id) != nil { throw .repeatedID(row.id) }
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
        writer.moment("modified_unix_ms", life.time)
        if life.device != 0 { writer.text("device", EditStamp.text(ofDevice: life.device)) }
        writer.moment("deleted_unix_ms", deletion?.time)
        writer.id("deleted_with", deletion?.root)
        edits.write(to: &writer, life, isOrdered: record.kind.isOrdered)
    }
}

extension TripContent {
    /// The latest time of an edit.
    package var lastTime: Moment {
        let rows = rows.lazy.map { max($0.life, $0.edits.content, $0.edits.place).time }
        return max(rows.max() ?? .unixEpoch, purged.lazy.map(\.stamp.time).max() ?? .unixEpoch)
    }
}
