import TestSupport
import Testing
import WaymarkTables

/// The results of a reader must not depend on where the buffer ends.
@Suite("Buffer borders") struct CSVBorderTests {
    /// Delivers all bytes up to a boundary, then the rest.
    private struct SplitSource: ByteSource {
        let bytes: [UInt8]
        let border: Int
        var position = 0
        let name = "split"
        var size: Int? { bytes.count }

        init(_ bytes: [UInt8], at border: Int) {
            self.bytes = bytes
            self.border = border
        }

        mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
            let end = position < border ? border : bytes.count
            buffer.append(contentsOf: bytes[position..<end])
            defer { position = end }
            return end - position
        }
    }

    /// About 4 KB with every awkward case.
    static func hostile(_ encode: (String) throws -> [UInt8]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ text: String) throws { bytes += try encode(text) }
        try add("이름,\"위도\",lon\r\nplain,1,2\r\n")
        for index in 0..<15 {
            try add("\(index),\"a,\"\"b\"\"\r\n경복궁\r,\n\",x\r")
            try add("\"\",,\"\"\"\"\n\n\r\r\n")
            try add("quote\"inside,\"after\"text\" ,\" 서울특별시 종로구\"\r\n")
            if index % 5 == 2 { bytes += [0x61, 0x2C, 0xFF, 0x80, 0x2C, 0xB0, 0x0A] }
            if index % 7 == 3 { bytes += [0x00, 0x2C, 0x00, 0x22, 0x0D] }
            try add("긴 글 긴 글 긴 글 긴 글 긴 글 긴 글,\"\(index)\"\n")
        }
        try add("마지막,\"never closed,1\nsecond,\"\"2\"\"\r\nthird,3\r\n\r\nfourth,\"\"\"\"")
        return bytes
    }

    @Test("a buffer boundary at every byte changes nothing", arguments: [TextEncoding.utf8, .cp949], [true, false])
    func everyBorder(encoding: TextEncoding, isGiven: Bool) throws {
        let bytes = try Self.hostile { encoding == .utf8 ? Array($0.utf8) : try cp949($0) }
        // Without the windows of detection, boundaries reach the scanner itself.
        let options = isGiven ? CSVOptions(delimiter: UInt8(ascii: ","), encoding: encoding) : CSVOptions()
        let whole = try ReadTable(MemorySource(bytes), options)
        #expect(whole.encoding == encoding)
        #expect(whole.header == ["이름", "위도", "lon"])
        #expect(whole.rejections.count == 4)
        for border in 1..<bytes.count {
            let table = try ReadTable(SplitSource(bytes, at: border), options)
            if table != whole {
                #expect(table == whole, "border at \(border)")
                break
            }
        }
    }

    @Test("chunks of 1 to 17 bytes change nothing", arguments: 1...17)
    func chunks(chunk: Int) throws {
        for encoding in [TextEncoding.utf8, .cp949] {
            let bytes = try Self.hostile { encoding == .utf8 ? Array($0.utf8) : try cp949($0) }
            let whole = try ReadTable(MemorySource(bytes), CSVOptions())
            #expect(try ReadTable(MemorySource(bytes, chunk: chunk), CSVOptions()) == whole)
            let options = CSVOptions(delimiter: UInt8(ascii: ","), encoding: encoding, recordLimit: 40)
            let limited = try ReadTable(MemorySource(bytes), options)
            #expect(limited.rejections.contains { $0.reason == "longer than 40 bytes" })
            #expect(try ReadTable(MemorySource(bytes, chunk: chunk), options) == limited)
        }
    }

    @Test("random inputs are read equally for any chunk size", arguments: 1...8 as ClosedRange<UInt64>)
    func randomInputs(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let alphabet = ["a", "\"", ",", "\n", "\r", "\r\n", "가", "\0", " ", "\"\"", ";", "bcdefgh"]
        for _ in 0..<150 {
            let length = Int.random(in: 0...60, using: &generator)
            let text = (0..<length).map { _ in alphabet.randomElement(using: &generator)! }.joined()
            let limit = Int.random(in: 1...80, using: &generator)
            let options = CSVOptions(hasHeader: false, recordLimit: limit)
            let whole = try ReadTable(text, options)
            for chunk in [1, 2, 3, 7] {
                #expect(
                    try ReadTable(MemorySource(text.utf8, chunk: chunk), options) == whole, "\(text.debugDescription)")
            }
        }
    }
}
