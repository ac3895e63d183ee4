/// Legs from your own code.
///
/// ```swift
/// let legs = ClosureLegs(name: "ferries", mode: .driving) { start, end in
///     try await timetable.crossing(from: start.coordinate, to: end.coordinate)
/// }
/// ```
public struct ClosureLegs: LegSource {
    /// The name of this source.
    public let name: String
    /// The mode of travel; nil if unknown.
    public let mode: TravelMode?
    private let body: @Sendable (_ start: Stop, _ end: Stop) async throws -> Leg

    /// Legs from a closure, which is called for many legs concurrently and must stop when its task is cancelled.
    public init(
        name: String, mode: TravelMode? = nil,
        _ body: @escaping @Sendable (_ start: Stop, _ end: Stop) async throws -> Leg
    ) {
        self.name = name
        self.mode = mode
        self.body = body
    }

    /// Returns the closure's result or throws its error; the closure is not called if the task is cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        return try await body(start, end)
    }
}
