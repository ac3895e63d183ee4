import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkGradients
import WaymarkTimes
import WaymarkTrips

@Suite("Trips as KML")
struct KMLExchangeTests {
    @Test("stops come back in their order", arguments: 1...40 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        for whole in try GeneratedTrips.wholeTrips(seed: seed) {
            let document = TripKML.document(of: whole)
            #expect(TripKML.document(of: whole) == document)
            let root = try ParsedElement(parsing: String(decoding: document, as: UTF8.self))
            #expect(root.descendants.count { $0.name == "Point" } >= whole.stops.count)
            for chunk in [Int.max, Int(seed)] {
                let read = try imported(document, .kml, chunk: chunk)
                #expect(read.rejected.isEmpty, "\(read.rejected)")
                #expect(read.stops.count == whole.stops.count && read.ignored.isEmpty)
                for (found, stop) in zip(read.stops, whole.stops) {
                    #expect(abs(found.coordinate.latitude - stop.coordinate.latitude) < 1e-7)
                    #expect(found.arrival == stop.arrival && found.zone == stop.zone)
                }
                let placed = whole.entries.filter { entry in
                    entry.coordinate != nil || whole.stops.contains { $0.id == entry.subject }
                }
                #expect(read.entries.map(\.time) == placed.map(\.time))
                #expect(read.entries.map(\.zone) == placed.map(\.zone))
            }
        }
    }

    @Test("entries have the colour of their category, stops that of the trip")
    func colors() throws {
        let store = MemoryTripStore()
        let ids = RecordIDGenerator()
        let trip = Trip(id: ids.next(), title: "제주", color: RGBColor(0x0072B2))
        let category = TripCategory(id: ids.next(), name: "맛집", color: RGBColor(0xFF8800))
        let stop = TripStop(id: ids.next(), trip: trip.id, name: "성산항", coordinate: coordinate(33.47, 126.93))
        let entry = DiaryEntry(
            id: ids.next(), title: "갈치", time: Moment(milliseconds: 0)!, category: category.id, subject: stop.id)
        try store.commit([.put(.trip(trip)), .put(.category(category)), .put(.stop(stop)), .put(.entry(entry))])
        let text = String(decoding: TripKML.document(of: try WholeTrip(trip.id, in: store)), as: UTF8.self)
        let root = try ParsedElement(parsing: text)
        let styles = Dictionary(
            uniqueKeysWithValues: root.descendants.filter { $0.name == "Style" }.map {
                ("#" + ($0.attributes["id"] ?? ""), $0["IconStyle"]?["color"]?.text)
            })
        let marks = root.descendants.filter { $0.name == "Placemark" }
        #expect(marks.map { $0["styleUrl"].flatMap { styles[$0.text] } } == ["ffb27200", "ff0088ff"])
    }

    @Test("placemarks of other programs are read")
    func foreign() throws {
        let text = """
            <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Document><name>제주</name><description><![CDATA[<b>사흘</b>]]></description><Style id="a"/>
            <Folder><name>첫째 날</name>
            <Placemark><name>항구</name><TimeStamp><when>2027-04-01</when></TimeStamp>
              <Point><coordinates> 126.93,33.47,0 </coordinates></Point></Placemark>
            <Placemark><name>둘</name><TimeSpan><begin>2027-04</begin></TimeSpan><MultiGeometry>
              <Point><coordinates>126,33</coordinates></Point><Point><coordinates>127,34</coordinates></Point>
              <LineString><coordinates>126,33 127,34,5
              128,35</coordinates></LineString></MultiGeometry></Placemark></Folder>
            <Placemark><name>길</name><gx:Track><when>2027-04-01T00:00:00Z</when><when>2027-04-01T01:00:00Z</when>
              <gx:coord>126 33 1</gx:coord><gx:coord>127 33 1</gx:coord></gx:Track></Placemark>
            <Placemark><Polygon><outerBoundaryIs/></Polygon></Placemark><NetworkLink><href>http://x</href></NetworkLink>
            </Document></kml>
            """
        let seoul = try #require(ClockZone(identifier: "Asia/Seoul"))
        for chunk in [Int.max, 1, 5] {
            let read = try imported(text.utf8, .kml, chunk: chunk, options: ImportOptions(zone: seoul))
            #expect(read.trips.map(\.title) == ["제주"] && read.trips[0].notes == "<b>사흘</b>")
            #expect(read.stops.map(\.name) == ["항구", "둘", "둘"] && read.rejected.isEmpty)
            #expect(
                read.stops[0].arrivalDay == CalendarDate("2027-04-01") && read.stops.allSatisfy { $0.arrival == nil })
            #expect(try read.routes.map { try $0.route().legs[0].leg?.coordinates.count } == [3, 2])
            #expect(
                read.ignored == [
                    "Polygon": 1, "NetworkLink": 1, "a placemark without a place": 1, "a time without a day": 1,
                ])
        }
    }

    @Test("an invalid placemark is refused with its place, and the others are read")
    func rejections() throws {
        func mark(_ geometry: String) -> String { "\n<Placemark>\(geometry)</Placemark>" }
        let text =
            "<kml>"
            + [
                "<Point><coordinates>1,91</coordinates></Point>", "<Point><coordinates>1</coordinates></Point>",
                "<Point/>", "<Point><coordinates>nan,1</coordinates></Point>",
                "<LineString><coordinates>1,1</coordinates></LineString>",
                "<Track><when>2027-04-01T00:00:00Z</when></Track>",
                "<TimeStamp><when>2027-99-99</when></TimeStamp><Point><coordinates>1,1</coordinates></Point>",
                "<Point><coordinates>1,1</coordinates></Point>",
            ].map(mark).joined() + "</kml>"
        let read = try imported(text.utf8, .kml)
        // A stop whose time cannot be read has none.
        #expect(read.stops.count == 2 && read.routes.isEmpty && read.stops.allSatisfy { $0.arrival == nil })
        #expect(read.rejected.map(\.line) == Array(2...8) && read.rejected.allSatisfy { $0.column == 1 })
    }
}
