import WaymarkGeodesy
import WaymarkRoutes

/// Which stops share a panel with their recommended places: those so close together that one frame shows all places apart.
struct PanelPlan {
    /// Stops, and places recommended for them.
    struct Panel {
        /// Positions of stops, in the order of the route.
        var stops: [Int]
        /// Positions of recommendations, in their order.
        var places: [Int]
        fileprivate var points: [Coordinate]
        fileprivate(set) var box: BoundingBox
        fileprivate var span: Double
        /// The span of the smallest part.
        fileprivate var least: Double
    }

    private(set) var panels: [Panel] = []
    /// Stops without a recommendation.
    private(set) var others: [Int] = []
    /// Whether the panels leave a stop of the route out of sight, so that a map of all stops comes first.
    private(set) var needsOverview = false

    /// The maximum number of places in a panel of one stop; further ones have another panel.
    private static let maxPlaces = 20
    /// The maximum numbers of places and of stops in a panel of several stops.
    private static let (sharedPlaces, sharedStops) = (14, 8)
    /// How much wider a shared panel may be than the widest of its parts, or than 4 km, so that little more is shown smaller.
    private static let stretch = 1.5
    /// How much wider a panel of up to 25 km may be than the smallest of its parts, or than 2 km, so that its places stay apart.
    private static let shrink = 8.0

    /// The plan for recommendations, each for one of `stops`.
    ///
    /// - Complexity: O(*n* log *n*).
    init(_ recommendations: [RouteMap.Recommendation], _ stops: [Coordinate]) {
        var lists: [[Int]] = Array(repeating: [], count: stops.count)
        for (i, place) in recommendations.enumerated() { lists[place.stop].append(i) }
        for (stop, list) in lists.enumerated() {
            if list.isEmpty { others.append(stop) }
            var rest = list[...]
            while !rest.isEmpty {
                add(stop, Array(rest.prefix(Self.maxPlaces)), at: stops[stop], recommendations)
                rest = rest.dropFirst(Self.maxPlaces)
            }
        }
        // Stops without a place join the only panel, if there is room.
        guard panels.count == 1 else {
            needsOverview = panels.count > 1
            return
        }
        let points = panels[0].points + others.map { stops[$0] }
        if let box = BoundingBox(enclosing: points), others.count + panels[0].stops.count <= 2 * Self.sharedStops,
            Self.span(box) <= Self.stretch * max(panels[0].span, 4000)
        {
            panels[0].box = box
        } else {
            needsOverview = true
        }
    }

    private mutating func add(
        _ stop: Int, _ places: [Int], at coordinate: Coordinate, _ recommendations: [RouteMap.Recommendation]
    ) {
        let points = [coordinate] + places.map { recommendations[$0].coordinate }
        guard let box = BoundingBox(enclosing: points) else { return }
        let span = Self.span(box)
        for i in panels.indices.suffix(32) {
            let panel = panels[i]
            guard panel.places.count + places.count <= Self.sharedPlaces, panel.stops.count < Self.sharedStops,
                let shared = BoundingBox(enclosing: panel.points + points)
            else { continue }
            let sharedSpan = Self.span(shared)
            let least = min(panel.least, span)
            guard
                sharedSpan
                    <= max(
                        Self.stretch * max(panel.span, span, 4000), min(Self.shrink * max(least, 2000), 25_000))
            else { continue }
            panels[i] = Panel(
                stops: panel.stops + [stop], places: panel.places + places, points: panel.points + points, box: shared,
                span: sharedSpan, least: least)
            return
        }
        panels.append(Panel(stops: [stop], places: places, points: points, box: box, span: span, least: span))
    }

    /// The longer side of a box, roughly, in metres.
    private static func span(_ box: BoundingBox) -> Double {
        let meters = radians(1) * Sphere.earth.radius.value
        let shrink = sinCos(degrees: (box.south + box.north) / 2).cos
        return meters * max(box.north - box.south, box.longitudeSpan * shrink)
    }
}

extension BoundingBox {
    /// The box grown to the shorter side so that it contains further places.
    func grown(to places: some Sequence<Coordinate>) -> BoundingBox {
        var box = self
        for place in places where !box.contains(place) {
            var (west, east) = (box.west, box.east)
            if !(box.longitudeSpan >= 360), !box.contains(longitude: place.longitude) {
                let (before, after) = (
                    (west - place.longitude + 720).truncatingRemainder(dividingBy: 360),
                    (place.longitude - east + 720).truncatingRemainder(dividingBy: 360)
                )
                if before < after { west = place.longitude } else { east = place.longitude }
            }
            let (south, north) = (min(box.south, place.latitude), max(box.north, place.latitude))
            box = (try? BoundingBox(south: south, west: west, north: north, east: east)) ?? box
        }
        return box
    }
}
