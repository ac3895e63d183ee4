internal import WaymarkExtracts
import WaymarkGeodesy
internal import WaymarkIndex

/// Makes the graph of an extract.
struct RoadGraphBuilder {
    let profiles: [RoadCosts]
    // As in RoadGraph.
    private(set) var ends: [UInt32] = []
    private(set) var millimeters: [UInt32] = []
    private(set) var lineEnds: [UInt32] = []
    private(set) var vertices: [Int32] = []
    private(set) var names = Names()
    private(set) var flags: [UInt8] = []
    private(set) var endOnly: [UInt8] = []
    private(set) var marks: [UInt16] = []
    private(set) var outEnds: [UInt32] = []
    private(set) var arcsOut: [UInt32] = []
    private(set) var times: [[UInt32]]

    /// The maximum number of ends of segments at a junction: turns grow with its square.
    private static let maxArms = 256

    var arcCount: Int { ends.count }

    /// The different names of streets.
    struct Names {
        private(set) var numbers: [UInt32] = []
        private(set) var ends: [UInt32] = []
        private(set) var bytes: [UInt8] = []
        private var known: [RoadGraph.StreetName: UInt32] = [RoadGraph.StreetName(): 0]

        mutating func append(_ name: RoadGraph.StreetName) {
            if let number = known[name] { return numbers.append(number) }
            bytes.append(contentsOf: name.text.utf8)
            ends.append(UInt32(bytes.count))
            known[name] = UInt32(ends.count)
            numbers.append(UInt32(ends.count))
        }
    }

    /// A way from junction to junction.
    private struct Part {
        var way: Int32
        /// Its nodes among those of all ways.
        var refs: Range<Int>
        var length: Double
        /// Its share of its way.
        var share: Double
        var middle: Coordinate
    }

    /// Makes the graph of an extract, which is read twice.
    ///
    /// - Parameters:
    ///   - extract: The extract.
    ///   - profiles: The profiles, at most eight.
    ///   - jobs: The number of threads; the graph does not depend on it.
    /// - Returns: The graph.
    /// - Throws: `ExtractError` if it cannot be read.
    /// - Complexity: O(*n* log *n*) in the nodes of its roads.
    static func graph(
        of extract: MapExtract, _ profiles: [RoadProfile], jobs: Int
    ) throws(ExtractError) -> RoadGraph {
        precondition((1...8).contains(profiles.count), "\(profiles.count) profiles")
        var found = FoundRoads()
        try extract.read([.taggedNodes, .ways, .relations], jobs: jobs) { block in
            FoundRoads(block, profiles)
        } take: { part, _ in
            found.append(part)
        }
        let points = try NodePoints(found.refs, in: extract, jobs: jobs) { _ in }
        var builder = RoadGraphBuilder(profiles: profiles.map(\.costs), times: profiles.map { _ in [] })
        let (segments, numbers) = builder.build(found, points)
        let graph = RoadGraph(builder)
        return RoadGraph(graph, ForbiddenTurns(found.restrictions, segments, numbers, graph))
    }

    private init(profiles: [RoadCosts], times: [[UInt32]]) { (self.profiles, self.times) = (profiles, times) }

    /// - Returns: The segments of each way, in its order, and the junctions by their ids.
    private mutating func build(
        _ found: FoundRoads, _ points: NodePoints
    ) -> (segments: [Int64: [Int32]], numbers: [Int64: Int32]) {
        let marked = Dictionary(found.marks.lazy.map { ($0.id, $0.bits) }) { first, _ in first }
        let parts = Self.parts(found, points, marked)
        let order = HilbertOrder.positions(of: ContiguousArray(parts.lazy.map(\.middle)), run: 16)
        var numbers: [Int64: Int32] = [:]
        var arms: [Int64: Int] = [:]
        var places = [(part: Int32, segment: Int32)]()
        for (segment, position) in order.enumerated() {
            let part = parts[Int(position)]
            let way = found.ways[Int(part.way)]
            places.append((Int32(position), Int32(segment)))
            var last: Int64?
            for ref in found.refs[part.refs] where ref != last {
                last = ref
                guard let point = points[ref] else { continue }
                vertices += [point.longitude, point.latitude]
            }
            lineEnds.append(UInt32(vertices.count / 2))
            for id in [found.refs[part.refs.lowerBound], found.refs[part.refs.upperBound - 1]] {
                // Where more meet than anywhere on Earth, the others end each on its own.
                arms[id, default: 0] += 1
                if numbers[id] == nil || arms[id]! > Self.maxArms {
                    if numbers[id] == nil { numbers[id] = Int32(marks.count) }
                    marks.append(marked[id] ?? 0)
                    ends.append(UInt32(marks.count - 1))
                } else {
                    ends.append(UInt32(numbers[id]!))
                }
            }
            millimeters.append(UInt32(clamping: Int((part.length * 1000).rounded())))
            names.append(way.name)
            flags.append(way.flags.rawValue)
            var mask: UInt8 = 0
            for (number, use) in way.uses.enumerated() {
                func time(_ speed: Double?) -> UInt32 {
                    guard let use, let speed, speed > 0 else { return RoadGraph.never }
                    let seconds = use.duration.map { $0 * part.share } ?? (part.length / (speed / 3.6))
                    return RoadGraph.time(hundredths: seconds * 100)
                }
                times[number] += [time(use?.forward), time(use?.backward)]
                if use?.isEndOnly ?? false { mask |= 1 << number }
            }
            endOnly.append(mask)
        }
        var arcs = [[UInt32]](repeating: [], count: marks.count)
        for arc in ends.indices { arcs[Int(ends[arc])].append(UInt32(arc)) }
        for arcs in arcs {
            arcsOut += arcs
            outEnds.append(UInt32(arcsOut.count))
        }
        var segments: [Int64: [Int32]] = [:]
        for (part, segment) in places.sorted(by: { $0.part < $1.part }) {
            segments[found.ways[Int(parts[Int(part)].way)].id, default: []].append(segment)
        }
        return (segments, numbers)
    }

    /// The ways, cut at junctions: ends of ways, nodes of two, and nodes with a mark.
    private static func parts(_ found: FoundRoads, _ points: NodePoints, _ marked: [Int64: UInt16]) -> [Part] {
        var uses: [Int64: UInt8] = [:]
        uses.reserveCapacity(found.refs.count)
        for way in found.ways {
            let refs = found.refs[way.refs]
            for ref in refs { uses[ref, default: 0] |= uses[ref] == nil ? 1 : 2 }
            for end in [refs.first, refs.last] {
                if let end { uses[end] = 3 }
            }
        }
        var parts: [Part] = []
        for (number, way) in found.ways.enumerated() {
            let first = parts.count
            var (start, length) = (-1, 0.0)
            var line: [Coordinate] = []
            var last: Int64?
            func end(_ at: Int) {
                if line.count > 1 {
                    parts.append(
                        Part(
                            way: Int32(number), refs: start..<at, length: length, share: 0,
                            middle: line[line.count / 2]))
                }
                (start, length, line) = (-1, 0, [])
            }
            for at in way.refs {
                let ref = found.refs[at]
                // A node that the extract lacks ends a part: what is beyond it is not known.
                guard let point = points[ref]?.coordinate else {
                    end(at)
                    last = nil
                    continue
                }
                if ref == last { continue }
                last = ref
                if let before = line.last { length += Sphere.earth.distance(from: before, to: point).value }
                if line.isEmpty { start = at }
                line.append(point)
                if line.count > 1, uses[ref]! & 2 != 0 || marked[ref] != nil {
                    end(at + 1)
                    (start, line) = (at, [point])
                }
            }
            end(way.refs.upperBound)
            let whole = parts[first...].reduce(0) { $0 + $1.length }
            for part in parts[first...].indices { parts[part].share = whole > 0 ? parts[part].length / whole : 0 }
        }
        return parts
    }
}
