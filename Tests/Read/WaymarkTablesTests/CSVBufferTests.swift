import Foundation
import TestSupport
import Testing
import WaymarkTables

@Suite("CSV buffer") struct CSVBufferTests {
    @Test("fields are quoted if and only if necessary")
    func quoting() {
        var buffer = CSVBuffer()
        for field in ["plain", "a,b", "say \"x\"", "two\nlines", "\r", " a", "a ", "a;b", "", "경복궁", "\u{FEFF}x"] {
            buffer.append(field: field)
        }
        buffer.endRecord()
        #expect(
            buffer.text
                == "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"\r\",\" a\",\"a \",a;b,,경복궁,\"\u{FEFF}x\"\n")
    }

    @Test("a byte that needs quotes is recognised at any position, and no other byte is")
    func quotingEverywhere() {
        func needsQuotes(_ field: ContiguousArray<UInt8>, _ delimiter: UInt8) -> Bool {
            field.contains { $0 == delimiter || [0x22, 0x0A, 0x0D].contains($0) }
        }
        for delimiter in [UInt8(ascii: ","), UInt8(ascii: "|")] {
            for count in 1...34 {
                for place in 0..<count {
                    for byte in UInt8.min...UInt8.max where place > 0 && place < count - 1 || byte > 0x20 {
                        for filling in [UInt8(ascii: "x"), 0x21, 0xAC] {
                            var field = ContiguousArray(repeating: filling, count: count)
                            field[place] = byte
                            var bytes = field
                            Quoting.quoteField(in: &bytes, from: 0, delimiter: delimiter)
                            let isQuoted = bytes.count > count
                            if isQuoted != needsQuotes(field, delimiter) {
                                Issue.record("\(byte) at \(place) of \(count)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("a record of one empty field is not a blank line")
    func emptyField() {
        var buffer = CSVBuffer()
        buffer.appendEmpty()
        buffer.endRecord()
        buffer.appendEmpty()
        buffer.appendEmpty()
        buffer.endRecord()
        buffer.append(field: "")
        buffer.endRecord()
        #expect(buffer.text == "\"\"\n,\n\"\"\n")
    }

    @Test("raw bytes are unchanged, and removing all keeps the capacity")
    func raw() {
        var buffer = CSVBuffer(delimiter: UInt8(ascii: "\t"))
        buffer.append(raw: ContiguousArray("x,\"\n".utf8).span)
        buffer.append(integer: -5)
        buffer.append(utf8: ContiguousArray("a\tb".utf8).span)
        buffer.endRecord()
        #expect(buffer.text == "x,\"\n-5\t\"a\tb\"\n")
        let capacity = buffer.bytes.capacity
        buffer.removeAll()
        #expect(buffer.count == 0)
        #expect(buffer.bytes.capacity == capacity)
        buffer.endRecord()
        #expect(buffer.text == "\"\"\n")
    }

    @Test("written fields read back unchanged", arguments: [",", "\t", ";", "|"], 1...4 as ClosedRange<UInt64>)
    func roundTrip(delimiter: String, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let alphabet = ["a", "\"", ",", "\n", "\r", "\t", ";", "|", " ", "가", "\u{FEFF}", "\0", "1"]
        let rows = (0..<200).map { _ in
            (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }
                    .joined()
            }
        }
        let byte = try #require(delimiter.utf8.first)
        var buffer = CSVBuffer(delimiter: byte)
        for row in rows {
            for field in row { buffer.append(field: field) }
            buffer.endRecord()
        }
        let table = try ReadTable(MemorySource(buffer.bytes), CSVOptions(delimiter: byte, hasHeader: false))
        #expect(table.fields.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } })
        #expect(table.rejections == [])
    }

    private func written(_ body: (inout CSVBuffer) -> Void) -> String {
        var buffer = CSVBuffer()
        body(&buffer)
        return buffer.text
    }

    private func expectAsInC(_ value: Double, _ decimals: Int) {
        let text = written { $0.append(fixed: value, decimals: decimals) }
        let expected = String(format: "%.\(decimals)f", value)
        if text != expected { #expect(text == expected, "\(value) with \(decimals) decimals") }
    }

    @Test("fixed decimals are rounded as in C", arguments: 1...4 as ClosedRange<UInt64>)
    func fixed(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<50_000 {
            let decimals = Int.random(in: 0...9, using: &generator)
            switch Int.random(in: 0...3, using: &generator) {
            case 0: expectAsInC(Double.random(in: -180...180, using: &generator), decimals)
            case 1: expectAsInC(Double.random(in: -3e7...3e7, using: &generator), decimals)
            case 2:
                // Ties: odd multiples of a small power of two.
                let units = Double(Int.random(in: -200_000...200_000, using: &generator))
                expectAsInC(units / Double(1 << Int.random(in: 1...10, using: &generator)), decimals)
            default:
                // Next to decimal ties, which are exact only in decimal text.
                let units = Double(Int.random(in: 0...2_000_000, using: &generator)) + 0.5
                expectAsInC(units / pow(10, Double(decimals)), decimals)
            }
        }
    }

    @Test("fixed decimals of the largest and smallest numbers, and with many decimals, are as in C")
    func fixedExtremes() {
        let values = [
            0, -0.0, 0.5, 1.5, 2.5, -0.5, -0.0004, 0.0005, 1e15, 1e16, 9_007_199_254_740_992, 1e22, 1e300,
            -1.7976931348623157e308,
            .leastNonzeroMagnitude, 2.2250738585072014e-308, 0x1p51, 0x1p52 - 0.5, 0x1p53, 4503599627370495.5, 0.1,
            1 / 3.0,
            123456789.987654321,
            2251799813685.2475,
        ]
        for value in values {
            for decimals in [0, 1, 2, 3, 6, 9, 10, 15, 20, 30, 60] { expectAsInC(value, decimals) }
        }
        #expect(written { $0.append(fixed: .nan, decimals: 3) } == "")
        #expect(written { $0.append(fixed: .infinity, decimals: 3) } == "")
    }

    @Test("shortest numbers are plain and short")
    func shortestExamples() {
        let cases: [(Double, String)] = [
            (37.5, "37.5"), (37, "37"), (0, "0"), (-0.0, "-0"), (0.1, "0.1"), (1e-7, "0.0000001"), (1e-5, "0.00001"),
            (1.5e-6, "0.0000015"), (9.99e-8, "9.99e-08"), (1e-8, "1e-08"), (1e15, "1000000000000000"),
            (9_999_999_999_999_998, "9999999999999998"), (1e16, "1e+16"), (1.25e300, "1.25e+300"),
            (.leastNonzeroMagnitude, "5e-324"),
            (126.97843039999997, "126.97843039999997"), (-126.978, "-126.978"),
            (1_234_567_890_123_456.8, "1234567890123456.8"),
            (123456.00000000001, "123456.00000000001"), (1e14 + 0.5, "100000000000000.5"), (.nan, ""), (-.infinity, ""),
        ]
        for (value, text) in cases { #expect(written { $0.append(shortest: value) } == text) }
    }

    @Test(
        "shortest numbers read back the same, in no more digits than the description",
        arguments: 1...4 as ClosedRange<UInt64>)
    func shortest(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func significantDigits(_ text: String) -> Substring {
            let digits = String(text.prefix { $0 != "e" }.filter(\.isWholeNumber)).drop { $0 == "0" }
            return digits.dropLast(digits.reversed().prefix { $0 == "0" }.count)
        }
        for index in 0..<15_000 {
            let value: Double
            switch index % 4 {
            case 0: value = Double(bitPattern: generator.next())
            case 1: value = (Double.random(in: -180...180, using: &generator) * 1e7).rounded() / 1e7
            case 2: value = Double.random(in: -1e16...1e16, using: &generator)
            default: value = pow(10, Double.random(in: -9...17, using: &generator))
            }
            guard value.isFinite else { continue }
            let text = written { $0.append(shortest: value) }
            let isSame = strtod(text, nil) == value && significantDigits(text) == significantDigits(value.description)
            let isPlain = !text.contains("e") || value.magnitude < 1e-7 || value.magnitude >= 1e16
            if !isSame || !isPlain { #expect(isSame && isPlain, "\(value) became \(text)") }
        }
    }

    @Test("whole numbers are written up to the limits of their range")
    func integers() {
        for value in [0, 9, 10, -1, 99, 100, .max, .min, 1_000_000_000_000_000_000, 999_999_999_999_999_999] {
            #expect(written { $0.append(integer: value) } == "\(value)")
        }
    }
}
