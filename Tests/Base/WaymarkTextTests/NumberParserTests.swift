import Foundation
import TestSupport
import Testing
import WaymarkText

@Suite("Number parser") struct NumberParserTests {
    private func double(_ text: String) -> Double? { NumberParser.double(ContiguousArray(text.utf8).span) }
    private func integer(_ text: String) -> Int? { NumberParser.integer(ContiguousArray(text.utf8).span) }

    private func expectAsInC(_ text: String) {
        let expected = strtod(text, nil)
        let value = double(text)
        // Too large a number has no result here, and is infinite in C.
        let isSame = expected.isFinite ? value?.bitPattern == expected.bitPattern : value == nil
        if !isSame { #expect(isSame, "\(text) is \(String(describing: value)), in C \(expected)") }
    }

    @Test("plain decimal numbers are read, with surrounding white space")
    func plain() {
        #expect(double(" 37.5\t\r\n") == 37.5)
        #expect(double("+.5") == 0.5)
        #expect(double("5.") == 5)
        #expect(double("-1e-3") == -0.001)
        #expect(double("1E+2") == 100)
        #expect(double("-0")?.sign == .minus)
        #expect(double("0000000000000000000000000000001.50") == 1.5)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", " ", "+", "-", ".", "e5", "1e", "1e+", "1.2.3", "--1", "1 2", "nan", "inf", "-infinity", "0x10", "1,5",
            "1_000", "37.5°", "１２", "1e5.0", "NULL", ".e1", "1e400", "-1e400", "1\0",
        ])
    func refusals(text: String) {
        #expect(double(text) == nil)
    }

    @Test("random numbers of every length and size are rounded as in C", arguments: 1...4 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<50_000 {
            let whole = Int.random(in: 0...12, using: &generator)
            let fraction = Int.random(in: whole == 0 ? 1...12 : 0...12, using: &generator)
            func digits(_ count: Int) -> String {
                String(decoding: (0..<count).map { _ in UInt8.random(in: 48...57, using: &generator) }, as: UTF8.self)
            }
            var text = Bool.random(using: &generator) ? "-" : ""
            text += digits(whole) + (fraction > 0 ? "." + digits(fraction) : "")
            if Int.random(in: 0...2, using: &generator) == 0 {
                text += "e\(Int.random(in: -340...320, using: &generator))"
            } else if Bool.random(using: &generator) {
                text += "e\(Int.random(in: -30...30, using: &generator))"
            }
            expectAsInC(text)
        }
    }

    @Test(
        "numbers without exponent, of every number of digits before and after the point, are as in C, and broken ones none"
    )
    func everyLength() {
        var generator = SplitMix64(seed: 7)
        func digits(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 48...57, using: &generator) } }
        for sign in ["", "-", "+"] {
            for whole in 0...10 {
                for fraction in 0...18 where whole + fraction > 0 {
                    for round in 0..<40 {
                        let nines = round == 0 ? [UInt8](repeating: 57, count: 18) : digits(18)
                        var bytes = Array(sign.utf8) + nines.prefix(whole)
                        if fraction > 0 || round % 2 == 0 { bytes += [UInt8(ascii: ".")] + digits(fraction) }
                        expectAsInC(String(decoding: bytes, as: UTF8.self))
                        // With one byte replaced, the result equals that of the general method.
                        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                            in: round % 4 == 3 ? 0...255 : 0x20...0x7F, using: &generator)
                        let text = ContiguousArray(bytes)
                        let (value, any) = (NumberParser.double(text.span), NumberParser.anyDouble(text.span))
                        if value?.bitPattern != any?.bitPattern { Issue.record("\(bytes)") }
                    }
                }
            }
        }
    }

    @Test("numbers at and near the middle between two doubles are rounded as in C")
    func halfway() {
        var generator = SplitMix64(seed: 9)
        for _ in 0..<4000 {
            // The middle of two doubles, with all its digits; then one unit less, one more, and a digit far beyond the
            // end.
            let bits = UInt64.random(in: 1 << 52..<1 << 53, using: &generator)
            let exponent = Int.random(in: -12...10, using: &generator)
            let middle = Double(sign: .plus, exponent: exponent - 1, significand: Double(bits))
            let odd = String(format: "%.40f", middle)
            let step = Double(sign: .plus, exponent: exponent - 2, significand: 1)
            let decimals = String(format: "%.40f", step)
            expectAsInC(odd)
            expectAsInC(sum(odd, decimals))
            expectAsInC(sum(odd, decimals) + "1")
            expectAsInC(sum(odd, decimals) + String(repeating: "0", count: 700) + "1")
        }
        for text in [
            "9007199254740993", "9007199254740992.5", "9007199254740993.0000000000000000000000001", "2.5e-324",
            "5e-324",
            "2.4703282292062327208e-324", "2.4703282292062328e-324", "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "1.7976931348623157e308", "1.7976931348623158e308", "1.797693134862315808e308", "1e23", "8.5e22",
            "18446744073709551615", "18446744073709551616", "9999999999999999999", "0.1e-999999999999999999999",
            "1e99999999999999999999999", "0e99999999999999999999999", "9007199254740993e-27", "9999999999999999999e27",
            "1e-27", "9007199254740995e22", "0." + String(repeating: "0", count: 400) + "1",
            "1" + String(repeating: "0", count: 300), "123456789012345678901234567890e-20",
        ] {
            expectAsInC(text)
        }
    }

    /// The decimal sum of two numbers with equally many decimals.
    private func sum(_ a: String, _ b: String) -> String {
        let count = max(a.utf8.count, b.utf8.count)
        let first = Array(String(repeating: "0", count: count - a.utf8.count).utf8) + Array(a.utf8)
        let second = Array(String(repeating: "0", count: count - b.utf8.count).utf8) + Array(b.utf8)
        var carry: UInt8 = 0
        var result: [UInt8] = []
        for (x, y) in zip(first.reversed(), second.reversed()) {
            if x == 0x2E {
                result.append(x)
                continue
            }
            let digit = x - 48 + y - 48 + carry
            carry = digit / 10
            result.append(digit % 10 + 48)
        }
        return (carry > 0 ? "1" : "") + String(decoding: result.reversed(), as: UTF8.self)
    }

    @Test("whole numbers are read up to the limits of their range, but not beyond")
    func integers() {
        #expect(integer(" 12 ") == 12)
        #expect(integer("-0") == 0)
        #expect(integer("+7") == 7)
        #expect(integer("9223372036854775807") == .max)
        #expect(integer("-9223372036854775808") == .min)
        for text in ["", " ", "-", "+", "9223372036854775808", "-9223372036854775809", "1.0", "1e3", "0x1", "１", "1 2"]
        {
            #expect(integer(text) == nil, "\(text)")
        }
    }
}
