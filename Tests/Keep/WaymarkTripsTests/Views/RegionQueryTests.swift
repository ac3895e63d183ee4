import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRegions
import WaymarkTimes
import WaymarkTrips

@Suite("Regions and days of a store")
struct RegionQueryTests {
    /// A triangle and a square with a hole beside each other.
    private static func regions() throws -> RegionSet {
        let polygons = [
            "[[[126,33],[127,33],[126,34],[126,33]]]",
            "[[[127,33],[129,33],[129,35],[127,35],[127,33]],[[127.5,33.5],[128,33.5],[128,34],[127.5,34],[127.5,33.5]]]",
        ]
        let features = polygons.enumerated().map {
            #"{"type":"Feature","properties":{"code":"\#($0)","name":"\#($0)"},"geometry":{"type":"Polygon","coordinates":\#($1)}}"#
        }
        let json = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        return try RegionSet(geoJSON: ContiguousArray(json.utf8), file: "regions.geojson")
    }

    @Test("the records of a region are those of a look at each", arguments: StoreKind.allCases)
    func records(kind: StoreKind) throws {
        let regions = try Self.regions()
        var random = SplitMix64(seed: 4)
        try kind.withStore { store in
            let trip = RecordID(high: 1, low: 1)
            var edits: [TripEdit] = [.put(.trip(Trip(id: trip)))]
            for number in 0..<300 as Range<UInt64> {
                let place = coordinate(
                    Double.random(in: 32.5...35.5, using: &random), Double.random(in: 125.5...129.5, using: &random))
                edits.append(
                    number % 2 == 0
                        ? .put(.stop(TripStop(id: RecordID(high: 2, low: number), trip: trip, coordinate: place)))
                        : .put(.visit(Visit(id: RecordID(high: 3, low: number), coordinate: place))))
            }
            try store.commit(edits)
            let box = try BoundingBox(south: 33.2, west: 126, north: 34.5, east: 128)
            for (region, query) in [
                (0, TripQuery()), (1, TripQuery()), (1, TripQuery([.stop])), (0, TripQuery([.visit], box: box)),
                (1, TripQuery(box: box)),
            ] {
                let wanted = try store.records(query).filter { row in
                    row.record.coordinate.map { regions.regions(containing: $0).contains(region) } ?? false
                }
                #expect(try store.records(query, in: region, of: regions) == wanted)
                #expect(wanted.count > 0)
            }
        }
    }

    @Test("visited land comes from visits and stops of past trips in one call", arguments: StoreKind.allCases)
    func visitedLand(kind: StoreKind) throws {
        let levels = RegionLevels([.init(name: "land", regions: try Self.regions())])
        let day = try #require(CalendarDate("2027-04-01"))
        try kind.withStore { store in
            let (past, coming) = (RecordID(high: 1, low: 1), RecordID(high: 1, low: 2))
            try store.commit([
                .put(.trip(Trip(id: past, days: day...day))),
                .put(.stop(TripStop(id: RecordID(high: 2, low: 1), trip: past, coordinate: coordinate(33.2, 126.2)))),
                .put(.visit(Visit(id: RecordID(high: 3, low: 1), coordinate: coordinate(34.5, 128.5)))),
            ])
            let later = Moment(startOf: try #require(CalendarDate("2028-01-01")), in: .utc)
            let earlier = Moment(startOf: try #require(CalendarDate("2027-01-01")), in: .utc)
            #expect(try store.visitedLand(levels, at: later).visits(ofLevel: 0).map(\.region) == [0, 1])
            #expect(try store.visitedLand(levels, at: earlier).visits(ofLevel: 0).map(\.region) == [1])
            try store.commit([.put(.trip(Trip(id: coming)))])
            #expect(try store.visitedLand(levels, at: later).count == 2)
        }
    }

    @Test(
        "four entries stand for a day, by the clocks of its places, those with pictures first",
        arguments: StoreKind.allCases)
    func standing(kind: StoreKind) throws {
        let seoul = try #require(ClockZone(identifier: "Asia/Seoul"))
        let day = try #require(CalendarDate("2027-04-01"))
        let start = Moment(startOf: day, in: seoul)
        try kind.withStore { store in
            let (trip, stop) = (RecordID(high: 1, low: 1), RecordID(high: 2, low: 1))
            func entry(_ number: UInt64, hour: Double, _ place: Coordinate?, of subject: RecordID? = nil) -> TripEdit {
                .put(
                    .entry(
                        DiaryEntry(
                            id: RecordID(high: 3, low: number),
                            time: Moment(milliseconds: start.milliseconds + Int64(hour * 3_600_000))!, zone: seoul,
                            subject: subject, coordinate: place)))
            }
            func picture(_ number: UInt64) -> TripEdit {
                .put(
                    .attachment(
                        Attachment(
                            id: RecordID(high: 4, low: number), owner: RecordID(high: 3, low: number),
                            content: ContentHash(ContiguousArray("\(number)".utf8).span), size: 1)))
            }
            try store.commit([
                .put(.trip(Trip(id: trip))),
                .put(.stop(TripStop(id: stop, trip: trip, coordinate: coordinate(34, 126)))),
                entry(0, hour: -0.5, coordinate(33, 126)), entry(1, hour: 0, coordinate(33, 126)),
                entry(2, hour: 6, nil, of: stop), entry(3, hour: 9, nil), entry(4, hour: 12, coordinate(33, 127)),
                entry(5, hour: 23.9, coordinate(33, 126)), entry(6, hour: 24, coordinate(33, 126)),
            ])
            // The day before and after, and what has no place, is not of it.
            #expect(try store.entriesStanding(for: day).map(\.id.low) == [1, 2, 4, 5])
            #expect(try store.entriesStanding(for: day, count: 2).count == 2)
            try store.commit([picture(2), picture(5), picture(3)])
            #expect(try store.entriesStanding(for: day).map(\.id.low) == [2, 5])
            #expect(try store.entriesStanding(for: #require(CalendarDate("2027-05-01"))).isEmpty)
        }
    }
}
