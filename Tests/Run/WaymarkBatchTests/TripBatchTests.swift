import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTables
import WaymarkThreads

@Suite("TripBatch")
struct TripBatchTests {
    /// A folder for one test.
    private final class Place {
        let url = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }
        deinit { try? FileManager.default.removeItem(at: url) }
        func path(_ name: String) -> String { url.appending(path: name).path }
        func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
        func lines(_ name: String) throws -> [String] { try text(name).split(separator: "\n").map(String.init) }
        var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
    }

    private struct Done {
        var summary: TripSummary
        var rows: [String]
        var rejects: [String]
        var causes: [Int]
        var scattered: [String]
    }

    private func run(
        _ text: String, _ options: TripOptions = TripOptions(), source: any LegSource = GreatCircleLegs()
    ) async throws -> Done {
        let place = try Place()
        try text.write(toFile: place.path("in.csv"), atomically: true, encoding: .utf8)
        var (causes, scattered): ([Int], [String]) = ([], [])
        let summary = try await TripBatch(options, source: source).run(
            stops: place.path("in.csv"),
            outputs: options.formats.indices.map { place.path($0 == 0 ? "out" : "out\($0)") },
            rejects: place.path("bad.csv"),
            onRejection: { causes.append($0.line) }, onScattered: { trip, line in scattered.append("\(trip):\(line)") })
        let done = Done(
            summary: summary, rows: try place.lines("out"), rejects: try place.lines("bad.csv"), causes: causes,
            scattered: scattered)
        #expect(try place.names == ["bad.csv", "in.csv", "out"])
        #expect(done.summary.rowsIn == done.summary.answered + done.summary.rejected)
        #expect(done.rejects.count - 1 == done.summary.rejected)
        return done
    }

    /// The cells of the rows of a trip, without the header and the polyline.
    private func ends(_ rows: [String], _ trip: String) -> [String] {
        rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .filter { $0[0] == trip }.map { "\($0[2])-\($0[3])" }
    }

    @Test(
        "trips are identified by the bytes of their ids: two spellings of 가 were one trip or an error",
        arguments: [false, true])
    func spellings(isScattered: Bool) async throws {
        let (composed, decomposed) = ("\u{AC00}", "\u{1100}\u{1161}")
        #expect(composed == decomposed && Array(composed.utf8) != Array(decomposed.utf8))
        let rows = "\(composed),1,1\n\(composed),1,2\n\(decomposed),1,3\n\(decomposed),1,4\n"
        let done = try await run("trip_id,lat,lon\n" + rows, TripOptions(isScattered: isScattered))
        #expect(done.scattered.isEmpty && done.summary.trips == 2 && done.rows.count == 3)
        #expect(
            done.rows.dropFirst().map { Array($0.utf8.prefix { $0 != UInt8(ascii: ",") }) } == [
                Array(composed.utf8), Array(decomposed.utf8),
            ])
        let mixed = try await run(
            "trip_id,lat,lon\n" + rows + "\(composed),1,5\n", TripOptions(isScattered: isScattered))
        #expect(mixed.summary.trips == 2 && mixed.scattered.count == (isScattered ? 0 : 1))
    }

    @Test("a column's number has one meaning: #4 was the column called 4 if there are only three")
    func columnNumbers() async throws {
        let rows = "a,1,1\na,1,2\nb,1,3\n"
        func trips(_ header: String, _ column: String) async throws -> Int {
            try await run(header + "\n" + rows, TripOptions(tripColumn: column)).summary.trips
        }
        #expect(try await trips("4,lat,lon", "#1") == 2)
        #expect(try await trips("4,lat,lon", "4") == 2)
        // An exact name has priority.
        #expect(try await trips("#3,lat,lon", "#3") == 2)
        await #expect(throws: BatchError.self) { try await trips("4,lat,lon", "#4") }
    }

    @Test("reasons for missing legs are reported, with the first of each kind: a table had only their status")
    func reasonsOfMissingLegs() async throws {
        struct Unwilling: LegSource {
            let name = "unwilling"
            let mode: TravelMode? = nil
            func leg(from start: Stop, to end: Stop) async throws -> Leg {
                switch start.id {
                case "a", "d": throw LegError.refused(reason: "no \(start.id)")
                case "b": throw LegError.notFound(reason: "no road")
                case "c": throw LegError.invalidAnswer(reason: "<html>")
                default: return try await GreatCircleLegs().leg(from: start, to: end)
                }
            }
        }
        let text = "stop_id,latitude,longitude\n" + "abcdef".enumerated().map { "\($1),\($0),\($0)\n" }.joined()
        let missing = try await run(text, source: Unwilling()).summary.missing
        #expect(
            missing.map { "\($0.trip) \($0.from)-\($0.to) \($0.reason), \($0.count)" } == [
                "1 a-b refused: no a, 2", "1 b-c no road, 1", "1 c-d unreadable answer: <html>, 1",
            ])
    }

    @Test("stop_index decides the order, numerically: 10 comes after 9")
    func numericOrder() async throws {
        let order = [10, 2, 9, 1, 3, 8, 7, 4, 6, 5]
        let text = "trip_id,stop_index,latitude,longitude\n" + order.map { "a, \($0) ,\($0),0\n" }.joined()
        let done = try await run(text)
        #expect(ends(done.rows, "a") == (1...9).map { "\($0)-\($0 + 1)" })
    }

    @Test("without stop_index the order of the rows decides, without trip_id all rows are one trip")
    func plainRows() async throws {
        let done = try await run("name,lat,lon\nA,1,1\nB,2,2\nC,3,3\n")
        #expect(done.rows.count == 3 && done.rows[1].hasPrefix("1,0,1,2,found,"))
        let trips = try await run("trip_id,id,lat,lon\nx,p,1,1\nx,q,2,2\ny,r,3,3\n")
        #expect(ends(trips.rows, "x") == ["p-q"] && ends(trips.rows, "y").isEmpty && trips.summary.trips == 2)
    }

    @Test(
        "an invalid row rejects its trip, with its line, and no other trip",
        arguments: [
            ("2,2,2\n a,2,3,3", 4, "2 comes twice in the trip, first on line 3"),
            ("3,2,2\n a,4,3,3", 3, "3 follows 1: 2 is missing in the trip"),
            ("5,2,2\n a,6,3,3", 3, "5 follows 1: 2 to 4 are missing in the trip"),
            ("x,2,2\n a,3,3,3", 3, "is not a whole number"), ("1.5,2,2\n a,3,3,3", 3, "is not a whole number"),
            (",2,2\n a,3,3,3", 3, "no position in the trip"), ("2,91,2\n a,3,3,3", 3, "91 is outside"),
            // The distance from the others did not fit, which trapped.
            (
                "9223372036854775807,2,2\n a,2,3,3", 3,
                "9223372036854775807 follows 2: 3 to 9223372036854775806 are missing in the trip"
            ),
            ("99999999999999999999,2,2\n a,3,3,3", 3, "is not a whole number"), ("2,,\n a,3,3,3", 3, "no latitude"),
            ("2,2\n a,3,3,3", 3, "has 3 fields"),
        ])
    func faults(rows: String, line: Int, reason: String) async throws {
        let text = "trip_id,stop_index,lat,lon\na,1,1,1\na," + rows.replacing(" a", with: "a") + "\nb,0,5,5\nb,1,6,6\n"
        let done = try await run(text)
        #expect(done.causes == [line])
        #expect(ends(done.rows, "a").isEmpty && ends(done.rows, "b") == ["0-1"])
        #expect((done.summary.answered, done.summary.rejected, done.summary.spoiledTrips) == (2, 3, 1))
        // Each row with its line; the invalid one with the reason, the others with the line of the invalid one.
        for (i, row) in done.rejects.dropFirst().enumerated() {
            #expect(row.hasPrefix("\(i + 2),") && row.contains(reason))
            #expect(row.contains("is rejected because of line \(line)") == (i + 2 != line))
        }
    }

    @Test("a trip begins with 0 or 1; one that begins with 5 lacks its first stops")
    func missingBeginning() async throws {
        let done = try await run("trip_id,stop_index,lat,lon\na,5,1,1\na,6,2,2\n")
        #expect(done.summary.rejected == 2 && done.rejects[1].contains("begins with 5"))
    }

    @Test("positions whose distance does not fit are reported: they trapped")
    func distantPositions() async throws {
        let done = try await run("trip_id,stop_index,lat,lon\na,1,1,1\na,-9223372036854775808,2,2\n")
        #expect(done.causes == [2, 3] && done.summary.rejected == 2)
        #expect(done.rejects[1].contains("-9223372036854775807 to 0 are missing in the trip"))
        #expect(done.rejects[2].contains("the trip begins with -9223372036854775808 instead of 0 or 1"))
    }

    @Test("rejected rows can be corrected and used as input again")
    func mended() async throws {
        let done = try await run("trip_id,stop_index,lat,lon,note\na,1,1,1,\"x,\"\"y\"\"\"\na,3,2,2,\n")
        let again = try await run(done.rejects.joined(separator: "\n").replacing(",a,3,", with: ",a,2,") + "\n")
        #expect(again.summary.answered == 2 && again.rejects.count == 1)
    }

    @Test(
        "scattered rows give the same bytes, whether announced or detected",
        arguments: 1...5 as ClosedRange<UInt64>)
    func scatteredRows(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        var rows = (0..<40).flatMap { trip in
            (1...Int.random(in: 1...9, using: &generator)).map { "t\(trip),\($0),\($0),\(trip)" }
        }
        let head = "trip_id,stop_index,lat,lon\n"
        let together = try await run(head + rows.joined(separator: "\n"))
        rows.shuffle(using: &generator)
        let found = try await run(head + rows.joined(separator: "\n"))
        var options = TripOptions()
        options.isScattered = true
        let said = try await run(head + rows.joined(separator: "\n"), options)
        #expect(found.scattered.count == 1 && said.scattered.isEmpty && together.scattered.isEmpty)
        // Apparent gaps in pieces of a trip are not reported if the file is read again.
        #expect(found.causes.isEmpty && found.rows == said.rows)
        #expect(found.rows.sorted() == together.rows.sorted())
        #expect(found.summary.answered == rows.count && found.rejects.count == 1)
    }

    @Test("a route equals that of the library, in each format", arguments: TripFormat.allCases)
    func formats(format: TripFormat) async throws {
        let places = [coordinate(37.5, 127), coordinate(36, 128), coordinate(35, 129)]
        let stops = places.enumerated().map { Stop(id: "s\($0)", name: "곳 \($0)", coordinate: $1) }
        let route = try await Route(joining: StopList(stops), by: GreatCircleLegs())
        var options = TripOptions()
        options.formats = [format]
        let text =
            "id,name,lat,lon\n"
            + stops.map { "\($0.id),\($0.name),\($0.coordinate.latitude),\($0.coordinate.longitude)\n" }.joined()
        let output = try await run(text, options).rows.joined(separator: "\n")
        func plain(_ text: String) -> String { text.split(separator: "\n").joined(separator: "\n") }
        switch format {
        case .geojson: #expect(output == plain(RouteGeoJSON.document(route)))
        case .gpx: #expect(output == plain(RouteGPX.document(route)))
        case .kml: #expect(output == plain(RouteKML.document(route)))
        case .svg: #expect(output == plain(RouteMap().svg(of: route)))
        case .json: #expect(try JSONDecoder().decode(Route.self, from: Data(output.utf8)) == route)
        case .polyline: #expect(output == route.encodedStretches()[0])
        case .csv:
            let legs = output.split(separator: "\n").dropFirst().map { $0.split(separator: ",").last.map(String.init) }
            #expect(legs == route.encodedLegs())
        }
        // The output without stops is valid in its format.
        let empty = try await run("id,name,lat,lon\n", options).rows.joined()
        if [.geojson, .json].contains(format) {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(empty.utf8)) }
        }
        if format == .svg { #expect(empty.contains("</svg>")) }
    }

    @Test("a trip too large to be held as text is written equally, between others", arguments: [true, false])
    func largeTrips(hasTimes: Bool) async throws {
        var trips: [(id: String, stops: [Stop])] = []
        for (number, count) in [3, 4097, 2, 2, 9000, 1, 4096].enumerated() {
            let stops = (0..<count).map { i in
                Stop(
                    id: "\(i + 1)", coordinate: coordinate(37 + Double(i) / 100_000, 127),
                    arrival: hasTimes && i == 0 ? Date(timeIntervalSince1970: 1_806_000_000) : nil)
            }
            trips.append(("t\(number)", stops))
        }
        let head = "trip_id,lat,lon" + (hasTimes ? ",arrival\n" : "\n")
        let rows = trips.flatMap { trip in
            trip.stops.map { stop in
                "\(trip.id),\(stop.coordinate.latitude),\(stop.coordinate.longitude)"
                    + (hasTimes ? ",\(stop.arrival == nil ? "" : "2027-03-25T18:40:00Z")" : "")
            }
        }
        var options = TripOptions()
        options.writesTimes = hasTimes
        // Each leg of the large trips as if its trip were cut into small ones.
        let csv = try await run(head + rows.joined(separator: "\n"), options)
        #expect(csv.rows.count == 1 + trips.reduce(0) { $0 + $1.stops.count - 1 })
        for trip in trips {
            let legs = csv.rows.filter { $0.hasPrefix(trip.id + ",") }
            #expect(legs.count == trip.stops.count - 1)
            #expect(legs.enumerated().allSatisfy { $1.hasPrefix("\(trip.id),\($0),\($0 + 1),\($0 + 2),found,") })
        }
        options.formats = [.geojson]
        var expected = RouteGeoJSON.head + RouteGeoJSON.featuresHead
        for (number, trip) in trips.enumerated() {
            var legs: [LegOutcome] = []
            for (start, end) in zip(trip.stops, trip.stops.dropFirst()) {
                legs.append(.found(try await GreatCircleLegs().leg(from: start, to: end)))
            }
            var bytes = ContiguousArray<UInt8>()
            RouteGeoJSON.appendFeatures(
                of: Route(stops: trip.stops, legs: legs), trip: trip.id, colors: nil, to: &bytes
            ) { _ in }
            expected += (number > 0 ? ",\n" : "") + String(decoding: bytes, as: UTF8.self)
        }
        expected += RouteGeoJSON.tail
        let written = try await run(head + rows.joined(separator: "\n"), options).rows.joined(separator: "\n") + "\n"
        let isEqual = written == expected
        #expect(isEqual)
    }

    @Test(
        "rows of rejected trips are rejected immediately, for the same reasons as for the whole trip", arguments: 1...40
    )
    func spoiledTrips(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        var text = "trip_id,stop_index,lat,lon\n"
        var expected: [String] = []
        var line = 1
        for trip in 0..<30 {
            // Rows are in order except for a few; a few are invalid.
            var rows: [(line: Int, index: Int, isBad: Bool)] = []
            for place in 0..<Int.random(in: 1...12, using: &generator) {
                line += 1
                let index =
                    Int.random(in: 0..<12, using: &generator) == 0 ? Int.random(in: 0...9, using: &generator) : place
                let isBad = Int.random(in: 0..<20, using: &generator) == 0
                rows.append((line, index, isBad))
                text += "t\(trip),\(index),\(isBad ? 91 : 37),127\n"
            }
            expected += Self.rejects(of: "t\(trip)", rows)
        }
        let done = try await run(text)
        let rejects = done.rejects.dropFirst().map { $0.replacing(/,t[0-9]+,.*/, with: "").replacing("\"", with: "") }
        #expect(rejects == expected)
    }

    /// The rejections of a trip, from all of its rows.
    private static func rejects(of trip: String, _ rows: [(line: Int, index: Int, isBad: Bool)]) -> [String] {
        var reasons: [Int: (column: String, reason: String)] = [:]
        for (i, row) in rows.enumerated() where row.isBad {
            reasons[i] = ("3 (lat)", "91 is outside -90...90")
        }
        let hasBad = !reasons.isEmpty
        let good = rows.indices.filter { !rows[$0].isBad }.sorted { (rows[$0].index, $0) < (rows[$1].index, $1) }
        if let first = good.first, rows[first].index > 1, !hasBad {
            reasons[first] = ("2 (stop_index)", "the trip begins with \(rows[first].index) instead of 0 or 1")
        }
        for (a, b) in zip(good, good.dropFirst()) {
            let (last, next) = (rows[a].index, rows[b].index)
            if next == last {
                reasons[b] = ("2 (stop_index)", "\(next) comes twice in the trip, first on line \(rows[a].line)")
            } else if next > last + 1, !hasBad {
                let missing = next == last + 2 ? "\(last + 1) is" : "\(last + 1) to \(next - 1) are"
                reasons[b] = ("2 (stop_index)", "\(next) follows \(last): \(missing) missing in the trip")
            }
        }
        guard let first = reasons.keys.min(), let cause = reasons[first]?.reason else { return [] }
        return rows.indices.map { i in
            let reason =
                reasons[i] ?? ("", "its trip \(trip) is rejected because of line \(rows[first].line): \(cause)")
            return "\(rows[i].line),\(reason.column),\(reason.reason)"
        }
    }

    @Test("many trips are one document, and one map")
    func manyTrips() async throws {
        let text = "trip_id,lat,lon\na,1,1\na,2,2\nb,3,3\nb,4,4\n"
        var options = TripOptions()
        options.formats = [.json]
        struct Trips: Decodable {
            struct Trip: Decodable {
                enum CodingKeys: String, CodingKey {
                    case id = "trip_id"
                    case route
                }

                let id: String
                let route: Route
            }
            let trips: [Trip]
        }
        let json = try await run(text, options).rows.joined()
        #expect(try JSONDecoder().decode(Trips.self, from: Data(json.utf8)).trips.map(\.id) == ["a", "b"])
        options.formats = [.geojson]
        let geo = try await run(text, options).rows.joined()
        let object = try JSONSerialization.jsonObject(with: Data(geo.utf8)) as? [String: Any]
        #expect((object?["features"] as? [Any])?.count == 6)
        options.formats = [.svg]
        let map = try await run(text, options).rows.joined()
        #expect(map.contains("2 trips · 4 stops"))
    }

    @Test("totals are separate rows, with the sums of the legs")
    func totals() async throws {
        var options = TripOptions()
        options.writesTotals = true
        let rows = try await run("trip_id,lat,lon\na,0,0\na,0,1\na,0,2\nb,5,5\n", options).rows
        #expect(
            rows.count == 5 && rows[3].hasPrefix("a,total,1,3,found,222390.2,")
                && rows[4].hasPrefix("b,total,1,1,found,0.0,"))
    }

    @Test("each order keeps its ends, and visits all stops", arguments: TripOrder.allCases)
    func orders(order: TripOrder) async throws {
        var options = TripOptions()
        options.order = order
        let text = "id,lat,lon\n" + [0, 5, 1, 4, 2, 3].map { "s\($0),0,\($0)\n" }.joined()
        let legs = ends(try await run(text, options).rows, "1").map { $0.split(separator: "-").map(String.init) }
        let visits = [legs[0][0]] + legs.map { $0[1] }
        #expect(Set(visits).count == 6 && visits.count == (order == .roundTrip ? 7 : 6))
        if order == .startEnd || order == .start || order == .roundTrip { #expect(visits.first == "s0") }
        if order == .startEnd || order == .end { #expect(visits.last == "s3") }
        if order == .roundTrip { #expect(visits.last == "s0") }
        if order == .start { #expect(visits == (0...5).map { "s\($0)" }) }
    }

    @Test("answers are in the order of the trips, for any order of the legs")
    func lateAnswers() async throws {
        let text = "trip_id,lat,lon\n" + (0..<60).map { "t\($0),\($0),0\nt\($0),\($0),1\n" }.joined()
        let slow = ClosureLegs(name: "slow") { start, end in
            for _ in 0..<Int.random(in: 0...50) { await Task.yield() }
            return try await GreatCircleLegs().leg(from: start, to: end)
        }
        let (late, plain) = (try await run(text, source: slow), try await run(text))
        #expect(late.rows.map { $0.prefix { $0 != "," } } == plain.rows.map { $0.prefix { $0 != "," } })
        #expect(late.rows.count == 61)
    }

    @Test("a missing leg has its status, and the batch continues")
    func missingLegs() async throws {
        let source = ClosureLegs(name: "picky") { start, end in
            if start.coordinate.latitude == 1 { throw LegError.notFound(reason: "sea") }
            if start.coordinate.latitude == 2 { throw LegError.unavailable(reason: "down") }
            return try await GreatCircleLegs().leg(from: start, to: end)
        }
        var options = TripOptions()
        options.writesTotals = true
        let done = try await run("lat,lon\n0,0\n1,0\n2,0\n3,0\n", options, source: source)
        #expect(
            done.rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[4] } == [
                "status", "found", "not_found", "failed", "partial",
            ])
        #expect(done.rows[2] == "1,1,2,3,not_found,,,,,sea,")
        #expect(done.summary.legs == [.found: 1, .notFound: 1, .failed: 1])
    }

    @Test("a run writes several formats, and a route that was written can be read again, with its legs")
    func keepsRoutes() async throws {
        let text = "trip_id,lat,lon\na,1,1\na,2,2\na,3,1\nb,3,3\nb,4,4\n"
        var options = TripOptions()
        options.formats = [.json, .csv, .gpx, .geojson, .kml]
        let place = try Place()
        try text.write(toFile: place.path("in.csv"), atomically: true, encoding: .utf8)
        func names(_ prefix: String) -> [String] { options.formats.map { place.path("\(prefix).\($0)") } }
        let roads = ClosureLegs(name: "roads") { start, end in
            if start.coordinate.latitude == 3 { throw LegError.notFound(reason: "sea") }
            return try await GreatCircleLegs(mode: .driving).leg(from: start, to: end)
        }
        let first = try await TripBatch(options, source: roads).run(
            stops: place.path("in.csv"), outputs: names("first"))
        #expect(first.trips == 2 && first.legs == [.found: 2, .notFound: 1])
        let silent = ClosureLegs(name: "none") { _, _ in throw LegError.unavailable(reason: "asked again") }
        let again = try await TripBatch(options, source: silent).run(
            stops: place.path("first.json"), outputs: names("second"))
        #expect(again.legs == first.legs && again.rowsIn == 5 && again.answered == 5)
        for format in options.formats {
            #expect(try place.text("first.\(format)") == place.text("second.\(format)"), "\(format)")
        }
        options.tripIDs = ["b"]
        let one = try await TripBatch(options, source: silent).run(
            stops: place.path("first.json"), outputs: names("third"))
        #expect(one.trips == 1 && one.rowsIn == 2)
        let rows = try await TripBatch(options, source: roads).run(
            stops: place.path("in.csv"), outputs: names("fourth"))
        #expect(rows.trips == 1 && rows.rowsIn == 2)
        #expect(try place.text("third.csv") == place.text("fourth.csv"))
        options.tripIDs = ["c"]
        for input in ["in.csv", "first.json"] {
            await #expect(throws: BatchError.noTrip(["c"])) {
                try await TripBatch(options, source: roads).run(stops: place.path(input), outputs: names("fifth"))
            }
        }
        #expect(try !place.names.contains { $0.hasPrefix("fifth") })
    }

    @Test(
        "JSON that is no route is refused with its place",
        arguments: [
            ("{", "it is not valid JSON"), ("{}", ".version is missing, which routes have"),
            (#"{"trips":[{"trip_id":"a"}]}"#, ".trips[0].route is missing, which routes have"),
            (#"{"version":99,"stops":[],"legs":[]}"#, "99"),
            (#"{"trips":7}"#, ".trips is of another type than in routes"),
        ])
    func noRoute(_ text: String, _ reason: String) async throws {
        let error = await #expect(throws: BatchError.self) { try await run(text) }
        guard case .storedRoute(_, let words) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.contains(reason), "\(words)")
    }

    @Test("legs have a reason, a source and a kind of distance in CSV, also as a fallback")
    func reasons() async throws {
        let roads = ClosureLegs(name: "roads") { _, _ in throw LegError.notFound(reason: "sea") }
        let done = try await run("lat,lon\n0,0\n0,1\n", source: roads.fallback(to: GreatCircleLegs(detour: 1.3)))
        #expect(
            done.rows[1].hasPrefix("1,0,1,2,fallback,144553.6,,estimated,great-circle x 1.3,no way found: sea,"),
            "\(done.rows)")
        #expect(done.summary.missing.first?.reason == "no way found: sea" && done.summary.missingLegs == 0)
    }

    @Test("an order by the legs of a source uses their durations; without them trips keep their order, and it is said")
    func ordersByLegs() async throws {
        // Northwards is slow.
        let roads = ClosureLegs(name: "roads") { start, end in
            let isNorth = end.coordinate.latitude > start.coordinate.latitude
            let leg = try await GreatCircleLegs().leg(from: start, to: end)
            return try Leg(
                coordinates: leg.coordinates, distance: leg.distance, distanceKind: .network,
                duration: .seconds(leg.distance.value * (isNorth ? 9 : 1)), source: "roads")
        }
        var options = TripOptions(order: .free)
        let text = "id,lat,lon\na,1,0\nb,3,0\nc,2,0\n"
        #expect(ends(try await run(text, options, source: roads).rows, "1") == ["b-c", "c-a"])
        func cut(_ error: LegError, from start: String? = nil) -> ClosureLegs {
            ClosureLegs(name: "cut") { from, to in
                if start == nil || from.id == start && to.id == "b" { throw error }
                return try await roads.leg(from: from, to: to)
            }
        }
        let kept = try await run(text, options, source: cut(.other("broken"), from: "c"))
        #expect(ends(kept.rows, "1") == ["a-b", "b-c"] && kept.summary.unordered.count == 1)
        #expect(kept.summary.unordered.reason == "no cost from stop 3 to stop 2: broken")
        // A way that does not exist is estimated, so that the others keep their order by the roads.
        let sea = LegError.notFound(reason: "sea")
        let estimated = try await run(text, options, source: cut(sea, from: "c"))
        #expect(ends(estimated.rows, "1") == ["b-c", "c-a"] && estimated.summary.unordered.count == 0)
        #expect(estimated.summary.orderedByEstimates.count == 1)
        #expect(
            estimated.summary.orderedByEstimates.reason
                == "1 of 6 ways is estimated from straight lines: no way found: sea")
        options.travel.fallback = GreatCircleLegs(mode: .driving)
        let both = try await run(text, options, source: cut(.other("broken"), from: "c"))
        #expect(both.summary.orderedByEstimates.count == 1 && both.summary.unordered.count == 0)
        let straight = try await run(text, options, source: cut(sea))
        #expect(straight.summary.orderedByStraightLines.count == 1 && straight.summary.unordered.count == 0)
    }

    @Test("if every leg failed because the service is unavailable, there is an error and no output")
    func serviceIsAway() async throws {
        let place = try Place()
        try "lat,lon\n0,0\n1,0\n2,0\n".write(toFile: place.path("in.csv"), atomically: true, encoding: .utf8)
        let source = ClosureLegs(name: "osrm") { _, _ in throw LegError.unavailable(reason: "down") }
        await #expect(throws: BatchError.legsUnavailable(source: "osrm", .unavailable(reason: "down"))) {
            try await TripBatch(TripOptions(), source: source).run(
                stops: place.path("in.csv"), outputs: [place.path("out")])
        }
        #expect(try place.names == ["in.csv"])
    }

    @Test("an id repeated in a trip belongs to two stops")
    func repeatedID() async throws {
        let source = ClosureLegs(name: "own") { try await GreatCircleLegs().leg(from: $0, to: $1) }
        let rows = try await run("id,lat,lon\nhotel,0,0\nsea,1,0\nhotel,0,0\n", source: source).rows
        #expect(ends(rows, "1") == ["hotel-sea", "sea-hotel"])
    }

    @Test("the source gets the stops themselves: their ids were those of others")
    func stopsOfTheSource() async throws {
        let seen = Guarded<[String]>([])
        let source = ClosureLegs(name: "own") { start, end in
            seen.withLock { $0.append("\(start.id) \(start.name), \(end.id) \(end.name)") }
            return try await GreatCircleLegs().leg(from: start, to: end)
        }
        var options = TripOptions()
        options.formats = [.geojson]
        _ = try await run("id,name,lat,lon\np,Palace,0,0\nq,Quay,1,0\n", options, source: source)
        #expect(seen.withLock { $0 } == ["p Palace, q Quay"])
    }

    @Test("the number of simultaneous requests is as given, for any number of trips", arguments: [1, 3])
    func width(_ width: Int) async throws {
        let counts = Guarded((now: 0, most: 0))
        let source = ClosureLegs(name: "slow") { start, end in
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<200 { await Task.yield() }
            counts.withLock { $0.now -= 1 }
            return try await GreatCircleLegs().leg(from: start, to: end)
        }
        let text = "trip_id,lat,lon\n" + (0..<60).map { "t\($0 / 6),\($0),0\n" }.joined()
        let done = try await run(text, TripOptions(width: width), source: source)
        #expect(done.summary.legs == [.found: 50] && counts.withLock { $0.most } == width)
    }

    @Test(
        "a cancelled run leaves no output: it left one of cancelled legs",
        arguments: ["lat,lon\n0,0\n0,1\n", "lat,lon\n0,0\n"])
    func cancelled(_ text: String) async throws {
        let place = try Place()
        try text.write(toFile: place.path("in.csv"), atomically: true, encoding: .utf8)
        let run = Task { [input = place.path("in.csv"), output = place.path("out")] in
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await TripBatch(TripOptions(), source: GreatCircleLegs()).run(stops: input, outputs: [output])
        }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(try place.names == ["in.csv"])
    }

    @Test("an invalid row is reported once, even if the file is read again after many of them")
    func manyFaults() async throws {
        let bad = "trip_id,lat,lon\na,1,1\n" + (0..<10_500).map { "t\($0),91,0\n" }.joined()
        let plain = try await run(bad)
        #expect(plain.causes == Array(3..<10_003) && plain.summary.untold == 500)
        let scattered = try await run(bad + "a,2,2\n")
        #expect(scattered.scattered == ["a:10503"] && scattered.causes == Array(3..<10_503))
        #expect(scattered.summary.untold == 0)
    }

    @Test("colours by speed and grade are those of the vertices")
    func coloring() async throws {
        let source = ClosureLegs(name: "hills") { start, end in
            try Leg(
                coordinates: [start.coordinate, end.coordinate], distance: Meters(1000), distanceKind: .track,
                source: "hills",
                vertices: Leg.VertexValues(
                    speeds: [start.coordinate.latitude, start.coordinate.latitude],
                    elevations: [.zero, Meters(start.coordinate.latitude > 1 ? 5000 : -5000)]))
        }
        var options = TripOptions()
        options.formats = [.geojson]
        func strokes(_ coloring: RouteColoring, of kind: String = "leg") async throws -> [String] {
            options.coloring = coloring
            let rows = try await run("lat,lon\n1,0\n2,0\n3,0\n", options, source: source).rows
            return rows.filter { $0.contains("\"kind\":\"\(kind)\"") }
                .compactMap { $0.split(separator: "\"stroke\":\"").dropFirst().first.map { String($0.prefix(7)) } }
        }
        let speeds = [ColorScale.viridis.color(at: 0), ColorScale.viridis.color(at: 1)].map(\.rgb.description)
        let grades = [ColorScale.blueOrange.color(at: 0), ColorScale.blueOrange.color(at: 1)].map(\.rgb.description)
        #expect(try await strokes(.speed) == speeds)
        #expect(try await strokes(.grade) == grades)
        // One speed per leg, and so one piece; with one colour per leg there are no pieces.
        #expect(try await strokes(.speed, of: "piece") == speeds)
        #expect(try await strokes(.leg, of: "piece").isEmpty)
        #expect(try await strokes(.leg) == Route.legColors(2).map(\.description))
    }
}
