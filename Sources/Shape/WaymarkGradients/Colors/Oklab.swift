import WaymarkC

/// A colour in Oklab, a perceptually uniform space.
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

    /// The coordinates of cone responses.
    package init(_ cones: Cones) {
        let response = cones.response
        self.init(
            lightness: (Self.lightnessRow * response).sum(), a: (Self.aRow * response).sum(),
            b: (Self.bRow * response).sum())
    }

    private static let lightnessRow = SIMD3(0.2104542553, 0.7936177850, -0.0040720468)
    private static let aRow = SIMD3(1.9779984951, -2.4285922050, 0.4505937099)
    private static let bRow = SIMD3(0.0259040371, 0.7827717662, -0.8086757660)

    /// The maximum distance for a given difference of cone responses.
    package static func longest(_ differences: SIMD3<Double>) -> Double {
        let signs = SIMD3(1.0, -1, 1)
        let (l, a, b) = (
            (lightnessRow * SIMD3(1, 1, -1) * differences).sum(), (aRow * signs * differences).sum(),
            (bRow * SIMD3(1, 1, -1) * differences).sum()
        )
        return (l * l + a * a + b * b).squareRoot()
    }

    /// The nearest colour in each channel, limited to 0 and 255.
    public var rgb: RGBColor {
        let light = linearLight
        return RGBColor(
            red: LinearLight.byte(light.red), green: LinearLight.byte(light.green), blue: LinearLight.byte(light.blue))
    }

    /// Linear light: 0 to 1 for colours within sRGB.
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

    /// Returns ΔE_OK, the distance to another colour: about 0.02 is just visible, 1 is from black to white.
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

/// Linear light and sRGB channel values.
///
/// Source: IEC 61966-2-1, with the threshold 0.04045.
package enum LinearLight {
    /// The linear light, 0 to 1, of each byte.
    package static let ofByte: [Double] = (0...255).map { of(Double($0) / 255) }

    /// Up to this channel value light is linear, beyond it a power function.
    package static let threshold = 0.04045

    /// The linear light of an sRGB channel, both 0 to 1.
    package static func of(_ channel: Double) -> Double {
        channel <= threshold ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }

    /// The maximum derivative of light up to a channel value.
    package static func slope(_ channel: Double) -> Double {
        channel <= threshold ? 1 / 12.92 : 2.4 / 1.055 * pow((channel + 0.055) / 1.055, 1.4)
    }

    /// The maximum second derivative up to a channel value.
    package static func bend(_ channel: Double) -> Double {
        channel <= threshold ? 0 : 2.4 * 1.4 / (1.055 * 1.055) * pow((channel + 0.055) / 1.055, 0.4)
    }

    /// The jump of the derivative at ``threshold``, rounded up.
    package static let jump = 0.00133

    /// The nearest byte for linear light.
    package static func byte(_ light: Double) -> UInt8 {
        let channel = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((max(0, min(1, channel)) * 255).rounded())
    }
}

/// The responses of the three kinds of cones.
package struct Cones {
    /// Responses of the long, medium and short ones.
    package let response: SIMD3<Double>

    /// The responses to linear red, green and blue, 0 to 1.
    package init(_ light: SIMD3<Double>) { response = Self.roots(Self.light(light)) }

    /// The light that reaches each kind, with non-negative weights.
    package static func light(_ light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(0.4122214708, 0.2119034982, 0.0883024619) * light.x
            + SIMD3(0.5363325363, 0.6806995451, 0.2817188376) * light.y
            + SIMD3(0.0514459929, 0.1073969566, 0.6299787005) * light.z
    }

    package static func roots(_ light: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(cbrt(light.x), cbrt(light.y), cbrt(light.z))
    }
}
