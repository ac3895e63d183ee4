import Foundation
import TestSupport
import Testing

private let stops = "data/stops.csv"
private let attractions = ["--attractions", "data/attractions.csv"]
private let columns = "rank,attraction_id,name,category,theme,score,latitude,longitude,haversine_m"
private let parts = ["way", "neighbours", "theme", "worth", "together", "near", "apart"]

@Suite("waymark recommend")
struct RecommendCommandTests {
    private static let trips = """
        trip_id,stop_index,id,name,lat,lon
        A,1,s1,대릉원,35.8381,129.2107
        A,2,s2,불국사,35.7899,129.3320
        A,3,s3,경주역,35.7983,129.1390
        B,1,s1,부산역,35.1151,129.0415

        """

    /// The rows of a CSV without quotes, by the names of their columns.
    private func table(_ output: String) -> [[String: String]] {
        let lines = output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { cells in
            Dictionary(zip(header.map(String.init), cells.map(String.init)), uniquingKeysWith: { first, _ in first })
        }
    }

    @Test("each stop gets its list, nearer than the radius, never itself")
    func stopsAlone() throws {
        let result = try Tool.run(["recommend", stops, "--limit", "3", "--quiet"] + attractions)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.first == "stop_id,\(columns)")
        let rows = table(result.output)
        #expect(Set(rows.map { $0["stop_id"]! }).count == 11)
        for row in rows {
            #expect(Double(row["haversine_m"]!)! <= 10_000)
            #expect(0...1 ~= Double(row["score"]!)!)
        }
        for (_, list) in Dictionary(grouping: rows, by: { $0["stop_id"]! }) {
            #expect(list.map { $0["rank"]! } == ["1", "2", "3"])
            #expect(Set(list.map { $0["attraction_id"]! }).count == 3)
        }
    }

    @Test("a score is the sum of its parts by the weights, and a sentence says why")
    func explained() throws {
        let folder = try Folder()
        let weights = try folder.file("w.json", #"{"version": 1, "weights": {"way": 3, "theme": 1}}"#)
        let usual = ["recommend", stops, "--explain", "--quiet"] + attractions
        let result = try Tool.run(usual + ["--per", "trip", "--weights", weights, "--limit", "30"])
        #expect(
            result.lines.first == "trip_id,\(columns)," + parts.map { "part_\($0)" }.joined(separator: ",")
                + ",radius_m,explanation")
        for row in table(result.output) {
            func part(_ name: String) -> Double { Double(row["part_\(name)"]!)! }
            #expect(abs(Double(row["score"]!)! - (3 * part("way") + part("theme")) / 4) < 2e-4)
            #expect(row["part_neighbours"] == "" && row["part_together"] == "")
        }
        // Around a stop nearness and worth are all, and the introduction follows the way.
        let around = try Tool.run(usual)
        #expect(around.output.contains(",걸어서 9분 · 한양도성의 남쪽 정문으로") || around.output.contains("걸어서 "))
        let rows = table(around.output)
        for (_, list) in Dictionary(grouping: rows, by: { $0["stop_id"]! }) {
            let scores = list.map { Double($0["score"]!)! }
            #expect(scores == scores.sorted(by: >))
            #expect(list.allSatisfy { $0["part_near"] != "" && $0["part_worth"] != "" && $0["part_way"] == "" })
        }
        let english = try Tool.run(usual + ["--language", "en", "--format", "table"])
        #expect(english.output.contains(" min on foot") && english.output.contains("Sungnyemun Gate (숭례문)"))
    }

    @Test("a list in English has the English names of the table's column, else kinds in English, and a why")
    func englishNames() throws {
        let folder = try Folder()
        let text = "광안대교 야경을 바라볼 수 있는 곳이다."
        let places = try folder.file(
            "p.csv",
            "id,name,영문명,lat,lon,관광지소개\n1,영화의전당,Busan Cinema Center,35.17,129.12,\n2,광안리해수욕장,,35.15,129.11,\(text)\n")
        let stop = try folder.file("s.csv", "name,lat,lon\n해운대역,35.16,129.13\n")
        let asked = ["recommend", stop, "--attractions", places, "--quiet", "--explain", "--language", "en"]
        let rows = table(try Tool.run(asked).output)
        #expect(rows.map { $0["name_en"]! } == ["Gwangalli Beach", "Busan Cinema Center"])
        #expect(rows[0]["name"] == "광안리해수욕장" && rows[0]["explanation"]!.contains(" · night view"))
        let shown = try Tool.run(asked + ["--format", "table"]).output
        #expect(shown.contains("Haeundae Station") && shown.contains("Busan Cinema Center"))
        #expect(table(try Tool.run(asked.dropLast() + ["ko"]).output)[0]["name_en"] == nil)
    }

    @Test("--interests has at least two places of the theme in the first five wherever two are in reach")
    func interestsDoSomething() throws {
        for theme in ["문화/예술", "캠핑/스포츠", "종교/역사/전통", "쇼핑/놀이"] {
            let usual = ["recommend", stops, "--quiet"] + attractions
            let all = table(try Tool.run(usual + ["--limit", "400", "--radius", "10km"]).output)
            let liked = table(try Tool.run(usual + ["--interests", "\(theme.split(separator: "/")[0]):1"]).output)
            for (stop, list) in Dictionary(grouping: all, by: { $0["stop_id"]! }) {
                let reachable = list.count { $0["theme"] == theme }
                let listed = liked.count { $0["stop_id"] == stop && $0["theme"] == theme }
                #expect(listed >= min(2, reachable), "\(theme) at \(stop)")
            }
        }
        let english = try Tool.run(["recommend", stops, "--interests", "histroy"] + attractions)
        #expect(english.status == 64 && english.errors.contains("did you mean history?"), "\(english.errors)")
    }

    @Test("the language is that of the locale: English where another one than Korean is named")
    func locale() throws {
        func run(_ locale: String) throws -> String {
            try Tool.shell(
                "LC_ALL=\(locale) $WAYMARK recommend \(stops) \(attractions.joined(separator: " ")) --explain --quiet"
            ).output
        }
        let korean = try run("ko_KR.UTF-8")
        let (plain, english) = (try run("C.UTF-8"), try run("en_US.UTF-8"))
        #expect(korean.contains("걸어서 ") && korean == plain && english.contains(" min on foot"))
    }

    @Test("stops of a trip are scored for the trip: no place twice, no stop recommended")
    func trips() throws {
        let folder = try Folder()
        let file = try folder.file("trips.csv", Self.trips)
        let perStop = try Tool.run(["recommend", file, "--radius", "30km", "--quiet"] + attractions)
        #expect(perStop.status == 0, "\(perStop.errors)")
        #expect(perStop.lines.first == "stop_id,\(columns),trip_id")
        let inA = table(perStop.output).filter { $0["trip_id"] == "A" }
        #expect(Set(inA.map { $0["attraction_id"]! }).count == inA.count)
        #expect(!inA.contains { ["대릉원", "불국사"].contains($0["name"]!) })
        #expect(Set(inA.map { $0["stop_id"]! }) == ["s1", "s2", "s3"])
        let perTrip = try Tool.run(["recommend", file, "--per", "trip", "--quiet"] + attractions)
        #expect(perTrip.lines.first == "trip_id,\(columns)")
        #expect(
            table(perTrip.output).map { $0["trip_id"]! } == Array(repeating: "A", count: 5)
                + Array(repeating: "B", count: 5))
        let one = try Tool.run(["recommend", stops, "--per", "trip", "--quiet"] + attractions)
        #expect(Set(table(one.output).map { $0["trip_id"]! }) == ["1"])
        #expect(
            try Tool.run(["recommend", file, "--quiet", "--jobs", "3", "--radius", "30km"] + attractions).output
                == perStop.output)
    }

    @Test("along a route: within the corridor, within the detour, ahead of a position, spread unless by score")
    func along() throws {
        let arguments = ["recommend", stops, "--along", "--limit", "8", "--quiet"] + attractions
        let all = table(try Tool.run(arguments).output)
        #expect(all.count == 8)
        #expect(all.allSatisfy { Double($0["aside_m"]!)! <= 10_000 })
        let spread = all.map { Double($0["along_m"]!)! }
        #expect(spread == spread.sorted() && spread.last! - spread.first! > 500_000)
        let best = table(try Tool.run(arguments + ["--by", "score"]).output)
        #expect(best.map { Double($0["route_score"]!)! } == best.map { Double($0["route_score"]!)! }.sorted(by: >))
        #expect(best.count == 8 && Double(best[0]["route_score"]!)! >= all.map { Double($0["route_score"]!)! }.max()!)
        let near = table(try Tool.run(arguments + ["--detour", "1km"]).output)
        #expect(!near.isEmpty && near.allSatisfy { Double($0["detour_m"]!)! <= 1000 })
        let ahead = table(try Tool.run(arguments + ["--ahead", "500km"]).output)
        #expect(!ahead.isEmpty && ahead.allSatisfy { Double($0["along_m"]!)! >= 500_000 })
    }

    @Test("every format: JSON lines, GeoJSON, a table and a map of one trip")
    func formats() throws {
        let lines = try Tool.run(["recommend", stops, "--format", "ndjson", "--explain", "--quiet"] + attractions)
        #expect((50...55).contains(lines.lines.count))
        for line in lines.lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        let document = try Tool.run(
            ["recommend", stops, "--format", "geojson", "--per", "trip", "--quiet"] + attractions)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(document.output.utf8)) as? [String: Any])
        #expect((json["features"] as? [Any])?.count == 5)
        let folder = try Folder()
        let sea = try folder.file("sea.csv", "id,lat,lon\n1,10,10\n")
        let far = try Tool.run(["recommend", sea, "--format", "geojson", "--quiet"] + attractions)
        #expect(far.output == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
        let text = try Tool.run(["recommend", stops, "--format", "table", "--explain", "--quiet"] + attractions)
        #expect(text.lines.count == lines.lines.count + 2 && text.lines[0].hasSuffix("Why"))
        let city = try folder.file(
            "city.csv", Self.trips.replacingOccurrences(of: "B,1,s1,부산역,35.1151,129.0415\n", with: ""))
        let shown = ["recommend", city, "--limit", "2", "--quiet"] + attractions
        let map = try Tool.run(shown + ["--format", "svg"])
        let names = table(try Tool.run(shown).output).map { $0["name"]! }
        #expect(map.output.contains("<svg") && map.output.contains(" 추천 \(names.count)곳<"))
        let english = try Tool.run(shown + ["--format", "svg", "--language", "en"])
        #expect(english.output.contains(" \(names.count) places recommended<"))
        #expect(!names.isEmpty && names.allSatisfy { map.output.contains(">\($0)<") })
        let two = try Tool.run(
            ["recommend", try folder.file("t.csv", Self.trips), "--per", "trip", "--format", "svg"] + attractions)
        #expect(two.status == 64 && two.errors.contains("svg holds one trip"))
    }

    @Test("parts of recommendations merge into the whole, for any number of threads; rejected rows are kept")
    func shards() throws {
        let folder = try Folder()
        let table = try folder.file(
            "s.csv", "id,name,lat,lon\n1,경주,35.84,129.21\n2,,x,127\n3,서울,37.57,126.98\n4,부산,35.16,129.16\n")
        for format in ["csv", "geojson", "ndjson"] {
            let arguments = ["recommend", table, "--format", format, "--explain", "--quiet"] + attractions
            let whole = try Tool.run(arguments)
            #expect(whole.status == 0)
            #expect(try Tool.run(arguments + ["--jobs", "4"]).output == whole.output)
            var parts: [String] = []
            for number in 1...3 {
                parts.append(folder.path("\(format)\(number)"))
                let part = try Tool.run(arguments + ["--shard", "\(number)/3", "--output", parts[number - 1]])
                #expect(part.status == 0, "\(part.errors)")
            }
            #expect(try Tool.run(["merge"] + parts.reversed() + ["--output", "-", "--quiet"]).output == whole.output)
        }
        let bad = folder.path("bad.csv")
        let strict = try Tool.run(["recommend", table, "--strict", "--rejects", bad, "--quiet"] + attractions)
        #expect(strict.status == 1)
        #expect(try folder.text("bad.csv").contains("2,,x,127"))
        let map = try Tool.run(["recommend", table, "--shard", "1/2", "--format", "svg"] + attractions)
        #expect(map.status == 64 && map.errors.contains("--shard"))
    }

    @Test(
        "parts of trips merge into the whole, wherever they are cut: a trip belongs to the part in which it begins",
        arguments: [
            ["--explain"], ["--format", "geojson"], ["--per", "trip", "--format", "ndjson"],
            ["--along", "--by", "score", "--format", "geojson"], ["--scattered", "--format", "table"],
        ])
    func tripShards(options: [String]) throws {
        let folder = try Folder()
        // The first trip has nothing in reach; the third has an invalid row, in quotes over two lines.
        var text = "trip_id,stop_index,id,name,lat,lon\nsea,1,s1,바다,10,10\nsea,2,s2,,11,10\n"
        text += Self.trips.dropFirst(35) + "bad,1,s1,\"두\n줄\",35.8,129.2\nbad,2,s2,,x,129\nbad,3,s3,,35,129\n"
        for number in 0..<12 { text += "T\(number / 3),\(number % 3),,서울,37.5\(number),126.9\(number % 7)\n" }
        let trips = try folder.file("t.csv", text)
        let arguments = ["recommend", trips, "--quiet"] + options + attractions
        let whole = try Tool.run(arguments + ["--rejects", folder.path("bad")])
        #expect(whole.status == 0 && whole.output.count > 1000, "\(whole.errors)")
        let rejected = try folder.text("bad")
        #expect(rejected.contains("bad,3,s3") && !rejected.contains("sea"))
        for count in options == ["--explain"] ? [1, 2, 3, 7, 40] : [2, 9] {
            var parts: [String] = []
            var rows = 0
            for number in 1...count {
                parts.append(folder.path("part-\(count)-\(number)"))
                let part = try Tool.run(
                    arguments.filter { $0 != "--quiet" }
                        + ["--shard", "\(number)/\(count)", "--output", parts[number - 1]]
                        + ["--rejects", parts[number - 1] + ".bad"])
                #expect(part.status == 0, "\(part.errors)")
                // part 1/2: 12 rows in: ...
                let line = try #require(part.errors.split(separator: "\n").first { $0.contains(" rows in: ") })
                rows += try #require(Int(line.split(separator: " ")[2]))
            }
            #expect(rows == 21)
            let merged = try Tool.run(
                ["merge"] + parts.reversed() + ["--output", "-", "--rejects", folder.path("merged"), "--quiet"])
            #expect(merged.status == 0, "\(merged.errors)")
            #expect(merged.output == whole.output)
            #expect(try folder.text("merged") == rejected)
        }
        let other = try Tool.run(arguments + ["--radius", "9km", "--shard", "2/2", "--output", folder.path("other")])
        #expect(other.status == 0)
        let mixed = try Tool.run(["merge", folder.path("part-2-1"), folder.path("other"), "--output", "-"])
        #expect(mixed.status == 65 && mixed.output.isEmpty)
    }

    @Test("companions and visited places change the list; several ways to join travellers")
    func travellers() throws {
        let folder = try Folder()
        let file = try folder.file("c.csv", "companion,theme,interest\n나,역사,1\n나,자연,0.2\n너,역사,0.9\n너,자연,1\n")
        let plain = try Tool.run(["recommend", stops, "--quiet"] + attractions).output
        var outputs: Set<String> = [plain]
        for union in ["average", "least-misery", "nash"] {
            let result = try Tool.run(
                ["recommend", stops, "--companions", file, "--union", union, "--limit", "10", "--quiet"] + attractions)
            #expect(result.status == 0, "\(result.errors)")
            outputs.insert(result.output)
        }
        #expect(outputs.count == 4)
        let apart = try folder.file("apart.csv", "companion,theme,interest\n나,역사,1\n너,자연,1\n")
        let none = try Tool.run(
            ["recommend", stops, "--companions", apart, "--union", "least-misery"] + attractions)
        #expect(none.status == 0 && none.errors.contains("no theme interests all travellers"))
        let first = table(plain)[0]
        let visited = try folder.file(
            "v.csv", "name,latitude,longitude\n\(first["name"]!),\(first["latitude"]!),\(first["longitude"]!)\n")
        let without = try Tool.run(["recommend", stops, "--visited", visited, "--quiet"] + attractions)
        #expect(!table(without.output).contains { $0["attraction_id"] == first["attraction_id"] })
        let ids = try folder.file("i.csv", "attraction_id\n\(first["attraction_id"]!)\nnone\n")
        let other = try Tool.run(["recommend", stops, "--visited", ids] + attractions)
        #expect(other.output == without.output)
        #expect(other.errors.contains("1 of 2 rows match no attraction"))
    }

    @Test(
        "what makes no sense is refused, with what there is",
        arguments: [
            (["--interests", "공룡:1"], 64, "종교/역사/전통"), (["--interests", "역사:-1"], 64, "at least 0"),
            (["--interests", "역사:0"], 64, "above 0"), (["--interests", "역사:x"], 64, "\"x\""),
            (["--limit", "0"], 64, "--limit"), (["--diversity", "2"], 64, "--diversity"),
            (["--detour", "1km"], 64, "--along"), (["--by", "score"], 64, "--by needs --along"),
            (["--exclude", "theme:공룡"], 64, "종교/역사/전통"),
            (["--along", "--quota", "2"], 64, "cannot be used with --along"),
            (["--along", "--per", "trip"], 64, "cannot be used with --along"),
            (["--along", "--diversity", "0.3"], 64, "--diversity, --quota"),
            (["--user-column", "who"], 64, "needs --visits"), (["--weights", "absent.json"], 66, "absent.json"),
            (["--trip", "제주"], 64, "Give one of"), (["--visited", "absent.csv"], 66, "absent.csv"),
        ])
    func refusals(options: [String], status: Int, message: String) throws {
        let result = try Tool.run(["recommend", stops] + attractions + options)
        #expect(result.status == Int32(status) && result.errors.contains(message), "\(result.errors)")
    }

    @Test(
        "weights that make no sense are refused, with the reason",
        arguments: [
            (#"{"version": 1, "weights": {"theme": -1}}"#, "theme"),
            (#"{"version": 1, "weights": {"theme": 0}}"#, "every weight"),
            (#"{"version": 1, "weights": {"fame": 1}}"#, "neighbours"),
            (#"{"version": 3, "weights": {}}"#, "version 3"),
            (#"{"version": 1, "weights": {"theme": "much"}}"#, "much"), ("weights", "line 1"),
        ])
    func badWeights(text: String, message: String) throws {
        let folder = try Folder()
        let result = try Tool.run(["recommend", stops, "--weights", try folder.file("w.json", text)] + attractions)
        #expect(result.status == 65 && result.errors.contains(message), "\(result.errors)")
    }

    @Test("weights of parts that nothing is known for are refused; some of them are only named")
    func weightsWithoutVisits() throws {
        let folder = try Folder()
        let none = try folder.file("w.json", #"{"version": 1, "weights": {"together": 2}}"#)
        let refused = try Tool.run(["recommend", stops, "--weights", none] + attractions)
        #expect(refused.status == 65 && refused.errors.contains("all weight is on together"))
        let both = try folder.file("b.json", #"{"version": 1, "weights": {"together": 2, "way": 1}}"#)
        let liked = ["recommend", stops, "--weights", both] + attractions
        let some = try Tool.run(liked)
        #expect(some.status == 0 && some.errors.contains("\"together\" counts only with --visits"), "\(some.errors)")
        #expect(try Tool.run(liked + ["--quiet"]).errors == "")
    }

    @Test("nothing in reach is a clear answer; nothing answered is a failure")
    func nothing() throws {
        let folder = try Folder()
        let sea = try folder.file("sea.csv", "id,lat,lon\n1,10,10\n")
        let far = try Tool.run(["recommend", sea, "--radius", "1m"] + attractions)
        #expect(far.status == 0 && far.lines.count == 1)
        #expect(far.errors.contains("nothing to recommend within 0.001km of any stop"))
        let ahead = try Tool.run(["recommend", stops, "--along", "--ahead", "9000km", "--detour", "2km"] + attractions)
        #expect(ahead.status == 0)
        #expect(ahead.errors.contains("of the route from 9000km on and with a detour of 2km at most"))
        #expect(ahead.errors.contains("or --detour or a shorter --ahead finds more"))
        let single = try Tool.run(["recommend", sea, "--along"] + attractions)
        #expect(single.status == 0 && single.errors.contains("a route needs two stops or more"), "\(single.errors)")
        let none = try Tool.run(["recommend", try folder.file("n.csv", "id,lat,lon\n1,,\n")] + attractions)
        #expect(none.status == 65 && none.errors.contains("nothing was answered"))
    }

    @Test("any limit is answered with the places there are")
    func endlessLimit() throws {
        for more in [[], ["--diversity", "0"], ["--along"], ["--along", "--by", "score"], ["--per", "trip"]] {
            let result = try Tool.run(
                ["recommend", stops, "--radius", "1km", "--limit", String(Int.max), "--quiet"] + attractions + more)
            #expect(result.status == 0 && result.lines.count > 2, "\(more) \(result.errors)")
        }
    }

    @Test("a quota finds other themes however many better places there are of one")
    func quotaBeyondThePool() throws {
        let folder = try Folder()
        let temples = (1...80).map { "절\($0)사,37.\(5000 + $0),127.0\n" }
        let others = ["가시장", "나해수욕장", "다미술관", "라캠핑장"].map { "\($0),37.58,127.0\n" }
        let places = try folder.file("p.csv", "name,lat,lon\n" + (temples + others).joined())
        let stop = try folder.file("s.csv", "id,name,lat,lon\n1,여기,37.5,127.0\n")
        let result = try Tool.run(
            ["recommend", stop, "--attractions", places, "--radius", "20km", "--quota", "1", "--limit", "5", "--quiet"])
        let rows = table(result.output)
        #expect(rows.count == 5 && Set(rows.map { $0["theme"] }).count == 5, "\(result.output)")
    }

    @Test("the lexicon that is printed is read again, and may be another")
    func lexicon() throws {
        let folder = try Folder()
        let printed = try Tool.weights(["themes", "print"])
        let file = try folder.file("lexicon.tsv", printed.output)
        #expect(printed.lines.contains { $0.hasPrefix("concept\t절\t") })
        let arguments = ["recommend", stops, "--quiet"] + attractions
        #expect(try Tool.run(arguments + ["--lexicon", file]).output == Tool.run(arguments).output)
        let other = try folder.file("bad.tsv", "labels\tthemes\ta\n")
        let refused = try Tool.run(arguments + ["--lexicon", other])
        #expect(refused.status == 65 && refused.errors.contains("line 1"))
    }
}

@Suite("waymark-weights themes")
struct ThemesCommandTests {
    @Test("names are read from arguments, from a table by its columns, and from lines without a header")
    func names() throws {
        let folder = try Folder()
        let names = ["석굴암", "해운대해수욕장", "(경주)불국사", "서울역", "QX"]
        let given = try Tool.weights(["themes", "read", "--format", "csv"] + names)
        #expect(given.status == 0 && given.lines.first == "name,theme,setting,terms", "\(given.errors)")
        #expect(given.lines.dropFirst().map { $0.split(separator: ",")[0] } == names.map { Substring($0) })
        let themes = given.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[1] }
        #expect(themes == ["theme", "종교/역사/전통", "자연/힐링", "종교/역사/전통", "none", ""], "\(given.output)")
        let lines = try folder.file("lines.csv", names.joined(separator: "\n"))
        #expect(try Tool.weights(["themes", "read", "--table", lines]).output == given.output)
        let table = try folder.file("t.csv", "id,관광지명\n" + names.map { "1,\($0)\n" }.joined())
        #expect(try Tool.weights(["themes", "read", "--table", table]).output == given.output)
        let empty = try folder.file("empty.csv", "")
        #expect(try Tool.weights(["themes", "read", "--table", empty]).status == 65)
        for wrong in [["themes", "read"], ["themes", "read", "절", "--table", table]] {
            #expect(try Tool.weights(wrong).status == 64)
        }
    }
}

@Suite("waymark-weights")
struct EvaluateCommandTests {
    @Test("the weights that are printed are read again, and are those that count by default", arguments: [false, true])
    func printedWeights(areVisited: Bool) throws {
        let folder = try Folder()
        let printed = try Tool.weights(["print", areVisited ? "visited" : "standard"])
        #expect(printed.status == 0 && printed.errors == "")
        let file = try folder.file("weights.json", printed.output)
        let usual = ["recommend", stops, "--explain", "--per", "trip", "--quiet"] + attractions
        let (plain, read) = (try Tool.run(usual), try Tool.run(usual + ["--weights", file]))
        #expect(read.status == 0)
        // Those for visits count others than the standard ones even where there are no visits.
        #expect((read.output == plain.output) == !areVisited)
    }

    @Test("a column of the caller's own counts by its rank, and is explained; without numbers it is refused")
    func worth() throws {
        let folder = try Folder()
        let places = try folder.file(
            "p.csv",
            "id,name,lat,lon,stars,choice\n"
                + (1...9).map { "\($0),곳\($0)터,37.50\($0),127.0,\($0 == 9 ? 5 : 3),\($0 == 2 ? "Y" : "N")\n" }.joined())
        let stop = try folder.file("s.csv", "id,name,lat,lon\n1,여기,37.5,127.0\n")
        func ids(_ more: [String]) throws -> [Substring] {
            let result = try Tool.run(
                [
                    "recommend", stop, "--attractions", places, "--radius", "30km", "--limit", "9", "--quiet",
                ] + more)
            #expect(result.status == 0, "\(result.errors)")
            return result.lines.dropFirst().map { $0.split(separator: ",")[2] }
        }
        let (plain, stars, choice) = (
            try ids([]), try ids(["--worth-column", "stars"]), try ids(["--worth-column", "choice"])
        )
        #expect(plain.firstIndex(of: "9")! > stars.firstIndex(of: "9")!)
        #expect(plain.firstIndex(of: "2")! > choice.firstIndex(of: "2")! && choice[0] == "2")
        let explained = try Tool.run([
            "recommend", stop, "--attractions", places, "--worth-column", "choice", "--explain", "--language", "en",
        ])
        #expect(explained.output.contains("top 1% by choice") && explained.lines[0].contains("part_worth"))
        // An index file keeps the column, and what it is called.
        let index = folder.path("p.waymark")
        let built = try Tool.run([
            "index", "build", places, "--worth-column", "choice", "--worth-name", "추천", "--output", index, "-q",
        ])
        #expect(built.status == 0, "\(built.errors)")
        let kept = try Tool.run([
            "recommend", stop, "--attractions", index, "--radius", "30km", "--limit", "9", "--explain",
        ])
        #expect(kept.lines.dropFirst().map { $0.split(separator: ",")[2] } == choice, "\(kept.output)")
        #expect(kept.output.contains("추천 상위 1%"), "\(kept.output)")
        let named = try Tool.run(["recommend", stop, "--attractions", places, "--worth-column", "name"])
        #expect(named.status == 65 && named.errors.contains("no number"), "\(named.errors)")
        let absent = try Tool.run(["recommend", stop, "--attractions", places, "--worth-column", "fame"])
        #expect(absent.status == 65 && absent.errors.contains("fame"), "\(absent.errors)")
    }

    @Test(
        "commas in a column of worth are read by one rule for all of it, or refused with their line",
        arguments: [
            (["1,500", "900", "2,000.5"], [2, 0, 1], nil), (["4,5", "4", "3,75"], [0, 1, 2], nil),
            (["1,5", "1,400", "2"], [2, 0, 1], nil), (["4.5", "4,5", "3"], nil, "line 3, column worth: \"4,5\""),
            (["1,500", "2,5", "1.5"], nil, "line 2, column worth: \"1,500\""),
            (["4", "much", "3"], nil, "line 3, column worth: \"much\""),
            (["4", "없음", "5"], [2, 1, 0], nil), (["1,50", "1,5000", "1,2,3"], nil, "no number"),
        ] as [([String], [Int]?, String?)])
    func worthWithCommas(worths: [String], order: [Int]?, fault: String?) throws {
        let folder = try Folder()
        let rows = worths.enumerated().map { "\($0),곳\($0)터,37.50\($0),127.0,\"\($1)\"\n" }
        let places = try folder.file("p.csv", "id,name,lat,lon,worth\n" + rows.joined())
        let stop = try folder.file("s.csv", "id,name,lat,lon\n1,여기,37.52,127.02\n")
        let result = try Tool.run([
            "recommend", stop, "--attractions", places, "--limit", "9", "--quiet", "--worth-column", "worth",
            "--explain",
        ])
        guard let order else {
            #expect(result.status == 65 && result.errors.contains(fault ?? ""), "\(result.errors)")
            return
        }
        let parts = result.lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let column = try #require(result.lines[0].split(separator: ",").firstIndex(of: "part_worth"))
        let worth = parts.map { (id: Int($0[2]) ?? -1, part: Double($0[column]) ?? -1) }.sorted { $0.part > $1.part }
        #expect(worth.map(\.id) == order, "\(result.output)")
    }

    @Test("places that know nothing of the courses are ranked, and stops that are none of them are never to be found")
    func universe() throws {
        let folder = try Folder()
        let visits = try folder.file(
            "v.csv",
            "course,name,lat,lon,theme\n"
                + (1...6).flatMap { course in
                    (1...3).map { "\(course),(경주)절\($0)사,35.8\($0),129.\(course),역사\n" }
                }.joined())
        // Only the first two stops of each course are there, and twenty others.
        let places = try folder.file(
            "p.csv",
            "name,lat,lon\n"
                + (1...6).flatMap { course in (1...2).map { "절\($0)사,35.8\($0),129.\(course)\n" } }.joined()
                + (1...20).map { "공원\($0),35.8\(10 + $0),129.2\(10 + $0)\n" }.joined())
        let result = try Tool.weights(["evaluate", visits, "--among", places, "--folds", "3"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("12 of 18 stops are among the places of --among"), "\(result.errors)")
        #expect(result.output.contains("12 questions of 6 courses, 32 places"), "\(result.output.prefix(200))")
        let both = try Tool.weights(["evaluate", visits, "--among", places, "--attractions", places])
        #expect(both.status == 64)
    }

    @Test(
        "the weights that ship are what the command makes of the files that they name, to the digit",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func shippedWeights() throws {
        let (folder, shared) = (try Folder(), SharedData.folder.path)
        let cities = ["Osak", "Edin", "Toro"]
        let trips =
            cities.map { "\(shared)/flickr/traj-\($0).csv.gz" }
            + cities.flatMap { ["--attractions", "\(shared)/flickr/poi-\($0).csv.gz"] }
        let columns = [
            "--course-column", "#2", "--name-column", "#5", "--longitude-column", "#6", "--latitude-column", "#7",
            "--order-column", "#8",
            "--among", "data/attractions.csv",
            "--among", "\(shared)/attractions/attractions-2024-04-dups.cp949.csv",
        ]
        func fit(_ arguments: [String], _ name: String) throws -> String {
            let result = try Tool.weights(["fit"] + arguments + ["-q", "-o", folder.path(name)])
            #expect(result.status == 0, "\(result.errors)")
            return try folder.text(name)
        }
        // The version is that of the program which fitted them.
        func text(_ json: String) -> String {
            json.replacing(/"waymark": "[0-9.]+"/, with: "")
        }
        let standard = try fit(
            ["\(shared)/courses/kma-courses-even.csv"] + columns, "standard.json")
        let visited = try fit(trips + ["--task", "between"], "visited.json")
        #expect(text(standard) == text(try Tool.weights(["print", "standard"]).output))
        #expect(text(visited) == text(try Tool.weights(["print", "visited"]).output))
    }

    @Test("the sample courses: better than plain ways, with weights that are read again")
    func sample() throws {
        let result = try Tool.weights(["evaluate", "data/courses.csv", "--format", "csv", "--quiet"])
        #expect(result.status == 0, "\(result.errors)")
        var means: [String: Double] = [:]
        for line in result.lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            means["\(cells[1]) \(cells[2])"] = Double(cells[3])
        }
        #expect(means["model MRR@10"]! > means["nearest MRR@10"]!)
        #expect(means["model Recall@10"]! > means["sum-of-distances Recall@10"]!)
        let text = try Tool.weights(["evaluate", "data/courses.csv"])
        #expect(text.output.contains("345 questions of 76 courses, 330 places"))
        #expect(text.errors.contains("345 visits, 76 courses, 330 places; themes from the names"))
        let folder = try Folder()
        let weights = folder.path("w.json")
        #expect(try Tool.weights(["fit", "data/courses.csv", "--output", weights, "--quiet"]).status == 0)
        let again = try Tool.run(["recommend", "data/stops.csv", "--weights", weights, "--quiet"] + attractions)
        #expect(again.status == 0 && again.lines.count > 50)
        let fixed = try Tool.weights(["evaluate", "data/courses.csv", "--weights", weights, "--quiet"])
        #expect(fixed.status == 0)
    }

    @Test("visits to places of another file, by id; columns by number without a header")
    func twoFiles() throws {
        let folder = try Folder()
        let places = try folder.file(
            "p.csv",
            "poiID,poiCat,poiLon,poiLat\n"
                + (1...9).map { "\($0),\($0 % 2 == 0 ? "Park" : "Museum"),\(127 + Double($0) / 100),37.5\n" }.joined())
        let visits = (1...6).flatMap { trip in
            (0..<3).map { "u\(trip % 2),\(trip),\(1 + (trip + 2 * $0) % 9),\(1000 + $0)" }
        }
        let table = try folder.file(
            "v.csv", "userID,trajID,poiID,startTime\n" + visits.joined(separator: "\n") + "\nu1,9,77,5\n")
        let between = try Tool.weights(["evaluate", table, "--attractions", places, "--task", "between"])
        #expect(
            between.status == 0 && between.output.contains("6 questions of 6 courses, 9 places"), "\(between.errors)")
        #expect(between.errors.contains("no place has the id \"77\""))
        #expect(between.errors.contains("themes from the categories"))
        let twice = try Tool.weights([
            "evaluate", table, table, "--attractions", places, "--attractions", places,
            "--task", "between", "--quiet",
        ])
        #expect(twice.status == 0 && twice.output.contains("F1 by file"))
        let bare = try folder.file(
            "b.csv",
            (1...8).flatMap { course in
                (1...3).map { "x,\(course),(경주)곳\(course * $0),129.\(course)\($0),35.8,\($0),역사\n" }
            }.joined())
        let numbered = try Tool.weights([
            "evaluate", bare, "--course-column", "#2", "--name-column", "#3", "--longitude-column", "#4",
            "--latitude-column", "#5", "--order-column", "#6", "--theme-column", "#7",
        ])
        #expect(numbered.status == 0 && numbered.output.contains("24 questions of 8 courses"), "\(numbered.errors)")
        #expect(numbered.errors.contains("themes from a column"))
    }

    @Test("themes of visits do not mark places of another file as visited")
    func themesOfVisits() throws {
        let folder = try Folder()
        let places = try folder.file(
            "p.csv",
            "id,name,lat,lon\n"
                + (0..<60).map { "\($0),q\($0),37.\(100 + $0 * 37 % 60),127.\(100 + $0 * 23 % 60)\n" }.joined())
        func run(_ theme: (Int) -> String) throws -> Tool.Result {
            let rows = (0..<10).flatMap { course in
                (0..<4).map { "\(course),\($0),\(course * 7 % 10 + $0 * 13),\(theme(course))\n" }
            }
            let visits = try folder.file("v.csv", "course,order,poiID,theme\n" + rows.joined())
            return try Tool.weights(["evaluate", visits, "--attractions", places, "--format", "csv"])
        }
        let (with, without) = (try run { $0 % 2 == 0 ? "역사" : "자연" }, try run { _ in "" })
        #expect(with.status == 0 && with.lines.count > 30, "\(with.errors)")
        #expect(with.output == without.output)
    }

    /// The share of each method, and for the others by how much the model's is larger and the half of its interval.
    private func shares(_ arguments: [String]) throws -> [String: [Double]] {
        let result = try Tool.weights(["panel"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        return Dictionary(
            uniqueKeysWithValues: result.lines.suffix(5).map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (String(parts[0]), parts[1].split { !"0123456789.-".contains($0) }.compactMap { Double($0) })
            })
    }

    @Test("the panels of well-known stops: what a guide names first, and more of it than by distance alone")
    func panel() throws {
        for (panel, least) in [("data/panel.csv", 0.91), ("data/panel-more.csv", 0.89)] {
            let found = try shares([panel] + attractions)
            #expect(found["model"]![0] >= max(least, found["nearest"]![0]), "\(panel): \(found)")
        }
        let folder = try Folder()
        let bad = try folder.file("p.csv", "stop,latitude,longitude,place\n서울역,x,127,숭례문\n")
        let refused = try Tool.weights(["panel", bad] + attractions)
        #expect(refused.status == 65 && refused.errors.contains("line 2"), "\(refused.errors)")
    }

    @Test(
        "the same on the national data: four of five places, and above the nearest by more than the interval",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func panelOfUnion() throws {
        let union =
            attractions + ["--attractions", "\(SharedData.folder.path)/attractions/attractions-2024-04-dups.cp949.csv"]
        for (panel, least) in [("data/panel.csv", 0.9), ("data/panel-more.csv", 0.8)] {
            let found = try shares([panel] + union)
            #expect(found["model"]![0] >= least, "\(panel): \(found)")
            let gain = found["nearest"]!
            #expect(gain[2] > gain[3], "\(panel): \(found)")
        }
    }

    @Test(
        "what a guide names around stops of towns: more of it than by distance or by worth alone",
        .enabled(if: SharedData.hasExtracts, "the shared extracts are absent"))
    func panelOfTowns() throws {
        let folder = try Folder()
        var towns: [String] = []
        for name in ["andorra", "monaco", "busan-seomyeon"] {
            let path = folder.path("\(name).waymark")
            let made = try Tool.run([
                "town", "\(SharedData.extracts.path)/\(name).osm.pbf", "--output", path, "--quiet",
            ])
            #expect(made.status == 0, "\(made.errors)")
            towns += ["--attractions", path]
        }
        let found = try shares(["data/panel-towns.csv"] + towns)
        #expect(found["model"]![0] >= 0.48, "\(found)")
        for plain in ["nearest", "most worth within 10 km"] {
            #expect(found["model"]![0] > found[plain]![0] + 0.1, "\(plain): \(found)")
        }
    }

    @Test("bad courses: no course column, one stop each, no coordinates, bad times")
    func refusals() throws {
        let folder = try Folder()
        func run(_ text: String, _ more: [String] = []) throws -> Tool.Result {
            try Tool.weights(["evaluate", try folder.file("c.csv", text)] + more)
        }
        let columns = try run("name,lat,lon\na,1,2\n")
        #expect(columns.status == 65 && columns.errors.contains("--course-column"))
        let single = try run("course,name,lat,lon\n1,a,1,2\n2,b,1,3\n")
        #expect(single.status == 65 && single.errors.contains("2 places or more"))
        let nowhere = try run("course,name\n1,a\n1,b\n")
        #expect(nowhere.status == 65 && nowhere.errors.contains("--attractions"), "\(nowhere.errors)")
        let times = try run("course,order,name,lat,lon\n1,soon,a,1,2\n1,2,b,1,3\n1,3,c,1,4\n", ["--strict"])
        #expect(times.status == 1 && times.errors.contains("neither a number nor a time"), "\(times.errors)")
        let rejected = try run(
            "course,order,name,lat,lon\n1,soon,a,1,2\n1,2,b,1,3\n1,3,c,1,4\n", ["--strict", "--format", "csv"])
        #expect(rejected.status == 1 && rejected.lines.first == "file,method,metric,mean,margin", "\(rejected.errors)")
        for (options, message) in [
            (["--ablation", "--format", "csv"], "--ablation cannot be used with --format csv"),
            (["--parts", "theme", "--weights", "w.json"], "cannot be used with --weights"),
        ] {
            let result = try Tool.weights(["evaluate", "data/courses.csv"] + options)
            #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
        }
        let parts = try Tool.weights(["evaluate", "data/courses.csv", "--parts", "fame"])
        #expect(parts.status == 64 && parts.errors.contains("neighbours"))
    }

    @Test(
        "the shared courses and cities as they are, by the command",
        .timeLimit(.minutes(10)), .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func shared() throws {
        func figures(_ arguments: [String]) throws -> [String: Double] {
            let result = try Tool.weights(["evaluate", "--format", "csv", "--quiet"] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            var means: [String: Double] = [:]
            for line in result.lines.dropFirst() {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                means["\(cells[0].split(separator: "/").last ?? "") \(cells[1]) \(cells[2])"] = Double(cells[3])
            }
            return means
        }
        let courses = try figures([
            SharedData.folder.appending(path: "courses/kma-courses-even.csv").path, "--course-column",
            "#2",
            "--name-column", "#5", "--longitude-column", "#6", "--latitude-column", "#7", "--order-column", "#8",
            "--theme-column", "#11",
        ])
        #expect(abs(courses[" nearest MRR@10"]! - 0.386) < 0.02 && abs(courses[" nearest Recall@10"]! - 0.751) < 0.02)
        #expect(courses[" model MRR@10"]! >= 0.45 && courses[" model Recall@5"]! >= 0.62)
        #expect(courses[" model Recall@10"]! >= 0.78)
        #expect(courses[" diverse ILD@10"]! > courses[" nearest ILD@10"]!)
        let flickr = SharedData.folder.appending(path: "flickr").path
        let cities = ["Osak", "Edin", "Toro"]
        let trips = try figures(
            ["--task", "between"]
                + cities.flatMap {
                    ["\(flickr)/traj-\($0).csv.gz", "--attractions", "\(flickr)/poi-\($0).csv.gz"]
                })
        let f1 = cities.map { trips["traj-\($0).csv.gz model F1"]! }
        #expect(f1.reduce(0, +) / 3 >= 0.38, "\(f1)")
    }
}
