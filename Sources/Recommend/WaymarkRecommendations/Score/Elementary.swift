/// Logarithm and exponential by basic arithmetic only: bit-identical on every machine, so that no order of
/// recommendations depends on a C library.
package enum Elementary {
    /// The natural logarithm of a normal number above zero; the error is at most 2e-16 of the result, or 1e-16.
    package static func logarithm(_ x: Double) -> Double {
        var exponent = Double(x.exponent)
        var mantissa = x.significand
        if mantissa > 1.414_213_562_373_095_1 {
            mantissa /= 2
            exponent += 1
        }
        // ln m = 2 artanh((m - 1) / (m + 1)), the argument below 0.172.
        let s = (mantissa - 1) / (mantissa + 1)
        let z = s * s
        let high = 1.0 / 13 + z * (1.0 / 15 + z * (1.0 / 17 + z * (1.0 / 19 + z * (1.0 / 21))))
        let series = z * (1.0 / 3 + z * (1.0 / 5 + z * (1.0 / 7 + z * (1.0 / 9 + z * (1.0 / 11 + z * high)))))
        return 2 * s * (1 + series) + exponent * 0.693_147_180_559_945_3
    }

    /// e to the power of `x`, within 1e-15 of the result; 0 below -700.
    package static func exponential(_ x: Double) -> Double {
        if x < -700 { return 0 }
        let power = (x * 1.442_695_040_888_963_4).rounded()
        let rest = x - power * 0.693_147_180_369_123_8 - power * 1.908_214_929_270_587_7e-10
        var series = 1.0
        for divisor in stride(from: 14.0, through: 1, by: -1) { series = 1 + series * rest / divisor }
        return Double(sign: .plus, exponent: Int(power), significand: series)
    }
}
