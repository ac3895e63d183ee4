import WaymarkText

/// An opaque sRGB colour with eight bits per channel.
public struct RGBColor: Hashable, Sendable {
    /// Red, 0 to 255.
    public let red: UInt8
    /// Green, 0 to 255.
    public let green: UInt8
    /// Blue, 0 to 255.
    public let blue: UInt8

    /// The colour of three channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour of a number, as in `0x440154`: red, green and blue in its low 24 bits.
    public init(_ number: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }

    /// The colour of a text such as `#440154` or `440154`; nil for any other.
    public init?(hex text: String) {
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
        guard digits.count == 6, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
            let number = UInt32(Substring(digits), radix: 16)
        else { return nil }
        self.init(number)
    }

    /// The colour as a number, as in `0x440154`.
    public var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

extension RGBColor: CustomStringConvertible {
    /// The colour as in CSS: `#440154`.
    public var description: String { "#" + Hexadecimal.text(number, digits: 6) }
}

extension RGBColor: Codable {
    /// Decodes a text such as `#440154`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let color = RGBColor(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a colour like #440154")
        }
        self = color
    }

    /// Encodes a text such as `#440154`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
