import TestSupport
import Testing
import WaymarkTables

/// The cases of max-mapper/csv-spectrum, with our own texts.
@Suite("CSV spectrum") struct CSVSpectrumTests {
    static let cases: [(name: String, text: String, records: [[String]])] = [
        (
            "comma in quotes", "first,last,address\nAda,Kim,\"12 Hill Road, Flat 3\"\n",
            [["first", "last", "address"], ["Ada", "Kim", "12 Hill Road, Flat 3"]]
        ),
        ("empty", "a,b,c\n1,\"\",\"\"\n2,3,4\n", [["a", "b", "c"], ["1", "", ""], ["2", "3", "4"]]),
        ("empty, CRLF", "a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", [["a", "b", "c"], ["1", "", ""], ["2", "3", "4"]]),
        (
            "escaped quotes", "a,b\n1,\"so \"\"called\"\" tower\"\n3,\"\"\"4\"\"\"\n",
            [["a", "b"], ["1", "so \"called\" tower"], ["3", "\"4\""]]
        ),
        (
            "JSON", "key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"coordinates\"\": [127.0, 37.5]}\"\n",
            [["key", "val"], ["1", "{\"type\": \"Point\", \"coordinates\": [127.0, 37.5]}"]]
        ),
        (
            "newlines", "a,b,c\n1,2,3\n\"Once upon \na time\",5,6\n7,8,9\n",
            [["a", "b", "c"], ["1", "2", "3"], ["Once upon \na time", "5", "6"], ["7", "8", "9"]]
        ),
        (
            "newlines, CRLF", "a,b\r\n\"Once upon \r\na time\",5\r\n7,8\r\n",
            [["a", "b"], ["Once upon \r\na time", "5"], ["7", "8"]]
        ),
        (
            "quotes and newlines", "a,b\n1,\"the \n\"\"old\"\" \ngate\"\n2,x\n",
            [["a", "b"], ["1", "the \n\"old\" \ngate"], ["2", "x"]]
        ),
        ("simple", "a,b,c\n1,2,3\n", [["a", "b", "c"], ["1", "2", "3"]]),
        ("simple, CRLF", "a,b,c\r\n1,2,3\r\n", [["a", "b", "c"], ["1", "2", "3"]]),
        ("UTF-8", "a,b\n1,ʤ\n경복궁,🐻\n", [["a", "b"], ["1", "ʤ"], ["경복궁", "🐻"]]),
        (
            "location coordinates", "id,place\n7,\"37°34′43″N, 126°58′37″E\"\n",
            [["id", "place"], ["7", "37°34′43″N, 126°58′37″E"]]
        ),
    ]

    @Test("each case gives its records", arguments: cases)
    func spectrum(name: String, text: String, records: [[String]]) throws {
        #expect(try ReadTable(text).fields == records)
    }
}

@Suite("CSV reader") struct CSVReaderTests {
    @Test("the header is separate and trimmed, and its blank names are kept")
    func header() throws {
        let table = try ReadTable(" 이름 ,, lat\u{3000}\n1,2,3\n", CSVOptions())
        #expect(table.header == ["이름", "", "lat"])
        #expect(table.fields == [["1", "2", "3"]])
        #expect(table.lines == [2])
        #expect(table.rows[0].number == 1)
    }

    @Test(
        "an input without bytes, or with only a byte order mark or blank lines, is empty",
        arguments: ["", "\u{FEFF}", "\n\r\n\r", "\u{FEFF}\n"])
    func empty(text: String) throws {
        for hasHeader in [true, false] {
            let table = try ReadTable(text, CSVOptions(hasHeader: hasHeader))
            #expect(table.isEmpty)
            #expect(table.header == [])
            #expect(table.rows == [])
        }
    }

    @Test("a header alone is not empty")
    func headerAlone() throws {
        let table = try ReadTable("a,b", CSVOptions())
        #expect(!table.isEmpty)
        #expect(table.header == ["a", "b"])
        #expect(table.rows == [])
    }

    @Test("LF, CRLF and CR end lines, also inside quotes, and count once each")
    func lineEnds() throws {
        let table = try ReadTable("a\nb\r\nc\rd\n\n\r\n\re,\"x\r\ny\rz\n\"\r\nf\n\rg")
        #expect(table.fields == [["a"], ["b"], ["c"], ["d"], ["e", "x\r\ny\rz\n"], ["f"], ["g"]])
        #expect(table.lines == [1, 2, 3, 4, 8, 12, 14])
        #expect(table.rows.map(\.number) == Array(1...7))
    }

    @Test("blank lines are skipped, but a quoted empty field or a blank is a record")
    func blankLines() throws {
        #expect(try ReadTable("\n\na\n\n\"\"\n \n,\n").fields == [["a"], [""], [" "], ["", ""]])
    }

    @Test("NUL bytes are data")
    func nul() throws {
        #expect(try ReadTable("a\0b,\0\n\"\0\",c").fields == [["a\0b", "\0"], ["\0", "c"]])
    }

    @Test("a byte order mark is removed and means UTF-8")
    func byteOrderMark() throws {
        let reader = try CSVReader(MemorySource("\u{FEFF}\"a\",b\n1,2\n".utf8))
        #expect(reader.hasByteOrderMark == true)
        #expect(reader.encoding == .utf8)
        #expect(reader.header == ["a", "b"])
    }

    @Test(
        "UTF-16 and UTF-32 are refused by name",
        arguments: [
            ([0xFF, 0xFE, 0x61, 0x00] as [UInt8], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x61], "UTF-16"),
            ([0xFF, 0xFE, 0x00, 0x00], "UTF-32"), ([0x00, 0x00, 0xFE, 0xFF], "UTF-32"), ([0xFF, 0xFE], "UTF-16"),
        ])
    func wideEncodings(bytes: [UInt8], name: String) throws {
        for chunk in 1...4 {
            #expect(throws: TableError.unsupportedEncoding(name: name, path: "x.csv")) {
                _ = try ReadTable(MemorySource(bytes, name: "x.csv", chunk: chunk))
            }
        }
    }

    @Test("gzip is unpacked, also in memory; within gzip it is refused as such", arguments: [nil, TextEncoding.utf8])
    func compressed(encoding: TextEncoding?) throws {
        let text = "\u{FEFF}id,name\n1,경복궁\n2,\"창덕궁\n비원\"\n"
        let packed = try gzip(text.utf8)
        for chunk in [1, 2, 3, 4, .max] {
            let table = try ReadTable(MemorySource(packed, chunk: chunk), CSVOptions(encoding: encoding))
            #expect(try table == ReadTable(text, CSVOptions(encoding: encoding)))
            #expect(throws: TableError.compressed(path: "x.csv.gz")) {
                _ = try CSVReader(MemorySource(gzip(packed), name: "x.csv.gz", chunk: chunk))
            }
            let damaged = MemorySource(packed.dropLast(), name: "x.csv.gz", chunk: chunk)
            #expect(throws: TableError.damagedGzip(path: "x.csv.gz", reason: "it is cut off")) {
                _ = try ReadTable(damaged)
            }
        }
    }

    @Test("the delimiter is detected", arguments: [",", "\t", ";", "|"])
    func sniffing(delimiter: String) throws {
        let others = [",", "\t", ";", "|"].filter { $0 != delimiter }.joined()
        let rows = (0..<5).map { ["\($0)", "\"\(others)x\n\"", "37.5"].joined(separator: delimiter) }
        let table = try ReadTable(rows.joined(separator: "\n"))
        #expect(table.delimiter == delimiter.utf8.first)
        #expect(table.fields == (0..<5).map { ["\($0)", others + "x\n", "37.5"] })
    }

    @Test("decimal commas do not make a comma the delimiter; one column alone leaves it")
    func sniffingCommas() throws {
        #expect(try ReadTable("a;b;c\n1,5;2,5;3\n1,5;2,5;3\n").delimiter == UInt8(ascii: ";"))
        #expect(try ReadTable("name\nx\ny\n").delimiter == UInt8(ascii: ","))
        #expect(try ReadTable("a|b").delimiter == UInt8(ascii: "|"))
    }

    @Test("only punctuation and the tab can be delimiters")
    func delimiters() throws {
        for byte in UInt8.min...UInt8.max {
            let isPunctuation =
                Character(Unicode.Scalar(byte)).isASCII && !(0x30...0x39).contains(byte)
                && !(0x41...0x5A).contains(byte) && !(0x61...0x7A).contains(byte) && byte > 0x20 && byte < 0x7F
            let isUsable = byte == 9 || isPunctuation && byte != 0x22
            #expect(CSVOptions.isUsable(delimiter: byte) == isUsable)
            let text: [UInt8] = [0x61, byte, 0x62]
            let options = CSVOptions(delimiter: byte, hasHeader: false)
            if isUsable {
                #expect(try ReadTable(MemorySource(text), options).fields == [["a", "b"]])
            } else {
                #expect(throws: TableError.unusableDelimiter(byte)) { _ = try ReadTable(MemorySource(text), options) }
            }
        }
    }

    @Test("no usable delimiter is the second byte of a CP949 character")
    func delimitersAndTrailBytes() {
        let trails = Set(CP949Codes.byScalar.values.map { $0[1] })
        #expect(trails.count == 178)
        for trail in trails { #expect(!CSVOptions.isUsable(delimiter: trail) && trail != 0x22) }
    }

    @Test("a reader reports how many bytes it has read, and their total")
    func progress() throws {
        var reader = try CSVReader(MemorySource("a,b\n1,2\n".utf8))
        var record = CSVRecord()
        while try reader.read(into: &record) {}
        #expect(reader.bytesRead == 8)
        #expect(reader.size == 8)
        #expect(reader.name == "memory")
    }

    @Test("a table whose form is given is opened by its first four bytes, without waiting for more")
    func asksForNoMore() throws {
        struct Waiting: ByteSource {
            var isAsked = false
            let name = "pipe"
            let size: Int? = nil
            mutating func read(upTo: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
                if isAsked { throw TableError.readFailed(path: name, reason: "nothing more yet") }
                isAsked = true
                buffer.append(contentsOf: "a,b\n".utf8)
                return 4
            }
        }
        let options = CSVOptions(delimiter: UInt8(ascii: ","), encoding: .utf8, hasHeader: true)
        #expect(try CSVReader(Waiting(), options: options).header == ["a", "b"])
    }

    @Test("a failing source ends the reading with its error")
    func failingSource() throws {
        struct Failing: ByteSource {
            var left = 2
            let name = "disk"
            let size: Int? = nil
            mutating func read(upTo: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
                left -= 1
                if left < 0 { throw TableError.readFailed(path: name, reason: "broken") }
                buffer.append(contentsOf: "a,b\n1,2\n3".utf8)
                return 9
            }
        }
        var reader = try CSVReader(Failing(), options: CSVOptions(delimiter: UInt8(ascii: ",")))
        var record = CSVRecord()
        #expect(try reader.read(into: &record))
        #expect(throws: TableError.readFailed(path: "disk", reason: "broken")) {
            while try reader.read(into: &record) {}
        }
    }
}
