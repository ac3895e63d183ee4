/// Legs from any code of one's own.
///
/// ```swift
/// let legs = ClosureLegs(name: "ferries", mode: .driving) { start, end in
///     try await timetable.crossing(from: start.coordinate, to: end.coordinate)
/// }
/// ```
public struct ClosureLegs: LegSource {
    /// What tells this source from others.
    public let name: String
    /// How one travels; nil where that is not known.
    public let mode: TravelMode?
    private let body: @Sendable (_ start: Stop, _ end: Stop) async throws -> Leg

    /// Legs from a closure, which is called for many legs at once, and is to stop when its task is cancelled.
    public init(
        name: String, mode: TravelMode? = nil,
        _ body: @escaping @Sendable (_ start: Stop, _ end: Stop) async throws -> Leg
    ) {
        self.name = name
        self.mode = mode
        self.body = body
    }

    /// Returns what the closure returns, and throws what it throws; it is not called where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        return try await body(start, end)
    }
}
