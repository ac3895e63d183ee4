import Foundation
import TestSupport
import WaymarkTrips

#if Store
    import WaymarkTripDatabase
#endif

/// The stores under test, each in a folder of its own.
enum StoreKind: String, CaseIterable, Sendable {
    case memory
    #if Store
        case database
    #endif

    /// Calls `body` with an empty store.
    func withStore(_ clock: TestMoments = TestMoments(), _ body: (any TripStore) throws -> Void) throws {
        switch self {
        case .memory: try body(MemoryTripStore(now: { clock.now }))
        #if Store
            case .database:
                try withFolder { try body(TripDatabase(folder: $0, now: { clock.now })) }
        #endif
        }
    }
}

/// Calls `body` with an empty folder, which is removed afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-trips-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}
