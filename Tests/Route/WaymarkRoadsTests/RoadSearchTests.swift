import Foundation
import TestSupport
import Testing
import WaymarkExtracts
import WaymarkFiles
import WaymarkGeodesy
import WaymarkRoads
import WaymarkRoutes

@Suite("Search of roads")
struct RoadSearchTests {
    /// A grid of streets with random oneways and restrictions over nodes and over ways.
    private struct Grid {
        let network: RoadNetwork
        var graph: RoadGraph { network.graph }
        /// The ways of each restriction, in order, and whether it is the only way on.
        var restrictions: [(ways: [Int], isOnly: Bool)] = []
        /// The ends of each way, as nodes.
        var ends: [(from: Int, to: Int)] = []
        /// The way of each segment, and its segment.
        var ways: [Int] = []
        var segments: [Int] = []
        /// The node of each junction.
        var nodes: [Int] = []

        init(seed: UInt64, side: Int = 5) throws {
            var generator = SplitMix64(seed: seed)
            var ends: [(from: Int, to: Int)] = []
            var points: [MapPoint] = []
            var xml = "<?xml version=\"1.0\"?><osm version=\"0.6\">\n"
            for node in 0..<side * side {
                let (row, column) = (node / side, node % side)
                let latitude = 42.5 + Double(row) * 0.001 + Double.random(in: 0...0.0004, using: &generator)
                let longitude = 1.5 + Double(column) * 0.001 + Double.random(in: 0...0.0004, using: &generator)
                points.append(
                    MapPoint(
                        longitude: Int64((longitude * 1e7).rounded()), latitude: Int64((latitude * 1e7).rounded())))
                xml += "<node id=\"\(node + 1)\" lat=\"\(latitude)\" lon=\"\(longitude)\"/>\n"
            }
            for node in 0..<side * side {
                if node % side < side - 1 { ends.append((node + 1, node + 2)) }
                if node / side < side - 1 { ends.append((node + 1, node + side + 1)) }
            }
            for (number, end) in ends.enumerated() {
                let oneway = ["no", "no", "no", "yes", "-1"].randomElement(using: &generator)!
                xml +=
                    "<way id=\"\(number + 1)\"><nd ref=\"\(end.from)\"/><nd ref=\"\(end.to)\"/>"
                    + "<tag k=\"highway\" v=\"residential\"/><tag k=\"oneway\" v=\"\(oneway)\"/></way>\n"
            }
            for number in 0..<12 {
                // A walk of two to four ways.
                var ways = [Int.random(in: 0..<ends.count, using: &generator)]
                var node = Bool.random(using: &generator) ? ends[ways[0]].to : ends[ways[0]].from
                let first = node
                for _ in 1...Int.random(in: 1...3, using: &generator) {
                    let next = ends.enumerated().filter { way, end in
                        !ways.contains(way) && (end.from == node || end.to == node)
                    }.map(\.offset)
                    guard let way = next.randomElement(using: &generator) else { break }
                    ways.append(way)
                    node = ends[way].from == node ? ends[way].to : ends[way].from
                }
                if ways.count < 2 { continue }
                let isOnly = Int.random(in: 0..<4, using: &generator) == 0
                restrictions.append((ways, isOnly))
                let vias =
                    ways.count == 2
                    ? "<member type=\"node\" ref=\"\(first)\" role=\"via\"/>"
                    : ways[1..<ways.count - 1].map { "<member type=\"way\" ref=\"\($0 + 1)\" role=\"via\"/>" }.joined()
                xml +=
                    "<relation id=\"\(number + 1)\"><member type=\"way\" ref=\"\(ways[0] + 1)\" role=\"from\"/>\(vias)"
                    + "<member type=\"way\" ref=\"\(ways[ways.count - 1] + 1)\" role=\"to\"/>"
                    + "<tag k=\"type\" v=\"restriction\"/><tag k=\"restriction\" v=\"\(isOnly ? "only_" : "no_")straight_on\"/></relation>\n"
            }
            self.ends = ends
            network = try RoadNetwork(MapExtract(PositionedBytes(ContiguousArray((xml + "</osm>\n").utf8))))
            // Junctions are known by the streets that meet there, each of which is one segment of another length.
            nodes = Array(repeating: 0, count: network.graph.nodeCount)
            let places = Dictionary(uniqueKeysWithValues: zip(points, 1...))
            for segment in 0..<network.graph.segmentCount {
                let line = network.graph.line(of: 2 * segment)
                let (from, to) = (places[line[0]]!, places[line[1]]!)
                ways.append(ends.firstIndex { $0.from == from && $0.to == to }!)
                nodes[network.graph.tail(of: 2 * segment)] = from
                nodes[network.graph.head(of: 2 * segment)] = to
            }
            segments = ends.indices.map { ways.firstIndex(of: $0)! }
        }

        /// Whether an arc may follow others, the last of which are given, by the restrictions as they are written.
        func allows(_ history: [Int32], _ next: Int32) -> Bool {
            let ways = history.map { self.ways[Int($0 >> 1)] }
            for restriction in restrictions {
                let lengths = restriction.isOnly ? Array(1..<restriction.ways.count) : [restriction.ways.count - 1]
                for length in lengths
                where ways.suffix(length).elementsEqual(restriction.ways.prefix(length))
                    && isWalk(history.suffix(length))
                {
                    // The last junction is that of the next way of the restriction.
                    let following = restriction.ways[length]
                    let node = nodes[graph.head(of: Int(history[history.count - 1]))]
                    guard [ends[following].from, ends[following].to].contains(node) else { continue }
                    if restriction.isOnly != (self.ways[Int(next >> 1)] == following) { return false }
                }
            }
            return true
        }

        private func isWalk(_ arcs: ArraySlice<Int32>) -> Bool {
            zip(arcs, arcs.dropFirst()).allSatisfy {
                graph.head(of: Int($0)) == graph.tail(of: Int($1))
            }
        }

        /// The weight of the fastest way from a place to the end of an arc, after those before it: a search whose states are the
        /// last arcs.
        func weights(from start: RoadPlace) -> [[Int32]: UInt32] {
            var best: [[Int32]: UInt32] = [:]
            var open: [[Int32]: UInt32] = [:]
            for arc in [2 * start.segment, 2 * start.segment + 1] where graph.isUsed(arc, 0) {
                let share = arc & 1 == 0 ? start.fraction : 1 - start.fraction
                let time = graph.time(of: arc, 0)
                open[[Int32(arc)]] = 16 * (time - UInt32((share * Double(time)).rounded()))
            }
            while let (history, weight) = open.min(by: { $0.value < $1.value }) {
                open[history] = nil
                best[history] = weight
                let last = Int(history[history.count - 1])
                for next in graph.arcs(from: graph.head(of: last)) where graph.isUsed(next, 0) {
                    let angle = graph.angle(ofTurn: last, next)
                    guard let cost = graph.weight(ofTurn: last, next, angle: angle, 0), allows(history, Int32(next))
                    else { continue }
                    let after = Array((history + [Int32(next)]).suffix(3))
                    if best[after] != nil { continue }
                    open[after] = min(open[after] ?? .max, weight + cost + 16 * graph.time(of: next, 0))
                }
            }
            return best
        }
    }

    @Test(
        "the fastest way is that of a search that looks back over the last arcs",
        arguments: 1...40 as ClosedRange<UInt64>)
    func oracle(seed: UInt64) throws {
        let grid = try Grid(seed: seed)
        let (network, graph) = (grid.network, grid.graph)
        let search = RoadSearch(graph, profile: 0)
        var generator = SplitMix64(seed: seed + 1000)
        var found = 0
        for _ in 0..<4 {
            let start = RoadPlace(segment: .random(in: 0..<graph.segmentCount, using: &generator), fraction: 0.3)
            let weights = grid.weights(from: start)
            for segment in 0..<graph.segmentCount where segment != start.segment {
                // At the very end of each arc.
                let expected = [2 * segment, 2 * segment + 1].map { arc in
                    weights.filter { $0.key.last == Int32(arc) }.map(\.value).min() ?? .max
                }
                for (fraction, arc) in [(1.0, 0), (0.0, 1)] {
                    let goal = RoadPlace(segment: segment, fraction: fraction)
                    let path = network.path(from: network.start([start], 0), to: network.goal([goal], 0), 0)
                    #expect(path?.weight == search.paths(from: start, to: [goal])[0]?.weight)
                    // Or it is reached at once by the other arc, at its begin.
                    let other =
                        16 * (graph.isUsed(2 * segment + 1 - arc, 0) ? graph.time(of: 2 * segment + 1 - arc, 0) : 0)
                    let least = min(expected[arc], expected[1 - arc] == .max ? .max : expected[1 - arc] - other)
                    guard let path else {
                        #expect(least == .max, "\(seed) \(start) \(segment)")
                        continue
                    }
                    #expect(path.weight == least, "\(seed) \(start) \(segment) \(fraction): \(path.weight) \(least)")
                    for count in 1..<max(2, path.arcs.count) where count < path.arcs.count {
                        #expect(grid.allows(Array(path.arcs[..<count].suffix(3)), path.arcs[count]))
                    }
                    found += 1
                }
            }
        }
        #expect(found > 50)
    }

    @Test func bothEndsOnOneSegment() throws {
        func path(_ map: RoadMap, _ start: RoadPlace, _ goal: RoadPlace) -> (arcs: Int, meters: Double)? {
            let found = map.network.path(from: map.network.start([start], 0), to: map.network.goal([goal], 0), 0)
            return found.map { ($0.arcs.count, map.graph.meters(of: $0)) }
        }
        let map = try RoadMap("a-----b\n\nab highway=residential\n")
        let (near, far) = (RoadPlace(segment: 0, fraction: 0.2), RoadPlace(segment: 0, fraction: 0.7))
        let whole = Double(map.graph.millimeters[0]) / 1000
        for (start, end) in [(near, far), (far, near)] {
            let path = try #require(path(map, start, end))
            #expect(path.arcs == 1 && abs(path.meters - whole / 2) < 1e-3)
        }
        let oneway = try RoadMap(
            "a-----b\n|     |\nc-----d\n\nab highway=residential oneway=yes\nac highway=residential\ncd highway=residential\nbd highway=residential\n"
        )
        let segment = try #require(
            oneway.place("a", 0).map { _ in
                (0..<oneway.graph.segmentCount).first { !oneway.graph.isUsed(2 * $0 + 1, 0) }
            } ?? nil)
        let back = try #require(
            path(oneway, RoadPlace(segment: segment, fraction: 0.7), RoadPlace(segment: segment, fraction: 0.2)))
        #expect(back.arcs > 3 && back.meters > 2 * whole)
    }
}

@Suite("Legs over roads", .enabled(if: SharedData.hasExtracts, "the folder shared/osm is absent"))
struct RoadLegTests {
    private static let andorra: RoadNetwork? = try? RoadNetwork(
        MapExtract(contentsOf: SharedData.extracts.appending(path: "andorra.osm.pbf").path), jobs: 2)

    @Test func stopsAreJoinedToTheNearestRoad() throws {
        let roads = try #require(Self.andorra)
        let legs = try #require(RoadLegs(roads, mode: .walking))
        var generator = SplitMix64(seed: 9)
        for _ in 0..<40 {
            let place = coordinate(
                .random(in: 42.45...42.6, using: &generator), .random(in: 1.45...1.7, using: &generator))
            let found = try? legs.snapped(Stop(id: "a", coordinate: place))
            // By a scan of all segments; those of islands are farther or not at all.
            var nearest = Meters(.infinity)
            for segment in 0..<roads.graph.segmentCount where roads.graph.isUsed(2 * segment, 2) {
                let line = roads.graph.line(of: 2 * segment).compactMap(\.coordinate)
                for (a, b) in zip(line, line.dropFirst()) {
                    nearest = min(nearest, Sphere.earth.distance(from: place, toSegmentFrom: a, to: b))
                }
            }
            guard let found else {
                #expect(nearest > legs.maxSnap)
                continue
            }
            #expect(found.distance >= nearest && (found.distance == nearest || found.distance.value < 500))
            #expect(abs(Sphere.earth.distance(from: place, to: found.coordinate).value - found.distance.value) < 1e-6)
        }
    }

    @Test func waysAreInTheReachOfOtherEngines() async throws {
        let roads = try #require(Self.andorra)

        let stops = [("Pas de la Casa", 42.5424, 1.7333), ("Sant Julià de Lòria", 42.4637, 1.4913)].map {
            Stop(id: $0.0, coordinate: coordinate($0.1, $0.2))
        }
        for (mode, meters, minutes) in [
            (TravelMode.driving, 34_000.0...40_000, 30.0...60), (.walking, 28_000...38_000, 330...460),
        ] {
            let legs = try #require(RoadLegs(roads, mode: mode))
            let leg = try await legs.leg(from: stops[0], to: stops[1])
            #expect(meters.contains(leg.distance.value), "\(mode.rawValue): \(leg.distance)")
            #expect(minutes.contains((leg.duration ?? .zero) / .seconds(60)), "\(mode.rawValue): \(leg.duration!)")
            #expect(leg.distanceKind == .network && leg.coordinates.count > 300)
            var along = 0.0
            for (a, b) in zip(leg.coordinates, leg.coordinates.dropFirst()) {
                along += Sphere.earth.distance(from: a, to: b).value
            }
            #expect(abs(along - leg.distance.value) < 0.01 * along)
        }
    }

    @Test func aStopFarFromRoadsHasNoLeg() async throws {
        let roads = try #require(Self.andorra)
        let legs = try #require(RoadLegs(roads, mode: .driving))
        let (town, sea) = (
            Stop(id: "a", coordinate: coordinate(42.5063, 1.5218)), Stop(id: "b", coordinate: coordinate(41, 3))
        )
        await #expect(throws: LegError.self) { try await legs.leg(from: town, to: sea) }
        let here = try await legs.leg(from: town, to: town)
        #expect(here.distance == .zero && here.duration == .zero)
    }
}
