import WaymarkC

/// A double as a whole number of units of its last decimal, correctly rounded.
public enum FixedDecimal {
    /// `value` × 10^`decimals`, rounded to a whole number, ties to even; `nil` if it is too large or has too many
    /// decimals for this method.
    ///
    /// A fused multiply-add gives the exact error of the floating-point product. Below 2^51 the product's distance from
    /// a half is a multiple of its last place, so this error matters only for a tie.
    static func units(of value: Double, decimals: Int) -> UInt64? {
        decimals <= 9 ? units(of: value, power: Powers.ofTen[decimals]) : nil
    }

    /// `value` × `power`, rounded to a whole number, ties to even.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - power: A power of ten, up to 10^9.
    /// - Returns: The number of units; `nil` for a negative number or NaN, and from 2^51 on.
    /// - Complexity: O(1).
    @inlinable @inline(__always)
    public static func units(of value: Double, power: Double) -> UInt64? {
        let product = value * power
        guard product >= 0, product < 0x1p51 else { return nil }
        // Doubles from 2^52 on are whole numbers: the sum is rounded to one, held in its low bits.
        let shifted = product + 0x1p52
        let offset = product - (shifted - 0x1p52)
        if offset.magnitude != 0.5 { return shifted.bitPattern & (1 << 52 - 1) }
        let units = UInt64(product)
        let remainder = (-product).addingProduct(value, power)
        if remainder != 0 { return remainder > 0 ? units + 1 : units }
        return units + (units & 1)
    }

    /// Appends `value`, finite and not negative, with `decimals` digits after the point, by the C library.
    ///
    /// - Complexity: O(*d*²) in the number of digits.
    static func appendExactly(_ value: Double, decimals: Int, to bytes: inout ContiguousArray<UInt8>) {
        // At most 309 digits, a point, the decimals and C's end of the text.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 312 + decimals) { text in
            let count = unsafe withVaList([Int32(decimals), value]) {
                unsafe Int(vsnprintf(text.baseAddress, text.count, "%.*f", $0))
            }
            for place in 0..<count {
                let byte = unsafe UInt8(bitPattern: text[place])
                // The point of the process's locale may be a comma.
                bytes.append((Byte.zero...Byte.zero + 9).contains(byte) ? byte : Byte.point)
            }
        }
    }
}

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
