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

    /// Appends `value`, finite and not negative, with `decimals` digits after the point.
    ///
    /// - Complexity: O(*d*²) in the number of digits.
    static func appendExactly(_ value: Double, decimals: Int, to bytes: inout ContiguousArray<UInt8>) {
        var number = BigNatural(value.significandBits)
        for _ in 0..<decimals { number.multiply(by: 10) }
        let exponent = value.binaryExponent
        if exponent >= 0 { number.shiftLeft(by: exponent) } else { number.shiftRightRounding(by: -exponent) }
        var digits = number.decimalDigits()
        if digits.count <= decimals { digits = Array(repeating: 0, count: decimals + 1 - digits.count) + digits }
        for (index, digit) in digits.enumerated() {
            if decimals > 0, index == digits.count - decimals { bytes.append(Byte.point) }
            bytes.append(Byte.zero + digit)
        }
    }
}

extension Double {
    /// The whole number m of a value m × 2^e.
    fileprivate var significandBits: UInt64 {
        exponentBitPattern == 0 ? significandBitPattern : significandBitPattern | 1 << 52
    }

    /// The exponent e of a value m × 2^e.
    fileprivate var binaryExponent: Int { max(Int(exponentBitPattern), 1) - 1075 }
}

/// A whole number of any size, with only the operations for printing a double.
private struct BigNatural {
    /// Least significant first.
    private var limbs: [UInt32]

    init(_ value: UInt64) {
        limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    }

    mutating func multiply(by factor: UInt32) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            carry += UInt64(limbs[index]) * UInt64(factor)
            limbs[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry > 0 { limbs.append(UInt32(carry)) }
    }

    mutating func shiftLeft(by count: Int) {
        for _ in 0..<count % 32 { multiply(by: 2) }
        limbs.insert(contentsOf: repeatElement(0, count: count / 32), at: 0)
    }

    /// Divides by 2^`count`, rounding to nearest, ties to even.
    mutating func shiftRightRounding(by count: Int) {
        func bit(_ index: Int) -> Bool {
            index / 32 < limbs.count && limbs[index / 32] >> UInt32(index % 32) & 1 == 1
        }
        let isHalf = count > 0 && bit(count - 1)
        let hasMore = (0..<max(count - 1, 0)).contains { bit($0) }
        let isOdd = bit(count)
        var shifted: [UInt32] = []
        for index in limbs.indices.dropFirst(count / 32) {
            let low = UInt64(limbs[index])
            let high = index + 1 < limbs.count ? UInt64(limbs[index + 1]) : 0
            shifted.append(UInt32(truncatingIfNeeded: (high << 32 | low) >> UInt64(count % 32)))
        }
        limbs = shifted
        guard isHalf, hasMore || isOdd else { return }
        for index in limbs.indices {
            limbs[index] &+= 1
            if limbs[index] != 0 { return }
        }
        limbs.append(1)
    }

    /// The digits, most significant first; at least one.
    func decimalDigits() -> [UInt8] {
        var rest = limbs
        var digits: [UInt8] = []
        while !rest.isEmpty {
            var remainder: UInt64 = 0
            for index in rest.indices.reversed() {
                let part = remainder << 32 | UInt64(rest[index])
                rest[index] = UInt32(part / 1_000_000_000)
                remainder = part % 1_000_000_000
            }
            while rest.last == 0 { rest.removeLast() }
            for _ in 0..<9 {
                digits.append(UInt8(remainder % 10))
                remainder /= 10
            }
        }
        while digits.last == 0 { digits.removeLast() }
        return digits.isEmpty ? [0] : digits.reversed()
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
