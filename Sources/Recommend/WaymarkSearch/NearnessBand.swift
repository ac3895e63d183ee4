package import WaymarkGeodesy

/// The distance bands around a point, in equal ratios, four to a power of ten: within 1, 1.8, 3.2, 5.6, 10, ... 1000
/// km, or beyond.
///
/// Distances are chords through the Earth, at most 0.1 % shorter than along the ground at these lengths. A chord needs
/// only additions and multiplications, so the result is the same on every machine.
package struct NearnessBand {
    let center: PlaceVector
    /// The squared chord lengths at which bands end, in Earth radii.
    private let limits: [Double]

    private static let kilometers = [1, 1.8, 3.2, 5.6, 10, 18, 32, 56, 100, 180, 320, 560, 1000]
    static let count = kilometers.count + 1

    package init(from center: Coordinate) {
        self.center = PlaceVector(center)
        limits = Self.kilometers.map { kilometers in
            let chord = kilometers * 1000 / Sphere.earth.radius.value
            return chord * chord
        }
    }

    /// The maximum squared chord length to a place in a band, in Earth radii.
    func limit(of band: Int) -> Double { band < limits.count ? limits[band] : .infinity }

    /// The band of a place; 0 is the nearest.
    package func callAsFunction(_ place: PlaceVector) -> Int { band(ofSquare: center.chordSquared(to: place)) }

    /// The band of a place from its squared chord length, in Earth radii.
    func band(ofSquare square: Double) -> Int {
        var band = 0
        while band < limits.count, square > limits[band] { band += 1 }
        return band
    }
}

/// A place on the unit sphere, accurate to 3 mm: half the memory of a ``UnitVector``, and precise enough for bands.
package struct PlaceVector: Zeroed, Sendable {
    private var x: Int32 = 0
    private var y: Int32 = 0
    private var z: Int32 = 0

    private init() {}
    package static var zero: PlaceVector { PlaceVector() }

    private static let scale = 0x7FFF_FFFF as Double

    package init(_ place: Coordinate) {
        let vector = UnitVector(place)
        x = Int32((vector.x * Self.scale).rounded())
        y = Int32((vector.y * Self.scale).rounded())
        z = Int32((vector.z * Self.scale).rounded())
    }

    /// The squared chord length to another place, in Earth radii.
    @inline(__always)
    func chordSquared(to other: PlaceVector) -> Double {
        let dx = Double(Int64(x) &- Int64(other.x))
        let dy = Double(Int64(y) &- Int64(other.y))
        let dz = Double(Int64(z) &- Int64(other.z))
        return (dx * dx + dy * dy + dz * dz) * (1 / (Self.scale * Self.scale))
    }
}
