import Benchmark
import CPROJDirect
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

/// Maps, geodesics, regions and corridors, for `count` places in Korea.
func mapBenchmarks(_ count: Int) {
    let places: @Sendable (DataSet) -> (x: [Double], y: [Double]) = { data in
        (data.places.map(\.longitude), data.places.map(\.latitude))
    }
    for system in ["EPSG:5179", "EPSG:5174"] {
        run(
            "projected to \(system), one thread", .waymark, .korea, count,
            { (try ProjectionPool(to: system, refusesOutsideArea: false), places($0)) }
        ) { pool, places in
            var (x, y) = places
            blackHole(try pool.project(x: &x, y: &y, jobs: 1))
        }
        run(
            "projected to \(system), one thread", .proj, .korea, count,
            { (PROJTransformation(to: system), places($0)) }
        ) { transformation, places in
            var (x, y) = places
            blackHole(transformation.project(x: &x, y: &y))
        }
    }

    run("geodesics between places in a row", .waymark, .korea, count, { $0.places }) { places in
        for (a, b) in zip(places, places.dropFirst()) { blackHole(Geodesic.wgs84.distance(from: a, to: b)) }
    }
    run("geodesics between places in a row", .proj, .korea, count, { $0.places }) { places in
        var ellipsoid = geod_geodesic()
        geod_init(&ellipsoid, 6_378_137, 1 / 298.257_223_563)
        var length = 0.0
        for (a, b) in zip(places, places.dropFirst()) {
            geod_inverse(&ellipsoid, a.latitude, a.longitude, b.latitude, b.longitude, &length, nil, nil)
            blackHole(length)
        }
    }
    run("on a local map, and apart", .waymark, .korea, count, { $0.places }) { places in
        let map = LocalProjection(around: places[0], radius: .kilometers(100))
        for place in places {
            if let point = try? map.project(place) { blackHole(point.distance(to: .init(east: 0, north: 0))) }
        }
    }

    // Beside the same questions on the sphere, in PointBenchmarks.
    let radius = Meters.kilometers(10)
    ask("within 10 km on the ellipsoid by distance", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.points(within: radius, of: $1, on: .wgs84).count
    }
    ask("within 10 km on the ellipsoid in any order", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.unsortedPoints(within: radius, of: $1, on: .wgs84).count
    }
    ask("within 10 km on the ellipsoid counted", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.countOfPoints(within: radius, of: $1, on: .wgs84)
    }
    ask("10 nearest on the ellipsoid", .waymark, .korea, count, .thousand, { PointIndex($0.places) }) {
        $0.nearest(to: $1, count: 10, on: .wgs84).count
    }

    run(
        "region of each place, of \(Fields().rings.count)", .waymark, .korea, count,
        { (try RegionSet(geoJSON: Fields().geoJSON, file: "fields"), $0.places) }
    ) { regions, places in
        for place in places { blackHole(regions.region(containing: place)) }
    }
    if count <= 10_000 {
        run("region of each place, of \(Fields().rings.count)", .naive, .korea, count, { (Fields().rings, $0.places) })
        {
            rings, places in
            for place in places { blackHole(NaiveLines.field(place, rings)) }
        }
    }

    // A road of about 80 km.
    run(
        "within 1 km of a line of 8000", .waymark, .korea, count,
        { (PointIndex($0.places), Track(8_000).places) }
    ) { index, line in
        blackHole(Corridor(along: line, width: .kilometers(1)).points(of: index))
    }
    if count <= 1_000 {
        run("within 1 km of a line of 8000", .naive, .korea, count, { ($0.places, Track(8_000).places) }) {
            places, line in
            for place in places {
                blackHole(
                    zip(line, line.dropFirst()).contains {
                        Sphere.earth.nearestPoint(to: place, onSegmentFrom: $0, to: $1).distance <= .kilometers(1)
                    })
            }
        }
    }
}
