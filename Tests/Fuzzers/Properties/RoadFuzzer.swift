import TestSupport
import WaymarkExtracts
import WaymarkFiles
import WaymarkGeodesy
import WaymarkRoads
import WaymarkRoutes

extension Fuzzer {
    /// `RoadGraph`, `RoadLegs`: whatever the roads of an extract, ways over them are whole, and no shorter than the way between their
    /// ends.
    static let roads = Fuzzer("roads", maxLength: 4096) { bytes in
        guard let graph = try read({ try RoadGraph(MapExtract(PositionedBytes(bytes))) }) else { return }
        for (profile, mode) in graph.profiles.map(\.mode).enumerated() {
            guard let legs = RoadLegs(graph, mode: mode) else { continue }
            let ends = graph.nodes.prefix(6).compactMap(\.coordinate).map { Stop(id: "a", coordinate: $0) }
            let places = ends.map { try? legs.snapped($0) }
            let search = RoadSearch(graph, profile: profile)
            for from in places {
                guard let from else { continue }
                let known = places.compactMap { $0?.place }
                for (to, path) in zip(known, search.paths(from: from.place, to: known)) {
                    guard let path else { continue }
                    try require(path.seconds >= 0 && path.meters >= 0 && path.seconds.isFinite, "a way takes time")
                    let isChain = zip(path.arcs, path.arcs.dropFirst()).allSatisfy {
                        graph.head(of: $0) == graph.tail(of: $1) && graph.seconds[profile][Int($1)] < .infinity
                    }
                    try require(isChain, "a way is a chain of arcs that are travelled")
                    try require(path.arcs.last! >> 1 == to.segment, "it ends where it leads to")
                }
            }
        }
    }
}
