import Foundation
import TestSupport
import Testing

@Suite("Outputs that are other files of the run")
struct SameFileTests {
    private let stops = "id,latitude,longitude\n1,37,127\n2,91,127\n"
    private let places = "id,name,latitude,longitude\na,A,37,127\n"

    @Test("--output and --rejects that are the same file are refused, in any spelling: one destroyed the other")
    func outputs() throws {
        let folder = try Folder()
        let base = ["nearby", try folder.file("s.csv", stops), "--attractions", try folder.file("a.csv", places)]
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "o.csv")
        try FileManager.default.createSymbolicLink(atPath: folder.path("here"), withDestinationPath: ".")
        for other in ["o.csv", "./o.csv", "link", "here/o.csv"] {
            let paths = ["--output", folder.path("o.csv"), "--rejects", folder.url.path + "/" + other]
            let result = try Tool.run(base + paths)
            #expect(result.status == 64 && result.errors.contains("the same file"), "\(other): \(result.errors)")
        }
        _ = try folder.file("o.csv", "old")
        try FileManager.default.linkItem(atPath: folder.path("o.csv"), toPath: folder.path("hard"))
        let hard = try Tool.run(base + ["--output", folder.path("o.csv"), "--rejects", folder.path("hard")])
        #expect(hard.status == 64)
        #expect(try Tool.run(base + ["--rejects", "-"]).status == 64)
        #expect(try folder.text("o.csv") == "old")
        // A device is not a file.
        #expect(try Tool.run(base + ["--output", "/dev/null", "--rejects", "/dev/null"]).status == 0)
        #expect(try Tool.run(base + ["--output", folder.path("o.csv"), "--rejects", folder.path("r.csv")]).status == 0)
    }

    @Test("an output that is an input is refused by every command: the input was lost")
    func inputs() throws {
        let folder = try Folder()
        let (s, a) = (try folder.file("s.csv", stops), try folder.file("a.csv", places))
        let again = folder.url.path + "/./"
        let commands = [
            ["nearby", s, "--attractions", a, "--output", s],
            ["nearby", s, "--attractions", a, "--output", again + "a.csv"],
            ["nearby", s, "--attractions", a, "--rejects", again + "s.csv"],
            ["nearest", s, "--attractions", a, "--count", "1", "--rejects", a],
            ["attractions", "convert", a, "--output", again + "a.csv"],
        ]
        for command in commands {
            let result = try Tool.run(command)
            #expect(result.status == 64 && result.errors.contains("would overwrite an input"), "\(result.errors)")
        }
        let redirected = try Tool.shell("\"$WAYMARK\" nearby '\(s)' --attractions '\(a)' >> '\(s)'")
        #expect(redirected.status == 64, "the output of this run would be read by it")
        #expect(try folder.text("s.csv") == stops && folder.text("a.csv") == places)
    }

    @Test("an output that is a pipe under another name is written: it could not be created")
    func pipes() throws {
        #if os(Linux)
            let result = try Tool.shell(
                "\"$WAYMARK\" nearby data/stops.csv --attractions data/attractions.csv -q -o /dev/stdout | head -1")
            #expect(result.output.hasPrefix("stop_id,rank") && result.errors.isEmpty, "\(result.errors)")
        #endif
    }

    @Test("under nohup a hang-up does not end the run")
    func hangUp() throws {
        let folder = try Folder()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = Repository.root
        process.arguments = [
            "-c", "trap '' HUP; exec \"$0\" nearby - --attractions data/attractions.csv -q --output \"$1\"",
            Tool.url.path, folder.path("out.csv"),
        ]
        let input = Pipe()
        process.standardInput = input
        try process.run()
        let rows = String(repeating: "1,37.57,126.98\n", count: 20_000)
        /// Writes rows until there is more output: the run is alive, and has handled earlier signals.
        func feed() throws {
            let before = try size()
            let deadline = Date(timeIntervalSinceNow: 300)
            while try size() <= before, process.isRunning, Date() < deadline {
                try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
            }
            #expect(try size() > before)
        }
        func size() throws -> Int {
            try folder.names.map {
                try FileManager.default.attributesOfItem(atPath: folder.path($0))[.size] as? Int ?? 0
            }.reduce(0, +)
        }
        try input.fileHandleForWriting.write(contentsOf: Data("id,latitude,longitude\n".utf8))
        try feed()
        kill(process.processIdentifier, SIGHUP)
        try feed()
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try folder.names == ["out.csv"])
    }
}
