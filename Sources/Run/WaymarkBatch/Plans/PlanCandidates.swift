import WaymarkGeodesy
import WaymarkPlaces
import WaymarkPlans
import WaymarkRecommendations

/// The places that a plan chooses from.
struct PlanCandidates {
    private(set) var places: [RecommendedPlace] = []
    private(set) var planned: [PlanPlace] = []

    init(
        _ question: PlanQuestion, _ candidates: RecommendedPlaces, _ find: (String) throws -> Coordinate
    ) throws {
        func position(_ name: String, _ option: String) throws -> Int {
            do {
                let place = try find(name)
                let near = candidates.index.points(within: Meters(1), of: place).map(\.index)
                // Of places at one point that of this name, if there is one.
                if let match = near.first(where: { candidates.places[$0].name == name }) ?? near.first { return match }
                throw PlanQuestionError.unclearName(option: option, reason: "\(name) is no attraction")
            } catch let error as UnclearPlaceName {
                throw PlanQuestionError.unclearName(option: option, reason: error.reason)
            }
        }
        let musts = try question.musts.map { try position($0, "must") }
        let pins = try question.pins.map { try position($0.name, "pin") }
        let avoided = try question.avoided.map { try position($0, "avoid") }
        let openings = try PlanOpenings(question, candidates) { try position($0, "open") }
        let ends = [question.start.coordinate, question.end.coordinate]
        var near: [Int: Double] = [:]
        for end in ends {
            for match in candidates.index.points(within: question.radius, of: end)
            where !candidates.places[match.index].isFacility {
                near[match.index] = min(near[match.index] ?? .infinity, match.distance.value)
            }
        }
        // Where days start and end is not seen.
        for end in ends {
            for match in candidates.index.points(within: Meters(30), of: end) { near[match.index] = nil }
        }
        func score(_ place: RecommendedPlace) -> Double {
            let worth = place.worth ?? 0.5
            guard let interests = question.interests else { return worth }
            return worth * (0.25 + 0.75 * (place.theme.flatMap { interests.byTheme[$0] } ?? 0))
        }
        // The best for their distance: half as much at half the radius.
        let half = question.radius.value / 2
        let ranked = near.map {
            (place: $0.key, rank: score(candidates.places[$0.key]) / (1 + $0.value / max(1, half)))
        }
        .sorted { ($0.rank, $1.place) > ($1.rank, $0.place) }
        var order: [Int] = []
        for place in musts + pins + ranked.map(\.place)
        where order.count < max(question.limit, musts.count + pins.count) {
            // The same place twice in a file is seen once, and avoided with the other.
            if (order + avoided).contains(where: { candidates.areOne($0, place, within: nil) }) { continue }
            order.append(place)
        }
        let themes = candidates.themes
        for place in order {
            let known = candidates.places[place]
            let stay = Double(StayTimes.minutes(of: known, question.stays)) * question.pace.factor
            let pin = pins.firstIndex(of: place).map { question.pins[$0] }
            planned.append(
                PlanPlace(
                    node: places.count + 2, score: (score(known) * 100).rounded(), stay: (stay / 5).rounded(.up) * 5,
                    windows: openings.windows(of: place), theme: known.theme.flatMap { themes.firstIndex(of: $0) },
                    isMust: musts.contains(place),
                    pin: pin.map { PlanPin(day: $0.day, start: Double($0.minute)) }))
            places.append(known)
        }
    }
}
