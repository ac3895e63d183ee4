import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

@Suite("Trips as GPX")
struct GPXExchangeTests {
    @Test(
        "an exported trip is imported as it was, byte by byte, in any pieces", arguments: 1...60 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        for whole in try GeneratedTrips.wholeTrips(seed: seed) {
            let document = TripGPX.document(of: whole)
            #expect(TripGPX.document(of: whole) == document)
            for chunk in [Int.max, Int(seed)] {
                let read = try imported(document, .gpx, chunk: chunk)
                #expect(bytes(of: read.records) == bytes(of: whole.records))
                #expect(read.rejected.isEmpty && read.isTimed)
            }
            let other = MemoryTripStore()
            try other.merge(imported(document, .gpx))
            let again = try WholeTrip(whole.trip.id, in: other)
            #expect(bytes(of: again.records) == bytes(of: whole.records))
            // Again, it changes nothing.
            #expect(try other.merge(imported(document, .gpx)).count(of: .same) == whole.rows.count)
        }
    }

    @Test("texts that XML cannot have come back")
    func forbiddenCharacters() throws {
        let store = MemoryTripStore()
        let id = RecordID(high: 1, low: 1)
        let title = "\u{0}\u{B}\u{1F}\u{FFFE}\u{FFFF}\u{FFFD}]]>&amp;<\r\n\u{85}\u{2028}\u{7F}"
        try store.commit([.put(.trip(Trip(id: id, title: title)))])
        let document = TripGPX.document(of: try WholeTrip(id, in: store))
        let read = try imported(document, .gpx)
        #expect(read.trips.first.map { Array($0.title.utf8) } == Array(title.utf8))
        _ = try ParsedElement(parsing: String(decoding: document, as: UTF8.self))
    }

    @Test("imported into the store it is from, an older trip changes nothing, and a deleted companion stays deleted")
    func intoSameStore() throws {
        let store = try GeneratedTrips.store(seed: 5)
        let trip = try #require(
            try store.trips().first { try store.stops(of: $0.id).count > 2 && !$0.companions.isEmpty })
        let whole = try WholeTrip(trip.id, in: store)
        let read = try imported(TripGPX.document(of: whole), .gpx)
        let companion = try #require(trip.companions.first)
        try store.commit([.move(whole.stops[0].id, after: whole.stops[2].id), .delete(companion)])
        let before = try TripBackup.json(of: store)
        try store.merge(read)
        #expect(try TripBackup.json(of: store) == before)
        let deleted = store.record(companion)
        #expect(deleted?.isLive == false)
    }

    @Test("other programs see the stops as a route, and tracks")
    func plainView() throws {
        let whole = try #require(try GeneratedTrips.wholeTrips(seed: 3).first { $0.stops.count > 1 })
        let text = String(decoding: TripGPX.document(of: whole), as: UTF8.self)
        let root = try ParsedElement(parsing: text)
        let points = root.descendants.filter { $0.name == "rtept" }
        #expect(points.count == whole.stops.count)
        #expect(root["rte"]?.name == "rte" && root["metadata"]?["extensions"] != nil)
    }

    @Test("places and routes of other programs are stops, pieces of tracks are routes")
    func foreign() throws {
        let text = """
            \u{FEFF}<?xml version='1.0' encoding='utf-8'?>
            <gpx:gpx version="1.1" xmlns:gpx="http://www.topografix.com/GPX/1/1" xmlns:x="http://x">
            <gpx:metadata><gpx:name>제주 &amp; 우도</gpx:name><gpx:desc><![CDATA[사흘 <길>]]></gpx:desc></gpx:metadata>
            <gpx:wpt lat="33.4585" lon="126.9425"><gpx:ele>180</gpx:ele><gpx:time>2027-04-01T09:00:00+09:00</gpx:time>
              <gpx:name>성산&#x20;일출봉</gpx:name><gpx:desc>일찍</gpx:desc><gpx:cmt>일찍</gpx:cmt><x:name>other</x:name></gpx:wpt>
            <gpx:wpt lat="33.5" lon="-180"><gpx:name>섬</gpx:name></gpx:wpt>
            <gpx:rte><gpx:name>둘째 날</gpx:name><gpx:rtept lat="1" lon="2"/><gpx:rtept lat="3" lon="4"/></gpx:rte>
            <gpx:trk><gpx:name>길</gpx:name><gpx:trkseg/><gpx:trkseg>
              <gpx:trkpt lat="33" lon="126"><gpx:ele>1.5</gpx:ele><gpx:time>2027-04-02T00:00:00Z</gpx:time></gpx:trkpt>
              <gpx:trkpt lat="33.1" lon="126"><gpx:time>2027-04-02T01:00:00Z</gpx:time></gpx:trkpt></gpx:trkseg></gpx:trk>
            </gpx:gpx>
            """
        for chunk in [Int.max, 1, 7] {
            let read = try imported(text.utf8, .gpx, chunk: chunk)
            #expect(read.trips.map(\.title) == ["제주 & 우도", "둘째 날"])
            #expect(read.trips[0].notes == "사흘 <길>")
            #expect(read.trips[0].days == CalendarDate("2027-04-01")!...CalendarDate("2027-04-02")!)
            #expect(read.stops.map(\.name) == ["성산 일출봉", "섬", "", ""])
            #expect(read.stops[0].notes == "일찍" && read.stops[0].arrival?.description == "2027-04-01T00:00:00Z")
            #expect(read.stops[1].coordinate == coordinate(33.5, 180))
            #expect(read.stops.map(\.trip) == [0, 0, 1, 1].map { read.trips[$0].id })
            let route = try #require(try read.routes.first?.route())
            #expect(route.legs[0].leg?.coordinates == [coordinate(33, 126), coordinate(33.1, 126)])
            #expect(route.legs[0].leg?.duration == .seconds(3600))
            #expect(read.routes[0].trip == read.trips[0].id)
            #expect(read.ignored == ["ele": 1, "name": 1] && read.rejected.isEmpty)
        }
    }

    @Test("an invalid place is refused with its line and column, and the others are read")
    func rejections() throws {
        let text = """
            <gpx>
            <wpt lat="91" lon="0"/> <wpt lat="nan" lon="0"/>
            <wpt lon="0"/><wpt lat="1" lon="181"/>
            <wpt lat="1" lon="1"><time>yesterday</time></wpt>
            <wpt lat="1" lon="1"/>
            <trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>
            </gpx>
            """
        let read = try imported(text.utf8, .gpx)
        // A stop whose time cannot be read has none.
        #expect(read.stops.count == 2 && read.routes.isEmpty && read.stops.allSatisfy { $0.arrival == nil })
        #expect(read.rejected.map(\.line) == [2, 2, 3, 3, 4, 6])
        #expect(read.rejected.map(\.column) == [1, 25, 1, 15, 1, 6])
        #expect(read.rejected.map(\.reason)[2] == "<wpt>: the latitude is missing")
    }

    @Test(
        "real tracks are read, with all of their points", .enabled(if: SharedData.isPresent),
        arguments: ["cerknicko-jezero", "korita-zbevnica"])
    func realTracks(name: String) throws {
        let data = try SharedData.bytes("tracks/gpxpy-\(name).gpx")
        let read = try imported(data, .gpx)
        let points = String(decoding: data, as: UTF8.self).components(separatedBy: "<trkpt").count - 1
        let found = try read.routes.reduce(0) { $0 + (try $1.route().legs[0].leg?.coordinates.count ?? 0) }
        #expect(found == points && points > 200)
        #expect(read.rejected.isEmpty)
    }
}
