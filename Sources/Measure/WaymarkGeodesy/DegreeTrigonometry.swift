/// Sine and cosine of an angle in degrees.
///
/// The reduction to ±45° is exact, so multiples of 90° give exactly -1, 0 and 1, and angles that differ by 90° or 180°
/// give the same digits. Only additions and multiplications follow, in a fixed order, so results are the same, bit for
/// bit, on every platform. Within 1.2 units in the last place of the true values.
///
/// The polynomials are Chebyshev fits of (sin r / r - 1) / r² and (cos r - 1 + r²/2) / r⁴ in r² on [0, (π/4)²],
/// with relative errors of 1.3e-17 and 5e-19.
///
/// - Precondition: `abs(degrees) <= 720`.
@inlinable
package func sinCos(degrees: Double) -> (sin: Double, cos: Double) {
    // Adding and subtracting 1.5 * 2^52 rounds to the nearest integer.
    let quarters = (degrees * (1.0 / 90) + 0x1.8p52) - 0x1.8p52
    // Exact: `quarters * 90` is a small integer within a factor of two of `degrees`, or zero.
    let r = (degrees - quarters * 90) * 0x1.1df46a2529d39p-6
    let z = r * r

    // Estrin's scheme: pairs first, so that the multiplications do not wait for one another.
    let z2 = z * z
    let z4 = z2 * z2
    let s0 = 0x1.1111111110bb2p-7 * z - 0x1.5555555555555p-3
    let s1 = 0x1.71de37968a024p-19 * z - 0x1.a01a019e83aaep-13
    let s2 = 0x1.5e0b19f38405ap-33 * z - 0x1.ae600b02a7c74p-26
    let sine = r + r * z * ((s0 + s1 * z2) + s2 * z4)

    let c0 = 0x1.5555555555555p-5 - 0x1.6c16c16c16967p-10 * z
    let c1 = 0x1.a01a019f4eb00p-16 - 0x1.27e4fa17da030p-22 * z
    let c2 = 0x1.1eeb68e934339p-29 - 0x1.907da36274fc5p-37 * z
    // 1 - z/2 loses at most half a unit, which is added back with the small terms.
    let half = z * 0.5
    let head = 1 - half
    let cosine = head + ((1 - head - half) + z2 * ((c0 + c1 * z2) + c2 * z4))

    // With bit operations, since branches would be unpredictable: odd quarters swap the two, then signs follow.
    let quarter = UInt64(bitPattern: Int64(quarters))
    let exchange = 0 &- (quarter & 1)
    let (s, c) = (sine.bitPattern, cosine.bitPattern)
    return (
        Double(bitPattern: (s & ~exchange | c & exchange) ^ (quarter & 2) << 62),
        Double(bitPattern: (c & ~exchange | s & exchange) ^ ((quarter &+ 1) & 2) << 62)
    )
}

/// Radians to degrees.
@inlinable
package func degrees(_ radians: Double) -> Double { radians * (180 / Double.pi) }

/// Degrees to radians.
@inlinable
package func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
