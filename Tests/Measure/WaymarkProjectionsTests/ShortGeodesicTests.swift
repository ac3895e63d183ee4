import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkProjections

/// The series for short geodesics, compared with PROJ and with numbers of 34 digits.
@Suite("Short geodesics")
struct ShortGeodesicTests {
    private let geodesic = Geodesic.wgs84

    @Test("a length of up to 199 km equals PROJ's within 12 nm, at any latitude and in any direction")
    func againstPROJ() {
        var generator = SplitMix64(seed: 41)
        var worst = 0.0
        for number in 0..<60_000 {
            let start: Coordinate
            switch number % 5 {
            case 0: start = coordinate(number % 2 == 0 ? 90 : -90, 0)
            case 1: start = coordinate(0, Double.random(in: -180...180, using: &generator))
            case 2: start = coordinate(Double.random(in: 88...90, using: &generator), 179.9)
            default: start = Regime.world.points(1, using: &generator)[0]
            }
            let bearing = number % 7 == 0 ? Double(number % 8) * 45 : Double.random(in: 0..<360, using: &generator)
            let length = Meters(pow(10, Double.random(in: -3...5.299, using: &generator)))
            let end = geodesic.destination(from: start, bearing: bearing, distance: length).coordinate
            let distance = geodesic.distance(from: start, to: end)
            worst = max(worst, abs(distance.value - geodesic.distanceByPROJ(from: start, to: end).value))
            #expect(geodesic.distance(from: end, to: start) == distance, "symmetric, bit for bit")
        }
        #expect(worst < 12e-9, "\(worst * 1e9) nm")
    }

    @Test("beyond 199 km a length equals PROJ's to the last bit")
    func long() {
        var generator = SplitMix64(seed: 42)
        for _ in 0..<2000 {
            let (start, end) = {
                (Regime.world.points(1, using: &generator)[0], Regime.world.points(1, using: &generator)[0])
            }()
            let byPROJ = geodesic.distanceByPROJ(from: start, to: end)
            guard byPROJ > .kilometers(200) else { continue }
            #expect(geodesic.distance(from: start, to: end) == byPROJ)
            #expect(geodesic.line(from: start, to: end).distance == byPROJ)
        }
    }

    @Test("lengths equal those computed with 34 digits within 5 nm")
    func vectors() throws {
        let text = try String(
            contentsOf: Repository.root.appending(path: "Tests/Vectors/short-geodesics.csv"), encoding: .utf8)
        var (worst, count) = (0.0, 0)
        for line in text.split(separator: "\n").dropFirst() {
            let n = line.split(separator: ",").compactMap { Double($0) }
            let distance = geodesic.distance(from: coordinate(n[0], n[1]), to: coordinate(n[2], n[3]))
            worst = max(worst, abs(distance.value - n[4]))
            count += 1
        }
        #expect(count == 240 && worst < 5e-9, "\(count) lines, \(worst * 1e9) nm")
    }

    @Test("the same place has distance zero: a pole at any longitude, and both sides of 180°")
    func samePlace() {
        #expect(geodesic.distance(from: coordinate(90, 20), to: coordinate(90, -120)) == .zero)
        #expect(geodesic.distance(from: coordinate(5, 180), to: coordinate(5, -180)) == .zero)
        #expect(geodesic.distance(from: coordinate(37.1, 127.2), to: coordinate(37.1, 127.2)) == .zero)
    }

    @Test("an ellipsoid too flat for the series has no short geodesics")
    func flat() {
        let here = UnitVector(coordinate(37, 127))
        #expect(
            ShortGeodesic(on: Ellipsoid(semiMajorAxis: Meters(6_378_137), flattening: 1 / 289)).length(
                from: here, to: here) == nil)
        #expect(
            ShortGeodesic(on: Ellipsoid(semiMajorAxis: Meters(6_378_137), flattening: 1 / 293)).length(
                from: here, to: here) == .zero)
    }
}
