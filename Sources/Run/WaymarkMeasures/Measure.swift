import WaymarkGeodesy
import WaymarkProjections
import WaymarkTables

/// The surface of a distance.
public enum Measure: Hashable, Sendable {
    /// The sphere: great circles.
    case haversine
    /// The ellipsoid WGS 84: geodesics.
    case geodesic
    /// A map: straight lines in a projected system, by EPSG code, WKT or PROJ string.
    case map(String)
    /// The usual map at the start: EPSG:5179 in Korea, otherwise a UTM zone.
    case usualMap

    /// The measure with a name: `haversine`, `geodesic`, `usual-map`, or a projected system.
    public init(_ text: String) {
        switch text.lowercased() {
        case "haversine": self = .haversine
        case "geodesic": self = .geodesic
        case "usual-map": self = .usualMap
        default: self = .map(text)
        }
    }

    /// Its columns: the distance in metres; for a map also the scale, and for the usual map its code.
    public var columns: [String] {
        switch self {
        case .haversine: ["haversine_m"]
        case .geodesic: ["geodesic_m"]
        case .map(let system): [Self.word(system) + "_m", Self.word(system) + "_scale"]
        case .usualMap: ["map_m", "map_scale", "map_crs"]
        }
    }

    /// The name of a system: codes such as `epsg:5179` in capitals, WKT and PROJ strings unchanged.
    static func name(_ system: String) -> String { isCode(system) ? system.uppercased() : system }

    private static func isCode(_ system: String) -> Bool { !system.contains { " +[]{}".contains($0) } }

    /// A system's name in a column name: `epsg5179`; `map` for WKT and PROJ strings.
    static func word(_ system: String) -> String {
        let word = system.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isCode(system) && !word.isEmpty ? word : "map"
    }
}

/// Measures distances; one for each thread.
final class Measurer {
    private let measures: [Measure]
    private let pools: MapPools
    private var projections: [Map: LeasedProjection] = [:]

    init(_ measures: [Measure], _ pools: MapPools) {
        (self.measures, self.pools) = (measures, pools)
    }

    /// Appends the fields of all measures, up to the first that refuses.
    func append(from start: Coordinate, to end: Coordinate, to buffer: inout CSVBuffer) throws(ProjectionError) {
        for measure in measures {
            switch measure {
            case .haversine: buffer.append(fixed: Sphere.earth.distance(from: start, to: end).value, decimals: 3)
            case .geodesic: buffer.append(fixed: Geodesic.wgs84.distance(from: start, to: end).value, decimals: 3)
            case .map(let system): try append(from: start, to: end, on: Map(system: system), to: &buffer)
            case .usualMap:
                guard let system = ReferenceSystem.usualProjected(at: start) else {
                    throw .outsideDomain(start, reason: "there is no usual map so near a pole")
                }
                try append(from: start, to: end, on: Map(system: system, refusesOutsideArea: false), to: &buffer)
                buffer.append(field: system)
            }
        }
    }

    private func append(
        from start: Coordinate, to end: Coordinate, on map: Map, to buffer: inout CSVBuffer
    ) throws(ProjectionError) {
        let projection = if let known = projections[map] { known } else { try LeasedProjection(pools.pool(map)) }
        projections[map] = projection
        let distance = try projection.with { (projection) throws(ProjectionError) in
            try projection.distance(from: start, to: end)
        }
        buffer.append(fixed: distance.distance.value, decimals: 3)
        buffer.append(fixed: (distance.scaleAtStart + distance.scaleAtEnd) / 2, decimals: 9)
    }
}
