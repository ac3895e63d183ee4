internal import WaymarkExtracts
public import WaymarkGeodesy
public import WaymarkRoutes

/// Legs over the roads of an extract of OpenStreetMap, found in this process: by car, by bicycle or on foot.
///
/// ```swift
/// let roads = try RoadGraph(MapExtract(contentsOf: "andorra.osm.pbf"))
/// if let legs = RoadLegs(roads, mode: .walking) {
///     let route = try await Route(joining: StopList(stops), by: legs)
/// }
/// ```
///
/// A stop is joined to the nearest road that its mode uses, at most ``maxSnap`` away, and not on an island of few roads if another
/// is as near as that; where, does not depend on the other stop.
public struct RoadLegs: LegSource {
    /// `roads`.
    public let name = "roads"
    /// The mode of travel.
    public let mode: TravelMode?
    /// The maximum distance of a stop from its road.
    public let maxSnap: Meters
    private let graph: RoadGraph
    private let profile: Int
    private let tree: RoadTree
    /// By segment.
    private let isMainland: [Bool]

    /// Legs over roads; nil if the graph has no profile of the mode.
    ///
    /// - Complexity: O(*n* log *n*) in the segments.
    public init?(_ graph: RoadGraph, mode: TravelMode, maxSnap: Meters = Meters(500)) {
        guard let profile = graph.profiles.firstIndex(where: { $0.mode == mode }) else { return nil }
        (self.graph, self.profile, self.mode, self.maxSnap) = (graph, profile, mode, maxSnap)
        tree = RoadTree(graph)
        isMainland = RoadIslands.mainland(graph, profile: profile)
    }

    /// Ways over roads.
    public var distanceKind: Leg.DistanceKind? { .network }

    /// Returns the fastest way from one stop to another.
    ///
    /// - Throws: ``/WaymarkRoutes/LegError/notFound(reason:)`` if a stop is not near a road, or no way leads there.
    /// - Complexity: O(*n* log *n*) in the roads as near as the other stop.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        let (from, to) = (try snapped(start), try snapped(end))
        let path = RoadSearch(graph, profile: profile).path(from: from.place, to: to.place)
        guard let path else { throw LegError.notFound(reason: "no way of roads leads there") }
        try Task.checkCancellation()
        return try Leg(
            coordinates: line(of: path, from, to), distance: Meters(path.meters), distanceKind: .network,
            duration: .seconds(path.seconds), source: name, snap: .init(start: from.distance, end: to.distance))
    }

    /// As many as a table of them takes little memory.
    public var maxPlacesPerTable: Int { 2000 }

    /// The costs from stops to others, by one search from each; nil where a stop is not near a road, or no way leads.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    public func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        let goals = ends.map { try? snapped($0).place }
        let known = goals.compactMap(\.self)
        let search = RoadSearch(graph, profile: profile)
        var rows: [[Double?]] = []
        for start in starts {
            try Task.checkCancellation()
            guard let from = try? snapped(start).place else {
                rows.append(ends.map { _ in nil })
                continue
            }
            var paths = search.paths(from: from, to: known)[...]
            rows.append(
                goals.map { goal in
                    guard goal != nil, let path = paths.removeFirst() else { return nil }
                    return cost == .duration ? path.seconds : path.meters
                })
        }
        return rows
    }

    /// A stop on its road.
    package struct Snapped: Sendable {
        package var place: RoadPlace
        package var coordinate: Coordinate
        package var distance: Meters
    }

    /// The place of a stop on its road.
    package func snapped(_ stop: Stop) throws(LegError) -> Snapped {
        let place = stop.coordinate
        func isUsed(_ segment: Int32) -> Bool {
            graph.seconds[profile][Int(2 * segment)] < .infinity
                || graph.seconds[profile][Int(2 * segment + 1)] < .infinity
        }
        func measure(_ segment: Int32) -> SegmentPlace { nearest(to: place, on: segment) }
        let found =
            tree.nearest(to: place, within: maxSnap, where: { isMainland[Int($0)] }, measure: measure)
            ?? tree.nearest(to: place, within: maxSnap, where: isUsed, measure: measure)
        guard let found else { throw .notFound(reason: "no road within \(maxSnap.value.formattedMeters)") }
        return Snapped(
            place: RoadPlace(segment: found.segment, fraction: found.at.fraction), coordinate: found.at.coordinate,
            distance: found.at.distance)
    }

    private func nearest(to place: Coordinate, on segment: Int32) -> SegmentPlace {
        let line = graph.line(of: 2 * segment).compactMap(\.coordinate)
        var best: SegmentPlace?
        var along = 0.0
        for (a, b) in zip(line, line.dropFirst()) {
            let (found, length) = (
                Sphere.earth.nearestPoint(to: place, onSegmentFrom: a, to: b),
                Sphere.earth.distance(from: a, to: b).value
            )
            if found.distance < best?.distance ?? Meters(.infinity) {
                best = SegmentPlace(
                    coordinate: found.coordinate, distance: found.distance, fraction: along + found.fraction * length)
            }
            along += length
        }
        guard var best else {
            return SegmentPlace(coordinate: place, distance: Meters(.infinity), fraction: 0)
        }
        best.fraction = along > 0 ? min(1, best.fraction / along) : 0
        return best
    }

    /// The line of a path, from place to place.
    private func line(of path: RoadPath, _ from: Snapped, _ to: Snapped) -> [Coordinate] {
        var line: [Coordinate] = [from.coordinate]
        func add(_ point: Coordinate) { if line.last != point { line.append(point) } }
        for (number, arc) in path.arcs.enumerated() {
            let points = graph.line(of: arc).compactMap(\.coordinate)
            let (isFirst, isLast) = (number == 0, number == path.arcs.count - 1)
            func share(_ place: RoadPlace) -> Double { arc & 1 == 0 ? place.fraction : 1 - place.fraction }
            let whole = graph.meters[Int(arc >> 1)]
            var along = 0.0
            for (step, point) in points.enumerated() {
                if step > 0 { along += Sphere.earth.distance(from: points[step - 1], to: point).value }
                if isFirst, along <= share(from.place) * whole { continue }
                if isLast, along >= share(to.place) * whole { break }
                add(point)
            }
        }
        add(to.coordinate)
        return line
    }
}

extension Double {
    fileprivate var formattedMeters: String { "\(Int(self.rounded())) m" }
}
