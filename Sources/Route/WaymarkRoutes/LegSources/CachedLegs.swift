/// Legs of another source with a cache: see ``LegCache``.
///
/// Missing legs and fallbacks are not cached, so they are requested again.
public struct CachedLegs<Source: LegSource>: LegWrapper {
    /// The other source.
    public let source: Source
    /// The cache.
    public let cache: LegCache

    /// Returns the cached leg between the same places, otherwise that of the other source.
    ///
    /// - Throws: The errors of the other source; `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let key = key(start, end)
        if let leg = cache.leg(key) { return leg }
        let leg = try await source.leg(from: start, to: end)
        if !leg.isFallback { cache.keep(leg, for: key) }
        return leg
    }

    /// Returns the cached legs and, for the others, the outcomes of the other source, with one request for each run of
    /// missing legs.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        try Task.checkCancellation()
        let keys = zip(stops, stops.dropFirst()).map(key)
        var outcomes = keys.map { cache.leg($0).map(LegOutcome.found) }
        for run in LegRuns.runs(of: outcomes.indices.filter { outcomes[$0] == nil }, atMost: stops.count) {
            do {
                for (leg, outcome) in zip(run, try await answer(Array(stops[run.lowerBound...run.upperBound]))) {
                    outcomes[leg] = outcome
                    if let found = outcome?.leg, !found.isFallback { cache.keep(found, for: keys[leg]) }
                }
            } catch {
                // Known legs are returned despite the error of others, which are requested again.
                if error is CancellationError || outcomes.allSatisfy({ $0 == nil }) { throw error }
            }
        }
        return outcomes
    }

    private func answer(_ stops: [Stop]) async throws -> [LegOutcome?] {
        guard stops.count == 2 else { return try await source.legs(through: stops) }
        do {
            return [.found(try await source.leg(from: stops[0], to: stops[1]))]
        } catch LegError.notFound(let reason) {
            return [.notFound(reason: reason)]
        }
    }

    private func key(_ start: Stop, _ end: Stop) -> LegCache.Key {
        LegCache.Key(ends: LegEnds(start, end), mode: mode, source: identity)
    }
}

extension LegSource {
    /// This source, with a cache of up to `capacity` legs: see ``CachedLegs``.
    ///
    /// - Precondition: `capacity` is at least 1.
    public func cached(_ capacity: Int) -> CachedLegs<Self> { cached(in: LegCache(capacity: capacity)) }

    /// This source, with a cache that other sources may share; they are distinguished by mode and
    /// ``LegSource/identity``.
    public func cached(in cache: LegCache) -> CachedLegs<Self> { CachedLegs(source: self, cache: cache) }
}
