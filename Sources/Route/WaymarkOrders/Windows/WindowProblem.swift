/// Visits within windows, as a path from a source to a sink through all other nodes.
///
/// A free end becomes a node of cost zero; the return of a round trip is a separate node. The time of an edge includes
/// the stay at its start.
struct WindowProblem {
    let count: Int
    let source: Int
    let sink: Int
    /// Time, and cost, from each node to each other.
    let ways: ContiguousArray<Double>
    /// Earliest and latest start of each visit, as narrow as the other nodes allow, widened by the tolerance.
    private(set) var opens: ContiguousArray<Double>
    private(set) var closes: ContiguousArray<Double>
    /// The nodes that must precede each node in any order that meets all windows.
    private(set) var predecessors: [NodeSet]
    /// Whether it is certain that no order meets all windows; then windows are not narrowed, and there are no
    /// precedences.
    var isImpossible: Bool { !conflicts.isEmpty }
    /// Why no order meets all windows.
    private(set) var conflicts: [WindowConflict] = []
    /// The number of nodes that are stops.
    private let stops: Int
    /// A lower bound of the time between all pairs of nodes, also through other nodes.
    private var shortest: ContiguousArray<Double>

    init(_ matrix: TravelMatrix, visits: [StopVisit], departure: Double, ends: RouteEnds) {
        let stops = matrix.count
        var nodes = stops
        func fresh() -> Int {
            nodes += 1
            return nodes - 1
        }
        source = ends.first ?? fresh()
        sink = ends.last ?? fresh()
        let (count, source, sink) = (nodes, source, sink)
        self.count = count
        self.stops = stops

        let tolerance = VisitSchedule.tolerance(visits)
        opens = ContiguousArray(visits.map { max($0.opens, departure) })
        closes = ContiguousArray(visits.map { $0.closes + tolerance })
        if source >= stops {
            opens.append(departure)
            closes.append(.infinity)
        }
        if sink >= stops {
            opens.append(departure)
            closes.append(ends.isClosed ? visits[source].closes + tolerance : .infinity)
        }
        if closes[source] < opens[source] {
            conflicts = [.unreachable(stop: source, earliest: opens[source])]
        }
        // Do not wait at the source unnecessarily.
        closes[source] = max(opens[source], min(closes[source], opens[source]))

        var ways = ContiguousArray(repeating: 0.0, count: count * count)
        for from in 0..<stops {
            for to in 0..<stops where to != from { ways[from * count + to] = visits[from].stay + matrix.cost(from, to) }
            if sink >= stops {
                ways[from * count + sink] = visits[from].stay + (ends.isClosed ? matrix.cost(from, source) : 0)
            }
        }
        self.ways = ways
        predecessors = Array(repeating: NodeSet(count: count), count: count)
        shortest = []
        let given = (opens, closes)
        narrow()
        if isImpossible {
            (opens, closes) = given
            predecessors = Array(repeating: NodeSet(count: count), count: count)
        }
    }

    @inline(__always)
    func way(_ from: Int, _ to: Int) -> Double { ways[from &* count &+ to] }

    /// A lower bound of the time from one node to another by any path.
    @inline(__always)
    func least(_ from: Int, _ to: Int) -> Double { shortest[from &* count &+ to] }

    /// Whether one node may directly follow another.
    func mayFollow(_ from: Int, _ to: Int) -> Bool {
        from != to && to != source && from != sink && (from != source || to != sink || count == 2)
            && !predecessors[from].contains(to) && opens[from] + way(from, to) <= closes[to]
    }

    /// Derives precedences and narrower windows.
    private mutating func narrow() {
        findShortest()
        let given = closes
        // A node that cannot be reached directly from the source cannot be reached at all.
        for node in 0..<count where node != source {
            let earliest = opens[source] + least(source, node)
            if earliest > closes[node] { conflicts.append(unreachable(node, earliest)) }
        }
        if isImpossible { return }
        let inner = (0..<count).filter { $0 != source && $0 != sink }
        for b in inner {
            for a in inner where a < b {
                let isExclusive = opens[a] + least(a, b) > closes[b] && opens[b] + least(b, a) > closes[a]
                if isExclusive { conflicts.append(.exclusive(a, b)) }
            }
        }
        if isImpossible { return }
        for node in inner {
            predecessors[node].insert(source)
            predecessors[sink].insert(node)
        }
        predecessors[sink].insert(source)
        var changes = true
        for _ in 0..<10 where changes {
            changes = false
            for to in 0..<count {
                for from in 0..<count where from != to {
                    if !predecessors[to].contains(from) && opens[to] + least(to, from) > closes[from] {
                        predecessors[to].insert(from)
                        changes = true
                    }
                    guard predecessors[to].contains(from) else { continue }
                    if opens[from] + least(from, to) > opens[to] {
                        opens[to] = opens[from] + least(from, to)
                        changes = true
                    }
                    if closes[to] - least(from, to) < closes[from] {
                        closes[from] = closes[to] - least(from, to)
                        changes = true
                    }
                    if predecessors[from].contains(to) {
                        let inner = from == sink ? to : from
                        conflicts = [
                            from == sink || to == sink
                                ? unreachable(sink, opens[inner] + least(inner, sink))
                                : .exclusive(min(from, to), max(from, to))
                        ]
                        return
                    }
                }
                if opens[to] > closes[to] {
                    conflicts = [opens[to] > given[to] || to >= stops ? unreachable(to, opens[to]) : .blocked(stop: to)]
                    return
                }
            }
        }
    }

    /// A node without a stop is the return, since the others have no windows.
    private func unreachable(_ node: Int, _ earliest: Double) -> WindowConflict {
        node < stops ? .unreachable(stop: node, earliest: earliest) : .noReturn(stop: source, earliest: earliest)
    }

    /// Floyd's algorithm for a few hundred nodes; beyond, only the cheapest last step.
    private mutating func findShortest() {
        shortest = ways
        guard count <= 400 else {
            for to in 0..<count {
                let step = (0..<count).reduce(Double.infinity) { $1 == to ? $0 : min($0, way($1, to)) }
                for from in 0..<count { shortest[from * count + to] = from == to ? 0 : step }
            }
            return
        }
        for middle in 0..<count where middle != source && middle != sink {
            for from in 0..<count {
                let first = shortest[from * count + middle]
                for to in 0..<count {
                    let time = first + shortest[middle * count + to]
                    if time < shortest[from * count + to] { shortest[from * count + to] = time }
                }
            }
        }
    }
}

/// A set of nodes as bits.
struct NodeSet: Hashable {
    private(set) var words: ContiguousArray<UInt64>

    init(count: Int) { words = ContiguousArray(repeating: 0, count: (count + 63) / 64) }

    @inline(__always)
    func contains(_ node: Int) -> Bool { words[node >> 6] & (1 << UInt64(node & 63)) != 0 }

    @inline(__always)
    mutating func insert(_ node: Int) { words[node >> 6] |= 1 << UInt64(node & 63) }

    @inline(__always)
    func isSubset(of other: NodeSet) -> Bool {
        for word in words.indices where words[word] & ~other.words[word] != 0 { return false }
        return true
    }

    @inline(__always)
    func meets(_ other: NodeSet) -> Bool {
        for word in words.indices where words[word] & other.words[word] != 0 { return true }
        return false
    }
}

/// The time summary of a part of an order, such that two consecutive parts can be joined in constant time.
///
/// If a window is missed, time is turned back to its closing, and the amount is counted: an order meets all windows
/// exactly if this amount is zero. Source: Vidal, Crainic, Gendreau, Prins 2013, doi:10.1016/j.cor.2012.07.018.
struct TimedPart {
    /// The time from the start of the first visit to that of the last, including waiting and time turned back.
    var duration: Double
    /// The total time turned back.
    var turnedBack: Double
    /// The earliest and the latest start of the first visit without loss.
    var earliest: Double
    var latest: Double

    /// A single visit.
    @inline(__always)
    init(opens: Double, closes: Double) {
        duration = 0
        turnedBack = 0
        earliest = opens
        latest = closes
    }

    /// One part, an edge, and another part.
    @inline(__always)
    init(_ first: TimedPart, way: Double, _ second: TimedPart) {
        let shift = first.duration - first.turnedBack + way
        let waiting = max(0, second.earliest - shift - first.latest)
        let turning = max(0, first.earliest + shift - second.latest)
        duration = first.duration + second.duration + way + waiting
        turnedBack = first.turnedBack + second.turnedBack + turning
        earliest = max(second.earliest - shift, first.earliest) - waiting
        latest = min(second.latest - shift, first.latest) + turning
    }
}
