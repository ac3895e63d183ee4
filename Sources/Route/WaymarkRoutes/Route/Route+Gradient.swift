import WaymarkGeodesy
public import WaymarkGradients
import WaymarkPolylines
import WaymarkTimes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a route can be coloured by.
public enum RouteColoring: String, Hashable, Sendable, CaseIterable {
    /// A colour for each leg.
    case leg
    /// How far one has come.
    case progress
    /// Metres a second: as the legs have it, from their times, or from their durations.
    case speed
    /// Rise over run, smoothed over 100 m.
    case grade
    /// Height above sea level.
    case elevation
    /// The hour on the clock of the stop that was left last.
    case timeOfDay
}

extension Route {
    /// The colours along the found legs, laid end to end as in ``RouteLine``.
    ///
    /// Where a leg says nothing of what is asked for, the colours bridge what is known before and behind it, and
    /// `ColorGradient.missing` tells which part that is; a leg that was not found has no length on the line. Grades are spread
    /// evenly to both sides of level ground.
    ///
    /// - Parameters:
    ///   - coloring: What the colours mean. It is the same at each place of the route, whatever the surface: progress, for
    ///     one, is that on the ground.
    ///   - measure: What the gradient's locations are fractions of: `.webMercator` for MapLibre, Mapbox and MapKit.
    ///   - scale: The colours; nil for usual ones: ``/WaymarkGradients/ColorScale/blueOrange`` for grades,
    ///     ``/WaymarkGradients/ColorScale/hours`` for the time of day, else ``/WaymarkGradients/ColorScale/viridis``.
    ///   - missing: How parts are coloured of which nothing is known.
    /// - Returns: Colours whose locations are fractions of the length of ``RouteLine`` on that surface; grey where no leg was
    ///   found.
    /// - Complexity: O(*n*) in the vertices.
    public func gradient(
        by coloring: RouteColoring, measuredOn measure: LineMeasure = .greatCircle, scale: ColorScale? = nil,
        missing: MissingValues = .bridged
    ) -> ColorGradient {
        let line = RouteLine(self)
        return gradient(by: coloring, along: line, scale, missing).measured(on: measure, along: line)
    }

    /// A colour for each leg: neighbours look different to any eye, and the order shows.
    public static func legColors(_ count: Int) -> [RGBColor] {
        // Yellow at the end of the scale would not be seen on a light map.
        guard count > 0 else { return [] }
        let scale = ColorScale.viridis
        return (0..<count).map { scale.color(at: 0.08 + 0.74 * Double($0) / Double(max(1, count - 1))).rgb }
    }

    /// Returns the colours of each leg's own line, for legs that are drawn one by one; nil for a leg that was not found.
    ///
    /// They are the parts of one gradient over the whole route: one scale for all legs, and the same colour where two meet.
    ///
    /// - SeeAlso: ``gradient(by:measuredOn:scale:missing:)`` for the parameters.
    /// - Complexity: O(*n*) in the vertices.
    public func legGradients(
        by coloring: RouteColoring, measuredOn measure: LineMeasure = .greatCircle, scale: ColorScale? = nil,
        missing: MissingValues = .bridged
    ) -> [ColorGradient?] {
        let line = RouteLine(self)
        let whole = gradient(by: coloring, along: line, scale, missing).measured(on: measure, along: line)
        let locations = line.locations(measuredOn: measure)
        var gradients = [ColorGradient?](repeating: nil, count: legs.count)
        for part in line.parts {
            gradients[part.leg] = whole.slice(
                locations[part.vertices.lowerBound]...locations[part.vertices.upperBound - 1])
        }
        return gradients
    }

    /// The colours by length on the ground.
    private func gradient(
        by coloring: RouteColoring, along line: RouteLine, _ scale: ColorScale?, _ missing: MissingValues
    ) -> ColorGradient {
        func gradient(
            _ values: [Double?], _ usual: ColorScale, _ coloring: ValueColoring = .continuous
        ) -> ColorGradient {
            ColorGradient(
                values: values, at: line.locations(measuredOn: .greatCircle), measuredOn: .greatCircle,
                scale: scale ?? usual, coloring: coloring, missing: missing)
        }
        let found = legs.enumerated().compactMap { i, outcome in outcome.leg.map { (index: i, leg: $0) } }
        let lines = found.map { Polyline($0.leg.coordinates) }
        switch coloring {
        case .progress: return ColorGradient(progress: scale ?? .viridis)
        case .leg:
            guard !found.isEmpty else { return ColorGradient(Oklab(MissingValues.grey)) }
            let colors = scale.map { $0.colors(legs.count) } ?? Self.legColors(legs.count).map { Oklab($0) }
            return ColorGradient(legLengths: lines.map { $0.length() }, colors: found.map { colors[$0.index] })
        case .speed: return gradient(zip(found, lines).flatMap { $0.leg.speeds(along: $1) }, .viridis)
        case .elevation:
            return gradient(
                found.flatMap { leg in
                    leg.leg.vertices.elevations.map { $0.map { $0?.value } } ?? leg.leg.coordinates.map { _ in nil }
                }, .viridis)
        case .grade:
            let grades = zip(found, lines).flatMap { found, line in
                found.leg.vertices.elevations.map { line.grades(elevations: $0) } ?? line.coordinates.map { _ in nil }
            }
            return gradient(grades, .blueOrange, .aroundZero)
        case .timeOfDay:
            let times = times()
            let clocks = zip(found, lines).flatMap { found, line in
                found.leg.clock(along: line, from: times[found.index])
            }
            return gradient(clocks, .hours, .cyclic(period: 86_400))
        }
    }
}

extension ColorGradient {
    /// Returns the gradient with its locations measured on another surface, along the route it was made for; as along a
    /// polyline, only that missing legs have no length on either.
    ///
    /// - Complexity: O(*n* + *m*) for *n* vertices and *m* stops, and those that are added.
    public func measured(on measure: LineMeasure, along line: RouteLine) -> ColorGradient {
        measure == self.measure ? self : measured(by: line.locationMap(to: measure))
    }
}

extension RouteLine {
    /// Where places of the line are by a measure, given where they are by the other.
    func locationMap(to measure: LineMeasure) -> LocationMap {
        LocationMap(Array(vertices), to: measure, locations: locations)
    }
}

extension Leg {
    /// Metres a second at each vertex of its line.
    fileprivate func speeds(along line: Polyline) -> [Double?] {
        if let speeds = vertices.speeds { return speeds }
        if let times = vertices.times { return line.speeds(times: times) }
        let seconds = duration.map { $0.inSeconds } ?? 0
        let speed = seconds > 0 ? distance.value / seconds : nil
        return coordinates.map { _ in speed }
    }

    /// Seconds since a midnight, on the clock of the stop that is left, at each vertex of its line.
    fileprivate func clock(along line: Polyline, from start: RouteTime) -> [Double?] {
        guard let departure = start.departure else { return coordinates.map { _ in nil } }
        // Seconds since a midnight in Greenwich, and what clocks show besides.
        let shown = departure.timeIntervalSince1970 + Double(start.timeZone.secondsFromUTC(at: departure))
        if let times = vertices.times { return times.map { $0.map { shown + $0.inSeconds } } }
        guard let duration else { return coordinates.map { _ in nil } }
        return line.locations().map { shown + $0 * duration.inSeconds }
    }
}
