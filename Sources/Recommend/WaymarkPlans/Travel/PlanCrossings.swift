import WaymarkGeodesy
import WaymarkRoutes
import WaymarkText

/// The ways between the nodes of a plan that cross water, by the packed land: a guess along straight lines knows neither bridges
/// nor ferries.
struct PlanCrossings {
    private let coordinates: [Coordinate]
    private let isGuessed: Bool

    init(_ coordinates: [Coordinate], by source: any LegSource) {
        (self.coordinates, isGuessed) = (coordinates, source.distanceKind != .network)
    }

    /// Whether too much water is between two nodes.
    func isBlocked(_ from: Int, _ to: Int) -> Bool { false }

    /// What is said of a way across water.
    func words(_ from: Int, _ to: Int, _ start: String, _ end: String) -> String {
        "no way from \(start) to \(end) is known but across water"
    }
}
