import WaymarkFoundation
import WaymarkGeodesy
public import WaymarkGradients
import WaymarkPolylines
import WaymarkTimes

/// The values by which a route can be coloured.
public enum RouteColoring: String, Hashable, Sendable, CaseIterable {
    /// One colour per leg.
    case leg
    /// The progress along the route.
    case progress
    /// Metres per second: as reported by the legs, or from their times or durations.
    case speed
    /// Rise over run, smoothed over 100 m.
    case grade
    /// Height above sea level.
    case elevation
    /// The hour in the time zone of the last departed stop.
    case timeOfDay
}

extension Route {
    /// The colours along the found legs, joined end to end as in ``RouteLine``.
    ///
    /// On a leg without the requested values, colours are interpolated between the known ones before and after it, and
    /// `ColorGradient.missing` lists that part; a missing leg has length zero on the line. For grades, the middle of
    /// the scale is level ground.
    ///
    /// - Parameters:
    ///   - coloring: The values of the colours. They do not depend on the surface: progress, for example, is always
    ///     that on the ground.
    ///   - measure: The surface of the gradient's locations: `.webMercator` for MapLibre, Mapbox and MapKit.
    ///   - scale: The colours; nil for usual ones: ``/WaymarkGradients/ColorScale/blueOrange`` for grades,
    ///     ``/WaymarkGradients/ColorScale/hours`` for the time of day, otherwise
    ///     ``/WaymarkGradients/ColorScale/viridis``.
    ///   - missing: The colouring of parts without known values.
    /// - Returns: Colours whose locations are fractions of the length of ``RouteLine`` on that surface; grey if no leg
    ///   was found.
    /// - Complexity: O(*n*) in the vertices.
    public func gradient(
        by coloring: RouteColoring, measuredOn measure: LineMeasure = .greatCircle, scale: ColorScale? = nil,
        missing: MissingValues = .bridged
    ) -> ColorGradient {
        let line = RouteLine(self)
        return gradient(by: coloring, along: line, scale: scale, missing: missing).measured(on: measure, along: line)
    }

    /// A colour for each leg: neighbours are distinguishable with any colour vision, and the order is visible.
    ///
    /// - Parameters:
    ///   - count: The number of legs.
    ///   - isOnDark: Whether the map is dark: the dark end of the scale is then left out, else the yellow one.
    /// - Returns: The colours, in order.
    public static func legColors(_ count: Int, isOnDark: Bool = false) -> [RGBColor] {
        guard count > 0 else { return [] }
        let scale = ColorScale.viridis
        return (0..<count).map {
            let fraction = Double($0) / Double(max(1, count - 1))
            return scale.color(at: isOnDark ? 0.42 + 0.56 * fraction : 0.08 + 0.74 * fraction).rgb
        }
    }

    /// Returns the colours of each leg's own line, for legs that are drawn one by one; nil for a missing leg.
    ///
    /// They are slices of one gradient over the whole route, with one scale for all legs and equal colours where two
    /// meet.
    ///
    /// - SeeAlso: ``gradient(by:measuredOn:scale:missing:)`` for the parameters.
    /// - Complexity: O(*n*) in the vertices.
    public func legGradients(
        by coloring: RouteColoring, measuredOn measure: LineMeasure = .greatCircle, scale: ColorScale? = nil,
        missing: MissingValues = .bridged
    ) -> [ColorGradient?] {
        let line = RouteLine(self)
        let whole = gradient(by: coloring, along: line, scale: scale, missing: missing)
            .measured(on: measure, along: line)
        let locations = line.locations(measuredOn: measure)
        var gradients = [ColorGradient?](repeating: nil, count: legs.count)
        for found in line.foundLegs {
            gradients[found.leg] = whole.slice(
                locations[found.vertices.lowerBound]...locations[found.vertices.upperBound - 1])
        }
        return gradients
    }

    /// The colours by length on the ground, the usual scale, and the values at its ends; nil if none is known. Parts without
    /// values have the colour `gap`.
    package func shades(
        by coloring: RouteColoring, along line: RouteLine, gap: RGBColor
    ) -> (gradient: ColorGradient, scale: ColorScale, range: ClosedRange<Double>?) {
        let gradient = gradient(by: coloring, along: line, missing: .colored(gap))
        guard let known = values(by: coloring) else {
            return (gradient, .viridis, 0...max(0, line.length.value))
        }
        let present = known.values.compactMap { $0.flatMap { $0.isFinite ? $0 : nil } }
        guard let low = present.min(), let high = present.max() else { return (gradient, known.scale, nil) }
        switch known.coloring {
        case .aroundZero: return (gradient, known.scale, -max(-low, high)...max(-low, high))
        case .cyclic(let period): return (gradient, known.scale, 0...period)
        default: return (gradient, known.scale, low...high)
        }
    }

    /// The value of each vertex of the found legs, and its usual colours; nil for progress and legs.
    private func values(
        by coloring: RouteColoring
    ) -> (values: [Double?], scale: ColorScale, coloring: ValueColoring)? {
        /// The values of all vertices; those of a leg may be unknown.
        func eachLeg(_ values: (_ position: Int, Leg, Polyline) -> [Double?]?) -> [Double?] {
            legs.indices.flatMap { position -> [Double?] in
                guard let leg = legs[position].leg else { return [] }
                return values(position, leg, Polyline(leg.coordinates)) ?? leg.coordinates.map { _ in nil }
            }
        }
        switch coloring {
        case .progress, .leg: return nil
        case .speed: return (eachLeg { $1.speeds(along: $2) }, .viridis, .continuous)
        case .elevation:
            return (eachLeg { _, leg, _ in leg.vertices.elevations?.map { $0?.value } }, .viridis, .continuous)
        case .grade:
            return (
                eachLeg { _, leg, line in leg.vertices.elevations.map { line.grades(elevations: $0) } }, .blueOrange,
                .aroundZero
            )
        case .timeOfDay:
            let times = times()
            return (eachLeg { $1.clock(along: $2, from: times[$0]) }, .hours, .cyclic(period: 86_400))
        }
    }

    /// The colours by length on the ground, along the line that was made of this route.
    package func gradient(
        by coloring: RouteColoring, along line: RouteLine, scale: ColorScale? = nil, missing: MissingValues = .bridged
    ) -> ColorGradient {
        if let known = values(by: coloring) {
            return ColorGradient(
                values: known.values, at: line.locations(measuredOn: .greatCircle), measuredOn: .greatCircle,
                scale: scale ?? known.scale, coloring: known.coloring, missing: missing)
        }
        if coloring == .progress { return ColorGradient(progress: scale ?? .viridis) }
        let found = legs.enumerated().compactMap { i, outcome in outcome.leg.map { (index: i, leg: $0) } }
        guard !found.isEmpty else { return ColorGradient(Oklab(MissingValues.grey)) }
        let colors = scale.map { $0.colors(legs.count) } ?? Self.legColors(legs.count).map { Oklab($0) }
        return ColorGradient(
            legLengths: found.map { Polyline($0.leg.coordinates).length() }, colors: found.map { colors[$0.index] })
    }
}

extension ColorGradient {
    /// Returns the gradient with its locations measured on another surface, along its route; as along a polyline, but
    /// missing legs have length zero on either surface.
    ///
    /// - Complexity: O(*n* + *m*) for *n* vertices and *m* stops, including added ones.
    public func measured(on measure: LineMeasure, along line: RouteLine) -> ColorGradient {
        measure == self.measure ? self : measured(by: line.locationMap(to: measure))
    }
}

extension RouteLine {
    /// Converts locations on the line to a measure from the other one.
    func locationMap(to measure: LineMeasure) -> LocationMap {
        LocationMap(Array(vertices), to: measure, locations: locations)
    }
}

extension Leg {
    /// Metres per second at each vertex of its line.
    fileprivate func speeds(along line: Polyline) -> [Double?]? {
        if let speeds = vertices.speeds { return speeds }
        if let times = vertices.times { return line.speeds(times: times) }
        guard let seconds = duration?.inSeconds, seconds > 0 else { return nil }
        return coordinates.map { _ in distance.value / seconds }
    }

    /// Seconds since a midnight in the time zone of the departed stop, at each vertex of its line.
    fileprivate func clock(along line: Polyline, from start: RouteTime) -> [Double?]? {
        guard let departure = start.departure else { return nil }
        // Seconds since a midnight in UTC, plus the offset of the stop's clock.
        let shown = departure.timeIntervalSince1970 + Double(start.timeZone.secondsFromUTC(at: departure))
        if let times = vertices.times { return times.map { $0.map { shown + $0.inSeconds } } }
        return duration.map { duration in line.locations().map { shown + $0 * duration.inSeconds } }
    }
}
