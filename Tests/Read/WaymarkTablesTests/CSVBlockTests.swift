import TestSupport
import Testing
import WaymarkTables

@Suite("CSV blocks") struct CSVBlockTests {
    /// The result of a reader for an input cut into blocks.
    private static func rows(
        _ bytes: [UInt8], _ options: CSVOptions, size: Int, chunk: Int = .max
    ) throws -> [TableRow] {
        var whole = try CSVReader(MemorySource(bytes, chunk: chunk), options: options)
        var reader = CSVReader(layout: whole.layout)
        var record = CSVRecord()
        var rows: [TableRow] = []
        while let block = try whole.nextBlock(size: size) {
            let before = rows.count
            reader.begin(block)
            while try reader.read(into: &record) { rows.append(TableRow(record)) }
            #expect(rows.count - before == block.records && block.records > 0)
        }
        return rows
    }

    @Test(
        "the records of the blocks are those of the whole, for any cuts",
        arguments: [TextEncoding.utf8, .cp949], [true, false])
    func hostile(encoding: TextEncoding, isGiven: Bool) throws {
        let bytes = try CSVBorderTests.hostile { encoding == .utf8 ? Array($0.utf8) : try cp949($0) }
        let options = isGiven ? CSVOptions(delimiter: UInt8(ascii: ","), encoding: encoding) : CSVOptions()
        let whole = try ReadTable(MemorySource(bytes), options)
        for size in Array(1...200) + [500, 1000, 4000, 1 << 18] {
            let isEqual = try Self.rows(bytes, options, size: size, chunk: size % 2 == 0 ? 7 : .max) == whole.rows
            #expect(isEqual, "blocks of \(size)")
        }
    }

    @Test("a record of a block that was left has the bytes of the next, also of one of the same size")
    func leftBlock() throws {
        let options = CSVOptions(delimiter: UInt8(ascii: ","), encoding: .utf8, hasHeader: true)
        var whole = try CSVReader(
            MemorySource(("a,b\n" + (1...8).map { "\($0),x\n" }.joined()).utf8, chunk: 8), options: options)
        var reader = CSVReader(layout: whole.layout)
        var record = CSVRecord()
        var first: [String] = []
        while let block = try whole.nextBlock(size: 8) {
            reader.begin(block)
            #expect(try reader.read(into: &record))
            first.append(record[0])
        }
        #expect(first == ["1", "3", "5", "7"])
    }

    @Test(
        "random bytes give the same records in blocks, also with a limit of a few bytes",
        arguments: 1...60 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let alphabets: [[UInt8]] = [
            Array("ab,\n".utf8), Array("ab,\r\n".utf8), Array("a,\"\n".utf8), Array("a,\"\r\n가".utf8),
            Array("abcdefgh,,,,\n\n\r\n\"".utf8) + [0xB0, 0xA1, 0xFF, 0], Array("abcdefghijklmno,,\n".utf8),
        ]
        let alphabet = alphabets[Int(seed) % alphabets.count]
        let bytes = (0..<2000).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        for limit in [1, 3, 10, 100, 1 << 20] {
            var options = CSVOptions(delimiter: UInt8(ascii: ","), recordLimit: limit)
            options.hasHeader = seed % 2 == 0
            let whole = try ReadTable(MemorySource(bytes), options)
            for size in [1, 2, 3, 5, 8, 13, 30, 100, 300, 5000] {
                let isEqual = try Self.rows(bytes, options, size: size) == whole.rows
                #expect(isEqual, "limit \(limit), blocks of \(size)")
            }
        }
    }

    @Test(
        "lines without quotes give the same records in blocks: UTF-8, many fields, all line ends",
        arguments: 1...20 as ClosedRange<UInt64>)
    func plain(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let texts = ["", "a", "12.5", "가게", "serendipity", "é\u{1F600}", " ", "\u{FEFF}", "\0"]
        var input = "이름,b\n"
        while input.utf8.count < 6000 {
            // Sometimes more fields than a record has capacity for.
            for _ in 0..<(Int.random(in: 0..<9, using: &generator) == 0 ? 70 : Int.random(in: 0..<4, using: &generator))
            {
                input += (texts.randomElement(using: &generator) ?? "") + ","
            }
            input += texts.randomElement(using: &generator) ?? ""
            input += ["\n", "\r\n", "\r", "\n\n", "\r\r\n"].randomElement(using: &generator) ?? ""
        }
        if seed % 2 == 0 { input += "no line end" }
        let bytes = Array(input.utf8)
        for encoding in [nil, TextEncoding.utf8, .cp949] {
            let options = CSVOptions(delimiter: UInt8(ascii: ","), encoding: encoding)
            let whole = try ReadTable(MemorySource(bytes), options)
            for size in [1, 7, 30, 100, 1000, 10_000] {
                for chunk in [.max, 11, 1000] {
                    let isEqual = try Self.rows(bytes, options, size: size, chunk: chunk) == whole.rows
                    #expect(isEqual, "blocks of \(size), pieces of \(chunk)")
                }
            }
        }
    }

    @Test(
        "quotes around whole fields give the same records in blocks: doubled, with line ends, and untidy ones between",
        arguments: 1...30 as ClosedRange<UInt64>)
    func quoted(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let tidy = [
            "", "\"\"", "\"a\"", "\"12.5\"", "\"가게, 둘\"", "\"a \"\"b\"\" c\"", "\"\"\"\"", "\"two\nlines\"",
            "\"\r\n\"", "plain", "\"\"\"x\"", "\"\(String(repeating: "long ", count: 30))\"", "\",\",",
        ]
        let untidy = ["a\"b", "\"a\"b", "\"a\" ", " \"a\"", "\"a\"\"\"b\"c"]
        // Untidy quotes sometimes, or never.
        let odds = seed % 3 == 0 ? 40 : 0
        var input = "\"name\",b\n"
        while input.utf8.count < 9000 {
            let fields = (0..<Int.random(in: 1..<20, using: &generator)).map { _ in
                odds > 0 && Int.random(in: 0..<odds, using: &generator) == 0
                    ? untidy.randomElement(using: &generator)! : tidy.randomElement(using: &generator)!
            }
            input += fields.joined(separator: ",")
            input += ["\n", "\r\n", "\r", "\n\n"].randomElement(using: &generator)!
        }
        input += ["", "\"last\"", "\"open", "last"][Int(seed) % 4]
        let bytes = Array(input.utf8)
        for encoding in [nil, TextEncoding.utf8] {
            let options = CSVOptions(delimiter: UInt8(ascii: ","), encoding: encoding)
            let whole = try ReadTable(MemorySource(bytes), options)
            for size in [1, 63, 64, 65, 200, 1000, 100_000] {
                for chunk in [.max, 13] {
                    let isEqual = try Self.rows(bytes, options, size: size, chunk: chunk) == whole.rows
                    #expect(isEqual, "blocks of \(size), pieces of \(chunk)")
                }
            }
        }
    }

    @Test("an endless record takes a block of constant size")
    func endless() throws {
        let bytes = Array("a,b\n1,".utf8) + [UInt8](repeating: 0x78, count: 1 << 20) + Array("\n2,3\n".utf8)
        var reader = try CSVReader(MemorySource(bytes), options: CSVOptions(recordLimit: 1000))
        let block = try #require(try reader.nextBlock(size: 10))
        #expect(block.bytes.count < 1100 && block.records == 1)
        let options = CSVOptions(recordLimit: 1000)
        #expect(try Self.rows(bytes, options, size: 10) == ReadTable(MemorySource(bytes), options).rows)
    }
}
