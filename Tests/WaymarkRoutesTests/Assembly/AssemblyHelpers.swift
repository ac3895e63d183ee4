import TestSupport
import WaymarkGeodesy
import WaymarkRoutes

/// A stop on a meridian, told by a number.
func numberedStop(_ number: Int, name: String = "") -> Stop {
    Stop(id: "s\(number)", name: name, coordinate: coordinate(Double(number % 90), 127))
}

/// Stops told by numbers, in this order.
func numberedStops(_ numbers: some Sequence<Int>) -> StopList {
    do {
        return try StopList(numbers.map { numberedStop($0) })
    } catch {
        fatalError("\(error)")
    }
}

/// A leg between two stops that can be told from all other legs by its source.
func straightLeg(_ start: Stop, _ end: Stop) -> Leg {
    do {
        return try Leg(
            coordinates: [start.coordinate, end.coordinate], distance: Meters(1), distanceKind: .network,
            source: legEnds(start, end))
    } catch {
        fatalError("\(error)")
    }
}

/// The ends of a leg as text.
func legEnds(_ start: Stop, _ end: Stop) -> String { "\(start.id)>\(end.id)" }

/// A source that answers when it is told to, in any order.
actor ControlledLegs: LegSource {
    private struct Waiting {
        let ticket: Int
        let ends: String
        let continuation: CheckedContinuation<Leg, any Error>
    }

    nonisolated let name = "controlled"
    nonisolated var mode: TravelMode? { nil }
    /// Whether a request whose task is cancelled ends; else it goes on until it is answered.
    nonisolated let heedsCancellation: Bool

    /// The ends of every leg asked for, in order.
    private(set) var asked: [String] = []
    private var waiting: [Waiting] = []
    /// Tickets whose task was cancelled.
    private(set) var cancelled: Set<Int> = []
    private var watchers: [(isReached: @Sendable (isolated ControlledLegs) -> Bool, CheckedContinuation<Void, Never>)] =
        []
    /// The most requests that ever were under way at once, and how many are now.
    private(set) var most = 0
    var underWay: Int { waiting.count }

    init(heedsCancellation: Bool = true) {
        self.heedsCancellation = heedsCancellation
    }

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        let ticket = asked.count
        asked.append(legEnds(start, end))
        defer { notify() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.append(Waiting(ticket: ticket, ends: legEnds(start, end), continuation: continuation))
                most = max(most, waiting.count)
                notify()
            }
        } onCancel: {
            Task { await self.cancel(ticket) }
        }
    }

    private func cancel(_ ticket: Int) {
        cancelled.insert(ticket)
        if heedsCancellation, let place = waiting.firstIndex(where: { $0.ticket == ticket }) {
            waiting.remove(at: place).continuation.resume(throwing: CancellationError())
        }
        notify()
    }

    /// Answers the request for a leg that has waited longest; false where none waits.
    @discardableResult
    func answer(_ start: Stop, _ end: Stop, _ error: (any Error)? = nil) -> Bool {
        guard let place = waiting.firstIndex(where: { $0.ends == legEnds(start, end) }) else { return false }
        let continuation = waiting.remove(at: place).continuation
        continuation.resume(with: error.map { .failure($0) } ?? .success(straightLeg(start, end)))
        return true
    }

    /// Waits until something holds.
    func wait(until isReached: @escaping @Sendable (isolated ControlledLegs) -> Bool) async {
        if isReached(self) { return }
        await withCheckedContinuation { watchers.append((isReached, $0)) }
    }

    private func notify() {
        let reached = watchers.filter { $0.isReached(self) }
        watchers.removeAll { $0.isReached(self) }
        for watcher in reached { watcher.1.resume() }
    }
}
