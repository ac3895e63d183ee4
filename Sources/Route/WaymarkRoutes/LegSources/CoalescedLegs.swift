import WaymarkGeodesy
import WaymarkThreads

/// Legs of another source, each asked for once at a time, however many want it.
///
/// Whoever asks while an equal request is under way waits for its answer. One that is cancelled leaves the others
/// alone; when all are, so is the request. Nothing is remembered: see ``CachedLegs``.
public struct CoalescedLegs<Source: LegSource>: LegSource {
    private struct Flight {
        let number: Int
        let promise: LegPromise
        let task: Task<Void, Never>
        var waiters: Int
    }

    private struct Flights {
        var current: [LegEnds: Flight] = [:]
        var count = 0
    }

    private final class Shared: Sendable {
        let flights = Guarded(Flights())
    }

    private let source: Source
    private let shared = Shared()

    init(_ source: Source) {
        self.source = source
    }

    /// The name of the other source.
    public var name: String { source.name }
    /// The mode of the other source.
    public var mode: TravelMode? { source.mode }
    /// The identity of the other source.
    public var identity: String { source.identity }

    /// Returns the leg between the same places that is being searched for, or begins a search.
    ///
    /// - Throws: What the other source throws; `CancellationError` where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let ends = LegEnds(start, end)
        let flight = shared.flights.withLock { flights -> Flight in
            flights.current[ends]?.waiters += 1
            if let flight = flights.current[ends] { return flight }
            flights.count += 1
            let flight = begin(ends, start, end, number: flights.count)
            flights.current[ends] = flight
            return flight
        }
        defer { leave(ends, flight.number) }
        return try await flight.promise.value()
    }

    private func begin(_ ends: LegEnds, _ start: Stop, _ end: Stop, number: Int) -> Flight {
        let promise = LegPromise()
        let task = Task { [source, shared] in
            let result: Result<Leg, any Error>
            do {
                result = .success(try await source.leg(from: start, to: end))
            } catch {
                result = .failure(error)
            }
            // Whoever asks from now on asks anew.
            shared.flights.withLock { flights in
                if flights.current[ends]?.number == number { flights.current[ends] = nil }
            }
            promise.fulfil(result)
        }
        return Flight(number: number, promise: promise, task: task, waiters: 1)
    }

    private func leave(_ ends: LegEnds, _ number: Int) {
        let unwanted = shared.flights.withLock { flights -> Task<Void, Never>? in
            guard let flight = flights.current[ends], flight.number == number else { return nil }
            flights.current[ends]?.waiters -= 1
            guard flight.waiters == 1 else { return nil }
            flights.current[ends] = nil
            return flight.task
        }
        unwanted?.cancel()
    }
}

/// The places that a leg joins, whatever the stops are called.
struct LegEnds: Hashable, Sendable {
    let start: Coordinate
    let end: Coordinate

    init(_ start: Stop, _ end: Stop) {
        self.start = start.coordinate
        self.end = end.coordinate
    }
}

extension LegSource {
    /// This source, asked once at a time for each pair of places: see ``CoalescedLegs``.
    public func coalesced() -> CoalescedLegs<Self> { CoalescedLegs(self) }
}
