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
            linearRed: LinearLight.ofByte[Int(color.red)], green: LinearLight.ofByte[Int(color.green)],
            blue: LinearLight.ofByte[Int(color.blue)])
    }

    /// The coordinates of amounts of light, 0 to 1.
    init(linearRed red: Double, green: Double, blue: Double) {
        let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        self.init(
            lightness: 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
            a: 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
            b: 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short)
    }

    /// The nearest colour in each channel; what screens cannot show is cut off at 0 and 255.
    public var rgb: RGBColor {
        let light = linearLight
        return RGBColor(
            red: LinearLight.byte(light.red), green: LinearLight.byte(light.green), blue: LinearLight.byte(light.blue))
    }

    /// Amounts of light: 0 to 1 where a screen can show the colour.
    var linearLight: (red: Double, green: Double, blue: Double) {
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
enum LinearLight {
    /// The amount of light, 0 to 1, of each byte.
    static let ofByte: [Double] = (0...255).map { of(Double($0) / 255) }

    /// The amount of light of a channel of sRGB, both 0 to 1.
    static func of(_ channel: Double) -> Double {
        channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }

    /// The nearest byte of an amount of light.
    static func byte(_ light: Double) -> UInt8 {
        let channel = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((max(0, min(1, channel)) * 255).rounded())
    }
}
