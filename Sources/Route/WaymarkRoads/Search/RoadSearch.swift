import WaymarkText

/// Finds the lightest ways over a graph, arc by arc (Dijkstra 1959): what hierarchies are held to.
package struct RoadSearch {
    private let graph: RoadGraph
    private let profile: Int

    package init(_ graph: RoadGraph, profile: Int) { (self.graph, self.profile) = (graph, profile) }

    /// A state to go on from: the lightest is the largest, as the heap has it.
    private struct Next: Comparable {
        let weight: UInt32
        let state: Int32
        static func < (a: Next, b: Next) -> Bool { (a.weight, a.state) > (b.weight, b.state) }
    }

    /// The weights of the lightest ways between places of one or more roads each; nil where there is none.
    package func weights(from starts: [RoadPlace], to goals: [[RoadPlace]]) -> [UInt32?] {
        let all = goals.flatMap(\.self)
        let found = starts.map { paths(from: $0, to: all) }
        var at = 0
        return goals.map { goal in
            defer { at += goal.count }
            return found.flatMap { $0[at..<at + goal.count] }.compactMap { $0?.weight }.min()
        }
    }

    /// The lightest ways from a place to others, by one search; nil where there is none.
    ///
    /// - Complexity: O(*n* log *n*) in the arcs of the profile that are as near as the farthest goal.
    package func paths(from start: RoadPlace, to goals: [RoadPlace]) -> [RoadPath?] {
        var goalsOfArc: [Int: [Int]] = [:]
        for (number, goal) in goals.enumerated() {
            for arc in [2 * goal.segment, 2 * goal.segment + 1] where graph.isUsed(arc, profile) {
                goalsOfArc[arc, default: []].append(number)
            }
        }
        // By state: what it weighs to be at the end of its arc, and the state before. Most searches are short.
        var reached: [Int32: (weight: UInt32, before: Int32)] = [:]
        var settled: Set<Int32> = []
        var heap = Heap<Next>()
        var best = goals.map { goal -> (weight: UInt32, last: Int32, state: Int32) in
            let direct = graph.directWeight(from: start, to: goal, profile)
            return direct.map { ($0.weight, Int32($0.arc), -1) } ?? (RoadWeight.never, -1, -1)
        }
        func reach(_ state: Int32, _ weight: UInt32, from last: Int32) {
            guard weight < reached[state]?.weight ?? RoadWeight.never else { return }
            reached[state] = (weight, last)
            heap.insert(Next(weight: weight, state: state))
        }
        for arc in [2 * start.segment, 2 * start.segment + 1] where graph.isUsed(arc, profile) {
            reach(Int32(arc), graph.weight(of: arc, profile) - graph.weight(of: arc, to: start, profile), from: -1)
        }
        // No goal is farther than this, as far as is known.
        var farthest = best.map(\.weight).max() ?? 0
        while let next = heap.popFirst() {
            let (weight, state) = (next.weight, next.state)
            if weight >= farthest { break }
            guard settled.insert(state).inserted else { continue }
            let arc = Int(graph.turns.arc(of: state))
            for next in graph.arcs(from: graph.head(of: arc)) where graph.isUsed(next, profile) {
                let turn = graph.turns.turn(from: state, into: Int32(next))
                guard turn.forbidden >> profile & 1 == 0,
                    let cost = graph.weight(ofTurn: arc, next, angle: graph.angle(ofTurn: arc, next), profile)
                else { continue }
                let atTurn = RoadWeight.sum(weight, cost)
                if let here = goalsOfArc[next] {
                    for goal in here {
                        let more = RoadWeight.sum(atTurn, graph.weight(of: next, to: goals[goal], profile))
                        if more < best[goal].weight { best[goal] = (more, Int32(next), state) }
                    }
                    farthest = best.map(\.weight).max() ?? 0
                }
                reach(turn.state, RoadWeight.sum(atTurn, graph.weight(of: next, profile)), from: state)
            }
        }
        return zip(goals, best).map { goal, best in
            if best.last < 0 || best.weight >= RoadWeight.farthest { return nil }
            var arcs = [best.last]
            var state = best.state
            while state >= 0 {
                arcs.append(graph.turns.arc(of: state))
                state = reached[state]?.before ?? -1
            }
            return RoadPath(weight: best.weight, start: start, goal: goal, arcs: arcs.reversed())
        }
    }
}
