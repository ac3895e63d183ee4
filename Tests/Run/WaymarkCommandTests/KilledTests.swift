import Foundation
import TestSupport
import Testing

@Suite("A killed run")
struct KilledTests {
    /// The moments at which the run is killed.
    private static let points = ProcessInfo.processInfo.environment["WAYMARK_SOAK_KILLS"].flatMap(Int.init) ?? 12

    private static let outputs: Set<String> = ["out.csv", "out.csv.shard.json", "bad.csv"]

    private static func start(_ folder: Folder, _ stops: String) throws -> Process {
        let process = Process()
        process.executableURL = Tool.url
        process.currentDirectoryURL = Repository.root
        process.arguments = [
            "nearby", stops, "--attractions", "data/attractions.csv", "--radius", "60km", "--output",
            folder.path("out.csv"), "--rejects", folder.path("bad.csv"), "--shard", "1/1", "--jobs", "2", "--quiet",
        ]
        try process.run()
        return process
    }

    @Test("leaves nothing under the output's name when killed at any time, and gives the same bytes when run again")
    func killed() throws {
        let inputs = try Folder()
        var generator = SplitMix64(seed: 20)
        var text = "stop_id,latitude,longitude\n"
        for i in 0..<200_000 {
            let isBad = i % 1000 == 999
            let place = Regime.korea.points(1, using: &generator)[0]
            text += "s\(i),\(isBad ? 91 : place.latitude),\(place.longitude)\n"
        }
        let stops = try inputs.file("stops.csv", text)

        let expected = try Folder()
        let clock = ContinuousClock()
        let start = clock.now
        let whole = try Self.start(expected, stops)
        whole.waitUntilExit()
        var duration = clock.now - start
        #expect(whole.terminationStatus == 0)
        #expect(try Set(expected.names) == Self.outputs)
        let size = try FileManager.default.attributesOfItem(atPath: expected.path("out.csv"))[.size] as? Int
        #expect((size ?? 0) > 10 << 20)

        let folder = try Folder()
        var killed = 0
        var attempts = 0
        while killed < Self.points, attempts < 10 * Self.points {
            attempts += 1
            let process = try Self.start(folder, stops)
            let delay = duration * Double.random(in: 0..<0.95, using: &generator)
            Thread.sleep(forTimeInterval: delay / .seconds(1))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let left = try folder.names.filter { !$0.hasPrefix(".") }
            if process.terminationReason == .uncaughtSignal {
                killed += 1
                #expect(process.terminationStatus == SIGKILL)
                // While the files are put in place, those that exist are complete.
                for name in left {
                    let isComplete =
                        Self.outputs.contains(name)
                        && FileManager.default.contentsEqual(atPath: folder.path(name), andPath: expected.path(name))
                    #expect(isComplete, "\(name), killed after \(delay)")
                    try FileManager.default.removeItem(atPath: folder.path(name))
                }
            } else {
                // The machine is now less busy.
                duration = duration * 4 / 5
                #expect(Set(left) == Self.outputs)
                for name in left { try FileManager.default.removeItem(atPath: folder.path(name)) }
            }
        }
        #expect(killed == Self.points)
        // The remains of a killed run have a recognisable name.
        let leftovers = try folder.names
        let pattern = /\.(out|bad)\.csv(\.shard\.json)?\.[0-9a-f]{16}\.partial/
        #expect(leftovers.allSatisfy { $0.wholeMatch(of: pattern) != nil })

        let again = try Self.start(folder, stops)
        again.waitUntilExit()
        #expect(again.terminationStatus == 0)
        for name in Self.outputs {
            let isEqual = FileManager.default.contentsEqual(atPath: folder.path(name), andPath: expected.path(name))
            #expect(isEqual, "\(name)")
        }
        #expect(try folder.names.filter { $0.hasPrefix(".") } == leftovers, "nobody else's file is touched")
    }
}
