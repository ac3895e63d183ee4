#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// A colour in Oklab, where equal distances look about equally different and mixtures look like mixtures.
///
/// Source: Ottosson 2020, A perceptual color space for image processing, bottosson.github.io/posts/oklab.
public struct Oklab: Hashable, Sendable {
    /// Perceived lightness: 0 for black, 1 for white.
    public let lightness: Double
    /// From green (below zero) to red.
    public let a: Double
    /// From blue (below zero) to yellow.
    public let b: Double

    /// The colour of three coordinates.
    @inlinable
    public init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// The coordinates of a colour.
    public init(_ color: RGBColor) {
        self.init(
            Cones(
                SIMD3(
                    LinearLight.ofByte[Int(color.red)], LinearLight.ofByte[Int(color.green)],
                    LinearLight.ofByte[Int(color.blue)])))
    }

    /// The coordinates of what cones answer.
    package init(_ cones: Cones) {
        let response = cones.response
        self.init(
            lightness: (Self.lightnessRow * response).sum(), a: (Self.aRow * response).sum(),
            b: (Self.bRow * response).sum())
    }

    private static let lightnessRow = SIMD3(0.2104542553, 0.7936177850, -0.0040720468)
    private static let aRow = SIMD3(1.9779984951, -2.4285922050, 0.4505937099)
    private static let bRow = SIMD3(0.0259040371, 0.7827717662, -0.8086757660)

    /// How far, at most, answers of cones that differ by so much are from one another.
    package static func longest(_ differences: SIMD3<Double>) -> Double {
        let signs = SIMD3(1.0, -1, 1)
        let (l, a, b) = (
            (lightnessRow * SIMD3(1, 1, -1) * differences).sum(), (aRow * signs * differences).sum(),
            (bRow * SIMD3(1, 1, -1) * differences).sum()
        )
        return (l * l + a * a + b * b).squareRoot()
    }

    /// The nearest colour in each channel; what screens cannot show is cut off at 0 and 255.
    public var rgb: RGBColor {
        let light = linearLight
        return RGBColor(
            red: LinearLight.byte(light.red), green: LinearLight.byte(light.green), blue: LinearLight.byte(light.blue))
    }

    /// Amounts of light: 0 to 1 where a screen can show the colour.
    package var linearLight: (red: Double, green: Double, blue: Double) {
        func cube(_ value: Double) -> Double { value * value * value }
        let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return (
            4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
        )
    }

    /// Returns ΔE_OK, the distance to another colour: about 0.02 can just be seen, 1 is from black to white.
    @inlinable
    public func difference(to other: Oklab) -> Double {
        let (l, a, b) = (lightness - other.lightness, self.a - other.a, self.b - other.b)
        return (l * l + a * a + b * b).squareRoot()
    }

    /// Returns the mixture with another colour: 0 gives this one, 1 the other, exactly.
    @inlinable
    public func mixed(with other: Oklab, fraction: Double) -> Oklab {
        let rest = 1 - fraction
        return Oklab(
            lightness: lightness * rest + other.lightness * fraction, a: a * rest + other.a * fraction,
            b: b * rest + other.b * fraction)
    }
}

/// Amounts of light and the numbers that sRGB has for them.
///
/// Source: IEC 61966-2-1, with the threshold 0.04045.
package enum LinearLight {
    /// The amount of light, 0 to 1, of each byte.
    package static let ofByte: [Double] = (0...255).map { of(Double($0) / 255) }

    /// Up to this channel light is a straight line, beyond it a power.
    package static let threshold = 0.04045

    /// The amount of light of a channel of sRGB, both 0 to 1.
    package static func of(_ channel: Double) -> Double {
        channel <= threshold ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }

    /// How fast light grows with a channel, up to this one at most.
    package static func slope(_ channel: Double) -> Double {
        channel <= threshold ? 1 / 12.92 : 2.4 / 1.055 * pow((channel + 0.055) / 1.055, 1.4)
    }

    /// The second derivative, up to this channel at most.
    package static func bend(_ channel: Double) -> Double {
        channel <= threshold ? 0 : 2.4 * 1.4 / (1.055 * 1.055) * pow((channel + 0.055) / 1.055, 0.4)
    }

    /// By how much the slope jumps at ``threshold``, rounded up.
    package static let jump = 0.00133

    /// The nearest byte of an amount of light.
    package static func byte(_ light: Double) -> UInt8 {
        let channel = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((max(0, min(1, channel)) * 255).rounded())
    }
}

/// What the three kinds of cones see.
package struct Cones {
    /// Answers of the long, the medium and the short ones.
    package let response: SIMD3<Double>

    /// What they answer to amounts of red, green and blue light, 0 to 1.
    package init(_ light: SIMD3<Double>) { response = Self.roots(Self.light(light)) }

    /// What reaches each kind; no amount counts against it.
    package static func light(_ light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(0.4122214708, 0.2119034982, 0.0883024619) * light.x
            + SIMD3(0.5363325363, 0.6806995451, 0.2817188376) * light.y
            + SIMD3(0.0514459929, 0.1073969566, 0.6299787005) * light.z
    }

    package static func roots(_ light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(cbrt(light.x), cbrt(light.y), cbrt(light.z))
    }
}
