import WaymarkGeodesy
public import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

extension TripPlan {
    // MARK: Rows

    /// The plan as CSV, a row for each visit.
    public func csv() -> String {
        var buffer = CSVBuffer()
        buffer.append(record: [
            "day", "number", "place_id", "name", "latitude", "longitude", "theme", "way_min", "is_walked", "way_m",
            "arrival", "wait_min", "start", "leave", "score", "is_must", "is_pinned", "unknown_hours",
        ])
        for (day, visits) in days.enumerated() {
            for (index, visit) in visits.visits.enumerated() {
                let number = index + (visits.here.map { $0.visitsBefore <= index ? 3 : 2 } ?? 2)
                let ways = visits.breaks.filter { $0.visitsBefore == index }.flatMap(\.ways) + visit.ways
                let meters = ways.compactMap(\.meters)
                buffer.append(record: [
                    "\(day + 1)", "\(number)", visit.id, visit.name, NumberText.shortest(visit.latitude),
                    NumberText.shortest(visit.longitude), visit.theme ?? "", "\(visit.wayMinutes)",
                    "\(!ways.isEmpty && ways.allSatisfy { $0.by == .foot })",
                    meters.count < ways.count ? "" : NumberText.fixed(meters.reduce(0, +), decimals: 1),
                    "\(visit.arrival)", "\(visit.wait)", "\(visit.start)", "\(visit.leave)",
                    NumberText.shortest(visit.score), "\(visit.isMust)", "\(visit.isPinned)",
                    visit.hasUnknownHours ? visit.hours ?? "" : "",
                ])
            }
        }
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    // MARK: Calendar

    /// The plan as an iCalendar file (RFC 5545), an event for each visit and break, in local times without a zone; nil
    /// without a date.
    public func calendar() -> String? {
        guard let first = days.first?.date else { return nil }
        /// A local time, as in `20270403T091400`.
        func stamp(_ day: Int, _ time: PlanTime) -> String {
            let (days, rest) = time.minute.dividedDown(by: 24 * 60)
            let date = CalendarDate(daysSince1970: first.daysSince1970 + day + days)
            return (date.map { "\($0)".filter(\.isNumber) } ?? "")
                + "T\((rest / 60).digits(2))\((rest % 60).digits(2))00"
        }
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Waymark//plan//EN"]
        if let attribution { lines.append("X-WR-CALDESC:\(Self.escaped(attribution))") }
        for (day, visits) in days.enumerated() {
            func add(_ id: String, _ name: String, _ start: PlanTime, _ end: PlanTime, _ more: [String]) {
                lines += [
                    "BEGIN:VEVENT", "UID:\(stamp(day, start))-\(id)@waymark",
                    "DTSTAMP:\(stamp(0, PlanTime(minute: 0)))Z", "DTSTART:\(stamp(day, start))",
                    "DTEND:\(stamp(day, end))", "SUMMARY:\(Self.escaped(name))",
                ]
                lines += more + ["END:VEVENT"]
            }
            func position(_ latitude: Double, _ longitude: Double) -> String {
                "GEO:\(NumberText.fixed(latitude, decimals: 6));\(NumberText.fixed(longitude, decimals: 6))"
            }
            for visit in visits.visits {
                add(
                    Self.escaped(visit.id), visit.name, visit.start, visit.leave,
                    [position(visit.latitude, visit.longitude)]
                        + (visit.why.map { ["DESCRIPTION:\(Self.escaped($0))"] } ?? []))
            }
            for pause in visits.breaks {
                let word = pause.isLunch ? "lunch" : "break"
                add(
                    word, pause.place.map { "\(word): \($0.name)" } ?? word, pause.start, pause.end,
                    pause.place.map { [position($0.latitude, $0.longitude)] } ?? [])
            }
        }
        return (lines + ["END:VCALENDAR"]).map { Self.folded($0) + "\r\n" }.joined()
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

    // MARK: Routes

    /// The route of each day: from its start over the visits to its end, with the ways back to the car and to lunch in its legs.
    ///
    /// - Throws: ``PlanQuestionError/storedPlan(reason:)`` for a plan of other origin whose coordinates are none.
    public func routes() throws(PlanQuestionError) -> [Route] {
        var routes: [Route] = []
        for (number, day) in days.enumerated() {
            let path = ".days[\(number)]"
            var stops = [Stop(id: "start", name: day.start.name, coordinate: try day.start.end(path).coordinate)]
            var ways: [[Way]] = []
            func addHere(before index: Int) throws(PlanQuestionError) {
                guard let here = day.here, here.visitsBefore == index else { return }
                stops.append(Stop(id: "here", name: here.place.name, coordinate: try here.place.end(path).coordinate))
                ways.append([])
            }
            func lunch(_ index: Int) -> [Way] { day.breaks.filter { $0.visitsBefore == index }.flatMap(\.ways) }
            for (index, visit) in day.visits.enumerated() {
                try addHere(before: index)
                let place = Place(name: visit.name, latitude: visit.latitude, longitude: visit.longitude)
                stops.append(
                    Stop(
                        id: visit.id, name: visit.name, coordinate: try place.end(path).coordinate,
                        stay: .seconds(60 * (visit.leave.minute - visit.start.minute))))
                ways.append(lunch(index) + visit.ways)
            }
            try addHere(before: day.visits.count)
            stops.append(Stop(id: "end", name: day.end.name, coordinate: try day.end.end(path).coordinate))
            ways.append(lunch(day.visits.count) + day.lastWays)
            var legs: [LegOutcome] = []
            for (index, ways) in ways.enumerated() {
                legs.append(leg(ways, stops[index].coordinate, stops[index + 1].coordinate))
            }
            routes.append(Route(stops: stops, legs: legs))
        }
        return routes
    }

    private func leg(_ ways: [Way], _ from: Coordinate, _ to: Coordinate) -> LegOutcome {
        if ways.contains(where: \.isGuess) { return .notFound(reason: "no way is known") }
        var line: [Coordinate] = []
        for vertex in ways.lazy.flatMap(\.line) where vertex.count == 2 {
            guard let point = try? Coordinate(latitude: vertex[1], longitude: vertex[0]) else { continue }
            if line.last != point { line.append(point) }
        }
        if line.isEmpty { line = [from, to] }
        let meters = ways.reduce(0) { $0 + ($1.meters ?? 0) }
        let minutes = ways.reduce(0) { $0 + $1.minutes }
        let leg = try? Leg(
            coordinates: line, distance: Meters(meters), distanceKind: waysKind,
            duration: .seconds(60 * minutes), source: self.ways)
        return leg.map { .found($0) } ?? .notFound(reason: "no way is known")
    }
}
