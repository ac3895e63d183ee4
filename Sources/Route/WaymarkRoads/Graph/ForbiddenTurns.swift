/// The turns that a profile does not make: from arc to arc, and along several arcs, where a restriction leads over ways.
///
/// A search goes from state to state. Most states are arcs; a longer one is an arc together with those before it, where a restriction
/// over ways has begun (Aho and Corasick 1975).
package struct ForbiddenTurns: Sendable {
    private let arcCount: Int32
    /// Pairs of arcs.
    private var pairs: Set<UInt64> = []
    private var states: [(path: [Int32], forbidden: Set<Int32>)] = []
    private var numbers: [[Int32]: Int32] = [:]

    /// The number of states.
    package var count: Int { Int(arcCount) + states.count }

    init(
        _ restrictions: [FoundRoads.Restriction], _ profile: Int, _ segments: [Int64: [Int32]],
        _ nodes: [Int64: Int32], _ graph: RoadGraph
    ) {
        arcCount = Int32(graph.arcCount)
        /// The arcs of ways from or to a junction.
        func arcs(_ ways: [Int64], from node: Int32? = nil, to other: Int32? = nil) -> [Int32] {
            var found: [Int32] = []
            for segment in ways.lazy.flatMap({ segments[$0] ?? [] }) {
                for arc in [2 * segment, 2 * segment + 1]
                where node.map({ graph.tail(of: arc) == $0 }) ?? true
                    && other.map({ graph.head(of: arc) == $0 }) ?? true
                {
                    found.append(arc)
                }
            }
            return found
        }
        for restriction in restrictions where restriction.profiles >> profile & 1 == 1 {
            if let id = restriction.viaNode {
                guard let node = nodes[id] else { continue }
                for first in arcs(restriction.from, to: node) {
                    forbid(after: [first], restriction.isOnly, arcs(restriction.to, from: node), graph)
                }
                continue
            }
            for first in arcs(restriction.from) {
                var path = [first]
                for way in restriction.viaWays {
                    let along = segments[way] ?? []
                    let node = graph.head(of: path[path.count - 1])
                    let forward = along.map { 2 * $0 }
                    let backward = along.reversed().map { 2 * $0 + 1 }
                    let next = [forward, backward].first { $0.first.map { graph.tail(of: $0) == node } ?? false }
                    guard let next else {
                        path = []
                        break
                    }
                    path += next
                }
                guard path.count > 1 else { continue }
                let ends = arcs(restriction.to, from: graph.head(of: path[path.count - 1]))
                if ends.isEmpty { continue }
                if restriction.isOnly {
                    for length in 1..<path.count { forbid(after: Array(path[..<length]), true, [path[length]], graph) }
                }
                forbid(after: path, restriction.isOnly, ends, graph)
            }
        }
    }

    private mutating func forbid(after path: [Int32], _ isOnly: Bool, _ ends: [Int32], _ graph: RoadGraph) {
        if ends.isEmpty { return }
        let last = path[path.count - 1]
        let forbidden = isOnly ? graph.arcs(from: graph.head(of: last)).filter { !ends.contains($0) } : ends
        if path.count == 1 {
            for next in forbidden { pairs.insert(Self.pair(last, next)) }
            return
        }
        for length in 2...path.count {
            let prefix = Array(path[..<length])
            if numbers[prefix] == nil {
                numbers[prefix] = arcCount + Int32(states.count)
                states.append((prefix, []))
            }
        }
        states[Int(numbers[path]! - arcCount)].forbidden.formUnion(forbidden)
    }

    private static func pair(_ first: Int32, _ next: Int32) -> UInt64 { UInt64(first) << 32 | UInt64(next) }

    /// The arc of a state.
    package func arc(of state: Int32) -> Int32 {
        state < arcCount ? state : states[Int(state - arcCount)].path.last!
    }

    /// The state after a turn into an arc; nil if the turn is forbidden.
    package func state(after state: Int32, into next: Int32) -> Int32? {
        let last = arc(of: state)
        if pairs.contains(Self.pair(last, next)) { return nil }
        if states.isEmpty { return next }
        var path = state < arcCount ? [state] : states[Int(state - arcCount)].path
        // What a shorter end of the path forbids, it forbids too.
        for start in path.indices {
            if let number = numbers[Array(path[start...])], states[Int(number - arcCount)].forbidden.contains(next) {
                return nil
            }
        }
        path.append(next)
        for start in 0..<path.count - 1 {
            if let number = numbers[Array(path[start...])] { return number }
        }
        return next
    }
}
