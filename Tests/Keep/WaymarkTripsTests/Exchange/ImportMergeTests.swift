import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkGradients
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

@Suite("Imports merged")
struct ImportMergeTests {
    private let end = Moment(milliseconds: Moment.range.upperBound - 1)!
    private let seoul = ImportOptions(zone: ClockZone(identifier: "Asia/Seoul"))

    @Test("the same file twice is once, whatever became of it since", arguments: TripImportFormat.allCases)
    func twice(format: TripImportFormat) throws {
        let clock = TestMoments()
        let store = MemoryTripStore(now: { clock.now })
        let read = try imported(Samples.of(format).utf8, format, options: seoul)
        try store.merge(read)
        #expect(read.rows.allSatisfy { $0.id.high & 0xF000 == 0x8000 && $0.id.low >> 62 == 2 })
        // Read in other pieces, it has the same ids.
        #expect(
            try bytes(of: imported(Samples.of(format).utf8, format, chunk: 3, options: seoul).records)
                == bytes(of: read.records))
        func again(overwriting: Bool = false) throws -> RestoreReport {
            clock.advance(by: 10)
            return try store.merge(read, overwriting: overwriting)
        }
        #expect(try again().count(of: .same) == read.rows.count)
        guard let trip = read.trips.first, var stop = read.stops.first else { return }
        // A name that was changed stays, unless it is to be overwritten; what the file does not have stays then too.
        (stop.name, stop.attraction, stop.nights) = ("새 이름", "a1", format == .gpx || format == .kml ? 3 : stop.nights)
        clock.advance(by: 10)
        try store.commit([.put(.stop(stop)), .put(.trip(Trip(id: trip.id, title: "내 제목", color: RGBColor(1))))])
        let report = try again()
        #expect(report.count(of: .kept) == 2 && report.count(of: .taken) == 0)
        #expect(try store.stops(of: trip.id).first == stop)
        #expect(try again(overwriting: true).count(of: .taken) == 2)
        let taken = try #require(try store.stops(of: trip.id).first)
        #expect(taken.name == read.stops[0].name)
        if format == .gpx || format == .kml { #expect(taken.nights == 3 && taken.attraction == "a1") }
        #expect(try store.trips().first { $0.id == trip.id }?.color == RGBColor(1))
        // What was deleted stays deleted, also when it was purged, unless it is to be overwritten.
        for isPurged in [false, true] {
            clock.advance(by: 10)
            try store.commit([.delete(trip.id)])
            if isPurged { try store.commit([.purge(before: end)]) }
            let live = store.records(TripQuery())
            _ = try again()
            #expect(store.records(TripQuery()) == live)
            _ = try again(overwriting: true)
            #expect(try store.trips().contains { $0.id == trip.id })
            #expect(try store.stops(of: trip.id).contains { $0.id == stop.id })
        }
    }

    @Test(
        "an older GPX of ours neither takes back a name nor brings back what was deleted", arguments: StoreKind.allCases
    )
    func olderGPX(kind: StoreKind) throws {
        let clock = TestMoments()
        try kind.withStore(clock) { store in
            let sample = StoreRuleTests.Sample()
            try store.commit(sample.edits)
            let whole = try WholeTrip(sample.trip, in: store)
            let old = TripGPX.document(of: whole)
            clock.advance(by: 10)
            guard case .trip(var trip)? = try store.record(sample.trip)?.record else { throw TripStoreError.busy }
            trip.title = "새 제목"
            try store.commit([.put(.trip(trip)), .delete(sample.market)])
            let before = try TripBackup.json(of: store)
            // Version 1 did not say when records were edited.
            let records = whole.records.map {
                "<t:record kind='\($0.kind)' id='\($0.id)'>\($0.json())</t:record>"
            }
            let first =
                "<gpx><metadata><extensions><t:trip xmlns:t='urn:waymark:trip' version='1'>\(records.joined())"
                + "</t:trip></extensions></metadata></gpx>"
            for text in [Array(old), Array(first.utf8)] {
                clock.advance(by: 10)
                let read = try imported(text, .gpx)
                #expect(read.rejected.isEmpty, "\(read.rejected)")
                let report = try store.merge(read)
                // The trip, the stop, and what went with it.
                #expect(report.count(of: .kept) == 4, "\(report.items)")
                #expect(try TripBackup.json(of: store) == before)
            }
            _ = try store.merge(imported(old, .gpx), overwriting: true)
            #expect(try store.trips().map(\.title) != ["새 제목"])
            #expect(try store.record(sample.market)?.isLive == true)
        }
    }

    @Test(
        "a new stop of a trip that was deleted, or purged, is deleted with it", arguments: StoreKind.allCases,
        [false, true])
    func underDeleted(kind: StoreKind, isPurged: Bool) throws {
        let clock = TestMoments()
        try kind.withStore(clock) { store in
            let trip = Trip(id: RecordID(high: 1, low: 1), title: "제주")
            let stop = TripStop(
                id: RecordID(high: 2, low: 1), trip: trip.id, name: "성산항", coordinate: coordinate(33.47, 126.93))
            try store.commit([.put(.trip(trip)), .put(.stop(stop))])
            let table = String(decoding: TripStopTable.csv(trip, [stop]), as: UTF8.self)
            clock.advance(by: 10)
            try store.commit([.delete(trip.id)])
            if isPurged { try store.commit([.purge(before: end)]) }
            clock.advance(by: 1000)
            let longer = table + "\(trip.id),2,,우도,33.5,126.95" + String(repeating: ",", count: 12) + "\n"
            let report = try store.merge(imported(longer.utf8, .csv))
            #expect(try store.trips().isEmpty && store.records(TripQuery()).isEmpty)
            #expect(report.count(of: .kept) == 2)
            #expect(report.items.filter { $0.decision == .added }.map(\.isAdjusted) == [true])
            #expect(try store.faults().isEmpty)
            // It comes back with the trip.
            _ = try store.merge(imported(longer.utf8, .csv), overwriting: true)
            #expect(try store.stops(of: trip.id).map(\.name) == ["성산항", "우도"])
        }
    }

    @Test("a new row of a table of ours is a stop between those beside it; overwriting gives the order of the table")
    func rows() throws {
        let store = MemoryTripStore()
        let trip = Trip(id: RecordID(high: 1, low: 1))
        let stops = (1...4).map {
            TripStop(
                id: RecordID(high: 2, low: $0), trip: trip.id, name: "\($0)", coordinate: coordinate(Double($0), 1))
        }
        try store.commit([.put(.trip(trip))] + stops.map { .put(.stop($0)) })
        func names() throws -> String { try store.stops(of: trip.id).map(\.name).joined() }
        func table(_ order: [Int]) -> String {
            let rows = order.map { number in
                let id = number <= 4 ? "\(stops[number - 1].id)" : ""
                return "\(trip.id),\(id),\(number),\(Double(number)),1\n"
            }
            return "trip_id,stop_id,name,latitude,longitude\n" + rows.joined()
        }
        _ = try store.merge(imported(table([5, 1, 2, 6, 3, 7]).utf8, .csv))
        #expect(try names() == "5126374")
        _ = try store.merge(imported(table([4, 3, 1]).utf8, .csv), overwriting: false)
        #expect(try names() == "5126374")
        _ = try store.merge(imported(table([4, 3, 1]).utf8, .csv), overwriting: true)
        #expect(try names() == "5426371")
    }

    @Test(
        "a Timeline that was exported later adds only the visits that are new", arguments: TimelineSource.Shape.allCases
    )
    func longerTimeline(shape: TimelineSource.Shape) throws {
        let store = MemoryTripStore()
        for (segments, added) in [(30, 10), (60, 10), (60, 0)] {
            let read = try TripImport(TimelineSource(shape, segments: segments), .timeline)
            #expect(try store.merge(read).count(of: .added) == added)
        }
        let twice =
            #"{"startTime":"2024-01-01T00:00:00+09:00","visit":{"topCandidate":{"placeLocation":"geo:37,127"}}}"#
        let read = try imported("[\(twice),\(twice)]".utf8, .timeline)
        #expect(read.visits.count == 1 && read.ignored == ["a visit that comes twice": 1])
    }

    @Test("titles come from the options, then the file, then its name")
    func titles() throws {
        let folder = try TemporaryFolder()
        func titles(_ name: String, _ text: String, _ format: TripImportFormat, _ title: String = "") throws -> [String]
        {
            let path = folder.path + "/" + name
            let output = try OutputFile(path: path)
            try output.write(ContiguousArray(text.utf8).span)
            try output.commit()
            return try TripImport(contentsOf: path, format, options: ImportOptions(title: title)).trips.map(\.title)
        }
        #expect(try titles("제주 2027.04.kml", "<kml><Document/></kml>", .kml) == ["제주 2027.04"])
        #expect(try titles("a.kml", "<kml><Document><name>제주</name></Document></kml>", .kml) == ["제주"])
        #expect(try titles("a.kml", "<kml><Document><name>제주</name></Document></kml>", .kml, "봄") == ["봄"])
        let table = "trip,name,lat,lon\n제주,a,1,1\n,b,1,1\n"
        #expect(try titles("b.csv", table, .csv) == ["제주", "b"])
        #expect(try titles("b.csv", table, .csv, "봄") == ["제주", "봄"])
        #expect(try imported("<gpx><wpt lat='1' lon='1'/></gpx>".utf8, .gpx).trips.map(\.title) == [""])
    }

    @Test("what belongs to a record that is not in the file is refused with its place")
    func dangling() throws {
        let id = RecordID(high: 1, low: 1)
        let text = """
            <gpx><metadata><extensions><t:trip xmlns:t="urn:waymark:trip" version="2">
            <t:record kind="stop">{"id":"\(id)","trip":"\(RecordID(high: 9, low: 9))","latitude":1,"longitude":1}</t:record>
            <t:record kind="trip">{"id":"\(id)","title":"제주","companions":["\(RecordID(high: 8, low: 8))"]}</t:record>
            <t:record kind="trip">{"id":"\(id)"}</t:record>
            </t:trip></extensions></metadata></gpx>
            """
        let read = try imported(text.utf8, .gpx)
        #expect(read.trips.map(\.title) == ["제주"] && read.trips[0].companions.isEmpty && read.stops.isEmpty)
        #expect(read.rejected.count == 2, "\(read.rejected)")
    }
}
