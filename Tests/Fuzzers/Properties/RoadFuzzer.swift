import TestSupport
import WaymarkExtracts
import WaymarkFiles
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRoads
import WaymarkRoutes

extension Fuzzer {
    /// `RoadNetwork`: whatever the roads of an extract, ways over them are whole, and those of a plain search.
    static let roads = Fuzzer("roads", maxLength: 4096) { bytes in
        guard let roads = try read({ try RoadNetwork(MapExtract(PositionedBytes(bytes))) }) else { return }
        let graph = roads.graph
        for profile in graph.profiles.indices {
            let count = min(6, graph.segmentCount)
            let places = (0..<count).map { RoadPlace(segment: $0, fraction: Double($0) / 5) }
                .filter { graph.isUsed(2 * $0.segment, profile) || graph.isUsed(2 * $0.segment + 1, profile) }
            let search = RoadSearch(graph, profile: profile)
            for place in places {
                let start = roads.start([place], profile)
                for (goal, expected) in zip(places, search.paths(from: place, to: places)) {
                    let path = roads.path(from: start, to: roads.goal([goal], profile), profile)
                    try require(path?.weight == expected?.weight, "a way is as light as that of a plain search")
                    guard let path else { continue }
                    let isChain = zip(path.arcs, path.arcs.dropFirst()).allSatisfy {
                        graph.head(of: Int($0)) == graph.tail(of: Int($1)) && graph.isUsed(Int($1), profile)
                    }
                    try require(isChain, "a way is a chain of arcs that are travelled")
                    try require(Int(path.arcs.last!) >> 1 == goal.segment, "it ends where it leads to")
                }
            }
        }
    }
}
