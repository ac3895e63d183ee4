import Foundation
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkRegions

@Suite("Stored visits")
struct StoredVisitTests {
    private var records: [VisitRecord] {
        get throws {
            try [
                VisitRecord(id: "", coordinate: Coordinate(latitude: -90, longitude: 180)),
                VisitRecord(
                    id: "b \"1\"", coordinate: Coordinate(latitude: 37.25, longitude: 127.1),
                    date: Date(timeIntervalSinceReferenceDate: 0.1), color: RGBColor(0xff8800), owner: "나"),
                VisitRecord(
                    id: "c", coordinate: Coordinate(latitude: 37.3, longitude: 127.2), date: .distantPast),
            ]
        }
    }

    private func levels() throws -> RegionLevels {
        let square = """
            {"type":"Feature","properties":{"name":"n","code":"c"},"geometry":{"type":"Polygon","coordinates":
            [[[126,36],[128,36],[128,38],[126,38],[126,36]]]}}
            """
        return try RegionLevels([
            RegionLevels.Level(
                name: "provinces", regions: RegionSet(geoJSON: ContiguousArray(square.utf8), file: "square"))
        ])
    }

    @Test("land is restored from stored records")
    func roundTrip() throws {
        let levels = try levels()
        var land = VisitedLand(levels: levels, tolerance: .kilometers(1))
        for record in try records.reversed() { land.add(record) }
        #expect(land.records == (try records))
        let bytes = try JSONEncoder().encode(land.records)
        let stored = try JSONDecoder().decode([VisitRecord].self, from: bytes)
        let again = VisitedLand(levels: levels, tolerance: .kilometers(1), records: stored)
        #expect(again.records == land.records && again.count == 3)
        #expect(again.visits(ofLevel: 0) == land.visits(ofLevel: 0))
        #expect(again.visits(ofLevel: 0).first?.count == 2)
    }

    @Test("of two records with the same id the later one counts")
    func repeated() throws {
        var record = try records[1]
        record.owner = "other"
        let land = VisitedLand(levels: try levels(), records: [try records[1], record])
        #expect(land.records == [record])
    }

    @Test(
        "an invalid record is refused",
        arguments: [
            #"{"id":"a","latitude":91,"longitude":0}"#, #"{"latitude":1,"longitude":0}"#, #"{"id":"a","latitude":1}"#,
            #"{"id":"a","latitude":1,"longitude":0,"color":"orange"}"#,
            #"{"id":"a","latitude":1,"longitude":0,"seconds_since_2001":"today"}"#, "[]",
        ])
    func refuses(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(VisitRecord.self, from: Data(text.utf8)) }
    }

    @Test("a date that is not a time is not stored")
    func notATime() throws {
        var record = try records[1]
        record.date = Date(timeIntervalSinceReferenceDate: .infinity)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(record) }
    }
}
