import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes

extension TripColoring {
    /// The colours along the found legs of a route; nil for the usual ones, a colour for each leg.
    ///
    /// Where a leg does not say how fast or how steep it is, colours bridge what is known; grey where nothing is.
    func gradient(of route: Route) -> ColorGradient? {
        switch self {
        case .leg: nil
        case .progress: route.gradient(by: .progress)
        case .speed: route.gradient(by: .speed)
        case .grade: route.gradient(by: .grade)
        }
    }

    /// The found legs in pieces of one colour each; none where each leg has a colour of its own.
    func pieces(of route: Route) -> [LegPiece] {
        guard let gradient = gradient(of: route) else { return [] }
        return RouteLine(route).pieces(gradient.bands(atMost: max(256, 16 * route.legs.count)))
    }

    /// What the colours mean, for a legend; nil where that is plain.
    var legend: String? {
        switch self {
        case .leg, .progress: nil
        case .speed: "Slow to fast, along the way"
        case .grade: "Down to up, along the way"
        }
    }

    /// A colour for each leg: that in its middle.
    func legColors(of route: Route) -> [RGBColor] {
        guard let gradient = gradient(of: route) else { return Route.legColors(route.legs.count) }
        let line = RouteLine(route)
        return route.legs.indices.map { leg in
            guard let extent = line.extent(ofLeg: leg), line.length > .zero else { return gradient.color(at: 0).rgb }
            let middle = (extent.lowerBound.value + extent.upperBound.value) / 2 / line.length.value
            return gradient.color(at: max(0, min(1, middle))).rgb
        }
    }
}
