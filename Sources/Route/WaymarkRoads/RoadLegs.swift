public import WaymarkGeodesy
public import WaymarkRoutes

/// Legs over the roads of an extract of OpenStreetMap, found in this process: by car, by bicycle or on foot.
///
/// ```swift
/// let roads = try RoadNetwork(MapExtract(contentsOf: "andorra.osm.pbf"))
/// if let legs = RoadLegs(roads, mode: .walking) {
///     let route = try await Route(joining: StopList(stops), by: legs)
/// }
/// ```
///
/// A stop is joined to the nearest road that its mode uses, at most ``maxSnap`` away, and not on an island of few roads if another
/// is as near as that. Where does not depend on the other stop.
public struct RoadLegs: LegSource {
    /// `roads`.
    public let name = "roads"
    /// The mode of travel.
    public let mode: TravelMode?
    /// The maximum distance of a stop from its road.
    public let maxSnap: Meters
    private let roads: RoadNetwork
    private let profile: Int

    /// Legs over roads; nil if they have no profile of the mode.
    public init?(_ roads: RoadNetwork, mode: TravelMode, maxSnap: Meters = Meters(500)) {
        guard let profile = roads.profile(of: mode) else { return nil }
        (self.roads, self.profile, self.mode, self.maxSnap) = (roads, profile, mode, maxSnap)
    }

    /// A leg takes less than a thread needs to take up a task.
    public var isImmediate: Bool { true }

    /// Ways over roads.
    public var distanceKind: Leg.DistanceKind? { .network }

    /// Returns the fastest way from one stop to another.
    ///
    /// - Throws: ``/WaymarkRoutes/LegError/notFound(reason:)`` if a stop is not near a road, or no way leads there.
    /// - Complexity: O(*j*) in the joints above both stops, and in the line.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        let (path, from, to) = try way(from: start, to: end)
        return try Leg(
            coordinates: roads.line(of: path, from: from.coordinate, to: to.coordinate),
            distance: Meters(roads.graph.meters(of: path)), distanceKind: .network,
            duration: .seconds(roads.seconds(path.weight, profile)), source: name,
            snap: .init(start: from.distance, end: to.distance))
    }

    /// What to do on the fastest way from one stop to another: turns, streets, and where one arrives.
    ///
    /// - Throws: ``/WaymarkRoutes/LegError/notFound(reason:)`` as ``leg(from:to:)``.
    /// - Complexity: That of ``leg(from:to:)``, and O(*n*) in the line.
    public func steps(from start: Stop, to end: Stop) throws(LegError) -> [RoadStep] {
        let (path, from, to) = try way(from: start, to: end)
        return RoadSteps(roads, profile, path).all(from: from, to: to, stop: end.coordinate)
    }

    private func way(
        from start: Stop, to end: Stop
    ) throws(LegError) -> (path: RoadPath, from: SegmentPlace, to: SegmentPlace) {
        let (from, to) = (try snapped(start), try snapped(end))
        guard let path = roads.path(from: roads.start(from, profile), to: roads.goal(to, profile), profile) else {
            throw .notFound(reason: "no way of roads leads there")
        }
        return (path, from, to)
    }

    /// As many as a table of them takes little memory.
    public var maxPlacesPerTable: Int { 2000 }

    /// The costs from stops to others; nil where a stop is not near a road, or no way leads. They are those of the legs.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    /// - Complexity: O(*j*) for each stop, and O(*d*) for each pair, in the joints and the states above; by distance that of the
    ///   lines.
    public func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        let goals = ends.map { end in (try? snapped(end)).map { roads.goal($0, profile) } }
        var rows: [[Double?]] = []
        for start in starts {
            try Task.checkCancellation()
            guard let place = try? snapped(start) else {
                rows.append(ends.map { _ in nil })
                continue
            }
            let from = roads.start(place, profile)
            rows.append(
                goals.map { goal in
                    guard let goal else { return nil }
                    if cost == .duration {
                        return roads.weight(from: from, to: goal, profile).map { roads.seconds($0, profile) }
                    }
                    return roads.path(from: from, to: goal, profile).map { roads.graph.meters(of: $0) }
                })
        }
        return rows
    }

    /// The lightest ways from a place to all others; nil if it is near no road.
    ///
    /// - Complexity: O(*n*) in the roads.
    package func reach(from place: Coordinate) -> RoadReach? {
        snapped(place).map { roads.reach(from: $0, profile) }
    }

    /// The place of a coordinate on its road; nil if it is near none.
    package func snapped(_ place: Coordinate) -> SegmentPlace? { roads.snapped(place, profile, within: maxSnap) }

    /// The nearest places on different roads, the nearest first.
    ///
    /// - Complexity: O(*k*² + *k* log *n*) for *k* places.
    package func nearest(to place: Coordinate, count: Int) -> [SegmentPlace] {
        var found: [SegmentPlace] = []
        var segments: Set<Int> = []
        while found.count < count,
            let next = roads.snapped(place, profile, within: maxSnap, except: segments)
        {
            segments.insert(next.places[0].segment)
            found.append(next)
        }
        return found
    }

    /// The name of the road of a place; empty if it has none.
    package func streetName(at place: SegmentPlace) -> String {
        roads.graph.streetName(of: place.places[0].segment).label
    }

    /// The place of a stop on its road.
    package func snapped(_ stop: Stop) throws(LegError) -> SegmentPlace {
        guard let found = snapped(stop.coordinate) else {
            throw .notFound(reason: "no road within \(Int(maxSnap.value.rounded())) m")
        }
        return found
    }
}
