/// What stands beside a plan in evaluations: other ways to choose from the same candidates, with the same ways, stays and hours.
package struct PlanChoice: Sendable {
    private let timer: PlanTimer
    /// The positions, among all places, of the places of each candidate: the one it is named for, then those seen with it.
    package let sites: [[Int]]
    /// The score of each candidate.
    package let scores: [Double]

    /// The candidates of the first day of a plan.
    package init(_ trip: PlannedTrip) throws(PlanError) {
        timer = try PlanTimer(trip.problem, trip.travel)
        sites = trip.chosen.sites.map { [$0.place] + $0.others }
        scores = trip.problem.places.map(\.score)
    }

    /// When the day ends that visits some candidates in order; nil if they do not fit.
    package func end(of order: [Int]) -> Double? { timer.schedule(order, 0)?.day.arrival }

    /// The minutes to a candidate from another one, or from the start of the day.
    package func way(from last: Int?, to next: Int) -> Double {
        let problem = timer.problem
        return problem.travel[last.map { problem.places[$0].node } ?? problem.days[0].start, problem.places[next].node]
    }
}

extension PlannedTrip {
    /// The candidates that the first day visits, in order.
    package var visited: [Int] { plan.days[0].visits.map(\.place) }

    /// The candidates that are visited if they have other scores.
    package func visited(scores: [Double]) async throws -> [Int] {
        var other = self
        for place in scores.indices { other.problem.places[place].score = scores[place] }
        try await other.time(
            try await Self.search(other.problem, travel, keeping: nil, effort), of: other.problem,
            keeping: nil, isOver: { false })
        return other.visited
    }
}
