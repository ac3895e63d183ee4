import RouteTestSupport
import TestSupport
import WaymarkGeodesy
import WaymarkRoutes

/// A random schedule of answers, edits and cancellations, and a referee that knows the expected effect of each.
///
/// The referee identifies legs only by their ends, in dictionaries, not by positions in a list.
struct RandomSchedule {
    /// The number of faults of each kind.
    struct Faults: Equatable {
        /// An answer for a leg with other ends or of another version, or a changed answer.
        var misplaced = 0
        /// A leg that never ended, or whose answer was dropped.
        var lost = 0
        /// A leg or a version that ended twice.
        var doubled = 0
        /// A version that did not end although all its requests did.
        var hung = 0
        /// A late or repeated answer that had an effect.
        var late = 0
        /// A leg requested again although its ends did not change, or requested without need.
        var needless = 0
        /// More simultaneous requests than allowed, or more legs in one.
        var beyondWidth = 0
    }

    /// A stop is a code of its number and its place.
    private typealias Code = Int
    /// The ends of a leg: two codes.
    private typealias Ends = Int

    /// A request of the state: the requested legs, and those of them still wanted.
    private struct Request {
        let ticket: Int
        let trip: String
        let legs: [Ends]
        var wanted: Set<Ends>
    }

    private struct Trip {
        let version: Int
        let stops: [Code]
        let ends: [Ends]
        /// The outcomes of the legs of the newest version.
        var outcomes: [Ends: LegOutcome] = [:]
        var isFinished = false

        init(version: Int, stops: [Code]) {
            self.version = version
            self.stops = stops
            ends = zip(stops, stops.dropFirst()).map { $0 * 4096 + $1 }
        }
    }

    private static let numbers = 80
    private static let places = 3
    /// The stops of each trip: the same, except for a name that identifies the trip of a request.
    private static let stops = Dictionary(uniqueKeysWithValues: ["current", "past"].map { ($0, stops(of: $0)) })

    private static func stops(of trip: String) -> [Stop] {
        (0..<numbers * places).map { code in
            let place = coordinate(Double(code / places), 120 + Double(code % places))
            return Stop(id: "s\(code / places)", name: trip, coordinate: place)
        }
    }

    private static let coordinates = stops(of: "").map(\.coordinate)

    private(set) var faults = Faults()
    private(set) var answers = 0
    private var state: AssemblyState
    private var generator: SplitMix64
    private var trips: [String: Trip] = [:]
    private var underWay: [Request] = []
    private let maxLegs: Int
    private var done: [Int] = []
    private var nextVersion = 0

    /// Runs one schedule of trips with a number of legs, to its end.
    init(seed: UInt64, legs: Int, width: Int, maxLegs: Int = 1) {
        generator = SplitMix64(seed: seed)
        self.maxLegs = maxLegs
        state = AssemblyState(width: width, maxLegs: maxLegs)
        start("current", random(legs + 1))
        start("past", random(random(0...legs)))
        var edits = 8
        while true {
            if underWay.isEmpty || random(0...99) == 0, edits > 0 {
                edits -= 1
                change(random(0...2) == 0 ? "past" : "current")
            } else if underWay.isEmpty {
                break
            } else if random(0...9) == 0, let ticket = done.randomElement(using: &generator) {
                if !state.answer(ticket, [.notFound(reason: "late")]).isEmpty { faults.late += 1 }
            } else {
                answer(underWay.remove(at: random(0...underWay.count - 1)))
            }
        }
        for (name, trip) in trips {
            if !trip.isFinished { faults.hung += 1 }
            let route = state.route(for: name)
            if route?.legs != trip.ends.map({ trip.outcomes[$0] ?? .cancelled }) { faults.lost += 1 }
            if route?.stops != trip.stops.map({ Self.stops[name]![$0] }) { faults.misplaced += 1 }
        }
        if state.requestCount != 0 || Set(state.trips) != Set(trips.keys) { faults.hung += 1 }
    }

    // MARK: Events

    private mutating func answer(_ request: Request) {
        let isWhole = random(0...2) > 0
        let outcomes = request.legs.map { ends -> LegOutcome? in
            request.legs.count > 1 && (!isWhole || random(0...9) == 0) ? nil : outcome(of: ends, request.ticket)
        }
        answers += 1
        done.append(request.ticket)
        let expected = zip(request.legs, outcomes).filter { request.wanted.contains($0.0) && $0.1 != nil }
        take(
            state.answer(request.ticket, outcomes), of: request.trip,
            Dictionary(uniqueKeysWithValues: expected.map { ($0.0, $0.1!) }))
        ask()
    }

    private mutating func outcome(of ends: Ends, _ ticket: Int) -> LegOutcome {
        switch random(0...9) {
        case 0: .failed(.timedOut(after: .seconds(ticket)))
        case 1: .failed(.other("\(ticket)"))
        case 2: .notFound(reason: "\(ticket)")
        case 3: .cancelled
        default: .found(Self.leg(ends))
        }
    }

    private mutating func change(_ name: String) {
        guard let trip = trips[name] else { return start(name, random(random(0...20))) }
        switch random(0...9) {
        case 0: cancel(name, state.cancel(name, version: trip.version))
        case 1:
            cancel(name, state.forget(name))
            trips[name] = nil
        case 2:
            if !state.cancel(name, version: trip.version - 1).isEmpty { faults.late += 1 }
        case 3: start(name, trip.stops)
        case 4: start(name, trip.stops.reversed())
        default: start(name, edited(trip.stops))
        }
        ask()
    }

    /// A stop is inserted, removed, or moved in the list or on the map.
    private mutating func edited(_ stops: [Code]) -> [Code] {
        var stops = stops
        for _ in 0..<random(1...3) {
            let free = Set(0..<Self.numbers).subtracting(stops.map { $0 / Self.places }).sorted()
            if stops.isEmpty || random(0...3) == 0, let number = free.randomElement(using: &generator) {
                stops.insert(number * Self.places, at: random(0...stops.count))
            } else if !stops.isEmpty {
                let stop = stops.remove(at: random(0...stops.count - 1))
                switch random(0...2) {
                case 0: break
                case 1: stops.insert(stop, at: random(0...stops.count))
                default:
                    let place = random(0...Self.places - 1)
                    stops.insert(stop / Self.places * Self.places + place, at: random(0...stops.count))
                }
            }
        }
        return stops
    }

    private mutating func start(_ name: String, _ stops: [Code]) {
        let old = trips[name]
        let new = Trip(version: nextVersion, stops: stops)
        nextVersion += 1
        let wanted = Set(new.ends)
        // Pending legs of the old version end as cancelled, and their requests are kept if still wanted.
        for place in underWay.indices where underWay[place].trip == name {
            underWay[place].wanted.formIntersection(wanted)
        }
        let cancelled = Set(underWay.lazy.filter { $0.trip == name && $0.wanted.isEmpty }.map(\.ticket))
        let answered = (old?.outcomes ?? [:]).filter { ends, outcome in
            if case .found = outcome { return wanted.contains(ends) }
            if case .notFound = outcome { return wanted.contains(ends) }
            return false
        }
        guard let list = try? StopList(stops.map { Self.stops[name]![$0] }) else { return faults.lost += 1 }
        let effects = state.start(version: new.version, Array(list), for: name)
        let ofOld = effects.filter { Self.version(of: $0) != new.version }
        if let old {
            takeCancelled(ofOld, of: old, tickets: cancelled)
        } else if !ofOld.isEmpty {
            faults.misplaced += 1
        }
        trips[name] = new
        take(effects.filter { Self.version(of: $0) == new.version }, of: name, answered)
        ask()
    }

    private mutating func cancel(_ name: String, _ effects: [AssemblyState.Effect]) {
        guard let trip = trips[name] else { return }
        takeCancelled(effects, of: trip, tickets: Set(underWay.lazy.filter { $0.trip == name }.map(\.ticket)))
        for ends in trip.ends where trip.outcomes[ends] == nil { trips[name]?.outcomes[ends] = .cancelled }
        trips[name]?.isFinished = true
    }

    private mutating func ask() {
        for request in state.takeRequests() {
            let codes = request.stops.map(Self.code)
            let legs = zip(codes, codes.dropFirst()).map { $0 * 4096 + $1 }
            let name = request.stops[0].name
            for ends in legs {
                if trips[name]?.ends.contains(ends) != true || trips[name]?.outcomes[ends] != nil
                    || underWay.contains(where: { $0.trip == name && $0.wanted.contains(ends) })
                {
                    faults.needless += 1
                }
            }
            if legs.isEmpty || legs.count > maxLegs { faults.beyondWidth += 1 }
            underWay.append(Request(ticket: request.ticket, trip: name, legs: legs, wanted: Set(legs)))
        }
        if underWay.count > state.width { faults.beyondWidth += 1 }
        let wanted = trips.values.lazy.map { $0.stops.isEmpty ? 0 : $0.stops.count - 1 - $0.outcomes.count }.reduce(
            0, +)
        let asked = underWay.reduce(0) { $0 + $1.wanted.count }
        if underWay.count < state.width, asked < wanted { faults.hung += 1 }
    }

    // MARK: Expected effects

    /// Checks the effects on the newest version of a trip: exactly these outcomes, and its end if they are the last.
    private mutating func take(_ effects: [AssemblyState.Effect], of name: String, _ expected: [Ends: LegOutcome]) {
        guard let trip = trips[name] else { return }
        let ends = trip.ends
        var expected = expected
        for effect in effects {
            switch effect {
            case .cancel: faults.lost += 1
            case .report(let version, let leg, let outcome):
                if version != trip.version || expected.removeValue(forKey: ends[leg]) != outcome {
                    faults.misplaced += 1
                }
                if trips[name]?.outcomes.updateValue(outcome, forKey: ends[leg]) != nil { faults.doubled += 1 }
            case .finish(let version, let route):
                if version != trip.version { faults.misplaced += 1 }
                if trips[name]?.isFinished == true { faults.doubled += 1 }
                if route.legs != ends.map({ trips[name]?.outcomes[$0] }) { faults.misplaced += 1 }
                trips[name]?.isFinished = true
            }
        }
        faults.lost += expected.count
        if (trips[name]?.isFinished == true) != (trips[name]?.outcomes.count == ends.count) { faults.hung += 1 }
    }

    /// Checks the end of a version: each pending leg ends as cancelled, and exactly these requests are dropped.
    private mutating func takeCancelled(_ effects: [AssemblyState.Effect], of trip: Trip, tickets: Set<Int>) {
        let ends = trip.ends
        var outcomes = trip.outcomes
        var isFinished = trip.isFinished
        var dropped: Set<Int> = []
        for effect in effects {
            switch effect {
            case .cancel(let ticket): if !dropped.insert(ticket).inserted { faults.doubled += 1 }
            case .report(let version, let leg, let outcome):
                if version != trip.version || outcome != .cancelled { faults.misplaced += 1 }
                if outcomes.updateValue(outcome, forKey: ends[leg]) != nil { faults.doubled += 1 }
            case .finish(let version, let route):
                if version != trip.version || route.legs != ends.map({ outcomes[$0] }) { faults.misplaced += 1 }
                if isFinished { faults.doubled += 1 }
                isFinished = true
            }
        }
        if outcomes.count != ends.count || !isFinished { faults.lost += 1 }
        if dropped != tickets { faults.needless += 1 }
        underWay.removeAll { dropped.contains($0.ticket) }
        done += dropped
    }

    // MARK: Codes

    private static func code(_ stop: Stop) -> Code {
        Int(stop.coordinate.latitude) * places + Int(stop.coordinate.longitude) - 120
    }

    private static func leg(_ ends: Ends) -> Leg {
        let coordinates = [coordinates[ends / 4096], coordinates[ends % 4096]]
        do {
            return try Leg(
                coordinates: coordinates, distance: Meters(Double(ends)), distanceKind: .network, source: "random")
        } catch {
            fatalError("\(error)")
        }
    }

    /// The version of an effect; nil for a dropped request, which belongs to no version any more.
    private static func version(of effect: AssemblyState.Effect) -> Int? {
        switch effect {
        case .cancel: nil
        case .report(let version, _, _), .finish(let version, _): version
        }
    }

    private mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// This many different stops.
    private mutating func random(_ count: Int) -> [Code] {
        (0..<Self.numbers).shuffled(using: &generator).prefix(count).map { $0 * Self.places }
    }
}
