import Foundation
import WaymarkGeodesy

@_exported import struct WaymarkText.SplitMix64

/// Kinds of place sets that are difficult for searches, each with points, centres and radii that matter there.
public enum Regime: String, CaseIterable, Sendable {
    case korea, world, antimeridian, northPole, southPole, arctic
    case duplicates, oneMeridian, circleAroundQuery, grid, fewPoints, radiusZero, beyondHalfTheEarth

    /// One query: the places, the centre, and the radius.
    public struct Question: Sendable {
        /// The centre.
        public var center: Coordinate
        /// The radius.
        public var radius: Meters
    }

    /// Up to about `count` places of this kind, in no order.
    public func points(_ count: Int, using generator: inout SplitMix64) -> [Coordinate] {
        switch self {
        case .fewPoints:
            return (0..<Int.random(in: 0...2, using: &generator)).map { _ in place(using: &generator) }
        case .circleAroundQuery:
            let center = Self.circleCenter
            return (0..<count).map { i in
                let radius: Meters = i % 3 == 0 ? .kilometers(10) : Meters(Double(i % 7) * 2500)
                return Sphere.earth.destination(
                    from: center, bearing: Double(i) * 360 / Double(max(count, 1)), distance: radius)
            }
        case .grid:
            // Steps with exact binary fractions, so that many distances tie.
            let side = max(1, Int(Double(count).squareRoot()))
            return (0..<side * side).map { i in
                coordinate(37 + Double(i / side) / 64, 127 + Double(i % side) / 64)
            }
        case .duplicates:
            let few = (0..<max(1, count / 20)).map { _ in place(using: &generator) }
            return (0..<count).map { _ in few.randomElement(using: &generator)! }
        default:
            return (0..<count).map { _ in place(using: &generator) }
        }
    }

    /// A difficult query for `points`.
    public func question(about points: [Coordinate], using generator: inout SplitMix64) -> Question {
        var center = place(using: &generator)
        switch self {
        case .circleAroundQuery: center = Self.circleCenter
        case .northPole where Bool.random(using: &generator): center = coordinate(90, center.longitude)
        case .southPole where Bool.random(using: &generator): center = coordinate(-90, center.longitude)
        default:
            if Int.random(in: 0..<3, using: &generator) == 0, let point = points.randomElement(using: &generator) {
                center = point
            }
        }
        let radius: Meters
        switch self {
        case .radiusZero: radius = .zero
        case .beyondHalfTheEarth:
            let half = Sphere.earth.halfCircumference
            radius = half * Double.random(in: 0.45...1.2, using: &generator)
        case .circleAroundQuery: radius = .kilometers(10)
        default:
            let reach = self == .world || self == .fewPoints ? 6.5 : 4.5
            radius = Meters(10 * pow(10, Double.random(in: 0...reach, using: &generator)))
        }
        // Sometimes the circle goes exactly through a point: the boundary belongs to it.
        if self != .radiusZero, Int.random(in: 0..<4, using: &generator) == 0,
            let point = points.randomElement(using: &generator)
        {
            return Question(center: center, radius: Sphere.earth.distance(from: center, to: point))
        }
        return Question(center: center, radius: radius)
    }

    private static let circleCenter = coordinate(37.5665, 126.978)

    private func place(using generator: inout SplitMix64) -> Coordinate {
        func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
        switch self {
        case .korea, .duplicates, .radiusZero, .grid, .circleAroundQuery:
            return coordinate(random(33...38.7), random(124.5...131))
        case .world, .fewPoints, .beyondHalfTheEarth:
            // Uniform on the sphere: z is uniform.
            let z = random(-1...1)
            return coordinate(asin(z) * 180 / .pi, random(-180...180))
        case .antimeridian:
            let longitude = random(-1...1)
            return coordinate(random(-20...20), longitude < 0 ? longitude + 180 : longitude - 180)
        case .northPole: return coordinate(90 - random(0...0.5), random(-180...180))
        case .southPole: return coordinate(-90 + random(0...0.5), random(-180...180))
        case .arctic: return coordinate(random(70...89), random(-180...180))
        case .oneMeridian: return coordinate(random(-90...90), 127)
        }
    }
}

/// A coordinate known to be valid.
public func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    do {
        return try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
        fatalError("\(error)")
    }
}
