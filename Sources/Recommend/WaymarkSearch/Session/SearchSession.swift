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
/// Each query is first answered by the places at hand. Where there is a provider it is asked once the typing rests, and its
/// suggestions are merged with those by id and place; one that fails takes nothing away. A newer query cancels what is under
/// way for the one before, and no answer to an older query is ever given after it.
///
/// Nothing is asked that is known: suggestions that hold all answers are narrowed while the text only grows
/// (``PlaceSuggestions/isComplete``), and while the provider is waited for, those of its earlier suggestions are shown that match
/// the new text. Likewise, where few of the places at hand matched, and the text has only grown since, only these are looked at again,
/// unless it can match others now: it has become long enough for typing errors.
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

    /// A session in which nothing was typed.
    ///
    /// - Parameters:
    ///   - provider: Who else is asked; nobody when nil.
    ///   - pause: How long the typing rests before the places at hand are searched; by default they are at each keystroke.
    ///   - providerPause: How long it rests before the provider is asked.
    ///   - clock: What is waited by.
    ///   - search: Searches the places at hand, away from the caller's thread.
    /// - Precondition: The pauses are not negative.
    public init(
        provider: (any PlaceProvider)? = nil, pause: Duration = .zero, providerPause: Duration = .milliseconds(250),
        clock: any Clock<Duration> = ContinuousClock(), search: @escaping @Sendable (SearchQuery) -> SearchAnswers
    ) {
        precondition(pause >= .zero && providerPause >= .zero, "a pause is not negative")
        (self.search, self.provider, self.clock) = (search, provider, clock)
        (self.pause, self.providerPause) = (pause, providerPause)
        shared = Guarded(Shared(state: State(pauses: pause > .zero)))
        let (stream, reports) = AsyncStream.makeStream(of: State.Report.self, bufferingPolicy: .bufferingNewest(1))
        self.reports = reports
        updates = SearchUpdates(stream: stream, newest: NewestQuery(), provider: provider?.name)
        reports.onTermination = { [weak self] _ in self?.close() }
    }

    /// A session over places at hand.
    ///
    /// - Parameters:
    ///   - search: The places.
    ///   - provider: Who else is asked; nobody when nil.
    ///   - pause: How long the typing rests before the places at hand are searched; by default they are at each keystroke.
    ///   - providerPause: How long it rests before the provider is asked.
    ///   - clock: What is waited by.
    /// - Precondition: The pauses are not negative.
    public convenience init(
        _ search: PlaceSearch, provider: (any PlaceProvider)? = nil, pause: Duration = .zero,
        providerPause: Duration = .milliseconds(250), clock: any Clock<Duration> = ContinuousClock()
    ) {
        // A search that was overtaken may still be under way: each takes what is kept, or starts anew.
        let kept = Guarded<SearchCandidates?>(nil)
        self.init(provider: provider, pause: pause, providerPause: providerPause, clock: clock) { query in
            var candidates = kept.withLock { $0.take() }
            defer { kept.withLock { $0 = candidates } }
            return search.answers(to: query, among: &candidates)
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

    /// Takes up a query, in place of the one before. The same query again does nothing, unless the provider gave no answer: then
    /// it is asked again.
    ///
    /// Returns at once; may be called on any thread, such as by a text field that has changed.
    public func type(_ query: SearchQuery) {
        let isQuestion = provider != nil && PreparedQuery(query) != nil
        change { state in
            let plan: State.Plan =
                if !isQuestion {
                    .none
                } else if let suggested = state.suggested, suggested.answer.isComplete,
                    query.continues(suggested.query)
                {
                    .narrow
                } else {
                    .ask
                }
            return state.type(query, plan)
        }
    }

    private func close() {
        change { $0.close() }
    }

    /// Changes the state and does what it says, one change at a time: so reports come in the order of the changes.
    private func change(_ body: (inout State) -> [State.Effect]) {
        let cancelled = shared.withLock { shared -> [Task<Void, Never>] in
            var cancelled: [Task<Void, Never>] = []
            let effects = body(&shared.state)
            updates.newest.number = shared.state.number ?? -1
            for effect in effects {
                switch effect {
                case .cancel(let ticket):
                    if let task = shared.tasks.removeValue(forKey: ticket) { cancelled.append(task) }
                case .pause(let ticket): shared.tasks[ticket] = wait(pause, ticket)
                case .pauseRequest(let ticket): shared.tasks[ticket] = wait(providerPause, ticket)
                case .search(let ticket, let query):
                    shared.tasks[ticket] = Task { [weak self, search] in
                        guard !Task.isCancelled else { return }
                        let found = search(query)
                        self?.end(ticket) { $0.find(ticket, found) }
                    }
                case .ask(let ticket, let query):
                    guard let provider else { break }
                    shared.tasks[ticket] = Task { [weak self] in
                        let answer: Result<PlaceSuggestions, any Error>
                        do {
                            answer = .success(try await provider.suggestions(for: query))
                        } catch {
                            answer = .failure(error)
                        }
                        self?.end(ticket) { $0.answer(ticket, answer) }
                    }
                case .report(let report): reports.yield(report)
                }
            }
            return cancelled
        }
        // Whoever hears of it may well call the session.
        for task in cancelled { task.cancel() }
    }

    private func wait(_ duration: Duration, _ ticket: Int) -> Task<Void, Never> {
        Task { [weak self, clock] in
            do {
                try await clock.sleep(for: duration)
            } catch {
                return
            }
            self?.end(ticket) { $0.waited(ticket) }
        }
    }

    private func end(_ ticket: Int, _ body: (inout State) -> [State.Effect]) {
        shared.withLock { _ = $0.tasks.removeValue(forKey: ticket) }
        change(body)
    }
}

extension SearchQuery {
    /// Whether the query asks for no more than another did: its text begins with the keystrokes of the other's, all else is equal.
    func continues(_ other: SearchQuery) -> Bool {
        var same = other
        same.text = text
        return self == same
            && TwoSetKeyboard.keystrokes(of: text).starts(with: TwoSetKeyboard.keystrokes(of: other.text))
    }
}
