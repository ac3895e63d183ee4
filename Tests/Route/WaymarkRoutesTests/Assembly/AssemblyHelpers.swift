import RouteTestSupport
import TestSupport
import WaymarkGeodesy
import WaymarkRoutes

/// A stop on a meridian, identified by a number.
func numberedStop(_ number: Int, name: String = "") -> Stop {
    Stop(id: "s\(number)", name: name, coordinate: coordinate(Double(number % 90), 127))
}

/// Stops identified by numbers, in this order.
func numberedStops(_ numbers: some Sequence<Int>) -> StopList {
    do {
        return try StopList(numbers.map { numberedStop($0) })
    } catch {
        fatalError("\(error)")
    }
}

/// A leg between two stops that is distinguishable from all other legs.
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

/// A source whose legs come from a function.
struct ComputedLegs: LegSource {
    var name: String { "computed" }
    var mode: TravelMode? { nil }
    let compute: @Sendable (Stop, Stop) async throws -> Leg

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await compute(start, end)
    }
}

/// A source that answers on request of the test, in any order.
actor ControlledLegs: LegSource {
    typealias Condition = @Sendable (isolated ControlledLegs) -> Bool

    private struct Request {
        let ticket: Int
        let start: Stop
        let end: Stop
        let continuation: CheckedContinuation<Leg, any Error>
    }

    nonisolated var name: String { "controlled" }
    nonisolated var mode: TravelMode? { nil }
    /// Whether a request ends when its task is cancelled; otherwise it continues until it is answered.
    nonisolated let heedsCancellation: Bool

    /// The ends of every requested leg, in order; their positions are the tickets.
    private(set) var asked: [String] = []
    /// The tickets whose task was cancelled while they were pending.
    private(set) var cancelled: Set<Int> = []
    /// The maximum number of simultaneous requests so far.
    private(set) var most = 0
    /// The number of pending requests.
    var underWay: Int { requests.count }

    private var requests: [Request] = []
    private var isOpen = false
    private var watchers: [(isMet: Condition, continuation: CheckedContinuation<Void, Never>)] = []

    init(heedsCancellation: Bool = true) {
        self.heedsCancellation = heedsCancellation
    }

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        let ticket = asked.count
        asked.append(legEnds(start, end))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                requests.append(Request(ticket: ticket, start: start, end: end, continuation: continuation))
                most = max(most, requests.count)
                if isOpen { answerFirst() }
                notify()
            }
        } onCancel: {
            Task { await self.cancel(ticket) }
        }
    }

    private func cancel(_ ticket: Int) {
        guard let place = requests.firstIndex(where: { $0.ticket == ticket }) else { return }
        cancelled.insert(ticket)
        if heedsCancellation { requests.remove(at: place).continuation.resume(throwing: CancellationError()) }
        notify()
    }

    /// Answers the oldest pending request for a leg; no effect if there is none.
    func answer(_ start: Stop, _ end: Stop, _ error: (any Error)? = nil) {
        guard let place = requests.firstIndex(where: { $0.start == start && $0.end == end }) else { return }
        answer(at: place, error)
    }

    /// Answers all pending requests, and every later one immediately.
    func open() {
        isOpen = true
        while !requests.isEmpty { answerFirst() }
    }

    private func answerFirst() {
        answer(at: 0, nil)
    }

    private func answer(at place: Int, _ error: (any Error)?) {
        let request = requests.remove(at: place)
        let result = error.map { .failure($0) } ?? Result.success(straightLeg(request.start, request.end))
        request.continuation.resume(with: result)
        notify()
    }

    /// Waits until a condition is true.
    func wait(until isMet: @escaping Condition) async {
        if isMet(self) { return }
        await withCheckedContinuation { watchers.append((isMet, $0)) }
    }

    private func notify() {
        let met = watchers.filter { $0.isMet(self) }
        watchers.removeAll { $0.isMet(self) }
        for watcher in met { watcher.continuation.resume() }
    }
}
