import Foundation
import PublishedInstances
import WaymarkAttractions
import WaymarkBatch
import WaymarkOrders
import WaymarkPlans
import WaymarkQuestions
import WaymarkRecommendations

extension Fuzzer {
    /// `PlanInstance`: distances are finite, and few nodes have a plan within its bound, unless an end cannot be reached.
    static let plans = Fuzzer("plans") { bytes in
        guard let instance = try read({ try PlanInstance(parsing: Array(bytes)) }) else { return }
        let problem = instance.problem
        try require(problem.days.count > 0, "a path")
        guard problem.places.count <= 14, problem.days.count <= 3,
            let plan = try read({ try DayPlan(problem, effort: .iterations(20)) })
        else { return }
        try require(plan.score <= plan.bound && plan.conflicts.isEmpty, "the score is within the bound")
        let paths = instance.paths(of: plan)
        try require(paths.count == problem.days.count, "a path for each day")
        try require(paths.joined().allSatisfy { $0 >= 0 && $0 < problem.travel.count }, "nodes of the file")
    }

    /// `TripPlan`, `PlanTime`: days and hours are sound, breaks fit their intervals, and what is written is read again.
    static let storedPlans = Fuzzer("stored-plans", maxLength: 2048) { bytes in
        guard let plan = try read({ try TripPlan(parsing: Array(bytes)) }) else { return }
        try require(1...30 ~= plan.days.count && plan.days.allSatisfy { $0.opens < $0.closes }, "days have hours")
        try require(
            plan.days.flatMap(\.breaks).allSatisfy {
                $0.end.minute - $0.start.minute <= $0.closes.minute - $0.opens.minute
            }, "breaks fit their intervals")
        try require(try TripPlan(parsing: Array(plan.json().utf8)) == plan, "the same plan")
        _ = (plan.itinerary(isKorean: true, explains: true), plan.csv(), plan.calendar(), try? plan.routes())
    }

    /// `PlanQuestion`, `RecommendationQuestion`, `NearbyQuestion`, `ParameterError`: a text is a value or refused with the
    /// parameter, and what is taken is written and read again.
    static let questions = Fuzzer("questions", maxLength: 256) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        func ask<Asked: Question>(_ type: Asked.Type) throws {
            if let question = try? JSONDecoder().decode(Asked.self, from: Data(bytes)) { _ = try? question.check() }
            for parameter in type.parameters {
                var question = Asked()
                do throws(ParameterError) {
                    try question.set(parameter.name, to: text)
                } catch {
                    try require(error.name == parameter.name, "the parameter at fault")
                    continue
                }
                _ = try? question.check()
                let written = try JSONEncoder().encode(question)
                _ = try JSONDecoder().decode(Asked.self, from: written)
            }
        }
        try ask(PlanQuestion.self)
        try ask(RecommendationQuestion.self)
        try ask(NearbyQuestion.self)
    }
}
