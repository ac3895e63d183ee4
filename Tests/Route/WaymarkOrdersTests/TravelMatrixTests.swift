import Testing
import WaymarkGeodesy
import WaymarkOrders

@Suite("Travel matrix")
struct TravelMatrixTests {
    @Test("a ragged matrix is refused with its row")
    func refusesRaggedRows() {
        #expect(throws: StopOrderError.raggedMatrix(row: 1, values: 1, expected: 2)) {
            try TravelMatrix(rows: [[0, 1], [2]])
        }
    }

    @Test("an invalid cost is refused with its position", arguments: [-1.0, Double.infinity, -Double.infinity])
    func refusesBadCosts(cost: Double) {
        #expect(throws: StopOrderError.invalidCost(cost, row: 1, column: 2)) {
            try TravelMatrix(rows: [[0, 1, 2], [1, 0, cost], [2, 1, 0]])
        }
    }

    @Test("costs without a finite sum are refused: the length was infinite, and missing in JSON")
    func refusesHugeCosts() throws {
        #expect(throws: StopOrderError.invalidCost(1e308, row: 0, column: 1)) {
            try TravelMatrix(rows: [[0, 1e308], [1e308, 0]])
        }
        let most = TravelMatrix.maxCost
        let order = StopOrder.bestBlocking(
            by: try TravelMatrix(count: 20) { _, _ in most }, ends: .roundTrip(from: 0), effort: .iterations(100))
        #expect(order.length.isFinite && order.lowerBound.isFinite)
    }

    @Test("NaN is refused")
    func refusesNaN() {
        #expect {
            try TravelMatrix(rows: [[0, .nan], [1, 0]])
        } throws: { error in
            "\(error)" == "nan in row 0, column 1 is not a valid cost"
        }
    }

    @Test("the diagonal is ignored")
    func ignoresDiagonal() throws {
        let matrix = try TravelMatrix(rows: [[.nan, 1], [1, -5]])
        #expect(matrix[0, 0] == 0 && matrix[1, 1] == 0 && matrix.isSymmetric && matrix.isIntegral)
        #expect(try !TravelMatrix(rows: [[0, 1], [2, 0]]).isSymmetric)
        #expect(try !TravelMatrix(rows: [[0, 1.5], [1.5, 0]]).isIntegral)
    }

    @Test("seconds are metres divided by speed")
    func dividesBySpeed() throws {
        let places = [try Coordinate(latitude: 0, longitude: 0), try Coordinate(latitude: 0, longitude: 1)]
        let meters = TravelMatrix(distancesBetween: places)[0, 1]
        #expect(meters == Sphere.earth.distance(from: places[0], to: places[1]).value)
        #expect(TravelMatrix(secondsBetween: places, metersPerSecond: 2)[1, 0] == meters / 2)
    }
}
