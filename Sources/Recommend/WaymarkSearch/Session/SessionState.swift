/// The state and decisions of a search session, without time, tasks or locks, so that tests can try every schedule.
///
/// Each typed query has a number, and each pending task a ticket; neither is reused. A newer query cancels the work for
/// an older one, whose late results change nothing.
package struct SessionState<Query: Equatable & Sendable, Found: Sendable, Suggested: Sendable>: Sendable {
    /// What is done for the newest query.
    package enum Work: Sendable {
        /// The pause in typing before the local places are searched; call ``SessionState/waited(_:)`` after it.
        case pause
        case search
        /// The pause in typing before the provider is asked; call ``SessionState/waited(_:)`` after it.
        case pauseRequest
        case request

        /// What follows a pause.
        fileprivate var next: Work? {
            switch self {
            case .pause: .search
            case .pauseRequest: .request
            case .search, .request: nil
            }
        }
    }

    /// An action to take after a change, in this order.
    package enum Effect: Sendable {
        case cancel(ticket: Int)
        case begin(Work, ticket: Int, Query)
        /// Show the current answers to the newest query.
        case report(Report)
    }

    package struct Report: Sendable {
        package let number: Int
        package let query: Query
        package let found: Found
        package let progress: ProviderProgress
        /// The provider's newest answer, and its query: an older one until the answer to this query arrives.
        package let suggested: (query: Query, answer: Suggested)?
    }

    private struct Current {
        let number: Int
        let query: Query
        var found: Found?
        var progress: ProviderProgress
    }

    /// Whether local searches wait for a pause in typing; requests always do.
    private let pauses: Bool
    private var current: Current?
    private var work: [Int: Work] = [:]
    private var nextTicket = 0
    private var nextNumber = 0
    private var isClosed = false
    package private(set) var suggested: (query: Query, answer: Suggested)?

    package init(pauses: Bool) { self.pauses = pauses }

    /// The number of the newest query; nil before the first.
    package var number: Int? { current?.number }

    // MARK: Changes

    /// Replaces the query. The same query again is asked again if the provider gave no answer; otherwise it has no
    /// effect. With the progress `waiting` the provider is asked; with `unasked` or `narrowed` it is not.
    package mutating func type(_ query: Query, _ progress: ProviderProgress) -> [Effect] {
        guard !isClosed else { return [] }
        if let current, current.query == query {
            switch current.progress {
            case .failed, .cancelled: break
            case .unasked, .waiting, .answered, .narrowed: return []
            }
        }
        var effects = cancelAll()
        current = Current(number: nextNumber, query: query, progress: progress)
        nextNumber += 1
        effects.append(begin(pauses ? .pause : .search, query))
        if case .waiting = progress { effects.append(begin(.pauseRequest, query)) }
        return effects
    }

    /// Call when a pause is over.
    package mutating func waited(_ ticket: Int) -> [Effect] {
        guard let query = current?.query, let next = work[ticket]?.next else { return [] }
        work[ticket] = nil
        return [begin(next, query)]
    }

    /// Call when a search of the local places has ended.
    package mutating func find(_ ticket: Int, _ found: Found) -> [Effect] {
        guard case .search = work[ticket] else { return [] }
        work[ticket] = nil
        current?.found = found
        return report()
    }

    /// Call when the provider has answered.
    package mutating func answer(_ ticket: Int, _ answer: Result<Suggested, any Error>) -> [Effect] {
        guard case .request = work[ticket], let query = current?.query else { return [] }
        work[ticket] = nil
        switch answer {
        case .success(let answer):
            suggested = (query, answer)
            current?.progress = .answered
        case .failure(is CancellationError): current?.progress = .cancelled
        case .failure(let error): current?.progress = .failed(error)
        }
        return report()
    }

    /// Ends the session: no report follows.
    package mutating func close() -> [Effect] {
        isClosed = true
        return cancelAll()
    }

    private func report() -> [Effect] {
        guard let current, let found = current.found else { return [] }
        return [
            .report(
                Report(
                    number: current.number, query: current.query, found: found, progress: current.progress,
                    suggested: suggested))
        ]
    }

    private mutating func begin(_ work: Work, _ query: Query) -> Effect {
        defer { nextTicket += 1 }
        self.work[nextTicket] = work
        return .begin(work, ticket: nextTicket, query)
    }

    private mutating func cancelAll() -> [Effect] {
        defer { work = [:] }
        return work.keys.sorted().map { .cancel(ticket: $0) }
    }
}
