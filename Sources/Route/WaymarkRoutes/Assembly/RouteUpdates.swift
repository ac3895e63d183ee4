/// An update about one version of a trip's stop list.
public enum RouteUpdate: Hashable, Sendable {
    /// The outcome of a leg; `index` is that of its first stop, from 0.
    case leg(index: Int, LegOutcome)
    /// All legs have ended, with this route. Always the last update.
    case finished(Route)
    /// The trip has a newer list. Always the last update; the route is that of the older list, with the legs found so
    /// far.
    case superseded(Route)
}

/// The updates of one version of a trip's stop list, in order of arrival.
///
/// Each leg comes once, first those kept from the previous version; then ``RouteUpdate/finished(_:)`` comes, once. When
/// the trip gets a newer list, pending updates are dropped and ``RouteUpdate/superseded(_:)`` comes instead. A slow
/// consumer loses nothing: at most one update per leg plus one are buffered.
///
/// For one consumer. If its task is cancelled, or it drops the sequence before the end, the remaining legs are
/// cancelled.
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
        /// Runs on the consumer's actor, so a newer list given there just before is already respected.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> RouteUpdate? {
            while let update = await updates.next(isolation: actor) {
                guard version.isSuperseded else { return update }
                if case .finished(let route) = update { return .superseded(route) }
            }
            return nil
        }
    }

    /// Makes an iterator of the updates.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Waits until all legs have ended, and returns the route.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or the trip gets a newer list.
    public func route() async throws(CancellationError) -> Route {
        for await update in self {
            if case .finished(let route) = update { return route }
        }
        throw CancellationError()
    }
}
