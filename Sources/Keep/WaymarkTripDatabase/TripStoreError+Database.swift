internal import CSQLite
import WaymarkTables
import WaymarkTrips

extension TripStoreError {
    /// An error of the database, or one that is of a store already.
    init(_ error: any Error) {
        switch error {
        case let error as TripStoreError: self = error
        case let error as DatabaseError:
            switch error.code {
            case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
            case SQLITE_FULL: self = .diskFull
            case SQLITE_READONLY: self = .readOnly
            // A write that the system refused, also for want of space, or a damaged disk.
            case SQLITE_IOERR: self = .inputOutput(reason: error.message)
            default: self = .failed(reason: error.message)
            }
        case TableError.cannotCreate(let path, let reason): self = .cannotCreate(path: path, reason: reason)
        case let error as TableError: self = .inputOutput(reason: "\(error)")
        default: self = .failed(reason: "\(error)")
        }
    }
}
