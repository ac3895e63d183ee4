import Foundation
import TestSupport
import Testing

private let attractions = "data/attractions.csv"

@Suite("Bad input")
struct BadInputTests {
    /// Runs `nearby` on the bytes of a stops file.
    private func nearby(_ bytes: [UInt8], _ arguments: [String] = []) throws -> Tool.Result {
        try Tool.run(
            ["nearby", "-", "--attractions", attractions, "--columns", "stop_id,name"] + arguments, input: bytes)
    }

    private func nearby(_ text: String, _ arguments: [String] = []) throws -> Tool.Result {
        try nearby(Array(text.utf8), arguments)
    }

    @Test("a missing file and a folder exit with 66 and a message, for stops and attractions")
    func absent() throws {
        for (path, words) in [("/no/such.csv", "no such file"), ("Sources", "is a folder")] {
            let stops = try Tool.run(["nearby", path, "--attractions", attractions])
            #expect(
                stops.status == 66 && stops.errors.contains(words) && stops.errors.contains(path), "\(stops.errors)")
            #expect(stops.output.isEmpty)
            let places = try Tool.run(["nearby", "data/stops.csv", "--attractions", path])
            #expect(places.status == 66 && places.errors.contains(words), "\(places.errors)")
            #expect(try Tool.run(["attractions", "check", path]).status == 66)
        }
    }

    @Test("an empty file exits with 65; a header without rows is not an error")
    func empty() throws {
        let nothing = try nearby("")
        #expect(nothing.status == 65 && nothing.errors.contains("standard input is empty"), "\(nothing.errors)")
        let header = try nearby("id,latitude,longitude\n")
        #expect(header.status == 0 && header.output == "stop_id,name\n")
        #expect(header.errors.contains("0 rows in: 0 answered, 0 rejected; 0 hits"))
        let folder = try Folder()
        for text in ["", "관광지명,위도,경도\n"] {
            let result = try Tool.run(["nearby", "data/stops.csv", "--attractions", folder.file("a.csv", text)])
            #expect(result.status == 65, "\(result.errors)")
        }
    }

    @Test("a damaged gzip file is reported by every command")
    func damagedGzip() throws {
        let packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xB0, 0xA1, 0x0A]
        for arguments in [["nearby", "-", "--attractions", attractions], ["order", "-"], ["distance", "-"]] {
            let result = try Tool.run(arguments, input: packed)
            #expect(
                result.status == 65 && result.errors.contains("standard input: damaged gzip: it is cut off"),
                "\(result.errors)")
        }
    }

    @Test("without coordinate columns the error lists the columns and the options that name them")
    func noCoordinates() throws {
        let stops = try nearby("id,name,where\n1,a,here\n")
        #expect(stops.status == 65)
        for words in ["id, name, where", "--latitude-column", "--longitude-column"] {
            #expect(stops.errors.contains(words), "\(stops.errors)")
        }
        let folder = try Folder()
        let places = try Tool.run(
            ["nearby", "data/stops.csv", "--attractions", folder.file("a.csv", "id,where\n1,here\n")])
        #expect(places.status == 65 && places.errors.contains("--attractions-latitude-column"), "\(places.errors)")
        let wrong = try nearby("id,lat,lon\n", ["--latitude-column", "breite"])
        #expect(wrong.status == 65 && wrong.errors.contains("breite") && wrong.errors.contains("id, lat, lon"))
    }

    @Test("binary junk and a wrong encoding exit with 65 and the position")
    func junk() throws {
        var generator = SplitMix64(seed: 1)
        let junk = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let result = try nearby(junk)
        #expect(result.status == 65 && result.errors.contains("standard input"), "\(result.errors)")
        let folder = try Folder()
        let places = try Tool.run(["nearby", "data/stops.csv", "--attractions", folder.file("junk", junk).path])
        #expect(places.status == 65, "\(places.errors)")
        let korean: [UInt8] = [0xC0, 0xA7, 0xB5, 0xB5, 0x2C, 0xB0, 0xE6, 0xB5, 0xB5, 0x0A, 0x33, 0x2C, 0x34, 0x0A]
        let wrong = try nearby(korean, ["--encoding", "utf-8"])
        #expect(wrong.status == 65 && wrong.errors.contains("UTF-8"), "\(wrong.errors)")
        let wide = try nearby([0xFF, 0xFE, 0x61, 0x00, 0x2C, 0x00])
        #expect(wide.status == 65 && wide.errors.contains("UTF-16"), "\(wide.errors)")
    }

    @Test(
        "a row without a valid place is rejected with its line and column, and the others are answered",
        arguments: [
            ("91,127", "2 (latitude)", "91"), ("37,181", "3 (longitude)", "181"), ("nan,127", "2 (latitude)", "nan"),
            ("37,inf", "3 (longitude)", "inf"), (",127", "2 (latitude)", "no latitude"),
            ("37, ", "3 (longitude)", "no longitude"),
            ("37°,127", "2 (latitude)", "37°"), ("126.98,37.57", "2 (latitude)", "exchanged"),
            ("37.5", "", "2 fields"), ("37.5,127,5", "", "4 fields"), ("\"37,127", "", "never closes"),
        ])
    func rejected(cells: String, column: String, words: String) throws {
        let folder = try Folder()
        let result = try nearby(
            "id,latitude,longitude\nfirst,37.5796,126.977\nbad,\(cells)\nlast,37.5796,126.977\n",
            ["--radius", "0m", "--rejects", folder.path("bad.csv")])
        #expect(result.status == 0)
        #expect(result.lines == ["stop_id,name", "first,경복궁", "last,경복궁"])
        #expect(result.errors.contains("3 rows in: 2 answered, 1 rejected"))
        let bad = try folder.text("bad.csv").split(separator: "\n")
        #expect(bad.count == 2)
        #expect(bad[1].hasPrefix("3,\(column)") && bad[1].contains(words), "\(bad[1])")
        // Without a rejects file the position is printed on standard error.
        let said = try nearby("id,latitude,longitude\nbad,\(cells)\n")
        #expect(said.status == 65)
        #expect(said.errors.contains("standard input, line 2") && said.errors.contains(words), "\(said.errors)")
    }

    @Test("bytes that are not text cost one row")
    func invalidBytes() throws {
        let text =
            Array("id,latitude,longitude\n가,37.5796,126.977\nbad".utf8) + [0xFF, 0xFE]
            + Array(",1,1\nc,37.5796,126.977\n".utf8)
        let result = try nearby(text, ["--radius", "0m"])
        #expect(result.lines == ["stop_id,name", "가,경복궁", "c,경복궁"])
        #expect(result.errors.contains("line 3, column 1 (id)"), "\(result.errors)")
    }

    @Test("one endless line is one rejected row, in constant memory and linear time")
    func endlessLine() throws {
        let line = [UInt8](repeating: 0x61, count: 20_000_000)
        let result = try nearby(Array("id,latitude,longitude\n".utf8) + line)
        #expect(result.status == 65 && result.errors.contains("1 rows in: 0 answered, 1 rejected"), "\(result.errors)")
        let header = try nearby(line)
        #expect(header.status == 65, "\(header.errors.prefix(300))")
        #if os(Linux)
            let arguments = [
                "nearby", "-", "--attractions", Repository.root.appending(path: "data/attractions.csv").path, "-q",
                "--output", "/dev/null", "--jobs", "1",
            ]
            let thousand = String(repeating: "a", count: 1000)
            let growth = try Tool.memoryGrowth(arguments, head: "lat,lon\n37,127\n", texts: 50_000) { _ in thousand }
            #expect(growth < 100, "\(growth) bytes for each thousand")
        #endif
    }

    @Test("an output that cannot be created exits with 73, a full disk with 74 and nothing under the name")
    func outputs() throws {
        let folder = try Folder()
        let base = ["nearby", "data/stops.csv", "--attractions", attractions]
        let nowhere = try Tool.run(base + ["--output", folder.path("none/out.csv")])
        #expect(nowhere.status == 73 && nowhere.errors.contains("cannot create"), "\(nowhere.errors)")
        let onFolder = try Tool.run(base + ["--output", folder.url.path])
        #expect(onFolder.status == 73, "\(onFolder.errors)")
        let rejects = try Tool.run(
            base + ["--output", folder.path("out.csv"), "--rejects", folder.path("none/bad.csv")])
        #expect(rejects.status == 73)
        #expect(try folder.names.isEmpty)
        #if os(Linux)
            let full = try Tool.run(base + ["--output", "/dev/full"])
            #expect(full.status == 74 && full.errors.contains("No space left"), "\(full.errors)")
        #endif
        // The limit on file sizes simulates a disk that fills up half-way: 4 blocks of 512 or 1024 bytes.
        let middle = try Tool.shell(
            "ulimit -f 4; exec \"$WAYMARK\" nearby data/stops.csv --attractions data/attractions.csv --output '\(folder.path("out.csv"))'"
        )
        #expect(middle.status == 74 && middle.errors.contains("cannot write"), "\(middle.errors)")
        #expect(try folder.names.isEmpty)
    }

    @Test("an existing output is unchanged if the batch fails")
    func oldOutputStays() throws {
        let folder = try Folder()
        let output = try folder.file("out.csv", "precious\n")
        let result = try Tool.run(["nearby", "/no/such.csv", "--attractions", attractions, "--output", output])
        #expect(result.status == 66)
        #expect(try folder.text("out.csv") == "precious\n")
    }

    @Test("a closed pipe ends the run quietly")
    func closedPipe() throws {
        let result = try Tool.shell(
            "{ \"$WAYMARK\" nearby data/stops.csv --attractions data/attractions.csv --radius 20000km --keep-columns; echo $? >&2; } | head -1"
        )
        #expect(result.lines.count == 1)
        #expect(result.errors == "0\n", "no complaint, exit code 0: \(result.errors)")
    }

    /// The requests to end.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]

    /// A run that waits for input in the middle, with unfinished files in `folder`.
    private func waitingRun(
        in folder: Folder, errors: URL, environment: [String: String] = [:]
    ) throws -> (process: Process, input: Pipe) {
        let process = Process()
        process.executableURL = Tool.url
        process.currentDirectoryURL = Repository.root
        process.arguments = [
            "nearby", "-", "--attractions", attractions, "--output", folder.path("out.csv"), "--rejects",
            folder.path("bad.csv"),
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let input = Pipe()
        process.standardInput = input
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        // More than the reader examines before it begins; the end stays open.
        let text = "id,latitude,longitude\n" + String(repeating: "1,37,127\n", count: 50_000)
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        // It has begun when its unfinished files exist.
        let deadline = Date(timeIntervalSinceNow: 300)
        while try folder.names.count < 2, Date() < deadline { usleep(10_000) }
        #expect(try folder.names.count == 2)
        return (process, input)
    }

    #if os(Linux)
        @Test(
            "a trap ends the run by its own signal, after a report: it ended with 138, as if killed by SIGUSR1",
            arguments: [SIGILL, SIGTRAP])
        func traps(number: Int32) throws {
            let (folder, words) = (try Folder(), try Folder())
            let (process, input) = try waitingRun(
                in: folder, errors: words.file("stderr"),
                environment: [
                    "SWIFT_BACKTRACE":
                        "enable=yes,interactive=no,color=no,symbolicate=off,threads=crashed,images=none,cache=no"
                ])
            kill(process.processIdentifier, number)
            // The report is complete before the signal has its effect: at once after a trap, but one that was sent from
            // outside is to be sent again.
            let end = Date(timeIntervalSinceNow: 120)
            while process.isRunning, Date() < end {
                usleep(100_000)
                if try words.text("stderr").contains("Backtrace took") { kill(process.processIdentifier, number) }
            }
            #expect(!process.isRunning)
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            withExtendedLifetime(input) {}
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
            let report = try words.text("stderr")
            #expect(report.contains("crashed"), "\(report)")
        }
    #endif

    @Test(
        "a request to end ends the run with 128 plus its number, no partial file and no backtrace", arguments: ending)
    func signals(number: Int32) throws {
        let (folder, words) = (try Folder(), try Folder())
        let (process, input) = try waitingRun(in: folder, errors: words.file("stderr"))
        defer { try? input.fileHandleForWriting.close() }
        kill(process.processIdentifier, number)
        // A signal that does not end it must not delay the tests.
        let end = Date(timeIntervalSinceNow: 60)
        while process.isRunning, Date() < end { usleep(10_000) }
        #expect(!process.isRunning)
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 128 + number)
        #expect(try folder.names.isEmpty)
        #expect(try words.text("stderr").isEmpty)
    }

    @Test("a signal that was ignored from the start stays ignored", arguments: [("QUIT", SIGQUIT), ("HUP", SIGHUP)])
    func ignoredSignals(name: String, number: Int32) throws {
        let folder = try Folder()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.currentDirectoryURL = Repository.root
        process.arguments = [
            "-c", "trap '' \(name); exec \"$0\" nearby - --attractions data/attractions.csv -q --output \"$1\"",
            Tool.url.path, folder.path("out.csv"),
        ]
        let input = Pipe()
        process.standardInput = input
        try process.run()
        try input.fileHandleForWriting.write(
            contentsOf: Data(("id,latitude,longitude\n" + String(repeating: "1,37,127\n", count: 50_000)).utf8))
        let deadline = Date(timeIntervalSinceNow: 60)
        while try folder.names.isEmpty, Date() < deadline { usleep(10_000) }
        kill(process.processIdentifier, number)
        usleep(100_000)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try folder.names == ["out.csv"])
    }

    #if os(Linux)
        @Test("out of memory ends with 75 and no partial file: it trapped with 134 and a backtrace")
        func outOfMemory() throws {
            let folder = try Folder()
            // A trip of a million stops is held in memory while its output is being written.
            let rows = String(repeating: "a,37,127\n", count: 2_000_000)
            let file = try folder.file("trips.csv", "trip_id,lat,lon\n" + rows)
            let result = try Tool.shell(
                "ulimit -v 400000; exec \"$WAYMARK\" route '\(file)' --output '\(folder.path("out.csv"))' --rejects '\(folder.path("bad.csv"))'"
            )
            #expect(result.status == 75, "\(result.status) \(result.errors.prefix(2000))")
            #expect(result.errors.contains("waymark: out of memory"), "\(result.errors.prefix(2000))")
            #expect(!result.errors.contains("crashed"), "\(result.errors.prefix(2000))")
            #expect(try folder.names == ["trips.csv"])
        }
    #endif

    @Test("a file too large for memory is refused before it is read, with its size and the limit")
    func tooLarge() throws {
        let folder = try Folder()
        // A terabyte, all of it a hole.
        let file = try folder.file("huge.csv", "lat,lon\n1,1\n")
        #expect(truncate(file, 1 << 40) == 0)
        for arguments in [
            ["nearby", "data/stops.csv", "--attractions", file], ["attractions", "check", file], ["order", file],
            ["index", "build", file, "--output", folder.path("out")], ["polyline", "encode", file],
            ["polyline", "encode", "--polyline", file], ["route", "data/stops.csv", "--legs", "gpx:" + file],
            ["route", file, "--scattered"], ["distance", "--matrix", file],
            ["regions", "data/stops.csv", "--boundaries", file],
        ] {
            let result = try Tool.run(arguments)
            #expect(result.status == 75, "\(arguments): \(result.errors)")
            #expect(result.errors.contains("huge.csv has 1024.0 GB and must be held in memory"), "\(result.errors)")
        }
        #if os(Linux)
            #expect(truncate(file, 600 << 20) == 0)
            let limited = try Tool.shell("ulimit -v 500000; exec \"$WAYMARK\" order '\(file)'")
            #expect(limited.status == 75, "\(limited.errors.prefix(2000))")
            #expect(
                limited.errors.contains("600 MB and must be held in memory, but ulimit -v allows 489 MB"),
                "\(limited.errors)")
        #endif
        #expect(try folder.names == ["huge.csv"])
    }

    #if os(Linux)
        @Test("gzip that holds too much for memory is refused as what it holds: memory could not be allocated half-way")
        func tooLargeUnpacked() throws {
            let folder = try Folder()
            // 800 MB in 800 KB: members that follow one another are one file.
            let member = Array(try gzip([UInt8](repeating: 0x30, count: 8 << 20)))
            let file = try folder.file("huge.gz", Array(repeatElement(member, count: 100).joined())).path
            for arguments in [
                "nearby data/stops.csv --attractions '\(file)'", "order '\(file)'",
                "regions data/stops.csv --boundaries '\(file)'",
                "recommend data/stops.csv --attractions data/attractions.csv --weights '\(file)'",
                "recommend data/stops.csv --attractions data/attractions.csv --format svg --boundaries '\(file)'",
                "distance --matrix - < '\(file)'",
            ] {
                let result = try Tool.shell("ulimit -v 500000; exec \"$WAYMARK\" \(arguments)")
                #expect(result.status == 75, "\(arguments): \(result.errors.prefix(2000))")
                #expect(
                    result.errors.contains(
                        "has more than 489 MB when it is unpacked and must be held in memory, but ulimit -v allows 489 MB"
                    ),
                    "\(arguments): \(result.errors.prefix(2000))")
            }
            // What fits is counted, and read from where it was.
            let stops = try folder.file("stops.csv.gz", Array(gzip("id,lat,lon\n1,37.5,127\n2,37.6,127\n".utf8))).path
            let read = try Tool.shell("ulimit -v 500000; exec \"$WAYMARK\" order - -q < '\(stops)'")
            #expect(read.status == 0 && read.lines.count == 3, "\(read.errors)")
        }
    #endif

    @Test(
        "usage errors exit with 64 and list what is accepted",
        arguments: [
            (["--radius", "-5km"], "a radius must not be negative"), (["-r", "-1km"], "a radius must not be negative"),
            (["--radius", "10 parsecs"], "m, km or mi"),
            (["--radius", "10"], "m, km or mi"),
            (["--radius", "nankm"], "radius"), (["--limit", "0"], "--limit"),
            (["--limit", "-1"], "must be a whole number of at least 1"),
            (["--format", "xml"], "csv, ndjson, geojson"),
            (["--columns", "stop_id,colour"], "colour"), (["--columns", "name,name"], "twice"),
            (["--columns", ","], "--columns"),
            (["--encoding", "utf-7"], "encoding"), (["--delimiter", "a"], "delimiter"), (["--sideways"], "--sideways"),
            (["--output", "x", "--rejects", "x"], "--rejects"),
        ])
    func usage(arguments: [String], words: String) throws {
        let result = try Tool.run(["nearby", "data/stops.csv", "--attractions", attractions] + arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test("standard input cannot be both files, and nearest needs a count")
    func moreUsage() throws {
        #expect(try Tool.run(["nearby", "-", "--attractions", "-"]).status == 64)
        #expect(try Tool.run(["nearest", "data/stops.csv", "--attractions", attractions]).status == 64)
        #expect(try Tool.run(["nearest", "data/stops.csv", "--attractions", attractions, "--count", "0"]).status == 64)
        #expect(try Tool.run(["nearby", "data/stops.csv"]).status == 64)
    }

    @Test("a radius of zero finds attractions exactly there")
    func radiusZero() throws {
        let result = try nearby("id,lat,lon\n1,37.5796,126.9770\n2,37.5797,126.9770\n", ["--radius", "0km"])
        #expect(result.lines == ["stop_id,name", "1,경복궁"])
    }
}
