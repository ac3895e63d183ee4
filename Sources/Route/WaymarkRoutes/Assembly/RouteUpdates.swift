/// What an assembler says of one version of a trip's stop list.
public enum RouteUpdate: Hashable, Sendable {
    /// The search for a leg ended; `index` is that of the stop it leaves, from 0.
    case leg(index: Int, LegOutcome)
    /// Every leg has ended, and this is the route. Always the last update.
    case finished(Route)
    /// The trip has a newer list. Always the last update; the route is of the older list, with what was found until then.
    case superseded(Route)
}

/// The updates of one version of a trip's stop list, as they come.
///
/// Each leg comes once, those kept from the version before first; then ``RouteUpdate/finished(_:)`` comes, once. When
/// the trip is given a newer list, updates not yet taken are dropped and ``RouteUpdate/superseded(_:)`` comes instead.
/// Nothing is lost on a slow consumer: as many updates wait for it as there are legs, and one.
///
/// One consumer. When its task is cancelled, or it drops the sequence before the end, what is left of the legs is cancelled.
public struct RouteUpdates: AsyncSequence, Sendable {
    let version: AssemblyVersion
    let stream: AsyncStream<RouteUpdate>

    /// Takes the updates one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let version: AssemblyVersion
        private var updates: AsyncStream<RouteUpdate>.Iterator

        fileprivate init(_ updates: RouteUpdates) {
            version = updates.version
            self.updates = updates.stream.makeAsyncIterator()
        }

        /// The next update; nil after the last, or when the task is cancelled.
        ///
        /// On the consumer's actor: a newer list given there a moment before is already heeded.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> RouteUpdate? {
            while let update = await updates.next(isolation: actor) {
                guard version.isSuperseded else { return update }
                if case .finished(let route) = update { return .superseded(route) }
            }
            return nil
        }

        /// The next update; nil after the last, or when the task is cancelled.
        public mutating func next() async -> RouteUpdate? {
            await next(isolation: nil)
        }
    }

    /// Begins to take the updates.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Waits until every leg has ended, and returns the route.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or the trip is given a newer list.
    public func route() async throws(CancellationError) -> Route {
        for await update in self {
            if case .finished(let route) = update { return route }
        }
        throw CancellationError()
    }
}
