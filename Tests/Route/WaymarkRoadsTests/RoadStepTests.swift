import TestSupport
import Testing
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkRoads
import WaymarkRoutes

@Suite("Steps of ways")
struct RoadStepTests {
    /// The steps from near one node to near another, as sentences.
    private func sentences(
        _ text: String, _ from: (Double, Double), _ to: (Double, Double), _ language: RoadStep.Language = .english,
        mode: TravelMode = .driving
    ) throws -> [String] {
        let legs = try #require(RoadLegs(RoadMap(text).network, mode: mode))
        let steps = try legs.steps(
            from: Stop(id: "a", coordinate: coordinate(from.0, from.1)),
            to: Stop(id: "b", coordinate: coordinate(to.0, to.1)))
        return steps.map { $0.text(language) }
    }

    /// A crossing of two streets, one of which ends at another.
    private static let streets = """
        a-----b-----c
              |
              |
              d
              |
        e-----f-----g

        abc highway=residential name=Main~Street name:ko=중앙로
        bdf highway=residential name=Side~Lane name:ko=옆길
        efg highway=residential name=End~Road name:ko=끝길
        """

    @Test func turnsAndStreets() throws {
        let (start, end) = ((42.5, 1.5004), (42.4975, 1.5004))
        #expect(
            try sentences(Self.streets, start, end) == [
                "Head east on Main Street", "Turn right onto Side Lane",
                "At the end of the road turn right onto End Road", "Arrive at your destination",
            ])
        #expect(
            try sentences(Self.streets, start, end, .korean) == [
                "중앙로를 따라 동쪽으로 출발합니다", "옆길로 우회전합니다", "길 끝에서 끝길로 우회전합니다", "목적지에 도착합니다",
            ])
        // Straight on needs no word; the stop is beside the street.
        #expect(
            try sentences(Self.streets, start, (42.50005, 1.5044)) == [
                "Head east on Main Street", "Arrive at your destination, on the left",
            ])
    }

    @Test func roundabouts() throws {
        let map = """
                 n
                 |
              h--i--j
              |     |
            w-k     l-e
              |     |
              o--p--q
                 |
                 s

            pqljihkop highway=residential junction=roundabout
            wk highway=residential name=West
            sp highway=residential name=South
            le highway=residential name=East
            in highway=residential name=North
            """
        let steps = try sentences(map, (42.4967, 1.5020), (42.5, 1.5020))
        #expect(
            steps == [
                "Head north on South", "At the roundabout take the 2nd exit onto North",
                "Leave the roundabout onto North", "Arrive at your destination",
            ])
    }

    @Test func ferries() throws {
        let map = """
            x--a-----b--y

            xa highway=residential name=Quay
            ab route=ferry name=Line~1 duration=0:30
            by highway=residential name=Shore
            """
        #expect(
            try sentences(map, (42.5, 1.5001), (42.5, 1.5045)) == [
                "Head east on Quay", "Take the ferry Line 1", "Leave the ferry and go on along Shore",
                "Arrive at your destination",
            ])
    }

    @Test("steps add up to the leg", .enabled(if: SharedData.hasExtracts, "the folder shared/osm is absent"))
    func sums() async throws {
        let roads = try RoadNetwork(
            MapExtract(contentsOf: SharedData.extracts.appending(path: "monaco.osm.pbf").path), jobs: 2)
        var generator = SplitMix64(seed: 2)
        func stop() -> Stop {
            Stop(
                id: "a",
                coordinate: coordinate(
                    .random(in: 43.725...43.75, using: &generator), .random(in: 7.41...7.435, using: &generator)))
        }
        var found = 0
        for mode in roads.modes {
            let legs = try #require(RoadLegs(roads, mode: mode))
            for _ in 0..<60 {
                let (from, to) = (stop(), stop())
                guard let leg = try? await legs.leg(from: from, to: to) else { continue }
                let steps = try legs.steps(from: from, to: to)
                #expect(steps.first?.kind == .depart && steps.last?.kind == .arrive)
                let (meters, seconds) = (
                    steps.reduce(0) { $0 + $1.distance.value }, steps.reduce(0) { $0 + $1.duration / .seconds(1) }
                )
                #expect(abs(meters - leg.distance.value) < 0.01 && abs(seconds - leg.duration! / .seconds(1)) < 0.011)
                var line: [Coordinate] = []
                for step in steps { line += step.line.drop { $0 == line.last } }
                #expect(line == leg.coordinates)
                for step in steps {
                    for junction in step.junctions {
                        #expect(junction.bearings == junction.bearings.sorted())
                        #expect(junction.to.map { junction.entries[$0] } ?? true)
                    }
                    #expect(!step.text(.korean).isEmpty && !step.text(.english).contains("  "))
                }
                found += 1
            }
        }
        #expect(found > 100)
    }
}
