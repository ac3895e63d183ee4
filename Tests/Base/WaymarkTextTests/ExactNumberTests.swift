import Foundation
import TestSupport
import Testing
import WaymarkText

/// Numbers that plain arithmetic cannot decide, compared with the C library and the standard library.
@Suite("Exact numbers") struct ExactNumberTests {
    private static func check(_ text: String) -> Bool {
        let expected = strtod(text, nil)
        let value = NumberParser.double(ContiguousArray(text.utf8).span)
        return value?.bitPattern == (expected.isFinite ? expected.bitPattern : nil)
    }

    private static func randomDouble(_ seed: Int, using generator: inout SplitMix64) -> Double {
        switch seed % 4 {
        case 0: Double(bitPattern: UInt64.random(in: 1...0x7FEF_FFFF_FFFF_FFFF, using: &generator))
        case 1: Double.random(in: 0.001...180, using: &generator)
        case 2: Double(sign: .plus, exponent: Int.random(in: -1074...1023, using: &generator), significand: 1)
        default:
            Double(
                sign: .plus, exponent: Int.random(in: -18...50, using: &generator),
                significand: Double.random(in: 1..<2, using: &generator))
        }
    }

    @Test("random doubles with many digits are read as by C's strtod")
    func randomParsing() {
        var generator = SplitMix64(seed: 11)
        for i in 0..<20_000 {
            let value = Self.randomDouble(i, using: &generator)
            for format in ["%.17g", "%.25g", "%.3e", "%.800e"].prefix(i % 100 == 0 ? 4 : 3) {
                let text = String(format: format, value)
                if !Self.check(text) { Issue.record("\(text)") }
            }
        }
    }

    @Test(
        "hard numbers are read as by C's strtod: half-way, smallest, largest, beyond",
        arguments: [
            "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
            "2.47032822920623272088284396434110686182e-324", "1.7976931348623157e308", "1.7976931348623158e308",
            "1.7976931348623159e308", "2.2250738585072011e-308", "2.2250738585072012e-308", "9007199254740993",
            "9007199254740993.0000000000000000000000000000000001",
            "0.500000000000000166533453693773481063544750213623046875", "1e400", "1e-400", "1e999999999999",
            "0e999999", "123456789012345678901234567890", "6.6312368714e-317", "7.2057594037927933e+16",
            "3.518437208883201171875e13", "62.5364939768271845828", "8.10109172351e-10",
            "1.50000000000000011102230246251565404", "9007199254740991.4999999999999999999999999999999995",
            "104110013277974872254e-225",
        ])
    func hardParsing(text: String) {
        #expect(Self.check(text) && Self.check("-" + text))
    }

    @Test("the shortest text has the digits of the standard library's description and reads back the same")
    func shortest() {
        func digits(_ text: String) -> String {
            let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
            return String(digits.reversed().drop { $0 == "0" }.reversed())
        }
        var generator = SplitMix64(seed: 12)
        for i in 0..<40_000 {
            let value = Self.randomDouble(i, using: &generator)
            let text = NumberText.shortest(value)
            if Double(text) != value || digits(text) != digits(value.description) { Issue.record("\(value) \(text)") }
        }
    }
}
