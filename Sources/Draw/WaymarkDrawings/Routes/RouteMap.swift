public import WaymarkGeodesy
public import WaymarkGradients
public import WaymarkRoutes

/// Draws a route as an SVG map that needs no map service: numbered stops, the line in the colours of a gradient, places to see,
/// meridians and parallels, a scale bar, and a list of the stops.
///
/// ```swift
/// var map = RouteMap(title: "서울에서 제주까지")
/// map.gradient = ColorGradient(progress: .viridis)
/// let svg = map.svg(of: route)
/// ```
///
/// The map is Mercator's; towards a pole it is equirectangular or, round one, polar. Great circles are drawn as the arcs they
/// are, and a route over the antimeridian in one piece. A missing leg is a dotted grey line between its stops, a leg that
/// stands in for another is dashed. Stops too near one another to be told apart share a mark that has all their numbers.
/// Names stand where there is room for them; those of all stops are in the list, as far as it reaches.
public struct RouteMap: Sendable {
    /// A place that is worth seeing, beside the route.
    public struct Place: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// Where it is.
        public var coordinate: Coordinate

        /// A place to see.
        public init(name: String, coordinate: Coordinate) { (self.name, self.coordinate) = (name, coordinate) }
    }

    /// The heading; nil is the first stop and the last.
    public var title: String?
    /// Colours along the found legs, measured on whatever surface; nil is a colour for each leg.
    public var gradient: ColorGradient?
    /// What the colours mean, for the legend; nil where that need not be said.
    public var gradientName: String?
    /// Places to see; those that come first are named first.
    public var places: [Place]
    /// What the places are called together.
    public var placesName: String

    /// A map without places.
    public init(
        title: String? = nil, gradient: ColorGradient? = nil, gradientName: String? = nil, places: [Place] = [],
        placesName: String = "Attractions"
    ) {
        self.title = title
        self.gradient = gradient
        self.gradientName = gradientName
        self.places = places
        self.placesName = placesName
    }

    /// The map of a route; of one without a stop, a page that says so.
    ///
    /// - Returns: An SVG 1.1 document, 1000 units wide. The same route gives the same text.
    /// - Complexity: O(*n*) in the vertices; O(*s* *p*) for *s* stops and *p* places.
    public func svg(of route: Route) -> String { svg(of: route, along: RouteLine(route)) }

    /// The same, along the line that was made of the route.
    package func svg(of route: Route, along line: RouteLine) -> String { RouteDrawing(self, route, line).text }
}
