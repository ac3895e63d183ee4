import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRegions

@Suite("nearest region")
struct NearestRegionTests {
    @Test("follows a parallel where an edge does, not the great circle that bends away from it")
    func parallel() throws {
        // The great circle between the corners passes 2 200 km north of the middle of this edge.
        let set = try regions(collection(polygon("-80 40,80 40,80 50,-80 50,-80 40")))
        let north = try #require(set.nearestRegion(to: coordinate(51, 0), within: .kilometers(200)))
        let degree = Sphere.earth.distance(from: coordinate(50, 0), to: coordinate(51, 0))
        #expect(abs(north.distance.value - degree.value) < 0.001)
        #expect(set.nearestRegion(to: coordinate(51, 0), within: .kilometers(111)) == nil)
        // South of the southern edge the nearest place lies due north.
        let south = try #require(set.nearestRegion(to: coordinate(39, 12.3), within: .kilometers(200)))
        #expect(abs(south.distance.value - degree.value) < 0.001)
    }

    @Test("is found over the antimeridian and around the poles")
    func around() throws {
        let set = try regions(
            collection(polygon("170 -1,179 -1,179 1,170 1,170 -1"), polygon("-170 85,-160 85,-160 86,-170 86,-170 85")))
        let east = try #require(set.nearestRegion(to: coordinate(0, -179.5), within: .kilometers(200)))
        #expect(east.index == 0)
        let expected = Sphere.earth.distance(from: coordinate(0, -179.5), to: coordinate(0, 179))
        #expect(abs(east.distance.value - expected.value) < 0.001)
        let pole = try #require(set.nearestRegion(to: coordinate(90, 0), within: .kilometers(500)))
        #expect(pole.index == 1)
        #expect(
            abs(pole.distance.value - Sphere.earth.distance(from: coordinate(90, 0), to: coordinate(86, 0)).value)
                < 0.001)
        let beyond = try #require(set.nearestRegion(to: coordinate(88, 15), within: .kilometers(800)))
        #expect(beyond.index == 1)
        #expect(set.nearestRegion(to: coordinate(-90, 0), within: .kilometers(20_100))?.index == 0)
    }

    @Test("the tolerance is inclusive, and of equally near regions the first is the answer")
    func ties() throws {
        let set = try regions(
            collection(polygon("1 -1,2 -1,2 1,1 1,1 0,1 -1"), polygon("-1 -1,-2 -1,-2 1,-1 1,-1 0,-1 -1")))
        let place = coordinate(0, 0)
        let degree = Sphere.earth.distance(from: place, to: coordinate(0, 1))
        #expect(set.nearestRegion(to: place, within: .kilometers(112))?.index == 0)
        let match = try #require(set.nearestRegion(to: place, within: .kilometers(112)))
        #expect(set.nearestRegion(to: place, within: match.distance) == match)
        #expect(abs(match.distance.value - degree.value) < 0.001)
        #expect(set.nearestRegion(to: place, within: match.distance - Meters(0.01)) == nil)
        #expect(set.nearestRegion(to: place, within: .zero) == nil)
        #expect(set.nearestRegion(to: coordinate(0, 1), within: .zero)?.distance == .zero)
    }
}
