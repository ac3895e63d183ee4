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

    /// The maximum number of legs that one call of ``legs(through:)`` is to be asked for: 1, unless the source answers many at
    /// the cost of one, as a server does.
    var maxLegsPerRequest: Int { get }
    /// Whether a leg costs less than a task that asks for it, as a formula does: a batch then asks for legs one after another.
    /// False, unless the source says so.
    var isImmediate: Bool { get }

    /// Returns how each of the legs from stop to stop ended, in their order.
    ///
    /// Nil is for a leg that ended neither way because it was asked for with the others: a server that knows no way between two
    /// of its stops may answer for none. Such legs are asked for again in smaller requests, at last one by one, so that
    /// none spoils another.
    ///
    /// By default each is asked for by ``leg(from:to:)``, one after another.
    ///
    /// - Parameter stops: Two stops or more; up to ``maxLegsPerRequest`` legs.
    /// - Returns: An outcome, or nil, for each leg: one fewer than there are stops.
    /// - Throws: Why there is no leg at all, such as ``LegError/unavailable(reason:)``: then all end so. `CancellationError`
    ///   where the task was cancelled.
    func legs(through stops: [Stop]) async throws -> [LegOutcome?]
}

extension LegSource {
    /// The source's name.
    public var identity: String { name }

    /// One leg.
    public var maxLegsPerRequest: Int { 1 }
    /// False.
    public var isImmediate: Bool { false }

    /// Returns how each leg ended, asked for one after another.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        var outcomes: [LegOutcome?] = []
        for (start, end) in zip(stops, stops.dropFirst()) {
            do {
                outcomes.append(.found(try await leg(from: start, to: end)))
            } catch {
                try Task.checkCancellation()
                outcomes.append(LegOutcome(error))
            }
        }
        return outcomes
    }
}
