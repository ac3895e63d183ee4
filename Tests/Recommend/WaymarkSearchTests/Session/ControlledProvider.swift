import WaymarkSearch

/// A provider that answers when it is told to, and heeds no cancellation: as late answers come.
actor ControlledProvider: PlaceProvider {
    private struct Request {
        let text: String
        let continuation: CheckedContinuation<PlaceSuggestions, any Error>
    }

    nonisolated var name: String { "remote" }
    /// The texts that were asked for, in order.
    private(set) var asked: [String] = []
    /// Those whose task was cancelled while they were under way.
    private(set) var cancelled: [String] = []
    private var requests: [Request] = []
    private var watchers:
        [(isMet: @Sendable (isolated ControlledProvider) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    func suggestions(for query: SearchQuery) async throws -> PlaceSuggestions {
        asked.append(query.text)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                requests.append(Request(text: query.text, continuation: continuation))
                notify()
            }
        } onCancel: {
            Task { await self.cancel(query.text) }
        }
    }

    private func cancel(_ text: String) {
        cancelled.append(text)
        notify()
    }

    /// Answers the request for a text that has waited longest.
    func answer(_ text: String, _ result: Result<PlaceSuggestions, any Error>) {
        guard let place = requests.firstIndex(where: { $0.text == text }) else { return }
        requests.remove(at: place).continuation.resume(with: result)
    }

    /// Waits until something is so.
    func wait(until isMet: @escaping @Sendable (isolated ControlledProvider) -> Bool) async {
        if isMet(self) { return }
        await withCheckedContinuation { watchers.append((isMet, $0)) }
    }

    private func notify() {
        let met = watchers.filter { $0.isMet(self) }
        watchers.removeAll { $0.isMet(self) }
        for watcher in met { watcher.continuation.resume() }
    }
}
