import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes

extension TripColoring {
    /// The colours along the found legs of a route; nil for the default of one colour per leg.
    ///
    /// If a leg has no speeds or grades, colours are interpolated; grey if nothing is known.
    func gradient(of route: Route) -> ColorGradient? {
        switch self {
        case .leg: nil
        case .progress: route.gradient(by: .progress)
        case .speed: route.gradient(by: .speed)
        case .grade: route.gradient(by: .grade)
        }
    }

    /// The found legs in pieces of one colour each; none if each leg has one colour.
    func pieces(of route: Route) -> [LegPiece] {
        guard let gradient = gradient(of: route) else { return [] }
        return RouteLine(route).pieces(gradient.bands(atMost: max(256, 16 * route.legs.count)))
    }

    /// The meaning of the colours, for a legend; nil if obvious.
    var legend: String? {
        switch self {
        case .leg, .progress: nil
        case .speed: "Slow to fast, along the way"
        case .grade: "Down to up, along the way"
        }
    }

    /// One colour per leg: that of its middle.
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
