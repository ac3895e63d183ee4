import Foundation

/// A clock that stands still until it is advanced, so tests of time take no time.
///
/// Sleepers wake in the order of their deadlines, equal ones in order of arrival. One whose task is cancelled wakes
/// immediately, with `CancellationError`.
///
/// ```swift
/// let clock = TestClock()
/// async let answer = slow(clock: clock)
/// await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(5))
/// ```
public final class TestClock: Clock, @unchecked Sendable {
    // @unchecked Sendable: all state is behind `lock`, which ThreadSanitizer supports on every platform, unlike
    // `Mutex`.

    /// A moment, as the time since the clock was created.
    public struct Instant: InstantProtocol {
        /// Time since the clock was made.
        public var offset: Duration

        /// The moment at a time since the clock was made.
        public init(offset: Duration) { self.offset = offset }

        /// The moment that much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Earlier before later.
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let ticket: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let lock = NSLock()
    private var current = Instant(offset: .zero)
    /// Ascending by deadline, then by ticket.
    private var sleepers: [Sleeper] = []
    private var watchers: [Watcher] = []
    private var nextTicket = 0
    /// Tickets whose task was cancelled before it could sleep.
    private var cancelledEarly: Set<Int> = []

    /// A clock at the moment 0.
    public init() {}

    /// The current moment.
    public var now: Instant { lock.withLock { current } }
    /// As fine as a `Duration`.
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }
    /// The deadlines of the sleeping tasks, the earliest first.
    public var deadlines: [Instant] { lock.withLock { sleepers.map(\.deadline) } }
    /// The number of sleeps since the clock was created, including those that ended immediately.
    public var sleepsBegun: Int { lock.withLock { nextTicket } }

    /// Advances by a time, and wakes the tasks whose deadline is reached.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Advances to a moment, and wakes the tasks whose deadline is reached; never goes back.
    public func advance(to instant: Instant) {
        let woken = lock.withLock {
            current = max(current, instant)
            let count = sleepers.prefix { $0.deadline <= current }.count
            defer { sleepers.removeFirst(count) }
            return Array(sleepers[..<count])
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Advances to the earliest deadline, and wakes the tasks whose deadline is reached; false if none sleeps.
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        guard let next = deadlines.first else { return false }
        advance(to: next)
        return true
    }

    /// Waits until at least a number of tasks sleep.
    public func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = lock.withLock {
                if sleepers.count >= count { return true }
                watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Sleeps until a moment; returns immediately if it has passed.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let ticket = lock.withLock {
            defer { nextTicket += 1 }
            return nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lieDown(Sleeper(ticket: ticket, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func lieDown(_ sleeper: Sleeper) {
        let (result, watched): (Result<Void, any Error>?, [Watcher]) = lock.withLock {
            if cancelledEarly.remove(sleeper.ticket) != nil { return (.failure(CancellationError()), []) }
            if sleeper.deadline <= current { return (.success(()), []) }
            let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
            sleepers.insert(sleeper, at: place)
            let reached = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return (nil, reached)
        }
        if let result { sleeper.continuation.resume(with: result) }
        for watcher in watched { watcher.continuation.resume() }
    }

    private func cancel(_ ticket: Int) {
        let sleeper: Sleeper? = lock.withLock {
            guard let place = sleepers.firstIndex(where: { $0.ticket == ticket }) else {
                cancelledEarly.insert(ticket)
                return nil
            }
            return sleepers.remove(at: place)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
