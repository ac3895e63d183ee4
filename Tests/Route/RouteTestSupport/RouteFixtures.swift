import TestSupport
import WaymarkGeodesy
import WaymarkRoutes

/// A leg through places, with the length of its line.
public func leg(
    _ coordinates: [Coordinate], kind: Leg.DistanceKind = .track, seconds: Double? = nil, isFallback: Bool = false,
    vertices: Leg.VertexValues = .init()
) -> Leg {
    let length = zip(coordinates, coordinates.dropFirst()).reduce(0) {
        $0 + Sphere.earth.distance(from: $1.0, to: $1.1).value
    }
    return try! Leg(
        coordinates: coordinates, distance: Meters(length), distanceKind: kind,
        duration: seconds.map { .milliseconds($0 * 1000) }, source: "test", isFallback: isFallback, vertices: vertices)
}

/// A stop with its number, from 1, as name.
public func stop(_ number: Int, _ coordinate: Coordinate, name: String = "") -> Stop {
    Stop(id: "s\(number)", name: name, coordinate: coordinate)
}

/// A route through places, with a straight leg from each to the next, except for missing ones.
public func route(over places: [Coordinate], missing: Set<Int> = []) -> Route {
    Route(
        stops: places.enumerated().map { stop($0 + 1, $1) },
        legs: zip(places, places.dropFirst()).enumerated().map {
            missing.contains($0) ? .notFound(reason: "sea") : .found(leg([$1.0, $1.1], kind: .greatCircle))
        })
}

extension Regime {
    /// A route of up to `count` legs among places of this kind: legs of one vertex and of many, repeated vertices, missing legs.
    public func route(_ count: Int, using generator: inout SplitMix64) -> Route {
        let places = points(count * 4, using: &generator)
        guard var place = places.first else { return Route(stops: [], legs: []) }
        var stops = [stop(1, place)]
        var legs: [LegOutcome] = []
        for i in 0..<Int.random(in: 0...count, using: &generator) {
            var line = [place]
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                place = Bool.random(using: &generator) ? places.randomElement(using: &generator)! : place
                line.append(place)
            }
            stops.append(stop(i + 2, place))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: legs.append(.notFound(reason: "no road"))
            case 1: legs.append(.failed(.unavailable(reason: "down")))
            default: legs.append(.found(leg(line)))
            }
        }
        return Route(stops: stops, legs: legs)
    }
}
