package import WaymarkGradients

import func WaymarkC.pow

extension RGBColor {
    /// The relative luminance by WCAG 2.2, 0 to 1.
    package var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast with another colour by WCAG 2.2, 1 to 21.
    package func contrast(with other: RGBColor) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// The colour, darkened until white text on it has a contrast of 4.5.
    package var underWhiteText: RGBColor {
        var color = Oklab(self)
        while color.rgb.contrast(with: RGBColor(0xffffff)) < 4.5 {
            color = Oklab(lightness: color.lightness * 0.97, a: color.a, b: color.b)
        }
        return color.rgb
    }
}
