import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

@Suite("Tables of stops")
struct StopTableImportTests {
    @Test("rows are stops of their trips, whatever their order")
    func rows() throws {
        let text = """
            여행,이름,위도,경도,도착예정,체류시간,시간대,메모,숙박,고정,관광지id,기타
            제주,성산일출봉,33.4585,126.9425,2027-04-01T09:00,1h30m,Asia/Seoul,"일찍
            일어나기",1,예,a17,x
            부산,해운대,35.1587,129.1604,,,,,,,,
            제주,우도,33.5,126.95,2027-04-02 10:00,45,,,0,아니오,,y
            """
        let seoul = try #require(ClockZone(identifier: "Asia/Seoul"))
        for chunk in [Int.max, 1] {
            let read = try imported(text.utf8, .csv, chunk: chunk, options: ImportOptions(zone: seoul))
            #expect(read.rejected.isEmpty, "\(read.rejected)")
            #expect(read.trips.map(\.title) == ["제주", "부산"])
            #expect(read.trips[0].days == CalendarDate("2027-04-01")!...CalendarDate("2027-04-02")!)
            #expect(read.trips[1].days == nil)
            #expect(read.stops.map(\.name) == ["성산일출봉", "해운대", "우도"])
            #expect(read.stops.map(\.trip) == [0, 1, 0].map { read.trips[$0].id })
            let first = read.stops[0]
            #expect(first.arrival?.description == "2027-04-01T00:00:00Z" && first.stay == .seconds(5400))
            #expect(first.nights == 1 && first.isPinned && first.attraction == "a17" && first.notes == "일찍\n일어나기")
            #expect(read.stops[2].stay == .seconds(2700) && !read.stops[2].isPinned && read.stops[2].zone == nil)
            #expect(read.ignored == ["기타": 2])
            let store = MemoryTripStore()
            try store.merge(read)
            #expect(try store.stops(of: read.trips[0].id).map(\.name) == ["성산일출봉", "우도"])
        }
    }

    @Test("a row without a place is refused, of another one the cell that cannot be read, with line, column and row")
    func rejections() throws {
        let text = """
            name,lat,lon,arrival,nights,pinned
            a,91,0,,,
            b,,0,,,
            c,1,1,soon,,
            d,1,1,,-1,
            e,1,1,,,maybe
            f,1
            g,1,1,,,
            """
        let read = try imported(text.utf8, .csv, options: ImportOptions(title: "길"))
        #expect(read.stops.map(\.name) == ["c", "d", "e", "g"] && read.trips.map(\.title) == ["길"])
        #expect(read.stops.allSatisfy { $0.arrival == nil && $0.nights == 0 && !$0.isPinned })
        #expect(read.header == ["name", "lat", "lon", "arrival", "nights", "pinned"])
        #expect(read.rejectedRows.map { $0[0] } == ["a", "b", "c", "d", "e", "f"])
        #expect(read.rejected.map(\.line) == Array(2...7))
        #expect(read.rejected.map(\.column) == [2, 2, 4, 5, 6, nil])
    }

    @Test(
        "a column of numbers is the order of stops, those without one last",
        arguments: ["stop_index", "Stop Index", "순서", "번호", "방문순서"])
    func order(column: String) throws {
        let text = "name,lat,lon,\(column)\nc,1,1,10\nx,1,1,\na,1,1,2\nb,1,1,2\ny,1,1,soon\n"
        let read = try imported(text.utf8, .csv)
        #expect(read.stops.map(\.name) == ["a", "b", "c", "x", "y"] && read.ignored.isEmpty)
        #expect(read.rejected.map(\.line) == [6] && read.rejected.map(\.column) == [4])
        let store = MemoryTripStore()
        try store.merge(read)
        #expect(try store.stops(of: read.trips[0].id).map(\.name) == ["a", "b", "c", "x", "y"])
    }

    @Test("a cell that cannot be read is not overwritten, and an id that comes twice is of the first row")
    func unread() throws {
        let store = MemoryTripStore()
        let trip = Trip(id: RecordID(high: 1, low: 1), zone: ClockZone(identifier: "Asia/Seoul"))
        let stop = TripStop(
            id: RecordID(high: 2, low: 1), trip: trip.id, name: "가", coordinate: coordinate(1, 1),
            stay: .seconds(60), nights: 2, isPinned: true)
        try store.commit([.put(.trip(trip)), .put(.stop(stop))])
        let row = "\(trip.id),\(stop.id),나,1,1,many,maybe,long,Mars\n"
        let read = try imported(
            ("trip_id,stop_id,name,lat,lon,nights,pinned,stay,time_zone\n" + row + row).utf8, .csv)
        #expect(read.rejected.map(\.column) == [9, 8, 6, 7, 9, 8, 6, 7, 2])
        try store.merge(read, overwriting: true)
        let stops = try store.stops(of: trip.id)
        #expect(stops.count == 2 && stops.map(\.name) == ["나", "나"])
        #expect(stops[0].nights == 2 && stops[0].isPinned && stops[0].stay == .seconds(60))
    }

    @Test("the demo's stops are read")
    func demo() throws {
        let path = Repository.root.appending(path: "data/stops.csv").path
        let read = try TripImport(FileSource(path: path), .csv)
        #expect(read.stops.count > 5 && read.trips.count == 1)
    }

    @Test("a table without places, and an empty one, are refused", arguments: ["a,b\n1,2\n", ""])
    func otherTables(text: String) {
        #expect { try imported(text.utf8, .csv) } throws: { error in
            if case .table? = error as? ImportError { true } else { false }
        }
    }
}
