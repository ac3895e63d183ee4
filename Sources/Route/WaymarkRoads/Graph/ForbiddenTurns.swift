/// The turns that are not made: from arc to arc, and along several arcs, where a restriction leads over ways.
///
/// A search goes from state to state. Most states are arcs; a longer one is an arc together with those before it, where a restriction
/// over ways has begun (Aho and Corasick 1975). States are the same for all profiles; what is forbidden is a set of them, as bits.
package struct ForbiddenTurns: Sendable {
    private let arcCount: Int
    /// Pairs of arcs.
    private var pairs: [UInt64: UInt8] = [:]
    private var states: [(path: [Int32], forbidden: [Int32: UInt8])] = []
    private var numbers: [[Int32]: Int32] = [:]

    /// The maximum number of arcs of a restriction over ways, and of those that end on one segment: far above those of real maps.
    private static let (maxArcs, maxPaths) = (64, 64)

    /// The number of states.
    package var count: Int { arcCount + states.count }

    /// The number of turns that are forbidden.
    var forbiddenCount: Int { pairs.count + states.reduce(0) { $0 + $1.forbidden.count } }

    /// No turn is forbidden.
    init(arcCount: Int) { self.arcCount = arcCount }

    /// The turns of restrictions.
    ///
    /// - Parameters:
    ///   - restrictions: The restrictions.
    ///   - segments: The segments of each way, in its order.
    ///   - nodes: The numbers of junctions by their ids.
    ///   - graph: The graph.
    init(
        _ restrictions: [FoundRoads.Restriction], _ segments: [Int64: [Int32]], _ nodes: [Int64: Int32],
        _ graph: RoadGraph
    ) {
        self.init(arcCount: graph.arcCount)
        /// The arcs of ways from or to a junction.
        func arcs(_ ways: [Int64], from node: Int? = nil, to other: Int? = nil) -> [Int32] {
            var found: [Int32] = []
            for segment in ways.lazy.flatMap({ segments[$0] ?? [] }) {
                for arc in [2 * segment, 2 * segment + 1]
                where node.map({ graph.tail(of: Int(arc)) == $0 }) ?? true
                    && other.map({ graph.head(of: Int(arc)) == $0 }) ?? true
                {
                    found.append(arc)
                }
            }
            return found
        }
        // The restrictions over ways that end on each segment.
        var longPaths: [Int32: Int] = [:]
        for restriction in restrictions where restriction.profiles != 0 {
            func forbid(after path: [Int32], _ isOnly: Bool, _ ends: [Int32], _ turns: inout ForbiddenTurns) {
                turns.forbid(after: path, isOnly, ends, restriction.profiles, graph)
            }
            if let id = restriction.viaNode {
                guard let node = nodes[id] else { continue }
                for first in arcs(restriction.from, to: Int(node)) {
                    forbid(after: [first], restriction.isOnly, arcs(restriction.to, from: Int(node)), &self)
                }
                continue
            }
            for first in arcs(restriction.from) {
                var path = [first]
                for way in restriction.viaWays {
                    let along = segments[way] ?? []
                    let node = graph.head(of: Int(path[path.count - 1]))
                    let forward = along.map { 2 * $0 }
                    let backward = along.reversed().map { 2 * $0 + 1 }
                    let next = [forward, backward].first { way in
                        way.first.map { graph.tail(of: Int($0)) == node } ?? false
                    }
                    guard let next else {
                        path = []
                        break
                    }
                    path += next
                }
                // Longer ones are no turns; each begin of one is a state.
                guard 2...Self.maxArcs ~= path.count else { continue }
                let segment = path[path.count - 1] >> 1
                longPaths[segment, default: 0] += 1
                if longPaths[segment]! > Self.maxPaths { continue }
                let ends = arcs(restriction.to, from: graph.head(of: Int(path[path.count - 1])))
                if ends.isEmpty { continue }
                if restriction.isOnly {
                    for length in 1..<path.count { forbid(after: Array(path[..<length]), true, [path[length]], &self) }
                }
                forbid(after: path, restriction.isOnly, ends, &self)
            }
        }
    }

    private mutating func forbid(
        after path: [Int32], _ isOnly: Bool, _ ends: [Int32], _ profiles: UInt8, _ graph: RoadGraph
    ) {
        if ends.isEmpty { return }
        let last = path[path.count - 1]
        let others = graph.arcs(from: graph.head(of: Int(last))).map { Int32($0) }.filter { !ends.contains($0) }
        let forbidden = isOnly ? others : ends
        if path.count == 1 {
            for next in forbidden { pairs[Self.pair(last, next), default: 0] |= profiles }
            return
        }
        for length in 2...path.count {
            let prefix = Array(path[..<length])
            if numbers[prefix] == nil { add(prefix) }
        }
        let state = Int(numbers[path]!) - arcCount
        for next in forbidden { states[state].forbidden[next, default: 0] |= profiles }
    }

    private mutating func add(_ path: [Int32]) {
        numbers[path] = Int32(count)
        states.append((path, [:]))
    }

    private static func pair(_ first: Int32, _ next: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: next))
    }

    /// The arc of a state.
    package func arc(of state: Int32) -> Int32 {
        Int(state) < arcCount ? state : states[Int(state) - arcCount].path.last!
    }

    /// The arcs of the states that are longer than one arc.
    var longStates: [Int32] { states.map { $0.path.last! } }

    /// The state after a turn into an arc, and the profiles that do not make it, as bits.
    package func turn(from state: Int32, into next: Int32) -> (state: Int32, forbidden: UInt8) {
        var forbidden = pairs.isEmpty ? 0 : pairs[Self.pair(arc(of: state), next)] ?? 0
        if states.isEmpty { return (next, forbidden) }
        var path = Int(state) < arcCount ? [state] : states[Int(state) - arcCount].path
        // What a shorter end of the path forbids, it forbids too.
        for start in path.indices {
            guard let number = numbers[Array(path[start...])] else { continue }
            forbidden |= states[Int(number) - arcCount].forbidden[next] ?? 0
        }
        path.append(next)
        for start in 0..<path.count - 1 {
            if let number = numbers[Array(path[start...])] { return (number, forbidden) }
        }
        return (next, forbidden)
    }

    // MARK: In a file

    /// Numbers from which they are read again: how many pairs, three numbers for each, and for each long state its path and what it
    /// forbids, each after its length.
    var numbersForFile: [UInt32] {
        var all = [UInt32(pairs.count)]
        for (pair, profiles) in pairs.sorted(by: { $0.key < $1.key }) {
            all += [UInt32(pair >> 32), UInt32(truncatingIfNeeded: pair), UInt32(profiles)]
        }
        for state in states {
            all.append(UInt32(state.path.count))
            all += state.path.map { UInt32($0) }
            all.append(UInt32(state.forbidden.count))
            for (arc, profiles) in state.forbidden.sorted(by: { $0.key < $1.key }) {
                all += [UInt32(arc), UInt32(profiles)]
            }
        }
        return all
    }

    /// Reads what ``numbersForFile`` wrote; nil if it is damaged.
    init?(_ numbers: RoadArray<UInt32>, arcCount: Int) {
        self.init(arcCount: arcCount)
        var at = 0
        func next() -> Int {
            at += 1
            return at <= numbers.count ? Int(numbers[at - 1]) : .max
        }
        func arc() -> Int32? {
            let number = next()
            return number < arcCount ? Int32(number) : nil
        }
        let pairCount = next()
        guard pairCount <= numbers.count / 3 else { return nil }
        for _ in 0..<pairCount {
            guard let first = arc(), let into = arc() else { return nil }
            pairs[Self.pair(first, into)] = UInt8(truncatingIfNeeded: next())
        }
        while at < numbers.count {
            let length = next()
            guard 2 <= length, length <= numbers.count else { return nil }
            var path: [Int32] = []
            for _ in 0..<length {
                guard let arc = arc() else { return nil }
                path.append(arc)
            }
            guard self.numbers[path] == nil else { return nil }
            add(path)
            let forbiddenCount = next()
            guard forbiddenCount <= numbers.count else { return nil }
            for _ in 0..<forbiddenCount {
                guard let arc = arc() else { return nil }
                states[states.count - 1].forbidden[arc] = UInt8(truncatingIfNeeded: next())
            }
        }
    }
}
