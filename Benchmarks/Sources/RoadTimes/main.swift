// Times of ways over the roads of an extract, and whether they are those of Dijkstra's search, for Benchmarks/Peers/bench_roads.py: a line
// for each figure, with its mode or step, its name and its number, microseconds or a count.
//
// swift run -c release RoadTimes EXTRACT [PAIRS.csv]
//
// PAIRS.csv is written: the places between which ways are timed, for other engines.
import Foundation
import TestSupport
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkIndex
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

/// The median time of a call, over rounds of all of them, in microseconds.
func microseconds(_ count: Int, rounds: Int = 5, _ body: (Int) -> Void) -> Double {
    let clock = ContinuousClock()
    let times = (0..<rounds).map { _ in
        let start = clock.now
        for number in 0..<count { body(number) }
        return (clock.now - start) / .microseconds(1) / Double(count)
    }
    return times.sorted()[rounds / 2]
}

func say(_ about: String, _ what: String, _ number: Double) { print("\(about)\t\(what)\t\(number)") }

/// Returns whether all ways are those of Dijkstra's search.
func measure() throws -> Bool {
    let (clock, path) = (ContinuousClock(), CommandLine.arguments[1])
    var last = clock.now
    func step(_ what: String, _ count: Int) {
        say(what, "count", Double(count))
        say(what, "time", (clock.now - last) / .microseconds(1))
        last = clock.now
    }
    let graph = try RoadGraph(MapExtract(contentsOf: path), RoadProfile.all, jobs: 1)
    step("graph", graph.nodeCount)
    let roads = RoadNetwork(graph, onStep: step)
    say("graph", "bytes", Double(graph.size.all - graph.size.lines))
    for hierarchy in roads.hierarchies {
        say(hierarchy.name, "bytes", Double(hierarchy.size))
        say(hierarchy.name, "depth", Double(hierarchy.maxDepth))
    }
    let town = FileManager.default.temporaryDirectory.appending(path: "road-times-\(getpid()).waymark")
    defer { try? FileManager.default.removeItem(at: town) }
    var bytes = Data()
    PointIndex([Coordinate]()).write(roads.sections.map { part in IndexFileExtra(name: part.name, bytes: part.bytes) })
    {
        (piece: Span<UInt8>) in for at in piece.indices { bytes.append(piece[at]) }
    }
    try bytes.write(to: town)
    var isEqual = true
    say(
        "file", "opening",
        microseconds(20) { _ in
            if (try? RoadNetwork(IndexFile(contentsOf: town.path)))?.modes.count != 3 { isEqual = false }
        })

    var generator = SplitMix64(seed: 1)
    /// Places in the middle of lines that a profile travels.
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
        var (wrong, found) = (0, 0)
        for place in some {
            let expected = search.weights(from: place.places, to: some.map(\.places))
            let start = roads.start(place, profile)
            for (goal, expected) in zip(goals, expected) {
                let path = roads.path(from: start, to: goal, profile)
                if path?.weight != expected { wrong += 1 }
                if path != nil { found += 1 }
            }
        }
        say(mode, "pairs", 10_000)
        say(mode, "found", Double(found))
        say(mode, "unlike Dijkstra", Double(wrong))
        // A million routes against tables.
        var differing = 0
        for place in ends {
            let start = roads.start(place, profile)
            for goal in goals {
                let weight = roads.weight(from: start, to: goal, profile)
                if roads.path(from: start, to: goal, profile)?.weight != weight { differing += 1 }
            }
        }
        say(mode, "routes unlike tables", Double(differing))
        if wrong + differing > 0 { isEqual = false }
        var sum: UInt64 = 0
        func pair(_ number: Int) -> (SegmentPlace, SegmentPlace) {
            (ends[number % 1000], ends[(number * 7 + 13) % 1000])
        }
        say(
            mode, "query",
            microseconds(10_000) { number in
                let (from, to) = pair(number)
                sum &+= UInt64(
                    roads.weight(from: roads.start(from, profile), to: roads.goal(to, profile), profile) ?? 0)
            })
        say(
            mode, "route",
            microseconds(2000) { number in
                let (from, to) = pair(number)
                let (start, goal) = (roads.start(from, profile), roads.goal(to, profile))
                guard let way = roads.path(from: start, to: goal, profile) else { return }
                sum &+= UInt64(roads.line(of: way, from: from.coordinate, to: to.coordinate).count)
                sum &+= UInt64(graph.meters(of: way))
            })
        say(
            mode, "snapping",
            microseconds(1000) { number in
                sum &+= UInt64(
                    roads.snapped(ends[number].coordinate, profile, within: Meters(500))?.places[0].segment ?? 0)
            })
        for size in [20, 100] {
            say(
                mode, "table \(size)",
                microseconds(size == 20 ? 200 : 10) { number in
                    let part = (0..<size).map { ends[(number * size + $0) % 1000] }
                    let (starts, goals) = (part.map { roads.start($0, profile) }, part.map { roads.goal($0, profile) })
                    for start in starts {
                        for goal in goals { sum &+= UInt64(roads.weight(from: start, to: goal, profile) ?? 0) }
                    }
                })
        }
        say(
            mode, "reach",
            microseconds(20) { sum &+= UInt64(roads.reach(from: ends[$0], profile).seconds(to: ends[$0 + 1]) ?? 0) })
        let states = RoadStates(graph, roads.order)
        var both = Bidirectional(states, profile: profile)
        let used = Set(zip(states.turns, states.weights[profile]).filter { $0.1 < 0x7fff_fff0 }.map(\.0.from)).sorted()
        let pairs = (0..<200).map { _ in
            (used.randomElement(using: &generator)!, used.randomElement(using: &generator)!)
        }
        say(
            mode, "bidirectional",
            microseconds(200, rounds: 1) { sum &+= UInt64(both.weight(from: pairs[$0].0, to: pairs[$0].1) ?? 0) })
        if sum == 0 { isEqual = false }
    }
    return isEqual
}

exit(try measure() ? 0 : 1)
