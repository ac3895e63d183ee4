import Foundation
import TestSupport
import Testing
import WaymarkGeodesy

@Suite("Coordinate")
struct CoordinateTests {
    @Test(
        "refuses what is not a place, with the value and the reason",
        arguments: [
            (Double.nan, 0, CoordinateError.latitudeNotFinite(.nan), "latitude nan is not a finite number"),
            (.infinity, 0, .latitudeNotFinite(.infinity), "latitude inf is not a finite number"),
            (91, 0, .latitudeOutOfRange(91), "latitude 91.0 is outside -90...90"),
            (
                (-90.0).nextDown, 0, .latitudeOutOfRange((-90.0).nextDown),
                "latitude -90.00000000000001 is outside -90...90"
            ),
            (0, .nan, .longitudeNotFinite(.nan), "longitude nan is not a finite number"),
            (0, -.infinity, .longitudeNotFinite(-.infinity), "longitude -inf is not a finite number"),
            (0, 180.0.nextUp, .longitudeOutOfRange(180.0.nextUp), "longitude 180.00000000000003 is outside -180...180"),
        ] as [(Double, Double, CoordinateError, String)])
    func refusals(latitude: Double, longitude: Double, error: CoordinateError, text: String) {
        #expect(throws: error) { try Coordinate(latitude: latitude, longitude: longitude) }
        #expect(error.description == text)
    }

    @Test("accepts the limits, and 180 and -180 are the same place")
    func edges() throws {
        _ = try Coordinate(latitude: 90, longitude: 180)
        _ = try Coordinate(latitude: -90, longitude: -180)
        let (west, east) = (coordinate(10, -180), coordinate(10, 180))
        #expect(west == east)
        #expect(west.hashValue == east.hashValue)
        #expect(west.longitude == 180)
        #expect(coordinate(0, -0.0) == coordinate(0, 0))
    }

    @Test("lists report the position of the first invalid pair")
    func lists() throws {
        #expect(throws: CoordinateListError.invalid(position: 1, .latitudeOutOfRange(95))) {
            try Coordinate.list(latitudes: [1, 95, 96], longitudes: [1, 2, 3])
        }
        #expect(throws: CoordinateListError.countsDiffer(latitudes: 2, longitudes: 1)) {
            try Coordinate.list(latitudes: [1, 2], longitudes: [1])
        }
        #expect(try Coordinate.list(latitudes: [1, 2], longitudes: [3, 4]) == [coordinate(1, 3), coordinate(2, 4)])
        #expect(CoordinateListError.invalid(position: 1, .latitudeOutOfRange(95)).description.hasPrefix("position 1: "))
    }

    @Test("is encoded as JSON, and checked in decoding")
    func codable() throws {
        let place = coordinate(37.5, 127)
        #expect(try JSONDecoder().decode(Coordinate.self, from: JSONEncoder().encode(place)) == place)
        #expect(throws: CoordinateError.latitudeOutOfRange(91)) {
            try JSONDecoder().decode(Coordinate.self, from: Data(#"{"latitude":91,"longitude":0}"#.utf8))
        }
        #expect(try JSONDecoder().decode([Meters].self, from: Data("[1.5]".utf8)) == [Meters(1.5)])
    }
}

@Suite("Meters")
struct MetersTests {
    @Test("converts kilometres and miles, and adds lengths")
    func units() {
        #expect(Meters.kilometers(10) == Meters(10_000))
        #expect(Meters.miles(1) == Meters(1609.344))
        #expect(Meters(2500).kilometers == 2.5)
        #expect(Meters(1) + Meters(2) - Meters(0.5) == Meters(2.5))
        #expect(Meters(3) * 2 == Meters(6))
        #expect(Meters(3) / Meters(2) == 1.5)
        #expect(Meters(1) < Meters(2))
        #expect(Meters(1.5).description == "1.5 m")
    }
}

@Suite("UnitVector")
struct UnitVectorTests {
    @Test("has length 1 and converts back to its place", arguments: Regime.allCases)
    func roundTrip(regime: Regime) {
        var generator = SplitMix64(seed: 21)
        for place in regime.points(500, using: &generator) {
            let vector = UnitVector(place)
            #expect(abs(vector.x * vector.x + vector.y * vector.y + vector.z * vector.z - 1) < 5e-16)
            let back = vector.coordinate
            #expect(abs(back.latitude - place.latitude) < 1e-13)
            #expect(Sphere.earth.distance(from: place, to: back).value < 5e-9)
        }
        #expect(UnitVector(coordinate(90, 12)) == UnitVector(coordinate(90, -150)))
        #expect(UnitVector(coordinate(0, 90)).coordinate == coordinate(0, 90))
    }
}
