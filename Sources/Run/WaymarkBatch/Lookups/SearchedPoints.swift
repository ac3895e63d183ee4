import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
internal import WaymarkRoads

/// The points of a batch on a surface: the only place that combines queries with surfaces.
enum SearchedPoints: Sendable {
    case sphere(PointIndex)
    case ellipsoid(PointIndex, GeodesicSurface)
    case map(PlaneIndex, makeProjection: @Sendable () -> MapProjection)
    /// The places on roads; nil for those that are near none.
    case roads(RoadLegs, [SegmentPlace?])
    /// Some of the points, and their positions among all.
    indirect case part(SearchedPoints, ContiguousArray<Int>)

    /// The points of a kind, or all of a table.
    init(_ table: AttractionTable, ofKind kind: PlaceKind?, on surface: LookupSurface, jobs: Int) {
        guard let kind else {
            self.init(table.index(jobs: jobs), on: surface, jobs: jobs)
            return
        }
        let positions = ContiguousArray((0..<table.count).filter { table.isOf(kind, $0) })
        let points = PointIndex(ContiguousArray(positions.map { table.coordinate(of: $0) }), jobs: jobs)
        self = .part(SearchedPoints(points, on: surface, jobs: jobs), positions)
    }

    init(_ index: PointIndex, on surface: LookupSurface, jobs: Int) {
        switch surface.kind {
        case .sphere: self = .sphere(index)
        case .ellipsoid(let ellipsoid): self = .ellipsoid(index, ellipsoid)
        case .map(let makeProjection):
            let plane = PlaneIndex(index, jobs: jobs) {
                let project = makeProjection()
                return { try? project($0) }
            }
            self = .map(plane, makeProjection: makeProjection)
        case .roads(let legs):
            var places = [SegmentPlace?](repeating: nil, count: index.count)
            index.forEachPlace { places[$0] = legs.snapped($1) }
            self = .roads(legs, places)
        }
    }

    /// A thread's projection from stops to points of the map; nil without a map.
    var projection: MapProjection? {
        switch self {
        case .map(_, let makeProjection): makeProjection()
        case .part(let points, _): points.projection
        case .sphere, .ellipsoid, .roads: nil
        }
    }

    /// The number of points outside the map, or off the roads, and the reason for the first of them.
    var leftOut: (count: Int, reason: String)? {
        if case .part(let points, _) = self { return points.leftOut }
        if case .roads(let legs, let places) = self {
            let count = places.count { $0 == nil }
            return count == 0 ? nil : (count, "there is no road within \(Int(legs.maxSnap.value.rounded())) m")
        }
        guard case .map(let plane, let makeProjection) = self, let first = plane.firstLeftOut else { return nil }
        do throws(MapRefusal) {
            _ = try makeProjection()(first)
            // Another thread could not create its projection, but this one can.
            return (plane.leftOut, "a thread could not create its projection: use fewer jobs, or try again later")
        } catch {
            return (plane.leftOut, error.reason)
        }
    }

    /// Puts the answer for one of the places into `buffer`, which expects them.
    func find(_ lookup: Lookup, _ number: Int, of centers: LookupCenters, into buffer: inout MatchBuffer) {
        if case .part(let points, let positions) = self {
            points.find(lookup, number, of: centers, into: &buffer)
            return buffer.renumber(by: positions)
        }
        if case .roads(let legs, let places) = self {
            return buffer.keep(Self.reached(places, lookup, from: centers.coordinates[number], legs))
        }
        switch lookup {
        case .within(let radius, limit: nil):
            switch self {
            case .sphere(let index): buffer.findPoints(within: radius, ofExpected: number, in: index)
            case .ellipsoid(let index, let surface):
                buffer.findPoints(
                    within: radius, ofExpected: number, centers.coordinates[number], on: surface, in: index)
            case .map(let plane, _): buffer.findPoints(within: radius, of: centers.points[number], in: plane)
            case .part, .roads: break
            }
        case .within(let radius as Meters?, limit: let count?), .nearest(let count, let radius):
            buffer.keep(nearest(to: number, of: centers, count: count, within: radius))
        }
    }

    /// The places within a time, which the lookup has as metres, the nearest first; none from where no road is near.
    private static func reached(
        _ places: [SegmentPlace?], _ lookup: Lookup, from center: Coordinate, _ legs: RoadLegs
    ) -> [Match] {
        guard let reach = legs.reach(from: center) else { return [] }
        let (limit, count): (Meters?, Int?) =
            switch lookup {
            case .within(let limit, let count): (limit, count)
            case .nearest(let count, let limit): (limit, count)
            }
        var found: [Match] = []
        for (index, place) in places.enumerated() {
            guard let place, let seconds = reach.seconds(to: place), seconds <= limit?.value ?? .infinity else {
                continue
            }
            found.append(Match(index: index, distance: Meters(seconds)))
        }
        found.sort()
        return Array(found.prefix(count ?? found.count))
    }

    private func nearest(
        to number: Int, of centers: LookupCenters, count: Int, within radius: Meters?
    ) -> [Match] {
        switch self {
        case .sphere(let index): index.nearest(to: centers.coordinates[number], count: count, within: radius)
        case .ellipsoid(let index, let surface):
            index.nearest(to: centers.coordinates[number], count: count, within: radius, on: surface)
        case .map(let plane, _): plane.nearest(to: centers.points[number], count: count, within: radius)
        case .part, .roads: []
        }
    }
}
