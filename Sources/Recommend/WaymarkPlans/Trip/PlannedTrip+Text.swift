import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

extension PlannedTrip {
    // MARK: Itinerary

    /// The plan as an itinerary for people: a line for each visit, with its times and the way to it.
    public func itinerary(isKorean: Bool) -> String {
        var text = ""
        for (day, visits) in plan.days.enumerated() {
            if day > 0 { text += "\n" }
            text += title(day, isKorean) + "\n\n"
            var table = TextTable(columns: [
                .init(title: "", minimumWidth: 11), .init(title: "", alignment: .right), .init(title: ""),
                .init(title: "", alignment: .right), .init(title: "", alignment: .right), .init(title: ""),
            ])
            let start = day == 0 ? ends.start : ends.end
            // The numbers are those of the map, where the start is the first stop.
            table.add([Self.clock(visits.departure), "1", start.name])
            var pauses = visits.breaks[...]
            func addPauses(upTo number: Int) {
                while let pause = pauses.first, pause.visitsBefore <= number {
                    pauses.removeFirst()
                    table.add([
                        "\(Self.clock(pause.start))–\(Self.clock(pause.start + pause.length))", "",
                        isKorean ? "쉬는 시간" : "break",
                    ])
                }
            }
            func addHere(before number: Int) {
                guard let past, past.isElsewhere, day == past.day, number == past.today.visits.count else { return }
                table.add([Self.clock(past.time), "\(number + 2)", past.here.name])
            }
            for (number, visit) in visits.visits.enumerated() {
                addPauses(upTo: number)
                addHere(before: number)
                let place = places[visit.place]
                table.add([
                    "\(Self.clock(visit.start))–\(Self.clock(visit.leave))", "\(leg(day, number) + 2)", place.name,
                    minutes(visit.way, day, leg(day, number), isKorean), distance(day, leg(day, number)),
                    [
                        place.shownTheme, waiting(visit, isKorean), unknownHours(visit.place, isKorean),
                        noWay(visit, day, leg(day, number), isKorean),
                    ].compactMap(\.self).joined(separator: " · "),
                ])
            }
            addPauses(upTo: .max)
            addHere(before: visits.visits.count)
            let last = leg(day, visits.visits.count)
            table.add([
                Self.clock(visits.arrival), "\(last + 2)", ends.end.name,
                minutes(visits.lastWay, day, last, isKorean), distance(day, last),
            ])
            text += table.render(hasHeader: false)
        }
        return text + "\n" + summary(isKorean) + "\n" + (changesText(isKorean).map { $0 + "\n" } ?? "")
            + conflicts.map { $0 + "\n" }.joined()
    }

    /// The leg of a day's route that leads to a visit, or after the visits to the end.
    private func leg(_ day: Int, _ number: Int) -> Int {
        guard let past, past.isElsewhere, day == past.day, number >= past.today.visits.count else { return number }
        return number + 1
    }

    private func title(_ day: Int, _ isKorean: Bool) -> String {
        var parts = [isKorean ? "\(day + 1)일차" : "Day \(day + 1)"]
        if let date = date(of: day) {
            parts[0] += " · \(date)"
        }
        if plan.days[day].visits.isEmpty { parts.append(isKorean ? "볼 곳이 없습니다" : "nothing to see") }
        return parts.joined(separator: ": ")
    }

    private func date(of day: Int) -> String? {
        question.firstDate.flatMap { CalendarDate(daysSince1970: $0.daysSince1970 + day)?.description }
    }

    private func minutes(_ way: Double, _ day: Int, _ leg: Int, _ isKorean: Bool) -> String {
        guard way > 0 else { return "" }
        let walks = isWalked(day, leg, minutes: way)
        return isKorean ? "\(walks ? "걸어서 " : "")\(Int(way))분" : "\(Int(way)) min\(walks ? " on foot" : "")"
    }

    /// That a visit waits for an opening or a pinned time.
    private func waiting(_ visit: DayPlan.Visit, _ isKorean: Bool) -> String? {
        guard visit.wait >= 1 else { return nil }
        return isKorean ? "\(Int(visit.wait))분 기다림" : "after \(Int(visit.wait)) min of waiting"
    }

    private func distance(_ day: Int, _ leg: Int) -> String {
        routes[day].legs[leg].leg.map { $0.distance.value > 0 ? LengthText.of(meters: $0.distance.value) : "" } ?? ""
    }

    /// What the plan is worth, and how the ways were found, in one line.
    package func summary(_ isKorean: Bool) -> String {
        let visits = plan.days.reduce(0) { $0 + $1.visits.count }
        let ways = plan.days.reduce(0.0) { $0 + $1.lastWay + $1.visits.reduce(0) { $0 + $1.way } }
        // Rounded down: what is less than the best is not the best.
        let percent = NumberText.fixed((quality * 10).rounded(.down) / 10, decimals: 1)
        if quality >= 100 {
            return isKorean
                ? "방문 \(visits)곳, 이동 \(Int(ways))분 (\(source)). 후보 \(candidateCount)곳에서 골랐고, 점수가 더 높은 일정은 없음."
                : "\(visits) visits, \(Int(ways)) min under way by \(source); chosen from \(candidateCount) places, and no plan has "
                    + "a higher score"
        }
        return isKorean
            ? "방문 \(visits)곳, 이동 \(Int(ways))분 (\(source)). 후보 \(candidateCount)곳에서 골랐고, 점수는 최댓값의 \(percent) % 이상."
            : "\(visits) visits, \(Int(ways)) min under way by \(source); chosen from \(candidateCount) places, the score is at least "
                + "\(percent) % of the best possible"
    }

    /// That the source knows no way to a visit.
    private func noWay(_ visit: DayPlan.Visit, _ day: Int, _ leg: Int, _ isKorean: Bool) -> String? {
        guard visit.way > 0, routes[day].legs[leg].leg == nil, !isWalked(day, leg, minutes: visit.way) else {
            return nil
        }
        return isKorean ? "길 없음, 시간은 어림" : "no way found, its time is estimated"
    }

    /// That the hours of a place are not understood.
    private func unknownHours(_ place: Int, _ isKorean: Bool) -> String? {
        unknownHours[place].map {
            (isKorean ? "여는 시간 모름: " : "opening hours unknown: ") + PrintableText.of($0)
        }
    }

    /// `09:05` for 545 minutes; after midnight with the day, as in `00:30+1`.
    package static func clock(_ minutes: Double) -> String {
        let whole = Int(minutes.rounded())
        let (day, rest) = whole.dividedDown(by: 24 * 60)
        return "\((rest / 60).digits(2)):\((rest % 60).digits(2))" + (day > 0 ? "+\(day)" : "")
    }

    // MARK: Rows

    /// The plan as CSV, a row for each visit.
    public func csv() -> String {
        var rows = [
            [
                "day", "number", "place_id", "name", "latitude", "longitude", "theme", "way_min", "is_walked", "way_m",
                "arrival", "wait_min", "start", "leave", "score", "is_must", "is_pinned", "unknown_hours",
            ]
        ]
        for (day, visits) in plan.days.enumerated() {
            for (number, visit) in visits.visits.enumerated() {
                let (place, planned) = (places[visit.place], problem.places[visit.place])
                let leg = leg(day, number)
                let way = routes[day].legs[leg].leg.map { NumberText.fixed($0.distance.value, decimals: 1) } ?? ""
                rows.append([
                    "\(day + 1)", "\(leg + 2)", place.id, place.name, NumberText.shortest(place.coordinate.latitude),
                    NumberText.shortest(place.coordinate.longitude), place.shownTheme ?? "", "\(Int(visit.way))",
                    "\(isWalked(day, leg, minutes: visit.way))", way,
                    Self.clock(visit.arrival), "\(Int(visit.wait))", Self.clock(visit.start), Self.clock(visit.leave),
                    NumberText.shortest(planned.score), "\(planned.isMust)", "\(planned.pin != nil)",
                    unknownHours[visit.place] ?? "",
                ])
            }
        }
        var buffer = CSVBuffer()
        for row in rows { buffer.append(record: row) }
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    // MARK: JSON

    /// The plan as a JSON object.
    public func json() -> String {
        func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }
        func end(_ end: PlanEnd) -> String {
            "{\"name\":\(JSONText.of(end.name)),\"latitude\":\(NumberText.shortest(end.coordinate.latitude)),"
                + "\"longitude\":\(NumberText.shortest(end.coordinate.longitude))}"
        }
        let days = plan.days.enumerated().map { day, visits in
            let items = visits.visits.enumerated().map { number, visit in
                let (place, planned) = (places[visit.place], problem.places[visit.place])
                let leg = leg(day, number)
                let way =
                    routes[day].legs[leg].leg.map { NumberText.fixed($0.distance.value, decimals: 1) } ?? "null"
                return "{\"place_id\":\(JSONText.of(place.id)),\"name\":\(JSONText.of(place.name)),"
                    + "\"latitude\":\(NumberText.shortest(place.coordinate.latitude)),"
                    + "\"longitude\":\(NumberText.shortest(place.coordinate.longitude)),"
                    + "\"theme\":\(place.shownTheme.map(JSONText.of) ?? "null"),\"way_min\":\(Int(visit.way)),"
                    + "\"is_walked\":\(isWalked(day, leg, minutes: visit.way)),\"way_m\":\(way),"
                    + "\"arrival\":\"\(Self.clock(visit.arrival))\",\"wait_min\":\(Int(visit.wait)),"
                    + "\"start\":\"\(Self.clock(visit.start))\",\"leave\":\"\(Self.clock(visit.leave))\","
                    + "\"score\":\(NumberText.shortest(planned.score)),\"is_must\":\(planned.isMust),"
                    + "\"is_pinned\":\(planned.pin != nil)"
                    + (unknownHours[visit.place].map { ",\"unknown_hours\":\(JSONText.of($0))" } ?? "") + "}"
            }
            let pauses = visits.breaks.map { pause in
                let alike = question.pauses.filter { Double($0.length) == pause.length }
                let asked = alike.first { $0.holds(pause) } ?? alike.first
                let (opens, closes) =
                    asked.map { (Double($0.minutes.lowerBound), Double($0.minutes.upperBound)) }
                    ?? (pause.start, pause.start + pause.length)
                return
                    "{\"start\":\"\(Self.clock(pause.start))\",\"end\":\"\(Self.clock(pause.start + pause.length))\","
                    + "\"opens\":\"\(Self.clock(opens))\",\"closes\":\"\(Self.clock(closes))\","
                    + "\"visits_before\":\(pause.visitsBefore)}"
            }
            return
                "{\"date\":\(date(of: day).map { "\"\($0)\"" } ?? "null"),\"start\":\(end(day == 0 ? ends.start : ends.end)),"
                + "\"end\":\(end(ends.end)),\"opens\":\"\(Self.clock(Double(question.opens)))\","
                + "\"closes\":\"\(Self.clock(Double(question.closes)))\",\"departure\":\"\(Self.clock(visits.departure))\","
                + "\"arrival\":\"\(Self.clock(visits.arrival))\",\"last_way_min\":\(Int(visits.lastWay)),\"visits\":\(list(items)),\"breaks\":\(list(pauses))}"
        }
        return "{\"score\":\(NumberText.shortest(plan.score)),\"bound\":\(NumberText.shortest(plan.bound)),"
            + "\"gap\":\(NumberText.shortest(plan.gap)),\"ended_by\":\"\(plan.ending.rawValue)\","
            + "\"iterations\":\(plan.iterations),\"candidates\":\(candidateCount),\"ways\":\(JSONText.of(source)),"
            + (fallbackReason.map { "\"is_fallback\":true,\"reason\":\(JSONText.of($0))," } ?? "")
            + "\"facilities\":{\"names\":\(list(reach.facilities.map { JSONText.of($0.name) })),\"of\":\(reach.count)},"
            + "\"left_out\":\(list(leftOut.map { "{\"name\":\(JSONText.of($0.place.name)),\"unknown_hours\":\(JSONText.of($0.hours))}" })),"
            + "\"days\":\(list(days)),\(changesJSON)\"conflicts\":\(list(conflicts.map(JSONText.of)))}\n"
    }

    // MARK: Calendar

    /// The plan as an iCalendar file (RFC 5545), an event for each visit and break, in local times without a zone; nil
    /// without a date.
    public func calendar() -> String? {
        guard question.firstDate != nil else { return nil }
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Waymark//plan//EN"]
        for (day, visits) in plan.days.enumerated() {
            func add(_ id: String, _ name: String, _ start: Double, _ end: Double, _ more: [String]) {
                lines += [
                    "BEGIN:VEVENT", "UID:\(stamp(day, start))-\(id)@waymark", "DTSTAMP:\(stamp(0, 0))Z",
                    "DTSTART:\(stamp(day, start))", "DTEND:\(stamp(day, end))", "SUMMARY:\(Self.escaped(name))",
                ]
                lines += more + ["END:VEVENT"]
            }
            for visit in visits.visits {
                let place = places[visit.place]
                let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
                add(
                    Self.escaped(place.id), place.name, visit.start, visit.leave,
                    ["GEO:\(NumberText.fixed(latitude, decimals: 6));\(NumberText.fixed(longitude, decimals: 6))"]
                        + (place.introduction.map { ["DESCRIPTION:\(Self.escaped($0))"] } ?? []))
            }
            for pause in visits.breaks { add("break", "break", pause.start, pause.start + pause.length, []) }
        }
        return (lines + ["END:VCALENDAR"]).map { Self.folded($0) + "\r\n" }.joined()
    }

    /// A local time, as in `20270403T091400`.
    private func stamp(_ day: Int, _ minutes: Double) -> String {
        let whole = Int(minutes.rounded())
        let (days, rest) = whole.dividedDown(by: 24 * 60)
        let date = question.firstDate.flatMap { CalendarDate(daysSince1970: $0.daysSince1970 + day + days) }
        return (date.map { "\($0)".filter(\.isNumber) } ?? "") + "T\((rest / 60).digits(2))\((rest % 60).digits(2))00"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .replacing("\r\n", with: "\\n").replacing("\n", with: "\\n").replacing("\r", with: "\\n")
    }

    /// A line of at most 75 bytes, continued after a blank.
    private static func folded(_ line: String) -> String {
        var (text, count) = ("", 0)
        for character in line {
            let size = String(character).utf8.count
            if count + size > 74 {
                text += "\r\n "
                count = 1
            }
            text.append(character)
            count += size
        }
        return text
    }
}
