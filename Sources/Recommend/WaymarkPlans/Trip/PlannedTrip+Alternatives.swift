import WaymarkOrders

extension PlannedTrip {
    /// The best plan that differs from others in at least a third of its visits from each, for the same question.
    ///
    /// Places that the others visit count half, then less and less; the score of the plan is the true one.
    ///
    /// - Parameter others: Other plans for the question, this one among them.
    /// - Returns: The plan; nil if none was found.
    /// - Throws: ``PlanQuestionError``; `CancellationError` if the task was cancelled.
    /// - Precondition: The question has no earlier plan.
    public func alternative(to others: [PlannedTrip]) async throws -> PlannedTrip? {
        precondition(question.earlier == nil, "alternatives to an earlier plan")
        let taken = others.map { Set($0.plan.order.joined()) }
        for factor in [0.5, 0.25, 0.125, 0] {
            var problem = problem
            for place in problem.places.indices {
                for visits in taken where visits.contains(place) { problem.places[place].score *= factor }
                problem.places[place].score.round()
            }
            let found = try await Self.search(problem, travel, keeping: nil, question.effort)
            var other = self
            try await other.time(found, of: problem, keeping: nil, isOver: { false })
            let visits = other.plan.order.joined()
            guard !visits.isEmpty,
                taken.allSatisfy({ other in 3 * visits.count { !other.contains($0) } >= visits.count })
            else { continue }
            // The bound of the first plan is one of every plan.
            other.plan = DayPlan(
                other.plan, days: other.plan.days, score: other.plan.score, bound: max(other.plan.score, plan.bound),
                ending: found.ending == .timeLimit ? .timeLimit : .effort)
            return other
        }
        return nil
    }
}
