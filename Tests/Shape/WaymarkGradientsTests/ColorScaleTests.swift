import TestSupport
import Testing
import WaymarkGradients
import WaymarkPolylines

@Suite("Colour scales")
struct ColorScaleTests {
    @Test("equal steps of a built-in scale are equal differences", arguments: ColorScale.named.map(\.name))
    func even(_ name: String) throws {
        let scale = try #require(ColorScale.named.first { $0.name == name }).scale
        let colors = (0...256).map { scale.color(at: Double($0) / 256) }
        let steps = zip(colors, colors.dropFirst()).map { $0.difference(to: $1) }
        let mean = steps.reduce(0, +) / 256
        // Only across a bend of the path through Oklab is a step shorter.
        #expect(steps.filter { abs($0 - mean) > 0.02 * mean }.count <= scale.stops.count)
        #expect(steps.allSatisfy { $0 <= mean * 1.03 && $0 >= mean * 0.5 })
        // All colours are within sRGB, up to the rounding of eight bits.
        #expect(colors.allSatisfy { $0.difference(to: Oklab($0.rgb)) < 0.006 })
    }

    @Test("scales for amounts only grow lighter; the arms of the diverging one are equally light")
    func lightness() {
        for scale in [ColorScale.viridis, .cividis] {
            let lightness = (0...256).map { scale.color(at: Double($0) / 256).lightness }
            #expect(zip(lightness, lightness.dropFirst()).allSatisfy { $0 < $1 })
        }
        for i in 0...128 {
            let (low, high) = (
                ColorScale.blueOrange.color(at: 0.5 - Double(i) / 256),
                ColorScale.blueOrange.color(at: 0.5 + Double(i) / 256)
            )
            #expect(abs(low.lightness - high.lightness) < 0.01)
        }
        #expect(ColorScale.hours.stops.first?.color == ColorScale.hours.stops.last?.color)
        #expect(ColorScale.viridis.reversed.color(at: 0.25).difference(to: ColorScale.viridis.color(at: 0.75)) < 1e-12)
    }

    /// Entries of the published tables of 256 colours, rounded to eight bits, at 0, 1/8, ... 1.
    @Test(
        "the colours equal the published ones",
        arguments: [
            (
                ColorScale.viridis,
                [0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x27ad81, 0x5cc863, 0xaadc32, 0xfde725] as [UInt32],
                0.008
            ),
            (
                ColorScale.cividis,
                [0x00224e, 0x1a386f, 0x434e6c, 0x61656f, 0x7d7c78, 0x9a9376, 0xbbad6d, 0xddc858, 0xfee838], 0.006
            ),
        ])
    func published(_ scale: ColorScale, _ numbers: [UInt32], _ distance: Double) {
        for number in numbers {
            let color = Oklab(RGBColor(number))
            let nearest = (0...4096).map { scale.color(at: Double($0) / 4096).difference(to: color) }.min()!
            #expect(nearest < distance)
        }
    }

    /// Machado, Oliveira and Fernandes 2009, doi:10.1109/TVCG.2009.113: matrices for light at severity 1.
    static let deficiencies: [[SIMD3<Double>]] = [
        [
            SIMD3(0.152286, 1.052583, -0.204868), SIMD3(0.114503, 0.786281, 0.099216),
            SIMD3(-0.003882, -0.048116, 1.051998),
        ],
        [
            SIMD3(0.367322, 0.860646, -0.227968), SIMD3(0.280085, 0.672501, 0.047413),
            SIMD3(-0.011820, 0.042940, 0.968881),
        ],
        [
            SIMD3(1.255528, -0.076749, -0.178779), SIMD3(-0.078411, 0.930809, 0.147602),
            SIMD3(0.004733, 0.691367, 0.303900),
        ],
    ]

    /// The minimum difference between colours of a scale at least an eighth of it apart, with one of the colour vision
    /// deficiencies.
    static func minDifference(_ scale: ColorScale, _ deficiency: [SIMD3<Double>], isCyclic: Bool = false) -> Double {
        let seen = (0...128).map { i in
            let light = scale.color(at: Double(i) / 128).linearLight
            let shown = SIMD3(light.red, light.green, light.blue).clamped(lowerBound: .zero, upperBound: .one)
            let less = SIMD3(
                (deficiency[0] * shown).sum(), (deficiency[1] * shown).sum(), (deficiency[2] * shown).sum())
            return Oklab(Cones(less.clamped(lowerBound: .zero, upperBound: .one)))
        }
        var least = Double.infinity
        for i in seen.indices {
            for j in seen.indices.dropFirst(i + 16) where !isCyclic || 128 - (j - i) >= 16 {
                least = min(least, seen[i].difference(to: seen[j]))
            }
        }
        return least
    }

    @Test("built-in scales are distinguishable with colour vision deficiencies, and red to green is not")
    func colorBlind() {
        for deficiency in Self.deficiencies {
            for (name, scale) in ColorScale.named {
                #expect(Self.minDifference(scale, deficiency, isCyclic: name == "hours") > 0.05)
            }
        }
        let traffic = ColorScale(evenlyThrough: [0xd73027, 0xffffbf, 0x1a9850].map { RGBColor($0) })
        #expect(Self.minDifference(traffic, Self.deficiencies[0]) < 0.01)
        #expect(Self.minDifference(traffic, Self.deficiencies[1]) < 0.01)
    }

    @Test("quantiles are those of NumPy and R")
    func quantiles() {
        // numpy.quantile([1, 2, 4, 8, 16, 32, 33], [0.25, 0.5, 0.75])
        #expect(ValueClasses.quantiles(4).breaks(of: [8, 1, 33, 4, 16, 2, 32]) == [3, 8, 24])
        #expect(ValueClasses.quantiles(3).breaks(of: [5]) == [5, 5])
        #expect(ValueClasses.quantiles(1).breaks(of: [1, 2]) == [])
        #expect(ValueClasses.equalRanges(4).breaks(of: [3, -1, 7]) == [1, 3, 5])
    }

    @Test("a scale of one colour, or of equal ones, is that colour")
    func oneColor() {
        let red = RGBColor(0xff0000)
        #expect(ColorScale(evenlyThrough: [red]).color(at: 0.3).rgb == red)
        #expect(ColorScale(evenlyThrough: [red, red]).color(at: 0.3).rgb == red)
        #expect(ColorScale.viridis.colors(1) == [ColorScale.viridis.color(at: 0.5)])
        #expect(ColorScale.viridis.color(at: -3) == ColorScale.viridis.stops[0].color)
        #expect(ColorScale.viridis.color(at: .infinity).rgb == RGBColor(0xfde725))
        _ = ColorScale.viridis.color(at: .nan)
    }
}
