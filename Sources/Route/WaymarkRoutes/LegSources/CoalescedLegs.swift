import WaymarkGeodesy
import WaymarkThreads

/// Legs of another source, each asked for once at a time, however many want it.
///
/// Whoever asks while an equal request is under way waits for its answer. One that is cancelled leaves the others
/// alone; when all are, so is the request. Nothing is remembered: see ``CachedLegs``.
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

    /// Returns the leg between the same places that is being searched for, or begins a search.
    ///
    /// - Throws: What the other source throws; `CancellationError` where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try await single.answer(for: LegEnds(start, end)) { [source] in
            try await source.leg(from: start, to: end)
        }
    }

    /// Returns the outcomes of the pending request for the legs through the same places, or begins a request.
    ///
    /// - Throws: What the other source throws; `CancellationError` where the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try await together.answer(for: stops.map(\.coordinate)) { [source] in
            try await source.legs(through: stops)
        }
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
