import Foundation
import TestSupport
import Testing

/// What a run leaves on a disk that is full, and what it asks of the disk.
@Suite("Outputs of a run, together")
struct CompleteOutputTests {
    /// A folder with two tables of stops, of texts that do not pack: most of the rows of one are rejected, of the other none
    /// but one.
    private static func folder() throws -> Folder {
        let folder = try Folder()
        var random = SplitMix64(seed: 5)
        func rows(_ trip: String, _ count: Int, latitude: String) -> String {
            (0..<count).map { number in
                let noise = (0..<8).map { _ in
                    String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 36)
                }
                return "\(trip),\(noise.joined()),\(number),\(latitude)\(500 + number),127\n"
            }.joined()
        }
        for (name, good, bad) in [("rejected.csv", 3, 200), ("answered.csv", 60, 1)] {
            let text = rows("a", good, latitude: "37.") + rows("b", bad, latitude: "x")
            try folder.file(name, Array(("trip_id,id,name,latitude,longitude\n" + text).utf8))
        }
        try folder.file(
            "border.json",
            Array(
                """
                {"type":"Feature","properties":{"name":"Korea"},"geometry":{"type":"Polygon",
                "coordinates":[[[124,33],[132,33],[132,39],[124,39],[124,33]]]}}
                """.utf8))
        return folder
    }

    @Test(
        "of outputs, rejects and manifest none appears if one of them finds no room: the others had their names",
        arguments: [
            ("nearby STOPS --attractions data/attractions.csv --limit 1", true),
            ("nearby STOPS --attractions data/attractions.csv --limit 1 --shard 1/1", true),
            ("recommend STOPS --attractions data/attractions.csv --limit 1 --shard 1/1", true),
            ("recommend STOPS --attractions data/attractions.csv --limit 1 --per trip", false),
            ("search --queries STOPS --attractions data/attractions.csv --query-column latitude --limit 1", false),
            ("route STOPS", true), ("order STOPS", true), ("regions STOPS --boundaries BORDER", true),
            ("regions STOPS --boundaries BORDER --visited", false), ("project STOPS --to EPSG:5179", true),
            ("distance --matrix STOPS", true),
        ])
    func full(command: String, answersGrow: Bool) throws {
        let folder = try Self.folder()
        let before = try folder.names
        // A limit on the size of a file is a disk that is full for the larger one: the rejects, then the answers.
        for (stops, answers, rejects) in [
            ("rejected.csv", "out.csv", "bad.csv.gz"), ("answered.csv", "out.csv.gz", "bad.csv"),
        ] where answersGrow || stops == "rejected.csv" {
            let line = command.replacing("STOPS", with: "'\(folder.path(stops))'")
                .replacing("BORDER", with: "'\(folder.path("border.json"))'")
            var seen: Set<Int32> = []
            for blocks in [3, 8, 4096] {
                let result = try Tool.shell(
                    "trap '' XFSZ; ulimit -f \(blocks); exec \"$WAYMARK\" \(line) -o '\(folder.path(answers))' "
                        + "--rejects '\(folder.path(rejects))' -q")
                seen.insert(result.status)
                let made = Set(try folder.names).subtracting(before)
                guard result.status == 0 else {
                    #expect(result.status == 74 && made.isEmpty, "\(blocks): \(made) \(result.errors)")
                    continue
                }
                let manifest = command.contains("--shard") ? [answers + ".shard.json"] : []
                #expect(made == Set([answers, rejects] + manifest), "\(blocks): \(result.errors)")
                for name in made { try FileManager.default.removeItem(atPath: folder.path(name)) }
            }
            #expect(seen == [0, 74], "\(stops)")
        }
    }

    /// A folder with the answers to both parts of the stops.
    private static func parts() throws -> Folder {
        let folder = try Self.folder()
        for number in 1...2 {
            let part = try Tool.run([
                "nearby", folder.path("rejected.csv"), "--attractions", "data/attractions.csv", "--limit", "1", "-q",
                "--shard", "\(number)/2", "-o", folder.path("part\(number)"), "--rejects", folder.path("bad\(number)"),
            ])
            try #require(part.status == 0, "\(part.errors)")
        }
        return folder
    }

    @Test("a merge whose rejects find no room leaves no rows: they had their name")
    func merge() throws {
        let folder = try Self.parts()
        let before = try folder.names
        let merge = "merge '\(folder.path("part1"))' '\(folder.path("part2"))' -o '\(folder.path("all"))'"
        let full = try Tool.shell(
            "trap '' XFSZ; ulimit -f 8; exec \"$WAYMARK\" \(merge) --rejects '\(folder.path("bad.gz"))' -q")
        #expect(full.status == 74 && full.errors.contains("bad.gz"), "\(full.errors)")
        #expect(try folder.names == before)
        let whole = try Tool.shell("exec \"$WAYMARK\" \(merge) --rejects '\(folder.path("bad.gz"))' -q")
        #expect(try whole.status == 0 && folder.names == (before + ["all", "bad.gz"]).sorted(), "\(whole.errors)")
    }

    @Test("backups and index files are never packed, and say so; a store is as before")
    func neverPacked() throws {
        let store = try SampleStore()
        for arguments in [
            ["trips", "backup", "--store", store.path, "-o", store.folder.path("b.zip.gz")],
            ["trips", "backup", "--json", "--store", store.path, "-o", store.folder.path("b.json.gz")],
            ["index", "build", "data/attractions.csv", "-o", store.folder.path("i.waymark.gz")],
        ] {
            let result = try Tool.run(arguments)
            #expect(result.status == 64 && result.errors.contains("without .gz"), "\(result.errors)")
        }
        #expect(try store.folder.names == ["trips"])
    }
}

#if os(Linux)
    private enum Tracing {
        /// Whether there is strace, and may trace.
        static let isPossible = (try? Tool.shell("strace -f -y -o /dev/null true"))?.status == 0
    }

    /// The calls of runs under strace, which says the path of each descriptor.
    @Suite("Outputs are forced to the disk", .enabled(if: Tracing.isPossible, "strace is missing, or may not trace"))
    struct SyncTests {
        private struct Call {
            let name: Substring
            /// The paths of its arguments, in order.
            let paths: [String]
        }

        /// The calls of a run that succeeded, in the order in which they ended.
        private static func calls(_ line: String) throws -> [Call] {
            let folder = try Folder()
            let log = folder.path("log")
            let result = try Tool.shell(
                "exec strace -f -y -e signal=none -e trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2 "
                    + "-o '\(log)' \"$WAYMARK\" \(line)")
            try #require(result.status == 0, "\(line): \(result.errors)")
            var begun: [Substring: Substring] = [:]
            var calls: [Call] = []
            for line in try folder.text("log").split(separator: "\n") {
                let parts = line.split(separator: " ", maxSplits: 1)
                let (thread, rest) = (parts[0], parts[1].drop { $0 == " " })
                if let end = rest.range(of: " <unfinished") {
                    begun[thread] = rest[..<end.lowerBound]
                    continue
                }
                let call = rest.hasPrefix("<...") ? begun.removeValue(forKey: thread) ?? "" : rest
                guard let open = call.firstIndex(of: "(") else { continue }
                let name = call[..<open]
                var paths: [String] = []
                if name.hasPrefix("rename") {
                    paths = call.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
                } else if let start = call.firstIndex(of: "<"), let end = call[start...].firstIndex(of: ">") {
                    paths = [String(call[call.index(after: start)..<end])]
                }
                calls.append(Call(name: name, paths: paths))
            }
            return calls
        }

        /// The names that temporary files got, each of which was synced after its last byte, and its folder after the name.
        private static func named(_ calls: [Call]) -> [String] {
            func isSync(_ call: Call, of path: String) -> Bool {
                ["fsync", "fdatasync"].contains(call.name) && call.paths == [path]
            }
            var names: [String] = []
            for (place, call) in calls.enumerated() {
                guard call.name.hasPrefix("rename"), call.paths.count == 2, call.paths[0].hasSuffix(".partial") else {
                    continue
                }
                names.append(call.paths[1])
                let last = calls[..<place].lastIndex { $0.name.contains("write") && $0.paths == [call.paths[0]] } ?? 0
                #expect(
                    calls[last..<place].contains { isSync($0, of: call.paths[0]) },
                    "\(call.paths[1]): the file is not synced")
                let folder = URL(filePath: call.paths[1]).deletingLastPathComponent().path
                #expect(
                    calls[place...].contains { isSync($0, of: folder) }, "\(call.paths[1]): its folder is not synced")
            }
            return names
        }

        @Test(
            "tables, rejects, packed ones, index files, backups and attachments: file before the name, folder after it")
        func outputs() throws {
            let store = try SampleStore()
            let folder = store.folder
            func path(_ name: String) -> String { "'\(folder.path(name))'" }
            try folder.file("stops.csv", Array("id,lat,lon\n1,37.57,126.97\n2,x,127\n".utf8))
            let nearby = "nearby \(path("stops.csv")) --attractions data/attractions.csv -q"
            for (line, names) in [
                ("\(nearby) -o \(path("out.csv")) --rejects \(path("bad.csv"))", ["bad.csv", "out.csv"]),
                ("\(nearby) -o \(path("out.csv.gz"))", ["out.csv.gz"]),
                // The manifest comes last.
                (
                    "\(nearby) --shard 1/1 -o \(path("part")) --rejects \(path("rest"))",
                    ["rest", "part", "part.shard.json"]
                ),
                ("merge \(path("part")) --rejects \(path("r")) -o \(path("all")) -q", ["r", "all"]),
                ("route data/stops.csv --format svg -q -o \(path("map.svg"))", ["map.svg"]),
                ("index build data/attractions.csv -q -o \(path("i.waymark"))", ["i.waymark"]),
                ("trips backup --store \(path("trips")) -q -o \(path("b.zip"))", ["b.zip"]),
                ("trips backup --json --store \(path("trips")) -q -o \(path("b.json"))", ["b.json"]),
            ] {
                #expect(try Self.named(Self.calls(line)) == names.map { folder.path($0) }, "\(line)")
            }
            let restored = try Self.named(
                Self.calls("trips restore \(path("b.zip")) --yes --store \(path("new")) --report \(path("r.csv")) -q"))
            #expect(restored.contains(folder.path("r.csv")))
            #expect(restored.contains { $0.hasSuffix("\(store.photo)") }, "\(restored)")
        }

        @Test("what is written directly is not: a pipe, a device")
        func direct() throws {
            let nearby = "nearby data/stops.csv --attractions data/attractions.csv -q"
            for output in ["-o /dev/null", "| cat > /dev/null", "-o /dev/stdout | cat > /dev/null"] {
                let calls = try Self.calls("\(nearby) \(output)")
                #expect(!calls.contains { $0.name.hasSuffix("sync") }, "\(output)")
            }
        }
    }
#endif
