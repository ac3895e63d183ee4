/// A length in metres.
///
/// Every length in an API of Waymark is a `Meters`, never a bare `Double`. The wrapper costs nothing in a release
/// build. The API that returns a length states its surface.
///
/// ```swift
/// let radius: Meters = .kilometers(10)
/// print(radius.value)  // 10000.0
/// ```
@frozen
public struct Meters: Hashable, Sendable {
    /// The length in metres.
    public var value: Double

    /// A length of `value` metres.
    @inlinable
    public init(_ value: Double) {
        self.value = value
    }

    /// A length of `value` kilometres (1 km = 1000 m).
    @inlinable
    public static func kilometers(_ value: Double) -> Meters { Meters(value * 1000) }

    /// A length of `value` international miles (1 mi = 1609.344 m, exactly).
    @inlinable
    public static func miles(_ value: Double) -> Meters { Meters(value * 1609.344) }

    /// The length in kilometres.
    @inlinable
    public var kilometers: Double { value / 1000 }
}

extension Meters: Comparable, AdditiveArithmetic {
    /// Zero.
    @inlinable
    public static var zero: Meters { Meters(0) }

    /// Whether the first length is shorter.
    @inlinable
    public static func < (lhs: Meters, rhs: Meters) -> Bool { lhs.value < rhs.value }

    /// The sum of two lengths.
    @inlinable
    public static func + (lhs: Meters, rhs: Meters) -> Meters { Meters(lhs.value + rhs.value) }

    /// The difference of two lengths; may be negative.
    @inlinable
    public static func - (lhs: Meters, rhs: Meters) -> Meters { Meters(lhs.value - rhs.value) }

    /// A length times a number.
    @inlinable
    public static func * (lhs: Meters, rhs: Double) -> Meters { Meters(lhs.value * rhs) }

    /// The ratio of two lengths.
    @inlinable
    public static func / (lhs: Meters, rhs: Meters) -> Double { lhs.value / rhs.value }
}

extension Meters: Codable {
    /// Decodes a bare number of metres.
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Double.self)
    }

    /// Encodes a bare number of metres.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Meters: CustomStringConvertible {
    /// The number and its unit, as in `1250.5 m`.
    public var description: String { "\(value) m" }
}
