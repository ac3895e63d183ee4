import WaymarkGeodesy
import WaymarkRegions
import WaymarkRoutes
import WaymarkText

/// The ways between the nodes of a plan that cross water, by the backdrop's land: a guess along straight lines knows neither
/// bridges nor ferries. Sources of roads know them.
struct PlanCrossings: Sendable {
    /// More water than that is not crossed.
    private static let most = Meters.kilometers(1)
    /// A place that the backdrop has in the sea may be on a headland that it lacks.
    private static let mostOfHeadland = Meters.kilometers(2.5)

    private let water: WaterBetween?

    init(_ coordinates: [Coordinate], by source: any LegSource) {
        water = source.distanceKind == .network ? nil : WaterBetween(coordinates)
    }

    /// Whether too much water is between two nodes. On one land the way goes round a bay.
    func isBlocked(_ from: Int, _ to: Int) -> Bool {
        guard let water, water.joinsLands(from, to) else { return false }
        let isAtSea = water.isAtSea(from) || water.isAtSea(to)
        return water.from(from, to: to) > (isAtSea ? Self.mostOfHeadland : Self.most)
    }

    /// The length of the water between two nodes; nil if that is not known.
    func width(_ from: Int, _ to: Int) -> String? {
        water.map { LengthText.of(meters: $0.from(from, to: to).value) }
    }

    /// What is said of a way across water.
    func words(_ from: Int, _ to: Int, _ start: String, _ end: String) -> String {
        "the way from \(start) to \(end) crosses \(width(from, to) ?? "") of water: no bridge or ferry is known without --legs"
    }
}
