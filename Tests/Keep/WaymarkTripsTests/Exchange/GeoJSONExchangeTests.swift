import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkText
import WaymarkTimes
import WaymarkTrips

@Suite("Trips as GeoJSON")
struct GeoJSONExchangeTests {
    @Test("stops come back in their order, with their values", arguments: 1...40 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        for whole in try GeneratedTrips.wholeTrips(seed: seed) {
            let document = TripGeoJSON.document(of: whole)
            #expect(TripGeoJSON.document(of: whole) == document)
            let value = try JSONParser.value(document)
            #expect(value.object?["features"]?.array != nil)
            for chunk in [Int.max, Int(seed)] {
                let read = try imported(document, .geojson, chunk: chunk, options: ImportOptions(zone: whole.trip.zone))
                #expect(read.rejected.isEmpty, "\(read.rejected)")
                #expect(read.trips.count == 1 && read.trips[0].title.utf8.elementsEqual(whole.trip.title.utf8))
                #expect(read.stops.count == whole.stops.count)
                for (found, stop) in zip(read.stops, whole.stops) {
                    #expect(found.coordinate == stop.coordinate && found.name == stop.name && found.notes == stop.notes)
                    #expect(found.arrival == stop.arrival && found.zone == stop.zone && found.nights == stop.nights)
                    #expect(
                        found.stay == stop.stay && found.isPinned == stop.isPinned
                            && found.attraction == stop.attraction)
                }
                let placed = whole.entries.filter { entry in
                    entry.coordinate != nil || whole.stops.contains { $0.id == entry.subject }
                }
                #expect(
                    read.entries.map(\.text) == placed.map(\.text) && read.entries.map(\.time) == placed.map(\.time))
            }
        }
    }

    @Test(
        "any kind of document is read",
        arguments: [
            (#"{"type":"Point","coordinates":[126.9,33.4]}"#, 1, 0),
            (#"{"coordinates":[[1,2,3],[4,5]],"type":"MultiPoint"}"#, 2, 0),
            (
                #"{"type":"Feature","properties":null,"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#,
                0, 1
            ),
            (#" {"features":[],"type":"FeatureCollection"} "#, 0, 0),
            (
                #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}]}"#,
                1, 2
            ),
            (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#, 0, 0),
        ])
    func kinds(text: String, stops: Int, routes: Int) throws {
        let read = try imported(text.utf8, .geojson)
        #expect(read.stops.count == stops && read.routes.count == routes && read.rejected.isEmpty)
        #expect(
            read.trips.count == 1 && (stops + routes > 0 || !text.contains("Polygon") || read.ignored == ["Polygon": 1])
        )
    }

    @Test("usual names of properties are read, and others counted")
    func properties() throws {
        let text = """
            {"type":"FeatureCollection","bbox":[0,0,1,1],"features":[
            {"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[126.94,33.45]},
             "properties":{"title":"성산","description":"일찍","time":"2027-04-01T09:00+09:00","stay":"90","time_zone":"Asia/Seoul","color":1}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[127,34]},"properties":{"color":2}}]}
            """
        let read = try imported(text.utf8, .geojson, options: ImportOptions(title: "jeju"))
        #expect(
            read.trips[0].title == "jeju"
                && read.trips[0].days == CalendarDate("2027-04-01")!...CalendarDate("2027-04-01")!)
        #expect(read.stops[0].name == "성산" && read.stops[0].notes == "일찍" && read.stops[0].stay == .seconds(5400))
        #expect(read.stops[0].zone?.identifier == "Asia/Seoul")
        #expect(read.ignored == ["bbox": 1, "properties.color": 2])
    }

    @Test("an invalid feature is refused with its place, and the others are read")
    func rejections() throws {
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","geometry":{"type":"Point","coordinates":[126,91]}}, 5,
            {"type":"Feature","geometry":null},
              {"type":"Feature","geometry":{"type":"Point","coordinates":["a",1]}},
            {"type":"Feature","geometry":{"type":"Circle"}},
            {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,1]]}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[1e999,1]}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]},"properties":{"time":"soon"}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]}}]}
            """
        let read = try imported(text.utf8, .geojson)
        // A stop whose time cannot be read has none.
        #expect(read.stops.count == 2 && read.stops.allSatisfy { $0.arrival == nil })
        #expect(read.rejected.map(\.line) == [2, 2, 3, 4, 5, 6, 7, 8])
        #expect(read.rejected.map(\.column).prefix(4) == [1, 72, 1, 3])
    }
}
