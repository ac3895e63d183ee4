import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRegions

@Suite("water between places")
struct WaterBetweenTests {
    /// A box in which places are drawn: south, west, north and east, which may lie beyond 180°.
    private static let boxes: [String: [Double]] = [
        "Jeju": [33.15, 126.1, 33.6, 127], "the south coast": [34.2, 126, 35.3, 129.3],
        "Venice": [45.3, 12.1, 45.6, 12.6],
        "Great Lakes": [41, -90, 49, -76], "the Caspian Sea": [36, 46, 47, 55], "Fiji": [-19, 177, -16, 181],
        "Chukotka": [64, 174, 72, 190], "round the north pole": [75, -180, 90, 180],
        "round the south pole": [-90, -180, -62, 180], "the Earth": [-90, -180, 90, 180],
        "the Sahara": [20, 5, 25, 15],
        "the Pacific": [-45, -140, -35, -110],
    ]

    /// Whether a place is in the sea or in a lake, by the turns of all rings around it.
    private func isWater(_ place: Coordinate) -> Bool {
        var (lands, lakes) = (0, 0)
        // A ring goes only round what is in its box.
        for line in Backdrop.earth.lines
        where line.kind.isRing && line.box.contains(PlanePoint(x: place.longitude, y: place.latitude)) {
            var turns = 0
            for (a, b) in zip(line.points, line.points.dropFirst() + line.points.prefix(1)) {
                let side = (b.x - a.x) * (place.latitude - a.y) - (place.longitude - a.x) * (b.y - a.y)
                if a.y <= place.latitude, b.y > place.latitude, side > 0 { turns += 1 }
                if a.y > place.latitude, b.y <= place.latitude, side < 0 { turns -= 1 }
            }
            if line.kind == .lake { lakes += turns } else { lands += turns }
        }
        return lands <= 0 || lakes > 0
    }

    @Test("is what samples of the great circle say, on any side of the Earth", arguments: boxes.keys.sorted())
    func samples(name: String) throws {
        let box = try #require(Self.boxes[name])
        var generator = SplitMix64(seed: 3)
        let places = (0..<6).map { _ in
            let east = Double.random(in: box[1]...box[3], using: &generator)
            return coordinate(.random(in: box[0]...box[2], using: &generator), east > 180 ? east - 360 : east)
        }
        let water = WaterBetween(places)
        let count = 100
        for (i, start) in places.enumerated() {
            for j in [i, (i + 1) % places.count] {
                let length = Sphere.earth.distance(from: start, to: places[j]).value
                let wet = (0..<count).count { k in
                    isWater(
                        Sphere.earth.interpolate(
                            from: start, to: places[j], fraction: (Double(k) + 0.5) / Double(count)))
                }
                let expected = length * Double(wet) / Double(count)
                let found = water.from(i, to: j).value
                // Each coast is found to half a step; few ways cross more than eight.
                #expect(abs(found - expected) <= length * 4 / Double(count) + 200, "\(start) to \(places[j])")
                #expect(abs(water.from(j, to: i).value - found) <= 0.002 * length + 1, "\(start) to \(places[j])")
            }
        }
    }

    private static let crossings: [(String, [Double], kilometers: ClosedRange<Double>, joins: Bool)] = [
        ("성산 to 우도", [33.4645, 126.935, 33.504, 126.955], 2...3, true),
        ("부산 to 대마도", [35.1028, 129.04, 34.656, 129.47], 47...52, true),
        ("통영 to 거제", [34.8454, 128.4235, 34.8806, 128.6211], 2...3, true),
        ("강화 to 김포", [37.747, 126.485, 37.615, 126.716], 0...0.5, false),
        ("인천 to 영종도", [37.4738, 126.6168, 37.4602, 126.4407], 6...8, true),
        ("남해대교", [34.948, 127.87, 34.939, 127.875], 0.3...1, true),
        ("해운대 to 오륙도", [35.1587, 129.1604, 35.1005, 129.1246], 5...6, false),
        ("제주 to 서귀포", [33.4996, 126.5312, 33.2541, 126.5601], 0...0, false),
        ("Taksim to Kadıköy", [41.037, 28.985, 40.991, 29.027], 4...6, false),
        ("Lausanne to Évian", [46.51, 6.63, 46.40, 6.59], 11...12.5, false),
        // Over the meridian of 180°, which no coast follows.
        ("Chukotka", [66.5, 178, 66.8, -178], 0...20, false),
        ("Taveuni", [-16.87, 179.97, -16.87, -179.95], 0...0.5, false),
        ("서울 to 평양", [37.55, 126.97, 39.03, 125.75], 0...20, false),
        ("the middle of two oceans", [0, -30, -30, 80], 6_000...13_000, true),
    ]

    @Test("tells sounds from bays", arguments: crossings)
    func ways(name: String, ends: [Double], kilometers: ClosedRange<Double>, joins: Bool) {
        let water = WaterBetween([coordinate(ends[0], ends[1]), coordinate(ends[2], ends[3])])
        #expect(kilometers.contains(water.from(0, to: 1).kilometers), "\(name): \(water.from(0, to: 1))")
        #expect(water.joinsLands(0, 1) == joins, "\(name)")
    }

    @Test("is none for one place, on a list of none or one, at poles, and all of a way over the sea")
    func hostile() {
        _ = WaterBetween([Coordinate]())
        let one = WaterBetween([coordinate(90, 0), coordinate(90, 77), coordinate(-90, 0)])
        #expect(one.from(0, to: 0) == .zero && one.from(0, to: 1) == .zero && one.from(2, to: 2) == .zero)
        #expect(!one.joinsLands(0, 0) && !one.joinsLands(2, 2) && one.joinsLands(0, 2))
        let sea = WaterBetween([coordinate(-40, -120), coordinate(-40.1, -120.1)])
        #expect(
            sea.from(0, to: 1) == Sphere.earth.distance(from: coordinate(-40, -120), to: coordinate(-40.1, -120.1)))
        // Vertices of the backdrop are at hundredths of degrees.
        let grid =
            (0...9).map { coordinate(33 + Double($0) / 10, 126.5) } + [coordinate(33.5, 126), coordinate(33.5, 127)]
        let water = WaterBetween(grid)
        for i in grid.indices {
            for j in grid.indices {
                let (there, back) = (water.from(i, to: j).value, water.from(j, to: i).value)
                #expect(abs(there - back) < 1 && there >= 0)
            }
        }
    }

    @Test("of 200 places of an island is found within half a second, pair by pair")
    func time() {
        var generator = SplitMix64(seed: 5)
        let places = (0..<200).map { _ in
            coordinate(.random(in: 33.2...33.55, using: &generator), .random(in: 126.2...126.9, using: &generator))
        }
        _ = Backdrop.earth
        let clock = ContinuousClock()
        let made = clock.measure { _ = WaterBetween(places) }
        let water = WaterBetween(places)
        var sum = 0.0
        let asked = clock.measure {
            for i in 0..<200 { for j in 0..<200 { sum += water.from(i, to: j).value } }
        }
        #expect(made + asked < .milliseconds(500), "made \(made), asked \(asked)")
        #expect(sum > 0)
    }
}
