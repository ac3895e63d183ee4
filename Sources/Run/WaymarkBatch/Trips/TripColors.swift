import WaymarkGradients
import WaymarkRoutes

/// The colours of a route in output files.
struct TripColors {
    /// A colour for each leg: its own, or the gradient's colour at the middle of the leg.
    let legs: [String]
    /// The found legs, split into parts of one colour each; empty if each leg has one colour.
    let pieces: [LegPiece]

    init(_ coloring: RouteColoring, _ route: Route) {
        guard coloring != .leg else {
            (legs, pieces) = (Route.legColors(route.legs.count).map(\.description), [])
            return
        }
        let line = RouteLine(route)
        let gradient = route.gradient(by: coloring, along: line)
        legs = route.legs.indices.map { leg in
            guard let extent = line.extent(ofLeg: leg), line.length > .zero else {
                return gradient.color(at: 0).rgb.description
            }
            let middle = (extent.lowerBound.value + extent.upperBound.value) / 2 / line.length.value
            return gradient.color(at: max(0, min(1, middle))).rgb.description
        }
        pieces = line.pieces(gradient.bands(atMost: max(256, 16 * route.legs.count)))
    }
}
