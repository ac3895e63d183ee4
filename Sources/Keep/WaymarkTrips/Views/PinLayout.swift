import WaymarkC

/// Moves the pins of a map apart, so that none covers another.
///
/// Pins that overlap are fanned out on a ring around their middle, the first one at the top and the others clockwise in
/// their order. The result depends on the places of the pins to each other alone: moving the map moves no pin on it.
///
/// ```swift
/// let offsets = PinLayout.offsets(of: pins, diameter: 32)
/// for (pin, offset) in zip(pins, offsets) { draw(x: pin.x + offset.x, y: pin.y + offset.y) }
/// ```
public enum PinLayout {
    /// A position on the screen, or a distance between two, in any unit of length; y grows downwards.
    public struct Position: Hashable, Sendable {
        /// To the right.
        public var x: Double
        /// Downwards.
        public var y: Double

        /// A position.
        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

        func distance(to other: Position) -> Double {
            ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        }
    }

    /// How far each pin is moved from its place.
    ///
    /// - Parameters:
    ///   - pins: The places of the pins; one that is not finite is left alone.
    ///   - diameter: The diameter of a pin: the minimum distance between two of them afterwards.
    /// - Returns: A finite offset for each pin, zero for pins that overlap no other.
    /// - Precondition: `diameter` is positive and finite.
    /// - Complexity: O(*n* log *n*) for pins that are spread out; O(*n*²) at worst.
    public static func offsets(of pins: [Position], diameter: Double) -> [Position] {
        precondition(diameter > 0 && diameter.isFinite, "the diameter of a pin is not finite and above 0: \(diameter)")
        let shown = pins.indices.filter { pins[$0].x.isFinite && pins[$0].y.isFinite }
        var offsets = Array(repeating: Position(x: 0, y: 0), count: pins.count)
        guard let first = shown.first else { return offsets }
        // From the first pin on, so that only distances count.
        let places = pins.map { Position(x: $0.x - pins[first].x, y: $0.y - pins[first].y) }
        var rings = shown.map { Ring([$0], places, diameter) }
        // A ring takes more space than its pins did, so it may reach others.
        while let merged = merging(rings, places, diameter) { rings = merged }
        for ring in rings where ring.pins.count > 1 {
            for (number, pin) in ring.pins.enumerated() {
                let angle = 2 * Double.pi * Double(number) / Double(ring.pins.count)
                offsets[pin] = Position(
                    x: ring.middle.x - places[pin].x + ring.radius * sin(angle),
                    y: ring.middle.y - places[pin].y - ring.radius * cos(angle))
            }
        }
        return offsets
    }

    /// Pins on a circle around their middle.
    private struct Ring {
        /// In their order.
        let pins: [Int]
        let middle: Position
        let radius: Double
        /// The radius of the circle that has all of the pins in it.
        let reach: Double

        init(_ pins: [Int], _ places: [Position], _ diameter: Double) {
            self.pins = pins
            let count = Double(pins.count)
            // Neighbours on the ring are a diameter apart; a little more, for rounding.
            radius = pins.count == 1 ? 0 : diameter * (1 + 1e-9) / (2 * sin(.pi / count))
            reach = radius + diameter / 2
            middle = Position(
                x: pins.reduce(0) { $0 + places[$1].x } / count, y: pins.reduce(0) { $0 + places[$1].y } / count)
        }
    }

    /// Rings of which each that overlapped others is one with them; nil if none did.
    private static func merging(_ rings: [Ring], _ places: [Position], _ diameter: Double) -> [Ring]? {
        let order = rings.indices.sorted { rings[$0].middle.x - rings[$0].reach < rings[$1].middle.x - rings[$1].reach }
        var group = Array(rings.indices)
        func root(_ ring: Int) -> Int {
            var ring = ring
            while group[ring] != ring { ring = group[ring] }
            return ring
        }
        var isMerged = false
        for (place, first) in order.enumerated() {
            let end = rings[first].middle.x + rings[first].reach
            for second in order[(place + 1)...] {
                if rings[second].middle.x - rings[second].reach >= end { break }
                guard rings[first].middle.distance(to: rings[second].middle) < rings[first].reach + rings[second].reach
                else { continue }
                let (a, b) = (root(first), root(second))
                if a != b { group[max(a, b)] = min(a, b) }
                isMerged = true
            }
        }
        guard isMerged else { return nil }
        var members: [Int: [Int]] = [:]
        for ring in rings.indices { members[root(ring), default: []] += rings[ring].pins }
        return members.sorted { $0.key < $1.key }.map { Ring($0.value.sorted(), places, diameter) }
    }
}
