import TestSupport
import Testing
import WaymarkTables

@Suite("Rejected records") struct CSVRejectionTests {
    @Test("invalid UTF-8 is rejected with its line, field and bytes, and reading continues")
    func invalidUTF8() throws {
        let bytes = Array("name,lat\n가,\"x\ny".utf8) + [0xB0, 0xA1] + Array("\",z\nok,1\n".utf8)
        let table = try ReadTable(MemorySource(bytes), CSVOptions(encoding: .utf8))
        #expect(
            table.rejections == [
                Rejection(
                    line: 3, column: 2, columnName: "lat", reason: "invalid UTF-8 at byte 2 of the line: 0xB0 0xA1")
            ])
        #expect(table.fields == [["가", "x\ny\u{FFFD}\u{FFFD}", "z"], ["ok", "1"]])
        #expect(table.lines == [2, 4])
    }

    @Test("invalid CP949 is rejected with its line, field and bytes")
    func invalidCP949() throws {
        let bytes = try cp949("이름,값\n경복궁,") + [0xC9, 0xA1, 0x41] + cp949("궁\n덕수궁,") + [0xB0, 0x0A, 0x31]
        let table = try ReadTable(MemorySource(bytes), CSVOptions(encoding: .cp949))
        #expect(
            table.rejections == [
                Rejection(
                    line: 2, column: 2, columnName: "값", reason: "invalid CP949 at byte 8 of the line: 0xC9 0xA1"),
                Rejection(line: 3, column: 2, columnName: "값", reason: "invalid CP949 at byte 8 of the line: 0xB0"),
            ])
        #expect(table.fields == [["경복궁", "\u{FFFD}A궁"], ["덕수궁", "\u{FFFD}"], ["1"]])
    }

    @Test("an invalid header has its own error")
    func invalidHeader() throws {
        let reader = try CSVReader(MemorySource([0x61, 0xFF, 0x2C, 0x62, 0x0A]))
        #expect(reader.header == ["a\u{FFFD}", "b"])
        #expect(reader.headerRejection?.line == 1)
        #expect(reader.headerRejection?.column == 1)
    }

    @Test("a stray quote costs one row")
    func strayQuote() throws {
        let table = try ReadTable("name,lat,lon\n1,2,3\n가,\"37.5,127\n4,\"\"5,6\n7,8,9\n", CSVOptions())
        #expect(table.fields == [["1", "2", "3"], ["가", "\"37.5", "127"], ["4", "5", "6"], ["7", "8", "9"]])
        #expect(
            table.rejections == [
                Rejection(line: 3, column: 2, columnName: "lat", reason: "a quote opened here never closes")
            ])
        #expect(table.lines == [2, 3, 4, 5])
    }

    @Test("an unclosed quote is distinguished from quoted line ends before it")
    func unclosedAfterLineEnds() throws {
        let table = try ReadTable("\"a\nb\",\"c\nd\n")
        #expect(table.fields == [["a\nb", "\"c"], ["d"]])
        #expect(table.rejections == [Rejection(line: 2, column: 2, reason: "a quote opened here never closes")])
        #expect(table.lines == [1, 3])
    }

    @Test("a quote alone at the end is rejected and kept")
    func quoteAtTheEnd() throws {
        let table = try ReadTable("a,\"")
        #expect(table.fields == [["a", "\""]])
        #expect(table.rejections == [Rejection(line: 1, column: 2, reason: "a quote opened here never closes")])
    }

    @Test("a quote that stays open beyond the record limit costs one row")
    func unclosedBeyondLimit() throws {
        let rows = (0..<100).map { "\($0),row\n" }.joined()
        let table = try ReadTable("a,\"b\n" + rows + "z,\"end\"\n", CSVOptions(hasHeader: false, recordLimit: 100))
        #expect(table.rows.count == 102)
        #expect(table.rejections == [Rejection(line: 1, column: 2, reason: "a quote opened here never closes")])
        #expect(table.fields[0] == ["a", "\"b"])
        #expect(table.fields[101] == ["z", "end"])
    }

    @Test("a record of exactly the limit is read, and one byte more is too long")
    func limit() throws {
        let options = CSVOptions(hasHeader: false, recordLimit: 10)
        #expect(try ReadTable("12345,7890\nx\n", options).rejections == [])
        #expect(try ReadTable("12345,7890", options).rejections == [])
        let table = try ReadTable("12345,78901\nx\n", options)
        #expect(table.rejections == [Rejection(line: 1, reason: "longer than 10 bytes")])
        #expect(table.fields == [["12345", "7890"], ["x"]])
        #expect(table.lines == [1, 2])
        #expect(try ReadTable("\"345678\n0\"\nx\n", options).fields == [["345678\n0"], ["x"]])
    }

    @Test("an endless line is skipped in constant memory", arguments: ["x", "\"", "가"])
    func endlessLine(unit: String) throws {
        struct Endless: ByteSource {
            let piece: ContiguousArray<UInt8>
            var left = 400
            let name = "endless"
            let size: Int? = nil
            mutating func read(upTo: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
                left -= 1
                if left < 0 { return 0 }
                let bytes = left == 0 ? "\nnext,1\n" : ""
                buffer.append(contentsOf: bytes.isEmpty ? piece : ContiguousArray(bytes.utf8))
                return bytes.isEmpty ? piece.count : bytes.utf8.count
            }
        }
        // With quotes: the first opens a field, and each following pair is a doubled quote.
        let start = unit == "\"" ? "\"" : ""
        let piece = ContiguousArray((start + String(repeating: unit, count: 30_000)).utf8)
        var reader = try CSVReader(
            Endless(piece: piece),
            options: CSVOptions(delimiter: UInt8(ascii: ","), hasHeader: false, recordLimit: 65_536))
        var record = CSVRecord()
        #expect(try reader.read(into: &record))
        #expect(record.rejection == Rejection(line: 1, reason: "longer than 65536 bytes"))
        #expect((1...600).contains(record.utf8.count))
        #expect(try reader.read(into: &record))
        #expect(record[0] == "next")
        #expect(record.line == 2)
        #expect(reader.bufferCapacity < 2_000_000)
        #expect(record.utf8.capacity < 200_000)
    }

    @Test("many stray quotes are read in linear time")
    func manyStrayQuotes() throws {
        var text = ""
        for index in 0..<6000 { text += "\(index),\"\"\"stray\n" }
        let table = try ReadTable(text, CSVOptions(hasHeader: false, recordLimit: 1 << 20))
        #expect(table.rows.count > 0)
        var far = ""
        for _ in 0..<50 { far += "a,\"b\n" + String(repeating: "filler,row\n", count: 400) }
        let rejected = try ReadTable(far, CSVOptions(hasHeader: false, recordLimit: 4000)).rejections
        #expect(rejected.count == 50)
    }

    @Test("rescanning is bounded")
    func rescanBudget() throws {
        let text = "a,\"b\n" + String(repeating: "filler,row\n", count: 400)
        var reader = try CSVReader(MemorySource(text.utf8), options: CSVOptions(hasHeader: false, recordLimit: 4000))
        reader.rescanAllowance = 1000
        var record = CSVRecord()
        #expect(throws: TableError.tooManyUnclosedQuotes(line: 1)) { _ = try reader.read(into: &record) }
    }
}
