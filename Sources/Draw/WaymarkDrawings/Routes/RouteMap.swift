public import WaymarkGeodesy
public import WaymarkGradients
public import WaymarkGround
public import WaymarkRegions
public import WaymarkRoutes

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
/// fallback leg is dashed. Legs there and back on one way are drawn side by side, with arrows. Recommended places have numbers, and a list with distances and reasons: in one
/// panel, or, under the map of all stops, in a panel for each group of stops that one frame can show. Visits of one
/// place share a mark with all their numbers, and a crowded mark stands aside, with a line to its place; a crowded
/// part of at least four places is drawn once more, larger, as an inset below the map. Names are drawn where they fit; the
/// list has the names of up to 10 000 stops, and the page grows with it. Above 400 stops, those without room for a number are dots, above 1500 all but the first and the last, and the legend says how many.
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

        /// The name without what stands in parentheses behind it, as the map has it.
        var ownName: String {
            let own = name.prefix { $0 != "(" }
            return own.isEmpty ? name : String(own.last == " " ? own.dropLast() : own)
        }

        /// A recommended place.
        public init(name: String, coordinate: Coordinate, stop: Int, distance: Meters, reason: String = "") {
            (self.name, self.coordinate, self.stop) = (name, coordinate, stop)
            (self.distance, self.reason) = (distance, reason)
        }
    }

    /// The heading; nil uses the first and the last stop.
    public var title: String?
    /// What the colours along the legs show, with a legend and its unit; parts without values are grey. Nil uses
    /// ``gradient``.
    public var coloring: RouteColoring?
    /// Colours along the found legs, measured on any surface; nil uses one colour per leg.
    public var gradient: ColorGradient?
    /// The meaning of the colours of ``gradient``, for the legend; nil for the way from start to end.
    public var gradientName: String?
    /// Places of interest; earlier ones are named first.
    public var places: [Place]
    /// The heading of the places; nil for one in the language of the map.
    public var placesName: String?
    /// When each stop is visited, in the list: `09:30–10:15`; fewer than stops for those that have none.
    public var times: [String] = []
    /// What is on the way to a stop, by its position, in the list: `lunch 12:00–13:00`.
    public var wayNotes: [Int: String] = [:]
    /// Recommended places, numbered from 1 in this order, which are all drawn: stops that are close together share a panel.
    public var recommendations: [Recommendation]
    /// Other places to see, drawn as faint marks in the panels of recommendations.
    public var surroundings: [Coordinate] = []
    /// Regions whose borders are drawn in the panels of recommendations; nil for none.
    public var borders: RegionSet?
    /// The ground under the map: streets, water, green; nil for land and sea alone.
    public var ground: Ground?
    /// Whom the places and the ground on the map are from, at the foot of the page; nil for nobody.
    public var attribution: String?
    /// Whether the map is for a dark page.
    public var isDark = false
    /// The language of the words on the map, beside the names and reasons that are given.
    public var language: Language

    /// A map without places.
    public init(
        title: String? = nil, gradient: ColorGradient? = nil, gradientName: String? = nil, places: [Place] = [],
        placesName: String? = nil, recommendations: [Recommendation] = [],
        language: Language = .english
    ) {
        self.title = title
        self.gradient = gradient
        self.gradientName = gradientName
        self.places = places
        self.placesName = placesName
        self.recommendations = recommendations
        self.language = language
    }

    /// The map of a route; for a route without stops, a page that says so.
    ///
    /// - Returns: An SVG 1.1 document, 1000 units wide. The same route gives the same text.
    /// - Precondition: The stops of ``recommendations`` are stops of the route.
    /// - Complexity: O(*n*) in the vertices; O(*s* *p*) for *s* stops and *p* places.
    public func svg(of route: Route) -> String { svg(of: route, along: RouteLine(route)) }

    /// The map of several trips, each in a colour of its own, with a list for each.
    ///
    /// Without a ``gradient``, lines have the colours of their trips. Trips without stops are left out; of one trip the map is
    /// that of its route. Recommendations are not drawn.
    ///
    /// - Complexity: As for one route.
    public func svg(of trips: [(name: String, route: Route)]) -> String {
        var map = self
        map.recommendations = []
        return RouteDrawing(map, trips: trips).text
    }

    /// The same, along the line that was made of the route.
    package func svg(of route: Route, along line: RouteLine) -> String { RouteDrawing(self, route, line).text }
}

extension RouteMap {
    var colors: DrawingColors { .of(isDark: isDark) }
    var groundStyle: GroundStyle { .of(isDark: isDark) }
}
