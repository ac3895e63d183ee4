/// The state and decisions of a search session, without time, tasks or locks, so that tests can try every schedule.
///
/// Each typed query has a number, and each pending task a ticket; neither is reused. A newer query cancels the work for
/// an older one, whose late results change nothing.
package struct SessionState<Query: Equatable & Sendable, Found: Sendable, Suggested: Sendable>: Sendable {
    /// An action to take after a change, in this order.
    package enum Effect: Sendable {
        /// Cancel a wait, a search or a request.
        case cancel(ticket: Int)
        /// Wait for the pause of local searches, and then call ``SessionState/waited(_:)``.
        case pause(ticket: Int)
        /// Wait for the pause of requests, and then call ``SessionState/waited(_:)``.
        case pauseRequest(ticket: Int)
        /// Search the local places.
        case search(ticket: Int, Query)
        /// Ask the provider.
        case ask(ticket: Int, Query)
        /// Show the current answers to the newest query.
        case report(Report)
    }

    /// The current answers to a query.
    package struct Report: Sendable {
        package let number: Int
        package let query: Query
        package let found: Found
        package let progress: ProviderProgress
        /// The provider's newest answer, and its query: an older one until the answer to this query arrives.
        package let suggested: (query: Query, answer: Suggested)?
    }

    /// The provider's part in a query.
    package enum Plan: Sendable {
        case none
        case ask
        /// No request: the newest answer contains all answers to the query.
        case narrow
    }

    /// The pending work for the newest query.
    private enum Work {
        case pause
        case search
        case pauseRequest
        case request
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
    /// The provider's newest answer, and its query.
    package private(set) var suggested: (query: Query, answer: Suggested)?

    /// Creates the state of a session without a query.
    ///
    /// - Parameter pauses: Whether local searches wait for a pause in typing; requests always do.
    package init(pauses: Bool) {
        self.pauses = pauses
    }

    /// The number of the newest query; nil before the first.
    package var number: Int? { current?.number }
    /// The newest query.
    package var query: Query? { current?.query }
    /// The number of pending waits, searches and requests.
    package var workCount: Int { work.count }

    // MARK: Changes

    /// Replaces the query. The same query again is asked again if the provider gave no answer; otherwise it has no
    /// effect.
    package mutating func type(_ query: Query, _ plan: Plan) -> [Effect] {
        guard !isClosed else { return [] }
        if let current, current.query == query {
            switch current.progress {
            case .failed, .cancelled: break
            case .unasked, .waiting, .answered, .narrowed: return []
            }
        }
        var effects = cancelAll()
        let progress: ProviderProgress =
            switch plan {
            case .none: .unasked
            case .ask: .waiting
            case .narrow: .narrowed
            }
        current = Current(number: nextNumber, query: query, progress: progress)
        nextNumber += 1
        effects.append(pauses ? .pause(ticket: begin(.pause)) : .search(ticket: begin(.search), query))
        if case .ask = plan { effects.append(.pauseRequest(ticket: begin(.pauseRequest))) }
        return effects
    }

    /// Call when a pause is over.
    package mutating func waited(_ ticket: Int) -> [Effect] {
        guard let query = current?.query else { return [] }
        switch work[ticket] {
        case .pause:
            work[ticket] = nil
            return [.search(ticket: begin(.search), query)]
        case .pauseRequest:
            work[ticket] = nil
            return [.ask(ticket: begin(.request), query)]
        case .search, .request, nil: return []
        }
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

    private mutating func begin(_ work: Work) -> Int {
        defer { nextTicket += 1 }
        self.work[nextTicket] = work
        return nextTicket
    }

    private mutating func cancelAll() -> [Effect] {
        defer { work = [:] }
        return work.keys.sorted().map { .cancel(ticket: $0) }
    }
}
