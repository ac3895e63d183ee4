/// Keeps trips and what belongs to them.
///
/// A store may be used from any thread. A commit is seen whole or not at all. A store has no callbacks: changes are read,
/// or waited for with ``TripChanges``. Only types of Waymark can be one.
///
/// ```swift
/// let store: any TripStore = try TripDatabase(folder: "/home/gom/trips")
/// try store.commit([.put(.trip(trip)), .put(.stop(palace)), .put(.stop(market)), .move(market.id, after: nil)])
/// try store.stops(of: trip.id).map(\.name)  // the market, the palace
/// ```
public protocol TripStore: AnyObject, Sendable {
    /// Makes changes in their order: all of them, or none.
    ///
    /// - Returns: What was changed. Without any effect it is empty, and the cursor is that of the last commit.
    /// - Throws: ``TripStoreError``; the store is then unchanged.
    /// - Complexity: O(log *n*) for each record that is changed.
    @discardableResult
    func commit(_ edits: [TripEdit]) throws(TripStoreError) -> TripCommit

    /// The record with an id, deleted or not; nil if there is none.
    ///
    /// - Complexity: O(log *n*).
    func record(_ id: RecordID) throws(TripStoreError) -> StoredRecord?

    /// The records that a query asks for, sorted by kind; then categories, companions, stops and attachments by what
    /// they go with and by their own order, others by time, those without one last; ties by id.
    func records(_ query: TripQuery) throws(TripStoreError) -> [StoredRecord]

    /// Calls `body` with all records at one moment, which need not be in memory together.
    ///
    /// - Parameter body: Reads the records; it must not keep them for later, and not use the store.
    /// - Returns: What `body` returns.
    /// - Throws: ``TripStoreError``, or what `body` throws.
    func withSnapshot<Result>(_ body: (RecordSnapshot) throws -> Result) throws -> Result

    /// The last commit.
    func cursor() throws(TripStoreError) -> ChangeCursor

    /// The commits after a cursor, in order, without gaps.
    ///
    /// - Parameters:
    ///   - cursor: The last commit that is known.
    ///   - limit: The maximum number of commits.
    /// - Returns: The commits with their changes; empty if there are none yet.
    /// - Throws: ``TripStoreError/cursorTooOld(_:)`` if they are forgotten.
    /// - Precondition: `limit` is at least 1.
    func changes(after cursor: ChangeCursor, limit: Int) throws(TripStoreError) -> [TripCommit]

    /// Forgets all changes but those of the last commits.
    ///
    /// - Parameter count: The number of commits to keep.
    /// - Throws: ``TripStoreError`` from writing.
    /// - Precondition: `count` is not negative.
    func forgetChanges(keeping count: Int) throws(TripStoreError)

    /// Puts the content of a backup into the store, in one step.
    ///
    /// A replaced content begins another history: cursors of before are answered with
    /// ``TripStoreError/cursorTooOld(_:)``. A merged one is a commit, of what was changed.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - mode: Whether it replaces that of the store or is merged with it.
    ///   - adding: Adds the files of its attachments; called before the records are changed.
    /// - Returns: What became of each record.
    /// - Throws: ``TripStoreError/notMerged(_:)`` if the backup and the store do not fit together, or what `adding` throws;
    ///   the store is then unchanged.
    /// - Complexity: O(*n* log *n*) in all records.
    @discardableResult
    func restore(
        _ content: TripContent, _ mode: RestoreMode, adding: () throws -> Void
    ) throws -> RestoreReport

    /// Faults of the form in which records are kept, a line each; empty if there are none.
    ///
    /// ``TripCheck`` checks the content of the records.
    ///
    /// - Throws: ``TripStoreError`` if the store cannot be checked.
    /// - Complexity: O(*n* log *n*) in all records.
    func faults() throws(TripStoreError) -> [String]

    /// The files of all attachments, also of deleted ones and of contents that can come back: what is not among them is needed no
    /// more, whatever fails from now on.
    ///
    /// - Throws: ``TripStoreError`` if some may be unknown.
    func neededFiles() throws(TripStoreError) -> Set<ContentHash>

    /// All records that can be read, and what is left of others.
    ///
    /// - Throws: ``TripStoreError`` if nothing can be read.
    func salvage() throws(TripStoreError) -> SalvagedRecords

    /// Wakes waiting readers after commits made in this process.
    var commitSignal: CommitSignal { get }
}

extension TripStore {
    /// Puts the content of a backup into the store, in one step; the files of its attachments are there already.
    @discardableResult
    public func restore(_ content: TripContent, _ mode: RestoreMode) throws(TripStoreError) -> RestoreReport {
        do { return try restore(content, mode) {} } catch {
            throw error as? TripStoreError ?? .failed(reason: "\(error)")
        }
    }
}

/// A change to a store. Several are committed together, or none of them.
public enum TripEdit: Hashable, Sendable {
    /// Adds a record, at the end of its order, or replaces the one with its id, which keeps its place.
    ///
    /// A stop that is put into another trip, and an attachment that is given to another owner, come last there.
    case put(Record)
    /// Moves a record within its order, to the place after another one; nil is the beginning.
    case move(RecordID, after: RecordID?)
    /// Deletes a record, with all that goes with it. No effect if it is unknown or deleted.
    case delete(RecordID)
    /// Brings back what one deletion took: give the id that was deleted. No effect if the record is not deleted.
    case undelete(RecordID)
    /// Forgets what was deleted before a moment; it cannot be brought back. Deleted companions stay as long as a trip
    /// names them.
    case purge(before: Moment)
    /// Accepts that the file of attachments, also of deleted ones, is lost: neither ``TripCheck`` nor backups miss it any more. A file
    /// that comes back counts again.
    case forgetFile(ContentHash)
}
