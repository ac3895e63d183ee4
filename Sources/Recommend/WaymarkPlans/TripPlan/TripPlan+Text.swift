import WaymarkTables
import WaymarkText

extension TripPlan {
    /// The plan as an itinerary for people: a line for each visit, with its times and the way to it.
    /// If it `explains`, lines follow that say what each visit is worth and costs, and what was left out.
    public func itinerary(isKorean: Bool, explains: Bool = false) -> String {
        var text = ""
        for (number, day) in days.enumerated() {
            if number > 0 { text += "\n" }
            text += title(number, isKorean) + "\n\n" + table(day, isKorean).render(hasHeader: false)
        }
        text += "\n" + summary(isKorean) + "\n" + (changesText(isKorean).map { $0 + "\n" } ?? "")
        text += conflicts.map { $0 + "\n" }.joined()
        if explains { text += explanation(isKorean) }
        return text + (attribution.map { "\n\($0)\n" } ?? "")
    }

    private func table(_ day: Day, _ isKorean: Bool) -> TextTable {
        var table = TextTable(columns: [
            .init(title: "", minimumWidth: 11), .init(title: "", alignment: .right), .init(title: ""),
            .init(title: "", alignment: .right), .init(title: "", alignment: .right), .init(title: ""),
        ])
        var (number, pauses) = (1, day.breaks[...])
        func add(_ time: String, _ name: String, _ ways: [Way] = [], _ more: String = "", isStop: Bool = true) {
            for back in ways.filter(\.leadsToCar) {
                table.add([
                    "", "", isKorean ? "차로 돌아감" : "back to the car", minutes(of: [back], isKorean), length([back]),
                ])
            }
            var own = ways.filter { !$0.leadsToCar }
            // Where the car is parked elsewhere, the walk from there is the way to the place.
            if own.contains(where: { $0.by == .foot }), let drive = own.lastIndex(where: { $0.by == .car }) {
                let drives = Array(own[...drive])
                table.add(["", "", isKorean ? "주차" : "parked", minutes(of: drives, isKorean), length(drives)])
                own.removeSubrange(...drive)
            }
            table.add([time, isStop ? "\(number)" : "", name, minutes(of: own, isKorean), length(own), more])
            if isStop { number += 1 }
        }
        func addPauses(upTo visits: Int) {
            while let pause = pauses.first, pause.visitsBefore <= visits {
                pauses.removeFirst()
                let word = pause.word(isKorean)
                add(
                    "\(pause.start)–\(pause.end)", pause.place.map { "\(word): \($0.name)" } ?? word, pause.ways,
                    isStop: false)
            }
        }
        func addHere(before visits: Int) {
            if let here = day.here, here.visitsBefore == visits { add("\(here.time)", here.place.name) }
        }
        // The numbers are those of the map, where the start is the first stop.
        add("\(day.departure)", day.start.name)
        for (index, visit) in day.visits.enumerated() {
            addPauses(upTo: index)
            addHere(before: index)
            let name = visit.with.isEmpty ? visit.name : "\(visit.name) (+ \(visit.with.joined(separator: ", ")))"
            let more = [
                visit.theme, waiting(visit, isKorean), hours(visit, isKorean),
                visit.ways.contains(where: \.isGuess)
                    ? isKorean ? "길 없음, 시간은 어림" : "no way found, its time is estimated" : nil,
            ]
            add("\(visit.start)–\(visit.leave)", name, visit.ways, more.compactMap(\.self).joined(separator: " · "))
        }
        addPauses(upTo: .max)
        addHere(before: day.visits.count)
        add("\(day.arrival)", day.end.name, day.lastWays)
        return table
    }

    /// What is to be known of the hours of a visit: a text that is not understood, or that it ends not long before they do.
    private func hours(_ visit: Visit, _ isKorean: Bool) -> String? {
        guard let text = visit.hours else { return nil }
        if visit.hasUnknownHours {
            return (isKorean ? "여는 시간 모름: " : "opening hours unknown: ") + PrintableText.of(text)
        }
        return visit.closes.map { $0.minute - visit.leave.minute <= 90 } ?? false ? text : nil
    }

    private func title(_ number: Int, _ isKorean: Bool) -> String {
        let day = days[number]
        var parts = [isKorean ? "\(number + 1)일차" : "Day \(number + 1)"]
        if let date = day.date { parts[0] += " · \(date)" }
        if day.visits.isEmpty { parts.append(isKorean ? "볼 곳이 없습니다" : "nothing to see") }
        return parts.joined(separator: ": ")
    }

    private func minutes(of ways: [Way], _ isKorean: Bool) -> String {
        if ways.isEmpty { return "" }
        let minutes = ways.reduce(0) { $0 + $1.minutes }
        // What is said is what differs from the rest of the plan.
        let walks = (mode == .car || mode == .mixed) && ways.allSatisfy { $0.by == .foot }
        return isKorean ? "\(walks ? "걸어서 " : "")\(minutes)분" : "\(minutes) min\(walks ? " on foot" : "")"
    }

    private func length(_ ways: [Way]) -> String {
        let meters = ways.compactMap(\.meters)
        return meters.isEmpty || meters.count < ways.count ? "" : LengthText.of(meters: meters.reduce(0, +))
    }

    /// That a visit waits for an opening or a pinned time.
    private func waiting(_ visit: Visit, _ isKorean: Bool) -> String? {
        guard visit.wait >= 1 else { return nil }
        return isKorean ? "\(visit.wait)분 기다림" : "after \(visit.wait) min of waiting"
    }

    /// The score in per cent of the bound.
    public var quality: Double { bound > 0 ? 100 * score / bound : 100 }

    /// What the plan is worth, and how the ways were found, in one line.
    package func summary(_ isKorean: Bool) -> String {
        let visits = days.reduce(0) { $0 + $1.visits.count }
        func sum(_ minutes: (Day) -> Int) -> Int { days.reduce(0) { $0 + minutes($1) } }
        let underway = [
            (sum(\.foot), isKorean ? "걷기" : "on foot"), (sum(\.car), isKorean ? "차" : "by car"),
            (sum(\.bicycle), isKorean ? "자전거" : "by bicycle"),
        ].filter { $0.0 > 0 }.map { isKorean ? "\($0.1) \($0.0)분" : "\($0.0) min \($0.1)" }
        let ways = underway.isEmpty ? isKorean ? "이동 0분" : "0 min under way" : underway.joined(separator: ", ")
        // Rounded down: what is less than the best is not the best.
        let percent = NumberText.fixed((quality * 10).rounded(.down) / 10, decimals: 1)
        if isKorean {
            return "방문 \(visits)곳, \(ways) (\(self.ways)). 후보 \(candidates)곳에서 골랐고, "
                + (quality >= 100 ? "점수가 더 높은 일정은 없음." : "점수는 최댓값의 \(percent) % 이상.")
        }
        return "\(visits) visits, \(ways), by \(self.ways); chosen from \(candidates) places, "
            + (quality >= 100
                ? "and no plan has a higher score" : "the score is at least \(percent) % of the best possible")
    }

    /// The changes of the earlier plan in one line; nil without one.
    package func changesText(_ isKorean: Bool) -> String? {
        guard let changes else { return nil }
        func time(_ day: Int?, _ start: PlanTime?) -> String {
            guard let day, let start else { return "" }
            return " " + (days.count > 1 ? "\(day)/" : "") + start.description
        }
        let titles: [(Change.Kind, String)] = [
            (.new, isKorean ? "새로" : "new"), (.moved, isKorean ? "옮김" : "moved"), (.gone, isKorean ? "빠짐" : "gone"),
        ]
        let texts = titles.compactMap { kind, title -> String? in
            let items = changes.filter { $0.change == kind }.map { change in
                PrintableText.of(change.name) + time(change.oldDay, change.oldStart)
                    + (kind == .moved ? " →" : "") + time(change.day, change.start)
            }
            return items.isEmpty ? nil : "\(title): \(items.joined(separator: ", "))"
        }
        return texts.isEmpty ? (isKorean ? "바뀐 방문이 없습니다" : "no visit changes") : texts.joined(separator: "; ")
    }

    /// What each visit is worth and costs, and what was left out and would cost.
    private func explanation(_ isKorean: Bool) -> String {
        var seen = TextTable(columns: [
            .init(title: isKorean ? "방문" : "visit"), .init(title: isKorean ? "가치" : "worth", alignment: .right),
            .init(title: isKorean ? "점수" : "score", alignment: .right),
            .init(title: isKorean ? "드는 시간" : "costs", alignment: .right), .init(title: isKorean ? "이유" : "why"),
        ])
        for visit in days.flatMap(\.visits) {
            seen.add([
                visit.name, NumberText.fixed(visit.worth, decimals: 2), NumberText.shortest(visit.score),
                isKorean ? "\(visit.costs)분" : "\(visit.costs) min", visit.why ?? "",
            ])
        }
        var text = "\n" + seen.render()
        if !leftOut.isEmpty {
            var out = TextTable(columns: [
                .init(title: isKorean ? "빠진 곳" : "left out"),
                .init(title: isKorean ? "가치" : "worth", alignment: .right),
                .init(title: isKorean ? "점수" : "score", alignment: .right), .init(title: ""),
            ])
            for left in leftOut {
                out.add([
                    left.name, NumberText.fixed(left.worth, decimals: 2), NumberText.shortest(left.score), left.text,
                ])
            }
            text += "\n" + out.render()
        }
        return text
    }
}

extension TripPlan.Pause {
    /// What it is in a text: lunch, or a break.
    package func word(_ isKorean: Bool) -> String {
        isLunch ? isKorean ? "점심" : "lunch" : isKorean ? "쉬는 시간" : "break"
    }
}
