import Testing
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkText

@Suite struct MapAreaTests {
    /// Where areas are hard: the antimeridian, a pole, the equator, and an easy place.
    static let places: [(longitude: Int64, latitude: Int64)] = [
        (1_290_590_000, 351_570_000), (1_799_999_000, -170_000_000), (-1_800_000_000, 899_000_000), (0, 0),
    ]

    /// A ring of a star around a place: seen from there, each point lies farther on than the one before.
    static func star(_ place: (longitude: Int64, latitude: Int64), radius: Double, using random: inout SplitMix64)
        -> [MapPoint]
    {
        let count = Int.random(in: 3...40, using: &random)
        let center = try! Coordinate(
            latitude: Double(place.latitude) / 1e7, longitude: Double(place.longitude) / 1e7)
        return (0..<count).map { index in
            let distance = Meters(radius * Double.random(in: 0.1...1, using: &random))
            let point = Sphere.earth.destination(
                from: center, bearing: -360 * Double(index) / Double(count), distance: distance)
            return MapPoint(
                longitude: Int64((point.longitude * 1e7).rounded()), latitude: Int64((point.latitude * 1e7).rounded()))
        }
    }

    /// The area of a star by triangles from its centre to pieces of its edges, each by its three sides.
    static func slowArea(_ ring: [MapPoint], around place: (longitude: Int64, latitude: Int64)) -> Double {
        let sphere = Sphere.earth
        let center = MapPoint(longitude: place.longitude, latitude: place.latitude).coordinate!
        let pieces = 100
        return zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
            let (start, end) = (edge.0.coordinate!, edge.1.coordinate!)
            let east = (end.longitude - start.longitude).remainder(dividingBy: 360)
            let points = (0...pieces).map { piece in
                let fraction = Double(piece) / Double(pieces)
                let longitude = (start.longitude + east * fraction).remainder(dividingBy: 360)
                let latitude = start.latitude + (end.latitude - start.latitude) * fraction
                return try! Coordinate(latitude: latitude, longitude: longitude)
            }
            return zip(points, points.dropFirst()).reduce(sum) { sum, piece in
                let a = sphere.distance(from: center, to: piece.0).value
                let b = sphere.distance(from: piece.0, to: piece.1).value
                let c = sphere.distance(from: piece.1, to: center).value
                let s = (a + b + c) / 2
                return sum + max(0, s * (s - a) * (s - b) * (s - c)).squareRoot()
            }
        }
    }

    @Test(arguments: [0, 1, 3], 1...40 as ClosedRange<UInt64>)
    func areasAreSumsOfTriangles(place: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let place = Self.places[place]
        let ring = Self.star(place, radius: 2000, using: &random)
        let area = try #require(closedWay(ring))
        // Three points may leave the centre outside.
        guard ring.count > 4 else { return }
        let slow = Self.slowArea(ring, around: place)
        #expect(abs(area.areaSquareMeters - slow) <= 1e-6 * slow)
    }

    @Test(arguments: places.indices, 1...60 as ClosedRange<UInt64>)
    func pointsOfStarsLieInside(place: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let radius = [0.05, 3, 200, 20_000][Int(seed % 4)]
        let ring = Self.star(Self.places[place], radius: radius, using: &random)
        guard Set(ring).count > 2, let area = closedWay(ring) else { return }
        let point = area.pointInside
        #expect(area.contains(point))
        #expect(point.coordinate != nil)
        #expect(area.pointInside == point)
    }

    @Test(arguments: places.dropLast().indices) func aSquareIsTheSameEverywhere(place: Int) throws {
        // 200 m around the place; near the pole the square is wide in longitude.
        let place = Self.places[place]
        let center = MapPoint(longitude: place.longitude, latitude: place.latitude).coordinate!
        let ring = [45.0, 315, 225, 135].map { bearing in
            let corner = Sphere.earth.destination(
                from: center, bearing: bearing, distance: Meters(100 * 2.0.squareRoot()))
            return MapPoint(
                longitude: Int64((corner.longitude * 1e7).rounded()), latitude: Int64((corner.latitude * 1e7).rounded())
            )
        }
        let area = try #require(closedWay(ring))
        #expect(abs(area.areaSquareMeters - 40_000) < 5)
        #expect(abs(area.diameter.value - 282.84) < 1.5)
        let point = try #require(area.pointInside.coordinate)
        #expect(Sphere.earth.distance(from: center, to: point) < Meters(3))
        #expect(area.contains(MapPoint(longitude: place.longitude, latitude: place.latitude)))
        #expect(!area.contains(MapPoint(longitude: place.longitude, latitude: place.latitude - 20_000)))
    }

    @Test func aRingAroundThePoleHoldsIt() throws {
        let ring = stride(from: -1_500_000_000, through: 1_500_000_000, by: 600_000_000).map {
            MapPoint(longitude: Int64($0), latitude: 890_000_000)
        }
        let area = try #require(closedWay(ring))
        // 2πR²(1 - sin 89°)
        #expect(abs(area.areaSquareMeters / 3.88421e10 - 1) < 1e-4)
        #expect(area.contains(MapPoint(longitude: 17, latitude: 900_000_000)))
        #expect(!area.contains(MapPoint(longitude: 17, latitude: 880_000_000)))
        #expect(area.contains(area.pointInside))
    }

    @Test func bordersBelongToTheArea() throws {
        let area = try #require(AreaAssembly(gridWays(["outer:00 90 99 09 00", "inner:22 42 44 24 22"])).area)
        func at(_ x: Double, _ y: Double) -> MapPoint {
            MapPoint(
                longitude: 100_000_000 + Int64((x * 1e5).rounded()), latitude: 500_000_000 + Int64((y * 1e5).rounded()))
        }
        for (x, y) in [(0.0, 0.0), (9, 9), (4.5, 0), (0, 3), (2, 2), (4, 3), (1, 1), (5, 2), (5, 4)] {
            #expect(area.contains(at(x, y)), "\(x) \(y)")
        }
        for (x, y) in [(3.0, 3.0), (-0.001, 0), (9.001, 9), (-1, 4), (-1, 0), (2.001, 2.001), (-1, 9), (10, 2)] {
            #expect(!area.contains(at(x, y)), "\(x) \(y)")
        }
    }

    @Test func aPointKeepsToTheMiddleAndOutOfHoles() throws {
        func point(_ ways: [String]) throws -> (Double, Double) {
            let point = try #require(AreaAssembly(gridWays(ways)).area?.pointInside)
            return (Double(point.longitude - 100_000_000) / 1e5, Double(point.latitude - 500_000_000) / 1e5)
        }
        #expect(try point(["x:00 80 82 02 00"]) == (4, 1))
        // A horseshoe, whose centre of gravity lies outside: in the corner of its arms, or in the wide one.
        let (x, y) = try point(["x:00 90 99 69 63 33 39 09 00"])
        #expect(x > 1 && x < 8 && y > 1 && y < 8 && !(x > 3 && x < 6 && y > 3))
        // A ring around a hole: as wide everywhere.
        let around = try point(["outer:00 90 99 09 00", "inner:33 63 66 36 33"])
        #expect(max(abs(around.0 - 4.5), abs(around.1 - 4.5)) > 2.5)
    }

    @Test func areasWithoutWidthHaveAPointOnTheirBorder() throws {
        let line = [0, 30_000, 70_000].map { MapPoint(longitude: $0, latitude: 2 * $0) }
        let flat = try #require(closedWay(line))
        #expect(flat.areaSquareMeters < 0.001)
        #expect(flat.contains(flat.pointInside))
        #expect(abs(flat.diameter.value - 1740) < 10)
        // One unit high.
        let thin = try #require(
            closedWay([(0, 0), (100_000, 0), (100_000, 1), (0, 1)].map { MapPoint(longitude: $0, latitude: $1) }))
        #expect(thin.contains(thin.pointInside))
        // A bow tie crosses itself without a node.
        let tie = try #require(
            closedWay(
                [(0, 0), (10_000, 10_000), (10_000, 0), (0, 10_000)].map { MapPoint(longitude: $0, latitude: $1) }))
        #expect(tie.contains(tie.pointInside))
        #expect(!tie.contains(MapPoint(longitude: 5000, latitude: 1000)))
    }

    @Test func middlesOfLinesLieHalfway() throws {
        func line(_ points: [(Int64, Int64)]) -> [MapPoint] { points.map { MapPoint(longitude: $0, latitude: $1) } }
        #expect(MapPoint.middle(of: []) == nil)
        #expect(MapPoint.middle(of: line([(5, 7)])) == MapPoint(longitude: 5, latitude: 7))
        #expect(MapPoint.middle(of: line([(5, 7), (5, 7)])) == MapPoint(longitude: 5, latitude: 7))
        #expect(
            MapPoint.middle(of: line([(0, 0), (1000, 0), (1000, 0), (1000, 3000)]))
                == MapPoint(longitude: 1000, latitude: 1000))
        let crossing = try #require(MapPoint.middle(of: line([(1_799_990_000, 0), (-1_799_970_000, 0)])))
        #expect(crossing == MapPoint(longitude: -1_799_990_000, latitude: 0))
    }

    @Test(arguments: places.indices, 1...20 as ClosedRange<UInt64>)
    func diametersAreThoseOfAllPairs(place: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let points = Self.star(Self.places[place], radius: 5000, using: &random)
        var longest = Meters.zero
        for a in points {
            for b in points {
                longest = max(longest, Sphere.earth.distance(from: a.coordinate!, to: b.coordinate!))
            }
        }
        let diameter = MapPoint.diameter(of: points)
        #expect(diameter <= longest && diameter >= longest * 0.99)
        #expect(MapPoint.diameter(of: []) == .zero && MapPoint.diameter(of: [points[0]]) == .zero)
    }
}
