extension LegSource {
    /// This source or, if it gives no leg for any reason, another, whose legs are marked as ``Leg/isFallback``, with the
    /// reason as their ``Leg/remark``.
    ///
    /// It is named and described by this source, whose error it throws if both throw. Instead of missing legs of many,
    /// those of the other source are requested one by one. Tables are those of this source alone: straight ways are
    /// too short beside the others.
    public func fallback(to other: some LegSource) -> some LegSource { FallbackLegs(source: self, second: other) }
}

private struct FallbackLegs<First: LegSource, Second: LegSource>: LegWrapper {
    let source: First
    let second: Second

    var isImmediate: Bool { source.isImmediate && second.isImmediate }

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        do {
            return try await source.leg(from: start, to: end)
        } catch {
            // A cancelled task needs no other leg.
            if error is CancellationError { throw error }
            guard let leg = try await fallback(from: start, to: end, because: error) else { throw error }
            return leg
        }
    }

    /// The leg of the second source; nil if it has none either.
    private func fallback(from start: Stop, to end: Stop, because error: any Error) async throws -> Leg? {
        try Task.checkCancellation()
        do {
            var leg = try await second.leg(from: start, to: end)
            leg.becomeFallback(because: error)
            return leg
        } catch {
            if error is CancellationError { throw error }
            return nil
        }
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        var outcomes: [LegOutcome?]
        do {
            outcomes = try await source.legs(through: stops)
        } catch {
            if error is CancellationError { throw error }
            // Smaller requests may be answered in time.
            if case LegError.timedOut = error, stops.count > 2 { throw error }
            outcomes = Array(repeating: LegOutcome(error), count: stops.count - 1)
        }
        for (leg, outcome) in outcomes.enumerated() {
            let reason: LegError
            switch outcome {
            case .notFound(let words): reason = .notFound(reason: words)
            case .failed(let error): reason = error
            case .found, .cancelled, nil: continue
            }
            if let other = try await fallback(from: stops[leg], to: stops[leg + 1], because: reason) {
                outcomes[leg] = .found(other)
            }
        }
        return outcomes
    }
}

extension Leg {
    /// Marks the leg as a fallback, with the reason.
    package mutating func becomeFallback(because error: any Error) {
        isFallback = true
        let reason = (error as? LegError ?? .other(String(describing: error))).description
        remark = [reason, remark].compactMap(\.self).joined(separator: "; ")
    }
}
