/// Legs that follow one another, and are asked for together.
enum LegRuns {
    /// Cuts legs, ascending, into runs of neighbours; none is longer than `maxCount`.
    static func runs(of legs: [Int], atMost maxCount: Int) -> [Range<Int>] {
        legs.reduce(into: []) { runs, leg in
            if let last = runs.last, last.upperBound == leg, last.count < maxCount {
                runs[runs.count - 1] = last.lowerBound..<leg + 1
            } else {
                runs.append(leg..<leg + 1)
            }
        }
    }
}

extension LegSource {
    /// How the legs from stop to stop ended, asked for together; nil for those that are to be asked for in smaller requests, which
    /// a single leg never is.
    func outcomes(through stops: [Stop]) async -> [LegOutcome?] {
        let count = stops.count - 1
        do {
            guard count > 1 else { return [.found(try await leg(from: stops[0], to: stops[1]))] }
            let outcomes = try await legs(through: stops)
            // A source that miscounts says nothing of any leg.
            return outcomes.count == count ? outcomes : Array(repeating: nil, count: count)
        } catch {
            return Array(repeating: LegOutcome(error), count: count)
        }
    }
}
