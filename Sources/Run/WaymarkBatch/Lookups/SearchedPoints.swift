import WaymarkGeodesy
import WaymarkIndex
import WaymarkProjections

/// The points of a batch on a surface: the only place that combines queries with surfaces.
enum SearchedPoints: Sendable {
    case sphere(PointIndex)
    case ellipsoid(PointIndex, GeodesicSurface)
    case map(PlaneIndex, ProjectionPool)

    /// The points of an index on a surface.
    init(_ index: PointIndex, on surface: LookupSurface, jobs: Int) {
        switch surface.kind {
        case .sphere: self = .sphere(index)
        case .ellipsoid(let ellipsoid): self = .ellipsoid(index, ellipsoid)
        case .map(let pool):
            let plane = PlaneIndex(index, jobs: jobs) {
                let projection = LeasedProjection(pool)
                return { try? projection.planePoint(of: $0) }
            }
            self = .map(plane, pool)
        }
    }

    /// A thread's projection from stops to points of the map; nil without a map.
    var projection: LeasedProjection? {
        if case .map(_, let pool) = self { LeasedProjection(pool) } else { nil }
    }

    /// The number of points outside the map, and the reason for the first of them.
    var leftOut: (count: Int, reason: String)? {
        guard case .map(let plane, let pool) = self, let first = plane.firstLeftOut else { return nil }
        do throws(ProjectionError) {
            _ = try LeasedProjection(pool).planePoint(of: first)
            // Another thread could not create its projection, but this one can.
            return (plane.leftOut, "a thread could not create its projection: use fewer jobs, or try again later")
        } catch {
            return (plane.leftOut, "\(error)")
        }
    }

    /// Whether there is any answer for a stop.
    func hasAnswer(to lookup: Lookup, _ number: Int, of stops: borrowing StopBatch) -> Bool {
        let (center, radius) = (stops.centers[number], lookup.radius)
        let nearest =
            switch self {
            case .sphere(let index): index.nearest(to: center, count: 1, within: radius)
            case .ellipsoid(let index, let surface):
                index.nearest(to: center, count: 1, within: radius, on: surface)
            case .map(let plane, _): plane.nearest(to: stops.points[number], count: 1, within: radius)
            }
        return !nearest.isEmpty
    }

    /// Prepares `buffer` for the answers to some stops.
    func expect(_ stops: borrowing StopBatch, _ lookup: Lookup, _ buffer: inout MatchBuffer) {
        guard case .within(let radius, limit: nil) = lookup else { return }
        switch self {
        case .sphere(let index): buffer.expect(stops.centers.span, within: radius, in: index)
        case .ellipsoid(let index, let surface):
            buffer.expect(stops.centers.span, within: radius, on: surface, in: index)
        case .map: break
        }
    }

    /// Puts the answer for one of the expected stops into `buffer`.
    func find(_ lookup: Lookup, _ number: Int, of stops: borrowing StopBatch, into buffer: inout MatchBuffer) {
        let center = stops.centers[number]
        switch lookup {
        case .within(let radius, limit: nil):
            switch self {
            case .sphere(let index): buffer.findPoints(within: radius, ofExpected: number, center, in: index)
            case .ellipsoid(let index, let surface):
                buffer.findPoints(within: radius, ofExpected: number, center, on: surface, in: index)
            case .map(let plane, _): buffer.findPoints(within: radius, of: stops.points[number], in: plane)
            }
        case .within(let radius as Meters?, limit: let count?), .nearest(let count, let radius):
            switch self {
            case .sphere(let index): buffer.findNearest(to: center, count: count, within: radius, in: index)
            case .ellipsoid(let index, let surface):
                buffer.findNearest(to: center, count: count, within: radius, on: surface, in: index)
            case .map(let plane, _):
                buffer.findNearest(to: stops.points[number], count: count, within: radius, in: plane)
            }
        }
    }
}
