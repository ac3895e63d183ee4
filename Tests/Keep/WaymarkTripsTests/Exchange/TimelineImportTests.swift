import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

/// Timelines of any length, which are made while they are read.
struct TimelineSource: ByteSource {
    enum Shape: CaseIterable { case android, ios }

    let shape: Shape
    let segments: Int
    let name = "timeline"
    let size: Int? = nil
    private var made = -1
    private var rest: ContiguousArray<UInt8> = []

    init(_ shape: Shape, segments: Int) { (self.shape, self.segments) = (shape, segments) }

    mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        while rest.isEmpty, made <= segments {
            rest = ContiguousArray(piece(made).utf8)
            made += 1
        }
        let taken = rest.prefix(count)
        buffer += taken
        rest.removeFirst(taken.count)
        return taken.count
    }

    /// One of every three segments is a visit, the others are ways with forty points.
    private func piece(_ number: Int) -> String {
        if number < 0 { return shape == .android ? "{\n  \"semanticSegments\": [" : "[" }
        if number == segments { return shape == .android ? "\n  ],\n  \"rawSignals\": []\n}\n" : "\n]\n" }
        let comma = number == 0 ? "" : ","
        let (latitude, longitude) = ("37.5\(1_000_000 + number % 999_999)", "126.9\(1_000_000 + number % 777_777)")
        let time = "2024-0\(1 + number % 9)-1\(number % 10)T0\(number % 10):30:00.000+09:00"
        switch (shape, number % 3) {
        case (.android, 0):
            return """
                \(comma)
                    {
                      "startTime": "\(time)",
                      "endTime": "\(time)",
                      "startTimeTimezoneUtcOffsetMinutes": 540,
                      "endTimeTimezoneUtcOffsetMinutes": 540,
                      "visit": {
                        "hierarchyLevel": 0,
                        "probability": 0.8500000238418579,
                        "topCandidate": {
                          "placeId": "ChIJ\(number)",
                          "semanticType": "UNKNOWN",
                          "probability": 0.3,
                          "placeLocation": {
                            "latLng": "\(latitude)°, \(longitude)°"
                          }
                        }
                      }
                    }
                """
        case (.ios, 0):
            return """
                \(comma)
                  {
                    "endTime" : "\(time)",
                    "startTime" : "\(time)",
                    "visit" : {
                      "hierarchyLevel" : "0",
                      "topCandidate" : {
                        "probability" : "0.9",
                        "semanticType" : "Home",
                        "placeID" : "ChIJ\(number)",
                        "placeLocation" : "geo:\(latitude),\(longitude)"
                      },
                      "probability" : "0.8"
                    }
                  }
                """
        case (.android, _):
            let points = (0..<40).map {
                "        {\n          \"point\": \"\(latitude)°, 126.9\($0)°\",\n          \"time\": \"\(time)\"\n        }"
            }
            return "\(comma)\n    {\n      \"startTime\": \"\(time)\",\n      \"endTime\": \"\(time)\",\n"
                + "      \"timelinePath\": [\n\(points.joined(separator: ",\n"))\n      ]\n    }"
        case (.ios, _):
            let points = (0..<40).map {
                "      {\n        \"point\" : \"geo:\(latitude),126.9\($0)\",\n"
                    + "        \"durationMinutesOffsetFromStartTime\" : \"\($0)\"\n      }"
            }
            return "\(comma)\n  {\n    \"endTime\" : \"\(time)\",\n    \"startTime\" : \"\(time)\",\n"
                + "    \"timelinePath\" : [\n\(points.joined(separator: ",\n"))\n    ]\n  }"
        }
    }
}

@Suite("Timelines")
struct TimelineImportTests {
    private func read(_ source: TimelineSource) throws -> TripImport {
        try TripImport(source, .timeline)
    }

    @Test("both shapes are read: visits with place, start and zone", arguments: TimelineSource.Shape.allCases)
    func shapes(shape: TimelineSource.Shape) throws {
        let read = try read(TimelineSource(shape, segments: 300))
        #expect(read.visits.count == 100 && read.records.count == 100 && read.rejected.isEmpty)
        let first = read.visits[1]
        #expect(first.coordinate == coordinate(37.51000003, 126.91000003))
        #expect(first.time?.description == "2024-04-12T18:30:00Z")
        #expect(
            first.zone == ClockZone(secondsFromUTC: 32_400)
                && first.time?.day(in: first.zone) == CalendarDate("2024-04-13"))
        #expect(first.name == (shape == .android ? "" : "Home"))
        #expect(read.ignored == (shape == .android ? ["timelinePath": 200, "rawSignals": 1] : ["timelinePath": 200]))
    }

    @Test("a zone is that of the offset, also beside a time in UTC; visits within others are counted")
    func zones() throws {
        func segment(_ start: String, _ offset: String, _ level: String = "0") -> String {
            #"{"visit":{"hierarchyLevel":\#(level),"topCandidate":{"placeLocation":{"latLng":"-1.5°,-2.5°"},"semanticType":"WORK"}},"startTime":"\#(start)"\#(offset)}"#
        }
        let text =
            "["
            + [
                segment("2024-01-01T00:00:00Z", #","startTimeTimezoneUtcOffsetMinutes":-210"#),
                segment("2024-01-01T00:00:00.000+05:30", #","startTimeTimezoneUtcOffsetMinutes":60"#),
                segment("2024-01-01T00:00:01.000Z", ""), segment("2024-01-01T00:00:00Z", "", "1"),
                segment("2024-01-01T00:00:02Z", #","startTimeTimezoneUtcOffsetMinutes":99999999999999999999"#),
                // Its magnitude does not fit, which trapped.
                segment("2024-01-01T00:00:03Z", #","startTimeTimezoneUtcOffsetMinutes":-9223372036854775808"#),
            ].joined(separator: ",") + "]"
        let seoul = try #require(ClockZone(identifier: "Asia/Seoul"))
        let read = try imported(text.utf8, .timeline, options: ImportOptions(zone: seoul))
        #expect(
            read.visits.map(\.zone.identifier) == ["GMT-0330", "GMT+0530", "Asia/Seoul", "Asia/Seoul", "Asia/Seoul"])
        #expect(read.visits[0].coordinate == coordinate(-1.5, -2.5) && read.visits[0].name == "WORK")
        #expect(read.ignored == ["a visit within another": 1])
    }

    @Test("an invalid visit is refused with its place, and the others are read")
    func rejections() throws {
        func visit(_ location: String, start: String = #""2024-01-01T00:00:00Z""#) -> String {
            #" {"startTime":\#(start),"visit":{"topCandidate":{"placeLocation":\#(location)}}}"#
        }
        let text =
            "[\n"
            + [
                visit(#""geo:91,0""#), visit(#""geo:nan,0""#), visit(#""geo:1""#), visit(#""geo:1,2,3""#), visit("5"),
                visit(#"{"latLng":"1°, 181°"}"#), visit(#""geo:1,1""#, start: "7"),
                visit(#""geo:1,1""#, start: #""soon""#),
                " 5", #" {"visit":[]}"#, #" {"visit":{}}"#, visit(#""geo:1e0,+1""#),
            ].joined(separator: ",\n") + "\n]"
        let read = try imported(text.utf8, .timeline, chunk: 3, options: ImportOptions(zone: .utc))
        #expect(read.visits.map(\.coordinate) == [coordinate(1, 1)])
        #expect(read.rejected.map(\.line) == Array(2...12) && read.rejected.allSatisfy { $0.column == 2 })
    }

    @Test(
        "another document is refused",
        arguments: [
            #"{"timelineObjects":[]}"#, #"{"semanticSegments":{}}"#, "5", #""[]""#, "", " ", "null",
        ])
    func otherDocuments(text: String) {
        #expect(throws: ImportError.self) { try imported(text.utf8, .timeline) }
    }

    @Test("time grows with the bytes", arguments: TimelineSource.Shape.allCases)
    func growth(shape: TimelineSource.Shape) throws {
        let ratio = try TestSupport.growth(from: 1_000, to: 8_000) {
            _ = try read(TimelineSource(shape, segments: $0))
        }
        #expect(ratio < 20)
    }
}
