import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRoutes
import WaymarkTables
import WaymarkTimes

@Suite("Times of trips")
struct TripTimesTests {
    private struct Done {
        var text: String
        var lines: [String] { text.split(separator: "\n").map(String.init) }
        var causes: [Rejection]
    }

    /// An hour for each leg.
    private static let source = ClosureLegs(name: "test") { start, end in
        try Leg(
            coordinates: [start.coordinate, end.coordinate], distance: Meters(1000), distanceKind: .network,
            duration: .seconds(3600), source: "test")
    }

    private func run(_ text: String, _ options: TripOptions = TripOptions()) async throws -> Done {
        var options = options
        options.writesTimes = options.formats == [.csv]
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "in.csv").path, folder.appending(path: "out").path)
        try text.write(toFile: input, atomically: true, encoding: .utf8)
        var causes: [Rejection] = []
        _ = try await TripBatch(options, source: Self.source).run(
            stops: input, outputs: [output], onRejection: { causes.append($0) })
        return Done(text: try String(contentsOfFile: output, encoding: .utf8), causes: causes)
    }

    /// The last two cells of each row.
    private func times(_ done: Done) -> [String] {
        done.lines.dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).suffix(2).joined(separator: " ")
        }
    }

    @Test("csv has departure and arrival of each leg, in the time zones of its stops")
    func rows() async throws {
        var options = TripOptions()
        options.writesTotals = true
        let done = try await run(
            """
            lat,lon,arrival,stay,time_zone
            37,127,2027-04-01T09:00,30,Asia/Seoul
            38,128,,1h30m,
            39,129,2027-04-01T14:00:00,PT15M,
            40,140,2027-04-01T12:00+09:00,,Asia/Tokyo
            41,141,,,+10:00
            """, options)
        #expect(done.lines[0].hasSuffix(",polyline,departure,arrival"))
        #expect(
            times(done) == [
                "2027-04-01T09:30:00+09:00 2027-04-01T10:30:00+09:00",
                "2027-04-01T12:00:00+09:00 2027-04-01T13:00:00+09:00",
                // An hour early, so it waits; then late by three.
                "2027-04-01T14:15:00+09:00 2027-04-01T15:15:00+09:00",
                "2027-04-01T15:15:00+09:00 2027-04-01T17:15:00+10:00",
                "2027-04-01T09:30:00+09:00 2027-04-01T17:15:00+10:00",
            ])
    }

    @Test("clock changes on the way are respected")
    func summerTime() async throws {
        let text = "lat,lon,arrival,tz\n1,1,2027-03-28T00:30,Europe/Paris\n2,2,,\n3,3,,\n"
        #expect(
            times(try await run(text)) == [
                "2027-03-28T00:30:00+01:00 2027-03-28T01:30:00+01:00",
                "2027-03-28T01:30:00+01:00 2027-03-28T03:30:00+02:00",
            ])
    }

    @Test("columns are found in Korean, or given, and zones are inherited in the order of stops")
    func columns() async throws {
        let korean = "순서,위도,경도,도착시각,체류시간,시간대\n2,2,2,,,\n1,1,1,2027-04-01 09:00,1시간,Asia/Seoul\n"
        #expect(times(try await run(korean)) == ["2027-04-01T10:00:00+09:00 2027-04-01T11:00:00+09:00"])
        var options = TripOptions()
        options.timeColumns = TimeColumnNames(arrival: "when", stay: "#4", timeZone: "where")
        options.timeZone = ClockZone(identifier: "Asia/Tokyo")
        let named = "lat,lon,when,long,where\n1,1,2027-04-01T09:00,5,\n2,2,,,\n"
        #expect(times(try await run(named, options)) == ["2027-04-01T09:05:00+09:00 2027-04-01T10:05:00+09:00"])
        options.timeColumns.arrival = "absent"
        await #expect(throws: BatchError.self) { try await run(named, options) }
    }

    @Test("unknown times are empty")
    func withoutTimes() async throws {
        #expect(times(try await run("lat,lon,stay\n1,1,5\n2,2,\n")) == [" "])
        #expect(times(try await run("lat,lon,arrival\n1,1,\n2,2,2027-04-01T09:00\n")) == [" "])
    }

    @Test(
        "an invalid time rejects its trip, with line and column",
        arguments: [
            ("9 o'clock,,", 3, "\"9 o'clock\" is not a time"), ("2027-02-29T09:00,,", 3, "is not a time"),
            (",-5,", 4, "\"-5\" is not a stay"), (",soon,", 4, "is not a stay"),
            (",,Mars/Olympus", 5, "\"Mars/Olympus\" is not a known time zone"),
            (",,../passwd", 5, "is not a known time zone"),
        ])
    func refusals(cells: String, column: Int, reason: String) async throws {
        let done = try await run("lat,lon,arrival,stay,time_zone\n1,1,,,\n2,2,\(cells)\n")
        #expect(done.lines.count == 1)
        #expect(done.causes.count == 1 && done.causes[0].line == 3 && done.causes[0].column == column)
        #expect(done.causes.first?.reason.contains(reason) == true)
        #expect(done.causes[0].columnName?.isEmpty == false)
    }

    @Test("other formats have the times in their own way")
    func otherFormats() async throws {
        let text = "id,lat,lon,arrival,stay,tz\na,1,1,2027-04-01T09:00,30,Asia/Seoul\nb,2,2,2027-04-01T10:00,,\n"
        func run(_ format: TripFormat) async throws -> String {
            try await self.run(text, TripOptions(format: format)).text
        }
        let geojson = try await run(.geojson)
        #expect(
            geojson.contains(
                #""planned_arrival":"2027-04-01T10:00:00+09:00","arrival":"2027-04-01T10:30:00+09:00","departure":"2027-04-01T10:30:00+09:00","lateness_s":1800"#
            ), "\(geojson)")
        #expect(geojson.contains(#""time_zone":"Asia/Seoul""#))
        let gpx = try await run(.gpx)
        #expect(gpx.contains("<time>2027-04-01T00:00:00Z</time>") && gpx.contains("<time>2027-04-01T01:30:00Z</time>"))
        #expect(try await run(.kml).contains("<TimeStamp><when>2027-04-01T10:30:00+09:00</when></TimeStamp>"))
        let json = try await run(.json)
        #expect(json.contains(#""time_zone":"Asia/Seoul""#) && json.contains(#""stay_s":1800"#))
        #expect(
            json.contains(
                #""times":[{"arrival":"2027-04-01T09:00:00+09:00","departure":"2027-04-01T09:30:00+09:00"},{"arrival":"2027-04-01T10:30:00+09:00","departure":"2027-04-01T10:30:00+09:00","lateness_s":1800}]"#
            ), "\(json)")
        let route = try JSONDecoder().decode(Route.self, from: Data(json.utf8))
        #expect(route.stops[1].timeZone == ClockZone(identifier: "Asia/Seoul"))
        #expect(route.stops[0].arrival == Date(timeIntervalSince1970: 1_806_537_600))
    }

    @Test("a round trip returns to its first stop without waiting for its planned arrival")
    func roundTrip() async throws {
        let text = "id,lat,lon,arrival,stay\na,1,1,2027-04-01T09:00,30\nb,1,2,,\nc,2,2,,\n"
        var options = TripOptions(order: .roundTrip)
        options.writesTotals = true
        #expect(times(try await run(text, options)).last == "2027-04-01T09:30:00Z 2027-04-01T12:30:00Z")
    }
}
