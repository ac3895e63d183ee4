import Testing
import WaymarkExtracts

@Suite struct MapPointTests {
    @Test func pointsOffThePlanetHaveNoCoordinate() throws {
        let seomyeon = MapPoint(longitude: 1_290_590_000, latitude: 351_570_000)
        #expect(try #require(seomyeon.coordinate).latitude == 35.157)
        #expect(MapPoint(longitude: 0, latitude: 900_000_001).coordinate == nil)
        #expect(MapPoint(longitude: 1 << 40, latitude: 0).coordinate == nil)
    }
}
