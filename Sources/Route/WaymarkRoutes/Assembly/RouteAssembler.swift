import WaymarkThreads

/// Requests the legs between stops from a source, many at once, and puts each in its place.
///
/// Leg *i* joins stop *i* to stop *i* + 1, for any order of answers. Each ends once: as found, not found, failed or
/// cancelled; none hides or delays another.
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
/// Trips are identified by an id, and stay separate. A new list for a trip starts a new version. Legs between the same
/// ends are kept with their requests, at any position in the list: the same two stop ids, at the same coordinates, in
/// the same direction. A stop's name, arrival and stay do not matter. Failed and cancelled legs are requested again, so
/// pass the same list again to retry. To request everything again, ``forget(_:)`` the trip first.
///
/// Consecutive missing legs are requested together if the source answers many at the cost of one: see
/// ``LegSource/maxLegsPerRequest``. From such a source the same leg twice is requested once. If the list changes meanwhile, the answers for legs that are still in it are kept.
///
/// The assembler does not wait for a source that continues after its task was cancelled. Its answer is dropped; but
/// until it ends, it works in addition to the width.
public actor RouteAssembler {
    /// The source of legs.
    public nonisolated let source: any LegSource
    /// The maximum number of simultaneous requests, over all trips.
    public nonisolated let width: Int

    private nonisolated let versions = Guarded(AssemblyVersions())
    private var state: AssemblyState
    private var tasks: [Int: Task<Void, Never>] = [:]
    /// The consumers of the updates of each unfinished version.
    private var consumers: [Int: Consumer] = [:]

    /// An assembler without trips.
    ///
    /// - Parameters:
    ///   - source: The source of legs.
    ///   - width: The maximum number of simultaneous requests, over all trips.
    /// - Precondition: `width` is at least 1.
    public init(source: any LegSource, width: Int = 4) {
        precondition(width >= 1, "the width is below 1: \(width)")
        self.source = source
        self.width = width
        state = AssemblyState(width: width, maxLegs: max(1, source.maxLegsPerRequest))
    }

    /// Assembles the route of a trip, and supersedes the previous version.
    ///
    /// This takes effect with the call: a consumer of the previous version on the same actor, such as the main actor,
    /// receives no more legs of it.
    ///
    /// - Parameters:
    ///   - stops: The stops, in order. Fewer than two stops give a route without legs.
    ///   - trip: Identifies the trip: any text.
    /// - Returns: The updates, for one consumer. Dropping them cancels the requests.
    /// - Complexity: O(*n*) for *n* stops, in addition to the source's work.
    public nonisolated func assemble(_ stops: StopList, for trip: String) -> RouteUpdates {
        assemble(Array(stops), versions.withLock { $0.begin(trip) })
    }

    /// Assembles a route once, of stops whose ids may come twice, and forgets it when it ends.
    ///
    /// For assemblers of such routes only: they have no ids that could differ from those of trips.
    package nonisolated func assemble(_ stops: [Stop]) -> RouteUpdates {
        assemble(stops, versions.withLock { $0.begin(nil) })
    }

    /// The route through stops whose ids may come twice; legs that have not ended after `limit` have failed, with `late`.
    package nonisolated func route(
        joining stops: [Stop], within limit: Duration?, late: LegError? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(CancellationError) -> Route {
        let updates = assemble(stops)
        guard let limit else { return try await updates.route() }
        let timer = Task {
            do { try await clock.sleep(for: limit) } catch { return }
            await cancel(updates.version)
        }
        defer { timer.cancel() }
        let route = try await updates.route()
        // Nothing else cancels a leg of this version.
        let failed = LegOutcome.failed(late ?? .timedOut(after: limit))
        return Route(stops: stops, legs: route.legs.map { $0 == .cancelled ? failed : $0 })
    }

    private nonisolated func assemble(_ stops: [Stop], _ version: AssemblyVersion) -> RouteUpdates {
        let (stream, continuation) = AsyncStream.makeStream(of: RouteUpdate.self)
        // Keeps the assembler alive until the version ends or its consumer leaves, so that its requests can be
        // cancelled.
        continuation.onTermination = { reason in
            guard case .cancelled = reason else { return }
            version.cancel()
            Task { await self.cancel(version) }
        }
        Task { await self.start(version, stops, continuation) }
        return RouteUpdates(version: version, stream: stream)
    }

    /// The route of a trip whose legs have all ended; nil while legs of its newest list are pending, or the trip is
    /// unknown.
    public func route(for trip: String) -> Route? {
        guard newest(of: trip)?.number == state.version(of: trip) else { return nil }
        return state.route(for: trip)
    }

    /// Cancels the pending legs of a trip; no effect for an unknown trip.
    ///
    /// The consumer gets them as cancelled, and then the finished route. Found legs are kept for the next version.
    public func cancel(_ trip: String) {
        if let version = newest(of: trip) { cancel(version) }
    }

    /// Removes a trip, and cancels its pending legs; no effect for an unknown trip.
    public func forget(_ trip: String) {
        guard let version = remove(trip) else { return }
        version.cancel()
        perform(state.forget(trip))
    }

    private func newest(of trip: String) -> AssemblyVersion? { versions.withLock { $0.newest[trip] } }

    @discardableResult
    private func remove(_ trip: String) -> AssemblyVersion? {
        versions.withLock { $0.newest.removeValue(forKey: trip) }
    }

    private func cancel(_ version: AssemblyVersion) {
        version.cancel()
        // A newer version ends this one when it begins, and keeps what it can use.
        guard !version.isSuperseded else { return }
        perform(state.cancel(version.trip, version: version.number))
    }

    private func start(
        _ version: AssemblyVersion, _ stops: [Stop], _ updates: AsyncStream<RouteUpdate>.Continuation
    ) {
        let trip = version.trip
        consumers[version.number] = Consumer(version: version, updates: updates)
        guard newest(of: trip) === version else {
            // Superseded or removed before it began: its legs end here, without side effects.
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

    /// Carries out the actions of the state, and requests the next legs.
    private func perform(_ effects: [AssemblyState.Effect]) {
        for effect in effects {
            switch effect {
            case .cancel(let ticket): tasks.removeValue(forKey: ticket)?.cancel()
            case .report(let version, let leg, let outcome): consumers[version]?.take(.leg(index: leg, outcome))
            case .finish(let version, let route):
                let consumer = consumers.removeValue(forKey: version)
                consumer?.take(.finished(route))
                consumer?.updates.finish()
                if let version = consumer?.version, version.isSingle {
                    remove(version.trip)
                    _ = state.forget(version.trip)
                }
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
    ///   - source: The source of legs.
    ///   - width: The maximum number of simultaneous requests.
    ///   - limit: The time for all legs together; those that have not ended then have failed, with
    ///     ``LegError/timedOut(after:)``. Nil for no limit.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Precondition: `width` is at least 1.
    public init(
        joining stops: some Sequence<Stop>, by source: any LegSource, width: Int = 4, within limit: Duration? = nil
    ) async throws(CancellationError) {
        let stops = Array(stops)
        if source.isImmediate, stops.count > 1 {
            // Without requests there is nothing to limit, to cancel or to bring into order.
            self.init(stops: stops, legs: await source.everyOutcome(through: stops))
            if Task.isCancelled { throw CancellationError() }
            return
        }
        self = try await RouteAssembler(source: source, width: width).route(joining: stops, within: limit)
    }
}

/// The consumer of a version's updates.
private struct Consumer {
    let version: AssemblyVersion
    let updates: AsyncStream<RouteUpdate>.Continuation

    func take(_ update: RouteUpdate) {
        version.handOver()
        updates.yield(update)
    }
}
