/// Numbers as integers of units in a decimal place.
public struct DecimalScale {
    /// Units in one: a power of ten.
    public let unitsPerOne: Double

    /// A scale of 0 to 15 decimals.
    @inlinable public init(decimals: Int) {
        // Powers of ten up to 10^22 are exact.
        unitsPerOne = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    }

    /// The nearest integer of units; a half goes away from zero.
    ///
    /// - Precondition: The result fits `Int64`.
    @inlinable @inline(__always)
    public func units(_ value: Double) -> Int64 {
        let product = value * unitsPerOne
        if abs(product) < 0x1p51 {
            // Added to 1.5 * 2^52, a number is rounded to an integer in the low bits: a half to the even one.
            let shifted = product + 0x1.8p52
            if abs(product - (shifted - 0x1.8p52)) != 0.5 {
                return Int64(bitPattern: shifted.bitPattern &- (0x1.8p52).bitPattern)
            }
        }
        return Int64(product.rounded(.toNearestOrAwayFromZero))
    }

    /// The value of an integer of units below 2^51, as ``value(_:)`` has it.
    @inlinable @inline(__always)
    public func value(small units: Int64) -> Double {
        // 1.5 * 2^52 has the integer in its low bits: this takes less than a conversion.
        (Double(bitPattern: UInt64(bitPattern: units) &+ (0x1.8p52).bitPattern) - 0x1.8p52) / unitsPerOne
    }

    /// The value of an integer of units: the nearest to the decimal number as long as it has up to 15 digits.
    @inlinable @inline(__always)
    public func value(_ units: Int64) -> Double { Double(units) / unitsPerOne }
}
