import Synchronization

/// The current answers to the newest query of a session.
public struct SearchUpdate: Sendable {
    /// The query.
    public let query: SearchQuery
    /// The places to show, best first; at most the query's limit.
    public let suggestions: [PlaceSuggestion]
    /// The exact number of local places that match.
    public let count: Int
    /// The state of the provider's answer. While it is pending, the provider's earlier suggestions that match are
    /// shown.
    public let provider: ProviderProgress
}

/// The updates of a search session: for the newest query, first the answers from local places, then these merged with
/// the provider's answer.
///
/// A slow consumer gets only the newest update, and none for a query that was replaced: after
/// ``SearchSession/type(_:)`` has returned, no update for an earlier query is delivered.
///
/// There may be one consumer. Cancelling its task ends the session.
public struct SearchUpdates: AsyncSequence, Sendable {
    typealias Report = SearchSession.State.Report

    let stream: AsyncStream<Report>
    let newest: NewestQuery
    let provider: String?

    /// An iterator over the updates.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: SearchUpdates
        private var reports: AsyncStream<Report>.Iterator

        fileprivate init(_ updates: SearchUpdates) {
            self.updates = updates
            reports = updates.stream.makeAsyncIterator()
        }

        /// Returns the next update; nil after the session has ended, or if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> SearchUpdate? {
            while let report = await reports.next(isolation: actor) {
                if updates.newest.number == report.number { return updates.update(report) }
            }
            return nil
        }
    }

    /// Creates an iterator over the updates.
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

/// The number of the newest query of a session, kept beside its state so that consumers can read it.
final class NewestQuery: Sendable {
    private let value = Atomic(-1)

    var number: Int {
        get { value.load(ordering: .acquiring) }
        set { value.store(newValue, ordering: .releasing) }
    }
}
