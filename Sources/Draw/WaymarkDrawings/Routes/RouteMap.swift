public import WaymarkGeodesy
public import WaymarkGradients
public import WaymarkRoutes
import WaymarkText
import WaymarkTimes

/// Draws a route as an SVG map that needs no map service: numbered stops, the line in the colours of a gradient, places to see,
/// land and sea, meridians and parallels, a scale bar, and a list of the stops.
///
/// ```swift
/// var map = RouteMap(title: "서울에서 제주까지")
/// map.gradient = ColorGradient(progress: .viridis)
/// let svg = map.svg(of: route)
/// ```
///
/// The projection is Mercator; near a pole it is equirectangular or, around one, polar. Great circles are drawn as
/// arcs, and a route over the antimeridian in one piece. A missing leg is a dotted grey line between its stops, a
/// fallback leg is dashed. Recommended places have numbers, and a list with distances and reasons: in one
/// panel, or, under the map of all stops, in a panel for each group of stops that one frame can show. Stops too close to
/// one another share a mark with all their numbers. Names are drawn where they fit; the list has the names of all stops,
/// as far as it reaches.
public struct RouteMap: Sendable {
    /// A place of interest near the route.
    public struct Place: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its coordinate.
        public var coordinate: Coordinate

        /// A place of interest.
        public init(name: String, coordinate: Coordinate) { (self.name, self.coordinate) = (name, coordinate) }
    }

    /// A place recommended for a stop, with a number on the map and a line in the list next to it.
    public struct Recommendation: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its coordinate.
        public var coordinate: Coordinate
        /// The position of the stop in the route.
        public var stop: Int
        /// The distance from the stop.
        public var distance: Meters
        /// Why it is recommended; empty for no reason.
        public var reason: String

        /// A recommended place.
        public init(name: String, coordinate: Coordinate, stop: Int, distance: Meters, reason: String = "") {
            (self.name, self.coordinate, self.stop) = (name, coordinate, stop)
            (self.distance, self.reason) = (distance, reason)
        }
    }

    /// The heading; nil uses the first and the last stop.
    public var title: String?
    /// Colours along the found legs, measured on any surface; nil uses one colour per leg.
    public var gradient: ColorGradient?
    /// The meaning of the colours, for the legend; nil for none.
    public var gradientName: String?
    /// Places of interest; earlier ones are named first.
    public var places: [Place]
    /// The heading of the places.
    public var placesName: String
    /// Recommended places, numbered from 1 in this order, which are all drawn: stops that are close together share a panel.
    public var recommendations: [Recommendation]

    /// A map without places.
    public init(
        title: String? = nil, gradient: ColorGradient? = nil, gradientName: String? = nil, places: [Place] = [],
        placesName: String = "Attractions", recommendations: [Recommendation] = []
    ) {
        self.title = title
        self.gradient = gradient
        self.gradientName = gradientName
        self.places = places
        self.placesName = placesName
        self.recommendations = recommendations
    }

    /// The map of a route; for a route without stops, a page that says so.
    ///
    /// - Returns: An SVG 1.1 document, 1000 units wide. The same route gives the same text.
    /// - Precondition: The stops of ``recommendations`` are stops of the route.
    /// - Complexity: O(*n*) in the vertices; O(*s* *p*) for *s* stops and *p* places.
    public func svg(of route: Route) -> String { svg(of: route, along: RouteLine(route)) }

    /// The same, along the line that was made of the route.
    package func svg(of route: Route, along line: RouteLine) -> String { RouteDrawing(self, route, line).text }
}

extension RouteTotals {
    /// The number of stops, the distance, the duration where no leg is a great circle, and what is missing.
    func summary(stops: Int, recommended: Int) -> String {
        func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var parts = [count(stops, "stop")]
        for kind in Leg.DistanceKind.allCases {
            guard let distance = distances[kind] else { continue }
            let name = kind == .greatCircle ? "great-circle" : kind == .track ? "on tracks" : "on roads and paths"
            parts.append("\(distance.words) \(name)")
        }
        // The time of great-circle legs is a guess by a usual speed, and not said.
        if distances[.greatCircle] == nil, let duration, duration > .zero {
            parts.append(duration.words + " under way")
        }
        if missing > 0 { parts.append("\(count(missing, "leg")) missing") }
        if recommended > 0 { parts.append("\(count(recommended, "place")) recommended") }
        return parts.joined(separator: "  ·  ")
    }
}

extension Meters {
    /// A readable length: `715 m`, `1.3 km`, `12 345 km`.
    var words: String {
        if value < 999.5 { return (DecimalText.of(value, decimals: 0) ?? "?") + " m" }
        let kilometers = value / 1000
        guard let number = DecimalText.of(kilometers, decimals: kilometers < 99.95 ? 1 : 0) else { return "? km" }
        // Thousands are separated by a narrow space.
        guard kilometers >= 9999.5 else { return number + " km" }
        var grouped = ""
        for (i, digit) in number.enumerated() {
            if i > 0, (number.count - i) % 3 == 0 { grouped += "\u{202F}" }
            grouped.append(digit)
        }
        return grouped + " km"
    }
}

extension Duration {
    /// A readable duration: `45 min`, `3 h 5 min`, `2 d 4 h`.
    fileprivate var words: String {
        let minutes = Int(min(inSeconds / 60, 1e12).rounded())
        if minutes < 60 { return "\(minutes) min" }
        let (hours, rest) = (minutes / 60, minutes % 60)
        return hours < 48 ? "\(hours) h \(rest) min" : "\(hours / 24) d \(hours % 24) h"
    }
}
