import WaymarkGeodesy
import WaymarkRecommendations

/// An earlier plan, read for planning anew.
struct EarlierPlan {
    /// Where each day starts and ends.
    let ends: [(start: PlanEnd, end: PlanEnd)]
    /// The hours of each day, in minutes after midnight.
    let hours: [Range<Int>]
    /// The breaks of each day.
    let breaks: [[PlanQuestion.Pause]]
    /// The places, in the order of the visits.
    let places: [RecommendedPlace]
    /// The same with scores and wishes; they have no nodes.
    let planned: [PlanPlace]
    /// The days; visits have the positions of ``places``.
    let days: [DayPlan.Day]
    /// The plan.
    let plan: TripPlan

    /// - Throws: ``PlanQuestionError/storedPlan(reason:)``, with the place of the fault.
    init(_ plan: TripPlan) throws(PlanQuestionError) {
        func fault(_ reason: String) -> PlanQuestionError { .storedPlan(reason: reason) }
        guard 1...30 ~= plan.days.count else { throw fault(".days: a plan has 1 to 30 days") }
        var ends: [(start: PlanEnd, end: PlanEnd)] = []
        var hours: [Range<Int>] = []
        var breaks: [[PlanQuestion.Pause]] = []
        var places: [RecommendedPlace] = []
        var planned: [PlanPlace] = []
        var days: [DayPlan.Day] = []
        for (number, day) in plan.days.enumerated() {
            let path = ".days[\(number)]"
            ends.append((try day.start.end(path + ".start"), try day.end.end(path + ".end")))
            guard day.opens < day.closes else { throw fault("\(path) closes before it opens") }
            hours.append(day.opens.minute..<day.closes.minute)
            var pauses: [PlanQuestion.Pause] = []
            for (index, pause) in day.breaks.enumerated() {
                let length = pause.end.minute - pause.start.minute
                guard length >= 0, pause.closes.minute - pause.opens.minute >= length else {
                    throw fault("\(path).breaks[\(index)] is longer than its interval, or ends before it begins")
                }
                pauses.append(
                    .init(
                        minutes: pause.opens.minute...pause.closes.minute, length: length, isLunch: pause.isLunch))
            }
            breaks.append(pauses)
            var time = day.departure
            var visits: [DayPlan.Visit] = []
            for (index, visit) in day.visits.enumerated() {
                let name = "\(path).visits[\(index)]"
                guard visit.start >= time, visit.leave >= visit.start else {
                    throw fault("\(name): the visit begins before the last one ends")
                }
                let amounts = [
                    ("score", visit.score), ("way_min", Double(visit.wayMinutes)), ("wait_min", Double(visit.wait)),
                ]
                for (member, value) in amounts where !(0...1e9 ~= value) {
                    throw fault("\(name).\(member): \(value) is not 0 to 1000000000")
                }
                for way in visit.ways where !(0...1_000_000 ~= way.minutes) {
                    throw fault("\(name): a way of \(way.minutes) min")
                }
                time = visit.leave
                let place = TripPlan.Place(
                    name: visit.name, latitude: visit.latitude, longitude: visit.longitude)
                let (start, stay) = (visit.start.value, visit.leave.value - visit.start.value)
                places.append(
                    RecommendedPlace(
                        id: visit.id, name: visit.name, coordinate: try place.end(name).coordinate, theme: visit.theme)
                )
                planned.append(
                    PlanPlace(
                        node: 0, score: visit.score, stay: stay, isMust: visit.isMust,
                        pin: visit.isPinned ? PlanPin(day: number, start: start) : nil))
                visits.append(
                    DayPlan.Visit(
                        place: places.count - 1, way: Double(visit.wayMinutes), arrival: visit.arrival.value,
                        wait: Double(visit.wait), start: start, stay: stay))
            }
            guard 0...1_000_000 ~= day.lastWayMinutes else {
                throw fault("\(path): \(day.lastWayMinutes) is not 0 to 1000000")
            }
            for way in day.lastWays + day.breaks.flatMap(\.ways) where !(0...1_000_000 ~= way.minutes) {
                throw fault("\(path): a way of \(way.minutes) min")
            }
            for (index, pause) in day.breaks.enumerated() where !(0...day.visits.count ~= pause.visitsBefore) {
                throw fault(
                    "\(path).breaks[\(index)].visits_before: \(pause.visitsBefore) is not 0 to \(day.visits.count)")
            }
            days.append(
                DayPlan.Day(
                    visits: visits,
                    breaks: day.breaks.map {
                        .init(
                            start: $0.start.value, length: $0.end.value - $0.start.value,
                            visitsBefore: $0.visitsBefore)
                    },
                    departure: day.departure.value, lastWay: Double(day.lastWayMinutes), arrival: day.arrival.value))
        }
        (self.ends, self.hours, self.breaks, self.plan) = (ends, hours, breaks, plan)
        (self.places, self.planned, self.days) = (places, planned, days)
    }

    /// What a day beyond the last is like: the last.
    func day(_ day: Int) -> Int { min(day, days.count - 1) }

    /// Where the car stands after some visits of a day; where the day started if it was not driven; nil without one.
    func car(onDay day: Int, after visits: Int) -> Coordinate? {
        guard plan.days.indices.contains(day) else { return nil }
        let ways = plan.days[day].visits.prefix(visits).flatMap(\.ways)
        guard let last = ways.last(where: { $0.by == .car })?.line.last, last.count == 2 else {
            return plan.mode.hasCar ? ends[day].start.coordinate : nil
        }
        return try? Coordinate(latitude: last[1], longitude: last[0])
    }
}
