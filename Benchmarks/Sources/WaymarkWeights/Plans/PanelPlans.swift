import WaymarkPlans
import WaymarkRecommendations
import WaymarkThreads

extension Panel {
    /// Plans a day from each stop and back to it, by the product's own worth of places: the values are which of the places
    /// that a guide names first are seen.
    package func planFigures(_ recommender: Recommender, minutes: Int, jobs: Int) async throws -> PlanFigures {
        let setting = PlanSetting(recommender.places, PlanQuestion())
        let asked = expected(among: recommender.places).filter { !$0.expected.isEmpty }
        var (figures, next) = (PlanFigures(), 0)
        try await OrderedTasks.run(width: jobs) {
            defer { next += 1 }
            return next < asked.count ? asked[next] : nil
        } work: { (stop: Expected) in
            let start = stop.stop.coordinate
            return try await setting.visits(from: start, to: start, minutes: minutes).mapValues { visits in
                stop.expected.map { setting.places.isAny(of: $0.rows, in: Array(visits.joined())) ? 1 : 0 }
            }
        } deliver: { (values: [PlanMethod: [Double]]) in
            figures.add(values)
        }
        return figures
    }
}
