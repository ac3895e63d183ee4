import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRegions
import WaymarkRoutes

@Suite("Corridors along routes")
struct RouteCorridorTests {
    @Test("a missing leg is not bridged: places along it were in the corridor")
    func missingLeg() throws {
        let places = [coordinate(37, 127), coordinate(37, 128), coordinate(37, 129), coordinate(37, 130)]
        let stops = places.enumerated().map { Stop(id: "\($0)", coordinate: $1) }
        func leg(_ i: Int) throws -> LegOutcome {
            .found(
                try Leg(
                    coordinates: [places[i], places[i + 1]], distance: .zero, distanceKind: .greatCircle, source: "test"
                ))
        }
        let route = Route(stops: stops, legs: [try leg(0), .notFound(reason: "sea"), try leg(2)])
        let index = PointIndex([coordinate(37, 127.5), coordinate(37, 128.5), coordinate(37, 129.25)])
        let corridor = Corridor(along: route, width: .kilometers(5))
        let matches = corridor.points(of: index)
        #expect(matches.map(\.index) == [0, 2] && matches.map(\.line) == [0, 2] && matches.map(\.segment) == [0, 0])
        #expect(!corridor.contains(coordinate(37, 128.5)))
        // Along the found legs, as in the line of the route.
        let line = RouteLine(route)
        let quarter = try #require(line.extent(ofLeg: 2)).lowerBound.value + line.length.value / 8
        #expect(abs(matches[1].along.value - quarter) < 1)
        // A route without legs contains nothing.
        let none = Route(stops: stops, legs: [.cancelled, .cancelled, .cancelled])
        #expect(Corridor(along: none, width: .kilometers(30_000)).points(of: index).isEmpty)
    }
}
