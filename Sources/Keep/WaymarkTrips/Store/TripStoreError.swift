/// Why a store refused something; it is then unchanged.
public enum TripStoreError: Error, Hashable, Sendable {
    /// A record cannot be stored, or a stored one cannot be read.
    case invalid(RecordID, FieldError)
    /// The bytes of a stored record are not those that were written.
    case damaged(RecordID)
    /// There is no record with this id.
    case unknown(RecordID)
    /// The record is deleted: bring it back first.
    case deleted(RecordID)
    /// There is a record of another kind with this id.
    case otherKind(RecordID, found: RecordKind)
    /// A record names, in a field, one that is missing, deleted or not of a fitting kind.
    case danglingReference(RecordID, field: String, target: RecordID)
    /// The record was not deleted by itself, but went with another, with which it comes back.
    case deletedWith(RecordID, root: RecordID)
    /// What the record belongs to is deleted, or purged: it cannot come back alone.
    case ownerDeleted(RecordID, owner: RecordID)
    /// Two records do not belong to one order, or the first has none.
    case noCommonOrder(RecordID, RecordID?)
    /// The changes after the cursor are forgotten, or the content was replaced: start anew.
    case cursorTooOld(ChangeCursor)
    /// A backup does not fit together with the store.
    case notMerged(RestoreError)
    /// The store was written by a newer version.
    case newerVersion(Int, known: Int)
    /// There is no store in the folder.
    case noStore(folder: String)
    /// The file is no store.
    case cannotOpen(path: String, reason: String)
    /// The store cannot be opened or made for want of a right or a folder.
    case cannotCreate(path: String, reason: String)
    /// SQLite is missing, or too old.
    case libraryUnavailable(reason: String)
    /// The store may only be read.
    case readOnly
    /// Another program keeps the store locked.
    case busy
    /// The disk is full.
    case diskFull
    /// The system refused to read or write.
    case inputOutput(reason: String)
    /// Reading or writing failed, with the reason of the database.
    case failed(reason: String)
}

extension TripStoreError: CustomStringConvertible {
    /// What was refused, and why.
    public var description: String {
        switch self {
        case .invalid(let id, let error): "record \(id): \(error)"
        case .damaged(let id): "record \(id): its bytes are not those that were written"
        case .unknown(let id): "there is no record \(id)"
        case .deleted(let id): "record \(id) is deleted; bring it back first"
        case .otherKind(let id, let kind): "record \(id) is of another kind: \(kind)"
        case .danglingReference(let id, let field, let target):
            "record \(id): its \(field) \(target) is missing, deleted or of another kind"
        case .deletedWith(let id, let root): "record \(id) was deleted with record \(root), and comes back with it"
        case .ownerDeleted(let id, let owner): "record \(id) belongs to record \(owner), which is deleted"
        case .noCommonOrder(let id, let other):
            other.map { "records \(id) and \($0) are not in one order" } ?? "record \(id) is in no order"
        case .cursorTooOld(let cursor): "the changes after \(cursor) are forgotten; start anew"
        case .notMerged(let error): "\(error)"
        case .newerVersion(let version, let known):
            "the store was written by version \(version), this program reads up to version \(known)"
        case .noStore(let folder): "\(folder): there is no store of trips"
        case .cannotOpen(let path, let reason), .cannotCreate(let path, let reason):
            "\(path): cannot be opened: \(reason)"
        case .libraryUnavailable(let reason): reason
        case .readOnly: "the store may only be read"
        case .busy: "another program keeps the store locked"
        case .diskFull: "the disk is full"
        case .inputOutput(let reason), .failed(let reason): reason
        }
    }
}
