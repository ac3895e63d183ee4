import Foundation
import TestSupport
import Testing

@Suite("waymark order")
struct OrderCommandTests {
    /// The answer in JSON.
    struct Answer: Decodable {
        let order: [Int]
        let length: Double
        let lowerBound: Double
        let gap: Double?
        let proven: Bool
        let seconds: Double

        enum CodingKeys: String, CodingKey {
            case order, length, gap, proven, seconds
            case lowerBound = "lower_bound"
        }
    }

    /// The answer for stops with numbers.
    func answer(_ arguments: [String]) throws -> Answer {
        let result = try Tool.run(["order"] + arguments + ["--format", "json"])
        #expect(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
    }

    static let stops = """
        stop_id,name,latitude,longitude,note
        a,Hotel,37.5,127.0,"quiet, cheap"
        b,Tower,37.5,127.3,
        c,Palace,37.5,127.1,old
        d,Park,37.5,127.2,
        """

    @Test("stops are written in visiting order with their own columns")
    func ordersStops() throws {
        let folder = try Folder()
        let file = try folder.file("stops.csv", Self.stops)
        let result = try Tool.run(["order", file, "--start", "Hotel"])
        #expect(result.status == 0)
        #expect(
            result.lines == [
                "stop_id,name,latitude,longitude,note", "a,Hotel,37.5,127.0,\"quiet, cheap\"",
                "c,Palace,37.5,127.1,old",
                "d,Park,37.5,127.2,", "b,Tower,37.5,127.3,",
            ])
        #expect(result.errors.contains("4 stops: length 26") && result.errors.contains("proven optimal"))
        let back = try Tool.run(["order", file, "--start", "Tower", "--end", "Hotel", "--quiet", "--format", "json"])
        #expect(back.output.hasPrefix("{\"order\":[\"Tower\",\"Park\",\"Palace\",\"Hotel\"],\"length\":26"))
        #expect(back.errors.isEmpty)
    }

    @Test("a matrix names its stops, and costs may be asymmetric")
    func ordersMatrix() throws {
        let folder = try Folder()
        let file = try folder.file("matrix.csv", "from,A,B,C\nA,0,9,1\nB,1,,9\nC,9,1,0\n")
        let result = try Tool.run(["order", file, "--round-trip", "--quiet"])
        #expect(result.lines == ["stop", "A", "C", "B"])
    }

    @Test("a matrix without names has all its stops: its first row and column were taken for names")
    func matrixWithoutNames() throws {
        func order(_ text: String, _ arguments: [String] = []) throws -> Tool.Result {
            try Tool.run(["order", "-", "--start", "1"] + arguments, input: Array(text.utf8))
        }
        // 1 to 4 lie on a line at 0, 10, 3 and 7; symmetric, so that the first column equals the first row.
        let symmetric = "0,10,3,7\n10,0,7,3\n3,7,0,4\n7,3,4,0\n"
        let found = try order(symmetric)
        #expect(found.status == 0 && found.lines == ["stop", "1", "3", "4", "2"], "\(found.errors)")
        #expect(
            found.errors.contains("read as a matrix without names") && found.errors.contains("the stops are 1 to 4"))
        #expect(found.errors.contains("4 stops: length 10"), "\(found.errors)")
        // Asymmetric: it was refused for its names.
        let directed = try order("0,10,3,7\n99,0,99,99\n99,99,0,4\n99,3,99,0\n", ["-q"])
        #expect(directed.lines == ["stop", "1", "3", "4", "2"] && directed.errors.isEmpty, "\(directed.errors)")
        // Numbers may be names if the first cell is not a number.
        for corner in ["", "from"] {
            let named = try order("\(corner),1,7,9\n1,0,5,2\n7,5,0,2\n9,2,2,0\n")
            #expect(named.lines == ["stop", "1", "9", "7"], "\(named.errors)")
            #expect(named.errors.contains("are read as names, though they are numbers"), "\(named.errors)")
        }
        let words = try order("0,1,B\n1,0,5\nB,5,0\n")
        #expect(words.lines == ["stop", "1", "B"] && !words.errors.contains("read as"), "\(words.errors)")
        // A zero diagonal, including the first cell: three stops, or two named 10 and 20.
        let unclear = try order(",10,20\n10,,5\n20,5,\n")
        #expect(unclear.status == 65 && unclear.errors.contains("may be names or costs"), "\(unclear.errors)")
        for (text, words) in [
            ("0,1,2\n1,0,3\n", "do not form a square"), ("0,1\n1,0\n2,3\n", "do not form a square"),
            ("0,1,2\n1,0,x\n2,3,0\n", "line 2, column 3"), ("0,-1\n1,0\n", "line 1, column 2"),
        ] {
            let refused = try order(text)
            #expect(refused.status == 65 && refused.errors.contains(words), "\(text): \(refused.errors)")
        }
    }

    @Test("an answer is CSV like any other: one blank name was a blank line")
    func blankNames() throws {
        let result = try Tool.run(
            ["order", "-", "--start", "A", "--iterations", "1", "-q"], input: Array("m,A,\nA,0,1\n,1,0\n".utf8))
        #expect(result.output == "stop\nA\n\"\"\n", "\(result.errors)")
        let spaces = try Tool.run(["order", "-", "-q"], input: Array("lat,lon,note\n1,1,\" a \"\n".utf8))
        #expect(spaces.output == "lat,lon,note\n1,1,\" a \"\n", "\(spaces.errors)")
    }

    @Test(
        "input that cannot be ordered is refused, with its position",
        arguments: [
            (["x.csv", "--start", "B"], "name,latitude,longitude\nA,1,1\nB,91,1\n", 64 as Int32, "has the name B"),
            (["x.csv", "--depart", "09:00"], "m,A,B\nA,0,1\nB,1,0\n", 64, "not a CSV of stops"),
            (["x.csv", "--depart", "soon"], "lat,lon\n1,1\n", 64, "a departure must be a time"),
            (["x.csv", "--speed", "0"], "lat,lon\n1,1\n", 64, "a speed must be"),
            (["x.csv", "--mode", "hopping"], "lat,lon\n1,1\n", 64, "--mode must be"),
            (["x.csv", "--opens-column", "none"], "lat,lon\n1,1\n", 65, "none"),
            (["x.csv"], "a,b,c\n1,2,3\n", 65, "neither stops nor a matrix"),
            (["x.csv"], "m,A,B\nA,0,1\nB,-1,0\n", 65, "line 3, column 2"),
            (["x.csv"], "m,A,B\nA,0,1\nC,1,0\n", 65, "line 3, column 1"),
            (["x.csv"], "", 65, ""),
            (["x.csv"], "DIMENSION: 4\n1 0 0\n", 65, "neither stops nor a matrix"),
            (["x.csv", "--start", "Z"], "m,A,B\nA,0,1\nB,1,0\n", 64, "no stop has the name Z"),
            (["x.csv", "--start", "A", "--end", "A"], "m,A,B\nA,0,1\nB,1,0\n", 64, "both start and end"),
            (["x.csv", "--round-trip", "--end", "A"], "m,A,B\nA,0,1\nB,1,0\n", 64, "ends where it begins"),
            (["x.csv", "--time", "-1s"], "m,A,B\nA,0,1\nB,1,0\n", 64, "a time must be"),
            (["x.csv", "--time", "soon"], "m,A,B\nA,0,1\nB,1,0\n", 64, "a time must be"),
            (["absent.csv"], "m,A,B\nA,0,1\nB,1,0\n", 66, "absent.csv"),
        ])
    func refuses(arguments: [String], text: String, status: Int32, words: String) throws {
        let folder = try Folder()
        _ = try folder.file("x.csv", text)
        let result = try Tool.run(["order", folder.path(arguments[0])] + arguments.dropFirst())
        #expect(result.status == status, "\(result.errors)")
        #expect(words.isEmpty || result.errors.contains(words), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    static let hours = """
        name,lat,lon,opens,closes,stay
        Hotel,37.50,127.00,,,
        Tower,37.50,127.10,14:00,18:00,60
        Palace,37.50,127.20,09:00,09:40,1h30m
        Park,37.50,127.30,12:00,13:30,
        """

    @Test("opening hours decide the order, and each stop has its arrival and departure")
    func openingHours() throws {
        let folder = try Folder()
        let file = try folder.file("stops.csv", Self.hours)
        // 44 km/h: 12 minutes a tenth of a degree, for a few metres 721 s.
        let arguments = ["order", file, "--start", "Hotel", "--depart", "09:00", "--speed", "44km/h"]
        let result = try Tool.run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines[0] == "name,lat,lon,opens,closes,stay,reached,left")
        #expect(result.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["Hotel", "Palace", "Park", "Tower"])
        #expect(result.lines[1].hasSuffix(",09:00:00,09:00:00") && result.lines[2].contains(",09:24:0"))
        #expect(result.lines[4].hasSuffix(",15:00:00") && !result.errors.contains("after its window"))
        let dated = try Tool.run(
            arguments.map { $0 == "09:00" ? "2027-05-01T09:00" : $0 } + [
                "--time-zone", "Asia/Seoul", "--format", "json",
            ])
        #expect(dated.output.contains(#"{"stop":"Hotel","reached":"2027-05-01T09:00:00+09:00""#), "\(dated.output)")
        #expect(
            dated.output.contains(#""missed":[],"conflicts":[],"schedule":["#) && dated.output.contains(#""length":44"#)
        )
    }

    @Test("missed windows are reported by name, impossible ones as such, and --strict ends with 1")
    func missedWindows() throws {
        let folder = try Folder()
        let file = try folder.file("stops.csv", Self.hours)
        let late = try Tool.run(["order", file, "--start", "Hotel", "--depart", "10:50", "--speed", "44"])
        #expect(late.status == 0)
        #expect(
            late.errors.contains(
                "no order meets all windows: Palace closes before it can be reached: the earliest arrival is at 11:14:0"
            ))
        #expect(late.errors.contains("Palace is reached ") && late.errors.contains(" after its window"))
        #expect(try Tool.run(["order", file, "--start", "Hotel", "--depart", "10:50", "--strict"]).status == 1)
        // In time for the palace, but not an hour and a half before it closes.
        let hurried = ["order", file, "--start", "Hotel", "--depart", "09:10", "--speed", "44", "--strict"]
        #expect(try Tool.run(hurried).status == 0)
        #expect(try Tool.run(hurried + ["--leave-by-closing"]).status == 1)
    }

    @Test("without a departure the first stop is reached at the earliest opening; a bar is open over midnight")
    func overMidnight() throws {
        let folder = try Folder()
        let file = try folder.file(
            "stops.csv", "name,위도,경도,여는시간,닫는시간\nBar,1,1,23:00,02:00\nDinner,1.1,1,21:00,22:00\n")
        let result = try Tool.run(["order", file, "--quiet"])
        #expect(result.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["Dinner", "Bar"])
        #expect(result.lines[1].hasSuffix(",21:00:00,21:00:00") && result.lines[2].hasSuffix(",23:00:00"))
        let late = try Tool.run(["order", file, "--quiet", "--depart", "25:30", "--format", "json"])
        #expect(late.output.contains(#""reached":"25:30:00""#))
    }

    @Test("an invalid row is rejected with line and column, and the rest is ordered")
    func rejectedRows() throws {
        let folder = try Folder()
        let text = """
            name,latitude,longitude,opens,closes,stay
            A,1,1,,,
            B,91,1,,,
            C,1,1.2,noon,,
            D,1,1.1,,18:00,-4
            E,1,1.3,2027-05-01T10:00,2027-05-01T09:00,
            F,1
            G,1,1.05,,,20
            """
        let file = try folder.file("x.csv", text)
        let result = try Tool.run(["order", file, "--start", "A"])
        #expect(result.status == 0 && result.lines.count == 3 && result.lines[2].hasPrefix("G,"))
        for words in [
            "line 3, column 2 (latitude): ", "line 4, column 4 (opens): \"noon\" is not a time",
            "line 5, column 6 (stay): \"-4\" is not a stay", "line 6, column 5 (closes): it closes before it opens",
            "line 7: has 2 fields", "2 stops, 5 rejected: ",
        ] { #expect(result.errors.contains(words), "\(words): \(result.errors)") }
        let kept = try Tool.run(
            ["order", file, "--output", folder.path("out.csv"), "--rejects", folder.path("bad.csv"), "--strict"])
        #expect(kept.status == 1 && !kept.errors.contains("line 3"))
        let bad = try folder.text("bad.csv").split(separator: "\n")
        #expect(bad.count == 6 && bad[0] == "line,column,reason,name,latitude,longitude,opens,closes,stay")
        #expect(bad[1].hasPrefix("3,2 (latitude),") && bad[1].hasSuffix(",B,91,1,,,"))
        let mended = try folder.text("bad.csv").replacing(",91,", with: ",1,").replacing("noon", with: "12:00")
        let again = try Tool.run(["order", folder.file("mended.csv", mended), "--quiet"])
        #expect(again.status == 0 && again.lines.count == 3, "\(again.errors)")
        #expect(try Tool.run(["order", file, "--rejects", file]).status == 64)
        let none = try Tool.run(["order", "-"], input: Array("lat,lon\n91,1\n".utf8))
        #expect(none.status == 65 && none.lines == ["lat,lon"])
    }

    @Test("rows rejected for their form, place and hours are written in file order, while they are read")
    func rejectedAsTheyCome() throws {
        let folder = try Folder()
        let kinds = [
            ("37.5,127,09:00,18:00,", nil),
            ("37.5,127,2027-05-01T10:00,2027-05-01T09:00,", "it closes before it opens"),
            ("91,127,09:00,18:00,", "91 is outside -90...90"), ("37.5,127,9 am,,", "is not a time such as"),
            ("37.5", "has 2 fields, the header has 6"),
        ]
        var (text, expected) = ("id,lat,lon,opens,closes,memo\n", [(line: Int, reason: String)]())
        for i in 0..<500 {
            let (row, reason) = kinds[i < 5 ? i : 1 + i % 4]
            text += "s\(i),\(row)\n"
            if let reason { expected.append((i + 2, reason)) }
        }
        let file = try folder.file("stops.csv", text)
        let result = try Tool.run([
            "order", file, "--output", folder.path("out.csv"), "--rejects", folder.path("bad.csv"),
        ])
        #expect(result.status == 0 && result.errors.hasPrefix("1 stop, 499 rejected"), "\(result.errors)")
        let rows = try folder.text("bad.csv").split(separator: "\n").dropFirst()
        #expect(rows.count == expected.count)
        for (row, (line, reason)) in zip(rows, expected) {
            #expect(row.hasPrefix("\(line),") && row.contains(reason) && row.contains(",s\(line - 2),"))
        }
    }

    @Test("a closed pipe ends the run quietly, a full disk with an error, and neither leaves a file")
    func outputsThatEnd() throws {
        let folder = try Folder()
        let rows = (0..<30_000).map { "\($0),\($0 % 90),\($0 % 180)\n" }.joined()
        let file = try folder.file("in.csv", "name,lat,lon\n" + rows)
        let head = try Tool.shell("\"$WAYMARK\" order '\(file)' --iterations 0 --quiet | head -n 1")
        #expect(head.lines == ["name,lat,lon"] && head.errors.isEmpty, "\(head.errors)")
        #if os(Linux)
            let full = try Tool.shell("\"$WAYMARK\" order '\(file)' --iterations 0 --quiet > /dev/full")
            #expect(full.status == 74 && full.errors.contains("standard output"), "\(full.errors)")
        #endif
        // A limit on file sizes simulates a disk that fills up during a named output.
        let middle = try Tool.shell(
            "ulimit -f 4; exec \"$WAYMARK\" order '\(file)' --iterations 0 --quiet --output '\(folder.path("out"))'")
        #expect(middle.status == 74 && middle.errors.contains("cannot write"), "\(middle.errors)")
        #expect(try folder.names == ["in.csv"])
    }

    @Test("an output that cannot be created is reported before the search")
    func outputBeforeSearch() throws {
        let folder = try Folder()
        let file = try folder.file("in.csv", Self.manyStops)
        // This limit on processor time would end the search.
        let result = try Tool.shell(
            "ulimit -t 60; exec \"$WAYMARK\" order '\(file)' --time 10min --output '\(folder.path("none/out.csv"))'")
        #expect(result.status == 73, "\(result.errors)")
    }

    /// More stops than are certainly ordered within minutes.
    private static let manyStops: String = {
        var generator = SplitMix64(seed: 6)
        let rows = (0..<2000).map { i in
            "\(i),\(Double.random(in: 33...38, using: &generator)),\(Double.random(in: 126...129, using: &generator))\n"
        }
        return "name,lat,lon\n" + rows.joined()
    }()

    @Test("Ctrl-C ends a search with 130, and removes the unfinished output")
    func interrupted() throws {
        let folder = try Folder()
        let file = try folder.file("in.csv", Self.manyStops)
        let process = Process()
        process.executableURL = Tool.url
        process.arguments = ["order", file, "--time", "10min", "--output", folder.path("out")]
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = Date(timeIntervalSinceNow: 60)
        while try folder.names.count < 2, Date() < deadline { usleep(10_000) }
        #expect(try folder.names.contains { $0.hasPrefix(".out.") }, "there is an unfinished file to be left")
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(try folder.names == ["in.csv"])
    }

    @Test("stops with the same name are identified by their ids, which --start accepts too: neither could be the start")
    func repeatedNames() throws {
        let rows = "id,name,lat,lon\nh1,Hotel,37,127\nm,Museum,37,127.1\nh2,Hotel,37,127.2\nc,Cafe,37,127.3\n"
        func order(_ arguments: [String], _ text: String = rows) throws -> Tool.Result {
            try Tool.run(["order", "-", "--format", "json"] + arguments, input: Array(text.utf8))
        }
        let found = try order(["--start", "h1"])
        #expect(found.output.hasPrefix(#"{"order":["h1","m","h2","c"],"#), "\(found.errors)")
        #expect(try order(["--start", "Cafe"]).output.hasPrefix(#"{"order":["c","h2","m","h1"],"#))
        let either = try order(["--start", "Hotel"])
        #expect(either.status == 64 && either.errors.contains("h1, h2"), "\(either.errors)")
        #expect(try order(["--start", "x"]).status == 64)
        let numbers = try order(["--start", "3"], "name,lat,lon\na,37,127\nb,37,127.1\na,37,127.2\n")
        #expect(numbers.output.hasPrefix(#"{"order":["3","2","1"],"#), "\(numbers.errors)")
        let sample = try Tool.run(["order", "data/stops.csv", "--start", "s01", "--format", "json"])
        #expect(sample.output.hasPrefix(#"{"order":["서울역","#), "\(sample.errors)")
    }

    @Test("a matrix of costs too large to be summed is refused: json was invalid")
    func hugeCosts() throws {
        let result = try Tool.run(
            ["order", "-", "--round-trip", "--format", "json"], input: Array(",A,B\nA,0,1e308\nB,1e308,0\n".utf8))
        #expect(result.status == 65 && result.output.isEmpty && result.errors.contains("line 2"), "\(result.errors)")
    }

    @Test("missed windows are reported even under --quiet: they were not")
    func missedQuietly() throws {
        let stops = "name,lat,lon,opens,closes\nA,37,127,09:00,09:01\nB,37,127.5,09:00,09:01\n"
        let result = try Tool.run(["order", "-", "-q"], input: Array(stops.utf8))
        #expect(result.status == 0 && result.errors.contains(" s after its window"), "\(result.errors)")
        #expect(try Tool.run(["order", "-", "-q", "--strict"], input: Array(stops.utf8)).status == 1)
    }

    @Test("a rejected row does not set the day: its closing time of 1999 set the day for all")
    func datesOfRejectedRows() throws {
        func order(_ rows: String) throws -> Tool.Result {
            try Tool.run(["order", "-", "-q"], input: Array("name,lat,lon,opens,closes\n\(rows)".utf8))
        }
        let others = "A,37,127,09:00,20:00\nB,37,127.001,2027-05-01T10:00,2027-05-01T20:00\n"
        let dated = try order(others + "C,37,127.002,2027-04-30T10:00,1999-01-01T11:00\n")
        #expect(dated.lines.count == 3 && dated.lines[1].contains(",2027-05-01T09:0"), "\(dated.lines)")
        #expect(dated.lines[2].hasSuffix(",2027-05-01T10:00:00Z"), "\(dated.lines)")
        let undated = try order("A,37,127,09:00,20:00\nC,37,127.002,2027-04-30T10:00,1999-01-01T11:00\n")
        #expect(undated.lines.dropFirst() == ["A,37,127,09:00,20:00,09:00:00,09:00:00"], "\(undated.lines)")
        // A closing time without a date is on the day of its opening, or in the following night.
        let second = try order(
            "A,37,127,09:00,20:00\nB,37,127,2027-05-01T10:00,02:00\nC,37,127,2027-05-02T10:00,18:00\n")
        #expect(second.lines.count == 4 && second.lines[3].hasSuffix(",2027-05-02T10:00:00Z"), "\(second.lines)")
    }

    @Test("a departure is in the time zone shared by the stops; several zones are not taken for one")
    func zonesOfDeparture() throws {
        func order(_ rows: [String], _ arguments: [String]) throws -> Tool.Result {
            let text = "name,lat,lon,opens,closes,time_zone\n" + rows.joined(separator: "\n")
            return try Tool.run(["order", "-", "-q"] + arguments, input: Array(text.utf8))
        }
        let seoul = ["A,37,127,09:00,20:00,Asia/Seoul", "B,37,127.1,09:00,20:00,Asia/Seoul", "C,37,127.2,,,"]
        let dated = try order(seoul, ["--depart", "2027-05-01T09:00"])
        #expect(dated.lines.count == 4 && dated.lines[1].contains(",2027-05-01T09:00:00+09:00"), "\(dated)")
        #expect(dated.lines[3].hasSuffix("+09:00") && dated.errors.isEmpty)
        #expect(try order(seoul, ["--depart", "09:00"]).lines[1].contains(",09:00:00,"))
        let three = [
            "S,37.5,127,09:00,20:00,Asia/Seoul", "T,35.7,139.7,10:00,12:00,Asia/Tokyo",
            "N,40.7,-74,08:00,12:00,America/New_York",
        ]
        for (arguments, words) in [
            ([], "there is no date"), (["--depart", "09:00"], "there is no date"),
            (["--depart", "09:00", "--time-zone", "Asia/Seoul"], "there is no date"),
            (["--depart", "2027-05-01T09:00"], "needs an offset"),
        ] {
            let refused = try order(three, ["--mode", "flying"] + arguments)
            #expect(refused.status == 64 && refused.errors.contains(words), "\(refused)")
            #expect(refused.errors.contains("Asia/Seoul, Asia/Tokyo, America/New_York"), "\(refused)")
        }
        // An hour and a half to Tokyo; thirteen and a half more to New York, where it is then eleven.
        for zone in [
            ["--depart", "2027-05-01T09:00+09:00"], ["--depart", "2027-05-01T09:00", "--time-zone", "Asia/Seoul"],
        ] {
            let met = try order(three, zone + ["--mode", "flying"])
            #expect(met.status == 0 && met.errors.isEmpty, "\(met)")
            #expect(met.lines.count == 4 && met.lines[1].contains(",2027-05-01T09:00:00+09:00"))
            #expect(met.lines[2].contains(",2027-05-01T10:2") && met.lines[3].hasSuffix("-04:00"), "\(met)")
        }
    }

    @Test("options for times are refused without times: they were ignored")
    func optionsWithoutTimes() throws {
        let stays = "name,lat,lon,stay\nA,37,127,30\nB,37,127.1,\n"
        for (text, words) in [
            ("m,A,B\nA,0,1\nB,1,0\n", "not a CSV of stops"), (stays, "no opening hours"),
        ] {
            for arguments in [
                ["--mode", "walking"], ["--speed", "5"], ["--time-zone", "Asia/Seoul"], ["--leave-by-closing"],
            ] {
                let refused = try Tool.run(["order", "-"] + arguments, input: Array(text.utf8))
                #expect(refused.status == 64 && refused.errors.contains(words), "\(refused)")
            }
            #expect(try Tool.run(["order", "-", "-q"], input: Array(text.utf8)).status == 0)
        }
        let timed = try Tool.run(
            ["order", "-", "-q", "--depart", "09:00", "--mode", "walking"], input: Array(stays.utf8))
        #expect(timed.status == 0 && timed.lines[0].hasSuffix(",reached,left"), "\(timed)")
    }
}
