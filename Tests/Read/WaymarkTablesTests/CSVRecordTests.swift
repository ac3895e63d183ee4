import Testing
import WaymarkTables

@Suite("CSV record") struct CSVRecordTests {
    private func record(_ text: String) throws -> CSVRecord {
        var reader = try CSVReader(MemorySource(text.utf8), options: CSVOptions(hasHeader: false))
        var record = CSVRecord()
        #expect(try reader.read(into: &record))
        return record
    }

    @Test("fields are accessed by number, and missing ones are empty")
    func fields() throws {
        let record = try record("서울, 37.5 ,\"a\"\"b\",12\n")
        #expect(record.count == 4)
        #expect(record[0] == "서울")
        #expect(record[1] == " 37.5 ")
        #expect(record[2] == "a\"b")
        #expect(record[4] == "")
        #expect(record[-1] == "")
        #expect(record.range(9).isEmpty)
        #expect(record.double(1) == 37.5)
        #expect(record.integer(3) == 12)
        #expect(record.integer(1) == nil)
        #expect(record.double(0) == nil)
        #expect(record.double(7) == nil)
        #expect(record.range(0).count == 6)
        #expect(Array(record.utf8[record.range(2)]) == Array("a\"b".utf8))
    }

    @Test("spaces, tabs, U+00A0 and U+3000 are blank, and nothing else")
    func blanks() throws {
        let record = try record(",  ,\u{A0}\u{3000} ,\u{200B},x,\"\t\"\n")
        #expect((0...6).map { record.isBlank($0) } == [true, true, true, false, false, true, true])
    }

    @Test("the number of fields is checked, but extra blank fields are allowed")
    func fieldCount() throws {
        #expect(try record("a,b,c\n").checkFieldCount(3) == nil)
        #expect(try record("a,b,, \n").checkFieldCount(2) == nil)
        #expect(
            try record("\na,b,c\n").checkFieldCount(2)
                == Rejection(line: 2, reason: "has 3 fields, the header has 2"))
        #expect(try record("a\n").checkFieldCount(2)?.reason == "has 1 field, the header has 2")
    }
}
