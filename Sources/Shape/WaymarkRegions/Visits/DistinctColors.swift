package import WaymarkGradients

/// Colours that are told apart, one after another: the same ones in each run.
///
/// First come those of Okabe and Ito 2002, which most eyes tell apart, without their black and with a yellow darkened to be
/// seen on white; those that look much like a taken colour are left out. Then comes, each time, the colour that differs most
/// in Oklab from all before it. After some two thousand they come again.
package struct DistinctColors {
    private static let palette: [UInt32] = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xd4c62b]
    /// A difference in Oklab that nobody overlooks between two regions.
    private static let clear = 0.08

    private var first: ArraySlice<RGBColor>
    private var taken: [RGBColor]
    /// What else there is, and how much each differs from the taken colour next to it; made when first needed.
    private var others: [(color: RGBColor, oklab: Oklab, difference: Double)] = []

    /// Colours that differ from those that are taken.
    package init(besides taken: some Sequence<RGBColor>) {
        self.taken = Array(taken)
        let given = self.taken.map { Oklab($0) }
        first =
            Self.palette.map { RGBColor($0) }.filter { color in
                !given.contains { $0.difference(to: Oklab(color)) < Self.clear }
            }[...]
    }

    /// The next colour.
    ///
    /// - Complexity: O(1) for the palette, then O(*c*) for *c*, about two thousand, colours to choose from.
    package mutating func next() -> RGBColor {
        if let color = first.popFirst() {
            taken.append(color)
            return color
        }
        if others.isEmpty {
            others = Self.visible.map { ($0, Oklab($0), .infinity) }
            for color in taken { take(Oklab(color)) }
        }
        var best = 0
        for i in others.indices where others[i].difference > others[best].difference { best = i }
        let (color, oklab, difference) = others[best]
        if difference == 0 {
            // All are taken.
            for i in others.indices { others[i].difference = .infinity }
        }
        take(oklab)
        return color
    }

    private mutating func take(_ color: Oklab) {
        for i in others.indices {
            others[i].difference = min(others[i].difference, others[i].oklab.difference(to: color))
        }
    }

    /// Colours of a grid that are neither grey nor too light or dark beside white ground and black borders.
    private static var visible: [RGBColor] {
        let channel = stride(from: UInt8(0), through: 255, by: 17)
        return channel.flatMap { red in
            channel.flatMap { green in channel.map { RGBColor(red: red, green: green, blue: $0) } }
        }
        .filter {
            let color = Oklab($0)
            return 0.4...0.85 ~= color.lightness && color.a * color.a + color.b * color.b > 0.008
        }
    }
}
