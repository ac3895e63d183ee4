import WaymarkRecommendations
import WaymarkText

extension PlannedTrip {
    /// Which wishes the plan does not keep, and why, one line each; why it is empty, if it is.
    package var conflicts: [String] {
        let required = plan.conflicts.map(text)
        let long = chosen.stayed.filter { place in
            isLongerThanDays(place) && !plan.conflicts.contains { $0.place == place }
        }.map { "\(PrintableText.of(places[$0].name)) cannot be seen: \(tooLong(problem.places[$0]))" }
        let isEmpty = plan.days.allSatisfy(\.visits.isEmpty)
        return required + long + (required.isEmpty && long.isEmpty && isEmpty ? [emptiness] : [])
    }

    private func text(_ conflict: PlanConflict) -> String {
        let (name, place) = (PrintableText.of(places[conflict.place].name), problem.places[conflict.place])
        let pin = place.pin.map { " at \(PlanTime($0.start))" } ?? ""
        switch conflict.reason {
        case .theme:
            let theme = places[conflict.place].theme ?? ""
            return "\(name) cannot be seen\(pin): the plan may have at most \(question.maxPerTheme ?? 0) of \(theme)"
        case .closed:
            if let hours = chosen.unknownHours[conflict.place], question.unknownHours == .leaveOut {
                return "\(name) cannot be seen\(pin): its opening hours are not understood: \(PrintableText.of(hours))"
            }
            return "\(name) cannot be seen\(pin): \(closed(place, isLongerThanDays(conflict.place)))"
        case .unreachable where isAcrossWater(conflict.place):
            return "\(name) cannot be seen\(pin): \(waterWords(conflict.place, isKorean: false))"
        case .unreachable(let lateness):
            return
                "\(name) cannot be seen\(pin): it would be \(Int(lateness.rounded(.up))) min too late, even without other visits"
        case .others(let others, let isSmallest):
            let names = others.map { PrintableText.of(places[$0].name) }.joined(separator: ", ")
            return "\(name) cannot be seen\(pin) together with \(names)"
                + (isSmallest ? "" : ", among which a smaller set may be in conflict")
        }
    }

    /// The minutes of the longest day.
    private var longestDay: Double { problem.days.map { $0.closes - $0.opens }.max() ?? 0 }

    private func isLongerThanDays(_ place: Int) -> Bool { problem.places[place].stay > longestDay }

    private func tooLong(_ place: PlanPlace) -> String {
        "a visit takes \(Int(place.stay)) min, longer than the \(Int(longestDay)) min of the day"
    }

    /// Why there is no visit.
    private var emptiness: String {
        let candidates = problem.places.prefix(candidateCount)
        if candidates.isEmpty {
            return "nothing can be seen: the opening hours of no place within reach are understood"
        }
        let allowed = candidates.filter { $0.theme == nil || question.maxPerTheme != 0 }
        if allowed.isEmpty { return "nothing can be seen: the plan may have no place of any theme" }
        let open = allowed.filter { $0.windows.isEmpty || $0.windows.contains { !$0.isEmpty } }
        // The shortest visit with its ways.
        let needs = open.flatMap { place in
            problem.days.map { day in
                (place, problem.travel[day.start, place.node] + place.stay + problem.travel[place.node, day.end])
            }
        }
        guard let (place, need) = needs.min(by: { $0.1 < $1.1 }) else {
            return "nothing can be seen: no place within reach is open on these days"
        }
        if need > longestDay, let index = candidates.firstIndex(of: place) {
            return
                "nothing can be seen: the shortest visit, of \(PrintableText.of(places[index].name)), takes \(Int(need)) min with its "
                + "ways, and the day has \(Int(longestDay))"
        }
        return "nothing can be seen: no visit fits the hours of the day, its breaks and the opening hours"
    }

    /// Why the hours of a place hold no visit.
    private func closed(_ place: PlanPlace, _ isTooLong: Bool) -> String {
        if isTooLong { return tooLong(place) }
        if place.windows.isEmpty { return "that is outside the hours of the day" }
        let days = place.pin.map { $0.day...$0.day } ?? 0...place.windows.count - 1
        let hours = days.map { day in
            place.windows[day].filter { $0.closes > 0 && $0.opens < 24 * 60 }
                .map { "\(PlanTime(max(0, $0.opens)))–\(PlanTime($0.closes))" }.joined(separator: ", ")
        }
        if hours.allSatisfy(\.isEmpty) { return "it is closed" }
        let parts =
            Set(hours).count == 1
            ? [hours[0]] : zip(days, hours).map { "\($1.isEmpty ? "closed" : $1) on day \((past?.day ?? 0) + $0 + 1)" }
        let hoursOfDay = problem.days[place.pin?.day ?? 0]
        let (opens, closes) = (PlanTime(hoursOfDay.opens), PlanTime(hoursOfDay.closes))
        return
            "it is open \(parts.joined(separator: ", ")), the hours of the day are \(opens)–\(closes), and a visit takes "
            + "\(Int(place.stay)) min"
    }
}
