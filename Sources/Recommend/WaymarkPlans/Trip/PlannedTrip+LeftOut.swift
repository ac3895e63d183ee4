import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkText

extension PlannedTrip {
    /// The number of places that nearly fit, of those that are too far, and of those across water, in a list.
    private static let most = (near: 5, far: 3, water: 3)
    /// The number of places looked at, those that count most.
    private static let looked = 20

    /// What was left out: what would have counted most, what is closed, too far, or across water, and what has unclear hours.
    func leftOut(isKorean: Bool) -> [TripPlan.LeftOut] {
        var own = problem
        own.places = Array(problem.places.prefix(candidateCount))
        guard let timer = try? PlanTimer(own, travel), let endless = try? PlanTimer(own, travel, isEndless: true) else {
            return []
        }
        let firstDay = past?.day ?? 0
        let order = plan.days.dropFirst(firstDay).map { $0.visits.map(\.place).filter { $0 < candidateCount } }
        let isSeen = Set(order.joined())
        let open = (0..<candidateCount).filter { !isSeen.contains($0) && own.places[$0].score > 1 }
            .sorted { (own.places[$0].score, $1) > (own.places[$1].score, $0) }
        var (near, water): ([TripPlan.LeftOut], [TripPlan.LeftOut]) = ([], [])
        for place in open.prefix(Self.looked) {
            let site = chosen.sites[place].place
            if isAcrossWater(place) {
                if water.count < Self.most.water {
                    water.append(
                        entry(site, own.places[place].score, .overWater, waterWords(place, isKorean: isKorean)))
                }
                continue
            }
            if let left = nearly(place, own.places[place], order, timer, endless, isKorean) { near.append(left) }
        }
        // What barely does not fit comes before what is worth more.
        func rank(_ left: TripPlan.LeftOut) -> Double { left.score * 60 / (60 + Double(left.isOverBy ?? 60)) }
        near = Array(near.sorted { (rank($0), $1.id) > (rank($1), $0.id) }.prefix(Self.most.near))
        let far = chosen.tooFar.prefix(Self.most.far).map { place, distance in
            let length = LengthText.of(meters: distance.value)
            let text = isKorean ? "\(length) 떨어져 있어 너무 멂" : "too far: \(length)"
            return entry(place, (PlanCandidates.worth(of: place, all) * 50).rounded(), .tooFar, text)
        }
        let unclear = chosen.leftOut.map { place, hours in
            entry(
                place, (PlanCandidates.worth(of: place, all) * 50).rounded(), .unknownHours,
                (isKorean ? "여는 시간을 알 수 없음: " : "its hours are not understood: ") + PrintableText.of(hours))
        }
        return near + water + far + unclear
    }

    /// Whether a place cannot be reached from where days start, nor these from it.
    func isAcrossWater(_ place: Int) -> Bool {
        let node = problem.places[place].node
        return problem.days.allSatisfy {
            travel.matrix[$0.start, node] >= PlanTravel.noWay || travel.matrix[node, $0.end] >= PlanTravel.noWay
        }
    }

    /// That the way to a place crosses water.
    func waterWords(_ place: Int, isKorean: Bool) -> String {
        let width = crossings.width(problem.days[0].start, problem.places[place].node) ?? ""
        return isKorean
            ? "가는 길에 물 \(width), 다리나 배편은 모름"
            : "the way there crosses \(width) of water, and no bridge or ferry is known"
    }

    private func entry(
        _ place: Int, _ score: Double, _ reason: TripPlan.LeftOut.Reason, _ text: String
    ) -> TripPlan.LeftOut {
        let known = all[place]
        return TripPlan.LeftOut(
            id: known.id, name: known.name, englishName: all.englishName(of: place),
            latitude: known.coordinate.latitude, longitude: known.coordinate.longitude, theme: known.shownTheme,
            score: score, worth: (all.visitWorth(of: place) * 100).rounded() / 100, reason: reason, insteadOf: [],
            text: text)
    }

    /// What a place that does not fit would cost on the day that it costs least.
    private func nearly(
        _ place: Int, _ planned: PlanPlace, _ order: [[Int]], _ timer: PlanTimer, _ endless: PlanTimer,
        _ isKorean: Bool
    ) -> TripPlan.LeftOut? {
        let site = chosen.sites[place].place
        let model = timer.model
        let isOpen = problem.days.indices.filter { model.open[$0 * model.nodes + place] < .infinity }
        if isOpen.isEmpty {
            return entry(
                site, planned.score, .closed, isKorean ? "여행하는 시간에 닫거나 어두움" : "closed or dark at the hours of the days")
        }
        var best: (day: Int, costs: Double, over: Double)?
        for day in isOpen.prefix(10) {
            guard let base = endless.schedule(order[day], day),
                let found = endless.best(place, in: order[day], day)
            else { continue }
            let (costs, over) = (found.end - base.day.arrival, max(0, found.end - problem.days[day].closes))
            if (over, costs) < (best?.over ?? .infinity, best?.costs ?? .infinity) { best = (day, costs, over) }
        }
        let fits =
            best.map { best in best.over > 0 || timer.best(place, in: order[best.day], best.day) != nil } ?? false
        guard let best, fits else {
            return entry(
                site, planned.score, .closed,
                isKorean ? "여는 시간 안에 들르기 어려움" : "its hours do not go with those of the day")
        }
        var insteadOf: [String] = []
        if best.over > 0 {
            // The visit that counts least of those without which it fits.
            let visits = order[best.day].filter {
                !timer.problem.places[$0].isMust && timer.problem.places[$0].pin == nil
            }
            .sorted { (timer.problem.places[$0].score, $0) < (timer.problem.places[$1].score, $1) }
            let gone = visits.first { gone in
                timer.best(place, in: order[best.day].filter { $0 != gone }, best.day) != nil
            }
            insteadOf = gone.map { [places[$0].name] } ?? []
        }
        let (costs, over) = (Int(best.costs.rounded()), Int(best.over.rounded(.up)))
        var text = isKorean ? "\(costs)분 더 듦" : "\(costs) min more"
        if over > 0 { text += isKorean ? ", \(over)분 모자람" : ", \(over) more than are left" }
        if let name = insteadOf.first {
            text += isKorean ? "; \(name) 대신이면 들어감" : "; fits in place of \(PrintableText.of(name))"
        }
        var left = entry(site, planned.score, .noTime, text)
        (left.day, left.costs, left.isOverBy) = (best.day + (past?.day ?? 0) + 1, costs, over)
        left.insteadOf = insteadOf
        return left
    }
}
