import Foundation
import TestSupport
import Testing
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkRoads
import WaymarkRoutes

@Suite("Roads shared by tasks")
struct RoadConcurrencyTests {
    @Test("eight tasks find the ways, the steps and the reach that one finds")
    func tasks() async throws {
        let extract = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path
        let legs = try #require(RoadLegs(RoadNetwork(MapExtract(contentsOf: extract), jobs: 2), mode: .driving))
        let stops = (0..<12).map { number in
            Stop(
                id: "\(number)",
                coordinate: coordinate(35.150 + Double(number % 4) * 0.004, 129.052 + Double(number / 4) * 0.005))
        }
        @Sendable func answers() async throws -> [String] {
            var all: [String] = []
            for start in stops {
                let reach = legs.reach(from: start.coordinate)
                for end in stops {
                    let leg = try? await legs.leg(from: start, to: end)
                    let steps = (try? legs.steps(from: start, to: end)) ?? []
                    let seconds = legs.snapped(end.coordinate).flatMap { reach?.seconds(to: $0) }
                    all.append("\(leg?.distance.value ?? -1) \(steps.count) \(seconds ?? -1)")
                }
            }
            let costs = try await legs.costs(from: stops, to: stops, by: .duration) ?? []
            return all + costs.map { "\($0)" }
        }
        let expected = try await answers()
        #expect(Set(expected).count > 60)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await answers() == expected } }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}
