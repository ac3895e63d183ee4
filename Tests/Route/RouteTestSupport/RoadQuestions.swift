import TestSupport
package import WaymarkRoads
import WaymarkRoutes

/// Questions to roads that may be damaged.
package enum RoadQuestions {
    /// Asks for ways between some places by all modes, with their lines and steps, and for all that is within reach; the answers are
    /// not looked at.
    package static func askAll(of roads: RoadNetwork) {
        let places = [(42.5, 1.5), (42.5012, 1.5018), (42.5004, 1.5011)].map { coordinate($0.0, $0.1) }
        let stops = places.enumerated().map { Stop(id: "\($0)", coordinate: $1) }
        for mode in roads.modes {
            guard let legs = RoadLegs(roads, mode: mode) else { continue }
            for start in stops {
                let reach = legs.reach(from: start.coordinate)
                _ = reach?.lines(within: 60)
                for end in stops {
                    _ = try? legs.steps(from: start, to: end)
                    if let place = legs.snapped(end.coordinate) { _ = reach?.seconds(to: place) }
                }
            }
            _ = legs.nearest(to: places[2], count: 3)
        }
        _ = roads.counts
        _ = roads.customized(for: .driving) { $0.isToll || $0.name == "길" ? 2 : 1 }
    }
}
