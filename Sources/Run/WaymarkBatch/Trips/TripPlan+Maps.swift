import WaymarkDrawings
import WaymarkGeodesy
import WaymarkPlans
import WaymarkRoutes

extension TripPlan {
    /// The days as trips, in a format of those.
    package func document(
        _ format: TripFormat, _ options: TripOptions, isKorean: Bool
    ) throws -> ContiguousArray<UInt8> {
        var options = options
        options.attribution = attribution ?? options.attribution
        if format == .svg { add(to: &options.map, isKorean) }
        let writer = TripWriter(options: options, format: format, hasTrips: true)
        var text = TripWriter.Text()
        for (day, route) in try routes().enumerated() {
            if day > 0 { text.bytes += writer.separator.utf8 }
            let name = isKorean ? "\(day + 1)일차" : "Day \(day + 1)"
            try writer.append(TableTrip(id: name, stops: route.stops), route, to: &text)
        }
        if let map = writer.map(of: text.mapped) { return map }
        return ContiguousArray(writer.head.utf8) + text.bytes + text.held + ContiguousArray(writer.tail.utf8)
    }

    /// Adds to a map the times of the stops of ``routes()``, and the breaks on the way to them with their places.
    private func add(to map: inout RouteMap, _ isKorean: Bool) {
        for day in days {
            func add(_ time: String, afterVisits visits: Int? = nil) {
                for pause in day.breaks where pause.visitsBefore == visits {
                    let word = pause.word(isKorean)
                    let name = pause.place.map { " " + $0.name } ?? ""
                    let note = "\(word) \(pause.start)–\(pause.end)\(name)"
                    map.wayNotes[map.times.count] = (map.wayNotes[map.times.count].map { $0 + " · " } ?? "") + note
                    guard let place = pause.place,
                        let point = try? Coordinate(latitude: place.latitude, longitude: place.longitude)
                    else { continue }
                    map.places.append(RouteMap.Place(name: place.name, coordinate: point))
                    map.placesName = isKorean ? "쉬는 곳" : "Breaks"
                }
                map.times.append(time)
            }
            func addHere(before visits: Int) {
                if let here = day.here, here.visitsBefore == visits { add("\(here.time)") }
            }
            add("\(day.departure)")
            for (index, visit) in day.visits.enumerated() {
                addHere(before: index)
                add("\(visit.start)–\(visit.leave)", afterVisits: index)
            }
            addHere(before: day.visits.count)
            add("\(day.arrival)", afterVisits: day.visits.count)
        }
    }
}
