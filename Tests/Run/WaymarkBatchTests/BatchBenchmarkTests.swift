import Testing
import WaymarkBatch
import WaymarkGeodesy

@Suite("BatchBenchmark")
struct BatchBenchmarkTests {
    @Test("the generated data is always the same, in Korea and in clusters")
    func sample() {
        let (a, b) = (
            BatchBenchmark.sample(attractions: 2000, stops: 50), BatchBenchmark.sample(attractions: 2000, stops: 50)
        )
        #expect(a.catalog.attractions == b.catalog.attractions && a.stops == b.stops)
        #expect(a.catalog.attractions.count == 2000 && a.stops.count == 50)
        #expect(a.stops.allSatisfy { (28...43).contains($0.latitude) && (121...134).contains($0.longitude) })
        let seoul = a.catalog.index.countOfPoints(within: .kilometers(20), of: a.stops[0])
        #expect(seoul > 2, "places stand in clusters")
    }
}
