import Foundation
import TestSupport
import Testing
import WaymarkGeodesy

private func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> BoundingBox {
    try! BoundingBox(south: south, west: west, north: north, east: east)
}

@Suite("BoundingBox")
struct BoundingBoxTests {
    @Test("refuses corners that are not places, and a south above its north")
    func refusals() {
        #expect(throws: BoundingBoxError.southWest(.latitudeOutOfRange(-91))) {
            try BoundingBox(south: -91, west: 0, north: 0, east: 0)
        }
        #expect(throws: BoundingBoxError.northEast(.longitudeNotFinite(.nan))) {
            try BoundingBox(south: 0, west: 0, north: 0, east: .nan)
        }
        #expect(throws: BoundingBoxError.southAboveNorth(south: 1, north: 0)) {
            try BoundingBox(south: 1, west: 0, north: 0, east: 0)
        }
        #expect(BoundingBoxError.southAboveNorth(south: 1, north: 0).description == "south 1.0 lies north of north 0.0")
    }

    @Test("contains its edges, crosses the antimeridian and contains poles")
    func contains() {
        let korea = box(33, 124, 39, 132)
        #expect(korea.contains(coordinate(33, 124)) && korea.contains(coordinate(39, 132)))
        #expect(!korea.contains(coordinate(32.999, 124)) && !korea.contains(coordinate(35, 132.001)))
        let fiji = box(-20, 176, -15, -178)
        #expect(fiji.crossesAntimeridian && fiji.longitudeSpan == 6)
        #expect(fiji.contains(coordinate(-17, 180)) && fiji.contains(coordinate(-17, -180)))
        #expect(fiji.contains(coordinate(-17, 177)) && fiji.contains(coordinate(-17, -179)))
        #expect(!fiji.contains(coordinate(-17, 0)))
        let cap = box(80, 10, 90, 20)
        #expect(cap.holdsNorthPole && cap.contains(coordinate(90, -100)) && !cap.contains(coordinate(89, -100)))
        #expect(BoundingBox.world.holdsSouthPole && BoundingBox.world.longitudeSpan == 360)
        // A box that begins at -180 contains places at 180.
        #expect(box(-1, -180, 1, -170).contains(coordinate(0, 180)))
        #expect(box(-1, 170, 1, 180).contains(coordinate(0, -180)))
        #expect(box(-1, 180, 1, -170).contains(coordinate(0, -175)))
    }

    @Test("enclosing places is the smallest that contains them", arguments: Regime.allCases)
    func enclosing(regime: Regime) {
        var generator = SplitMix64(seed: 31)
        for count in [1, 2, 3, 30] {
            let places = regime.points(count, using: &generator)
            guard let box = BoundingBox(enclosing: places) else {
                #expect(places.isEmpty)
                continue
            }
            #expect(places.allSatisfy(box.contains))
            #expect(places.contains { $0.latitude == box.south } && places.contains { $0.latitude == box.north })
            if regime == .antimeridian { #expect(box.longitudeSpan <= 2) }
        }
        #expect(BoundingBox(enclosing: []) == nil)
        #expect(BoundingBox(enclosing: [coordinate(90, 5)])?.contains(coordinate(90, 99)) == true)
    }

    @Test("around a circle contains the circle and touches it", arguments: Regime.allCases)
    func aroundCircle(regime: Regime) {
        var generator = SplitMix64(seed: 32)
        for _ in 0..<200 {
            let question = regime.question(about: [], using: &generator)
            let box = BoundingBox(around: question.center, radius: question.radius)
            let radius = min(question.radius, Sphere.earth.halfCircumference)
            var nearWest = 360.0
            for step in 0..<72 {
                let rim = Sphere.earth.destination(
                    from: question.center, bearing: Double(step) * 5, distance: radius)
                #expect(box.contains(rim), "\(rim) of \(question)")
                nearWest = min(nearWest, abs((rim.longitude - box.west).remainder(dividingBy: 360)))
            }
            if box.longitudeSpan < 360, regime == .korea {
                #expect(nearWest < 0.01 * box.longitudeSpan + 1e-6, "not wider than it need be")
            }
        }
    }

    @Test("intersects exactly the boxes that share a place with it, compared with sampling on a grid")
    func intersects() {
        var generator = SplitMix64(seed: 33)
        let latitudes = [-90.0, -60, 0, 60, 90]
        let longitudes = [-180.0, -120, -60, 0, 60, 120, 180]
        func random() -> BoundingBox {
            let (a, b) = (latitudes.randomElement(using: &generator)!, latitudes.randomElement(using: &generator)!)
            return box(
                min(a, b), longitudes.randomElement(using: &generator)!, max(a, b),
                longitudes.randomElement(using: &generator)!)
        }
        for _ in 0..<2000 {
            let (a, b) = (random(), random())
            var shares = false
            for latitude in stride(from: -90.0, through: 90, by: 30) {
                for longitude in stride(from: -180.0, to: 180, by: 30) {
                    let place = coordinate(latitude, longitude)
                    shares = shares || a.contains(place) && b.contains(place)
                }
            }
            #expect(a.intersects(b) == shares, "\(a) and \(b)")
            #expect(a.intersects(b) == b.intersects(a))
        }
    }

    @Test("is encoded as JSON, and checked in decoding")
    func codable() throws {
        let korea = box(33, 124, 39, 132)
        #expect(try JSONDecoder().decode(BoundingBox.self, from: JSONEncoder().encode(korea)) == korea)
        #expect(throws: BoundingBoxError.self) {
            try JSONDecoder().decode(
                BoundingBox.self, from: Data(#"{"south":2,"west":0,"north":1,"east":0}"#.utf8))
        }
    }
}
