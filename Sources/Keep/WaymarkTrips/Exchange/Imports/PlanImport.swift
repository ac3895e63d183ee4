import WaymarkGeodesy
import WaymarkPlans
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads a plan of days, as `waymark plan` and the service write it.
///
/// It is one trip, which keeps the plan. Its stops are in the order of the days: where a day starts, the visits, the places of
/// breaks, and where it ends. A day that starts where the last one ended has no stop for that; the night is there. Local times
/// are those of the plan: a stop is reached when its visit begins. A plan without dates has its times in the notes of stops.
struct PlanImport {
    private var collected: ImportedRecords
    private let trip: RecordID

    init(_ collected: ImportedRecords) {
        self.collected = collected
        trip = self.collected.addTrip()
        self.collected.sayTrips(["time_zone", "attraction", "stay", "nights", "pinned"], hasEntries: false)
    }

    consuming func read(_ source: consuming any ByteSource) throws -> ImportedRecords {
        var json = try JSONStream(source)
        let place = json.place
        let value = try json.value()
        try json.finish()
        guard value.object != nil else {
            throw ImportError.otherKind(
                expected: "a plan of days", found: "another value", line: place.line, column: place.column)
        }
        let text = CanonicalJSON.text(value)
        do {
            let plan = try TripPlan(parsing: Array(text.utf8))
            for stop in Self.stops(of: plan) { try add(stop) }
            let dates = plan.days.compactMap(\.date)
            if let first = dates.min(), let last = dates.max() {
                collected.change(trip) { $0.days = first...last }
                collected.say(["first_day", "last_day"], of: .trip)
            }
            try collected.add(plan: ContiguousArray(text.utf8), of: trip)
        } catch let error as PlanQuestionError {
            throw ImportError.plan(reason: "\(error)")
        } catch let error as FieldError {
            throw ImportError.plan(reason: "\(error)")
        }
        return collected
    }

    private mutating func add(_ planned: PlannedStop) throws {
        do throws(ImportedValue.Fault) {
            let place = try ImportedValue.coordinate(planned.latitude, planned.longitude)
            collected.add(ImportedStop(place, planned.value), nil, to: trip, (1, 1))
        } catch {
            try collected.reject("\(planned.name): \(error.reason)", at: (1, 1))
        }
    }

    private static func stops(of plan: TripPlan) -> [PlannedStop] {
        var stops: [PlannedStop] = []
        for (number, day) in plan.days.enumerated() {
            func stop(
                _ name: String, _ latitude: Double, _ longitude: Double, _ start: PlanTime, _ end: PlanTime
            ) -> PlannedStop {
                PlannedStop(
                    name: name, latitude: latitude, longitude: longitude, day: number + 1, date: day.date,
                    start: start, end: end)
            }
            func stop(_ place: TripPlan.Place, _ start: PlanTime, _ end: PlanTime) -> PlannedStop {
                stop(place.name, place.latitude, place.longitude, start, end)
            }
            if let last = stops.last, last.isAt(day.start) {
                stops[stops.count - 1].nights += 1
            } else {
                stops.append(stop(day.start, day.departure, day.departure))
            }
            let first = stops.count
            func addBreaks(before visits: Int) {
                for pause in day.breaks where pause.visitsBefore == visits {
                    if let place = pause.place { stops.append(stop(place, pause.start, pause.end)) }
                }
            }
            for (number, visit) in day.visits.enumerated() {
                addBreaks(before: number)
                var visited = stop(visit.name, visit.latitude, visit.longitude, visit.start, visit.leave)
                (visited.attraction, visited.isPinned) = (visit.id, visit.isPinned)
                stops.append(visited)
            }
            addBreaks(before: day.visits.count)
            if stops.count > first || !stops[first - 1].isAt(day.end) {
                stops.append(stop(day.end, day.arrival, day.arrival))
            }
        }
        return stops
    }
}

/// A stop of a day of a plan.
private struct PlannedStop {
    let name: String
    let latitude, longitude: Double
    var attraction: String?
    /// The day, from 1, and its date.
    let day: Int
    let date: CalendarDate?
    let start, end: PlanTime
    var nights = 0
    var isPinned = false

    func isAt(_ place: TripPlan.Place) -> Bool {
        (name, latitude, longitude) == (place.name, place.latitude, place.longitude)
    }

    /// Its values by their names in a file.
    func value(_ name: String) -> String? {
        switch name {
        case "name": self.name
        case "attraction": attraction
        case "arrival": arrival
        case "stay": end > start ? "\(end.minute - start.minute)" : nil
        case "nights": nights > 0 ? "\(nights)" : nil
        case "pinned": isPinned ? "true" : nil
        case "notes": date == nil ? "day \(day), \(start)" + (end > start ? "–\(end)" : "") : nil
        default: nil
        }
    }

    private var arrival: String? {
        guard let date else { return nil }
        let (days, minute) = start.minute.dividedDown(by: 24 * 60)
        return CalendarDate(daysSince1970: date.daysSince1970 + days).map {
            "\($0)T\((minute / 60).digits(2)):\((minute % 60).digits(2))"
        }
    }
}
