import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

@Suite("Zones and days of imports")
struct ImportZoneTests {
    private func table(_ rows: String...) throws(ImportError) -> TripImport {
        try imported(("name,lat,lon,arrival,time_zone\n" + rows.joined(separator: "\n") + "\n").utf8, .csv)
    }

    @Test("a trip that begins in Korea has its clocks, and its stops those of the trip")
    func korea() throws {
        let read = try table("서울역,37.5547,126.9707,2027-04-01T09:00,", "제주공항,33.5071,126.4929,2027-04-01T23:30,")
        #expect(read.trips[0].zone?.identifier == "Asia/Seoul" && read.stops.allSatisfy { $0.zone == nil })
        #expect(read.stops[0].arrival?.description == "2027-04-01T00:00:00Z")
        #expect(read.trips[0].days == CalendarDate("2027-04-01")!...CalendarDate("2027-04-01")!)
        let times = "<gpx><wpt lat='37.5547' lon='126.9707'><time>2027-04-01T20:00:00Z</time></wpt></gpx>"
        #expect(
            try imported(times.utf8, .gpx).trips[0].days == CalendarDate("2027-04-02")!...CalendarDate("2027-04-02")!)
    }

    @Test("elsewhere a local time is asked for its zone, with its place; the zone that is given counts")
    func unknown() throws {
        let fukuoka = "하카타,33.5902,130.4207,2027-04-01T09:00,"
        #expect(throws: ImportError.noZone(line: 3, column: 4)) { try table("x,33.59,130.42,,", fukuoka) }
        #expect(try table(fukuoka + "Asia/Tokyo").stops[0].arrival?.description == "2027-04-01T00:00:00Z")
        let text = "name,lat,lon,arrival\nx,33.5902,130.4207,2027-04-01T09:00\n"
        let read = try imported(text.utf8, .csv, options: ImportOptions(zone: ClockZone(identifier: "Asia/Tokyo")))
        #expect(read.trips[0].zone?.identifier == "Asia/Tokyo")
        let visit =
            #"[{"startTime":"2024-01-01T00:00:00Z","visit":{"topCandidate":{"placeLocation":"geo:33.59,130.42"}}}]"#
        let local = visit.replacing("00Z", with: "00")
        #expect(throws: ImportError.noZone(line: 1, column: 2)) { try imported(local.utf8, .timeline) }
        #expect(try imported(visit.utf8, .timeline).openVisitCount == 1)
        let home = visit.replacing("geo:33.59,130.42", with: "geo:37.55,126.97")
        #expect(try imported(home.utf8, .timeline).visits[0].zone.identifier == "Asia/Seoul")
    }

    @Test("moments without a zone are kept, and the days of their trip stay open; an offset is a zone")
    func moments() throws {
        let read = try table("하카타,33.5902,130.4207,2027-04-01T20:00Z,")
        #expect(read.trips[0].zone == nil && read.trips[0].days == nil && read.openTripCount == 1)
        #expect(read.stops[0].arrival?.description == "2027-04-01T20:00:00Z")
        let own = try table("하카타,33.5902,130.4207,2027-04-02T05:00+09:00,")
        #expect(own.stops[0].zone == ClockZone(secondsFromUTC: 32_400) && own.openTripCount == 0)
        #expect(own.trips[0].days == CalendarDate("2027-04-02")!...CalendarDate("2027-04-02")!)
    }

    @Test("a zone that is given later is that of the trip, with its days")
    func later() throws {
        let text = "<gpx><wpt lat='33.59' lon='130.42'><time>2027-04-01T20:00:00Z</time></wpt></gpx>"
        let store = MemoryTripStore()
        try store.merge(imported(text.utf8, .gpx))
        let tokyo = try imported(text.utf8, .gpx, options: ImportOptions(zone: ClockZone(identifier: "Asia/Tokyo")))
        try store.merge(tokyo)
        #expect(try store.trips()[0].days == nil)
        try store.merge(tokyo, overwriting: true)
        #expect(try store.trips()[0].days == CalendarDate("2027-04-02")!...CalendarDate("2027-04-02")!)
        #expect(try store.trips()[0].zone?.identifier == "Asia/Tokyo")
    }

    @Test("without times and with days alone no zone is needed, and days stay days")
    func days() throws {
        let read = try table("하카타,33.5902,130.4207,2027-04-01,", "x,1,1,,", "y,1,1,2027-04-03,")
        #expect(read.trips[0].zone == nil && read.openTripCount == 0)
        #expect(read.trips[0].days == CalendarDate("2027-04-01")!...CalendarDate("2027-04-03")!)
        #expect(read.stops.map(\.arrivalDay) == [CalendarDate("2027-04-01"), nil, CalendarDate("2027-04-03")])
        let store = MemoryTripStore()
        try store.merge(read)
        let whole = try WholeTrip(read.trips[0].id, in: store)
        let calendar = String(decoding: TripCalendar.document(of: whole), as: UTF8.self)
        #expect(calendar.contains("\r\nDTSTART;VALUE=DATE:20270401\r\n") && !calendar.contains("T000000Z\r\nSUMMARY"))
        let diary = String(decoding: TripMarkdown.document(of: whole), as: UTF8.self)
        #expect(diary.contains("## 2027-04-01\n\n### 하카타\n") && diary.contains("## 2027-04-03\n\n### y\n"))
        for (text, format) in [
            ("<gpx><wpt lat='1' lon='1'><time>2027-04-01</time></wpt></gpx>", TripImportFormat.gpx),
            (
                "<kml><Placemark><TimeStamp><when>2027-04-01</when></TimeStamp><Point><coordinates>1,1</coordinates></Point></Placemark></kml>",
                .kml
            ),
            (
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]},"properties":{"arrival":"2027-04-01"}}"#,
                .geojson
            ),
        ] {
            let stop = try imported(text.utf8, format).stops[0]
            #expect(stop.arrivalDay == CalendarDate("2027-04-01") && stop.arrival == nil)
        }
    }

    @Test("a trip without a zone keeps none, and lasts as long as its days do anywhere")
    func openZone() throws {
        let (id, day) = (RecordID(high: 1, low: 1), CalendarDate("2027-04-01")!)
        let trip = Trip(id: id, days: day...day)
        let store = MemoryTripStore()
        try store.commit([.put(.trip(trip)), .put(.trip(Trip(id: RecordID(high: 1, low: 2), zone: .utc)))])
        let json = String(decoding: try TripBackup.json(of: store), as: UTF8.self)
        #expect(json.components(separatedBy: "time_zone").count == 2)
        #expect(
            try TripContent(json: ContiguousArray(json.utf8)).rows.map(\.record)
                == store.trips().map(Record.trip).sorted { $0.id < $1.id })
        func phase(_ hours: Int64) -> TripPhase {
            trip.phase(at: Moment(milliseconds: 1_806_537_600_000 + hours * 3_600_000)!)
        }
        #expect([phase(-15), phase(-13), phase(35), phase(37)] == [.coming, .current, .current, .past])
    }

    @Test("a stop without a zone is found by its day in that of its trip", arguments: StoreKind.allCases)
    func query(kind: StoreKind) throws {
        try kind.withStore { store in
            let (trip, stop) = (RecordID(high: 1, low: 1), RecordID(high: 2, low: 1))
            // 2027-04-02T00:30 in Seoul.
            let arrival = Moment(milliseconds: 1_806_537_600_000 + 55_800_000)
            try store.commit([
                .put(.trip(Trip(id: trip, zone: ClockZone(identifier: "Asia/Seoul")))),
                .put(.stop(TripStop(id: stop, trip: trip, coordinate: coordinate(37, 127), arrival: arrival))),
            ])
            func found(_ day: String) throws -> [RecordID] {
                let day = CalendarDate(day)!
                return try store.records(TripQuery([.stop], days: day...day)).map(\.id)
            }
            #expect(try found("2027-04-02") == [stop] && found("2027-04-01").isEmpty && found("2027-04-03").isEmpty)
        }
    }

    @Test("what is planned for a later moment was not visited")
    func planned() throws {
        let store = MemoryTripStore()
        let now = Moment(milliseconds: 1_806_537_600_000)!
        func moment(_ hours: Int64) -> Moment { Moment(milliseconds: now.milliseconds + hours * 3_600_000)! }
        let (past, open, coming) = (RecordID(high: 1, low: 1), RecordID(high: 1, low: 2), RecordID(high: 1, low: 3))
        let (old, new) = (CalendarDate("2020-01-01")!, CalendarDate("2030-01-01")!)
        func stop(_ number: UInt64, _ trip: RecordID, _ arrival: Moment? = nil, _ day: CalendarDate? = nil) -> TripEdit
        {
            .put(
                .stop(
                    TripStop(
                        id: RecordID(high: 2, low: number), trip: trip, coordinate: coordinate(1, 1), arrival: arrival,
                        arrivalDay: day)))
        }
        try store.commit([
            .put(.trip(Trip(id: past, days: old...old, zone: .utc))), .put(.trip(Trip(id: open))),
            .put(.trip(Trip(id: coming, days: new...new, zone: .utc))),
            stop(1, past), stop(2, past, moment(1)), stop(3, past, moment(-1)), stop(4, past, nil, new),
            stop(5, open), stop(6, open, moment(1)), stop(7, open, moment(-1)), stop(8, open, nil, old),
            stop(9, coming), stop(10, coming, moment(-1)),
            .put(.visit(Visit(id: RecordID(high: 3, low: 1), coordinate: coordinate(1, 1), time: moment(1)))),
            .put(.visit(Visit(id: RecordID(high: 3, low: 2), coordinate: coordinate(1, 1), time: moment(-1)))),
            .put(.visit(Visit(id: RecordID(high: 3, low: 3), coordinate: coordinate(1, 1)))),
        ])
        let seen = try store.visitRecords(at: now).compactMap { RecordID($0.id) }.map { ($0.high, $0.low) }
        #expect(seen.filter { $0.0 == 2 }.map(\.1).sorted() == [1, 3, 7, 8])
        #expect(seen.filter { $0.0 == 3 }.map(\.1).sorted() == [2, 3])
    }
}
