import WaymarkGeodesy
public import WaymarkRecommendations
import WaymarkText
import WaymarkTimes

extension PlannedTrip {
    /// The plan for people: with its sentences in a language, that of the question if it is nil, else Korean.
    public func tripPlan(in language: ExplanationLanguage? = nil) -> TripPlan {
        let language = language ?? question.language ?? .korean
        var explainer = Explainer(all, stops: [], in: language)
        var days: [TripPlan.Day] = []
        for (number, day) in plan.days.enumerated() {
            days.append(self.day(number, day, language == .korean, &explainer))
        }
        return TripPlan(
            mode: question.travelMode, days: days, score: plan.score, bound: plan.bound, ending: plan.ending,
            iterations: plan.iterations, candidates: candidateCount, ways: travel.source,
            waysKind: travel.fallbackReason != nil
                ? .greatCircle : ways.main(question.travelMode).distanceKind ?? .network,
            fallbackReason: travel.fallbackReason,
            facilities: .init(names: chosen.reach.facilities.map(\.name), of: chosen.reach.count),
            leftOut: leftOut(isKorean: language == .korean), changes: earlier == nil ? nil : changes,
            conflicts: conflicts, remarks: remarks, attribution: all.attribution)
    }

    private func day(
        _ number: Int, _ day: DayPlan.Day, _ isKorean: Bool, _ explainer: inout Explainer
    ) -> TripPlan.Day {
        let firstDay = past?.day ?? 0
        let hours = asked.days[number]
        let old = earlier.flatMap { $0.plan.days.indices.contains(number) ? $0.plan.days[number] : nil }
        let timed = number >= firstDay ? timed[number - firstDay] : nil
        let begun = number == past?.day ? past!.today.visits.count : number < firstDay ? day.visits.count : 0
        let visits = day.visits.enumerated().map { index, visit in
            let ways: [TripPlan.Way]
            if index < begun || timed == nil {
                ways = oldWays(to: places[visit.place])
            } else {
                let own = timed!.ways[index - begun]
                ways = own.isEmpty && visit.way > 0 ? oldWays(to: places[visit.place]) : own
            }
            return self.visit(
                visit, ways, costs: index < begun ? 0 : timed?.costs[index - begun] ?? 0, number, isKorean, &explainer)
        }
        var lastWays = timed?.ways.last ?? old?.lastWays ?? []
        if lastWays.isEmpty, day.lastWay > 0 { lastWays = old?.lastWays ?? [] }
        let pauses = day.breaks.map { pause(number, hours, $0, timed, old) }
        let all = (visits.flatMap(\.ways) + lastWays + pauses.flatMap(\.ways))
        func minutes(_ means: TripPlan.Way.Means) -> Int { all.reduce(0) { $0 + ($1.by == means ? $1.minutes : 0) } }
        var here: TripPlan.Here?
        if let past, past.isElsewhere, number == past.day {
            here = .init(
                place: .init(past.here), time: PlanTime(past.time), visitsBefore: past.today.visits.count)
        }
        return TripPlan.Day(
            date: date(of: number), start: .init(hours.start), end: .init(hours.end),
            opens: PlanTime(minute: hours.opens), closes: PlanTime(minute: hours.closes),
            departure: PlanTime(day.departure), arrival: PlanTime(day.arrival), visits: visits, breaks: pauses,
            here: here, lastWays: lastWays, lastWayMinutes: Int(day.lastWay.rounded()), foot: minutes(.foot),
            car: minutes(.car), bicycle: minutes(.bicycle))
    }

    private func visit(
        _ visit: DayPlan.Visit, _ ways: [TripPlan.Way], costs: Int, _ day: Int, _ isKorean: Bool,
        _ explainer: inout Explainer
    ) -> TripPlan.Visit {
        let (place, planned) = (places[visit.place], problem.places[visit.place])
        let isOld = visit.place >= candidateCount
        let old = isOld ? oldVisit(place) : nil
        let site = isOld ? nil : chosen.sites[visit.place]
        let note = isOld ? nil : hoursNote(of: visit.place, on: day, at: visit.start)
        return TripPlan.Visit(
            id: place.id, name: place.name, englishName: site.map { all.englishName(of: $0.place) } ?? old?.englishName,
            latitude: place.coordinate.latitude, longitude: place.coordinate.longitude, theme: place.shownTheme,
            with: site?.others.map { all.places[$0].name } ?? old?.with ?? [], ways: ways,
            wayMinutes: Int(visit.way.rounded()), arrival: PlanTime(visit.arrival), start: PlanTime(visit.start),
            leave: PlanTime(visit.leave), wait: Int(visit.wait.rounded()), score: planned.score,
            worth: site.map { Self.rounded(all.visitWorth(of: $0.place)) } ?? old?.worth ?? 1, isMust: planned.isMust,
            isPinned: planned.pin != nil,
            hours: isOld ? old?.hours : note.flatMap { $0.isUnknown ? $0.text : $0.words(isKorean: isKorean) },
            closes: isOld ? old?.closes : note?.closes.map { PlanTime(minute: $0) },
            hasUnknownHours: note?.isUnknown ?? old?.hasUnknownHours ?? false,
            costs: costs, why: site.flatMap { explainer.reason(of: $0.place) } ?? old?.why)
    }

    /// What is said of the hours of a place, by its position in ``places``, on a day at a minute.
    package func hoursNote(of place: Int, on day: Int, at minute: Double) -> HoursNote {
        guard chosen.sites.indices.contains(place) else { return HoursNote() }
        return chosen.openings.note(of: chosen.sites[place].place, on: day, at: minute)
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private func pause(
        _ number: Int, _ hours: PlanDays.Day, _ pause: DayPlan.Pause, _ timed: TimedDay?, _ old: TripPlan.Day?
    ) -> TripPlan.Pause {
        let alike = hours.pauses.filter { Double($0.length) == pause.length }
        let asked = alike.first { $0.holds(pause) } ?? alike.first
        let end = pause.start + pause.length
        let (start, isPast) = (
            PlanTime(pause.start), number < past?.day ?? 0 || number == past?.day && pause.start < past!.time
        )
        let same = isPast ? old?.breaks.first { $0.start == start } : nil
        let lunch = asked?.isLunch == true && !isPast ? timed?.lunch : nil
        return TripPlan.Pause(
            start: start, end: PlanTime(end),
            opens: asked.map { PlanTime(minute: $0.minutes.lowerBound) } ?? start,
            closes: asked.map { PlanTime(minute: $0.minutes.upperBound) } ?? PlanTime(end),
            visitsBefore: pause.visitsBefore, isLunch: asked?.isLunch ?? false,
            place: same?.place
                ?? lunch.map {
                    .init(PlanEnd(name: all.places[$0.place].name, coordinate: all.places[$0.place].coordinate))
                },
            ways: same?.ways ?? lunch?.ways ?? [])
    }

    func date(of day: Int) -> CalendarDate? {
        question.firstDate.flatMap { CalendarDate(daysSince1970: $0.daysSince1970 + day) }
    }

    private func oldVisit(_ place: RecommendedPlace) -> TripPlan.Visit? {
        earlier?.plan.days.lazy.flatMap(\.visits).first {
            $0.name == place.name && $0.latitude == place.coordinate.latitude
                && $0.longitude == place.coordinate.longitude
        }
    }

    private func oldWays(to place: RecommendedPlace) -> [TripPlan.Way] { oldVisit(place)?.ways ?? [] }

    /// What was not chosen from like other places, and why, one line each.
    package var remarks: [String] {
        var lines: [String] = []
        if !question.includesFacilities, !chosen.reach.facilities.isEmpty {
            lines.append(FacilityText.of(chosen.reach.facilities.map(\.name), among: chosen.reach.count))
        }
        if !chosen.leftOut.isEmpty {
            let places = chosen.leftOut.map { "\(all.places[$0.place].name) (\($0.hours))" }
            lines.append(
                "opening hours that are not understood leave out \(chosen.leftOut.count) of \(chosen.reach.count) places: "
                    + FacilityText.list(places))
        }
        let blanks = chosen.sites.count { all.lacksNumber($0.place) }
        if blanks > 0 {
            lines.append(
                "\(blanks) of \(candidateCount) places have no number for their worth, and count as the median: "
                    + NumberText.shortest(all.visitUnit?.median ?? 0))
        }
        if let reason = travel.fallbackReason { lines.append("ways are straight lines instead: \(reason)") }
        if let words = travel.estimateWords { lines.append(words) }
        return lines
            + chosen.openings.remarks(
                of: plan.order.joined().filter { $0 < candidateCount }.map { chosen.sites[$0].place })
    }
}
