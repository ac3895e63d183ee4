/// Consecutive legs, such as those that are requested together.
enum LegRuns {
    /// Divides legs, given in ascending order, into runs of consecutive ones, each of at most `maxCount`.
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
    /// The outcomes of the legs from stop to stop, requested together; nil for those to be requested again in smaller
    /// requests, which never applies to a single leg.
    func outcomes(through stops: [Stop]) async -> [LegOutcome?] {
        let count = stops.count - 1
        do {
            guard count > 1 else { return [.found(try await leg(from: stops[0], to: stops[1]))] }
            let outcomes = try await legs(through: stops)
            // A wrong number of outcomes cannot be assigned to legs.
            return outcomes.count == count ? outcomes : Array(repeating: nil, count: count)
        } catch LegError.timedOut where count > 1 {
            return Array(repeating: nil, count: count)
        } catch {
            return Array(repeating: LegOutcome(error), count: count)
        }
    }

    /// The outcome of each leg from stop to stop; those without one are requested again by halves, finally one by one.
    package func everyOutcome(through stops: [Stop]) async -> [LegOutcome] {
        var outcomes = await outcomes(through: stops)
        let open = outcomes.indices.filter { outcomes[$0] == nil }
        for run in LegRuns.runs(of: open, atMost: (outcomes.count + 1) / 2) {
            let found = await everyOutcome(through: Array(stops[run.lowerBound...run.upperBound]))
            outcomes.replaceSubrange(run, with: found)
        }
        return outcomes.compactMap(\.self)
    }
}
