import Foundation
import TestSupport
import Testing

private let attractions = ["--attractions", "data/attractions.csv"]

@Suite("waymark search")
struct SearchCommandTests {
    @Test(
        "a name is found while it is typed",
        arguments: ["경복궁", "경복ㄱ", "ㄱㅂㄱ", "rudqhr", "경벅궁", "경복궁 사직로"])
    func finds(query: String) throws {
        let result = try Tool.run(["search", query, "--format", "csv", "--quiet"] + attractions)
        #expect(result.status == 0 && result.errors == "")
        #expect(
            result.lines.first
                == "rank,attraction_id,name,category,rung,match,latitude,longitude,haversine_m,address,exact,dropped,corrected"
        )
        #expect(result.lines.dropFirst().first?.split(separator: ",")[2] == "경복궁")
    }

    @Test("nearness, radius, box, category and limit select the answers, and omitted ones are counted")
    func limits() throws {
        func names(_ options: [String]) throws -> [String] {
            let result = try Tool.run(["search", "경", "--format", "csv"] + attractions + options)
            #expect(result.status == 0)
            return result.lines.dropFirst().map { String($0.split(separator: ",")[2]) }
        }
        #expect(try names(["--near", "35.83,129.22", "--limit", "1"]).first?.hasPrefix("경주") == true)
        #expect(try names(["--near", "37.5796,126.977", "--within", "3km", "--limit", "99"]).contains("경복궁"))
        #expect(try !names(["--near", "35.83,129.22", "--within", "30km", "--limit", "99"]).contains("경복궁"))
        #expect(try !names(["--box", "35,128,36,130", "--limit", "99"]).contains("경복궁"))
        #expect(try names(["--category", "관광지", "--limit", "99"]).contains("경복궁"))
        let few = try Tool.run(["search", "경", "--limit", "2"] + attractions)
        #expect(few.lines.count == 4 && few.errors.contains("2 of ") && few.errors.contains("--limit"))
        let none = try Tool.run(["search", "뷁뷁뷁"] + attractions)
        #expect(none.status == 0 && none.output == "" && none.errors.contains("nothing found"))
    }

    @Test("regions say which answers, together with circle, box and category, for one query and for many")
    func regions() throws {
        let folder = try Folder()
        func square(_ name: String, _ west: Double, _ south: Double) -> String {
            let (east, north) = (west + 1, south + 1)
            return """
                {"type":"Feature","properties":{"name":"\(name)","code":"\(Int(west))"},"geometry":{"type":"Polygon",\
                "coordinates":[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]}}
                """
        }
        let boundaries = try folder.file(
            "r.geojson",
            "{\"type\":\"FeatureCollection\",\"features\":[\(square("서쪽", 126, 37)),\(square("동쪽", 129, 35))]}")
        func names(_ options: [String]) throws -> [String] {
            let result = try Tool.run(["search", "경", "--format", "csv", "--limit", "999"] + attractions + options)
            #expect(result.status == 0, "\(result.errors)")
            return result.lines.dropFirst().map { String($0.split(separator: ",")[2]) }
        }
        let west = try names(["--boundaries", boundaries, "--region", "서쪽"])
        let east = try names(["--boundaries", boundaries, "--region", "129"])
        #expect(west.contains("경복궁") && !east.contains("경복궁") && !east.isEmpty)
        #expect(try names(["--box", "37,126,38,127"]).sorted() == west.sorted())
        #expect(
            try names(["--boundaries", boundaries, "--region", "서쪽", "--region", "동쪽"]).sorted()
                == (west + east).sorted())
        let all = ["--near", "37.5796,126.977", "--within", "3km", "--box", "37,126,38,127.5", "--category", "관광지"]
        let narrow = try names(all + ["--boundaries", boundaries, "--region", "서쪽"])
        #expect(narrow.contains("경복궁") && narrow.count < west.count)
        let queries = try folder.file("q.csv", "query\n경\n")
        let batch = try Tool.run(
            ["search", "--queries", queries, "--limit", "999", "--quiet", "--boundaries", boundaries, "--region", "서쪽"]
                + attractions)
        #expect(batch.lines.dropFirst().map { String($0.split(separator: ",")[4]) } == west)
        let unknown = try Tool.run(["search", "경", "--boundaries", boundaries, "--region", "남쪽"] + attractions)
        #expect(unknown.status == 64 && unknown.errors.contains("no region is called 남쪽; the regions are 서쪽, 동쪽"))
        #expect(try Tool.run(["search", "경", "--region", "서쪽"] + attractions).status == 64)
    }

    @Test("a name that several regions have is said, with their codes and the address or the middle of each")
    func ambiguousRegion() throws {
        let folder = try Folder()
        // The last one is in the sea.
        let squares = [126, 127, 124].map { west in
            """
            {"type":"Feature","properties":{"name":"중구","code":"\(west)"},"geometry":{"type":"Polygon",\
            "coordinates":[[[\(west),37],[\(west + 1),37],[\(west + 1),38],[\(west),38],[\(west),37]]]}}
            """
        }
        let boundaries = try folder.file(
            "r.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\(squares.joined(separator: ","))]}")
        func search(_ options: [String]) throws -> (rows: Set<String>, errors: String) {
            let result = try Tool.run(
                ["search", "공원", "--limit", "999", "--format", "csv", "--boundaries", boundaries] + attractions
                    + options)
            #expect(result.status == 0)
            return (Set(result.lines.dropFirst().map { String($0.split(separator: ",")[1]) }), result.errors)
        }
        let all = try search(["--region", "중구"])
        #expect(
            all.errors.contains(
                "--region: 3 regions are called 중구, and all are searched; for one, give its code: "
                    + "126 (서울특별시 중구), 127 (서울특별시 중구), 124 (37.50, 124.50)\n"), "\(all.errors)")
        #expect(try search(["--region", "중구", "--quiet"]).errors == "")
        let (west, east) = (try search(["--region", "126"]), try search(["--region", "127"]))
        #expect(!west.errors.contains("regions are called") && !east.errors.contains("regions are called"))
        #expect(!west.rows.isEmpty && !east.rows.isEmpty && all.rows == west.rows.union(east.rows))
    }

    @Test("aliases, names in English and worth of the caller's own count")
    func extras() throws {
        let folder = try Folder()
        let table = try folder.file(
            "a.csv",
            """
            id,name,lat,lon,english_name,visits,code
            a,동궁과 월지,35.83,129.22,Moonlit Palace,5,x1
            b,박물관마을,35.8,129.2,,1,
            c,국립중앙박물관,37.5,127,,900,
            """)
        let aliases = try folder.file("n.csv", "alias,name\n달못,동궁과월지\n옛이름,없는곳\n")
        func rows(_ query: String, _ options: [String] = []) throws -> [String] {
            let result = try Tool.run(
                ["search", query, "--attractions", table, "--format", "csv", "--quiet"] + options)
            #expect(result.status == 0, "\(result.errors)")
            return result.lines.dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return cells[2...5].filter { !$0.isEmpty }.joined(separator: " ")
            }
        }
        #expect(try rows("달못") == [])
        #expect(try rows("달못", ["--aliases", aliases]) == ["동궁과 월지 other_name 달못"])
        // Those of the best known sights ship.
        #expect(try rows("안압지") == ["동궁과 월지 other_name 안압지"])
        #expect(try rows("moonlit") == ["동궁과 월지 other_name Moonlit Palace"])
        #expect(try rows("x1", ["--other-name-column", "code"]) == ["동궁과 월지 other_name x1"])
        #expect(try rows("박물관").first == "박물관마을 name_start 박물관")
        #expect(try rows("박물관", ["--worth-column", "visits"]).first == "국립중앙박물관 name_end 박물관")
        let said = try Tool.run(["search", "달못", "--attractions", table, "--aliases", aliases])
        #expect(said.errors.contains("1 aliases are of no attraction"))
        let index = folder.path("a.waymark")
        #expect(try Tool.run(["index", "build", table, "--output", index, "--quiet"]).status == 0)
        let indexed = try Tool.run(["search", "달못", "--attractions", index, "--aliases", aliases, "--format", "csv"])
        #expect(indexed.lines.count == 2 && indexed.lines.last?.contains("동궁과 월지") == true)
        let worth = try Tool.run(["search", "박물관", "--attractions", index, "--worth-column", "visits"])
        #expect(worth.status != 0 && worth.errors.contains("an index file has no column visits"))
    }

    @Test("one query as GeoJSON and as JSON lines")
    func formats() throws {
        let document = try Tool.run(["search", "경복", "--format", "geojson"] + attractions)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(document.output.utf8)) as? [String: Any])
        #expect((json["features"] as? [Any])?.isEmpty == false)
        let lines = try Tool.run(["search", "경복", "--format", "ndjson"] + attractions)
        for line in lines.lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        #expect(!lines.lines.isEmpty)
        let empty = try Tool.run(["search", "뷁뷁뷁", "--format", "geojson", "--quiet"] + attractions)
        #expect(empty.output == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
    }

    @Test("a table of queries, whole, in parts that merge, and with rejected rows")
    func queries() throws {
        let folder = try Folder()
        let table = try folder.file("q.csv", "query_id,query,lat,lon\na,경복ㄱ,37.5,127\nb,,,\nc,공원,,\nd,ㄱ,,\n")
        let arguments = ["search", "--queries", table, "--quiet"] + attractions
        let whole = try Tool.run(arguments)
        #expect(whole.status == 0)
        #expect(
            whole.lines.first
                == "query_id,query,lat,lon,rank,attraction_id,name,category,rung,match,latitude,longitude,haversine_m,address,exact,dropped,corrected"
        )
        #expect(Set(whole.lines.dropFirst().map { $0.prefix(2) }) == ["a,", "c,", "d,"])
        #expect(try Tool.run(arguments + ["--strict"]).status == 1)
        #expect(try Tool.run(arguments + ["--jobs", "3"]).output == whole.output)
        var parts: [String] = []
        for number in 1...3 {
            parts.append(folder.path("part\(number).csv"))
            #expect(try Tool.run(arguments + ["--shard", "\(number)/3", "--output", parts[number - 1]]).status == 0)
        }
        #expect(try Tool.run(["merge"] + parts.reversed() + ["--output", "-", "--quiet"]).output == whole.output)
        let none = try folder.file("none.csv", "query\n\n--\n..\n")
        let nothing = try Tool.run(["search", "--queries", none] + attractions)
        #expect(nothing.status == 65 && nothing.errors.contains("nothing was answered"))
    }

    @Test(
        "bad input gives a clear error immediately",
        arguments: [
            ([""], "no letter or digit"), (["   "], "no letter or digit"), (["\u{1}\u{2}\u{7F}"], "no letter or digit"),
            ([String(repeating: "가", count: 30_000)], "more than 256 letters"),
            ([String(repeating: " ", count: 100_000)], "no letter or digit"),
            (["\u{FFFD}"], "no letter or digit"), ([], "Give one of"), (["a", "--interactive"], "Give one of"),
            (["공원", "--category", "없는 것"], "관광지"), (["공원", "--near", "91,0"], "91"),
            (["공원", "--near", "1"], "latitude and longitude"),
            (["공원", "--within", "1km"], "--near"), (["공원", "--box", "1,2,3"], "south, west"),
            (["공원", "--box", "38,127,37,128"], "--box"), (["공원", "--limit", "0"], "--limit"),
            (["공원", "--strict"], "--queries"),
            (["--queries", "-", "--attractions", "-"], "standard input"), (["--interactive"], "terminal"),
        ])
    func badInput(arguments: [String], words: String) throws {
        let own = arguments.contains("--attractions") ? [] : attractions
        let result = try Tool.run(["search"] + arguments + own)
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors.contains(words))
    }

    @Test("bytes that are not text give an error or an answer, and never trap")
    func brokenText() throws {
        // A lone surrogate as bytes, and a truncated letter.
        for bytes in [#"\355\240\200"#, #"\352"#, #"경\355\240\200복"#] {
            let result = try Tool.shell(
                "$WAYMARK search \"$(printf '\(bytes)')\" --attractions data/attractions.csv --quiet")
            #expect(result.status == 64 || result.status == 0)
        }
    }

    @Test("stops may be named for nearby, route and order; ambiguous names are rejected with the candidates")
    func findStops() throws {
        let folder = try Folder()
        let stops = try folder.file("s.csv", "name\n경복궁\n경주\n창덕궁\n")
        let nearby = try Tool.run(["nearby", stops, "--find-stops", "--radius", "100m"] + attractions)
        #expect(nearby.status == 0 && nearby.lines.contains { $0.contains("경복궁") })
        #expect(nearby.errors.contains("line 3, column 1 (name): 경주 may be 경주"))
        // A stop that is not found rejects its trip.
        let good = try folder.file("good.csv", "name\n경복궁\n창덕궁\n")
        let route = try Tool.run(["route", good, "--find-stops"] + attractions)
        #expect(route.status == 0 && route.lines.count == 2)
        let order = try Tool.run(["order", stops, "--find-stops"] + attractions)
        #expect(order.status == 0 && order.output.contains("경복궁") && order.output.contains("창덕궁"))
        #expect(try Tool.run(["nearby", stops] + attractions).status == 65)
        #expect(try Tool.run(["order", stops, "--find-stops"]).status == 64)
    }
}

#if canImport(Glibc)
    @Suite("waymark search on a terminal")
    struct TerminalSearchTests {
        @Test("that an index file would answer at once is said once, on a terminal, of a big table that was read")
        func hint() throws {
            let folder = try Folder()
            func table(_ count: Int) throws -> String {
                let rows = (0..<count).map { "\($0),곳\($0),37.\(100_000 + $0),127" }
                return try folder.file("\(count).csv", "id,name,lat,lon\n\(rows.joined(separator: "\n"))\n")
            }
            func hints(_ table: String, _ options: [String] = []) throws -> Int {
                let run = try Tool.runOnTerminal(["search", "곳7", "--attractions", table] + options)
                #expect(run.status == 0, "\(run.screen)")
                return run.screen.ranges(of: "makes a file that answers at once").count
            }
            let (big, small) = (try table(20_000), try table(19_999))
            #expect(try hints(big) == 1)
            #expect(try hints(small) == 0)
            #expect(try hints(big, ["--quiet"]) == 0)
            let piped = try Tool.run(["search", "곳7", "--attractions", big])
            #expect(piped.status == 0 && !piped.errors.contains("answers at once"), "no terminal, no hint")
            let index = folder.path("big.waymark")
            #expect(try Tool.run(["index", "build", big, "--output", index, "--quiet"]).status == 0)
            #expect(try hints(index) == 0)
        }
    }

    /// The search in its own terminal: a pair of pseudo-terminals, one of them for the program.
    @Suite("waymark search --interactive")
    struct InteractiveSearchTests {
        /// Runs the program in a terminal, types, and waits for its end.
        ///
        /// - Returns: Its output, everything drawn, its exit code, and whether the terminal was restored.
        private static func run(
            _ steps: [(after: String, keys: String)], signal: Int32? = nil, resize: Bool = false
        ) throws -> (output: String, screen: String, status: Int32, isRestored: Bool) {
            var (keyboard, terminal): (Int32, Int32) = (0, 0)
            var size = winsize(ws_row: 10, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
            try #require(openpty(&keyboard, &terminal, nil, nil, &size) == 0)
            defer { for descriptor in [keyboard, terminal] { close(descriptor) } }
            var before = termios()
            tcgetattr(terminal, &before)
            let folder = try Folder()
            let output = try folder.file("output")
            let process = Process()
            process.executableURL = Tool.url
            process.arguments = ["search", "--interactive", "--format", "csv", "--quiet"] + attractions
            process.currentDirectoryURL = Repository.root
            process.standardInput = FileHandle(fileDescriptor: terminal)
            process.standardError = FileHandle(fileDescriptor: terminal)
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run()
            var screen = ""
            /// Reads the drawn output until it contains a text; gives up after 20 s.
            func read(until text: String) -> Bool {
                let end = ContinuousClock.now + .seconds(20)
                var seen = ""
                while ContinuousClock.now < end {
                    var input = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
                    guard poll(&input, 1, 100) > 0 else { continue }
                    var bytes = [UInt8](repeating: 0, count: 1 << 16)
                    let count = Glibc.read(keyboard, &bytes, bytes.count)
                    guard count > 0 else { return false }
                    seen += String(decoding: bytes[..<count], as: UTF8.self)
                    screen += String(decoding: bytes[..<count], as: UTF8.self)
                    if seen.contains(text) { return true }
                }
                return false
            }
            for (text, keys) in steps {
                #expect(read(until: text), "\(text) is not shown")
                let bytes = Array(keys.utf8)
                #expect(write(keyboard, bytes, bytes.count) == bytes.count)
            }
            if resize {
                size.ws_col = 30
                #expect(ioctl(keyboard, UInt(TIOCSWINSZ), &size) == 0)
                #expect(read(until: "\u{1B}[2J"))
                #expect(write(keyboard, [0x0D], 1) == 1)
            }
            if let signal {
                #expect(read(until: "type a name"))
                kill(process.processIdentifier, signal)
            }
            _ = read(until: "\u{1B}[?1049l")
            process.waitUntilExit()
            var after = termios()
            tcgetattr(terminal, &after)
            return (
                try folder.text("output"), screen, process.terminationStatus,
                before.c_lflag == after.c_lflag && before.c_iflag == after.c_iflag && before.c_oflag == after.c_oflag
            )
        }

        @Test("answers change with each key, and Enter prints the selected one")
        func types() throws {
            let run = try Self.run([("type a name", "경"), ("found", "복"), ("▸", "\r")])
            #expect(run.status == 0 && run.isRestored)
            #expect(run.output.split(separator: "\n").last?.hasPrefix("1,") == true && run.output.contains("경복궁"))
            #expect(run.screen.hasSuffix("\u{1B}[?25h") && run.screen.contains("\u{1B}[1m"))
        }

        @Test("Ctrl-C, Esc and signals restore the terminal")
        func restores() throws {
            let interrupted = try Self.run([("type a name", "\u{3}")])
            #expect(interrupted.status == 130 && interrupted.isRestored && interrupted.output == "")
            let left = try Self.run([("type a name", "\u{1B}")])
            #expect(left.status == 0 && left.isRestored && left.output == "")
            for signal in [SIGTERM, SIGINT] {
                let ended = try Self.run([], signal: signal)
                #expect(ended.status == 128 + signal && ended.isRestored)
            }
        }

        @Test("a resized screen is redrawn")
        func resized() throws {
            let run = try Self.run([("type a name", "경복궁")], resize: true)
            #expect(run.status == 0 && run.output.contains("경복궁"))
        }
    }
#endif
