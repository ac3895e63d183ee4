/// What a commit needs of the rows of a store, wherever they are kept.
package protocol RecordRows {
    /// The row of an id, deleted or not.
    func row(_ id: RecordID) throws -> StoredRecord?
    /// Adds a row, or replaces that of its id.
    mutating func write(_ row: StoredRecord) throws
    /// Removes a row; it is there.
    mutating func remove(_ id: RecordID) throws
    /// What is kept of a record that was purged; it may be back.
    func tombstone(_ id: RecordID) throws -> Tombstone?
    /// Adds a tombstone, or replaces that of its id.
    mutating func bury(_ tombstone: Tombstone) throws
    /// The rows with a rank, by id, deleted ones too.
    func rows(at rank: Rank, in scope: RecordScope) throws -> [StoredRecord]
    /// The rows that go with a record, deleted or not.
    func owned(by id: RecordID) throws -> [StoredRecord]
    /// Whether a record names this one as one that stays.
    func isKept(_ id: RecordID) throws -> Bool
    /// The least rank above another, of deleted rows too; above none for nil.
    func rank(above rank: Rank?, in scope: RecordScope) throws -> Rank?
    /// The greatest rank, of deleted rows too.
    func lastRank(in scope: RecordScope) throws -> Rank?
    /// The rows that a deletion took.
    func deleted(with root: RecordID) throws -> [StoredRecord]
    /// The rows deleted before a moment.
    func deleted(before time: Moment) throws -> [StoredRecord]
    /// Whether an attachment that is not deleted has this content.
    func isUsed(_ content: ContentHash) throws -> Bool
    /// The attachments with a content, deleted ones too.
    func attached(_ content: ContentHash) throws -> [StoredRecord]
}
