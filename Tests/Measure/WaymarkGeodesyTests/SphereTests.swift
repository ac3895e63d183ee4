import Foundation
import TestSupport
import Testing
import WaymarkGeodesy

private let sphere = Sphere.earth
private let oracle = GeodesicOracle()

/// Pairs of places at all scales: 1 cm to the antipode, at the equator, anywhere, at the poles, over the antimeridian.
private func pairs(_ count: Int, seed: UInt64) -> [(Coordinate, Coordinate)] {
    var generator = SplitMix64(seed: seed)
    let special = [-90, -89.999999999, -45, -1e-9, 0, 1e-9, 30, 45, 60, 89.999999999, 90]
    let specialLongitudes = [-180, -179.999999999, -90, -1e-9, 0, 1e-9, 90, 135, 179.999999999, 180]
    return (0..<count).map { i in
        func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
        let start =
            i % 5 == 0
            ? coordinate(
                special.randomElement(using: &generator)!, specialLongitudes.randomElement(using: &generator)!)
            : coordinate(asin(random(-1...1)) * 180 / .pi, random(-180...180))
        switch i % 4 {
        case 0:
            return (start, coordinate(asin(random(-1...1)) * 180 / .pi, random(-180...180)))
        case 1:  // 1 cm to 1000 km away
            let distance = pow(10, random(-2...6))
            let end = oracle.direct(start, bearing: random(0...360), distance: distance)
            return (start, coordinate(end.latitude, end.longitude))
        case 2:  // 1 cm to 1000 km from the antipode
            let distance = .pi * sphere.radius.value - pow(10, random(-2...6))
            let end = oracle.direct(start, bearing: random(0...360), distance: distance)
            return (start, coordinate(end.latitude, end.longitude))
        default:
            return (
                start,
                coordinate(
                    special.randomElement(using: &generator)!, specialLongitudes.randomElement(using: &generator)!)
            )
        }
    }
}

@Suite("Great-circle distance")
struct SphereDistanceTests {
    @Test("is within 1 µm and 1e-12 of libproj's geodesic on a sphere, at every scale and place")
    func agreesWithLibproj() {
        var worst = 0.0
        for (a, b) in pairs(40_000, seed: 1) {
            let expected = oracle.inverse(a, b).distance
            let actual = sphere.distance(from: a, to: b).value
            let error = abs(actual - expected)
            worst = max(worst, error)
            if error > 1e-6 + 1e-12 * expected {
                Issue.record("\(a) to \(b): \(actual), libproj \(expected)")
            }
        }
        #expect(worst < 50e-9, "far better than promised: \(worst) m")
    }

    @Test("is symmetric and zero from a place to itself")
    func symmetric() {
        for (a, b) in pairs(5000, seed: 2) {
            #expect(sphere.distance(from: a, to: b) == sphere.distance(from: b, to: a))
            #expect(sphere.distance(from: a, to: a) == .zero)
        }
    }

    @Test("is zero between the longitudes of a pole and between 180 and -180")
    func samePlaces() {
        #expect(sphere.distance(from: coordinate(90, 0), to: coordinate(90, 77.7)) == .zero)
        #expect(sphere.distance(from: coordinate(-90, -13), to: coordinate(-90, 180)) == .zero)
        #expect(sphere.distance(from: coordinate(12, 180), to: coordinate(12, -180)) == .zero)
    }

    @Test("is exactly half the circumference between antipodes")
    func antipodes() {
        let half = sphere.halfCircumference
        #expect(sphere.distance(from: coordinate(90, 0), to: coordinate(-90, 0)) == half)
        #expect(sphere.distance(from: coordinate(0, 0), to: coordinate(0, 180)) == half)
        #expect(sphere.distance(from: coordinate(37.5, 127), to: coordinate(-37.5, -53)) == half)
    }

    @Test("never exceeds the detour through a third place")
    func triangle() {
        let all = pairs(3000, seed: 3)
        for (ab, c) in zip(all, all.dropFirst().map(\.0)) {
            let direct = sphere.distance(from: ab.0, to: ab.1).value
            let detour = sphere.distance(from: ab.0, to: c).value + sphere.distance(from: c, to: ab.1).value
            #expect(direct <= detour + 1e-7)
        }
    }

    @Test("between Seoul and Busan equals that of published calculators")
    func published() {
        let distance = sphere.distance(from: coordinate(37.5665, 126.978), to: coordinate(35.1796, 129.0756))
        #expect(abs(distance.kilometers - 325.1) < 0.1)
    }

    @Test("scales with the radius of the sphere")
    func otherSphere() {
        let moon = Sphere(radius: .kilometers(1737.4))
        let quarter = moon.distance(from: coordinate(0, 0), to: coordinate(0, 90))
        #expect(abs(quarter.value - 1_737_400 * .pi / 2) < 1e-6)
    }
}

@Suite("Sine and cosine of degrees")
struct DegreeTrigonometryTests {
    @Test("are exact at multiples of 90 and within two units in the last place elsewhere")
    func accuracy() {
        for k in -8...8 {
            let (s, c) = sinCos(degrees: Double(k) * 90)
            #expect(s == [0, 1, 0, -1][(k % 4 + 4) % 4])
            #expect(c == [1, 0, -1, 0][(k % 4 + 4) % 4])
        }
        var generator = SplitMix64(seed: 4)
        for _ in 0..<100_000 {
            let x = Double.random(in: -45...45, using: &generator)
            // The C library's value for an angle rounded to radians has an error of half a unit of the angle.
            let (s, c) = sinCos(degrees: x)
            let r = x * .pi / 180
            #expect(abs(s - sin(r)) <= 2.5 * max(sin(r).ulp, (r.ulp * cos(r))))
            #expect(abs(c - cos(r)) <= 2 * cos(r).ulp)
            let far = sinCos(degrees: x + 180)
            if (x + 180) - 180 == x { #expect(far == (-s, -c)) }
        }
    }
}

@Suite("Bearing, destination and interpolation")
struct SphereDirectionTests {
    @Test("bearings agree with libproj where a bearing is defined")
    func bearings() {
        for (a, b) in pairs(20_000, seed: 5) {
            let expected = oracle.inverse(a, b)
            let distance = expected.distance
            let half = sphere.halfCircumference.value
            // The direction of a short or nearly antipodal line is only as precise as its ends.
            let tolerance = 1e-6 + 1e-7 / max(1e-12, min(distance, half - distance)) * 180
            if tolerance > 1 { continue }
            let actual = sphere.initialBearing(from: a, to: b)
            #expect(actual >= 0 && actual < 360)
            let difference = abs((actual - expected.bearing).remainder(dividingBy: 360))
            #expect(difference <= tolerance, "\(a) to \(b): \(actual), libproj \(expected.bearing)")
        }
    }

    @Test("bearings to the four cardinal points are exact")
    func winds() {
        let origin = coordinate(0, 0)
        #expect(sphere.initialBearing(from: origin, to: coordinate(1, 0)) == 0)
        #expect(sphere.initialBearing(from: origin, to: coordinate(0, 1)) == 90)
        #expect(sphere.initialBearing(from: origin, to: coordinate(-1, 0)) == 180)
        #expect(sphere.initialBearing(from: origin, to: coordinate(0, -1)) == 270)
        #expect(sphere.initialBearing(from: coordinate(0, 179), to: coordinate(0, -179)) == 90)
        #expect(sphere.initialBearing(from: origin, to: origin) == 0)
        #expect(sphere.initialBearing(from: coordinate(90, 0), to: coordinate(0, 0)) == 180)
        #expect(sphere.initialBearing(from: coordinate(-90, 0), to: coordinate(0, 0)) == 0)
    }

    @Test("destinations agree with libproj to 1 µm, also over poles, backwards and more than once round")
    func destinations() {
        var generator = SplitMix64(seed: 6)
        for (start, _) in pairs(20_000, seed: 7) {
            let bearing = Double.random(in: -720...720, using: &generator)
            let distance = Double.random(in: -50e6...50e6, using: &generator)
            let expected = oracle.direct(start, bearing: bearing, distance: distance)
            let actual = sphere.destination(from: start, bearing: bearing, distance: Meters(distance))
            let apart = sphere.distance(from: actual, to: coordinate(expected.latitude, expected.longitude)).value
            #expect(apart < 1e-6, "\(start) \(bearing)° \(distance) m: \(actual), libproj \(expected)")
        }
    }

    @Test("interpolation divides the distance, and returns the ends exactly")
    func interpolation() {
        var generator = SplitMix64(seed: 8)
        for (a, b) in pairs(10_000, seed: 9) {
            #expect(sphere.interpolate(from: a, to: b, fraction: 0) == a)
            #expect(sphere.interpolate(from: a, to: b, fraction: 1) == b)
            let fraction = Double.random(in: 0...1, using: &generator)
            let middle = sphere.interpolate(from: a, to: b, fraction: fraction)
            let whole = sphere.distance(from: a, to: b).value
            #expect(abs(sphere.distance(from: a, to: middle).value - whole * fraction) < 1e-6)
            #expect(abs(sphere.distance(from: middle, to: b).value - whole * (1 - fraction)) < 1e-6)
        }
    }

    @Test("between antipodes the line goes over the north pole, and from a pole along longitude 0")
    func antipodalInterpolation() {
        let middle = sphere.interpolate(from: coordinate(0, 0), to: coordinate(0, 180), fraction: 0.5)
        #expect(abs(middle.latitude - 90) < 1e-9)
        let fromPole = sphere.interpolate(from: coordinate(90, 0), to: coordinate(-90, 0), fraction: 0.5)
        #expect(abs(fromPole.latitude) < 1e-9 && abs(fromPole.longitude) < 1e-9)
    }
}

@Suite("The nearest point of a segment")
struct SphereSegmentTests {
    /// The minimum distance found by sampling the segment and then refining: no vector algebra.
    private func sampled(_ point: Coordinate, _ a: Coordinate, _ b: Coordinate) -> Double {
        func at(_ t: Double) -> Double {
            sphere.distance(from: point, to: sphere.interpolate(from: a, to: b, fraction: t)).value
        }
        let steps = 64
        var best = (0...steps).min { at(Double($0) / Double(steps)) < at(Double($1) / Double(steps)) }!
        best = max(1, min(steps - 1, best))
        var (low, high) = (Double(best - 1) / Double(steps), Double(best + 1) / Double(steps))
        for _ in 0..<60 {
            let (x, y) = (low + (high - low) / 3, high - (high - low) / 3)
            if at(x) < at(y) { high = y } else { low = x }
        }
        return min(at(0), at(1), at((low + high) / 2))
    }

    @Test("is as near as a search along the segment finds, and lies at its fraction")
    func equalsSearch() {
        let all = pairs(3000, seed: 10)
        for i in 0..<all.count - 1 {
            let (a, b) = all[i]
            let point = all[i + 1].0
            // Between near antipodes the segment itself is ill-defined.
            let whole = sphere.distance(from: a, to: b).value
            guard sphere.halfCircumference.value - whole > 1 else { continue }
            let found = sphere.nearestPoint(to: point, onSegmentFrom: a, to: b)
            let expected = sampled(point, a, b)
            #expect(abs(found.distance.value - expected) < 1e-3, "\(point) to \(a) - \(b)")
            #expect(found.distance == sphere.distance(from: point, to: found.coordinate))
            #expect(found.fraction >= 0 && found.fraction <= 1)
            let there = sphere.interpolate(from: a, to: b, fraction: found.fraction)
            #expect(sphere.distance(from: there, to: found.coordinate).value < 1e-4)
        }
    }

    @Test("of a place on the segment is that place, within 1 µm")
    func onSegment() {
        var generator = SplitMix64(seed: 11)
        for (a, b) in pairs(5000, seed: 12) {
            guard sphere.halfCircumference.value - sphere.distance(from: a, to: b).value > 1000 else { continue }
            let t = Double.random(in: 0...1, using: &generator)
            let point = sphere.interpolate(from: a, to: b, fraction: t)
            #expect(sphere.distance(from: point, toSegmentFrom: a, to: b).value < 1e-6)
        }
    }

    /// If all places on the segment's circle are a quarter of the Earth away, rounding once gave places up to 5000 km
    /// nearer.
    @Test("near the pole of the segment's circle is as far as any place on the circle")
    func nearThePole() {
        var generator = SplitMix64(seed: 13)
        let quarter = sphere.halfCircumference.value / 2
        for (a, b) in pairs(5000, seed: 14) {
            let (start, end) = (UnitVector(a), UnitVector(b))
            guard let normal = UnitVector.normal(start, end).normalized, start.chordSquared(to: end) > 1e-6 else {
                continue
            }
            let pole = normal.coordinate
            for power in [-20, -9, -3, 0, 2] as [Double] {
                let away = pow(10, power)
                let point = sphere.destination(
                    from: pole, bearing: .random(in: 0...360, using: &generator), distance: Meters(away))
                let found = sphere.nearestPoint(to: point, onSegmentFrom: a, to: b)
                #expect(abs(found.distance.value - quarter) < away + 0.001, "\(point) to \(a) - \(b)")
                let fraction = sphere.interpolate(from: a, to: b, fraction: found.fraction)
                #expect(sphere.distance(from: fraction, to: found.coordinate).value < 1)
            }
        }
    }

    @Test("is an end beyond the ends, the only place of a segment of length zero, and the start at its pole")
    func edges() {
        let (a, b) = (coordinate(0, 10), coordinate(0, 20))
        #expect(sphere.nearestPoint(to: coordinate(1, 5), onSegmentFrom: a, to: b).coordinate == a)
        #expect(sphere.nearestPoint(to: coordinate(1, 25), onSegmentFrom: a, to: b).fraction == 1)
        #expect(sphere.nearestPoint(to: coordinate(0, -170), onSegmentFrom: a, to: b).coordinate == b)
        #expect(sphere.nearestPoint(to: coordinate(5, 5), onSegmentFrom: a, to: a).coordinate == a)
        let fromPole = sphere.nearestPoint(to: coordinate(90, 0), onSegmentFrom: a, to: b)
        #expect(fromPole.coordinate == a)
        #expect(abs(fromPole.distance.value - sphere.halfCircumference.value / 2) < 1e-6)
        let across = sphere.nearestPoint(
            to: coordinate(1, 180), onSegmentFrom: coordinate(0, 179), to: coordinate(0, -179))
        #expect(abs(abs(across.coordinate.longitude) - 180) < 1e-9)
        #expect(abs(across.fraction - 0.5) < 1e-9)
    }
}

@Suite("Batch distances")
struct SphereBatchTests {
    @Test("are the single distances, bit for bit, in the caller's memory")
    func equalSingles() {
        let all = pairs(2000, seed: 13)
        let starts = ContiguousArray(all.map(\.0))
        let ends = ContiguousArray(all.map(\.1))
        let vectors = ContiguousArray(ends.map(UnitVector.init))
        let single = zip(starts, ends).map { sphere.distance(from: $0, to: $1) }
        let fromFirst = ends.map { sphere.distance(from: starts[0], to: $0) }

        var output = ContiguousArray(repeating: Meters.zero, count: all.count)
        var span = output.mutableSpan
        sphere.distances(from: starts.span, to: ends.span, into: &span)
        #expect(Array(output) == single)

        span = output.mutableSpan
        sphere.distances(from: starts[0], to: ends.span, into: &span)
        #expect(Array(output) == fromFirst)

        span = output.mutableSpan
        sphere.distances(from: UnitVector(starts[0]), to: vectors.span, into: &span)
        #expect(Array(output) == fromFirst)
    }

    @Test("of different counts are a caller's mistake")
    func countsDiffer() async {
        await #expect(processExitsWith: .failure) {
            let ends = ContiguousArray([coordinate(1, 1), coordinate(2, 2)])
            var output = ContiguousArray([Meters.zero])
            var span = output.mutableSpan
            Sphere.earth.distances(from: coordinate(0, 0), to: ends.span, into: &span)
        }
    }
}
