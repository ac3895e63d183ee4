import TestSupport
import Testing
import WaymarkTables

@Suite("Rejects file") struct RejectsFileTests {
    /// Reads `text` and writes its rejected records.
    private func rejects(of text: [UInt8], to path: String) throws -> Int {
        var reader = try CSVReader(MemorySource(text), options: CSVOptions(encoding: .utf8))
        var rejects = try RejectsFile(path: path, header: reader.header)
        var record = CSVRecord()
        let count = reader.header.count
        var rejected = 0
        while try reader.read(into: &record) {
            if let rejection = record.rejection ?? record.checkFieldCount(count) {
                try rejects.append(rejection, record: record)
                rejected += 1
            }
        }
        try rejects.flushed().commit()
        return rejected
    }

    @Test("rejected rows have line, column and reason, and can be read again")
    func rows() throws {
        try withFolder { folder in
            let path = folder + "/rejects.csv"
            let text = Array("이름,lat\n\"a,b\",1\nshort\n".utf8) + [0xFF, 0x2C, 0x32, 0x0A]
            #expect(try rejects(of: text, to: path) == 2)
            let written = try fileText(path)
            #expect(
                written == """
                    line,column,reason,이름,lat
                    3,,"has 1 field, the header has 2",short
                    4,1 (이름),invalid UTF-8 at byte 1 of the line: 0xFF,\u{FFFD},2

                    """)
            // Used as input again, its own columns are not repeated.
            let again = folder + "/again.csv"
            #expect(try rejects(of: Array(written.utf8), to: again) == 1)
            let rewritten = try fileText(again)
            #expect(
                rewritten == """
                    line,column,reason,이름,lat
                    2,,"has 4 fields, the header has 5",short

                    """)
        }
    }

    @Test("computed fields are appended with the file's own delimiter: it was always a comma")
    func delimiter() throws {
        try withFolder { folder in
            var fields = CSVBuffer(delimiter: UInt8(ascii: ";"))
            fields.append(field: "a,b")
            fields.append(field: "1")
            fields.endRecord()
            var rejects = try RejectsFile(
                path: folder + "/r.csv", header: ["name", "lat"], delimiter: UInt8(ascii: ";"))
            try rejects.append(Rejection(line: 7, column: 2, reason: "odd"), fields: fields.bytes.span)
            try rejects.flushed().commit()
            #expect(try fileText(folder + "/r.csv") == "line;column;reason;name;lat\n7;2;odd;a,b;1\n")
        }
    }

    @Test("rows formatted elsewhere are written unchanged")
    func formatted() throws {
        try withFolder { folder in
            var buffer = CSVBuffer()
            let rejection = Rejection(line: 7, column: 2, reason: "odd")
            for _ in 0..<3 { RejectsFile.format(rejection, record: CSVRecord(), into: &buffer) }
            var rejects = try RejectsFile(path: folder + "/r.csv", header: [])
            try rejects.append(formatted: buffer.bytes.span)
            try rejects.flushed().commit()
            #expect(try fileText(folder + "/r.csv") == "line,column,reason\n7,2,odd\n7,2,odd\n7,2,odd\n")
        }
    }
}
