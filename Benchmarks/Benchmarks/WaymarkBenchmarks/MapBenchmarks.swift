import Benchmark
import CPROJDirect
import MadeUpData
import Waymark

/// A projection by PROJ alone.
private final class PROJTransformation {
    private let context = proj_context_create()
    private let transformation: OpaquePointer

    init(to system: String) {
        guard let made = proj_create_crs_to_crs(context, "EPSG:4326", system, nil),
            let normalized = proj_normalize_for_visualization(context, made)
        else { preconditionFailure("PROJ has \(system)") }
        proj_destroy(made)
        transformation = normalized
    }

    deinit {
        proj_destroy(transformation)
        proj_context_destroy(context)
    }

    func project(x: inout [Double], y: inout [Double]) -> Int {
        let (stride, count) = (MemoryLayout<Double>.stride, x.count)
        return x.withUnsafeMutableBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                proj_trans_generic(
                    transformation, PJ_FWD, x.baseAddress, stride, count, y.baseAddress, stride, count, nil, 0, 0,
                    nil, 0, 0)
            }
        }
    }
}

/// Maps and geodesics, for `count` places in Korea.
func mapBenchmarks(_ count: Int) {
    let places: @Sendable (DataSet) -> (x: [Double], y: [Double]) = { data in
        (data.places.map(\.longitude), data.places.map(\.latitude))
    }
    for system in ["EPSG:5179", "EPSG:5174"] {
        run(
            "projected to \(system), one thread", .waymark, .korea, count,
            { (pool: try ProjectionPool(to: system, refusesOutsideArea: false), data: $0) }
        ) { pool, data in
            try pool.withProjection { (projection) throws(ProjectionError) -> [ProjectedPoint] in
                var points: [ProjectedPoint] = []
                points.reserveCapacity(data.places.count)
                for place in data.places { points.append(try projection.project(place)) }
                return points
            }
        } check: { state, points in
            var (x, y) = places(state.data)
            _ = PROJTransformation(to: system).project(x: &x, y: &y)
            return zip(x, points).allSatisfy { abs($0 - $1.east) < 1e-3 }
                && zip(y, points).allSatisfy { abs($0 - $1.north) < 1e-3 }
        }
        run(
            "projected to \(system), one thread", .proj, .korea, count,
            { (PROJTransformation(to: system), places($0)) }
        ) { transformation, places in
            var (x, y) = places
            return transformation.project(x: &x, y: &y)
        } check: { _, projected in
            projected == count
        }
    }

    let lengthOnSphere = { (places: [Coordinate]) in
        zip(places, places.dropFirst()).reduce(0.0) { $0 + NaivePoints.distance($1.0, $1.1) }
    }
    let isAbout = { (a: Double, b: Double) in abs(a - b) <= 0.0057 * max(a, b) }
    run("geodesics between places in a row", .waymark, .korea, count, { $0.places }) { places in
        zip(places, places.dropFirst()).reduce(0.0) { $0 + Geodesic.wgs84.distance(from: $1.0, to: $1.1).value }
    } check: { places, sum in
        isAbout(sum, lengthOnSphere(places))
    }
    run("geodesics between places in a row", .proj, .korea, count, { $0.places }) { places in
        var ellipsoid = geod_geodesic()
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257_223_563)
        var (sum, length) = (0.0, 0.0)
        for (a, b) in zip(places, places.dropFirst()) {
            geod_inverse(&ellipsoid, a.latitude, a.longitude, b.latitude, b.longitude, &length, nil, nil)
            sum += length
        }
        return sum
    } check: { places, sum in
        isAbout(sum, lengthOnSphere(places))
    }
    run("on a local map, and apart", .waymark, .korea, count, { $0.places }) { places in
        let map = LocalProjection(around: places[0], radius: .kilometers(100))
        return places.map { place in
            (try? map.project(place))?.distance(to: .init(east: 0, north: 0))
        }
    } check: { places, lengths in
        // Within 100 km the map is true to a few millimetres; sphere and ellipsoid differ by up to 0.56 %.
        zip(places, lengths).allSatisfy { place, length in
            length.map { isAbout($0, Sphere.earth.distance(from: places[0], to: place).value) } ?? true
        } && lengths[0] ?? 1 < 0.001
    }

    // Beside the same questions on the sphere, in PointBenchmarks.
    let radius = Meters.kilometers(10)
    let within: (NaivePoints, Coordinate) -> Int = { $0.onEllipsoid(within: radius, of: $1).count }
    let ten: (NaivePoints, Coordinate) -> Int = { naive, center in
        var radius = Meters.kilometers(1)
        while naive.onEllipsoid(within: radius, of: center).count < min(10, naive.places.count) { radius = radius * 2 }
        return naive.onEllipsoid(within: radius, of: center).sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(10)
            .reduce(0) { $0 + $1.0 }
    }
    ask("within 10 km on the ellipsoid by distance", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.points(within: radius, of: $1, on: .wgs84).count
    } expecting: {
        within($0, $1)
    }
    ask("within 10 km on the ellipsoid in any order", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.unsortedPoints(within: radius, of: $1, on: .wgs84).count
    } expecting: {
        within($0, $1)
    }
    ask("within 10 km on the ellipsoid counted", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.countOfPoints(within: radius, of: $1, on: .wgs84)
    } expecting: {
        within($0, $1)
    }
    ask("10 nearest on the ellipsoid", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.nearest(to: $1, count: 10, on: .wgs84).reduce(0) { $0 + $1.index }
    } expecting: {
        ten($0, $1)
    }
}
