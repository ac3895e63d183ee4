public import WaymarkExtracts
import WaymarkGeodesy

import func WaymarkC.atan2
import func WaymarkC.cos
import func WaymarkC.exp

/// The roads of an extract as a graph: segments from junction to junction, and what turns between them cost each profile.
///
/// A segment can be travelled in both directions, which are arcs: arc 2 *i* is segment *i* in the direction of its way, arc 2 *i* + 1
/// against it.
public struct RoadGraph: Sendable {
    /// The profiles.
    public let profiles: [RoadProfile]
    /// Where the junctions are.
    package private(set) var nodes: [MapPoint] = []
    /// The ids of the junctions in OpenStreetMap.
    package private(set) var nodeIDs: [Int64] = []
    /// The first and the last junction of each segment.
    package private(set) var ends: [(from: Int32, to: Int32)] = []
    /// The metres of each segment.
    package private(set) var meters: [Double] = []
    /// The line of each segment: where it ends among ``vertices``.
    private(set) var lineEnds: [Int32] = []
    private(set) var vertices: [MapPoint] = []
    /// By profile: the seconds of each arc; infinite if it is not travelled.
    package private(set) var seconds: [[Float]] = []
    /// By segment: the profiles for which it is at the begin or the end of a trip only, as bits.
    package private(set) var endOnly: [UInt8] = []
    /// By junction: whether there is a signal, and the profiles that do not pass, as bits.
    package private(set) var marks: [(isSignal: Bool, blocked: UInt8)] = []
    /// Where the arcs that leave each junction end among ``arcsOut``.
    package private(set) var outEnds: [Int32] = []
    package private(set) var arcsOut: [Int32] = []
    /// By profile: the turns that are forbidden.
    package private(set) var turns: [ForbiddenTurns] = []
    /// By arc: the bearing at its begin and at its end, in degrees from north.
    private(set) var bearings: [(first: Float, last: Float)] = []

    /// The number of arcs.
    public var arcCount: Int { 2 * ends.count }
    /// The number of junctions.
    public var nodeCount: Int { nodes.count }

    /// Makes the graph of an extract, which is read twice.
    ///
    /// - Parameters:
    ///   - extract: The extract.
    ///   - profiles: The profiles, at most eight.
    ///   - jobs: The number of threads; the graph does not depend on it.
    /// - Throws: `ExtractError` if it cannot be read.
    /// - Complexity: O(*n* log *n*) in the nodes of its roads.
    public init(
        _ extract: MapExtract, profiles: [RoadProfile] = RoadProfile.all, jobs: Int = 1
    ) throws(ExtractError) {
        precondition(profiles.count <= 8, "\(profiles.count) profiles")
        self.profiles = profiles
        var found = FoundRoads()
        try extract.read([.taggedNodes, .ways, .relations], jobs: jobs) { block in
            FoundRoads(block, profiles)
        } take: { part, _ in
            found.append(part)
        }
        let points = try NodePoints(found.refs, in: extract, jobs: jobs) { _ in }
        build(found, points)
    }

    private mutating func build(_ found: FoundRoads, _ points: NodePoints) {
        let marked = Dictionary(found.marks.lazy.map { ($0.id, $0) }) { first, _ in first }
        // Junctions: ends of ways, nodes of two, and what one does not pass.
        var uses: [Int64: Int] = [:]
        for way in found.ways {
            let refs = found.refs[way.refs]
            for ref in refs { uses[ref, default: 0] += 1 }
            if let first = refs.first { uses[first, default: 0] += 1 }
            if let last = refs.last { uses[last, default: 0] += 1 }
        }
        var numbers: [Int64: Int32] = [:]
        func isJunction(_ ref: Int64) -> Bool { uses[ref]! > 1 || marked[ref] != nil }
        seconds = profiles.map { _ in [] }
        var segments: [Int64: [Int32]] = [:]
        for way in found.ways {
            var parts: [[(id: Int64, point: MapPoint)]] = []
            var part: [(id: Int64, point: MapPoint)] = []
            for ref in found.refs[way.refs] {
                // A node that the extract lacks ends a part: what is beyond it is not known.
                guard let point = points[ref] else {
                    if part.count > 1 { parts.append(part) }
                    part = []
                    continue
                }
                if part.last?.id == ref { continue }
                part.append((ref, point))
                if part.count > 1, isJunction(ref) {
                    parts.append(part)
                    part = [(ref, point)]
                }
            }
            if part.count > 1 { parts.append(part) }
            let lengths = parts.map { Self.length($0.map(\.point)) }
            let whole = lengths.reduce(0, +)
            for (part, length) in zip(parts, lengths) {
                func node(_ end: (id: Int64, point: MapPoint)) -> Int32 {
                    if let known = numbers[end.id] { return known }
                    let number = Int32(nodes.count)
                    numbers[end.id] = number
                    nodes.append(end.point)
                    nodeIDs.append(end.id)
                    let mark = marked[end.id]
                    marks.append((mark?.isSignal ?? false, mark?.blocked ?? 0))
                    return number
                }
                segments[way.id, default: []].append(Int32(ends.count))
                ends.append((node(part[0]), node(part[part.count - 1])))
                meters.append(length)
                vertices += part.lazy.map(\.point)
                lineEnds.append(Int32(vertices.count))
                var mask: UInt8 = 0
                for (number, use) in way.uses.enumerated() {
                    func time(_ speed: Double?) -> Float {
                        guard let speed, speed > 0 else { return .infinity }
                        if let duration = use?.duration, whole > 0 { return Float(duration * length / whole) }
                        return Float(length / (speed / 3.6))
                    }
                    seconds[number].append(time(use?.forward))
                    seconds[number].append(time(use?.backward))
                    if use?.isEndOnly ?? false { mask |= 1 << number }
                }
                endOnly.append(mask)
                let line = part.map(\.point)
                let (first, last) = (
                    Self.bearing(line[0], line[1]), Self.bearing(line[line.count - 2], line[line.count - 1])
                )
                bearings.append((first, last))
                bearings.append((Self.turned(last), Self.turned(first)))
            }
        }
        var arcs = [[Int32]](repeating: [], count: nodes.count)
        for (segment, end) in ends.enumerated() {
            arcs[Int(end.from)].append(Int32(2 * segment))
            arcs[Int(end.to)].append(Int32(2 * segment + 1))
        }
        for arcs in arcs {
            arcsOut += arcs
            outEnds.append(Int32(arcsOut.count))
        }
        turns = profiles.indices.map { ForbiddenTurns(found.restrictions, $0, segments, numbers, self) }
    }

    private static func length(_ line: [MapPoint]) -> Double {
        let places = line.compactMap(\.coordinate)
        return zip(places, places.dropFirst()).reduce(0) { $0 + Sphere.earth.distance(from: $1.0, to: $1.1).value }
    }

    private static func bearing(_ a: MapPoint, _ b: MapPoint) -> Float {
        let latitude = Double(a.latitude) / 1e7 * .pi / 180
        let (east, north) = (
            Double(Int64(b.longitude) - Int64(a.longitude)) * cos(latitude),
            Double(Int64(b.latitude) - Int64(a.latitude))
        )
        return Float(atan2(east, north) * 180 / .pi)
    }

    private static func turned(_ bearing: Float) -> Float { bearing > 0 ? bearing - 180 : bearing + 180 }

    // MARK: Arcs

    package func tail(of arc: Int32) -> Int32 { arc & 1 == 0 ? ends[Int(arc >> 1)].from : ends[Int(arc >> 1)].to }
    package func head(of arc: Int32) -> Int32 { arc & 1 == 0 ? ends[Int(arc >> 1)].to : ends[Int(arc >> 1)].from }

    /// The arcs that leave a junction.
    package func arcs(from node: Int32) -> ArraySlice<Int32> {
        arcsOut[Int(node == 0 ? 0 : outEnds[Int(node) - 1])..<Int(outEnds[Int(node)])]
    }

    /// The line of an arc, in its direction.
    package func line(of arc: Int32) -> [MapPoint] {
        let segment = Int(arc >> 1)
        let line = vertices[Int(segment == 0 ? 0 : lineEnds[segment - 1])..<Int(lineEnds[segment])]
        return arc & 1 == 0 ? Array(line) : line.reversed()
    }

    /// What a turn from an arc into another, at the end of the first, costs a profile: seconds, and what is added only to choose;
    /// nil if it is not made.
    ///
    /// One turns back only where no other way leads on, and at a barrier.
    package func cost(ofTurn first: Int32, _ next: Int32, _ profile: Int) -> (seconds: Double, penalty: Double)? {
        let mark = marks[Int(head(of: first))]
        let isBack = first ^ 1 == next
        if mark.blocked >> profile & 1 == 1, !isBack { return nil }
        let costs = profiles[profile].costs
        var spent = mark.isSignal ? costs.signal : 0
        if isBack {
            let isEnd = arcs(from: head(of: first)).allSatisfy { $0 == next || seconds[profile][Int($0)] == .infinity }
            if !isEnd, mark.blocked >> profile & 1 == 0 { return nil }
            spent += costs.uTurn
        } else {
            // Degrees to the right: 0 is straight on.
            let angle = Double(bearings[Int(next)].first - bearings[Int(first)].last).remainder(dividingBy: 360)
            spent += Self.seconds(ofTurn: angle, costs)
        }
        let mask = UInt8(1) << profile
        let isEntry = endOnly[Int(next >> 1)] & mask != 0 && endOnly[Int(first >> 1)] & mask == 0
        return (spent, isEntry ? costs.destination : 0)
    }

    /// The seconds of a turn by an angle to the right, in degrees: a logistic function, as in OSRM's profiles, by which turns to the
    /// right are the cheaper ones.
    private static func seconds(ofTurn angle: Double, _ costs: RoadProfile.Costs) -> Double {
        if costs.turn == 0 { return 0 }
        let bias = angle >= 0 ? costs.bias : 1 / costs.bias
        return costs.turn / (1 + exp(-(13 / bias * abs(angle) / 180 - 6.5 * bias)))
    }
}
