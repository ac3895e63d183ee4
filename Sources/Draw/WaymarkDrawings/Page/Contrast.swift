package import WaymarkGradients

extension RGBColor {
    /// The relative luminance by WCAG 2.2, 0 to 1.
    package var luminance: Double {
        let light = LinearLight.ofByte
        return 0.2126 * light[Int(red)] + 0.7152 * light[Int(green)] + 0.0722 * light[Int(blue)]
    }

    /// The contrast with another colour by WCAG 2.2, 1 to 21.
    package func contrast(with other: RGBColor) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// The colour, lightened until it has a contrast of 4.5 with the paper of a dark page.
    package var onDarkPaper: RGBColor {
        guard let paper = RGBColor(hex: DrawingColors.dark.paper) else { return self }
        var color = Oklab(self)
        while color.rgb.contrast(with: paper) < 4.5, color.lightness < 1 {
            color = Oklab(lightness: color.lightness + 0.02, a: color.a, b: color.b)
        }
        return color.rgb
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
