/// What an assembler knows, and what it decides: without time, tasks or locks, so that every schedule can be tried.
///
/// Requests are told by a ticket, versions of a trip's stop list by a number; neither is used twice. An answer whose ticket
/// is not under way any more, because it was cancelled, belongs to an older version or came before, changes nothing.
package struct AssemblyState: Sendable {
    /// A leg that is asked for.
    package struct Request: Sendable {
        package let ticket: Int
        package let start: Stop
        package let end: Stop
    }

    /// What is to be done after a change, in this order.
    package enum Effect: Sendable {
        /// A request is not wanted any more.
        case cancel(ticket: Int)
        /// A leg of a version has ended: once for each.
        case report(version: Int, leg: Int, LegOutcome)
        /// All legs of a version have ended: once for each version, and last.
        case finish(version: Int, Route)
    }

    /// The newest version of a trip's list.
    private struct Assembly {
        let version: Int
        let stops: StopList
        /// How each leg ended; nil for those that have not.
        var outcomes: [LegOutcome?]
        /// The ticket of each leg that is asked for.
        var tickets: [Int?]
        /// Legs to ask for yet, the next one last.
        var waiting: [Int] = []
        /// How many legs have not ended.
        var unfinished: Int

        init(version: Int, stops: StopList) {
            let legs = max(0, stops.count - 1)
            self.version = version
            self.stops = stops
            outcomes = Array(repeating: nil, count: legs)
            tickets = Array(repeating: nil, count: legs)
            unfinished = legs
        }

        /// The leg between the same ends, where this list has it: the same two ids at the same two places.
        func leg(from start: Stop, to end: Stop) -> Int? {
            guard let leg = stops.index(of: start.id), leg + 1 < stops.count, stops[leg + 1].id == end.id,
                stops[leg].coordinate == start.coordinate, stops[leg + 1].coordinate == end.coordinate
            else { return nil }
            return leg
        }

        /// The route, once every leg has ended.
        var route: Route? {
            unfinished > 0 ? nil : Route(stops: Array(stops), legs: outcomes.compactMap(\.self))
        }
    }

    package let width: Int
    private var assemblies: [String: Assembly] = [:]
    /// The trip and the leg of each request under way.
    private var requests: [Int: (trip: String, leg: Int)] = [:]
    /// Trips with legs to ask for, in turn.
    private var turns: [String] = []
    private var nextTicket = 0

    package init(width: Int) {
        self.width = width
    }

    /// The trips there are.
    package var trips: [String] { Array(assemblies.keys) }
    /// How many requests are under way.
    package var requestCount: Int { requests.count }
    /// The version of a trip's list.
    package func version(of trip: String) -> Int? { assemblies[trip]?.version }
    /// The route of a trip, once every leg has ended.
    package func route(for trip: String) -> Route? { assemblies[trip]?.route }

    // MARK: Changes

    /// Takes up a new version of a trip's list, and ends the one before.
    ///
    /// Legs between the same ends are kept, those found and those the source does not know as they are, those asked for
    /// with their request. Failed and cancelled legs are no answers, and are asked for again.
    package mutating func start(version: Int, _ stops: StopList, for trip: String) -> [Effect] {
        var effects: [Effect] = []
        var next = Assembly(version: version, stops: stops)
        var old = assemblies[trip]
        for leg in 0..<next.outcomes.count {
            guard let former = old?.leg(from: stops[leg], to: stops[leg + 1]) else { continue }
            switch old?.outcomes[former] {
            case .found(let way): next.outcomes[leg] = .found(way)
            case .notFound(let reason): next.outcomes[leg] = .notFound(reason: reason)
            case .failed, .cancelled, nil: break
            }
            if let ticket = old?.tickets[former] {
                old?.tickets[former] = nil
                next.tickets[leg] = ticket
                requests[ticket] = (trip, leg)
            }
        }
        if var old { end(&old, &effects) }
        next.waiting = next.outcomes.indices.reversed().filter { next.outcomes[$0] == nil && next.tickets[$0] == nil }
        for (leg, outcome) in next.outcomes.enumerated() {
            guard let outcome else { continue }
            next.unfinished -= 1
            effects.append(.report(version: version, leg: leg, outcome))
        }
        if let route = next.route { effects.append(.finish(version: version, route)) }
        turns.removeAll { $0 == trip }
        if !next.waiting.isEmpty { turns.append(trip) }
        assemblies[trip] = next
        return effects
    }

    /// The requests to make now: trips take turns, and a trip asks in the order of its stops.
    package mutating func takeRequests() -> [Request] {
        var taken: [Request] = []
        while requests.count < width, let trip = turns.first {
            turns.removeFirst()
            guard let leg = assemblies[trip]?.waiting.popLast(), let stops = assemblies[trip]?.stops else { continue }
            if assemblies[trip]?.waiting.isEmpty == false { turns.append(trip) }
            assemblies[trip]?.tickets[leg] = nextTicket
            requests[nextTicket] = (trip, leg)
            taken.append(Request(ticket: nextTicket, start: stops[leg], end: stops[leg + 1]))
            nextTicket += 1
        }
        return taken
    }

    /// Takes the answer to a request; one that nobody waits for changes nothing.
    package mutating func answer(_ ticket: Int, _ outcome: LegOutcome) -> [Effect] {
        guard let (trip, leg) = requests.removeValue(forKey: ticket), let version = version(of: trip) else { return [] }
        assemblies[trip]?.tickets[leg] = nil
        assemblies[trip]?.outcomes[leg] = outcome
        assemblies[trip]?.unfinished -= 1
        var effects = [Effect.report(version: version, leg: leg, outcome)]
        if let route = route(for: trip) { effects.append(.finish(version: version, route)) }
        return effects
    }

    /// Cancels what is left of a trip's legs; where `version` is given, only if that is the trip's version.
    package mutating func cancel(_ trip: String, version: Int? = nil) -> [Effect] {
        guard var assembly = assemblies[trip], version == nil || version == assembly.version else { return [] }
        var effects: [Effect] = []
        end(&assembly, &effects)
        turns.removeAll { $0 == trip }
        assemblies[trip] = assembly
        return effects
    }

    /// Cancels what is left of a trip's legs, and forgets the trip.
    package mutating func forget(_ trip: String) -> [Effect] {
        defer { assemblies[trip] = nil }
        return cancel(trip)
    }

    /// Ends the legs that have not ended as cancelled, and drops their requests.
    private mutating func end(_ assembly: inout Assembly, _ effects: inout [Effect]) {
        guard assembly.unfinished > 0 else { return }
        for leg in assembly.outcomes.indices where assembly.outcomes[leg] == nil {
            if let ticket = assembly.tickets[leg] {
                requests[ticket] = nil
                effects.append(.cancel(ticket: ticket))
            }
            assembly.tickets[leg] = nil
            assembly.outcomes[leg] = .cancelled
            effects.append(.report(version: assembly.version, leg: leg, .cancelled))
        }
        assembly.waiting = []
        assembly.unfinished = 0
        if let route = assembly.route { effects.append(.finish(version: assembly.version, route)) }
    }
}
