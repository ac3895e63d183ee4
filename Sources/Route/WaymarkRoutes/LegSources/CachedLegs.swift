extension LegSource {
    /// This source, with a cache of up to `capacity` legs: see ``cached(in:)``.
    ///
    /// - Precondition: `capacity` is at least 1.
    public func cached(_ capacity: Int) -> some LegSource { cached(in: LegCache(capacity: capacity)) }

    /// This source, with a cache that other sources may share; they are distinguished by mode and
    /// ``LegSource/identity``.
    ///
    /// Missing legs and fallbacks are not cached, so they are requested again: with one request for each run of legs
    /// that are not in the cache.
    public func cached(in cache: LegCache) -> some LegSource { CachedLegs(source: self, cache: cache) }
}

private struct CachedLegs<Source: LegSource>: LegWrapper {
    let source: Source
    let cache: LegCache

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let key = key(start, end)
        if let leg = cache.leg(key) { return leg }
        let leg = try await source.leg(from: start, to: end)
        if !leg.isFallback { cache.keep(leg, for: key) }
        return leg
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
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
