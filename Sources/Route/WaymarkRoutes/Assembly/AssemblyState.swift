/// The state and decisions of an assembler, without time, tasks or locks, so that every schedule can be tested.
///
/// Requests are identified by a ticket, versions of a trip's stop list by a number; neither is reused. A request is for
/// consecutive legs of the list at the time of the request. An answer whose ticket is no longer pending, because it was
/// cancelled, belongs to an older version or was already answered, has no effect.
package struct AssemblyState: Sendable {
    /// Legs that are requested together.
    package struct Request: Sendable {
        package let ticket: Int
        /// The stops that the legs join, in order.
        package let stops: [Stop]
    }

    /// Where the answer of a leg is to be found: a request, and the position in it.
    private struct Slot {
        let ticket: Int
        let position: Int
    }

    private struct Asked {
        let trip: String
        /// The positions of the requested legs in the trip's newest list; nil for legs that are no longer in it.
        var legs: [Int?]
    }

    /// An action after a change, to be carried out in order.
    package enum Effect: Sendable {
        /// A request is no longer wanted.
        case cancel(ticket: Int)
        /// A leg of a version has ended: once for each.
        case report(version: Int, leg: Int, LegOutcome)
        /// All legs of a version have ended: once for each version, and last.
        case finish(version: Int, Route)
    }

    /// The newest version of a trip's list.
    private struct Assembly {
        let version: Int
        let stops: [Stop]
        /// The outcome of each leg; nil for pending ones.
        var outcomes: [LegOutcome?]
        /// The position of the answer for each requested leg.
        var slots: [Slot?]
        /// Legs that get the outcome of a requested one between the same places.
        var twins: [Int: [Int]] = [:]
        /// Legs still to be requested, grouped by request, the next one last.
        var waiting: [Range<Int>] = []
        /// The number of pending legs.
        var unfinished: Int

        init(version: Int, stops: [Stop]) {
            let legs = max(0, stops.count - 1)
            self.version = version
            self.stops = stops
            outcomes = Array(repeating: nil, count: legs)
            slots = Array(repeating: nil, count: legs)
            unfinished = legs
        }

        /// For each leg of `list`, the leg of this list between the same ends: the same two ids at the same two places;
        /// nil if there is none.
        func legs(as list: [Stop]) -> [Int?] {
            let positions = Dictionary(zip(stops.map(\.id), stops.indices)) { first, _ in first }
            return zip(list, list.dropFirst()).map { start, end in
                guard let leg = positions[start.id], leg + 1 < stops.count, stops[leg + 1].id == end.id,
                    stops[leg].coordinate == start.coordinate, stops[leg + 1].coordinate == end.coordinate
                else { return nil }
                return leg
            }
        }

        /// Of legs to request, those to request indeed: the others are between the same places as another leg, and get
        /// its outcome.
        mutating func firsts(of missing: [Int]) -> [Int] {
            var asked: [LegEnds: Int] = [:]
            for leg in outcomes.indices where outcomes[leg] != nil { asked[ends(of: leg)] = leg }
            for leg in slots.indices where slots[leg] != nil && asked[ends(of: leg)] == nil {
                asked[ends(of: leg)] = leg
            }
            var firsts: [Int] = []
            for leg in missing {
                guard let first = asked[ends(of: leg)] else {
                    asked[ends(of: leg)] = leg
                    firsts.append(leg)
                    continue
                }
                if let outcome = outcomes[first] {
                    outcomes[leg] = outcome
                } else {
                    twins[first, default: []].append(leg)
                }
            }
            return firsts
        }

        private func ends(of leg: Int) -> LegEnds { LegEnds(stops[leg], stops[leg + 1]) }

        /// The route, once every leg has ended.
        var route: Route? {
            unfinished > 0 ? nil : Route(stops: stops, legs: outcomes.compactMap(\.self))
        }
    }

    package let width: Int
    private let maxLegs: Int
    private var assemblies: [String: Assembly] = [:]
    /// The pending requests, by ticket.
    private var requests: [Int: Asked] = [:]
    /// Trips with legs to request, in turn.
    private var turns: [String] = []
    private var nextTicket = 0

    /// A state without trips, which makes up to `width` requests at once, of up to `maxLegs` legs each.
    package init(width: Int, maxLegs: Int = 1) {
        self.width = width
        self.maxLegs = maxLegs
    }

    package var trips: [String] { Array(assemblies.keys) }
    package var requestCount: Int { requests.count }
    package func version(of trip: String) -> Int? { assemblies[trip]?.version }
    /// The route of a trip, once every leg has ended.
    package func route(for trip: String) -> Route? { assemblies[trip]?.route }

    // MARK: Changes

    /// Starts a new version of a trip's list, and ends the previous one.
    ///
    /// Legs between the same ends are kept: found and nonexistent ones with their outcome, pending ones with their
    /// request. Failed and cancelled legs are requested again.
    package mutating func start(version: Int, _ stops: [Stop], for trip: String) -> [Effect] {
        var effects: [Effect] = []
        var next = Assembly(version: version, stops: stops)
        var old = assemblies[trip]
        for case (let leg, let former?) in (old?.legs(as: stops) ?? []).enumerated() {
            switch old?.outcomes[former] {
            case .found(let way): next.outcomes[leg] = .found(way)
            case .notFound(let reason): next.outcomes[leg] = .notFound(reason: reason)
            case .failed, .cancelled, nil: break
            }
            if let slot = old?.slots[former] {
                old?.slots[former] = nil
                next.slots[leg] = slot
                requests[slot.ticket]?.legs[slot.position] = leg
            }
        }
        if var old { end(&old, of: trip, &effects) }
        let missing = next.outcomes.indices.filter { next.outcomes[$0] == nil && next.slots[$0] == nil }
        // A source that answers many legs at once does so by their places.
        let firsts = maxLegs > 1 ? next.firsts(of: missing) : missing
        next.waiting = LegRuns.runs(of: firsts, atMost: maxLegs).reversed()
        for (leg, outcome) in next.outcomes.enumerated() {
            guard let outcome else { continue }
            next.unfinished -= 1
            effects.append(.report(version: version, leg: leg, outcome))
        }
        if let route = next.route { effects.append(.finish(version: version, route)) }
        if !next.waiting.isEmpty { turns.append(trip) }
        assemblies[trip] = next
        return effects
    }

    /// The requests to make now: trips take turns, and each trip requests its legs in the order of its stops.
    package mutating func takeRequests() -> [Request] {
        var taken: [Request] = []
        while requests.count < width, let trip = turns.first {
            turns.removeFirst()
            guard let legs = assemblies[trip]?.waiting.popLast(), let stops = assemblies[trip]?.stops else { continue }
            if assemblies[trip]?.waiting.isEmpty == false { turns.append(trip) }
            for (position, leg) in legs.enumerated() {
                assemblies[trip]?.slots[leg] = Slot(ticket: nextTicket, position: position)
            }
            requests[nextTicket] = Asked(trip: trip, legs: Array(legs))
            taken.append(Request(ticket: nextTicket, stops: Array(stops[legs.lowerBound...legs.upperBound])))
            nextTicket += 1
        }
        return taken
    }

    /// Handles the answer to a request, an outcome for each of its legs; one that is no longer pending has no effect.
    ///
    /// Legs without an outcome are requested next, in requests of half as many legs, finally one by one.
    ///
    /// - Precondition: There is an outcome, or nil, for each leg; the leg of a request for one has an outcome.
    package mutating func answer(_ ticket: Int, _ outcomes: [LegOutcome?]) -> [Effect] {
        guard let asked = requests.removeValue(forKey: ticket), let version = version(of: asked.trip) else { return [] }
        precondition(asked.legs.count == outcomes.count, "\(outcomes.count) outcomes for \(asked.legs.count) legs")
        precondition(outcomes != [nil], "a single leg has no outcome")
        let trip = asked.trip
        var effects: [Effect] = []
        var unanswered: [Int] = []
        for case (let leg?, let outcome) in zip(asked.legs, outcomes) {
            assemblies[trip]?.slots[leg] = nil
            guard let outcome else {
                unanswered.append(leg)
                continue
            }
            for leg in [leg] + (assemblies[trip]?.twins.removeValue(forKey: leg) ?? []) {
                assemblies[trip]?.outcomes[leg] = outcome
                assemblies[trip]?.unfinished -= 1
                effects.append(.report(version: version, leg: leg, outcome))
            }
        }
        if !unanswered.isEmpty {
            if assemblies[trip]?.waiting.isEmpty == true { turns.append(trip) }
            let runs = LegRuns.runs(of: unanswered.sorted(), atMost: (asked.legs.count + 1) / 2)
            assemblies[trip]?.waiting += runs.reversed()
        }
        if let route = route(for: trip) { effects.append(.finish(version: version, route)) }
        return effects
    }

    /// Cancels the pending legs of a trip; if `version` is given, only if that is the trip's version.
    package mutating func cancel(_ trip: String, version: Int? = nil) -> [Effect] {
        guard var assembly = assemblies[trip], version == nil || version == assembly.version else { return [] }
        var effects: [Effect] = []
        end(&assembly, of: trip, &effects)
        assemblies[trip] = assembly
        return effects
    }

    /// Cancels the pending legs of a trip, and removes the trip.
    package mutating func forget(_ trip: String) -> [Effect] {
        defer { assemblies[trip] = nil }
        return cancel(trip)
    }

    /// Ends pending legs as cancelled, and drops the requests whose legs are all unwanted.
    private mutating func end(_ assembly: inout Assembly, of trip: String, _ effects: inout [Effect]) {
        guard assembly.unfinished > 0 else { return }
        for leg in assembly.outcomes.indices where assembly.outcomes[leg] == nil {
            if let slot = assembly.slots[leg] {
                requests[slot.ticket]?.legs[slot.position] = nil
                if requests[slot.ticket]?.legs.contains(where: { $0 != nil }) == false {
                    requests[slot.ticket] = nil
                    effects.append(.cancel(ticket: slot.ticket))
                }
            }
            assembly.slots[leg] = nil
            assembly.outcomes[leg] = .cancelled
            effects.append(.report(version: assembly.version, leg: leg, .cancelled))
        }
        if !assembly.waiting.isEmpty { turns.removeAll { $0 == trip } }
        assembly.waiting = []
        assembly.twins = [:]
        assembly.unfinished = 0
        if let route = assembly.route { effects.append(.finish(version: assembly.version, route)) }
    }
}
