import WaymarkRecommendations

extension PlannedTrip {
    /// The visits that are new, moved in time or gone, in this order, without those that are past.
    var changes: [TripPlan.Change] {
        guard let earlier else { return [] }
        var (new, moved): ([TripPlan.Change], [TripPlan.Change]) = ([], [])
        var old: [(place: RecommendedPlace, day: Int, start: PlanTime)] = []
        let seen = (past?.days ?? []).flatMap(\.visits).map(\.place)
        for (day, visits) in earlier.days.enumerated() where day >= past?.day ?? 0 {
            for visit in visits.visits where !seen.contains(visit.place) {
                old.append((earlier.places[visit.place], day, PlanTime(visit.start)))
            }
        }
        for (day, visits) in plan.days.enumerated() {
            for visit in visits.visits where visit.place < candidateCount {
                let (place, start) = (places[visit.place], PlanTime(visit.start))
                var change = TripPlan.Change(change: .new, id: place.id, name: place.name, day: day + 1, start: start)
                let index = old.firstIndex { $0.place.name == place.name && $0.place.coordinate == place.coordinate }
                guard let index else {
                    new.append(change)
                    continue
                }
                let before = old.remove(at: index)
                if (before.day, before.start) != (day, start) {
                    (change.change, change.oldDay, change.oldStart) = (.moved, before.day + 1, before.start)
                    moved.append(change)
                }
            }
        }
        return new + moved
            + old.map {
                TripPlan.Change(
                    change: .gone, id: $0.place.id, name: $0.place.name, oldDay: $0.day + 1, oldStart: $0.start)
            }
    }
}
