import WaymarkThreads

/// A store in memory: for tests, previews, and as a measure of other stores.
///
/// Queries look at every record; a commit costs by the records that it changes.
public final class MemoryTripStore: TripStore {
    private struct State {
        var rows = MemoryRows()
        /// The remembered commits, without the reports of deletions, which only their caller gets.
        var commits: [TripCommit] = []
        var cursor: ChangeCursor
        var device: UInt64
        /// The latest time of the logical clock.
        var clock = Moment.unixEpoch
        /// The number of changes made here, with those that no reader is told of.
        var number: Int64 = 0
        /// The number of changes applied of each device.
        var applied: [UInt64: Int64] = [:]

        /// The stamp of the next edit.
        func stamp(_ now: Moment) -> EditStamp { EditStamp(now: now, after: clock, device: device) }
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
        state = Guarded(
            State(cursor: ChangeCursor(history: history, number: 0), device: EditStamp.device(history.low)))
    }

    /// Makes changes in their order: all of them, or none. See ``TripStore/commit(_:)``.
    @discardableResult
    public func commit(_ edits: [TripEdit]) throws(TripStoreError) -> TripCommit {
        let commit = try state.withLock { (state) throws(TripStoreError) in
            try work(on: &state, isShared: true) { work, rows in
                for edit in edits { try work.apply(edit, to: &rows) }
            }.commit
        }
        if !commit.changes.isEmpty { commitSignal.signal() }
        return commit
    }

    /// Does work on the rows, all of it or none; `isShared` says whether other devices are to be told.
    private func work<Result>(
        on state: inout State, isShared: Bool, _ body: (inout CommitWork, inout MemoryRows) throws -> Result
    ) throws(TripStoreError) -> (result: Result, commit: TripCommit) {
        let stamp = state.stamp(now())
        var work = CommitWork(stamp: stamp)
        state.rows.number = isShared ? state.number + 1 : 0
        do {
            let result = try body(&work, &state.rows)
            let (changes, deletions, purged) = try work.result(in: state.rows)
            if work.isChanged {
                state.clock = stamp.time
                if isShared { state.number += 1 }
            }
            if !changes.isEmpty {
                state.cursor = ChangeCursor(history: state.cursor.history, number: state.cursor.number + 1)
                state.commits.append(TripCommit(cursor: state.cursor, changes: changes))
            }
            return (result, TripCommit(cursor: state.cursor, changes: changes, deletions: deletions, purged: purged))
        } catch {
            for (id, row) in work.before {
                state.rows.remove(id)
                if let row { state.rows.write(row) }
            }
            for (id, tombstone) in work.tombstonesBefore {
                if let tombstone { state.rows.bury(tombstone) } else { state.rows.unbury(id) }
            }
            throw error as? TripStoreError ?? .failed(reason: "\(error)")
        }
    }

    /// The copy of the store in the stamps of its edits.
    public func device() -> UInt64 { state.withLock { $0.device } }

    /// What was edited here after a number of changes. See ``TripStore/sharedChanges(since:)``.
    public func sharedChanges(since number: Int64?) throws(TripStoreError) -> SharedChanges {
        let state = state.withLock { $0 }
        func isNew(_ id: RecordID) -> Bool { number.map { state.rows.numbers[id, default: 0] > $0 } ?? true }
        let rows = SharedChanges.withNamed(state.rows.rows.values.filter { isNew($0.id) }) { state.rows.row($0) }
        return try SharedChanges(
            device: state.device, start: number, end: state.number, rows,
            state.rows.tombstones.values.filter { isNew($0.id) })
    }

    /// Joins the changes of another device with the store. See ``TripStore/apply(_:)``.
    @discardableResult
    public func apply(_ changes: SharedChanges) throws(TripStoreError) -> RestoreReport {
        let (report, isChanged) = try state.withLock { (state) throws(TripStoreError) in
            state.clock = max(state.clock, changes.content.lastTime)
            let (items, commit) = try work(on: &state, isShared: false) { work, rows in
                try work.merge(changes.content, into: &rows)
            }
            if changes.follows(state.applied[changes.device]) { state.applied[changes.device] = changes.end }
            return (RestoreReport(items: items, cursor: state.cursor), !commit.changes.isEmpty)
        }
        if isChanged { commitSignal.signal() }
        return report
    }

    /// How many changes of another device were applied, without a gap.
    public func applied(from device: UInt64) -> Int64? { state.withLock { $0.applied[device] } }

    /// Remembers that changes up to a number were written for others.
    public func markShared(_ number: Int64) { state.withLock { $0.applied[$0.device] = number } }

    /// Becomes another copy of the store.
    public func renewDevice() {
        let next = RecordIDGenerator(now: now).next()
        state.withLock { $0.device = EditStamp.device(next.low) }
    }

    /// The record with an id, deleted or not; nil if there is none.
    public func record(_ id: RecordID) -> StoredRecord? { state.withLock { $0.rows.row(id) } }

    /// The records that a query asks for, in the order of ``TripStore/records(_:)``.
    public func records(_ query: TripQuery) -> [StoredRecord] {
        let rows = state.withLock { $0.rows.rows }
        return rows.values.filter(query.includes).sorted(by: TripQuery.isBefore)
    }

    /// Calls `body` with all records at one moment. See ``TripStore/withSnapshot(_:)``.
    public func withSnapshot<Result>(_ body: (RecordSnapshot) throws -> Result) throws -> Result {
        let rows = state.withLock { $0.rows }
        return try body(RecordSnapshot(rows.rows.values, purged: Array(rows.tombstones.values)))
    }

    /// The last commit.
    public func cursor() -> ChangeCursor { state.withLock { $0.cursor } }

    /// The commits after a cursor, in order, without gaps. See ``TripStore/changes(after:limit:)``.
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

    /// Puts the content of a backup into the store, in one step. See ``TripStore/restore(_:_:)``.
    @discardableResult
    public func restore(_ content: TripContent, _ mode: RestoreMode) throws(TripStoreError) -> RestoreReport {
        let next = RecordIDGenerator(now: now).next()
        let (report, isChanged) = try state.withLock { (state) throws(TripStoreError) in
            let old = Array(state.rows.rows.values)
            state.clock = max(state.clock, content.lastTime)
            guard mode == .replace else {
                let (items, commit) = try work(on: &state, isShared: true) { work, rows in
                    try work.merge(content, into: &rows)
                }
                let report = RestoreReport(items: items, alone: old, cursor: state.cursor)
                return (report, !commit.changes.isEmpty)
            }
            let work = RestoreWork(content, replacing: old)
            state.rows = MemoryRows()
            state.number += 1
            state.rows.number = state.number
            for row in content.rows { state.rows.write(row) }
            for tombstone in content.purged { state.rows.bury(tombstone) }
            state.cursor = ChangeCursor(history: next, number: 0)
            state.commits = []
            // To itself it is another device now: what it had shared comes back with the next changes.
            (state.device, state.applied) = (EditStamp.device(next.low), [:])
            var report = work.report
            report.cursor = state.cursor
            return (report, true)
        }
        if isChanged { commitSignal.signal() }
        return report
    }

    /// Nothing: there is no form in which records are kept.
    public func faults() -> [String] { [] }

    /// Forgets all changes but those of the last commits.
    public func forgetChanges(keeping count: Int) {
        precondition(count >= 0, "the number of commits is negative: \(count)")
        state.withLock { $0.commits.removeFirst(max(0, $0.commits.count - count)) }
    }
}
