import WaymarkGeodesy

/// How near a place is in steps that a user would call equal: within 1, 3, 10, 30, 100, 300, 1000 km, or beyond.
///
/// Measured straight through the Earth, which is at most 0.1 % shorter than along the ground here, and needs no more than
/// additions and multiplications: the same on every machine.
enum NearnessBand {
    private static let limits: [Double] = [1, 3, 10, 30, 100, 300, 1000].map { kilometers in
        let chord = kilometers * 1000 / Sphere.earth.radius.value
        return chord * chord
    }

    /// Number of bands.
    static let count = limits.count + 1

    /// The band of a place: 0 is the nearest.
    static func of(_ place: UnitVector, from center: UnitVector) -> Int {
        let square = center.chordSquared(to: place)
        return limits.firstIndex { square <= $0 } ?? limits.count
    }
}
