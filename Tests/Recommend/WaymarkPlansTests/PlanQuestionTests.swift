import Foundation
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
import WaymarkPlans
import WaymarkQuestions
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkSearch

/// A value for each parameter of a question, none of them the usual one.
private func values<Asked: Question>(of question: Asked.Type) -> [(name: String, text: String)] {
    let own = [
        "start": "35.8,129.2", "end": "불국사", "depart": "08:30", "hours": "7.5", "date": "2027-04-03", "zone": "+09:00",
        "pin": "불국사@2/14:00",
        "break": "12:00-14:00/60m", "stay": "불국사=2h", "open": "불국사@2=09:00-12:00", "now": "2/13:20",
        "change-price": "30",
        "seed": "7", "day": "2:depart=10:30,hours=5", "diversity": "0.5", "near": "37.5,127", "box": "37,126,38,127",
    ]
    return Asked.parameters.map { parameter in
        if let text = own[parameter.name] { return (parameter.name, text) }
        switch parameter.kind {
        case .number, .integer: return (parameter.name, "2")
        case .length: return (parameter.name, "3km")
        case .time: return (parameter.name, "3s")
        case .choice(let words): return (parameter.name, words.last { $0 != parameter.usual }!)
        case .flag: return (parameter.name, "true")
        default: return (parameter.name, "역사:1")
        }
    }
}

private func json(_ question: some Question) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(question), as: UTF8.self)
}

@Suite("Questions") struct PlanQuestionTests {
    private func checkParameters<Asked: Question>(of type: Asked.Type) throws {
        var all = Asked()
        for (name, text) in values(of: type) {
            let before = try json(all)
            try all.set(name, to: text)
            #expect(try json(all) != before, "\(name) sets a value of its own")
            for wrong in ["", "\u{0}", "?"] where name != "start" {
                var question = Asked()
                guard case .text = Asked.parameters.first(where: { $0.name == name })!.kind else {
                    #expect(throws: ParameterError.self, "\(name)") { try question.set(name, to: wrong) }
                    continue
                }
            }
        }
        let again = try JSONDecoder().decode(Asked.self, from: Data(try json(all).utf8))
        #expect(try json(again) == json(all))
        #expect(throws: ParameterError.self) { try all.set("no-such", to: "1") }
    }

    @Test("each parameter sets a value of its own, wrong texts are refused, and a question is written and read again")
    func parameters() throws {
        try checkParameters(of: NearbyQuestion.self)
        try checkParameters(of: NearestQuestion.self)
        try checkParameters(of: RecommendationQuestion.self)
        try checkParameters(of: PlanQuestion.self)
        try checkParameters(of: SearchQuestion.self)
    }

    @Test("values that are none, or do not go together, are refused with the parameter")
    func checks() {
        func fault(_ change: (inout PlanQuestion) -> Void) -> String? {
            var question = PlanQuestion(start: "0,0")
            change(&question)
            do throws(ParameterError) { try question.check() } catch { return error.name }
            return nil
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.days = 0 } == "days")
        #expect(fault { $0.days = .max } == "days")
        #expect(fault { $0.departure = -1 } == "depart")
        #expect(fault { $0.length = .max } == "hours")
        #expect(fault { $0.limit = 1001 } == "limit")
        #expect(fault { $0.radius = Meters(-.infinity) } == "radius")
        #expect(fault { $0.radius = Meters(.nan) } == "radius")
        #expect(fault { $0.changePrice = .nan } == "change-price")
        #expect(fault { $0.timeLimit = .seconds(-1) } == "time-limit")
        #expect(fault { $0.pins = [.init(name: "a", day: 1, minute: 600)] } == "pin")
        #expect(fault { $0.openings = [.init(name: "a", day: 3, intervals: [])] } == "open")
        #expect(fault { $0.now = .init(day: 1, minute: 0) } == "now")
        #expect(fault { $0.now = .init(day: 0, minute: .max) } == "now")
        #expect(fault { $0.pins = [.init(name: "a", day: 0, minute: .min)] } == "pin")
        #expect(fault { $0.breaks = [.init(minutes: 0...Int.max, length: 1)] } == "break")
        #expect(fault { $0.openings = [.init(name: "a", day: nil, intervals: [Int.min..<0])] } == "open")
        #expect(fault { $0.stays = [.init(name: "a", minutes: .max)] } == "stay")
        var along = RecommendationQuestion()
        along.maxDetour = .kilometers(1)
        do throws(ParameterError) {
            try along.check()
            Issue.record("a detour needs a route")
        } catch {
            #expect(error.name == "detour" && error.reason == "detour needs along.")
        }
    }

    @Test("an app asks for a plan without the command, and changes it later by what it wrote")
    func library() async throws {
        let places = RecommendedPlaces(
            try (0..<12).map { number in
                RecommendedPlace(
                    id: "\(number)", name: "Place \(number)",
                    coordinate: try Coordinate(
                        latitude: 37 + 0.01 * Double(number % 4), longitude: 127 + 0.01 * Double(number / 4)))
            })
        let ways = PlanWays(foot: GreatCircleLegs(mode: .walking))
        func find(_ name: String) throws -> Coordinate {
            guard let place = places.places.first(where: { $0.name == name }) else {
                throw UnclearPlaceName(reason: "no \(name)")
            }
            return place.coordinate
        }
        var question = PlanQuestion(start: "37.005,127.005")
        question.musts = ["Place 7"]
        (question.length, question.iterations, question.mode) = (6 * 60, 500, .foot)
        let trip = try await PlannedTrip(question, among: places, by: ways, find: find)
        #expect(trip.tripPlan().conflicts.isEmpty && trip.tripPlan().json().contains("Place 7"))
        let again = try JSONDecoder().decode(PlanQuestion.self, from: JSONEncoder().encode(question))
        #expect(try await PlannedTrip(again, among: places, by: ways, find: find).tripPlan() == trip.tripPlan())

        question.start = nil
        question.earlier = try TripPlan(parsing: Array(trip.tripPlan().json().utf8))
        question.now = .init(day: 0, minute: 11 * 60)
        let stored = try JSONDecoder().decode(PlanQuestion.self, from: JSONEncoder().encode(question))
        let changed = try await PlannedTrip(question, among: places, by: ways, find: find)
        #expect(try await PlannedTrip(stored, among: places, by: ways, find: find).tripPlan() == changed.tripPlan())

        question = PlanQuestion(start: "nowhere")
        await #expect(throws: PlanQuestionError.unclearName(option: "start", reason: "no nowhere")) {
            try await PlannedTrip(question, among: places, by: ways, find: find)
        }
    }
}
