import WaymarkGeodesy
import WaymarkPlans
import WaymarkRecommendations

/// What plans of an evaluation have in common: the places with their worth, and how travellers move.
///
/// The only file that knows how the product is asked.
struct PlanSetting: Sendable {
    let places: RecommendedPlaces
    private let question: PlanQuestion

    /// Places to choose from, with the product's own prior as their worth, unless they have one.
    ///
    /// `question` says how travellers move and where places are looked for.
    init(_ places: RecommendedPlaces, _ question: PlanQuestion) {
        (self.places, self.question) = (places, question)
    }

    /// The same for places that have a worth by counts, such as of visits; nil where nothing is known.
    init(_ places: [RecommendedPlace], counts: [Double?], _ question: PlanQuestion) {
        // Plans count by magnitudes: dividing all by one number changes nothing.
        let most = max(1, counts.compactMap(\.self).max() ?? 1)
        var places = places
        for (place, count) in counts.enumerated() { places[place].worth = count.map { $0 / most } }
        self.init(RecommendedPlaces(places), question)
    }

    /// A question about walks or drives among all places, of which each is to be a candidate.
    static func amongAll(_ mode: PlanQuestion.Mode) -> PlanQuestion {
        var question = PlanQuestion()
        (question.mode, question.radius, question.limit) = (mode, .kilometers(1000), 1000)
        question.isWithoutLunch = true
        return question
    }

    private func trip(
        from start: Coordinate, to end: Coordinate, minutes: Int, iterations: Int = 20_000
    ) async throws -> PlannedTrip {
        var question = question
        (question.start, question.end) = (Self.text(start), Self.text(end))
        (question.length, question.iterations) = (minutes, iterations)
        // In daylight, as long as there is some.
        question.departure = max(0, min(9 * 60, 18 * 60 - minutes))
        return try await PlannedTrip(question, among: places) { _ in start }
    }

    /// What each way sees, as positions in ``places``: for each visit its place, then those seen with it. The plain ways choose
    /// from the product's candidates, with its ways and stays.
    func visits(from start: Coordinate, to end: Coordinate, minutes: Int) async throws -> [PlanMethod: [[Int]]] {
        let trip = try await trip(from: start, to: end, minutes: minutes)
        let choice = try PlanChoice(trip)
        let day = GreedyDay(scores: choice.scores, end: choice.end, way: choice.way)
        var visits = [PlanMethod.model: trip.visited]
        // Facilities come last for all.
        visits[.equalWorth] = try await trip.visited(
            scores: choice.sites.map { places.isFacility($0[0]) ? 1 : 50 })
        for method in PlanMethod.allCases { if let order = day.visits(method) { visits[method] = order } }
        return visits.mapValues { $0.map { choice.sites[$0] } }
    }

    /// The minutes of a day through places in the order that is given, from the first to the last, which are not visited: nil if they
    /// are more than those of a day.
    func minutes(through order: [Int]) async throws -> Int? {
        let ends = [order[0], order[order.count - 1]].map { places.places[$0].coordinate }
        let choice = try PlanChoice(
            try await trip(from: ends[0], to: ends[1], minutes: 24 * 60, iterations: 0))
        var candidates: [Int] = []
        for place in order.dropFirst().dropLast() {
            let candidate = choice.sites.firstIndex { $0.contains { places.areOne($0, place, within: nil) } }
            // What is one site is visited once; what is at an end, not at all.
            if let candidate, !candidates.contains(candidate) { candidates.append(candidate) }
        }
        return candidates.isEmpty ? nil : choice.end(of: candidates).map { Int($0.rounded(.up)) }
    }

    private static func text(_ point: Coordinate) -> String { "\(point.latitude),\(point.longitude)" }
}
