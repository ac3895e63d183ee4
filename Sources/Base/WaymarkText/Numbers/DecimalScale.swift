/// Numbers as integer multiples of a decimal unit.
public struct DecimalScale {
    /// The number of units in one: a power of ten.
    public let unitsPerOne: Double

    /// A scale of 0 to 15 decimals.
    @inlinable public init(decimals: Int) {
        // Powers of ten up to 10^22 are exact.
        unitsPerOne = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    }

    /// The nearest integer of units; halves are rounded away from zero.
    ///
    /// - Precondition: The result fits `Int64`.
    @inlinable @inline(__always)
    public func units(_ value: Double) -> Int64 {
        let product = value * unitsPerOne
        if abs(product) < 0x1p51 {
            // Adding 1.5 * 2^52 rounds a number to an integer in the low bits, halves to even.
            let shifted = product + 0x1.8p52
            if abs(product - (shifted - 0x1.8p52)) != 0.5 {
                return Int64(bitPattern: shifted.bitPattern &- (0x1.8p52).bitPattern)
            }
        }
        return Int64(product.rounded(.toNearestOrAwayFromZero))
    }

    /// The value of an integer of units below 2^51, equal to ``value(_:)``.
    @inlinable @inline(__always)
    public func value(small units: Int64) -> Double {
        // The low bits of 1.5 * 2^52 hold the integer, which is cheaper than a conversion.
        (Double(bitPattern: UInt64(bitPattern: units) &+ (0x1.8p52).bitPattern) - 0x1.8p52) / unitsPerOne
    }

    /// The value of an integer of units: the double nearest to the decimal number if it has up to 15 digits.
    @inlinable @inline(__always)
    public func value(_ units: Int64) -> Double { Double(units) / unitsPerOne }
}
