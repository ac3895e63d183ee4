import TestSupport
import Testing
import WaymarkTables
import WaymarkText

@Suite("Encodings") struct EncodingTests {
    @Test("labels are read in any spelling")
    func labels() {
        for label in ["UTF-8", "utf8", "Utf_8"] { #expect(TextEncoding(label: label) == .utf8) }
        for label in ["CP949", "cp-949", "MS949", "UHC", "windows-949", "EUC-KR", "euckr", "ks_c_5601-1987"] {
            #expect(TextEncoding(label: label) == .cp949)
        }
        for label in ["", "latin1", "utf-16", "cp932"] { #expect(TextEncoding(label: label) == nil) }
        #expect(TextEncoding.utf8.name == "UTF-8")
        #expect(TextEncoding.cp949.name == "CP949")
    }

    /// Every sequence of one and two bytes.
    private static let sequences: [ContiguousArray<UInt8>] =
        (UInt8.min...0xFF).map { [$0] } + (UInt16.min...0xFFFF).map { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }

    /// What is decoded, or U+FFFD and the offset of the first invalid sequence.
    private static func decoded(_ bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
        var output = ContiguousArray<UInt8>()
        return CP949.decode(bytes.span, appendingTo: &output).map(fault) ?? output
    }

    private static func fault(at offset: Int) -> ContiguousArray<UInt8> { ContiguousArray("\u{FFFD}\(offset)".utf8) }

    /// The checksum is that of `text(bytes) + "\n"` of all of them, where Python's `bytes.decode("cp949")` gives the text, or a
    /// `UnicodeDecodeError` with the offset `start`.
    @Test("every sequence of one and two bytes of CP949 decodes as in Python")
    func everySequence() {
        let text = ContiguousArray(Self.sequences.map { Self.decoded($0) + [0x0A] }.joined())
        #expect(CRC32(text.span).value == 0xCEC2_60F7)
        let codes = CP949Codes.byScalar
        #expect(codes.count == 17_048)
        #expect(codes.values.count { $0[0] >= 0xA1 && $0[1] >= 0xA1 } == 8226, "the codes of EUC-KR")
    }

    @Test(
        "every sequence of one and two bytes decodes as by iconv, and as CP949 what EUC-KR has",
        .enabled(if: SystemConverter(from: "CP949") != nil, "the C library has no converter for CP949"))
    func everySequenceBySystem() throws {
        let (cp949, eucKR) = try (#require(SystemConverter(from: "CP949")), SystemConverter(from: "EUC-KR"))
        var (different, common) = ([ContiguousArray<UInt8>](), 0)
        for bytes in Self.sequences {
            let decoded = Self.decoded(bytes)
            let text = cp949.utf8(bytes)
            // glibc refuses 0xA2 0xE8 behind itself.
            if decoded != text ?? Self.fault(at: cp949.offset % bytes.count) { different.append(bytes) }
            // Which in its EUC-KR is the Korean postal mark, a later addition.
            guard bytes.count == 2, bytes.allSatisfy({ $0 >= 0xA1 }), bytes != [0xA2, 0xE8],
                let text = eucKR?.utf8(bytes)
            else { continue }
            common += 1
            if decoded != text { different.append(bytes) }
        }
        #expect(different == [])
        #expect(eucKR == nil || common > 8000)
    }

    @Test("what CP949 adds over EUC-KR decodes")
    func extensions() {
        var output = ContiguousArray<UInt8>()
        let bytes: ContiguousArray<UInt8> = [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF, 0x21]
        #expect(CP949.decode(bytes.span, appendingTo: &output) == nil)
        #expect(String(decoding: output, as: UTF8.self) == "똠방각하!")
    }

    @Test(
        "an invalid sequence is reported by its position, and everything before it is decoded",
        arguments: [
            ([0x61, 0x80] as [UInt8], 1), ([0xB0, 0xA1, 0xFF, 0x41], 2), ([0xB0], 0), ([0x61, 0xB0, 0x20], 1),
            ([0x61, 0x62, 0xC9, 0xA1], 2), ([0x81, 0x5B], 0),
        ])
    func invalid(bytes: [UInt8], offset: Int) {
        var output = ContiguousArray("+".utf8)
        #expect(CP949.decode(ContiguousArray(bytes).span, appendingTo: &output) == offset)
        #expect(output.first == 0x2B)
        #expect(String(validating: output, as: UTF8.self) != nil)
    }

    @Test("UTF-8 is checked as by the standard library", arguments: 1...4 as ClosedRange<UInt64>)
    func utf8Validation(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let pool: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEA, 0xED, 0xEF,
            0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<10_000 {
            let length = Int.random(in: 0...12, using: &generator)
            let bytes = ContiguousArray((0..<length).map { _ in pool.randomElement(using: &generator)! })
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let first = UTF8Validation.firstInvalid(bytes.span)
            if (first == nil) != isValid { #expect((first == nil) == isValid, "\(bytes)") }
            if let first, String(validating: bytes[..<first], as: UTF8.self) == nil { Issue.record("\(bytes)") }
            // One U+FFFD for each maximal subpart, as in the standard library.
            var index = 0
            var lossy = ""
            while index < bytes.count {
                let step = UTF8Validation.step(bytes.span, at: index)
                let text = String(decoding: bytes[index..<index + step.length], as: UTF8.self)
                lossy += step.kind == .valid ? text : "\u{FFFD}"
                index += step.length
            }
            let isSame = lossy.utf8.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8)
            if !isSame { #expect(isSame, "\(bytes)") }
        }
    }

    @Test("the encoding of Korean text is detected, and that of pure ASCII is left open")
    func detection() throws {
        let text = "이름,주소\n경복궁,\"서울특별시 종로구 사직로 161\"\n똠방각하,전북\n"
        for chunk in [1, 2, 3, Int.max] {
            let utf8 = try ReadTable(MemorySource(text.utf8, chunk: chunk), CSVOptions())
            let other = try ReadTable(MemorySource(cp949(text), chunk: chunk), CSVOptions())
            #expect(utf8.encoding == .utf8)
            #expect(other.encoding == .cp949)
            #expect(utf8.fields == other.fields)
            #expect(utf8.header == ["이름", "주소"])
        }
        #expect(try ReadTable("a,b\n1,2\n").encoding == nil)
    }

    @Test("after 100 KB of ASCII, CP949 is still found", arguments: [1000, 65_536, Int.max])
    func lateDetection(chunk: Int) throws {
        let ascii = String(repeating: "plain,row\n", count: 10_000)
        let table = try ReadTable(MemorySource(Array(ascii.utf8) + cp949("경복궁,궁\n"), chunk: chunk))
        #expect(table.encoding == .cp949)
        #expect(table.fields.last == ["경복궁", "궁"])
    }

    @Test("a character truncated by the end of the window is not an error", arguments: 0..<4)
    func windowEnd(shift: Int) throws {
        // One record longer than the window, then more: each encoding is cut at each position within a character.
        let row = String(repeating: "a", count: shift) + String(repeating: "가", count: 40_000) + "\n"
        #expect(try ReadTable(row + row).encoding == .utf8)
        #expect(try ReadTable(MemorySource(cp949(row + row))).encoding == .cp949)
    }

    @Test("with errors in both encodings, fewer errors decide, and UTF-8 in a tie")
    func faults() throws {
        #expect(try ReadTable(MemorySource(cp949("가나다라") + [0xFF])).encoding == .cp949)
        #expect(try ReadTable(MemorySource([0xFF] + Array("가나다라".utf8) + [0x20])).encoding == .utf8)
        #expect(try ReadTable(MemorySource([0x61, 0xFF])).encoding == .utf8)
    }

    @Test("the given encoding is kept")
    func givenEncoding() throws {
        let table = try ReadTable(MemorySource("가,나".utf8), CSVOptions(encoding: .cp949, hasHeader: false))
        #expect(table.encoding == .cp949)
        #expect(table.fields != [["가", "나"]])
    }

    @Test("whole texts are decoded, with the position of invalid bytes")
    func wholeTexts() throws {
        let text = "{\"이름\":\n\"경복궁\"}"
        let utf8 = try TextDecoding.utf8(ContiguousArray(text.utf8))
        #expect(String(decoding: utf8.text, as: UTF8.self) == text)
        #expect(utf8.encoding == .utf8)
        let other = try TextDecoding.utf8(ContiguousArray(cp949(text)))
        #expect(String(decoding: other.text, as: UTF8.self) == text)
        #expect(other.encoding == .cp949)
        #expect(try TextDecoding.utf8(ContiguousArray("\u{FEFF}[]".utf8)).text == ContiguousArray("[]".utf8))
        #expect(try TextDecoding.utf8([]).encoding == .utf8)
        #expect(throws: TableError.invalidText(encoding: .utf8, line: 3, byte: 2)) {
            _ = try TextDecoding.utf8([0x0D, 0x0A, 0x61, 0x0A, 0x62, 0xFF], encoding: .utf8)
        }
        #expect(throws: TableError.invalidText(encoding: .cp949, line: 1, byte: 1)) {
            _ = try TextDecoding.utf8([0xFF], encoding: .cp949)
        }
        #expect(throws: TableError.unsupportedEncoding(name: "UTF-16", path: "the text")) {
            _ = try TextDecoding.utf8([0xFF, 0xFE, 0x61, 0x00])
        }
    }
}
