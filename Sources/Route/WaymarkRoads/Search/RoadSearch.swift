import WaymarkGeodesy
import WaymarkText

/// A place on a segment of a road.
package struct RoadPlace: Hashable, Sendable {
    package let segment: Int32
    /// How far along it is, from its first junction: 0 to 1.
    package let fraction: Double

    package init(segment: Int32, fraction: Double) { (self.segment, self.fraction) = (segment, fraction) }
}

/// A way over roads.
package struct RoadPath: Sendable {
    package var seconds: Double
    package var meters: Double
    /// The arcs in order, of which the first and the last are travelled in part.
    package var arcs: [Int32]
    /// What the search compared: seconds and penalties.
    package var weight: Double
}

/// Finds the fastest ways over a graph, arc by arc (Dijkstra 1959): what is faster is to give its answers.
package struct RoadSearch {
    private let graph: RoadGraph
    private let profile: Int

    package init(_ graph: RoadGraph, profile: Int) { (self.graph, self.profile) = (graph, profile) }

    /// A state to go on from: the lightest is the largest, as the heap has it.
    private struct Next: Comparable {
        let weight: Double
        let state: Int32
        static func < (a: Next, b: Next) -> Bool { (a.weight, a.state) > (b.weight, b.state) }
    }

    /// The fastest way from place to place; nil if there is none.
    ///
    /// - Complexity: O(*n* log *n*) in the arcs of the profile that are as near as the goal.
    package func path(from start: RoadPlace, to goal: RoadPlace) -> RoadPath? { paths(from: start, to: [goal])[0] }

    /// The fastest ways from a place to others, by one search; nil where there is none.
    ///
    /// - Complexity: O(*n* log *n*) in the arcs of the profile that are as near as the farthest goal.
    package func paths(from start: RoadPlace, to goals: [RoadPlace]) -> [RoadPath?] {
        let (times, turns) = (graph.seconds[profile], graph.turns[profile])
        func share(_ arc: Int32, _ fraction: Double) -> Double { arc & 1 == 0 ? fraction : 1 - fraction }
        var goalsOfArc: [Int32: [Int]] = [:]
        for (number, goal) in goals.enumerated() {
            for arc in [2 * goal.segment, 2 * goal.segment + 1] where times[Int(arc)] < .infinity {
                goalsOfArc[arc, default: []].append(number)
            }
        }
        // By state: what it weighs to be at the end of its arc, the seconds of that, and the state before.
        var weights = [Double](repeating: .infinity, count: turns.count)
        var seconds = [Double](repeating: 0, count: turns.count)
        var before = [Int32](repeating: -1, count: turns.count)
        var isSettled = [Bool](repeating: false, count: turns.count)
        var heap = Heap<Next>()
        var best = [(weight: Double, seconds: Double, last: Int32, state: Int32)](
            repeating: (.infinity, 0, -1, -1), count: goals.count)
        func reach(_ state: Int32, _ weight: Double, _ spent: Double, from last: Int32) {
            guard weight < weights[Int(state)] else { return }
            (weights[Int(state)], seconds[Int(state)], before[Int(state)]) = (weight, spent, last)
            heap.insert(Next(weight: weight, state: state))
        }
        for arc in [2 * start.segment, 2 * start.segment + 1] where times[Int(arc)] < .infinity {
            let (begin, whole) = (share(arc, start.fraction), Double(times[Int(arc)]))
            for goal in goalsOfArc[arc] ?? [] where share(arc, goals[goal].fraction) >= begin {
                let spent = (share(arc, goals[goal].fraction) - begin) * whole
                if spent < best[goal].weight { best[goal] = (spent, spent, arc, -1) }
            }
            reach(arc, (1 - begin) * whole, (1 - begin) * whole, from: -1)
        }
        // No goal is farther than this, as far as is known.
        var farthest = best.map(\.weight).max() ?? 0
        while let next = heap.popFirst() {
            let (weight, state) = (next.weight, next.state)
            if weight >= farthest { break }
            if isSettled[Int(state)] { continue }
            isSettled[Int(state)] = true
            let arc = turns.arc(of: state)
            for next in graph.arcs(from: graph.head(of: arc)) where times[Int(next)] < .infinity {
                guard let cost = graph.cost(ofTurn: arc, next, profile),
                    let after = turns.state(after: state, into: next)
                else { continue }
                let (atTurn, whole) = (weight + cost.seconds + cost.penalty, Double(times[Int(next)]))
                let spent = seconds[Int(state)] + cost.seconds
                if let reached = goalsOfArc[next] {
                    for goal in reached {
                        let more = share(next, goals[goal].fraction) * whole
                        if atTurn + more < best[goal].weight { best[goal] = (atTurn + more, spent + more, next, state) }
                    }
                    farthest = best.map(\.weight).max() ?? 0
                }
                reach(after, atTurn + whole, spent + whole, from: state)
            }
        }
        return zip(goals, best).map { goal, best in
            if best.weight == .infinity { return nil }
            var arcs = [best.last]
            var state = best.state
            while state >= 0 {
                arcs.append(turns.arc(of: state))
                state = before[Int(state)]
            }
            arcs.reverse()
            var meters = arcs.reduce(0) { $0 + graph.meters[Int($1 >> 1)] }
            meters -= share(arcs[0], start.fraction) * graph.meters[Int(start.segment)]
            meters -= (1 - share(best.last, goal.fraction)) * graph.meters[Int(goal.segment)]
            return RoadPath(seconds: best.seconds, meters: max(0, meters), arcs: arcs, weight: best.weight)
        }
    }
}
