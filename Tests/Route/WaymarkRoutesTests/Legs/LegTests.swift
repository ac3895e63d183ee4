import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Leg")
struct LegTests {
    let seoul: Coordinate
    let busan: Coordinate

    init() throws {
        seoul = try Coordinate(latitude: 37.5547, longitude: 126.9707)
        busan = try Coordinate(latitude: 35.1151, longitude: 129.0415)
    }

    @Test("vertex values have the length of the line")
    func vertexValuesComeOneToAVertex() throws {
        #expect(throws: LegError.invalidLeg(reason: "3 values for 2 vertices")) {
            try Leg(
                coordinates: [seoul, busan], distance: Meters(1), distanceKind: .track, source: "test",
                vertices: Leg.VertexValues(speeds: [1, 2, nil]))
        }
    }

    @Test("an error of a source becomes one outcome")
    func errorsBecomeOutcomes() {
        struct Odd: Error {}
        #expect(LegOutcome(CancellationError()) == .cancelled)
        #expect(LegOutcome(LegError.notFound(reason: "sea")) == .notFound(reason: "sea"))
        #expect(LegOutcome(LegError.timedOut(after: .seconds(5))) == .failed(.timedOut(after: .seconds(5))))
        #expect(LegOutcome(Odd()) == .failed(.other("Odd()")))
    }
}
