import WaymarkPlans

/// What of an earlier plan is past, and from where and when on the rest is planned.
struct PlanPast {
    /// The day that is planned from now on, from 0; those before it are past.
    let day: Int
    /// When the travellers are free.
    let time: Double
    /// Where they are then.
    let here: PlanQuestion.End
    /// Whether they are elsewhere than where the earlier plan has them.
    let isElsewhere: Bool
    /// The days that are past, then what of ``day`` is; its way home is not.
    let days: [DayPlan.Day]
    /// What is left of the way that they are on, in minutes; nil if they are on none, or the whole of it may be left.
    private(set) var restOfWay: Double?
    /// The visit to which that way leads; nil for the end of the day.
    private(set) var next: DayPlan.Visit?
    /// The whole of that way.
    private(set) var way = 0.0

    /// - Throws: ``PlanQuestionError/isOver(_:)``.
    init(_ plan: StoredPlan, at now: PlanQuestion.Moment, _ question: PlanQuestion) throws(PlanQuestionError) {
        let over = PlannedTrip.clock(Double(now.minute))
        var day = now.day
        var now = Double(now.minute)
        if question.here == nil, plan.days.indices.contains(day), plan.days[day].arrival <= now {
            (day, now) = (day + 1, 0)
        }
        guard day < question.days, day <= plan.days.count else { throw .isOver(over) }
        self.day = day
        let old = plan.days.indices.contains(day) ? plan.days[day] : nil
        var visits = Array((old?.visits ?? []).prefix { $0.start < now })
        let breaks = Array((old?.breaks ?? []).prefix { $0.start < now })
        isElsewhere = question.here != nil
        if isElsewhere {
            if let last = visits.popLast() { visits.append(last.ending(by: now)) }
            time = max(now, Double(question.departure))
        } else {
            time = max(
                now, Double(question.departure), visits.last?.leave ?? 0, breaks.last.map { $0.start + $0.length } ?? 0)
            next = old.flatMap { $0.visits.dropFirst(visits.count).first }
            way = next?.way ?? old?.lastWay ?? 0
            restOfWay = old.map { [time, next] in max(0, (next?.arrival ?? $0.arrival) - time) }
        }
        here =
            question.here
            ?? visits.last.map {
                .init(name: plan.places[$0.place].name, coordinate: plan.places[$0.place].coordinate)
            } ?? (day == 0 ? question.start : question.end)
        days =
            plan.days.prefix(day) + [
                DayPlan.Day(
                    visits: visits, breaks: breaks, departure: old?.departure ?? time, lastWay: 0, arrival: time)
            ]
    }

    /// The part of a day that is past.
    var today: DayPlan.Day { days[day] }
    /// Whether some of the day is past.
    var hasBegun: Bool { !today.visits.isEmpty || !today.breaks.isEmpty }
}

extension DayPlan.Visit {
    /// The visit, if it ended by a time.
    fileprivate func ending(by time: Double) -> DayPlan.Visit {
        DayPlan.Visit(place: place, way: way, arrival: arrival, wait: wait, start: start, stay: min(stay, time - start))
    }
}
