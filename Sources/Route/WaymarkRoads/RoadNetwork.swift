public import WaymarkExtracts
public import WaymarkGeodesy
public import WaymarkIndex
public import WaymarkRoutes

/// The roads of an extract of OpenStreetMap, ready for the fastest ways by car, by bicycle and on foot: made from the extract, or mapped
/// from the file of a town.
///
/// ```swift
/// if let roads = try RoadNetwork(IndexFile(contentsOf: "andorra.waymark")),
///     let legs = RoadLegs(roads, mode: .walking)
/// {
///     let route = try await Route(joining: StopList(stops), by: legs)
/// }
/// ```
///
/// A network is a value that is only read: any number of tasks can share it. A damaged file gives wrong answers or errors, but
/// never traps.
public struct RoadNetwork: Sendable {
    package let graph: RoadGraph
    /// By profile.
    package let hierarchies: [RoadHierarchy]
    /// The segments in the order in which hierarchies contract them.
    package let order: RoadArray<UInt32>
    /// By segment: the profiles for which it is on no small island, as bits.
    private let mainland: RoadArray<UInt8>
    private let tree: RoadTree

    /// Makes the roads of an extract, which is read twice.
    ///
    /// - Parameters:
    ///   - extract: The extract.
    ///   - profiles: How one travels, at most eight; those of one mode after the first are reached by their index alone.
    ///   - jobs: The number of threads for reading; the roads do not depend on it.
    /// - Throws: `ExtractError` if it cannot be read.
    /// - Complexity: O(*n* *c* log *n*) in the nodes of its roads, where *c* segments are enough to cut it in two.
    public init(
        _ extract: MapExtract, profiles: [RoadProfile] = RoadProfile.all, jobs: Int = 1
    ) throws(ExtractError) {
        self.init(try RoadGraph(extract, profiles, jobs: jobs))
    }

    /// Makes the roads of a graph; `onStep` is called after each step with its name and how much it made.
    package init(_ graph: RoadGraph, onStep: (String, Int) -> Void = { _, _ in }) {
        let tree = RoadTree(graph)
        onStep("boxes", graph.segmentCount)
        let order = RoadArray(RoadOrder.segments(of: graph))
        onStep("order", graph.nodeCount)
        self.init(graph, order, tree, profiles: Array(graph.profiles.indices), onStep: onStep)
    }

    /// Customises some profiles; the hierarchies of others are `known`.
    private init(
        _ graph: RoadGraph, _ order: RoadArray<UInt32>, _ tree: RoadTree, profiles: [Int],
        known: [RoadHierarchy] = [], onStep: (String, Int) -> Void = { _, _ in }
    ) {
        (self.graph, self.order, self.tree) = (graph, order, tree)
        let states = RoadStates(graph, order)
        onStep("states", states.count)
        mainland = RoadArray(RoadIslands.mainland(states, segmentCount: graph.segmentCount))
        onStep("islands", states.count)
        let contraction = RoadContraction(states)
        onStep("contraction", contraction.heads.count)
        hierarchies = graph.profiles.enumerated().map { number, costs in
            if !profiles.contains(number) { return known[number] }
            let hierarchy = RoadHierarchy(states, contraction, profile: number, costs)
            onStep("customisation of \(costs.name)", contraction.heads.count)
            return hierarchy
        }
    }

    /// A road from junction to junction, as a caller weighs it.
    public struct Segment: Sendable {
        /// Its name, or else its number; empty if it has none.
        public let name: String
        /// How long it is.
        public let length: Meters
        /// What it is.
        public let isFerry: Bool, isMotorway: Bool
        /// Whether `toll=yes` is known of it.
        public let isToll: Bool
    }

    /// The same roads with times of your own for a mode: each takes as many times as long; infinitely many close it.
    ///
    /// ```swift
    /// let calm = roads.customized(for: .driving) { $0.isFerry || $0.isToll ? .infinity : 1 }
    /// ```
    ///
    /// - Complexity: O(*t*) in the triangles of the contraction: a hundredth of a second for a small country.
    public func customized(for mode: TravelMode, by factor: (Segment) -> Double) -> RoadNetwork {
        guard let profile = profile(of: mode) else { return self }
        var times = (0..<graph.arcCount).map { graph.times[profile][$0] }
        for segment in 0..<graph.segmentCount {
            let flags = graph.flags(of: segment)
            let factor = factor(
                Segment(
                    name: graph.streetName(of: segment).label,
                    length: Meters(Double(graph.millimeters[segment]) / 1000), isFerry: flags.contains(.ferry),
                    isMotorway: flags.contains(.motorway), isToll: flags.contains(.toll)))
            for arc in [2 * segment, 2 * segment + 1] where times[arc] != RoadGraph.never {
                let time = Double(times[arc]) * factor
                // NaN closes it, too.
                times[arc] = time.isFinite && time >= 0 ? RoadGraph.time(hundredths: time) : RoadGraph.never
            }
        }
        var all = graph.times
        all[profile] = RoadArray(times)
        return RoadNetwork(RoadGraph(graph, times: all), order, tree, profiles: [profile], known: hierarchies)
    }

    /// The modes of travel.
    public var modes: [TravelMode] { graph.profiles.map(\.mode) }

    /// How much there is of roads.
    public struct Counts: Hashable, Sendable {
        /// Ways from junction to junction, junctions, and turns of one or more ways that are forbidden.
        public let segments, junctions, forbiddenTurns: Int
        /// The names of the profiles, and the kilometres that each can travel, in either direction.
        public let profiles: [String], kilometers: [Double]
    }

    /// How much there is of roads.
    ///
    /// - Complexity: O(*n*) in the segments.
    public var counts: Counts {
        let kilometers = graph.profiles.indices.map { profile in
            (0..<graph.segmentCount).reduce(0.0) { sum, segment in
                sum + (graph.usesSegment(segment, profile) ? Double(graph.millimeters[segment]) / 1e6 : 0)
            }
        }
        return Counts(
            segments: graph.segmentCount, junctions: graph.nodeCount, forbiddenTurns: graph.turns.forbiddenCount,
            profiles: graph.profiles.map(\.name), kilometers: kilometers)
    }

    // MARK: In a file

    /// A section that a file with roads has.
    package static let section = RoadSections.root + "about"
    /// Whether there is no road.
    public var isEmpty: Bool { graph.segmentCount == 0 }

    /// The sections of a file, by their names.
    package var sections: [(name: String, bytes: ContiguousArray<UInt8>)] {
        var all = graph.sections
        all += [("order", order.section), ("mainland", mainland.section), ("box", tree.boxes.section)]
        for (number, hierarchy) in hierarchies.enumerated() {
            all += hierarchy.sections.map { ("\(number).\($0.name)", $0.bytes) }
        }
        return all.map { (RoadSections.root + $0.name, $0.bytes) }
    }

    /// Opens the roads of an index file; nil if it has none.
    ///
    /// - Throws: `IndexFileError.damaged` if its sections do not fit together.
    /// - Complexity: O(1), and that of reading the forbidden turns.
    public init?(_ file: IndexFile) throws(IndexFileError) {
        if file.bytes(of: Self.section) == nil { return nil }
        let sections = RoadSections(file: file)
        graph = try RoadGraph(sections)
        (order, mainland) = (try sections.array("order"), try sections.array("mainland"))
        guard let tree = RoadTree(try sections.array("box"), segmentCount: graph.segmentCount),
            mainland.count == graph.segmentCount, order.count == graph.segmentCount
        else { throw sections.damaged("the sections of its roads do not fit together") }
        self.tree = tree
        var hierarchies: [RoadHierarchy] = []
        for (number, costs) in graph.profiles.enumerated() {
            hierarchies.append(try RoadHierarchy(sections[number], costs, segments: graph.segmentCount))
        }
        self.hierarchies = hierarchies
    }

    // MARK: Ways

    /// The profile of a mode.
    package func profile(of mode: TravelMode) -> Int? { graph.profiles.firstIndex { $0.mode == mode } }

    /// The nearest place on a road that a profile uses, on no small island if there is such a one; nil if there is none within a limit.
    ///
    /// Less than a metre from a junction it is on all roads there: the last digit of a coordinate does not decide between them.
    package func snapped(
        _ place: Coordinate, _ profile: Int, within limit: Meters, except others: Set<Int> = []
    ) -> SegmentPlace? {
        func isUsed(_ segment: Int) -> Bool { graph.usesSegment(segment, profile) }
        func isMainland(_ segment: Int) -> Bool { mainland[segment] >> profile & 1 == 1 }
        guard
            var found = tree.nearest(
                to: place, within: limit, on: graph, where: { isMainland($0) && !others.contains($0) })
                ?? tree.nearest(to: place, within: limit, on: graph, where: { isUsed($0) && !others.contains($0) })
        else { return nil }
        let (segment, fraction) = (found.places[0].segment, found.places[0].fraction)
        let length = Double(graph.millimeters[segment]) / 1000
        for (arc, distance) in [(2 * segment, fraction * length), (2 * segment + 1, (1 - fraction) * length)]
        where distance < 1 && graph.marks[graph.tail(of: arc)] >> profile & 1 == 0 {
            for out in graph.arcs(from: graph.tail(of: arc)) {
                let other = RoadPlace(segment: out >> 1, fraction: out & 1 == 0 ? 0 : 1)
                guard out >> 1 != segment, !found.places.contains(other) else { continue }
                if isMainland(segment) ? isMainland(out >> 1) : isUsed(out >> 1) { found.places.append(other) }
            }
        }
        return found
    }

    /// The ways from a place up the hierarchy.
    package func start(_ place: SegmentPlace, _ profile: Int) -> RoadStart { start(place.places, profile) }

    /// The ways from places that are as good as one another up the hierarchy.
    package func start(_ places: [RoadPlace], _ profile: Int) -> RoadStart {
        RoadStart(places.map { ($0, labelUp($0, profile)) })
    }

    /// The ways down the hierarchy to a place.
    package func goal(_ place: SegmentPlace, _ profile: Int) -> RoadGoal { goal(place.places, profile) }

    /// The ways down the hierarchy to places that are as good as one another.
    package func goal(_ places: [RoadPlace], _ profile: Int) -> RoadGoal {
        RoadGoal(places.map { ($0, labelDown($0, profile)) })
    }

    private func labelUp(_ place: RoadPlace, _ profile: Int) -> RoadLabel {
        hierarchies[profile].label(of: place.segment, isUp: true, excess: 0) { arc, isLong in
            guard !isLong, graph.isUsed(arc, profile) else { return nil }
            return graph.weight(of: arc, profile) - graph.weight(of: arc, to: place, profile)
        }
    }

    private func labelDown(_ place: RoadPlace, _ profile: Int) -> RoadLabel {
        let arcs = [2 * place.segment, 2 * place.segment + 1].filter { graph.isUsed($0, profile) }
        let excess = arcs.map { graph.weight(of: $0, profile) }.max() ?? 0
        return hierarchies[profile].label(of: place.segment, isUp: false, excess: excess) { arc, _ in
            guard graph.isUsed(arc, profile) else { return nil }
            return excess - (graph.weight(of: arc, profile) - graph.weight(of: arc, to: place, profile))
        }
    }

    /// The weight of the lightest way; nil if there is none.
    package func weight(from start: RoadStart, to goal: RoadGoal, _ profile: Int) -> UInt32? {
        best(start, goal, profile)?.weight
    }

    /// The lightest way of all pairs of roads, the first of equally light ones.
    private func best(
        _ start: RoadStart, _ goal: RoadGoal, _ profile: Int
    ) -> (weight: UInt32, from: Int, to: Int, depth: Int?)? {
        var best: (weight: UInt32, from: Int, to: Int, depth: Int?)?
        for (from, start) in start.labels.enumerated() {
            for (to, goal) in goal.labels.enumerated() {
                if start.place.segment == goal.place.segment {
                    guard let loop = loop(start.place, goal.place, profile) else { continue }
                    if loop.weight < best?.weight ?? .max { best = (loop.weight, from, to, nil) }
                } else if let meeting = RoadLabel.meeting(start.label, goal.label) {
                    if meeting.weight < best?.weight ?? .max { best = (meeting.weight, from, to, meeting.depth) }
                }
            }
        }
        return best
    }

    /// The lightest way; nil if there is none.
    package func path(from start: RoadStart, to goal: RoadGoal, _ profile: Int) -> RoadPath? {
        guard let best = best(start, goal, profile) else { return nil }
        let (from, to) = (start.labels[best.from], goal.labels[best.to])
        guard let depth = best.depth else { return loop(from.place, to.place, profile) }
        return hierarchies[profile].arcs(from.label, to.label, meeting: depth).map {
            RoadPath(weight: best.weight, start: from.place, goal: to.place, arcs: $0)
        }
    }

    /// The lightest way between places of one segment: along it, or out of it and back, of which hierarchies know nothing.
    private func loop(_ start: RoadPlace, _ goal: RoadPlace, _ profile: Int) -> RoadPath? {
        if let direct = graph.directWeight(from: start, to: goal, profile), direct.weight == 0 {
            return RoadPath(weight: 0, start: start, goal: goal, arcs: [Int32(direct.arc)])
        }
        return RoadSearch(graph, profile: profile).paths(from: start, to: [goal])[0]
    }

    /// The lightest ways from a place to all others.
    package func reach(from place: SegmentPlace, _ profile: Int) -> RoadReach {
        RoadReach(from: start(place, profile), self, profile)
    }

    /// The seconds of a weight.
    package func seconds(_ weight: UInt32, _ profile: Int) -> Double {
        RoadWeight.seconds(weight, graph.profiles[profile])
    }

    /// The line of a path along its roads, from where it begins to where it ends.
    func line(of path: RoadPath) -> [Coordinate] {
        func place(_ place: RoadPlace) -> Coordinate {
            let (points, steps) = graph.measuredLine(of: 2 * place.segment)
            var rest = place.fraction * steps.reduce(0, +)
            for (number, step) in steps.enumerated() {
                if rest <= step, step > 0 {
                    return Sphere.earth.interpolate(from: points[number], to: points[number + 1], fraction: rest / step)
                }
                rest -= step
            }
            return points.last ?? Coordinate(uncheckedLatitude: 0, longitude: 0)
        }
        return line(of: path, from: place(path.start), to: place(path.goal))
    }

    /// The line of a path, from place to place.
    package func line(of path: RoadPath, from start: Coordinate, to goal: Coordinate) -> [Coordinate] {
        var line: [Coordinate] = [start]
        func add(_ point: Coordinate) { if line[line.count - 1] != point { line.append(point) } }
        for (number, arc) in path.arcs.enumerated() {
            let (arc, range) = (Int(arc), graph.vertexRange(of: Int(arc) >> 1))
            let (isFirst, isLast) = (number == 0, number == path.arcs.count - 1)
            guard isFirst || isLast else {
                for step in range.indices {
                    let vertex = arc & 1 == 0 ? step : range.upperBound - 1 - (step - range.lowerBound)
                    if let point = graph.vertex(vertex).coordinate { add(point) }
                }
                continue
            }
            let (points, steps) = graph.measuredLine(of: arc)
            let whole = steps.reduce(0, +)
            var along = 0.0
            for (step, point) in points.enumerated() {
                if step > 0 { along += steps[step - 1] }
                if isFirst, along <= path.start.share(of: arc) * whole { continue }
                if isLast, along >= path.goal.share(of: arc) * whole { break }
                add(point)
            }
        }
        add(goal)
        return line
    }
}

/// A place where ways begin, on one or more roads.
package struct RoadStart: Sendable {
    let labels: [(place: RoadPlace, label: RoadLabel)]

    init(_ labels: [(RoadPlace, RoadLabel)]) { self.labels = labels }
}

/// A place where ways end, on one or more roads.
package struct RoadGoal: Sendable {
    let labels: [(place: RoadPlace, label: RoadLabel)]

    init(_ labels: [(RoadPlace, RoadLabel)]) { self.labels = labels }
}
