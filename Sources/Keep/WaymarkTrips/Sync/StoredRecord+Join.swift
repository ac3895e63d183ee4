extension StoredRecord {
    /// The deletion of the record itself; nil if it is not deleted, or only with what it goes with.
    package var ownDeletion: Deletion? { deletion?.root == id ? deletion : nil }

    /// What two states of a record are together.
    ///
    /// Life, place and content are joined apart. Of life and place the later edit counts: an edit after a deletion brings
    /// the record back. Of contents the latest counts, and those that it did not follow stay as copies.
    ///
    /// The join is commutative, associative and idempotent: whatever states come in whatever order and however often,
    /// the same comes out. Life and place are maxima. Contents are an observed-remove set: a content is left out where one
    /// state lacks it and has seen the edit that wrote it.
    ///
    /// - Returns: The state, without the deletion of what it goes with.
    /// - Precondition: Both are of one id and kind.
    /// - SeeAlso: Bieniusa et al., An Optimized Conflict-free Replicated Set, 2012.
    package func joined(with other: StoredRecord) -> StoredRecord {
        precondition(id == other.id && record.kind == other.record.kind, "states of two records cannot be joined")
        var result = self
        result.deletion = ownDeletion
        // Edits of versions without devices may have the same stamp.
        let isLater = life == other.life ? Self.isBefore(ownDeletion, other.ownDeletion) : life < other.life
        if isLater { (result.life, result.deletion) = (other.life, other.ownDeletion) }
        let isPlaced =
            edits.place == other.edits.place ? Self.isBefore(rank, other.rank) : edits.place < other.edits.place
        if isPlaced { (result.rank, result.edits.place) = (other.rank, other.edits.place) }
        result.joinContents(self, other)
        return result
    }

    private static func isBefore<Value: Comparable>(_ a: Value?, _ b: Value?) -> Bool {
        guard let b else { return false }
        return a.map { $0 < b } ?? true
    }

    private mutating func joinContents(_ a: StoredRecord, _ b: StoredRecord) {
        if a.edits.content == b.edits.content, a.edits.content.device != 0, a.edits.seen == b.edits.seen,
            a.edits.copies.map(\.stamp) == b.edits.copies.map(\.stamp)
        {
            return
        }
        let (ours, theirs) = (a.contents, b.contents)
        var joined: [RecordCopy] = []
        for copy in ours {
            if let same = theirs.first(where: { $0.stamp == copy.stamp }) {
                joined.append(CanonicalJSON.isBefore(copy.json, same.json) ? same : copy)
            } else if !b.hasSeen(copy.stamp) {
                joined.append(copy)
            }
        }
        for copy in theirs where !a.hasSeen(copy.stamp) && !ours.contains(where: { $0.stamp == copy.stamp }) {
            joined.append(copy)
        }
        joined.sort { $0.stamp > $1.stamp }
        // Each state has seen what it has: of two that saw each other's contents one would have none left.
        let seen = Self.latest(a.edits.seen + b.edits.seen + (ours + theirs).map(\.stamp))
        let first = joined.first ?? max(RecordCopy(a), RecordCopy(b)) { $0.stamp < $1.stamp }
        setContents(first, copies: Array(joined.dropFirst()), seen: seen)
    }

    /// Takes a content that is later than all it follows.
    package mutating func write(_ record: Record, stamp: EditStamp) {
        let seen = edits.seen + [edits.content]
        let copy = RecordCopy(stamp: stamp, record: record, unknown: unknown)
        setContents(copy, copies: edits.copies, seen: Self.latest(seen))
    }

    /// Leaves out the other contents.
    package mutating func forgetCopies() {
        setContents(RecordCopy(self), copies: [], seen: Self.latest(edits.seen + edits.copies.map(\.stamp)))
    }

    private mutating func setContents(_ first: RecordCopy, copies: [RecordCopy], seen: [EditStamp]) {
        (record, unknown, edits.content) = (first.record, first.unknown, first.stamp)
        edits.copies = copies
        // Without an order of its own a record has no place apart from its content.
        if !record.kind.isOrdered { edits.place = first.stamp }
        // That a content has seen itself goes without saying.
        edits.seen = seen.filter { $0.device != first.stamp.device || $0 > first.stamp }
    }

    private var contents: [RecordCopy] { [RecordCopy(self)] + edits.copies }

    private func hasSeen(_ stamp: EditStamp) -> Bool {
        let content = edits.content
        return content.device == stamp.device && stamp <= content
            || edits.seen.contains { $0.device == stamp.device && stamp <= $0 }
            || edits.copies.contains { $0.stamp.device == stamp.device && stamp <= $0.stamp }
    }

    /// The last of the stamps of each device, sorted by device.
    private static func latest(_ stamps: [EditStamp]) -> [EditStamp] {
        Dictionary(stamps.map { ($0.device, $0) }, uniquingKeysWith: max).values.sorted { $0.device < $1.device }
    }
}

private func max<Value>(_ a: Value, _ b: Value, by isBefore: (Value, Value) -> Bool) -> Value {
    isBefore(a, b) ? b : a
}
