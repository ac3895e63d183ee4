import WaymarkTrips

extension Failure {
    /// A failure of a store.
    init(_ error: TripStoreError) {
        switch error {
        case .noStore: self.init(.noInput, "\(error)")
        case .busy: self.init(.tryAgain, "\(error); try again later")
        case .diskFull, .inputOutput, .failed: self.init(.inputOutput, "\(error)")
        case .libraryUnavailable: self.init(.unavailable, "\(error)")
        case .readOnly, .cannotCreate: self.init(.cannotCreate, "\(error)")
        case .cannotOpen, .newerVersion, .invalid, .notMerged: self.init(.badData, "\(error)")
        case .unknown, .deleted, .otherKind, .danglingReference, .deletedWith, .ownerDeleted, .noCommonOrder,
            .cursorTooOld:
            self.init(.badData, "\(error)")
        }
    }

    /// Calls `body`, and reports the errors of stores, backups and files as failures.
    static func ofStore<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw of(error) }
    }
}
