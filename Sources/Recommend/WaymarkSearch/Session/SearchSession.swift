import WaymarkThreads

/// Answers to a query that changes while it is typed.
///
/// ```swift
/// let session = SearchSession(search, provider: provider)
/// field.onChange { text in session.type(SearchQuery(text, near: hotel)) }
/// for await update in session.updates {
///     list.show(update.suggestions)
/// }
/// ```
///
/// Each query is first answered from the local places. If there is a provider, it is asked once the typing pauses, and
/// its suggestions are merged with the local ones by id and location; if it fails, the local ones stay. A newer query
/// cancels the work for the previous one, and no answer to an older query ever follows.
///
/// Nothing is requested twice: complete suggestions (``PlaceSuggestions/isComplete``) are narrowed while the text only
/// grows, and while a request is pending, the provider's earlier suggestions that match the new text are shown.
///
/// A session ends when it is released, or when the task that consumes its updates is cancelled.
public final class SearchSession: Sendable {
    typealias State = SessionState<SearchQuery, SearchAnswers, PlaceSuggestions>

    private struct Shared {
        var state: State
        var tasks: [Int: Task<Void, Never>] = [:]
    }

    /// The updates, for one consumer.
    public let updates: SearchUpdates

    private let search: @Sendable (SearchQuery) -> SearchAnswers
    private let provider: (any PlaceProvider)?
    private let pause: Duration
    private let providerPause: Duration
    private let clock: any Clock<Duration>
    private let shared: Guarded<Shared>
    private let reports: AsyncStream<State.Report>.Continuation

    /// Creates a session without a query.
    ///
    /// - Parameters:
    ///   - provider: The provider to ask in addition; nil for none.
    ///   - pause: The pause in typing before the local places are searched; zero, the default, searches at each
    ///     keystroke.
    ///   - providerPause: The pause in typing before the provider is asked.
    ///   - clock: The clock for the pauses.
    ///   - search: Searches the local places, off the caller's thread.
    /// - Precondition: The pauses are not negative.
    public init(
        provider: (any PlaceProvider)? = nil, pause: Duration = .zero, providerPause: Duration = .milliseconds(250),
        clock: any Clock<Duration> = ContinuousClock(), search: @escaping @Sendable (SearchQuery) -> SearchAnswers
    ) {
        precondition(pause >= .zero && providerPause >= .zero, "a pause is negative: \(pause), \(providerPause)")
        (self.search, self.provider, self.clock) = (search, provider, clock)
        (self.pause, self.providerPause) = (pause, providerPause)
        shared = Guarded(Shared(state: State(pauses: pause > .zero)))
        let (stream, reports) = AsyncStream.makeStream(of: State.Report.self, bufferingPolicy: .bufferingNewest(1))
        self.reports = reports
        updates = SearchUpdates(stream: stream, newest: NewestQuery(), provider: provider?.name)
        reports.onTermination = { [weak self] _ in self?.change { $0.close() } }
    }

    /// Creates a session that searches local places.
    ///
    /// - Parameters:
    ///   - search: The local places.
    ///   - provider: The provider to ask in addition; nil for none.
    ///   - pause: The pause in typing before the local places are searched; zero, the default, searches at each
    ///     keystroke.
    ///   - providerPause: The pause in typing before the provider is asked.
    ///   - clock: The clock for the pauses.
    /// - Precondition: The pauses are not negative.
    public convenience init(
        _ search: PlaceSearch, provider: (any PlaceProvider)? = nil, pause: Duration = .zero,
        providerPause: Duration = .milliseconds(250), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(provider: provider, pause: pause, providerPause: providerPause, clock: clock) { query in
            search.answers(to: query)
        }
    }

    deinit {
        let tasks = shared.withLock { shared in
            _ = shared.state.close()
            return Array(shared.tasks.values)
        }
        for task in tasks { task.cancel() }
        reports.finish()
    }

    /// Replaces the query. The same query again has no effect, unless the provider gave no answer: then it is asked
    /// again.
    ///
    /// Returns immediately; may be called on any thread, for example when a text field changes.
    public func type(_ query: SearchQuery) {
        let isQuestion = provider != nil && query.fault == nil
        change { state in
            guard isQuestion else { return state.type(query, .unasked) }
            let isKnown = state.suggested.map { $0.answer.isComplete && query.continues($0.query) } ?? false
            return state.type(query, isKnown ? .narrowed : .waiting)
        }
    }

    /// Changes the state and performs the effects, one change at a time, so that reports arrive in the order of the
    /// changes.
    private func change(_ body: (inout State) -> [State.Effect]) {
        let cancelled = shared.withLock { shared -> [Task<Void, Never>] in
            var cancelled: [Task<Void, Never>] = []
            let effects = body(&shared.state)
            updates.newest.number = shared.state.number ?? -1
            for effect in effects {
                switch effect {
                case .cancel(let ticket):
                    if let task = shared.tasks.removeValue(forKey: ticket) { cancelled.append(task) }
                case .begin(let work, let ticket, let query): shared.tasks[ticket] = task(work, ticket, query)
                case .report(let report): reports.yield(report)
                }
            }
            return cancelled
        }
        // Outside the lock, since a cancelled task may call the session.
        for task in cancelled { task.cancel() }
    }

    private func task(_ work: State.Work, _ ticket: Int, _ query: SearchQuery) -> Task<Void, Never> {
        Task { [weak self, search, provider, clock, pause, providerPause] in
            let next: (inout State) -> [State.Effect]
            switch work {
            case .pause, .pauseRequest:
                let rest = work == .pause ? pause : providerPause
                guard (try? await clock.sleep(for: rest)) != nil else { return }
                next = { $0.waited(ticket) }
            case .search:
                guard !Task.isCancelled else { return }
                let found = search(query)
                next = { $0.find(ticket, found) }
            case .request:
                guard let provider else { return }
                let answer: Result<PlaceSuggestions, any Error>
                do { answer = .success(try await provider.suggestions(for: query)) } catch { answer = .failure(error) }
                next = { $0.answer(ticket, answer) }
            }
            self?.end(ticket, next)
        }
    }

    private func end(_ ticket: Int, _ body: (inout State) -> [State.Effect]) {
        shared.withLock { _ = $0.tasks.removeValue(forKey: ticket) }
        change(body)
    }
}

extension SearchQuery {
    /// Whether the query narrows another: its text begins with the other's keystrokes, and all else is equal.
    func continues(_ other: SearchQuery) -> Bool {
        var same = other
        same.text = text
        return self == same
            && TwoSetKeyboard.keystrokes(of: text).starts(with: TwoSetKeyboard.keystrokes(of: other.text))
    }
}
