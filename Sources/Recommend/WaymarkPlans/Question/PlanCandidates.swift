import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations

/// The places that a plan chooses from.
struct PlanCandidates {
    private(set) var places: [RecommendedPlace] = []
    /// The same in the planned days, which are fewer than those of the question if some are past.
    private(set) var planned: [PlanPlace] = []
    /// The places of the planned days in the earlier plan, in order; those that are gone are left out.
    private(set) var kept: [[Int]] = []
    /// The maximum number of visits of each theme.
    private(set) var themeLimits: [Int] = []
    /// The number of places within reach, and those of them that are taken for facilities, the nearest first.
    private(set) var reach: (count: Int, facilities: [RecommendedPlace]) = (0, [])
    /// The places whose opening hours are not understood: their texts, by position in ``places``.
    private(set) var unknownHours: [Int: String] = [:]
    /// Those within reach that are left out for it.
    private(set) var leftOut: [(place: RecommendedPlace, hours: String)] = []
    /// The places whose stay is given, by position in ``places``.
    private(set) var stayed: [Int] = []

    init(
        _ question: PlanQuestion, _ ends: PlanEnds, _ radius: Meters, _ interests: Interests?,
        _ candidates: RecommendedPlaces, _ hours: [Int: PlanHours], _ past: PlanPast?,
        _ find: (String) throws -> Coordinate
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
        func isOne(_ place: Int, of others: [Int]) -> Bool {
            others.contains { candidates.areOne($0, place, within: nil) }
        }
        let firstDay = past?.day ?? 0
        // The visits of the earlier plan among the candidates.
        let stored = (question.earlier?.places ?? []).map { place in
            candidates.index.points(within: Meters(1), of: place.coordinate).map(\.index).first {
                candidates.places[$0].name == place.name
            }
        }
        let seen = (past?.days ?? []).flatMap(\.visits).map(\.place)
        let left = stored.indices.filter { !seen.contains($0) && stored[$0] != nil }
        let seenPlaces = seen.compactMap { stored[$0] }

        let unwanted = try question.avoided.map { try position($0, "avoid") }
        let avoided = unwanted + seenPlaces
        let openings = try PlanOpenings(question, hours, candidates) { try position($0, "open") }
        let stays = try StayTimes(question.stays, candidates) { try position($0, "stay") }
        func wanted(_ name: String, _ option: String, _ wish: String) throws -> Int {
            let place = try position(name, option)
            if isOne(place, of: unwanted) {
                throw PlanQuestionError.contradiction(name: name, wish: wish, other: "avoided")
            }
            return place
        }
        var musts = try question.musts.map { try wanted($0, "must", "required") }
        var pins: [(place: Int, pin: PlanPin)] = []
        for pin in question.pins {
            let place = try wanted(pin.name, "pin", "pinned")
            if isOne(place, of: pins.map(\.place)) {
                throw PlanQuestionError.contradiction(
                    name: pin.name, wish: "pinned to one time", other: "pinned to another")
            }
            if isOne(place, of: seenPlaces) { continue }
            if let past, (pin.day, Double(pin.minute)) < (past.day, past.time) {
                throw PlanQuestionError.pinIsPast(name: pin.name)
            }
            pins.append((place, PlanPin(day: pin.day - firstDay, start: Double(pin.minute))))
        }
        // Wishes of the earlier plan stay, unless there are others.
        for index in left {
            let (place, planned) = (stored[index]!, question.earlier!.planned[index])
            if planned.isMust { musts.append(place) }
            if let pin = planned.pin, pin.day < question.dayCount, !isOne(place, of: pins.map(\.place)) {
                pins.append((place, PlanPin(day: pin.day - firstDay, start: pin.start)))
            }
        }
        let points = [ends.start.coordinate, ends.end.coordinate]
        var near: [Int: Double] = [:]
        for end in points {
            for match in candidates.index.points(within: radius, of: end) {
                near[match.index] = min(near[match.index] ?? .infinity, match.distance.value)
            }
        }
        // Where days start and end is not seen, nor where the travellers are.
        for end in points + (past.map { [$0.here.coordinate] } ?? []) {
            for match in candidates.index.points(within: PlanPast.reach, of: end) { near[match.index] = nil }
        }
        func isFacility(_ place: Int) -> Bool { candidates.isFacility(place) && !question.includesFacilities }
        let byDistance = near.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        reach = (near.count, byDistance.filter(candidates.isFacility).map { candidates[$0] })
        if question.unknownHours == .leaveOut {
            for place in byDistance {
                guard let hours = openings.unknown(of: place) else { continue }
                leftOut.append((candidates.places[place], hours))
                near[place] = nil
            }
        }
        func score(_ place: Int) -> Double {
            // What is left of the time is for facilities.
            if isFacility(place) { return 0.01 }
            let worth = candidates.visitWorth(of: place) / 2
            guard let interests else { return worth }
            return worth * (0.25 + 0.75 * (candidates.places[place].theme.flatMap { interests.byTheme[$0] } ?? 0))
        }
        // The best for their distance: half as much at half the radius.
        let half = radius.value / 2
        let ranked = near.map {
            (place: $0.key, rank: score($0.key) / (1 + $0.value / max(1, half)))
        }
        .sorted { ($0.rank, $1.place) > ($1.rank, $0.place) }
        var order: [Int] = []
        let first = musts + pins.map(\.place) + left.map { stored[$0]! }
        for place in first + ranked.map(\.place) where order.count < max(question.limit, first.count) {
            // The same place twice in a file is seen once, and avoided with the other.
            if isOne(place, of: order + avoided) { continue }
            order.append(place)
        }
        let themes = candidates.themes
        let nodes = past == nil ? 2 : 3
        for place in order {
            let known = candidates[place]
            let (minutes, isGiven) = stays.minutes(of: place)
            let stay = Double(minutes) * question.pace.factor
            unknownHours[places.count] = openings.unknown(of: place)
            if isGiven { stayed.append(places.count) }
            planned.append(
                PlanPlace(
                    node: places.count + nodes, score: (score(place) * 100).rounded(),
                    stay: (stay / 5).rounded(.up) * 5,
                    windows: Array(openings.windows(of: place).dropFirst(firstDay)),
                    theme: known.theme.flatMap { themes.firstIndex(of: $0) }, isMust: isOne(place, of: musts),
                    pin: pins.first { isOne(place, of: [$0.place]) }?.pin))
            places.append(known)
        }
        var isKept: Set<Int> = []
        for day in (question.earlier?.days ?? []).prefix(question.dayCount).dropFirst(firstDay) {
            kept.append(
                day.visits.compactMap { visit in
                    guard let old = stored[visit.place], !seen.contains(visit.place),
                        let place = order.firstIndex(where: { isOne($0, of: [old]) }),
                        isKept.insert(place).inserted
                    else { return nil }
                    return place
                })
        }
        if let limit = question.maxPerTheme {
            themeLimits = themes.map { theme in
                max(0, limit - seen.count { question.earlier?.places[$0].theme == theme })
            }
        }
    }
}
