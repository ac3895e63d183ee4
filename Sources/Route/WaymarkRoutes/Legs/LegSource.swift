/// Where legs come from: a formula, a recorded track, a server, or other sources put together.
///
/// ```swift
/// let source: any LegSource = GreatCircleLegs(mode: .walking)
/// let leg = try await source.leg(from: seoulStation, to: namsan)
/// ```
///
/// A source is asked for many legs at once. When the task that asks is cancelled it stops soon, with `CancellationError`.
public protocol LegSource: Sendable {
    /// What tells this source from others, such as ``Leg/source`` of its legs.
    var name: String { get }
    /// How one travels; nil where the source does not know.
    var mode: TravelMode? { get }
    /// What tells its legs from those of all sources that answer otherwise, in a cache that they share; not to be shown. Its
    /// name, unless the source has more to say.
    var identity: String { get }

    /// Returns the way from one stop to another.
    ///
    /// - Throws: ``LegError`` where there is none; `CancellationError` where the task was cancelled.
    func leg(from start: Stop, to end: Stop) async throws -> Leg
}

extension LegSource {
    /// The source's name.
    public var identity: String { name }
}
