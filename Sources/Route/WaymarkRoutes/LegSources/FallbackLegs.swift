/// Legs from one source or, if that gives none, from another, marked as ``Leg/isFallback``.
///
/// It is named and described by the first source.
public struct FallbackLegs<First: LegSource, Second: LegSource>: LegWrapper {
    /// The first source.
    public let source: First
    let second: Second

    /// Returns the leg of the first source, otherwise that of the second.
    ///
    /// - Throws: The error of the first source, if both throw; `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        do {
            return try await source.leg(from: start, to: end)
        } catch {
            // A cancelled task needs no other leg.
            if error is CancellationError { throw error }
            try Task.checkCancellation()
            do {
                var leg = try await second.leg(from: start, to: end)
                leg.isFallback = true
                return leg
            } catch is CancellationError {
                throw CancellationError()
            } catch _ {
                throw error
            }
        }
    }

    /// Returns the legs of the first source and, instead of missing ones, legs of the second, requested one by one.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        var outcomes: [LegOutcome?]
        do {
            outcomes = try await source.legs(through: stops)
        } catch {
            if error is CancellationError { throw error }
            outcomes = Array(repeating: LegOutcome(error), count: stops.count - 1)
        }
        for (leg, outcome) in outcomes.enumerated() {
            switch outcome {
            case .notFound, .failed: break
            case .found, .cancelled, nil: continue
            }
            try Task.checkCancellation()
            do {
                var other = try await second.leg(from: stops[leg], to: stops[leg + 1])
                other.isFallback = true
                outcomes[leg] = .found(other)
            } catch is CancellationError {
                throw CancellationError()
            } catch _ {
                // The outcome of the first source stays.
            }
        }
        return outcomes
    }
}

extension LegSource {
    /// This source or, if it gives no leg for any reason, another: see ``FallbackLegs``.
    public func fallback<Other: LegSource>(to other: Other) -> FallbackLegs<Self, Other> {
        FallbackLegs(source: self, second: other)
    }
}
