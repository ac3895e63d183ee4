import Synchronization

/// What is known of the newest query of a session.
public struct SearchUpdate: Sendable {
    /// The query.
    public let query: SearchQuery
    /// The places to show, best first; as many as the query's limit.
    public let suggestions: [PlaceSuggestion]
    /// Number of all places at hand that match, exactly.
    public let count: Int
    /// How far the provider's answer is. While it is waited for, those of its earlier suggestions are shown that match.
    public let provider: ProviderProgress
}

/// The updates of a search session, as they come: for the newest query first what the places at hand answer, then the same with
/// what the provider answers.
///
/// A consumer that is slow gets the newest update, and none of a query that was replaced: once ``SearchSession/type(_:)`` has
/// returned, no update of an earlier query is given.
///
/// One consumer. When its task is cancelled the session ends.
public struct SearchUpdates: AsyncSequence, Sendable {
    typealias Report = SearchSession.State.Report

    let stream: AsyncStream<Report>
    let newest: NewestQuery
    let provider: String?

    /// Takes the updates one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: SearchUpdates
        private var reports: AsyncStream<Report>.Iterator

        fileprivate init(_ updates: SearchUpdates) {
            self.updates = updates
            reports = updates.stream.makeAsyncIterator()
        }

        /// The next update; nil after the session has ended, or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> SearchUpdate? {
            while let report = await reports.next(isolation: actor) {
                if updates.newest.number == report.number { return updates.update(report) }
            }
            return nil
        }

        /// The next update; nil after the session has ended, or when the task is cancelled.
        public mutating func next() async -> SearchUpdate? {
            await next(isolation: nil)
        }
    }

    /// Begins to take the updates.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    private func update(_ report: Report) -> SearchUpdate {
        let isAnswered = if case .answered = report.progress { true } else { false }
        let suggestions = MergedSuggestions(report.query, provider: provider ?? "").merge(
            report.found, report.suggested?.answer.places ?? [], isCurrent: isAnswered)
        return SearchUpdate(
            query: report.query, suggestions: suggestions, count: report.found.count, provider: report.progress)
    }
}

/// The number of the newest query of a session: kept beside its state, for consumers to look at.
final class NewestQuery: Sendable {
    private let value = Atomic(-1)

    var number: Int {
        get { value.load(ordering: .acquiring) }
        set { value.store(newValue, ordering: .releasing) }
    }
}
