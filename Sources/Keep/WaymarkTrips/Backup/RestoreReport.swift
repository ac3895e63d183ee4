/// How a backup is restored.
public enum RestoreMode: String, Hashable, Sendable, CaseIterable {
    /// The store has what the backup has, and nothing else.
    case replace
    /// The store keeps what the backup lacks. Of two states of a record the one that was edited later counts, as a whole;
    /// of states edited at the same moment, the one whose bytes are greater.
    case merge
    /// The same for a file that does not say when it was edited: the store keeps every record that it has or had, also one
    /// that was deleted or purged, and gets the others, as never edited. They go with what they belong to.
    case add
    /// The same, and what the file says counts as edited now; what it does not say stays as the store has it.
    case overwrite
}

/// What a restore did with each record.
public struct RestoreReport: Hashable, Sendable {
    /// What became of a record.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The store had none with this id.
        case added
        /// The state of the backup is taken; that of the store is gone.
        case taken
        /// The state of the store is kept, being the later one; that of the backup counts no more.
        case kept
        /// Both have the same state; of a file that does not say when it was edited, the same content.
        case same
        /// Only the store had it, and keeps it.
        case alone
        /// Only the store had it, and it is removed.
        case removed
    }

    /// A record, and what became of it.
    public struct Item: Hashable, Sendable {
        /// The record.
        public let id: RecordID
        /// What it is.
        public let kind: RecordKind
        /// What became of it.
        public let decision: Decision
        /// Whether it is also deleted, since it was purged or what it belongs to is deleted, or back, since what belongs to
        /// it was edited after it was deleted.
        public let isAdjusted: Bool
    }

    /// All records of both, sorted by kind, then by id.
    public let items: [Item]
    /// The state of the store afterwards.
    public package(set) var cursor: ChangeCursor?
    /// The path of the content that was replaced, if it is kept to be brought back.
    public package(set) var kept: String?

    package init(items: [Item]) { self.items = items.sorted { ($0.kind.number, $0.id) < ($1.kind.number, $1.id) } }

    /// The report of a store whose content is replaced: of what cannot be read of the old one nothing is reported.
    /// `isSame` says whether it has a record in this very state.
    package init(
        replacing old: [RecordID: RecordKind], by content: TripContent, isSame: (StoredRecord) throws -> Bool
    ) rethrows {
        var items: [Item] = []
        for row in content.rows {
            let decision: Decision = try old[row.id] == nil ? .added : isSame(row) ? .same : .taken
            items.append(Item(id: row.id, kind: row.record.kind, decision: decision, isAdjusted: false))
        }
        let removed = Set(old.keys).subtracting(content.rows.map(\.id))
        for (id, kind) in old where removed.contains(id) {
            items.append(Item(id: id, kind: kind, decision: .removed, isAdjusted: false))
        }
        self.init(items: items)
    }

    /// The number of records with a decision.
    public func count(of decision: Decision) -> Int { items.count { $0.decision == decision } }
}

/// Why a backup is not restored; the store is then as it was.
public enum RestoreError: Error, Hashable, Sendable {
    /// It is not JSON, or not in UTF-8: cut off, for example.
    case notJSON(reason: String)
    /// It is no backup of trips.
    case notBackup(reason: String)
    /// It is a ZIP archive that cannot be accepted, with the reason.
    case notArchive(reason: String)
    /// It was written by a newer version.
    case newerVersion(Int64, known: Int64)
    /// Its bytes are not those that were written.
    case damaged(expected: String, found: String)
    /// The bytes of a file of an attachment are not those that its name stands for.
    case damagedFile(ContentHash)
    /// A record, by its place in a list, from 0, cannot be read.
    case invalid(list: String, place: Int, FieldError)
    /// Two records have the same id.
    case repeatedID(RecordID)
    /// A record names, in a field, one that is missing or not of a fitting kind.
    case danglingReference(RecordID, field: String, target: RecordID)
    /// A record is not deleted with its owner, or with a deletion that is missing.
    case inconsistentDeletion(RecordID)
    /// The store has a record of another kind with this id.
    case otherKind(RecordID, found: RecordKind)
}

extension RestoreError: CustomStringConvertible {
    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .notJSON(let reason): "the backup is not JSON: \(reason)"
        case .notBackup(let reason): "this is no backup of trips: \(reason)"
        case .notArchive(let reason): "the archive is refused: \(reason)"
        case .newerVersion(let version, let known):
            "the backup is of version \(version), this program reads up to version \(known)"
        case .damaged(let expected, let found):
            "the backup is damaged: its checksum is \(found), and not \(expected), as written in it"
        case .damagedFile(let hash): "the backup is damaged: the bytes of the file \(hash) are others"
        case .invalid(let list, let place, let error): "\(list)[\(place)]: \(error)"
        case .repeatedID(let id): "two records have the id \(id)"
        case .danglingReference(let id, let field, let target):
            "record \(id): its \(field) \(target) is missing or of another kind"
        case .inconsistentDeletion(let id): "record \(id) is not deleted together with what it belongs to"
        case .otherKind(let id, let kind): "the store has a record \(id) of another kind: \(kind)"
        }
    }
}
