import TestSupport
import Testing
import WaymarkGradients
import WaymarkPolylines

@Suite("Oklab")
struct OklabTests {
    /// Ottosson's table of XYZ and Oklab, three decimals.
    @Test(
        "published pairs of XYZ and Oklab",
        arguments: [
            ([0.950, 1.000, 1.089], [1.000, 0.000, 0.000]), ([1, 0, 0], [0.450, 1.236, -0.019]),
            ([0, 1, 0], [0.922, -0.671, 0.263]), ([0, 0, 1], [0.153, -1.415, -0.449]),
        ])
    func xyz(_ xyz: [Double], _ lab: [Double]) {
        // IEC 61966-2-1.
        let light = [
            [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
            [0.0556434, -0.2040259, 1.0572252],
        ].map { row in zip(row, xyz).reduce(0) { $0 + $1.0 * $1.1 } }
        let color = Oklab(Cones(SIMD3(light[0], light[1], light[2])))
        #expect(abs(color.lightness - lab[0]) < 0.0011)
        #expect(abs(color.a - lab[1]) < 0.0011)
        #expect(abs(color.b - lab[2]) < 0.0011)
    }

    /// CSS Color 4, the named colours in Oklab.
    @Test(
        "published sRGB colours",
        arguments: [
            ("#ffffff", [1.0, 0, 0]), ("#ff0000", [0.62796, 0.22486, 0.12585]),
            ("#00ff00", [0.86644, -0.23389, 0.17950]), ("#0000ff", [0.45201, -0.03246, -0.31153]),
            ("#000000", [0, 0, 0]),
        ])
    func named(_ hex: String, _ lab: [Double]) throws {
        let color = Oklab(try #require(RGBColor(hex: hex)))
        #expect(color.difference(to: Oklab(lightness: lab[0], a: lab[1], b: lab[2])) < 2e-5)
    }

    @Test("every colour is restored from Oklab")
    func roundTrip() {
        var lost = 0
        for number in stride(from: 0 as UInt32, to: 1 << 24, by: 7) where Oklab(RGBColor(number)).rgb.number != number {
            lost += 1
        }
        #expect(lost == 0)
    }

    @Test("a mixture is exact at both ends, and colours outside sRGB are clamped")
    func ends() {
        let (red, blue) = (Oklab(RGBColor(0xff0000)), Oklab(RGBColor(0x0000ff)))
        #expect(red.mixed(with: blue, fraction: 0) == red)
        #expect(red.mixed(with: blue, fraction: 1) == blue)
        #expect(Oklab(lightness: 2, a: 0, b: 0).rgb == RGBColor(0xffffff))
        #expect(Oklab(lightness: -1, a: 0, b: 0).rgb == RGBColor(0x000000))
        #expect(Oklab(lightness: 0.6, a: 3, b: 0).rgb.red == 255)
    }

    @Test("colours are read from text, and other texts are refused")
    func hex() {
        #expect(RGBColor(hex: "#440154") == RGBColor(red: 0x44, green: 1, blue: 0x54))
        #expect(RGBColor(hex: "ABCDEF")?.description == "#abcdef")
        #expect(RGBColor(1).description == "#000001")
        for text in ["", "#", "#12345", "#1234567", "red", "+12345", "#-12345", "12345g", "##12345", "１２３４５６"] {
            #expect(RGBColor(hex: text) == nil)
        }
    }
}
