import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations

/// The places that a plan chooses from.
struct PlanCandidates {
    /// A site: a place, and others that are seen with it.
    struct Site {
        /// The position of the place among all.
        var place: Int
        /// Those of the others.
        var others: [Int] = []
    }

    /// The sites.
    private(set) var sites: [Site] = []
    /// Their places.
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
    private(set) var leftOut: [(place: Int, hours: String)] = []
    /// How far from the ends of days places are looked for.
    private(set) var radius: Meters
    /// Well known places that lie farther, the one most worth its distance first.
    private(set) var tooFar: [(place: Int, distance: Meters)] = []
    /// The places whose stay is given, by position in ``places``.
    private(set) var stayed: [Int] = []
    /// Where one can eat, by position among all places.
    private(set) var lunches: [Int] = []
    /// The opening hours.
    let openings: PlanOpenings

    /// Of more places within reach, only the nearest of those that nobody names are looked at.
    private static let mostWithin = 20_000
    /// The number of places for lunch that are compared.
    private static let mostLunches = 40
    /// How far from a site a place for lunch is looked for.
    private static let lunchReach = Meters(500)
    /// Metres from where days start and end at which a place counts half by car.
    private static let far = 22_000.0

    init(
        _ question: PlanQuestion, _ days: PlanDays, _ ways: PlanWays, _ interests: Interests?,
        _ candidates: RecommendedPlaces, _ hours: [Int: PlanHours], _ earlier: EarlierPlan?, _ past: PlanPast?,
        _ find: (String) throws -> Coordinate
    ) throws {
        func position(_ name: String, _ option: String) throws -> Int {
            do {
                if let place = candidates.position(ofID: name) { return place }
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
        let stored = (earlier?.places ?? []).map { place in
            candidates.index.points(within: Meters(1), of: place.coordinate).map(\.index).first {
                candidates.places[$0].name == place.name
            }
        }
        let seen = (past?.days ?? []).flatMap(\.visits).map(\.place)
        let left = stored.indices.filter { !seen.contains($0) && stored[$0] != nil }
        let seenPlaces = seen.compactMap { stored[$0] }

        let unwanted = try question.avoided.map { try position($0, "avoid") }
        let avoided = unwanted + seenPlaces
        let openings = try PlanOpenings(question, hours, candidates, at: days.days[0].start.coordinate) {
            try position($0, "open")
        }
        self.openings = openings
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
            let minute = Double(days.minute(pin.minute, onDay: pin.day))
            if let past, (pin.day, minute) < (past.day, past.time) {
                throw PlanQuestionError.pinIsPast(name: pin.name)
            }
            pins.append((place, PlanPin(day: pin.day - firstDay, start: minute)))
        }
        // Wishes of the earlier plan stay, unless there are others.
        for index in left where !isOne(stored[index]!, of: unwanted) {
            let (place, planned) = (stored[index]!, earlier!.planned[index])
            if planned.isMust { musts.append(place) }
            if let pin = planned.pin, pin.day < question.dayCount, pin.day >= firstDay,
                !isOne(place, of: pins.map(\.place))
            {
                pins.append((place, PlanPin(day: pin.day - firstDay, start: pin.start)))
            }
        }
        let ends = days.ends.map(\.coordinate)
        let longest = min(120, max(36, Double(days.longest) / 6))
        let radius = question.radius ?? ways.reach(question.travelMode, within: longest)
        self.radius = radius
        var near = Self.places(within: radius, of: ends, candidates)
        // Where days start and end is not seen, nor where the travellers are.
        for end in ends + (past.map { [$0.here.coordinate] } ?? []) {
            for match in candidates.index.points(within: PlanPast.reach, of: end) { near[match.index] = nil }
        }
        // What one goes to for another purpose is no visit, unless it is asked for.
        near = near.filter { candidates.isOf(.sight, $0.key) }
        func isFacility(_ place: Int) -> Bool { candidates.isFacility(place) && !question.includesFacilities }
        let byDistance = near.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        reach = (near.count, byDistance.filter(candidates.isFacility).map { candidates[$0] })
        func score(_ place: Int) -> Double {
            // What is left of the time is for facilities.
            if isFacility(place) { return 0.01 }
            var worth = Self.worth(of: place, candidates) / 2
            // By car all is near in time, and a day would be spent on the road between what is best known far around.
            if question.travelMode.hasCar, let distance = near[place] {
                let ratio = distance / Self.far
                worth /= 1 + ratio * ratio
            }
            guard let interests else { return worth }
            return worth * (0.25 + 0.75 * (candidates.places[place].theme.flatMap { interests.byTheme[$0] } ?? 0))
        }
        if question.unknownHours != .open {
            for place in byDistance {
                let isKnown = question.unknownHours == .leaveOut || openings.isKnown(place)
                guard let hours = openings.unknown(of: place) ?? (isKnown ? nil : "") else { continue }
                leftOut.append((place, hours))
                near[place] = nil
            }
        }
        tooFar = Self.tooFar(beyond: radius, of: ends, candidates).filter { !isOne($0.place, of: avoided) }
            .sorted { score($0.place) / $0.distance.value > score($1.place) / $1.distance.value }
        // The best for their time: a stay, and the way from the nearest end. Of many the stays are read where they may matter.
        let most = 4 * max(question.candidateLimit, musts.count + pins.count + left.count) + 200
        let underway = near.mapValues { ways.minutes(question.travelMode, to: Meters($0)) }
        func ranked(_ places: some Sequence<Int>, _ stay: (Int) -> Double) -> [Int] {
            places.map { (place: $0, rank: score($0) / (stay($0) + underway[$0]!)) }
                .sorted { ($0.rank, $1.place) > ($1.rank, $0.place) }.map(\.place)
        }
        let first = ranked(near.keys) { _ in 60 }.prefix(most)
        let best = ranked(first) { Double(stays.minutes(of: $0).minutes) * question.pace.factor }
        lunches = Array(
            best.lazy.filter { candidates.isOf(.food, $0) && !isOne($0, of: avoided) }
                .prefix(Self.mostLunches))
        let asked = musts + pins.map(\.place) + left.map { stored[$0]! }
        let pinned = pins.map(\.place)
        for place in asked + best {
            if isOne(place, of: avoided) { continue }
            // What was seen is seen, with all of its site.
            if !asked.contains(place), seenPlaces.contains(where: { candidates.areOneSite($0, place) }) { continue }
            // A pinned visit is one of its own.
            let site =
                sites.firstIndex {
                    isOne(place, of: [$0.place])
                        || !pinned.contains(place) && !pinned.contains($0.place)
                            && candidates.areOneSite($0.place, place)
                }
            if let site {
                // The same place twice in a file is seen once, without more time.
                let all = [sites[site].place] + sites[site].others
                let isAgain = all.contains {
                    $0 == place || candidates.places[$0].name == candidates.places[place].name
                }
                if !isAgain, !isFacility(place) { sites[site].others.append(place) }
            } else if sites.count < max(question.candidateLimit, asked.count) {
                sites.append(Site(place: place))
            }
        }
        // A site goes by the name of its best known place, unless another was asked for.
        for index in sites.indices where !asked.contains(sites[index].place) {
            let all = [sites[index].place] + sites[index].others
            let best = all.max { (score($0), $1) < (score($1), $0) }!
            sites[index] = Site(place: best, others: all.filter { $0 != best })
        }
        for site in sites where lunches.count < Self.mostLunches {
            let beside = candidates.places[site.place].coordinate
            for place in candidates.placesForLunch(near: beside, within: Self.lunchReach)
            where !lunches.contains(place) && !isOne(place, of: avoided) { lunches.append(place) }
        }
        let themes = candidates.themes
        for site in sites {
            let place = site.place
            let known = candidates[place]
            let (minutes, isGiven) = stays.minutes(of: place)
            let longest = isGiven ? minutes : site.others.reduce(minutes) { max($0, stays.minutes(of: $1).minutes) }
            // What lies beside it takes a little more time.
            let more = isGiven ? 0 : 10 * min(3, site.others.count)
            let stay = Double(longest + more) * question.pace.factor
            unknownHours[places.count] = openings.unknown(of: place)
            if isGiven { stayed.append(places.count) }
            let others = site.others.reduce(0) { $0 + score($1) }
            let whole = score(place) + min(0.2 * others, 0.5 * score(place))
            let pin = pins.first { isOne(place, of: [$0.place]) }?.pin
            planned.append(
                PlanPlace(
                    node: places.count, score: min(1e9, (whole * 100).rounded()),
                    stay: (stay / 5).rounded(.up) * 5,
                    windows: Array(openings.windows(of: place, isPinned: pin != nil).dropFirst(firstDay)),
                    theme: known.theme.flatMap { themes.firstIndex(of: $0) }, isMust: isOne(place, of: musts),
                    pin: pin))
            places.append(known)
        }
        var isKept: Set<Int> = []
        for day in (earlier?.days ?? []).prefix(question.dayCount).dropFirst(firstDay) {
            kept.append(
                day.visits.compactMap { visit in
                    guard let old = stored[visit.place], !seen.contains(visit.place),
                        let place = sites.firstIndex(where: { isOne($0.place, of: [old]) || $0.others.contains(old) }),
                        isKept.insert(place).inserted
                    else { return nil }
                    return place
                })
        }
        if let limit = question.maxPerTheme {
            themeLimits = themes.map { theme in
                max(0, limit - seen.count { earlier?.places[$0].theme == theme })
            }
        }
    }

    /// What a visit is worth: the caller's number, or the prior of the recommender to the power of 1.5. So a famous place is worth
    /// more than what else the time on the way there would show.
    static func worth(of place: Int, _ candidates: RecommendedPlaces) -> Double {
        let worth = candidates.visitWorth(of: place)
        return candidates.visitUnit == nil ? worth * worth.squareRoot() : worth
    }

    /// The places within a distance of some points, with the distance from the nearest.
    private static func places(
        within radius: Meters, of ends: [Coordinate], _ candidates: RecommendedPlaces
    ) -> [Int: Double] {
        var near: [Int: Double] = [:]
        for end in ends {
            let found = candidates.index.points(within: radius, of: end)
            for match in found.prefix(mostWithin) {
                near[match.index] = min(near[match.index] ?? .infinity, match.distance.value)
            }
            guard found.count > mostWithin else { continue }
            for row in candidates.namedPlaces(within: radius, of: end) {
                let distance = Sphere.earth.distance(from: end, to: candidates.places[row].coordinate).value
                near[row] = min(near[row] ?? .infinity, distance)
            }
        }
        return near
    }

    /// Places that courses or lists name up to three times as far.
    private static func tooFar(
        beyond radius: Meters, of ends: [Coordinate], _ candidates: RecommendedPlaces
    ) -> [(place: Int, distance: Meters)] {
        var distances: [Int: Meters] = [:]
        for end in ends {
            for row in candidates.namedPlaces(within: Meters(3 * radius.value), of: end) {
                let distance = Sphere.earth.distance(from: end, to: candidates.places[row].coordinate)
                distances[row] = min(distances[row] ?? distance, distance)
            }
        }
        return distances.filter { $0.value > radius }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
