import Foundation
import TestSupport
import Testing
import WaymarkThreads
import WaymarkTripDatabase
import WaymarkTrips

/// Several programs on one store, a store that may only be read, and a reader that goes away.
@Suite("A store that is shared")
struct SharedStoreTests {
    @Test("programs that import and back up at once lose nothing, and none finds the store busy")
    func processes() throws {
        let store = try SampleStore()
        let line = "name,latitude,longitude\n"
        for number in 0..<4 {
            _ = try store.folder.file("\(number).csv", line + (0..<50).map { "곳\($0),33.\(number),126\n" }.joined())
        }
        let results = Guarded<[Tool.Result]>([])
        let backup = store.folder.path("a.zip")
        let runs =
            (0..<4).map { ["import", store.folder.path("\($0).csv"), "--title", "t\($0)"] } + [
                ["backup", "--output", backup]
            ]
        let commands = runs.map { ["trips"] + $0 + ["--store", store.path] }
        DispatchQueue.concurrentPerform(iterations: commands.count) { number in
            if let result = try? Tool.run(commands[number]) { results.withLock { $0.append(result) } }
        }
        #expect(results.withLock { $0.map(\.status) } == Array(repeating: 0, count: 5))
        let database = try TripDatabase(folder: store.path)
        for number in 0..<4 {
            let trip = try #require(database.trips().first { $0.title == "t\(number)" })
            #expect(try database.stops(of: trip.id).count == 50)
        }
        #expect(try TripCheck(database, database.files).faults.isEmpty)
        #expect(try TripArchive(contentsOf: backup).content.rows.count >= 8)
    }

    @Test("a folder that may not be written is refused with its path, and left as it was")
    func readOnly() throws {
        let store = try SampleStore()
        let before = try store.json()
        let table = store.folder.path("a.csv")
        try Data("name,lat,lon\n곳,33,126\n".utf8).write(to: URL(filePath: table))
        // Closed, so that there is nothing but the database. The superuser may write anywhere, and becomes nobody.
        let new = store.folder.path("new")
        let script = """
            chmod 755 '\(store.folder.url.path)' && chmod 555 '\(store.path)' && chmod 444 '\(store.path)'/*.sqlite* || exit 9
            for arguments in "import '\(table)' --store '\(store.path)'" "import '\(table)' --store '\(new)'" "list --store '\(store.path)'"; do
                command="\\"$WAYMARK\\" trips $arguments"
                if [ "$(id -u)" = 0 ]; then
                    setpriv --reuid 65534 --regid 65534 --clear-groups sh -c "$command"
                else
                    sh -c "$command"
                fi
                echo "status $?"
            done
            chmod -R u+w '\(store.path)'
            """
        let result = try Tool.shell(script)
        let statuses = result.lines.filter { $0.hasPrefix("status ") }
        #expect(statuses.count == 3 && statuses.prefix(2) == ["status 73", "status 73"], "\(result)")
        #expect(result.errors.contains("\(store.path)") && result.errors.contains(new), "\(result.errors)")
        #expect(!result.errors.contains("NSCocoaError"))
        #expect(try store.json() == before)
        #expect(!FileManager.default.fileExists(atPath: new))
    }

    @Test("a reader of the output that goes away ends the program quietly, and changes nothing")
    func closedPipe() throws {
        let store = try SampleStore()
        let database = try TripDatabase(folder: store.path)
        try database.commit(
            (0..<2000 as Range<UInt64>).map { .put(.trip(Trip(id: RecordID(high: 6, low: $0), title: "여행 \($0)"))) }
        )
        let before = try store.json()
        for command in ["list", "list --format csv", "backup --output -", "backup --json --output -"] {
            let result = try Tool.shell(
                "\"$WAYMARK\" trips \(command) --store '\(store.path)' | head -c 10 >&2; echo done")
            #expect(
                result.output == "done\n" && !result.errors.lowercased().contains("error"), "\(command): \(result)")
        }
        #expect(try store.json() == before)
    }

    @Test(
        "a Timeline takes memory for its visits, and none for what is not stored", .serialized,
        arguments: ["android", "ios"])
    func timeline(shape: String) throws {
        #if os(Linux)
            let store = try Folder()
            let isAndroid = shape == "android"
            let time = "2024-04-12T10:30:00.000+09:00"
            let location = isAndroid ? "{ \"latLng\": \"37.5°, 127°\" }" : "\"geo:37.5,127\""
            let visit =
                "{ \"startTime\": \"\(time)\", \"visit\": { \"topCandidate\": { \"placeLocation\": \(location) } } }"
            let point = isAndroid ? "37.5°, 127.1°" : "geo:37.5,127.1"
            let points = Array(repeating: "{ \"point\": \"\(point)\", \"time\": \"\(time)\" }", count: 60)
            let way = ",\n{ \"startTime\": \"\(time)\", \"timelinePath\": [\(points.joined(separator: ","))] }"
            let head = isAndroid ? "{\"semanticSegments\": [\(visit)" : "[\(visit)"
            let count = 20_000
            // 80 MB of ways.
            let growth = try Tool.memoryGrowth(
                ["trips", "import", "-", "--format", "timeline", "--store", store.path("trips"), "--quiet"],
                head: head, texts: count
            ) { $0 == count + count / 10 - 1 ? way + (isAndroid ? "]}" : "]") : way }
            #expect(growth < 20, "\(growth) bytes for each way of \(way.utf8.count) bytes")
            #expect(try TripDatabase(folder: store.path("trips")).records(TripQuery([.visit])).count == 1)
        #endif
    }
}
