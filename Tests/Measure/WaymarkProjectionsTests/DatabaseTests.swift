import Foundation
import Testing
import WaymarkGeodesy
import WaymarkProjections

/// PROJ finds its database once per process, so each test has its own process.
@Suite("PROJ's database")
struct DatabaseTests {
    @Test("a missing database is reported as missing")
    func missing() async {
        await #expect(processExitsWith: .success) {
            setenv("PROJ_LIB", "/nonexistent", 1)
            setenv("PROJ_DATA", "/nonexistent", 1)
            expectUnavailable("Cannot find proj.db")
        }
    }

    @Test("a damaged database is reported as no database")
    func damaged() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data(repeating: 7, count: 100_000).write(to: folder.appending(path: "proj.db"))
            setenv("PROJ_LIB", folder.path, 1)
            setenv("PROJ_DATA", folder.path, 1)
            expectUnavailable("file is not a database")
        }
    }
}

private func expectUnavailable(_ words: String) {
    do {
        _ = try Projection(to: "EPSG:5179")
        Issue.record("there is no database")
    } catch .databaseUnavailable(let reason) {
        #expect(reason.contains(words), "\(reason)")
    } catch {
        Issue.record("\(error)")
    }
    // Plain arithmetic needs no database.
    #expect(TransverseMercator.unifiedKorea.scale == 0.9996)
}
