import Benchmark
import CGEOSDirect
import MadeUpData
import Waymark

/// Regions read, asked and drawn, for `count` places in Korea.
func regionBenchmarks(_ count: Int) {
    let all = Fields().rings.count
    run("region of each place, of \(all)", .waymark, .korea, count, { (try regions(Fields()), $0.places) }) {
        regions, places in
        places.map { regions.region(containing: $0) }
    } check: { state, found in
        zip(state.1, found).prefix(1000).allSatisfy { NaiveLines.field($0, Fields().rings) == $1 }
    }
    if count <= 100_000 {
        run("region of each place, of \(all)", .geos, .korea, count, { (PreparedFields(Fields()), $0.places) }) {
            fields, places in
            places.map { fields.field(containing: $0) }
        } check: { state, found in
            zip(state.1, found).prefix(1000).allSatisfy { NaiveLines.field($0, Fields().rings) == $1 }
        }
    }
    if count <= 10_000 {
        run("region of each place, of \(all)", .naive, .korea, count, { (Fields().rings, $0.places) }) {
            rings, places in
            places.map { NaiveLines.field($0, rings) }
        } check: { _, found in
            found.contains { $0 != nil }
        }
    }
    // Between the dark fields of the board one is in no region.
    run(
        "nearest region within 5 km of each place, of \(all / 2)", .waymark, .korea, count,
        { data in
            let dark = try regions(.dark)
            return (dark, data.places.filter { dark.region(containing: $0) == nil })
        }
    ) { regions, places in
        places.map { regions.nearestRegion(to: $0, within: .kilometers(5)) }
    } check: { state, found in
        zip(state.1, found).prefix(20).allSatisfy { place, found in
            let least = Fields.dark.rings.lazy.map { distance(from: place, to: $0) }.min() ?? .infinity
            return found.map { abs($0.distance.value - least) < 1 } ?? (least > 4_999)
        }
    }

    @Sendable func isWithinKilometre(of line: [Coordinate], _ place: Coordinate) -> Bool {
        zip(line, line.dropFirst()).contains {
            Sphere.earth.nearestPoint(to: place, onSegmentFrom: $0, to: $1).distance <= .kilometers(1)
        }
    }
    // A road of about 80 km.
    run(
        "within 1 km of a line of 8000", .waymark, .korea, count,
        { (PointIndex($0.places), Track(8_000).places) }
    ) { index, line in
        Corridor(along: line, width: .kilometers(1)).points(of: index).count
    } check: { state, found in
        // All places, of up to a thousand.
        count > 1_000 || found == DataSet(.korea, count).places.count { isWithinKilometre(of: state.1, $0) }
    }
    if count <= 1_000 {
        run("within 1 km of a line of 8000", .naive, .korea, count, { ($0.places, Track(8_000).places) }) {
            places, line in
            places.count { isWithinKilometre(of: line, $0) }
        } check: { state, found in
            found <= state.0.count
        }
    }
}

/// Regions and corridors whatever the number of places.
func borderBenchmarks() {
    run("\(Fields().rings.count) regions read", .waymark, { Fields().geoJSON }) {
        try RegionSet(geoJSON: $0, file: "fields")
    } check: {
        $1.regions.count == Fields().rings.count && $0.count > 0
    }
    run(
        "outline of a corridor 1 km wide along a line of 8000", .waymark,
        { Corridor(along: Track(8_000).places, width: .kilometers(1)) }
    ) {
        try $0.outline()
    } check: { _, outline in
        outline.contains { ring in ring.rings.contains { $0.count > 100 } }
    }
}

private func regions(_ fields: Fields) throws -> RegionSet { try RegionSet(geoJSON: fields.geoJSON, file: "fields") }

/// Metres to the nearest edge of a ring.
private func distance(from place: Coordinate, to ring: [(x: Double, y: Double)]) -> Double {
    let corners = (ring + [ring[0]]).compactMap { try? Coordinate(latitude: $0.y, longitude: $0.x) }
    return zip(corners, corners.dropFirst()).map {
        Sphere.earth.nearestPoint(to: place, onSegmentFrom: $0, to: $1).distance.value
    }.min() ?? .infinity
}

/// Prepared polygons of GEOS, of which those are asked whose boxes hold the place, one after another.
private final class PreparedFields {
    private let context: GEOSContextHandle_t
    private var fields: [(geometry: OpaquePointer, prepared: OpaquePointer, box: BoundingBox)] = []

    init(_ fields: Fields) {
        guard let context = GEOS_init_r(), let reader = GEOSWKTReader_create_r(context) else {
            preconditionFailure("GEOS gives a context")
        }
        self.context = context
        defer { GEOSWKTReader_destroy_r(context, reader) }
        for ring in fields.rings {
            let text = (ring + [ring[0]]).map { "\($0.x) \($0.y)" }.joined(separator: ",")
            guard let geometry = GEOSWKTReader_read_r(context, reader, "POLYGON((\(text)))"),
                let prepared = GEOSPrepare_r(context, geometry),
                let box = BoundingBox(enclosing: ring.compactMap { try? Coordinate(latitude: $0.y, longitude: $0.x) })
            else { preconditionFailure("a field is a polygon") }
            self.fields.append((geometry, prepared, box))
        }
    }

    deinit {
        for field in fields {
            GEOSPreparedGeom_destroy_r(context, field.prepared)
            GEOSGeom_destroy_r(context, field.geometry)
        }
        GEOS_finish_r(context)
    }

    func field(containing place: Coordinate) -> Int? {
        let point = GEOSGeom_createPointFromXY_r(context, place.longitude, place.latitude)
        defer { GEOSGeom_destroy_r(context, point) }
        return fields.firstIndex {
            $0.box.contains(place) && GEOSPreparedIntersects_r(context, $0.prepared, point) == 1
        }
    }
}
