/// Legs of another source, remembered: see ``LegCache``.
///
/// What was not found is asked for again, and so is what a fallback stood in for.
public struct CachedLegs<Source: LegSource>: LegSource {
    let source: Source
    /// What is remembered.
    public let cache: LegCache

    /// The name of the other source.
    public var name: String { source.name }
    /// The mode of the other source.
    public var mode: TravelMode? { source.mode }
    /// The identity of the other source.
    public var identity: String { source.identity }

    /// Returns the leg that was found between the same places before, else that of the other source.
    ///
    /// - Throws: What the other source throws; `CancellationError` where the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let key = LegCache.Key(ends: LegEnds(start, end), mode: mode, source: identity)
        if let leg = cache.leg(key) { return leg }
        let leg = try await source.leg(from: start, to: end)
        if !leg.isFallback { cache.keep(leg, for: key) }
        return leg
    }
}

extension LegSource {
    /// This source, with up to `capacity` legs remembered: see ``CachedLegs``.
    ///
    /// - Precondition: `capacity` is at least 1.
    public func cached(_ capacity: Int) -> CachedLegs<Self> { cached(in: LegCache(capacity: capacity)) }

    /// This source, with legs remembered in a cache that other sources may share; they are told apart by
    /// mode and ``LegSource/identity``.
    public func cached(in cache: LegCache) -> CachedLegs<Self> { CachedLegs(source: self, cache: cache) }
}
