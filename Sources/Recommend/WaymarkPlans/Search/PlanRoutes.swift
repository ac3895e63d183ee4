/// The best routes of a day for given values of its places, and what it can still add from each place and time on.
///
/// Routes are built from the end of the day backwards. A route may come back to a place, but only through one that is not
/// near it (ng-routes). Breaks take their length at no fixed time, and several intervals count as one from the first to
/// the last: each of that allows more routes, never fewer.
///
/// Source: Baldacci, Mingozzi, Roberti 2011, doi:10.1287/opre.1110.0975.
struct PlanRoutes {
    /// The rest of a day: a route from a place to the end.
    fileprivate struct Rest {
        /// The latest start of the first visit.
        var latest: Double
        /// The total value of all visits.
        var value: Double
        /// The visited places that the first one remembers, as bits.
        var memory: UInt64
        /// The slot of the route from the second place on; -1 if there is none.
        var next: Int32
    }

    /// The number of near places that each remembers, itself not counted.
    private static let nearCount = 6

    let day: Int
    private let count: Int
    private let buckets: Int
    /// The number of routes kept for a place and a stretch of time. Beyond it, the two of least value are combined to one
    /// with what is best in each.
    private let width: Int
    /// The duration of a bucket.
    private let unit: Double
    /// What counts as equal times.
    private let slack: Double
    /// Stay and way from each node to each, by detours too: places, then the start, then the end of the day.
    private var steps: ContiguousArray<Double> = []
    private var opens: ContiguousArray<Double> = []
    private var latest: ContiguousArray<Double> = []
    /// A bit for each place, different among those near any one place; up to 64 places, different for all.
    let bit: ContiguousArray<UInt64>
    /// For two places, what a route still knows of those visited, as bits, after going from one to the other.
    private var kept: ContiguousArray<UInt64>
    /// For two places, the bit of the second if the first remembers it, else none.
    private var barred: ContiguousArray<UInt64>
    /// The maximum number of visits that start in one bucket.
    private let chain: Int

    private var rests: ContiguousArray<Rest>
    private var used: ContiguousArray<UInt8>
    private var waiting: ContiguousArray<UInt32>
    private var final: Int32 = -1

    /// - Parameters:
    ///   - model: The places and days.
    ///   - day: The day.
    ///   - buckets: The number of stretches of time.
    ///   - width: The number of routes kept for a place and a stretch of time, up to 32.
    init(_ model: PlanModel, _ day: Int, buckets: Int, width: Int) {
        (self.day, self.buckets, self.width) = (day, buckets, width)
        count = model.count
        let (count, all) = (model.count, model.count + 2)
        let pauses = model.breaks[day].reduce(0) { $0 + $1.length }
        let opening = model.open[day * model.nodes + model.start(day)]
        let hours = max(0, model.hours(day) - pauses)
        (unit, slack) = (hours > 0 ? hours / Double(buckets) : 1, 1e-9 * max(1, hours))
        let nodes = Array(0..<count) + [model.start(day), model.end(day)]
        var steps: ContiguousArray<Double> = []
        for from in nodes {
            for to in nodes { steps.append(model.stay[from] + model.way(from, to)) }
        }
        // By detours too: then it is never better to visit a place that has no value.
        for middle in 0..<count {
            for from in 0..<all {
                let first = steps[from * all + middle]
                for to in 0..<all {
                    steps[from * all + to] = min(steps[from * all + to], first + steps[middle * all + to])
                }
            }
        }
        for place in 0..<count {
            let start = max(0, model.open[day * model.nodes + place] - pauses - opening)
            opens.append(max(start, steps[count * all + place]))
            latest.append(min(model.last[day * model.nodes + place] - opening, hours - steps[place * all + count + 1]))
        }
        self.steps = steps
        var shortest = Double.infinity
        for from in 0..<count {
            for to in 0..<count where to != from { shortest = min(shortest, steps[from * all + to]) }
        }
        chain = shortest * Double(count) > unit ? min(count, Int(unit / shortest) + 2) : count

        var near = (0..<count).map { place in
            [place]
                + (0..<count).filter { $0 != place }
                .sorted { (steps[place * all + $0], $0) < (steps[place * all + $1], $1) }.prefix(Self.nearCount)
        }
        var bit = ContiguousArray((0..<count).map { UInt64(1) &<< UInt64($0 & 63) })
        if count > 64 {
            // Where no bit is left, a place is not remembered.
            var taken = ContiguousArray(repeating: UInt64(0), count: count)
            for place in 0..<count {
                let holders = near.indices.filter { near[$0].contains(place) }
                let free = ~holders.reduce(UInt64(0)) { $0 | taken[$1] }
                bit[place] = free & (~free &+ 1)
                if free == 0 {
                    for holder in holders { near[holder].removeAll { $0 == place } }
                }
                for holder in holders { taken[holder] |= bit[place] }
            }
        }
        self.bit = bit
        kept = ContiguousArray(repeating: 0, count: count * count)
        barred = kept
        for from in 0..<count {
            for to in near[from] { barred[from * count + to] = bit[to] }
            for to in 0..<count {
                kept[from * count + to] = near[from].reduce(0) { near[to].contains($1) ? $0 | bit[$1] : $0 }
            }
        }
        let cells = buckets * count
        rests = ContiguousArray(repeating: Rest(latest: 0, value: 0, memory: 0, next: -1), count: cells * width)
        used = ContiguousArray(repeating: 0, count: cells)
        waiting = ContiguousArray(repeating: 0, count: cells)
    }

    @inline(__always)
    private func bucket(_ time: Double) -> Int { max(0, min(buckets &- 1, Int(time / unit))) }

    /// Finds the best route.
    ///
    /// - Parameters:
    ///   - gains: The values of the places.
    ///   - isWhole: Whether routes visit places without value too, for ``rest(_:_:_:)``.
    ///   - isOver: Whether to stop.
    /// - Returns: The greatest total value of a route; nil if `isOver` came first.
    mutating func best(_ gains: ContiguousArray<Double>, isWhole: Bool = false, isOver: () -> Bool) -> Double? {
        let all = count + 2
        for cell in used.indices { (used[cell], waiting[cell]) = (0, 0) }
        let worthy = (0..<count).filter { (isWhole || gains[$0] > 0) && latest[$0] >= opens[$0] - slack }
        var best = 0.0
        final = -1
        // The best of each place at later times.
        var frontValues = ContiguousArray(repeating: -Double.infinity, count: count * width)
        var frontMemories = ContiguousArray(repeating: ~UInt64(0), count: count * width)
        for place in worthy {
            add(
                bucket(latest[place]) * count + place,
                Rest(latest: latest[place], value: gains[place], memory: bit[place], next: -1))
        }
        for time in (0..<buckets).reversed() {
            if time % 4 == 0, isOver() { return nil }
            var isChanged = true
            for _ in 0..<chain where isChanged {
                isChanged = false
                for place in worthy {
                    let cell = time &* count &+ place
                    let front = (place &* width)..<(place &* width &+ width)
                    while waiting[cell] != 0 {
                        let rank = waiting[cell].trailingZeroBitCount
                        waiting[cell] &= waiting[cell] &- 1
                        let slot = cell &* width &+ rank
                        let rest = rests[slot]
                        if front.contains(where: {
                            frontValues[$0] >= rest.value && frontMemories[$0] & ~rest.memory == 0
                        }) {
                            continue
                        }
                        if rest.value > best { (best, final) = (rest.value, Int32(slot)) }
                        for before in worthy where before != place {
                            if rest.memory & barred[place &* count &+ before] != 0 { continue }
                            let start = min(latest[before], rest.latest - steps[before &* all &+ place])
                            if start < opens[before] - slack { continue }
                            let other = min(time, bucket(start))
                            add(
                                other &* count &+ before,
                                Rest(
                                    latest: start, value: rest.value + gains[before],
                                    memory: rest.memory & kept[place &* count &+ before] | bit[before],
                                    next: Int32(slot)))
                            if other == time { isChanged = true }
                        }
                    }
                }
            }
            for place in worthy {
                let base = (time &* count &+ place) &* width
                for slot in base..<(base &+ Int(used[time &* count &+ place])) {
                    var least = place &* width
                    for other in (place &* width)..<(place &* width &+ width)
                    where frontValues[other] < frontValues[least] { least = other }
                    if rests[slot].value > frontValues[least] {
                        (frontValues[least], frontMemories[least]) = (rests[slot].value, rests[slot].memory)
                    }
                }
            }
        }
        return best
    }

    /// Adds a route to a cell.
    @inline(__always)
    private mutating func add(_ cell: Int, _ rest: Rest) {
        Self.add(rest, to: &rests, at: cell &* width, &used[cell], of: width, &waiting[cell])
    }

    /// Adds a route to the used slots of a cell unless another is as good; beyond `width`, the two of least value become one.
    @inline(__always)
    private static func add(
        _ rest: Rest, to rests: inout ContiguousArray<Rest>, at base: Int, _ used: inout UInt8, of width: Int,
        _ waiting: inout UInt32
    ) {
        var number = Int(used)
        var rank = 0
        while rank < number {
            let other = rests[base &+ rank]
            if other.latest >= rest.latest, other.value >= rest.value, other.memory & ~rest.memory == 0 { return }
            if other.latest <= rest.latest, other.value <= rest.value, rest.memory & ~other.memory == 0 {
                number &-= 1
                rests[base &+ rank] = rests[base &+ number]
                let isLastWaiting = waiting &>> UInt32(number) & 1
                waiting &= ~(1 &<< UInt32(number))
                if rank < number { waiting = waiting & ~(1 &<< UInt32(rank)) | isLastWaiting &<< UInt32(rank) }
                continue
            }
            rank &+= 1
        }
        if number < width {
            rests[base &+ number] = rest
            waiting |= 1 &<< UInt32(number)
            used = UInt8(truncatingIfNeeded: number &+ 1)
            return
        }
        var (least, next) = (base, -1)
        for slot in (base &+ 1)..<(base &+ width) {
            if rests[slot].value < rests[least].value {
                (least, next) = (slot, least)
            } else if next < 0 || rests[slot].value < rests[next].value {
                next = slot
            }
        }
        var (weak, weaker) = (rest, rests[least])
        if width > 1, rest.value > rests[next].value {
            (weak, weaker) = (rests[next], rests[least])
            rests[least] = rest
            waiting |= 1 &<< UInt32(least &- base)
            least = next
        } else if weaker.value > weak.value {
            swap(&weak, &weaker)
        }
        weak.latest = max(weak.latest, weaker.latest)
        weak.memory &= weaker.memory
        rests[least] = weak
        waiting |= 1 &<< UInt32(least &- base)
    }

    /// The places of the best route, some perhaps more than once.
    func route() -> [Int] {
        var places: [Int] = []
        var slot = final
        while slot >= 0, places.count <= buckets * count {
            places.append(Int(slot) / width % count)
            slot = rests[Int(slot)].next
        }
        return places
    }

    // MARK: From the start on

    /// The earliest start of a visit as the first of the day; nil if it is too late.
    func first(_ place: Int) -> Double? { opens[place] <= latest[place] + slack ? opens[place] : nil }

    /// The earliest start of a visit after that of another; nil if it is too late.
    @inline(__always)
    func start(_ place: Int, after other: Int, at time: Double) -> Double? {
        let start = max(opens[place], time + steps[other &* (count &+ 2) &+ place])
        return start <= latest[place] + slack ? start : nil
    }

    /// The best rests from each place on for the start of each bucket, by value and memory alone.
    struct Table {
        fileprivate static let height = 16
        fileprivate var rests: ContiguousArray<Rest>
    }

    /// - Precondition: ``best(_:isWhole:isOver:)`` has just looked at all places.
    func table() -> Table {
        let height = Table.height
        let none = Rest(latest: 0, value: -.infinity, memory: ~0, next: -1)
        var table = ContiguousArray(repeating: none, count: buckets * count * height)
        var unread: UInt32 = 0
        for time in (0..<buckets).reversed() {
            for place in 0..<count {
                let cell = time * count + place
                var number: UInt8 = 0
                func put(_ rest: Rest) {
                    var rest = rest
                    rest.latest = 0
                    Self.add(rest, to: &table, at: cell * height, &number, of: height, &unread)
                }
                if time + 1 < buckets {
                    for slot in ((cell + count) * height)..<((cell + count + 1) * height)
                    where table[slot].value > -.infinity { put(table[slot]) }
                }
                for slot in (cell * width)..<(cell * width + Int(used[cell])) { put(rests[slot]) }
            }
        }
        return Table(rests: table)
    }

    /// The greatest value that a day adds from a visit on, itself included, without places visited before.
    @inline(__always)
    func rest(_ place: Int, at time: Double, after visited: UInt64, in table: Table) -> Double {
        let base = (bucket(time - slack) &* count &+ place) &* Table.height
        var best = -Double.infinity
        for slot in base..<(base &+ Table.height)
        where table.rests[slot].memory & visited == 0 && table.rests[slot].value > best {
            best = table.rests[slot].value
        }
        return best
    }
}
