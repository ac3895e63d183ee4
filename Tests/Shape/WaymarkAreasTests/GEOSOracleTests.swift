import CGEOS
import RegionTestSupport
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkRegions

@Suite("Korea's regions, beside GEOS", .enabled(if: SharedData.isPresent))
struct GEOSOracleTests {
    @Test("contain the same places as in GEOS, also at their vertices", arguments: Boundaries.allCases)
    func geos(boundaries: Boundaries) throws {
        let set = try boundaries.regions(mending: MendedBorders())
        let plain = try PlainBoundaries(boundaries.bytes())
        let oracle = try GEOSOracle(plain)
        var generator = SplitMix64(seed: 11)
        var shared = 0
        for i in 0..<20_000 {
            var place = coordinate(
                .random(in: 33...38.7, using: &generator), .random(in: 124.5...131, using: &generator))
            if i % 2 == 0 {
                let vertex = plain.edge(using: &generator).0
                place = coordinate(vertex.y, vertex.x)
            }
            let found = set.regions(containing: place)
            shared += found.count > 1 ? 1 : 0
            if found != oracle.regions(containing: place) { Issue.record("\(place)") }
        }
        #expect(shared > 1_000, "\(shared)")
    }
}

/// Prepared polygons of GEOS, queried one after another.
final class GEOSOracle {
    private let context: GEOSContextHandle_t
    private var shapes: [(geometry: OpaquePointer, prepared: OpaquePointer, box: [Double])] = []

    init(_ boundaries: PlainBoundaries) throws {
        context = try #require(GEOS_init_r())
        for polygons in boundaries.regions {
            let text = polygons.map { rings in
                "("
                    + rings.map { ring in "(" + ring.map { "\($0.x) \($0.y)" }.joined(separator: ",") + ")" }
                    .joined(separator: ",") + ")"
            }
            let reader = try #require(GEOSWKTReader_create_r(context))
            defer { GEOSWKTReader_destroy_r(context, reader) }
            let geometry = try #require(
                GEOSWKTReader_read_r(context, reader, "MULTIPOLYGON(\(text.joined(separator: ",")))"))
            let points = polygons.joined().joined()
            shapes.append(
                (
                    geometry, try #require(GEOSPrepare_r(context, geometry)),
                    [points.map(\.x).min()!, points.map(\.y).min()!, points.map(\.x).max()!, points.map(\.y).max()!]
                ))
        }
    }

    deinit {
        for shape in shapes {
            GEOSPreparedGeom_destroy_r(context, shape.prepared)
            GEOSGeom_destroy_r(context, shape.geometry)
        }
        GEOS_finish_r(context)
    }

    func regions(containing place: Coordinate) -> [Int] {
        let point = GEOSGeom_createPointFromXY_r(context, place.longitude, place.latitude)
        defer { GEOSGeom_destroy_r(context, point) }
        return shapes.indices.filter { i in
            let box = shapes[i].box
            return place.longitude >= box[0] && place.latitude >= box[1] && place.longitude <= box[2]
                && place.latitude <= box[3] && GEOSPreparedIntersects_r(context, shapes[i].prepared, point) == 1
        }
    }
}
