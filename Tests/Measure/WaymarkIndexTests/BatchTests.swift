import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

@Suite("Batches of queries")
struct BatchTests {
    @Test("a batch equals the single lookups, in the given order, for any number of jobs", arguments: Regime.allCases)
    func equalsSingleLookups(regime: Regime) {
        var generator = SplitMix64(seed: 21)
        for count in [0, 1, 40, 1500] {
            let points = regime.points(count, using: &generator)
            let index = PointIndex(points)
            for queries in [0, 1, 2, 63, 64, 65, 700] {
                let questions = (0..<queries).map { _ in regime.question(about: points, using: &generator) }
                let centers = questions.map(\.center)
                let radius = min(questions.last?.radius ?? .zero, count > 1000 ? .kilometers(50) : Meters(.infinity))
                for jobs in [nil, 1, 2, 64] {
                    let within = index.points(within: radius, ofEach: centers, jobs: jobs)
                    #expect(within.map(Array.init) == centers.map { index.points(within: radius, of: $0) })
                    let nearest = index.nearest(toEach: centers, count: 7, jobs: jobs)
                    #expect(nearest.map(Array.init) == centers.map { index.nearest(to: $0, count: 7) })
                }
                let near = index.nearest(toEach: centers, count: 3, within: radius)
                #expect(near.map(Array.init) == centers.map { index.nearest(to: $0, count: 3, within: radius) })
            }
        }
    }

    @Test("no queries, no points, no count")
    func nothing() {
        let seoul = coordinate(37.5665, 126.978)
        #expect(PointIndex([seoul]).points(within: Meters(1), ofEach: []).isEmpty)
        #expect(PointIndex([seoul]).nearest(toEach: [seoul], count: 0).map(\.count) == [0])
        let none = PointIndex([]).points(within: Meters(1), ofEach: [seoul, seoul])
        #expect(none.count == 2 && none.allSatisfy(\.isEmpty))
        #expect(PointIndex([seoul]).points(within: .zero, ofEach: [seoul])[0].first?.index == 0)
    }

    @Test("a radius or a count below zero, and no jobs, are a caller's mistakes")
    func preconditions() async {
        await #expect(processExitsWith: .failure) { _ = PointIndex([]).points(within: Meters(-1), ofEach: []) }
        await #expect(processExitsWith: .failure) { _ = PointIndex([]).points(within: Meters(1), ofEach: [], jobs: 0) }
        await #expect(processExitsWith: .failure) { _ = PointIndex([]).nearest(toEach: [], count: -1) }
        await #expect(processExitsWith: .failure) {
            _ = PointIndex([]).nearest(toEach: [], count: 1, within: Meters(.nan))
        }
    }
}
