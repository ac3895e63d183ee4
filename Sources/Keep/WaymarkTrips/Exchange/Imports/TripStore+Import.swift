extension TripStore {
    /// Puts what was imported into the store, in one commit.
    ///
    /// Records with ids that are known replace those of the store; stops and attachments then come in the order of the
    /// file. A companion who was deleted here stays deleted.
    ///
    /// - Throws: ``TripStoreError``; the store is then unchanged.
    /// - Complexity: O(log *n*) for each record.
    @discardableResult
    public func commit(_ read: TripImport) throws(TripStoreError) -> TripCommit {
        var edits: [TripEdit] = []
        var last: [RecordScope: RecordID] = [:]
        for record in read.records {
            if read.keepsIDs, record.kind == .companion, try self.record(record.id)?.isLive == false { continue }
            edits.append(.put(record))
            guard read.keepsIDs, let scope = record.scope, scope.owner != nil else { continue }
            edits.append(.move(record.id, after: last[scope]))
            last[scope] = record.id
        }
        return try commit(edits)
    }
}
