import Foundation
import TestSupport
import Testing
import WaymarkTripDatabase
import WaymarkTrips

@Suite("waymark trips sync")
struct SyncTripsTests {
    @Test("two stores become the same, with their pictures; what was overwritten unseen is shown")
    func sync() throws {
        let (store, other) = (try SampleStore(), try Folder())
        let (shared, second) = (other.path("shared"), other.path("second"))
        let first = try store.run(["trips", "sync", shared])
        #expect(first.status == 0 && first.output.isEmpty, "\(first.errors)")
        #expect(first.errors.contains("0 files of other devices; 8 records written"), "\(first.errors)")
        #expect(first.errors.contains("0 files came in, 1 went out"))
        let joined = try Tool.run(["trips", "sync", shared, "--store", second])
        #expect(joined.errors.contains("1 files of other devices: 8 added"), "\(joined.errors)")
        #expect(try TripBackup.json(of: TripDatabase(folder: second)) == store.json())
        #expect(try TripDatabase(folder: second).files.verify(store.photo))
        // Both rename one stop, without seeing each other.
        for (path, name) in [(store.path, "성산항 부두"), (second, "성산포")] {
            let trips = try TripDatabase(folder: path)
            guard case .stop(var stop)? = try trips.record(store.port)?.record else { return }
            stop.name = name
            try trips.commit([.put(.stop(stop))])
        }
        for path in [store.path, second, store.path] {
            #expect(try Tool.run(["trips", "sync", shared, "--store", path, "--quiet", "--strict"]).status == 0)
        }
        #expect(try TripBackup.json(of: TripDatabase(folder: second)) == store.json())
        let shown = try store.run(["trips", "show", "제주"])
        #expect(shown.output.contains("kept copy of stop \(store.port): 성산항 부두\n"), "\(shown.output)")
        #expect(shown.output.contains("성산포"))
    }

    @Test("a damaged file is named, and --strict ends with 1; a folder that cannot be made ends with 73")
    func damage() throws {
        let (store, other) = (try SampleStore(), try Folder())
        let shared = other.path("shared")
        #expect(try store.run(["trips", "sync", shared, "--quiet"]).status == 0)
        let device = try #require(FileManager.default.contentsOfDirectory(atPath: shared).first)
        let file = "\(shared)/\(device)/whole-1.json"
        try Data("{".utf8).write(to: URL(filePath: file))
        let second = other.path("second")
        let result = try Tool.run(["trips", "sync", shared, "--store", second, "--strict"])
        #expect(result.status == 1 && result.errors.contains("not taken over: \(file)"), "\(result.errors)")
        try Data().write(to: URL(filePath: other.path("plain")))
        #expect(try store.run(["trips", "sync", other.path("plain") + "/folder"]).status == 73)
    }
}
