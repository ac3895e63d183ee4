import CGEOS
import Foundation
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkRegions

/// The rings of a boundary file as Foundation reads them: independent of what is tested.
struct PlainBoundaries {
    /// Region by region, polygon by polygon, ring by ring: longitude, latitude.
    var regions: [[[[(x: Double, y: Double)]]]] = []

    private struct Collection: Decodable { var features: [Feature] }
    private struct Feature: Decodable { var geometry: Geometry }
    private struct Geometry: Decodable {
        var polygons: [[[[Double]]]]

        enum Keys: String, CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            polygons =
                try container.decode(String.self, forKey: .type) == "Polygon"
                ? [container.decode([[[Double]]].self, forKey: .coordinates)]
                : container.decode([[[[Double]]]].self, forKey: .coordinates)
        }
    }

    init(_ bytes: ContiguousArray<UInt8>) throws {
        regions = try JSONDecoder().decode(Collection.self, from: Data(bytes)).features.map {
            $0.geometry.polygons.map { $0.map { $0.map { (x: $0[0], y: $0[1]) } } }
        }
    }

    /// All regions whose winding number at a place is not zero, by angles: the obvious slow way. Holes wind the other way
    /// or not, so each ring is taken for itself.
    func regions(containing place: Coordinate) -> [Int] {
        regions.indices.filter { region in
            regions[region].contains { rings in
                winding(rings[0], place) != 0 && !rings.dropFirst().contains { winding($0, place) != 0 }
            }
        }
    }

    private func winding(_ ring: [(x: Double, y: Double)], _ place: Coordinate) -> Int {
        guard ring.contains(where: { $0.y > place.latitude }), ring.contains(where: { $0.y < place.latitude }),
            ring.contains(where: { $0.x > place.longitude }), ring.contains(where: { $0.x < place.longitude })
        else { return 0 }
        var turned = 0.0
        for (a, b) in zip(ring, ring.dropFirst()) {
            let (ax, ay) = (a.x - place.longitude, a.y - place.latitude)
            let (bx, by) = (b.x - place.longitude, b.y - place.latitude)
            turned += atan2(ax * by - ay * bx, ax * bx + ay * by)
        }
        return Int((turned / (2 * .pi)).rounded())
    }
}

@Suite("Korea's regions", .enabled(if: SharedData.isPresent))
struct RegionOracleTests {
    @Test("are read whole, named, and without a fault", arguments: zip(Boundaries.allCases, [17, 251, 3482]))
    func read(boundaries: Boundaries, count: Int) throws {
        let set = try boundaries.regions()
        #expect(set.regions.count == count && set.report.features == count)
        #expect(set.report.notes.isEmpty, "\(set.report.notes.first.map { "\($0)" } ?? "")")
        #expect(set.regions.allSatisfy { !$0.name.isEmpty && !$0.code.isEmpty })
        // South Korea has 100 000 km²; the boundaries hold bays and tidal flats too.
        let area = set.regions.reduce(0) { $0 + $1.squareMeters } / 1e6
        #expect((97_000...106_000).contains(area), "\(area) km²")
    }

    @Test("hold what the winding numbers of all rings say", arguments: Boundaries.allCases)
    func windingNumbers(boundaries: Boundaries) throws {
        let bytes = try boundaries.bytes()
        let set = try boundaries.regions()
        let plain = try PlainBoundaries(bytes)
        var generator = SplitMix64(seed: 7)
        let count = boundaries == .submunicipalities ? 4_000 : 12_000
        var inside = 0
        for _ in 0..<count {
            let place = coordinate(
                .random(in: 33...38.7, using: &generator), .random(in: 124.5...131, using: &generator))
            let expected = plain.regions(containing: place)
            #expect(set.regions(containing: place) == expected, "\(place)")
            #expect(set.region(containing: place) == expected.first, "\(place)")
            inside += expected.isEmpty ? 0 : 1
        }
        #expect(inside > count / 10)
    }

    @Test("hold what GEOS says, at their vertices too", arguments: Boundaries.allCases)
    func geos(boundaries: Boundaries) throws {
        let set = try boundaries.regions()
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

    @Test(
        "contain what exact integers say, for places as near to borders as doubles allow",
        arguments: Boundaries.allCases)
    func exact(boundaries: Boundaries) throws {
        let set = try boundaries.regions()
        let plain = try PlainBoundaries(boundaries.bytes())
        var generator = SplitMix64(seed: 13)
        let count = boundaries == .submunicipalities ? 1_000 : 3_000
        var (none, one, more) = (0, 0, 0)
        for _ in 0..<count {
            let (a, b) = plain.edge(using: &generator)
            let t = Double.random(in: 0...1, using: &generator)
            let place = coordinate(a.y + (b.y - a.y) * t, a.x + (b.x - a.x) * t)
            let found = set.regions(containing: place)
            if found != plain.exactRegions(containing: place) { Issue.record("\(place)") }
            none += found.isEmpty ? 1 : 0
            one += found.count == 1 ? 1 : 0
            more += found.count > 1 ? 1 : 0
        }
        #expect(none > 20 && one > 500, "\(none) \(one) \(more)")
    }

    @Test("answer the same to many tasks at once, and to one after another")
    func concurrent() async throws {
        let set = try Boundaries.municipalities.regions()
        var generator = SplitMix64(seed: 3)
        let places = (0..<2_000).map { _ in
            coordinate(.random(in: 33...38.7, using: &generator), .random(in: 124.5...131, using: &generator))
        }
        let expected = places.map { set.nearestRegion(to: $0, within: .kilometers(3)) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { places.map { set.nearestRegion(to: $0, within: .kilometers(3)) } == expected }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test(
        "are as near as the nearest of many places along their borders",
        arguments: [Boundaries.provinces, .municipalities])
    func nearest(boundaries: Boundaries) throws {
        let bytes = try boundaries.bytes()
        let set = try boundaries.regions()
        let plain = try PlainBoundaries(bytes)
        var generator = SplitMix64(seed: 5)
        var (found, none) = (0, 0)
        for _ in 0..<60 {
            let place = coordinate(
                .random(in: 32.8...38.9, using: &generator), .random(in: 124...131.5, using: &generator))
            guard set.region(containing: place) == nil else { continue }
            let tolerance = Meters.kilometers(.random(in: 0.5...60, using: &generator))
            let expected = plain.nearest(to: place)
            let match = set.nearestRegion(to: place, within: tolerance)
            if expected.distance > tolerance + Meters(0.5) {
                none += 1
                #expect(match == nil)
            } else if expected.distance < tolerance - Meters(0.5) {
                found += 1
                let match = try #require(match)
                // Edges are sampled, and the sample is never nearer than the edge.
                #expect(abs(match.distance.value - expected.distance.value) < 0.5)
                #expect(expected.regions.contains(match.index))
            }
        }
        #expect(found >= 10 && none >= 5, "\(found) \(none)")
    }
}

extension PlainBoundaries {
    /// Any edge of an outer ring.
    func edge(using generator: inout SplitMix64) -> ((x: Double, y: Double), (x: Double, y: Double)) {
        let ring = regions.randomElement(using: &generator)!.randomElement(using: &generator)![0]
        let i = Int.random(in: 0..<ring.count - 1, using: &generator)
        return (ring[i], ring[i + 1])
    }

    /// All regions that hold a place, on their borders too, in integers: every double from 32 to 256 is a multiple of 2⁻⁴⁷.
    func exactRegions(containing place: Coordinate) -> [Int] {
        func whole(_ degree: Double) -> Int128 { Int128(degree * 0x1p47) }
        let (x, y) = (whole(place.longitude), whole(place.latitude))
        return regions.indices.filter { region in
            var isInside = false
            for ring in regions[region].joined() {
                for (a, b) in zip(ring, ring.dropFirst())
                where max(a.y, b.y) >= place.latitude && min(a.y, b.y) <= place.latitude {
                    let (ax, ay, bx, by) = (whole(a.x), whole(a.y), whole(b.x), whole(b.y))
                    let side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                    if side == 0, min(ax, bx) <= x, max(ax, bx) >= x { return true }
                    if (ay > y) != (by > y), (side > 0) == (by > ay) { isInside.toggle() }
                }
            }
            return isInside
        }
    }

    /// The least distance to any edge, each cut into pieces of up to 0.0005°, and the regions within half a metre of it.
    func nearest(to place: Coordinate) -> (distance: Meters, regions: [Int]) {
        var least = [Meters](repeating: Meters(.infinity), count: regions.count)
        for (region, polygons) in regions.enumerated() {
            for ring in polygons.joined() {
                // Far rings are not worth the time: the box of a ring is never farther than the ring.
                for (a, b) in zip(ring, ring.dropFirst()) {
                    let whole = Sphere.earth.distance(from: place, to: coordinate(a.y, a.x))
                    if whole.value > least[region].value + 60_000 { continue }
                    let pieces = max(1, (max(abs(b.x - a.x), abs(b.y - a.y)) / 0.01).rounded(.up))
                    for piece in 0..<Int(pieces) {
                        let (t, u) = (Double(piece) / pieces, Double(piece + 1) / pieces)
                        let distance = Sphere.earth.distance(
                            from: place, toSegmentFrom: coordinate(a.y + (b.y - a.y) * t, a.x + (b.x - a.x) * t),
                            to: coordinate(a.y + (b.y - a.y) * u, a.x + (b.x - a.x) * u))
                        least[region] = min(least[region], distance)
                    }
                }
            }
        }
        let nearest = least.min()!
        return (nearest, least.indices.filter { least[$0].value < nearest.value + 0.5 })
    }
}

/// Prepared polygons of GEOS, asked one after another.
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
