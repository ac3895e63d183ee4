import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkMeasures
import WaymarkPlaces
import WaymarkProjections
import WaymarkTables

@Suite("PlaceSystem by libproj")
struct PlaceSystemTests {
    private func places(
        _ text: String, _ system: PlaceSystem?
    ) throws -> (places: [Coordinate], rejections: [Rejection]) {
        let batch = try PlaceTable(MemorySource(Array(text.utf8), name: "places"))
        let read = try batch.places(columns: PlaceColumnNames(system: system))
        return (read.places.map(\.coordinate), read.rejected.map(\.rejection))
    }

    @Test(
        "points of eight systems are the places of the vectors, to a millimetre without a change of datum",
        .enabled(if: SharedData.isPresent, "shared/data is absent"))
    func vectors() throws {
        let text = String(decoding: try SharedData.bytes("proj/korea-crs-vectors-even.csv"), as: UTF8.self)
        var bySystem: [String: [[Double]]] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let numbers = line.split(separator: ",").compactMap { Double($0) }
            bySystem["EPSG:\(Int(numbers[0]))", default: []].append(numbers)
        }
        #expect(bySystem.count == 8)
        for (name, rows) in bySystem {
            let system = try PlaceSystem(projected: name, refusesOutsideArea: false)
            let read = try places("x,y\n" + rows.map { "\($0[3]),\($0[4])\n" }.joined(), system)
            try #require(read.places.count == rows.count && rows.count == 266)
            for (place, row) in zip(read.places, rows) {
                let distance = Sphere.earth.distance(from: place, to: coordinate(row[6], row[5]))
                #expect(distance.value < 0.001, "\(name) \(row): \(place)")
            }
        }
    }

    @Test("swapped numbers, places outside, degrees and text are rejected with line, column and reason")
    func refusals() throws {
        let system = try PlaceSystem(projected: "EPSG:5179")
        let read = try places(
            "x,y\n953898.4669,1952035.9792\n1952035.9792,953898.4669\n126.97,37.56\n1e300,-1e300\n9e5,\n3e6,2e6\nx,1\n",
            system)
        #expect(read.places.count == 1 && read.rejections.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(read.rejections.map(\.columnName) == ["y", "y", "y", "y", "y", "x"])
        let reasons = read.rejections.map(\.reason)
        #expect(reasons[0].hasSuffix("with east and north exchanged it lies inside"), "\(reasons[0])")
        #expect(reasons[0].contains("1952035.9792 E, 953898.4669 N lies outside the area of use of EPSG:5179"))
        #expect(reasons[1].hasSuffix("are these degrees?"), "\(reasons[1])")
        #expect(reasons[3] == "no y" && reasons[4].contains("area of use"))
        let free = try PlaceSystem(projected: "EPSG:5179", refusesOutsideArea: false)
        #expect(try places("x,y\n3e6,2e6\n", free).places.count == 1)
    }

    @Test("rows with swapped x and y are repaired if the other rows make it clear")
    func mending() throws {
        let system = try PlaceSystem(projected: "EPSG:5179")
        let text = "name,x,y\na,953898,1952035\nb,1952036,953899\nc,953900,1952037\n"
        let options = CatalogOptions(columns: PlaceColumnNames(system: system), mendsSwapped: true)
        let catalog = try AttractionCatalog(bytes: ContiguousArray(text.utf8), name: "places", options: options)
        #expect(catalog.attractions.map(\.name) == ["a", "b", "c"] && catalog.report.swappedMended == 1)
        let (a, b) = (catalog.attractions[0].coordinate, catalog.attractions[1].coordinate)
        #expect(Sphere.earth.distance(from: a, to: b).value < 3)
    }

    @Test("coordinates are in the system's own unit")
    func units() throws {
        // New York in US survey feet.
        let system = try PlaceSystem(projected: "EPSG:2263")
        let place = try #require(try places("x,y\n984250,196850\n", system).places.first)
        var projection = try Projection(to: "EPSG:2263")
        let point = try projection.project(place)
        #expect(abs(point.east - 984_250) < 1e-3 && abs(point.north - 196_850) < 1e-3)
        #expect((40.6...40.8).contains(place.latitude) && (-74.1 ... -73.9).contains(place.longitude))
    }

    @Test("a code is the same system in small letters and capitals")
    func names() throws {
        #expect(try PlaceSystem(projected: "epsg:5174") == PlaceSystem(projected: "EPSG:5174"))
        let text = "+proj=utm +zone=52"
        #expect(try PlaceSystem(projected: text).name == text)
    }

    @Test("anything but a projected system is an error before anything is read")
    func unknown() {
        #expect(throws: ProjectionError.self) { try PlaceSystem(projected: "EPSG:999999") }
        #expect(throws: ProjectionError.wrongKind("EPSG:4326", needed: .projected)) {
            try PlaceSystem(projected: "EPSG:4326")
        }
    }

    @Test("pairs in a system are measured like the same pairs in degrees")
    func pairs() throws {
        let system = try PlaceSystem(projected: "EPSG:5179")
        let text = "from_x,from_y,to_x,to_y\n953898.4669,1952035.9792,1140000,1690000\n953898,1952035,5,\n"
        let pairs = PairDistances([.geodesic], columns: .init(system: system))
        let result = try written({ try pairs.run(pairs: $0, output: $1, rejects: $2) }, text)
        #expect(result.summary.answered == 1 && result.rejects[1].prefix(3) == ["3", "4 (to_y)", "no y"])
        let read = try places("x,y\n953898.4669,1952035.9792\n1140000,1690000\n", system).places
        let distance = Geodesic.wgs84.distance(from: read[0], to: read[1])
        #expect(abs(Double(result.lines[1][4])! - distance.value) < 0.0006)
    }

    @Test(
        "124 936 restaurants have the places of ProjectedRows, in a catalog, a lookup and for any number of jobs",
        .enabled(if: SharedData.isPresent, "shared/data is absent"))
    func restaurants() throws {
        let bytes = try SharedData.bytes("poi-kr/seoul-restaurants-epsg5174.utf8-bom.csv.gz")
        let projected = try written(
            { try ProjectedRows(to: "EPSG:5174", isInverse: true).run(rows: $0, output: $1, rejects: $2, jobs: 2) },
            String(decoding: bytes, as: UTF8.self))
        let system = try PlaceSystem(projected: "EPSG:5174")
        var options = CatalogOptions(columns: PlaceColumnNames(system: system))
        options.merging = .nothing
        let catalog = try AttractionCatalog(bytes: ContiguousArray(bytes), name: "restaurants", options: options)
        #expect(catalog.report.rowsIn == 124_936 && catalog.report.rowsWithoutCoordinate == 1910)
        #expect(catalog.attractions.count == 123_026 && projected.lines.count == 123_027)
        var far = 0
        for (attraction, line) in zip(catalog.attractions, projected.lines.dropFirst()) {
            let place = attraction.coordinate
            if abs(place.longitude - Double(line[2])!) > 6e-10 || abs(place.latitude - Double(line[3])!) > 6e-10 {
                far += 1
            }
        }
        #expect(far == 0)
        let batch = LookupBatch(
            catalog,
            LookupBatchOptions(
                .nearest(count: 1, within: nil), columns: [.stopID, .stopLatitude, .stopLongitude, .distance],
                stops: StopOptions(columns: PlaceColumnNames(system: system))))
        func rows(jobs: Int) throws -> (Data, BatchSummary) {
            let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            var summary = try batch.run(
                stops: MemorySource(bytes, name: "restaurants"), output: OutputFile(path: file.path), jobs: jobs)
            summary.duration = .zero
            return (try Data(contentsOf: file), summary)
        }
        let one = try rows(jobs: 1)
        #expect(one.1.answered == 123_026 && one.1.rejected == 1910 && one.1.hits == 123_026)
        let isSame = try rows(jobs: 4) == one
        #expect(isSame)
    }
}
