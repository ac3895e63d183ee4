import WaymarkPlans
import WaymarkRoutes

extension TripPlan {
    /// The days as trips, in a format of those.
    package func document(
        _ format: TripFormat, _ options: TripOptions, isKorean: Bool
    ) throws -> ContiguousArray<UInt8> {
        var options = options
        options.attribution = attribution
        let writer = TripWriter(options: options, format: format, hasTrips: true)
        var days = TripWriter.Text()
        for (day, route) in try routes().enumerated() {
            if day > 0 { days.bytes += writer.separator.utf8 }
            let name = isKorean ? "\(day + 1)일차" : "Day \(day + 1)"
            try writer.append(TableTrip(id: name, stops: route.stops), route, to: &days)
        }
        if let map = writer.map(of: days.mapped) { return map }
        return ContiguousArray(writer.head.utf8) + days.bytes + days.held + ContiguousArray(writer.tail.utf8)
    }
}
