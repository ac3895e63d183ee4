import Foundation
import TestSupport
import TripTestSupport
import WaymarkTripDatabase
import WaymarkTrips

/// The stores under test, each in a folder of its own.
enum StoreKind: String, CaseIterable, Sendable {
    case memory
    case database

    /// An empty store, in a folder if it needs one.
    func store(in folder: String, _ clock: TestMoments = TestMoments()) throws -> any TripStore {
        switch self {
        case .memory: return MemoryTripStore(now: { clock.now })
        case .database: return try TripDatabase(folder: folder, now: { clock.now })
        }
    }

    /// Calls `body` with an empty store.
    func withStore(_ clock: TestMoments = TestMoments(), _ body: (any TripStore) throws -> Void) throws {
        try withFolder { try body(store(in: $0, clock)) }
    }
}

/// An empty folder, removed with the last reference to it.
final class TemporaryFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-trips-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
