import TestSupport
import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkTables
import WaymarkWeights

/// The places of courses and trips, which are joined while rows are read.
@Suite("Places of courses") struct GrowingPlacesTests {
    private static let names = ["대릉원", "경주 대릉원", "대릉원 주차장", "중앙탑공원", "중앙탑 사적공원", "명동", "명동성당", "가", "", "Tower Bridge"]

    @Test("the place found is that of a linear scan", arguments: Regime.allCases)
    func linearScan(regime: Regime) {
        var generator = SplitMix64(seed: 25)
        var growing = GrowingPlaces()
        var known: [(name: String, coordinate: Coordinate)] = []
        for center in regime.points(60, using: &generator) {
            for _ in 0..<6 {
                let distance = Meters([0, 20, 90, 300, 999, 1001, 3000].randomElement(using: &generator)!)
                let coordinate = Sphere.earth.destination(
                    from: center, bearing: Double.random(in: 0..<360, using: &generator), distance: distance)
                let name = Self.names.randomElement(using: &generator)!
                let expected = known.indices.compactMap { i -> (distance: Double, place: Int)? in
                    let distance = Sphere.earth.distance(from: coordinate, to: known[i].coordinate).value
                    let reason = PlaceName(known[i].name).reason(PlaceName(name), at: distance)
                    return reason.map { _ in (distance, i) }
                }.min { $0 < $1 }?.place
                #expect(growing.place(of: name, at: coordinate) == expected.map { 10 * $0 })
                growing.add(name, at: coordinate, place: 10 * known.count)
                known.append((name, coordinate))
            }
        }
    }

    @Test("visits of one place under several names are of one place, neighbours of other names are not")
    func joined() throws {
        let rows = [
            "1,중앙탑공원,37.0155,127.8661", "1,탄금대,36.9870,127.9060", "2,중앙탑 사적공원,37.0150,127.8650",
            "2,충주호,37.0060,127.9960", "3,중앙탑,37.1,127.8661", "3,중앙탑공원,37.0155,127.8661",
        ]
        let text = "course,name,lat,lon\n" + rows.joined(separator: "\n")
        let table = try CourseTable(MemorySource(text.utf8))
        #expect(table.data.places.places.map(\.name) == ["중앙탑공원", "탄금대", "충주호", "중앙탑"])
        #expect(table.data.courses.map(\.places) == [[0, 1], [0, 2], [3, 0]])
    }

    @Test(
        "no two places of the shared courses are the same by the rule",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func sharedCourses() throws {
        var columns = CourseColumnNames()
        (columns.course, columns.name) = ("#2", "#5")
        (columns.longitude, columns.latitude) = ("#6", "#7")
        let table = try CourseTable(
            FileSource(path: SharedData.folder.appending(path: "courses/kma-courses-even.csv").path), columns: columns)
        let places = table.data.places.places.map { (PlaceName($0.name), $0.coordinate) }
        #expect(table.summary.rowsIn == 1398 && (1160...1190).contains(places.count))
        for (i, place) in places.enumerated() {
            for other in places[..<i] {
                let distance = Sphere.earth.distance(from: place.1, to: other.1).value
                guard distance < 1000 else { continue }
                #expect(other.0.reason(place.0, at: distance) == nil)
            }
        }
    }
}
