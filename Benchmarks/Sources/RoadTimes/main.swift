// Times of ways over the roads of an extract, and whether they are those of Dijkstra's search; lines of Markdown.
//
// swift run -c release RoadTimes EXTRACT [PAIRS.csv]
//
// PAIRS.csv is written: the places between which ways are timed, for other engines.
import Foundation
import TestSupport
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkRoads
import WaymarkRoutes

/// A bidirectional search (Dijkstra 1959, Nicholson 1966) over the same states, for comparison.
struct Bidirectional {
    var forward: [[(Int32, UInt32)]]
    var backward: [[(Int32, UInt32)]]
    var distances: [[UInt32]]
    var touched: [Int32] = []

    init(_ states: RoadStates, profile: Int) {
        forward = Array(repeating: [], count: states.count)
        backward = forward
        for (turn, weight) in zip(states.turns, states.weights[profile]) where weight < 0x7fff_fff0 {
            forward[Int(turn.from)].append((turn.to, weight))
            backward[Int(turn.to)].append((turn.from, weight))
        }
        distances = Array(repeating: Array(repeating: .max, count: states.count), count: 2)
    }

    mutating func weight(from start: Int32, to goal: Int32) -> UInt32? {
        for state in touched { (distances[0][Int(state)], distances[1][Int(state)]) = (.max, .max) }
        touched.removeAll(keepingCapacity: true)
        var heaps = [BinaryHeap(), BinaryHeap()]
        (distances[0][Int(start)], distances[1][Int(goal)]) = (0, 0)
        touched += [start, goal]
        heaps[0].push(0, start)
        heaps[1].push(0, goal)
        var best = UInt32.max
        while let a = heaps[0].top, let b = heaps[1].top, a.0 &+ b.0 < best {
            let side = a.0 <= b.0 ? 0 : 1
            let (weight, state) = heaps[side].pop()
            if weight > distances[side][Int(state)] { continue }
            for (next, more) in side == 0 ? forward[Int(state)] : backward[Int(state)] {
                let sum = weight + more
                guard sum < distances[side][Int(next)] else { continue }
                distances[side][Int(next)] = sum
                touched.append(next)
                heaps[side].push(sum, next)
                let other = distances[1 - side][Int(next)]
                if other != .max { best = min(best, sum + other) }
            }
        }
        return best == .max ? nil : best
    }

    struct BinaryHeap {
        var items: [(UInt32, Int32)] = []
        var top: (UInt32, Int32)? { items.first }
        mutating func push(_ weight: UInt32, _ state: Int32) {
            items.append((weight, state))
            var at = items.count - 1
            while at > 0, items[(at - 1) / 2].0 > items[at].0 {
                items.swapAt(at, (at - 1) / 2)
                at = (at - 1) / 2
            }
        }
        mutating func pop() -> (UInt32, Int32) {
            items.swapAt(0, items.count - 1)
            let top = items.removeLast()
            var at = 0
            while 2 * at + 1 < items.count {
                var child = 2 * at + 1
                if child + 1 < items.count, items[child + 1].0 < items[child].0 { child += 1 }
                if items[at].0 <= items[child].0 { break }
                items.swapAt(at, child)
                at = child
            }
            return top
        }
    }
}

/// Returns whether all ways are those of Dijkstra's search.
func measure() throws -> Bool {
    let clock = ContinuousClock()
    let path = CommandLine.arguments[1]
    let name = path.split(separator: "/").last!.prefix { $0 != "." }

    func row(_ cells: String...) { print("| `\(name)` | " + cells.joined(separator: " | ") + " |") }
    func text(_ number: Double) -> String {
        number >= 100 ? String(Int(number.rounded())) : String(format: "%.*f", number >= 10 ? 1 : 2, number)
    }

    /// The median time of a call, over rounds of all of them, in microseconds.
    func microseconds(_ count: Int, rounds: Int = 5, _ body: (Int) -> Void) -> Double {
        let times = (0..<rounds).map { _ in
            let start = clock.now
            for number in 0..<count { body(number) }
            return (clock.now - start) / .microseconds(1) / Double(count)
        }
        return times.sorted()[rounds / 2]
    }

    var last = clock.now
    func step(_ what: String, _ count: Int) {
        let seconds = (clock.now - last) / .seconds(1)
        row(what, "\(count)", text(seconds * 1000) + " ms", text(seconds * 1e6 / Double(max(1, count))) + " µs each")
        last = clock.now
    }
    let graph = try RoadGraph(MapExtract(contentsOf: path), RoadProfile.all, jobs: 1)
    step("graph (junctions)", graph.nodeCount)
    let roads = RoadNetwork(graph, onStep: step)
    let junctions = Double(graph.nodeCount)
    row(
        "graph without lines and names", "",
        text(Double(graph.size.all - graph.size.lines) / junctions) + " bytes a junction")
    for hierarchy in roads.hierarchies {
        row(
            "hierarchy of \(hierarchy.name)", "\(hierarchy.jointCount) joints",
            text(Double(hierarchy.size) / junctions) + " bytes a junction",
            "depth \(hierarchy.maxDepth)")
    }

    var generator = SplitMix64(seed: 1)
    func places(_ count: Int, _ profile: Int) -> [SegmentPlace] {
        var found: [SegmentPlace] = []
        while found.count < count {
            let arc = Int.random(in: 0..<graph.arcCount, using: &generator)
            let line = graph.line(of: arc)
            let (a, b) = (line[(line.count - 1) / 2], line[(line.count - 1) / 2 + 1])
            let middle = MapPoint(
                longitude: (Int64(a.longitude) + Int64(b.longitude)) / 2,
                latitude: (Int64(a.latitude) + Int64(b.latitude)) / 2)
            if graph.isUsed(arc, profile), let middle = middle.coordinate,
                let place = roads.snapped(middle, profile, within: Meters(100))
            {
                found.append(place)
            }
        }
        return found
    }

    var isEqual = true
    for profile in graph.profiles.indices {
        let mode = graph.profiles[profile].name
        let ends = places(1000, profile)
        let goals = ends.map { roads.goal($0, profile) }
        if profile == 0, CommandLine.arguments.count > 2 {
            let lines = ends.map { "\($0.coordinate.latitude),\($0.coordinate.longitude)" }
            try ("latitude,longitude\n" + lines.joined(separator: "\n") + "\n").write(
                toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
        }
        // 10 000 pairs, by 100 searches.
        let search = RoadSearch(graph, profile: profile)
        let some = Array(ends.prefix(100))
        var found = 0
        let dijkstra = microseconds(100, rounds: 1) { number in
            let expected = search.weights(from: some[number].places, to: some.map(\.places))
            let start = roads.start(some[number], profile)
            for (goal, expected) in zip(goals, expected) {
                let path = roads.path(from: start, to: goal, profile)
                if path?.weight != expected { isEqual = false }
                if path != nil { found += 1 }
            }
        }
        row(
            "\(mode): 10 000 pairs equal Dijkstra's search", isEqual ? "yes" : "NO", "\(found) found",
            text(dijkstra / 1000) + " ms for one to 100")
        // A million routes against tables.
        var differing = 0
        let million = microseconds(1000, rounds: 1) { number in
            let start = roads.start(ends[number], profile)
            for goal in goals {
                let weight = roads.weight(from: start, to: goal, profile)
                if roads.path(from: start, to: goal, profile)?.weight != weight { differing += 1 }
            }
        }
        row(
            "\(mode): a million routes equal the table", differing == 0 ? "yes" : "NO", "",
            text(million / 1000) + " µs each")
        var sum: UInt64 = 0
        let queries = microseconds(10_000) { number in
            let (start, goal) = (ends[number % 1000], ends[(number * 7 + 13) % 1000])
            sum &+= UInt64(roads.weight(from: roads.start(start, profile), to: roads.goal(goal, profile), profile) ?? 0)
        }
        let routes = microseconds(2000) { number in
            let (from, to) = (ends[number % 1000], ends[(number * 7 + 13) % 1000])
            guard
                let way = roads.path(from: roads.start(from, profile), to: roads.goal(to, profile), profile)
            else { return }
            sum &+=
                UInt64(roads.line(of: way, from: from.coordinate, to: to.coordinate).count)
                + UInt64(graph.meters(of: way))
        }
        let snaps = microseconds(1000) { number in
            sum &+= UInt64(roads.snapped(ends[number].coordinate, profile, within: Meters(500))?.places[0].segment ?? 0)
        }
        var table: [Double] = []
        for size in [20, 100] {
            table.append(
                microseconds(size == 20 ? 200 : 10) { number in
                    let part = (0..<size).map { ends[(number * size + $0) % 1000] }
                    let (starts, goals) = (part.map { roads.start($0, profile) }, part.map { roads.goal($0, profile) })
                    for start in starts {
                        for goal in goals { sum &+= UInt64(roads.weight(from: start, to: goal, profile) ?? 0) }
                    }
                })
        }
        row(
            "\(mode): query, route with line, snapping", text(queries) + " µs", text(routes) + " µs",
            text(snaps) + " µs")
        row("\(mode): table 20 × 20, 100 × 100", text(table[0] / 1000) + " ms", text(table[1] / 1000) + " ms")
        let states = RoadStates(graph, roads.order)
        var both = Bidirectional(states, profile: profile)
        let pairs = (0..<200).map { _ in
            (
                Int32.random(in: 0..<Int32(states.count), using: &generator),
                Int32.random(in: 0..<Int32(states.count), using: &generator)
            )
        }
        let bidirectional = microseconds(200, rounds: 1) { number in
            sum &+= UInt64(both.weight(from: pairs[number].0, to: pairs[number].1) ?? 0)
        }
        row("\(mode): query by a bidirectional search", text(bidirectional) + " µs")
        if sum == 0 { isEqual = false }
    }
    return isEqual
}

exit(try measure() ? 0 : 1)
