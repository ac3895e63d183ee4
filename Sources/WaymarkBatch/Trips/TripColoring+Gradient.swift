import WaymarkGeodesy
import WaymarkPolylines
import WaymarkRoutes

extension TripColoring {
    /// The colours along the found legs of a route; nil for the usual ones, a colour for each leg.
    ///
    /// Where a leg does not say how fast or how steep it is, colours bridge what is known; grey where nothing is.
    func gradient(of route: Route) -> Gradient? {
        switch self {
        case .leg: return nil
        case .progress: return Gradient(progress: .viridis)
        case .speed: return gradient(of: route, .viridis, .continuous) { $0.speeds(at: $1) }
        case .grade:
            // Level ground is in the middle of the scale.
            let values = route.legs.compactMap(\.leg).flatMap { $0.grades(at: $0.offsets) }
            let steepest = values.lazy.compactMap { $0.map(abs) }.max() ?? 0
            return gradient(of: route, .blueOrange, .within(-steepest...steepest)) { $0.grades(at: $1) }
        }
    }

    private func gradient(
        of route: Route, _ scale: ColorScale, _ coloring: ValueColoring, _ values: (Leg, [Double]) -> [Double?]
    ) -> Gradient {
        var (along, all, length): ([Double], [Double?], Double) = ([], [], 0)
        for leg in route.legs.compactMap(\.leg) {
            let offsets = leg.offsets
            along += offsets.map { length + $0 }
            all += values(leg, offsets)
            length = along.last ?? length
        }
        guard length > 0 else { return Gradient(Oklab(MissingValues.grey)) }
        return Gradient(values: all, at: along.map { min(1, $0 / length) }, scale: scale, coloring: coloring)
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
        guard let gradient = gradient(of: route) else { return RouteMap.legColors(route.legs.count) }
        let line = RouteLine(route)
        return route.legs.indices.map { leg in
            guard let extent = line.extent(ofLeg: leg), line.length > .zero else { return gradient.color(at: 0).rgb }
            let middle = (extent.lowerBound.value + extent.upperBound.value) / 2 / line.length.value
            return gradient.color(at: max(0, min(1, middle))).rgb
        }
    }
}

extension Leg {
    /// Metres along the line, of each vertex.
    fileprivate var offsets: [Double] {
        var sum = 0.0
        return [0]
            + zip(coordinates, coordinates.dropFirst()).map {
                sum += Sphere.earth.distance(from: $0, to: $1).value
                return sum
            }
    }

    /// Metres a second at each vertex: as the source says, by its times, or evenly.
    fileprivate func speeds(at offsets: [Double]) -> [Double?] {
        if let speeds = vertices.speeds { return speeds }
        if let times = vertices.times {
            return changes(of: offsets.map { $0 }, over: times.map { $0.map { $0 / .seconds(1) } })
        }
        let seconds = duration.map { $0 / .seconds(1) } ?? 0
        return coordinates.map { _ in seconds > 0 ? distance.value / seconds : nil }
    }

    /// Rise over run at each vertex, to the next.
    fileprivate func grades(at offsets: [Double]) -> [Double?] {
        guard let heights = vertices.elevations else { return coordinates.map { _ in nil } }
        return changes(of: heights.map { $0?.value }, over: offsets.map { $0 })
    }

    /// By how much values change to the next vertex, for each one of another; the last is as the one before.
    private func changes(of values: [Double?], over others: [Double?]) -> [Double?] {
        var changes = values.indices.dropLast().map { i -> Double? in
            guard let a = values[i], let b = values[i + 1], let from = others[i], let to = others[i + 1], to > from
            else {
                return nil
            }
            return (b - a) / (to - from)
        }
        changes.append(changes.last ?? nil)
        return changes
    }
}
