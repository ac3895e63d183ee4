/// A source of legs: a formula, a recorded track, a server, or a combination of other sources.
///
/// ```swift
/// let source: any LegSource = GreatCircleLegs(mode: .walking)
/// let leg = try await source.leg(from: seoulStation, to: namsan)
/// ```
///
/// A source is called for many legs concurrently. If the calling task is cancelled, it must stop soon, with
/// `CancellationError`.
public protocol LegSource: Sendable {
    /// The name that distinguishes this source from others, such as ``Leg/source`` of its legs.
    var name: String { get }
    /// The mode of travel; nil if unknown.
    var mode: TravelMode? { get }
    /// Distinguishes its legs, in a shared cache, from those of all sources with other answers; not for display. The
    /// name, unless the source overrides it.
    var identity: String { get }
    /// The kind of distance of all its legs; nil, the default, if they differ or it is unknown. What great circles
    /// cost is computed where it is needed, without requesting legs.
    var distanceKind: Leg.DistanceKind? { get }

    /// Returns the leg from one stop to another.
    ///
    /// - Throws: ``LegError`` if there is none; `CancellationError` if the task was cancelled.
    func leg(from start: Stop, to end: Stop) async throws -> Leg

    /// The maximum number of legs in one call of ``legs(through:)``: 1, unless the source answers many at the cost of
    /// one, as a server does.
    var maxLegsPerRequest: Int { get }
    /// Whether computing a leg is cheaper than starting a task, as with a formula: a batch then requests legs one after
    /// another. False by default.
    var isImmediate: Bool { get }

    /// Returns the outcomes of the legs from stop to stop, in order.
    ///
    /// Nil means that the leg has no outcome because it was requested together with others: a server without a route
    /// between two of the stops may give no leg at all. Such legs are requested again in smaller requests, finally one
    /// by one, so that no leg affects another.
    ///
    /// By default, ``leg(from:to:)`` is called for one after another.
    ///
    /// - Parameter stops: Two stops or more; up to ``maxLegsPerRequest`` legs.
    /// - Returns: An outcome, or nil, for each leg: one fewer than there are stops.
    /// - Throws: Why there are no legs at all, such as ``LegError/unavailable(reason:)``: then all legs end with this
    ///   error. After ``LegError/timedOut(after:)`` several legs are requested again in smaller requests.
    ///   `CancellationError` if the task was cancelled.
    func legs(through stops: [Stop]) async throws -> [LegOutcome?]

    /// The maximum number of places in one call of ``costs(from:to:by:)``: 0, the default, if the source has no tables.
    var maxPlacesPerTable: Int { get }

    /// Returns the costs from each of some stops to each of others, from one request: seconds or metres.
    ///
    /// By default there are none.
    ///
    /// - Parameters:
    ///   - starts: Where ways begin.
    ///   - ends: Where they end; the same stops for a whole table. Both together are up to ``maxPlacesPerTable`` places.
    ///   - cost: Durations or distances.
    /// - Returns: A row for each start, with a cost for each end; nil in it without a way. Nil instead of rows if that was
    ///   too much for one answer: then parts of it are requested, finally single legs.
    /// - Throws: Why there are no costs at all; after ``LegError/timedOut(after:)`` parts are requested.
    ///   `CancellationError` if the task was cancelled.
    func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]?
}

extension LegSource {
    /// The source's name.
    public var identity: String { name }
    /// Unknown.
    public var distanceKind: Leg.DistanceKind? { nil }

    /// One leg.
    public var maxLegsPerRequest: Int { 1 }
    /// False.
    public var isImmediate: Bool { false }
    /// No tables.
    public var maxPlacesPerTable: Int { 0 }

    /// Returns nil.
    public func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? { nil }

    /// Returns the outcomes of the legs, requested one after another.
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
