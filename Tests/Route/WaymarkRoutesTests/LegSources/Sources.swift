import Foundation
import RouteTestSupport
import TestSupport
import WaymarkGeodesy
import WaymarkRoutes

/// A source controlled by a test, which counts its calls.
final class ScriptedLegs: LegSource, @unchecked Sendable {
    // @unchecked Sendable: all state is behind `lock`, which ThreadSanitizer supports on every platform.
    let name: String
    let mode: TravelMode?
    private let lock = NSLock()
    private let answer: @Sendable (_ call: Int) async throws -> Void
    private var state = (begun: 0, ended: 0, cancelled: 0)

    /// `answer` is called before each leg is returned, with the number of previous calls; its error is thrown.
    init(
        name: String = "scripted", mode: TravelMode? = nil,
        _ answer: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        self.name = name
        self.mode = mode
        self.answer = answer
    }

    var begun: Int { lock.withLock { state.begun } }
    var ended: Int { lock.withLock { state.ended } }
    var cancelled: Int { lock.withLock { state.cancelled } }

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        let call = lock.withLock {
            defer { state.begun += 1 }
            return state.begun
        }
        defer { lock.withLock { state.ended += 1 } }
        do {
            try await answer(call)
        } catch is CancellationError {
            lock.withLock { state.cancelled += 1 }
            throw CancellationError()
        }
        return try Leg(
            coordinates: [start.coordinate, end.coordinate],
            distance: Sphere.earth.distance(from: start.coordinate, to: end.coordinate), distanceKind: .greatCircle,
            source: name)
    }
}

/// A source that answers many legs at the cost of one, like a server: all legs of a request or, if one has no route,
/// none.
final class LegsTogether: LegSource, @unchecked Sendable {
    // @unchecked Sendable: all state is behind `lock`.
    let name = "together"
    let mode: TravelMode? = nil
    let maxLegsPerRequest: Int
    private let missing: Set<Stop.ID>
    private let lock = NSLock()
    private let answer: @Sendable (_ call: Int) async throws -> Void
    private var asked: [[Stop.ID]] = []

    /// There is no route from or to the stops in `missing`. `answer` is called before each answer, as in
    /// `ScriptedLegs`.
    init(
        _ maxLegsPerRequest: Int = 100, missing: Set<Stop.ID> = [],
        _ answer: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        self.maxLegsPerRequest = maxLegsPerRequest
        self.missing = missing
        self.answer = answer
    }

    /// The stops of each request.
    var requests: [[Stop.ID]] { lock.withLock { asked } }

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await ask([start, end])
        guard missing.isDisjoint(with: [start.id, end.id]) else { throw LegError.notFound(reason: "no way") }
        return straightLeg(start, end)
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await ask(stops)
        guard missing.isDisjoint(with: stops.map(\.id)) else { return stops.dropFirst().map { _ in nil } }
        return zip(stops, stops.dropFirst()).map { .found(straightLeg($0, $1)) }
    }

    private func ask(_ stops: [Stop]) async throws {
        let call = lock.withLock {
            asked.append(stops.map(\.id))
            return asked.count - 1
        }
        try await answer(call)
    }
}

/// Stop number `index` of a row of stops, 0.01 degrees apart.
func stop(_ index: Int, id: String? = nil) -> Stop {
    let coordinate = try? Coordinate(latitude: 37, longitude: 127 + Double(index % 5_000) * 0.01)
    return Stop(id: id ?? "\(index)", coordinate: coordinate!)
}

/// Lets other tasks run until a condition is true; gives up after very many times.
func until(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<1_000_000 {
        if await condition() { return true }
        await Task.yield()
    }
    return false
}

/// A clock whose sleepers wake immediately: it advances to their deadline.
final class SkippingClock: Clock, @unchecked Sendable {
    // @unchecked Sendable: all state is behind `lock`.
    typealias Instant = TestClock.Instant
    private let lock = NSLock()
    private var state = (now: Instant(offset: .zero), waits: [Duration]())

    var now: Instant { lock.withLock { state.now } }
    var elapsed: Duration { now.offset }
    /// The requested duration of each sleep.
    var waits: [Duration] { lock.withLock { state.waits } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        lock.withLock {
            state.waits.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }

    /// Advances without sleepers.
    func skip(_ duration: Duration) { lock.withLock { state.now = state.now.advanced(by: duration) } }
}

/// Times, in the order of recording.
final class Times: @unchecked Sendable {
    // @unchecked Sendable: all state is behind `lock`.
    private let lock = NSLock()
    private var times: [Duration] = []

    var all: [Duration] { lock.withLock { times } }
    var last: Duration { all.last ?? .zero }

    func append(_ time: Duration) { lock.withLock { times.append(time) } }
}
