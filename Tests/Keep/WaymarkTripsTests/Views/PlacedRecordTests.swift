import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkTrips

@Suite struct PlacedRecordTests {
    @Test("records that stand for a day cover it in place and time")
    func dayRecords() throws {
        func record(_ longitude: Double, _ time: Double) throws -> PlacedRecord {
            PlacedRecord(coordinate: try Coordinate(latitude: 37, longitude: longitude), time: time)
        }
        // A morning in one place, photo after photo, then noon and evening elsewhere.
        let records = try [
            record(127, 60), record(127, 0), record(127, 30), record(127.5, 4 * 3600), record(127, 9 * 3600),
            record(127.5, 4 * 3600), record(127.0001, 90),
        ]
        #expect(PlacedRecord.representatives(of: records, count: 3) == [1, 3, 4])
        #expect(PlacedRecord.representatives(of: records, count: 1) == [1])
        #expect(PlacedRecord.representatives(of: records, count: 0) == [])
        #expect(PlacedRecord.representatives(of: records, count: 99).count == 6)
        #expect(PlacedRecord.representatives(of: []) == [])
        #expect(PlacedRecord.representatives(of: [try record(1, 5), try record(1, 5)]) == [0])
        var generator = SplitMix64(seed: 5)
        let many = try (0..<60).map { _ in
            try record(
                Double.random(in: 126...128, using: &generator), Double.random(in: 0...86_400, using: &generator))
        }
        let four = PlacedRecord.representatives(of: many)
        #expect(four.count == 4)
        #expect(four.map { many[$0].time } == four.map { many[$0].time }.sorted())
    }
}
