import WaymarkThreads
public import WaymarkTrips

/// A store in memory, as a measure of the other one.
///
/// Queries look at every record; a commit costs by the records that it changes.
public final class MemoryTripStore: TripStore {
    private struct State {
        var rows = MemoryRows()
        /// The remembered commits, without the reports of deletions, which only their caller gets.
        var commits: [TripCommit] = []
        var cursor: ChangeCursor
    }

    /// Wakes waiting readers after commits made in this process.
    public let commitSignal = CommitSignal()
    private let now: @Sendable () -> Moment
    private let state: Guarded<State>

    /// An empty store.
    ///
    /// - Parameters:
    ///   - history: Identifies its history: an id that no other store has.
    ///   - now: The clock, for the times of changes.
    public init(history: RecordID = RecordIDGenerator().next(), now: @escaping @Sendable () -> Moment = { .now }) {
        self.now = now
        state = Guarded(State(cursor: ChangeCursor(history: history, number: 0)))
    }

    /// Makes changes in their order: all of them, or none. See `TripStore.commit(_:)`.
    @discardableResult
    public func commit(_ edits: [TripEdit]) throws(TripStoreError) -> TripCommit {
        let now = now()
        let commit = try state.withLock { (state) throws(TripStoreError) in
            try Self.commit(edits, to: &state, now: now)
        }
        if !commit.changes.isEmpty { commitSignal.signal() }
        return commit
    }

    private static func commit(
        _ edits: [TripEdit], to state: inout State, now: Moment
    ) throws(TripStoreError) -> TripCommit {
        var work = CommitWork(now: now)
        let tombstones = state.rows.tombstones
        do {
            for edit in edits { try work.apply(edit, to: &state.rows) }
            let (changes, deletions, purged) = try work.result(in: state.rows)
            if !changes.isEmpty {
                state.cursor = ChangeCursor(history: state.cursor.history, number: state.cursor.number + 1)
                state.commits.append(TripCommit(cursor: state.cursor, changes: changes))
            }
            return TripCommit(cursor: state.cursor, changes: changes, deletions: deletions, purged: purged)
        } catch {
            for (id, row) in work.before {
                state.rows.remove(id)
                if let row { state.rows.write(row) }
            }
            state.rows.tombstones = tombstones
            throw error as? TripStoreError ?? .failed(reason: "\(error)")
        }
    }

    /// The record with an id, deleted or not; nil if there is none.
    public func record(_ id: RecordID) -> StoredRecord? { state.withLock { $0.rows.row(id) } }

    /// The records that a query asks for, in the order of `TripStore.records(_:)`.
    public func records(_ query: TripQuery) -> [StoredRecord] {
        let rows = state.withLock { $0.rows.rows }
        return rows.values.filter { query.includes($0) { rows[$0]?.record } }.sorted(by: TripQuery.isBefore)
    }

    /// Calls `body` with all records at one moment. See `TripStore.withSnapshot(_:)`.
    public func withSnapshot<Result>(_ body: (RecordSnapshot) throws -> Result) throws -> Result {
        let rows = state.withLock { $0.rows }
        return try body(RecordSnapshot(rows.rows.values, purged: Array(rows.tombstones.values)))
    }

    /// The last commit.
    public func cursor() -> ChangeCursor { state.withLock { $0.cursor } }

    /// The commits after a cursor, in order, without gaps. See `TripStore.changes(after:limit:)`.
    public func changes(after cursor: ChangeCursor, limit: Int) throws(TripStoreError) -> [TripCommit] {
        precondition(limit >= 1, "the limit of commits is below 1: \(limit)")
        return try state.withLock { (state) throws(TripStoreError) in
            let missing = state.cursor.number - cursor.number
            guard cursor.history == state.cursor.history, (0...Int64(state.commits.count)).contains(missing) else {
                throw .cursorTooOld(cursor)
            }
            return Array(state.commits.suffix(Int(missing)).prefix(limit))
        }
    }

    /// Puts the content of a backup into the store, in one step. See `TripStore.restore(_:_:adding:)`.
    @discardableResult
    public func restore(
        _ content: TripContent, _ mode: RestoreMode, adding: () throws -> Void
    ) throws -> RestoreReport {
        try adding()
        let time = now()
        let next = RecordIDGenerator(now: { time }).next()
        let (report, isChanged) = try state.withLock { (state) throws(TripStoreError) in
            let old = state.rows.rows
            var report: RestoreReport
            let isChanged: Bool
            switch mode {
            case .replace:
                report = RestoreReport(replacing: old.mapValues(\.record.kind), by: content) { row in
                    old[row.id].map(row.isIdentical) ?? false
                }
                state.rows = MemoryRows()
                for row in content.rows { state.rows.write(row) }
                for tombstone in content.purged { state.rows.bury(tombstone) }
                state.cursor = ChangeCursor(history: next, number: 0)
                state.commits = []
                isChanged = true
            case .merge, .add, .overwrite:
                let merge = try TripMerge(
                    of: content, into: Array(old.values), Array(state.rows.tombstones.values), mode, now: time)
                for row in merge.written { state.rows.write(row) }
                for tombstone in merge.buried { state.rows.bury(tombstone) }
                report = merge.report
                isChanged = !merge.changes.isEmpty
                if isChanged {
                    state.cursor = ChangeCursor(history: state.cursor.history, number: state.cursor.number + 1)
                    state.commits.append(TripCommit(cursor: state.cursor, changes: merge.changes))
                }
            }
            report.cursor = state.cursor
            return (report, isChanged)
        }
        if isChanged { commitSignal.signal() }
        return report
    }

    /// Nothing: there is no form in which records are kept.
    public func faults() -> [String] { [] }

    /// The files of all attachments.
    public func neededFiles() -> Set<ContentHash> {
        Set(state.withLock { $0.rows.rows }.values.compactMap(\.attachedFile))
    }

    /// All records.
    public func salvage() -> SalvagedRecords {
        let rows = state.withLock { $0.rows }
        return SalvagedRecords(rows: Array(rows.rows.values), purged: Array(rows.tombstones.values))
    }

    /// Forgets all changes but those of the last commits.
    public func forgetChanges(keeping count: Int) {
        precondition(count >= 0, "the number of commits is negative: \(count)")
        state.withLock { $0.commits.removeFirst(max(0, $0.commits.count - count)) }
    }
}
