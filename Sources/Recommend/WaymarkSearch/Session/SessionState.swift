/// What a search session knows, and what it decides: without time, tasks or locks, so that every schedule can be tried.
///
/// Each query that is typed has a number, and each thing under way a ticket; neither is used twice. What belongs to an older
/// query is cancelled when a newer one is typed, and changes nothing if it comes all the same.
package struct SessionState<Query: Equatable & Sendable, Found: Sendable, Suggested: Sendable>: Sendable {
    /// What is to be done after a change, in this order.
    package enum Effect: Sendable {
        /// A wait, a search or a request is not wanted any more.
        case cancel(ticket: Int)
        /// Wait for the pause of local searches, and then call ``SessionState/waited(_:)``.
        case pause(ticket: Int)
        /// Wait for the pause of requests, and then call ``SessionState/waited(_:)``.
        case pauseRequest(ticket: Int)
        /// Search the places at hand.
        case search(ticket: Int, Query)
        /// Ask the provider.
        case ask(ticket: Int, Query)
        /// Show what is known of the newest query.
        case report(Report)
    }

    /// What is known of a query.
    package struct Report: Sendable {
        package let number: Int
        package let query: Query
        package let found: Found
        package let progress: ProviderProgress
        /// The provider's newest answer, and the query it was to: an older one until that to this query comes.
        package let suggested: (query: Query, answer: Suggested)?
    }

    /// What the provider is to do about a query.
    package enum Plan: Sendable {
        case none
        case ask
        /// Nothing: its newest answer holds all answers to the query.
        case narrow
    }

    /// What goes on for the newest query.
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

    /// Whether local searches and requests wait for a pause in typing.
    private let pauses: Bool
    private var current: Current?
    private var work: [Int: Work] = [:]
    private var nextTicket = 0
    private var nextNumber = 0
    private var isClosed = false
    /// The provider's newest answer, and the query it was to.
    package private(set) var suggested: (query: Query, answer: Suggested)?

    /// A session in which nothing was typed.
    ///
    /// - Parameter pauses: Whether local searches wait for a pause in typing; requests always do.
    package init(pauses: Bool) {
        self.pauses = pauses
    }

    /// The number of the newest query; nil before the first.
    package var number: Int? { current?.number }
    /// The newest query.
    package var query: Query? { current?.query }
    /// How many waits, searches and requests are under way.
    package var workCount: Int { work.count }

    // MARK: Changes

    /// Takes up a query, and drops the one before. The same query again asks again where the provider gave no answer, else
    /// nothing happens.
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

    /// A pause is over.
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

    /// A search of the places at hand has ended.
    package mutating func find(_ ticket: Int, _ found: Found) -> [Effect] {
        guard case .search = work[ticket] else { return [] }
        work[ticket] = nil
        current?.found = found
        return report()
    }

    /// The provider has answered.
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

    /// Ends the session: nothing is reported any more.
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
