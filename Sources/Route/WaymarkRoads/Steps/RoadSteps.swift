internal import WaymarkExtracts
import WaymarkGeodesy

/// Finds the steps of a way.
struct RoadSteps {
    private let roads: RoadNetwork
    private let profile: Int
    private let path: RoadPath
    private var graph: RoadGraph { roads.graph }

    init(_ roads: RoadNetwork, _ profile: Int, _ path: RoadPath) {
        (self.roads, self.profile, self.path) = (roads, profile, path)
    }

    /// The steps, of which the first departs and the last arrives.
    ///
    /// Their lengths and times add up to those of the way.
    ///
    /// - Parameters:
    ///   - start: Where it begins.
    ///   - goal: Where it ends.
    ///   - stop: The stop itself, which lies on one side.
    /// - Returns: The steps; none of a way without arcs.
    /// - Complexity: O(*n*) in the vertices of the way.
    func all(from start: SegmentPlace, to goal: SegmentPlace, stop: Coordinate) -> [RoadStep] {
        let arcs = path.arcs.map { Int($0) }
        guard let first = arcs.first, let last = arcs.last else { return [] }
        // Where each step begins among the arcs.
        var begins: [(arc: Int, step: RoadStep)] = [(0, step(.depart, first, start.coordinate))]
        begins[0].step.bearingAfter = Self.degrees(bearing(atBeginOf: first, from: start))
        var ring: (step: Int, exits: Int)?
        for at in arcs.indices.dropFirst() {
            let (from, to) = (arcs[at - 1], arcs[at])
            let isRing = graph.flags(of: to >> 1).contains(.roundabout)
            if let known = ring {
                // Exits that are passed, or taken.
                let others = exits(from, besides: to).filter { !graph.flags(of: $0 >> 1).contains(.roundabout) }
                ring!.exits += others.isEmpty ? 0 : 1
                if isRing { continue }
                begins[known.step].step.exit = known.exits + 1
                let name = graph.streetName(of: to >> 1)
                Self.set(name, of: &begins[known.step].step)
                begins.append((at, step(.exitRoundabout, to, after: from)))
                ring = nil
                continue
            }
            guard let (kind, side) = manoeuvre(from, to) else { continue }
            var step = step(kind, to, after: from)
            step.side = side
            begins.append((at, step))
            if kind == .roundabout { ring = (begins.count - 1, 0) }
        }
        var steps: [RoadStep] = []
        let weights = pieceWeights(arcs)
        for (number, begin) in begins.enumerated() {
            let end = number + 1 < begins.count ? begins[number + 1].arc : arcs.count
            var step = begin.step
            let part = RoadPath(
                weight: 0, start: begin.arc == 0 ? path.start : Self.begin(of: arcs[begin.arc]),
                goal: end == arcs.count ? path.goal : Self.end(of: arcs[end - 1]),
                arcs: Array(path.arcs[begin.arc..<end]))
            step.line = roads.line(
                of: part, from: begin.arc == 0 ? start.coordinate : step.place,
                to: end == arcs.count ? goal.coordinate : place(atBeginOf: arcs[end]))
            step.distance = Meters(graph.meters(of: part))
            step.duration = .seconds(Double(weights[begin.arc..<end].reduce(0, +)) / 100)
            step.junctions = (begin.arc..<end).map { at in
                at > 0
                    ? junction(from: arcs[at - 1], to: arcs[at])
                    : RoadStep.Junction(
                        place: start.coordinate, bearings: [step.bearingAfter], entries: [true], to: 0)
            }
            steps.append(step)
        }
        var arrival = step(.arrive, last, goal.coordinate)
        arrival.bearingBefore = Self.degrees(bearing(atEndOf: last, at: goal))
        arrival.side = side(of: stop, goal, arrival.bearingBefore)
        arrival.line = [goal.coordinate]
        arrival.junctions = [
            RoadStep.Junction(
                place: goal.coordinate, bearings: [(arrival.bearingBefore + 180) % 360], entries: [true], from: 0)
        ]
        return steps + [arrival]
    }

    // MARK: What to do

    /// What to do where one goes from an arc into another; nil for nothing.
    private func manoeuvre(_ from: Int, _ to: Int) -> (RoadStep.Kind, RoadStep.Side?)? {
        let (before, after) = (graph.flags(of: from >> 1), graph.flags(of: to >> 1))
        let angle = graph.angle(ofTurn: from, to)
        let side = RoadStep.Side(angle: angle)
        if after.contains(.roundabout), !before.contains(.roundabout) { return (.roundabout, side) }
        if before.contains(.roundabout), !after.contains(.roundabout) { return (.exitRoundabout, side) }
        if before.contains(.ferry) != after.contains(.ferry) { return (.notification, side) }
        if from ^ 1 == to { return (.goOn, .uturn) }
        let (old, new) = (graph.streetName(of: from >> 1), graph.streetName(of: to >> 1))
        // A road of one number keeps it where only a part of it has a name.
        let isSame =
            old.label == new.label
            || !old.reference.isEmpty && old.reference == new.reference && (old.name.isEmpty || new.name.isEmpty)
        let others = exits(from, besides: to).map { graph.angle(ofTurn: from, $0) }
        let hasNewName = !isSame && !new.label.isEmpty
        let isByCar = graph.profiles[profile].mode == .driving
        guard !others.isEmpty else { return hasNewName && !old.label.isEmpty ? (.newName, side) : nil }
        if isByCar, after.contains(.link), !before.contains(.link) {
            return (before.contains(.motorway) ? .offRamp : .onRamp, side)
        }
        if isByCar, before.contains(.link), !after.contains(.link), after.contains(.motorway) { return (.merge, side) }
        // The other way that is most straight on.
        let rival = others.min { abs($0) < abs($1) } ?? 180
        if abs(angle) < 45, abs(rival) < 45, abs(angle - rival) < 70, abs(angle) > 10 || !isSame,
            isByCar || hasNewName
        {
            return isSame && abs(angle) < abs(rival) ? nil : (.fork, angle < rival ? .slightLeft : .slightRight)
        }
        if abs(angle) < 45, abs(angle) <= abs(rival) {
            // Straight on, which needs no word unless the street is another.
            return hasNewName ? (.newName, side) : nil
        }
        if isSame, !old.label.isEmpty { return (.goOn, side) }
        if abs(angle) >= 60, others.allSatisfy({ abs($0) >= 60 }) { return (.endOfRoad, side) }
        return (.turn, side)
    }

    /// The arcs besides one and the way back that one may take.
    private func exits(_ from: Int, besides to: Int) -> [Int] {
        graph.arcs(from: graph.head(of: from)).filter { $0 != to && $0 != from ^ 1 && isAllowed(from, $0) }
    }

    /// Whether one may go from an arc into another, as far as these two tell.
    private func isAllowed(_ from: Int, _ to: Int) -> Bool {
        graph.isUsed(to, profile) && graph.weight(ofTurn: from, to, angle: 0, profile) != nil
            && graph.turns.turn(from: Int32(from), into: Int32(to)).forbidden >> profile & 1 == 0
    }

    private func step(_ kind: RoadStep.Kind, _ arc: Int, _ place: Coordinate) -> RoadStep {
        var step = RoadStep(
            kind: kind, side: nil, place: place, bearingBefore: 0, bearingAfter: 0, name: "", reference: "",
            englishName: "", koreanName: "", isFerry: graph.flags(of: arc >> 1).contains(.ferry), distance: .zero,
            duration: .zero, line: [], junctions: [])
        Self.set(graph.streetName(of: arc >> 1), of: &step)
        return step
    }

    private static func set(_ name: RoadGraph.StreetName, of step: inout RoadStep) {
        (step.name, step.reference) = (name.name, name.reference)
        (step.englishName, step.koreanName) = (name.english, name.korean)
    }

    private func step(_ kind: RoadStep.Kind, _ arc: Int, after from: Int) -> RoadStep {
        var step = step(kind, arc, place(atBeginOf: arc))
        step.bearingBefore = Self.degrees(graph.bearings(of: from).last)
        step.bearingAfter = Self.degrees(graph.bearings(of: arc).first)
        step.side = RoadStep.Side(angle: graph.angle(ofTurn: from, arc))
        return step
    }

    // MARK: Places and bearings

    private func place(atBeginOf arc: Int) -> Coordinate {
        let range = graph.vertexRange(of: arc >> 1)
        let vertex = arc & 1 == 0 ? range.lowerBound : range.upperBound - 1
        return graph.vertex(vertex).coordinate ?? Coordinate(uncheckedLatitude: 0, longitude: 0)
    }

    private static func begin(of arc: Int) -> RoadPlace { RoadPlace(segment: arc >> 1, fraction: arc & 1 == 0 ? 0 : 1) }
    private static func end(of arc: Int) -> RoadPlace { RoadPlace(segment: arc >> 1, fraction: arc & 1 == 0 ? 1 : 0) }

    private static func degrees(_ bearing: Double) -> Int { (Int(bearing.rounded()) % 360 + 360) % 360 }

    /// The bearing with which a way leaves its begin.
    private func bearing(atBeginOf arc: Int, from start: SegmentPlace) -> Double {
        let part = RoadPath(weight: 0, start: path.start, goal: Self.end(of: arc), arcs: [Int32(arc)])
        let end = path.arcs.count == 1 ? graph.bearings(of: arc).last : nil
        let line = roads.line(of: part, from: start.coordinate, to: place(atBeginOf: arc ^ 1))
        return line.count > 1
            ? Sphere.earth.initialBearing(from: line[0], to: line[1]) : end ?? graph.bearings(of: arc).first
    }

    /// The bearing with which a way reaches its end.
    private func bearing(atEndOf arc: Int, at goal: SegmentPlace) -> Double {
        let part = RoadPath(weight: 0, start: Self.begin(of: arc), goal: path.goal, arcs: [Int32(arc)])
        let line = roads.line(of: part, from: place(atBeginOf: arc), to: goal.coordinate)
        guard line.count > 1 else { return graph.bearings(of: arc).first }
        return Sphere.earth.initialBearing(from: line[line.count - 2], to: line[line.count - 1])
    }

    /// On which side of the way a stop lies; nil if it is on it.
    private func side(of stop: Coordinate, _ goal: SegmentPlace, _ bearing: Int) -> RoadStep.Side? {
        guard goal.distance.value > 2 else { return nil }
        let angle = Sphere.earth.initialBearing(from: goal.coordinate, to: stop) - Double(bearing)
        let turn = angle.remainder(dividingBy: 360)
        return abs(turn) < 20 || abs(turn) > 160 ? nil : turn < 0 ? .left : .right
    }

    // MARK: Parts

    /// Hundredths of a second of each arc, with the turn into it: together the time of the way.
    private func pieceWeights(_ arcs: [Int]) -> [Int] {
        arcs.indices.map { at in
            let arc = arcs[at]
            var sum = Int(graph.time(of: arc, profile))
            if at == 0 { sum -= Int(graph.weight(of: arc, to: path.start, profile) >> 4) }
            if at == arcs.count - 1 {
                sum -= Int(graph.time(of: arc, profile)) - Int(graph.weight(of: arc, to: path.goal, profile) >> 4)
            }
            if at > 0 {
                let angle = graph.angle(ofTurn: arcs[at - 1], arc)
                let turn = graph.weight(ofTurn: arcs[at - 1], arc, angle: angle, profile) ?? 0
                sum += Int((RoadWeight.seconds(turn, graph.profiles[profile]) * 100).rounded())
            }
            return max(0, sum)
        }
    }

    /// The junction between two arcs of the way.
    private func junction(from: Int, to arc: Int) -> RoadStep.Junction {
        let roads = graph.arcs(from: graph.tail(of: arc)).filter { graph.usesSegment($0 >> 1, profile) }.map {
            (arc: $0, bearing: Self.degrees(graph.bearings(of: $0).first))
        }.sorted {
            ($0.bearing, $0.arc) < ($1.bearing, $1.arc)
        }
        return RoadStep.Junction(
            place: place(atBeginOf: arc), bearings: roads.map(\.bearing),
            entries: roads.map { isAllowed(from, $0.arc) }, from: roads.firstIndex { $0.arc == from ^ 1 },
            to: roads.firstIndex { $0.arc == arc })
    }
}
