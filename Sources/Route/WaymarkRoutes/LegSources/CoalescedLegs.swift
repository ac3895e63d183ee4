import WaymarkGeodesy
import WaymarkThreads

/// Legs of another source, with equal concurrent requests sent once.
///
/// A request equal to a pending one waits for its answer. Cancelling one does not affect the others; if all are
/// cancelled, so is the shared request. Nothing is cached: see ``CachedLegs``.
public struct CoalescedLegs<Source: LegSource>: LegSource {
    private let source: Source
    private let single = SharedRequests<LegEnds, Leg>()
    private let together = SharedRequests<[Coordinate], [LegOutcome?]>()

    init(_ source: Source) {
        self.source = source
    }

    /// The name of the other source.
    public var name: String { source.name }
    /// The mode of the other source.
    public var mode: TravelMode? { source.mode }
    /// The identity of the other source.
    public var identity: String { source.identity }
    /// The maximum of the other source.
    public var maxLegsPerRequest: Int { source.maxLegsPerRequest }

    /// Returns the answer of a pending request between the same places, or makes a new one.
    ///
    /// - Throws: The errors of the other source; `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await single.answer(for: LegEnds(start, end)) { [source] in
            try await source.leg(from: start, to: end)
        }
    }

    /// Returns the outcomes of the pending request for the legs through the same places, or makes a new one.
    ///
    /// - Throws: The errors of the other source; `CancellationError` if the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await together.answer(for: stops.map(\.coordinate)) { [source] in
            try await source.legs(through: stops)
        }
    }
}

/// The places that a leg joins, without names and ids of the stops.
struct LegEnds: Hashable, Sendable {
    let start: Coordinate
    let end: Coordinate

    init(_ start: Stop, _ end: Stop) {
        self.start = start.coordinate
        self.end = end.coordinate
    }
}

extension LegSource {
    /// This source, with at most one pending request for each pair of places: see ``CoalescedLegs``.
    public func coalesced() -> CoalescedLegs<Self> { CoalescedLegs(self) }
}
