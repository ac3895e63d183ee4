import WaymarkRoutes

/// The list of the stops next to the map, which goes on in columns below it.
struct StopList {
    enum Row {
        case trip(Int)
        case stop(Int)
        /// What is on the way to a stop.
        case note(Int)
    }

    let rows: [Row]
    /// Whether each stop has room for its leg below it.
    let isRoomy: Bool
    /// The height of the map beside which the list fits, if it fits beside any.
    let height: Double
    /// The number of stops that are not listed.
    let left: Int

    /// The maximum number of listed stops.
    private static let most = 10_000
    static let (roomy, compact) = (36.0, 17.0)

    /// The list for a map of a maximum height.
    init(_ drawing: RouteDrawing, tallest: Double) {
        let count = drawing.route.stops.count
        let legend = RouteLegend(drawing, dots: count > 400 ? 1 : 0).height + 40
        left = max(0, count - Self.most)
        var rows: [Row] = []
        for (number, trip) in drawing.trips.enumerated() where trip.stops.lowerBound < Self.most {
            if drawing.trips.count > 1 { rows.append(.trip(number)) }
            for stop in trip.stops where stop < Self.most {
                if drawing.map.wayNotes[stop] != nil { rows.append(.note(stop)) }
                rows.append(.stop(stop))
            }
        }
        self.rows = rows
        let need = Double(count) * Self.roomy + legend
        isRoomy = drawing.trips.count == 1 && need <= tallest
        let low = Double(rows.count) * Self.compact + legend
        height = isRoomy ? max(460, need) : low <= tallest ? max(460, low) : 460
    }
}
