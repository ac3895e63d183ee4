import WaymarkGeodesy
import WaymarkPlans
import WaymarkRecommendations
import WaymarkRoutes

/// What plans of an evaluation have in common: the places with their worth, and how travellers move.
///
/// The only file that knows how the product is asked.
struct PlanSetting: Sendable {
    let places: RecommendedPlaces
    /// The position of a place, by what tells it from others.
    private let positions: [Key: Int]
    private let ways: PlanWays
    private let radius: Meters?
    private let limit: Int

    private struct Key: Hashable {
        var id: String
        var name: String
        var coordinate: Coordinate

        init(_ place: RecommendedPlace) { (id, name, coordinate) = (place.id, place.name, place.coordinate) }
    }

    /// - Parameters:
    ///   - places: The places, with the product's own prior as their worth, unless they have one.
    ///   - mode: How travellers move, by the product's guess of ways.
    ///   - radius: How far from the ends to look; nil for what is usual.
    ///   - limit: The maximum number of places to choose from; nil for what is usual.
    init(_ places: RecommendedPlaces, mode: TravelMode, radius: Meters? = nil, limit: Int? = nil) {
        (self.places, self.radius, self.limit) = (places, radius, limit ?? PlanQuestion().limit)
        ways = PlanWays(guess: GreatCircleLegs(mode: mode, detour: 1.3), isDriven: mode == .driving)
        positions = Dictionary(places.places.enumerated().map { (Key($1), $0) }) { first, _ in first }
    }

    /// The same for places that have a worth by counts, such as of visits; nil where nothing is known, which is worth the median.
    init(
        _ places: [RecommendedPlace], counts: [Double?], mode: TravelMode, radius: Meters? = nil, limit: Int? = nil
    ) {
        // Plans count by magnitudes: dividing all by one number changes nothing.
        let most = max(1, counts.compactMap(\.self).max() ?? 1)
        var places = places
        for (place, count) in counts.enumerated() { places[place].worth = count.map { $0 / most } }
        self.init(RecommendedPlaces(places), mode: mode, radius: radius, limit: limit)
    }

    /// A day without breaks from one point to another.
    func trip(from start: Coordinate, to end: Coordinate, minutes: Int, iterations: Int? = nil) async throws
        -> PlannedTrip
    {
        var question = PlanQuestion(start: Self.text(start))
        question.end = Self.text(end)
        question.length = minutes
        // In daylight, as long as there is some.
        question.departure = max(0, min(9 * 60, 18 * 60 - minutes))
        (question.radius, question.limit, question.iterations) = (radius, limit, iterations)
        return try await PlannedTrip(question, among: places, by: ways) { _ in start }
    }

    /// What each way visits, as positions in ``places``; the plain ways choose from the product's candidates, with its ways and
    /// stays.
    func visits(from start: Coordinate, to end: Coordinate, minutes: Int) async throws -> [PlanMethod: [Int]] {
        let trip = try await trip(from: start, to: end, minutes: minutes)
        var visits = [PlanMethod.model: trip.plan.days[0].visits.map(\.place)]
        let facilities = Set(trip.places.indices.filter { trip.places[$0].isFacility })
        for method in PlanMethod.plain { visits[method] = try method.visits(trip.problem, last: facilities) }
        return visits.mapValues { $0.map { position(of: trip.places[$0]) } }
    }

    /// What a day through places takes in the order that is given, from the first to the last, which are not visited: nil if it is
    /// more than a day, or one of them is no candidate.
    func minutes(through order: [Int]) async throws -> Int? {
        let ends = [order[0], order[order.count - 1]].map { places.places[$0].coordinate }
        let trip = try await trip(from: ends[0], to: ends[1], minutes: 24 * 60, iterations: 0)
        let candidates = trip.places.map(position)
        var (time, node) = (0.0, trip.problem.days[0].start)
        for place in order.dropFirst().dropLast() {
            guard let candidate = candidates.firstIndex(where: { places.areOne($0, place, within: nil) }) else {
                continue
            }
            let next = trip.problem.places[candidate]
            time += trip.problem.travel[node, next.node] + next.stay
            node = next.node
        }
        time += trip.problem.travel[node, trip.problem.days[0].end]
        return time > 0 && time <= 24 * 60 ? Int(time.rounded(.up)) : nil
    }

    private func position(of place: RecommendedPlace) -> Int {
        guard let position = positions[Key(place)] else { preconditionFailure("a plan has a place of its own") }
        return position
    }

    private static func text(_ point: Coordinate) -> String { "\(point.latitude),\(point.longitude)" }
}
