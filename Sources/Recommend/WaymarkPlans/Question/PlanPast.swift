import WaymarkGeodesy

/// What of an earlier plan is past, and from where and when on the rest is planned.
struct PlanPast {
    /// The day that is planned from now on, from 0; those before it are past.
    let day: Int
    /// How far from a place the travellers are there.
    static let reach = Meters(30)
    /// When the travellers are free.
    let time: Double
    /// Where they are then.
    let here: PlanEnd
    /// Where the car stands, if it was driven that day.
    let car: Coordinate?
    /// Whether they are elsewhere than where the earlier plan has them.
    let isElsewhere: Bool
    /// The days that are past, then what of ``day`` is; its way home is not.
    let days: [DayPlan.Day]
    /// What is left of the way that they are on, in minutes; nil if they are on none, or the whole of it may be left.
    private(set) var restOfWay: Double?
    /// Whether the car comes along on it.
    private(set) var isDriving = false
    /// The visit to which that way leads; nil for the end of the day.
    private(set) var next: DayPlan.Visit?
    /// The whole of that way.
    private(set) var way = 0.0

    /// - Throws: ``PlanQuestionError/isOver(_:)``.
    init(
        _ plan: EarlierPlan, at now: PlanQuestion.Moment, _ asked: PlanDays
    ) throws(PlanQuestionError) {
        let over = PlanTime(minute: now.minute).description
        var day = now.day
        var now = Double(now.minute)
        if asked.here == nil, plan.days.indices.contains(day), plan.days[day].arrival <= now {
            (day, now) = (day + 1, 0)
        }
        guard day < asked.days.count, day <= plan.days.count else { throw .isOver(over) }
        self.day = day
        let opens = Double(asked.days[day].opens)
        let old = plan.days.indices.contains(day) ? plan.days[day] : nil
        var visits = Array((old?.visits ?? []).prefix { $0.start < now })
        let breaks = Array((old?.breaks ?? []).prefix { $0.start < now })
        var departure = old?.departure
        let endOfBreaks = breaks.last.map { $0.start + $0.length } ?? 0
        if let here = asked.here {
            func isHere(_ visit: DayPlan.Visit) -> Bool {
                Sphere.earth.distance(from: plan.places[visit.place].coordinate, to: here.coordinate) <= Self.reach
            }
            let left = plan.days.dropFirst(day).enumerated().flatMap { $1.visits.dropFirst($0 == 0 ? visits.count : 0) }
            if let last = visits.last, isHere(last) {
                // The visit goes on, or they have not left yet.
                isElsewhere = false
                time = max(now, opens, last.leave, endOfBreaks)
            } else {
                if let last = visits.popLast() { visits.append(last.ending(by: now)) }
                let visit = left.first(where: isHere)
                isElsewhere = visit == nil
                if let visit {
                    // They came before its time: it begins now.
                    departure = min(departure ?? now, now)
                    visits.append(visit.beginning(at: now, after: visits.last?.leave ?? departure ?? now))
                }
                time = max(now, opens, visits.last?.leave ?? 0)
            }
        } else {
            isElsewhere = false
            time = max(now, opens, visits.last?.leave ?? 0, endOfBreaks)
            next = old.flatMap { $0.visits.dropFirst(visits.count).first }
            if old != nil {
                let planned = plan.plan.days[day]
                let ways = next == nil ? planned.lastWays : planned.visits[visits.count].ways
                isDriving = ways.contains { $0.by == .car }
            }
            way = next?.way ?? old?.lastWay ?? 0
            restOfWay = old.map { [time, next] in max(0, (next?.arrival ?? $0.arrival) - time) }
        }
        here =
            asked.here
            ?? visits.last.map {
                .init(name: plan.places[$0.place].name, coordinate: plan.places[$0.place].coordinate)
            } ?? asked.days[day].start
        car = plan.car(onDay: day, after: visits.count)
        days =
            plan.days.prefix(day) + [
                DayPlan.Day(
                    visits: visits, breaks: breaks, departure: departure ?? time, lastWay: 0, arrival: time)
            ]
    }

    /// A plan of the days that are left, behind what is past.
    ///
    /// `count` is the number of places that the plan chose from; those of the earlier plan, `planned`, follow them. `next`
    /// is the place of the visit to which the travellers are underway.
    func joined(with found: DayPlan, _ planned: [PlanPlace], _ count: Int, _ next: Int?) -> DayPlan {
        var days = days.map { $0.mapped { count + $0 } }
        let (begun, rest) = (days.removeLast(), found.days[0])
        // The whole of the way that the travellers are on.
        var (visits, lastWay, isUnderway) = (rest.visits, rest.lastWay, false)
        if let first = visits.first, first.place == next, first.way < way {
            visits[0] = first.moved(to: first.place, way: way)
            isUnderway = true
        } else if visits.isEmpty, self.next == nil, lastWay < way {
            (lastWay, isUnderway) = (way, true)
        }
        days.append(
            DayPlan.Day(
                visits: begun.visits + visits,
                breaks: begun.breaks
                    + rest.breaks.map {
                        .init(
                            start: $0.start, length: $0.length, visitsBefore: $0.visitsBefore + begun.visits.count)
                    },
                departure: hasBegun || isUnderway ? begun.departure : rest.departure, lastWay: lastWay,
                arrival: rest.arrival))
        let score = days.reduce(0) {
            $0 + $1.visits.reduce(0) { $0 + ($1.place < count ? 0 : planned[$1.place - count].score) }
        }
        return DayPlan(
            found, days: days + found.days.dropFirst(), score: found.score + score, bound: found.bound + score,
            ending: found.ending)
    }

    /// The part of a day that is past.
    var today: DayPlan.Day { days[day] }
    /// Whether some of the day is past.
    var hasBegun: Bool { !today.visits.isEmpty || !today.breaks.isEmpty }
}

extension PlanDay {
    /// Makes this the rest of a day that has begun.
    mutating func begin(at time: Double, after taken: [DayPlan.Pause], way: Double) {
        for pause in taken {
            // One that was late has only its length.
            let index =
                breaks.firstIndex {
                    $0.window.opens <= pause.start && pause.start + pause.length <= $0.window.closes
                } ?? breaks.firstIndex { $0.length == pause.length && $0.window.closes < pause.start + pause.length }
            if let index { breaks.remove(at: index) }
        }
        // What is too late is done at once, and the way home is taken in any case.
        var end = time
        for index in breaks.indices {
            end = max(end, breaks[index].window.opens) + breaks[index].length
            breaks[index].window.closes = max(breaks[index].window.closes, end)
        }
        opens = time
        closes = max(closes, end + way)
    }
}

extension DayPlan.Visit {
    /// The visit, if it begins at a time, and the last one ended before.
    fileprivate func beginning(at time: Double, after last: Double) -> DayPlan.Visit {
        DayPlan.Visit(place: place, way: max(0, time - last), arrival: time, wait: 0, start: time, stay: stay)
    }

    /// The visit, if it ended by a time.
    fileprivate func ending(by time: Double) -> DayPlan.Visit {
        DayPlan.Visit(place: place, way: way, arrival: arrival, wait: wait, start: start, stay: min(stay, time - start))
    }
}
