import CPROJ
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkProjections

@Suite("Projection")
struct ProjectionTests {
    struct Vector {
        let code: String
        let place: Coordinate
        let point: ProjectedPoint
    }

    static func vectors() throws -> [Vector] {
        let text = String(decoding: try SharedData.bytes("proj/korea-crs-vectors-even.csv"), as: UTF8.self)
        return try text.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: ",")
            let numbers = fields.dropFirst().compactMap { Double($0) }
            return Vector(
                code: "EPSG:\(fields[0])", place: try Coordinate(latitude: numbers[1], longitude: numbers[0]),
                point: ProjectedPoint(east: numbers[2], north: numbers[3]))
        }
    }

    @Test(
        "reproduces the vectors of eight Korean systems, both ways",
        .enabled(if: SharedData.isPresent, "shared/data is absent"))
    func vectors() throws {
        let vectors = try Self.vectors()
        #expect(vectors.count == 2128)
        for (code, rows) in Dictionary(grouping: vectors, by: \.code) {
            var projection = try Projection(to: code, refusesOutsideArea: false)
            let isShifted = ["EPSG:5174", "EPSG:5178"].contains(code)
            #expect((projection.series == nil) == (isShifted || code == "EPSG:3857"), "\(code)")
            var (worst, worstBack) = (0.0, 0.0)
            for row in rows {
                let point = try projection.project(row.place)
                worst = max(worst, point.distance(to: row.point))
                let back = try projection.unproject(row.point)
                worstBack = max(worstBack, Sphere.earth.distance(from: back, to: row.place).value)
            }
            // The file's digits are micrometres; the systems with a shift are restored only within 5 mm.
            #expect(worst < 1e-3, "\(code): \(worst) m")
            #expect(worstBack < (isShifted ? 0.01 : 1e-3), "\(code): \(worstBack) m back")
        }
    }

    @Test("describes a system")
    func referenceSystem() throws {
        let korea = try ReferenceSystem("EPSG:5179")
        #expect(korea.name == "Korea 2000 / Unified CS" && korea.kind == .projected)
        #expect(korea.axes.map(\.direction) == ["north", "east"] && korea.axes.map(\.unit) == ["metre", "metre"])
        let area = try #require(korea.areaOfUse)
        #expect(area.contains(try Coordinate(latitude: 37.5, longitude: 127)))
        #expect(try ReferenceSystem("EPSG:4326").kind == .geographic)
        #expect(try ReferenceSystem("EPSG:5703").kind == .other)
    }

    @Test("a foot is a foot: EPSG:2263 is in US survey feet, and so are its points; they were in metres")
    func feet() throws {
        var newYork = try Projection(to: "EPSG:2263")
        let point = try newYork.project(try Coordinate(latitude: 40.7128, longitude: -74.006))
        // By pyproj 3.7 (PROJ 9.5.1), in US survey feet of 1200/3937 m.
        #expect(abs(newYork.target.metersPerUnit - 1200.0 / 3937) < 1e-15)
        #expect(abs(point.east - 982_586.634) < 0.01, "\(point)")
        #expect(abs(point.north - 198_968.820) < 0.01, "\(point)")
        let back = try newYork.unproject(point)
        #expect(
            Sphere.earth.distance(from: back, to: try Coordinate(latitude: 40.7128, longitude: -74.006)).value < 0.01)
        // Distances on the map are in metres regardless of its unit: Battery Park to Central Park, 8 km.
        let (from, to) = (
            try Coordinate(latitude: 40.7033, longitude: -74.017), try Coordinate(latitude: 40.7656, longitude: -73.972)
        )
        let measured = try newYork.distance(from: from, to: to).distance
        #expect(abs(measured / Geodesic.wgs84.distance(from: from, to: to) - 1) < 1e-4, "\(measured)")
    }

    @Test("a foot is a foot in a system with a shift to WGS 84 too: it was taken for a metre")
    func feetWithShift() throws {
        let system = "+proj=tmerc +lat_0=38 +lon_0=127 +ellps=bessel +towgs84=-115,474,674"
        let place = try Coordinate(latitude: 37.5, longitude: 127.5)
        var feet = try Projection(to: system + " +units=us-ft")
        var metres = try Projection(to: system + " +units=m")
        #expect(feet.target.axes.map(\.unit) == ["US survey foot", "US survey foot"])
        let (inFeet, inMetres) = (try feet.project(place), try metres.project(place))
        let foot = 1200.0 / 3937
        let converted = ProjectedPoint(east: inFeet.east * foot, north: inFeet.north * foot)
        #expect(converted.distance(to: inMetres) < 1e-6, "\(inFeet) and \(inMetres)")
        #expect(abs(try feet.scaleFactor(at: place) - metres.scaleFactor(at: place)) < 1e-9)
    }

    @Test("refuses invalid systems, systems that are not maps, and places outside, with the reason")
    func refusals() throws {
        func reason(_ source: String, _ target: String) -> String {
            do {
                _ = try Projection(from: source, to: target)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(reason("EPSG:4326", "EPSG:999999").contains("EPSG:999999"))
        #expect(reason("EPSG:4326", "").contains("is not a known coordinate reference system"))
        #expect(reason("EPSG:4326", "a\0b").contains("is not a known coordinate reference system"))
        #expect(reason("EPSG:4326", "EPSG:4737") == "EPSG:4737 is not a projected coordinate reference system")
        #expect(reason("EPSG:5179", "EPSG:5179") == "EPSG:5179 is not a geographic coordinate reference system")
        // Grads from Paris, which were taken for degrees from Greenwich; and degrees from Paris.
        #expect(
            reason("EPSG:4807", "EPSG:27572")
                == "places cannot be given in EPSG:4807: its unit is the grad, but degrees are needed")
        #expect(reason("+proj=longlat +ellps=WGS84 +pm=paris", "EPSG:5179").contains("its prime meridian is Paris"))
        var korea = try Projection(to: "EPSG:5179")
        let paris = try Coordinate(latitude: 48.85, longitude: 2.35)
        let area = try #require(korea.target.areaOfUse)
        #expect(
            Self.refusal { () throws(ProjectionError) in _ = try korea.project(paris) }
                == .outsideAreaOfUse(paris, system: "EPSG:5179", area: area))
        // Seoul, with swapped east and north.
        let exchanged = ProjectedPoint(east: 1_952_035, north: 953_898)
        let words = Self.refusal { () throws(ProjectionError) in _ = try korea.unproject(exchanged) }
        #expect("\(words!)".contains("with east and north exchanged it lies inside"), "\(words!)")
    }

    @Test(
        "systems whose datums PROJ cannot relate are refused: it silently omitted the shift of hundreds of metres",
        arguments: [
            "+proj=tmerc +lat_0=38 +lon_0=127 +ellps=bessel", "+proj=tmerc +lat_0=38 +lon_0=127 +a=6378000 +rf=300",
        ])
    func ballpark(system: String) throws {
        let words = Self.refusal { () throws(ProjectionError) in _ = try Projection(to: system) }
        #expect(words == .onlyBallpark(source: "EPSG:4326", target: system))
        #expect("\(words!)".contains("hundreds of metres") && "\(words!)".contains("+towgs84"))
        // With its shift it is accepted: in Seoul, Korea's was 300 m.
        let place = try Coordinate(latitude: 37.5665, longitude: 126.978)
        var shifted = try Projection(to: system + " +towgs84=-115,474,674")
        _ = try shifted.project(place)
        #expect(throws: ProjectionError.self) { try ProjectionPool(to: system) }
        // Only the ellipsoid of WGS 84 or GRS 80 means WGS 84.
        for ellipsoid in ["WGS84", "GRS80"] {
            var plain = try Projection(to: "+proj=utm +zone=52 +ellps=\(ellipsoid)")
            var named = try Projection(to: "EPSG:32652")
            #expect(try plain.project(place).distance(to: named.project(place)) < 0.001)
        }
    }

    static func refusal(_ body: () throws(ProjectionError) -> Void) -> ProjectionError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("the scale factor is the ratio of a short line on the map to the geodesic")
    func scaleFactor() throws {
        var korea = try Projection(to: "EPSG:5179")
        #expect(abs(try korea.scaleFactor(at: Coordinate(latitude: 37, longitude: 127.5)) - 0.9996) < 1e-9)
        let here = try Coordinate(latitude: 37, longitude: 129.5)
        let there = try Coordinate(latitude: 37.001, longitude: 129.5)
        let onMap = try korea.project(here).distance(to: korea.project(there))
        // A thousandth of a degree of the meridian at 37.0005° N on GRS 80: 110.98... m, by geodesic.h.
        let onEarth = Geodesic.wgs84.distance(from: here, to: there)
        #expect(abs(onMap / onEarth.value - (try korea.scaleFactor(at: here))) < 1e-7)

        // Compared with PROJ's own factors.
        let context = try #require(proj_context_create())
        defer { proj_context_destroy(context) }
        let oracle = try #require(proj_create(context, "+proj=utm +zone=52 +ellps=WGS84"))
        defer { proj_destroy(oracle) }
        let utm = TransverseMercator(utmZone: 52, isSouth: false)
        var generator = SplitMix64(seed: 9)
        for _ in 0..<1000 {
            let place = try Coordinate(
                latitude: .random(in: -85...85, using: &generator), longitude: .random(in: 119...139, using: &generator)
            )
            let factors = proj_factors(
                oracle, proj_coord(place.longitude * .pi / 180, place.latitude * .pi / 180, 0, 0))
            // PROJ differentiates numerically.
            #expect(abs(factors.meridional_scale - utm.scaleFactor(at: place)) < 1e-7)
        }
        #expect(utm.scaleFactor(at: try Coordinate(latitude: 90, longitude: 0)).isFinite)
        var conic = try Projection(to: "EPSG:2263")
        #expect(abs(try conic.scaleFactor(at: Coordinate(latitude: 40.7128, longitude: -74.006)) - 1) < 1e-4)
    }
}
