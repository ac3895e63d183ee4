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
}
