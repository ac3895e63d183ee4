/// The states of all profiles and the turns between them: what is contracted.
///
/// A state is an arc, at its end, or an arc with those before it where a restriction over ways has begun. This is the graph expanded
/// by its turns (Winter 2002).
package struct RoadStates {
    /// The arc of each state.
    package private(set) var arcs: [Int32] = []
    /// Whether it is longer than its arc.
    private(set) var isLong: [Bool] = []
    /// The turns: from state to state.
    package private(set) var turns: [(from: Int32, to: Int32)] = []
    /// By profile: the weight of each turn and of the arc that it leads into.
    package private(set) var weights: [[UInt32]]
    /// The states of each segment: where they end. States are in the order of their segments' contraction.
    private(set) var segmentEnds: [Int32] = []

    /// The number of states.
    package var count: Int { arcs.count }

    /// The states of a graph, lowest first.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - order: The segments in the order of their contraction.
    /// - Complexity: O(*n*) in the turns.
    package init(_ graph: RoadGraph, _ order: RoadArray<UInt32>) {
        let times = graph.times
        weights = times.map { _ in [] }
        var long: [Int: [Int32]] = [:]
        for (number, arc) in graph.turns.longStates.enumerated() {
            long[Int(arc >> 1), default: []].append(Int32(graph.arcCount + number))
        }
        /// The number of each state of ``ForbiddenTurns``.
        var numbers = [Int32](repeating: -1, count: graph.turns.count)
        var states: [Int32] = []
        func isUsed(_ arc: Int) -> Bool { times.contains { $0[arc] != RoadGraph.never } }
        for at in 0..<order.count {
            let segment = Int(order[at])
            // All are segments, unless the file is damaged.
            guard segment < graph.segmentCount else {
                segmentEnds.append(Int32(states.count))
                continue
            }
            for state in [Int32(2 * segment), Int32(2 * segment + 1)] + (long[segment] ?? []) {
                let arc = Int(graph.turns.arc(of: state))
                guard arc < graph.arcCount, numbers[Int(state)] < 0, isUsed(arc) else { continue }
                numbers[Int(state)] = Int32(states.count)
                states.append(state)
                arcs.append(Int32(arc))
                isLong.append(Int(state) >= graph.arcCount)
            }
            segmentEnds.append(Int32(states.count))
        }
        let bearings = (0..<graph.arcCount).map { graph.bearings(of: $0) }
        var own = [UInt32](repeating: RoadWeight.never, count: times.count)
        for (number, state) in states.enumerated() {
            let arc = Int(arcs[number])
            for next in graph.arcs(from: graph.head(of: arc)) where isUsed(next) {
                let turn = graph.turns.turn(from: state, into: Int32(next))
                let angle = (bearings[next].first - bearings[arc].last).remainder(dividingBy: 360)
                var isMade = false
                for (profile, times) in times.enumerated() {
                    own[profile] = RoadWeight.never
                    let time = times[next]
                    guard time != RoadGraph.never, times[arc] != RoadGraph.never, turn.forbidden >> profile & 1 == 0,
                        let weight = graph.weight(ofTurn: arc, next, angle: angle, profile)
                    else { continue }
                    own[profile] = RoadWeight.sum(weight, RoadWeight.of(hundredths: time))
                    isMade = true
                }
                guard isMade, numbers[Int(turn.state)] >= 0 else { continue }
                turns.append((Int32(number), numbers[Int(turn.state)]))
                for profile in times.indices { weights[profile].append(own[profile]) }
            }
        }
    }
}
