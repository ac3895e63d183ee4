/// Asks a source for the legs between stops, many at once, and puts each in its place.
///
/// Leg *i* joins stop *i* to stop *i* + 1, in whatever order the answers come. Each ends once: as found, not found, failed or
/// cancelled; none hides another or holds it up.
///
/// ```swift
/// let assembler = RouteAssembler(source: GreatCircleLegs(mode: .walking))
/// for await update in assembler.assemble(stops, for: "Seoul, in May") {
///     switch update {
///     case .leg(let index, let outcome): map.draw(outcome, from: stops[index])
///     case .finished(let route): map.show(route)
///     case .superseded: break  // the newer list has a loop of its own
///     }
/// }
/// ```
///
/// Trips are told by an id, and never mix. A trip given a new list starts a new version. Legs between the same ends are kept
/// with their requests, wherever in the list they now are: the same two stop ids, at the same coordinates, in
/// the same direction. A stop's name, arrival and stay do not matter. Legs that failed or were cancelled are asked for again;
/// so giving the same list again is how to try again. To ask for all anew, ``forget(_:)`` the trip first.
///
/// Missing legs that follow one another are asked for together where the source answers many at the cost of one:
/// ``LegSource/maxLegsPerRequest``. Where a list changes meanwhile, what it still has is kept of their answer.
///
/// Nothing waits for a source that goes on after its task was cancelled. Its answer is dropped; but until it ends, it works
/// beyond the width.
public actor RouteAssembler {
    /// Where the legs come from.
    public nonisolated let source: any LegSource
    /// How many requests are made at once, over all trips.
    public nonisolated let width: Int

    private nonisolated let versions = AssemblyVersions()
    private var state: AssemblyState
    private var tasks: [Int: Task<Void, Never>] = [:]
    /// Where the updates of each version that has not ended go.
    private var consumers: [Int: Consumer] = [:]

    /// An assembler without trips.
    ///
    /// - Parameters:
    ///   - source: Where the legs come from.
    ///   - width: How many requests are made at once, over all trips.
    /// - Precondition: `width` is at least 1.
    public init(source: any LegSource, width: Int = 4) {
        precondition(width >= 1, "at least one request is made at once")
        self.source = source
        self.width = width
        state = AssemblyState(width: width, maxLegs: max(1, source.maxLegsPerRequest))
    }

    /// Assembles the route of a trip, and supersedes the version before.
    ///
    /// Holds from the moment of the call: who consumes the version before on the same actor, such as the main actor, sees no
    /// leg of it any more.
    ///
    /// - Parameters:
    ///   - stops: The stops, in order. No stop or one makes a route without legs.
    ///   - trip: What tells the trip from others: any text.
    /// - Returns: The updates, for one consumer. Dropping them cancels the search.
    /// - Complexity: O(*n*) beside the source's work, for *n* stops.
    public nonisolated func assemble(_ stops: StopList, for trip: String) -> RouteUpdates {
        assemble(Array(stops), for: trip)
    }

    /// The same of stops that may have an id in common; then the trip is not to be given another list.
    nonisolated func assemble(_ stops: [Stop], for trip: String) -> RouteUpdates {
        let version = versions.begin(trip)
        let (stream, continuation) = AsyncStream.makeStream(of: RouteUpdate.self)
        // Holds the assembler until the version ends or its consumer leaves: somebody must be there to cancel its requests.
        continuation.onTermination = { reason in
            guard case .cancelled = reason else { return }
            version.cancel()
            Task { await self.cancel(trip, version) }
        }
        Task { await self.start(version, stops, for: trip, continuation) }
        return RouteUpdates(version: version, stream: stream)
    }

    /// The route of a trip, every leg of which has ended; nil while legs of its newest list are searched for, or there is no
    /// such trip.
    public func route(for trip: String) -> Route? {
        guard versions.newest(of: trip)?.number == state.version(of: trip) else { return nil }
        return state.route(for: trip)
    }

    /// Cancels what is left of a trip's legs; nothing happens when there is none.
    ///
    /// The consumer gets them as cancelled, and then the finished route. What was found stays, for the next version.
    public func cancel(_ trip: String) {
        if let version = versions.newest(of: trip) { cancel(trip, version) }
    }

    /// Forgets a trip, and cancels what is left of its legs; nothing happens when there is none.
    public func forget(_ trip: String) {
        guard let version = versions.remove(trip) else { return }
        version.cancel()
        perform(state.forget(trip))
    }

    private func cancel(_ trip: String, _ version: AssemblyVersion) {
        version.cancel()
        // A newer version ends this one when it begins, and keeps what it can use.
        guard !version.isSuperseded else { return }
        perform(state.cancel(trip, version: version.number))
    }

    private func start(
        _ version: AssemblyVersion, _ stops: [Stop], for trip: String,
        _ updates: AsyncStream<RouteUpdate>.Continuation
    ) {
        consumers[version.number] = Consumer(version: version, updates: updates)
        guard versions.newest(of: trip) === version else {
            // Superseded or forgotten before it began: its legs end here, and touch nothing.
            var stillborn = AssemblyState(width: width)
            perform(stillborn.start(version: version.number, stops, for: trip))
            return perform(stillborn.cancel(trip))
        }
        let started = state.start(version: version.number, stops, for: trip)
        perform(version.isCancelled ? started + state.cancel(trip) : started)
    }

    private func answer(_ ticket: Int, _ outcomes: [LegOutcome?]) {
        tasks[ticket] = nil
        perform(state.answer(ticket, outcomes))
    }

    /// Does what the state says, and asks for the next legs.
    private func perform(_ effects: [AssemblyState.Effect]) {
        for effect in effects {
            switch effect {
            case .cancel(let ticket): tasks.removeValue(forKey: ticket)?.cancel()
            case .report(let version, let leg, let outcome): consumers[version]?.take(.leg(index: leg, outcome))
            case .finish(let version, let route):
                let consumer = consumers.removeValue(forKey: version)
                consumer?.take(.finished(route))
                consumer?.updates.finish()
            }
        }
        for request in state.takeRequests() {
            tasks[request.ticket] = Task { [weak self, source] in
                let outcomes = await source.outcomes(through: request.stops)
                await self?.answer(request.ticket, outcomes)
            }
        }
    }
}

extension Route {
    /// Joins stops by the legs of a source.
    ///
    /// A leg that is not found or fails does not stop the others: see ``legs``.
    ///
    /// - Parameters:
    ///   - stops: The stops, in order; an id may come twice, as in a round trip.
    ///   - source: Where the legs come from.
    ///   - width: How many requests are made at once.
    /// - Throws: `CancellationError` when the task is cancelled.
    /// - Precondition: `width` is at least 1.
    public init(
        joining stops: some Sequence<Stop>, by source: any LegSource, width: Int = 4
    ) async throws(CancellationError) {
        self = try await RouteAssembler(source: source, width: width).assemble(Array(stops), for: "").route()
    }
}

/// Who takes the updates of a version.
private struct Consumer {
    let version: AssemblyVersion
    let updates: AsyncStream<RouteUpdate>.Continuation

    func take(_ update: RouteUpdate) {
        version.handOver()
        updates.yield(update)
    }
}
