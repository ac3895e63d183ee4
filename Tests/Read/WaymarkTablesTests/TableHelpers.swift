import Foundation
import TestSupport
import Testing
import WaymarkTables

/// The result of a reader for an input, for comparison.
struct ReadTable: Equatable {
    var header: [String] = []
    var encoding: TextEncoding?
    var delimiter: UInt8 = 0
    var isEmpty = false
    var rows: [TableRow] = []

    init(_ source: any ByteSource, _ options: CSVOptions = CSVOptions(hasHeader: false)) throws {
        var reader = try CSVReader(source, options: options)
        var record = CSVRecord()
        while try reader.read(into: &record) { rows.append(TableRow(record)) }
        #expect(try !reader.read(into: &record), "the end stays the end")
        #expect(record.count == 0)
        header = reader.header
        encoding = reader.encoding
        delimiter = reader.delimiter
        isEmpty = reader.isEmpty
    }

    init(_ text: String, _ options: CSVOptions = CSVOptions(hasHeader: false)) throws {
        try self.init(MemorySource(text.utf8), options)
    }

    /// The fields of all rows.
    var fields: [[String]] { rows.map(\.fields) }
    var lines: [Int] { rows.map(\.line) }
    var rejections: [Rejection] { rows.compactMap(\.rejection) }
}

/// `text` in CP949, by the C library.
func cp949(_ text: String) throws -> [UInt8] {
    let encoding = String.Encoding(rawValue: 0x8000_0422)
    if let data = text.data(using: encoding) { return Array(data) }
    // If Foundation does not support the encoding: the codes of the table in reverse.
    return try text.unicodeScalars.flatMap { scalar -> [UInt8] in
        if scalar.isASCII { return [UInt8(scalar.value)] }
        return try #require(CP949Codes.byScalar[scalar])
    }
}

/// The committed table of Python's codec, in reverse.
enum CP949Codes {
    static let byScalar: [Unicode.Scalar: [UInt8]] = {
        var codes: [Unicode.Scalar: [UInt8]] = [:]
        for (lead, trail, scalar) in (try? all()) ?? [] where scalar != "\u{FFFD}" { codes[scalar] = [lead, trail] }
        return codes
    }()

    /// Every code of the committed table.
    static func all() throws -> [(lead: UInt8, trail: UInt8, scalar: Unicode.Scalar)] {
        let text = try String(contentsOf: vectors.appending(path: "cp949.txt"), encoding: .utf8)
        return try text.unicodeScalars.split(separator: "\n").flatMap { line in
            let lead = try #require(UInt8(String(line.prefix(2)), radix: 16))
            return zip(UInt8(0x41)...0xFE, line.dropFirst(3)).map { (lead, $0, $1) }
        }
    }
}

/// The folder of committed test vectors.
let vectors = Repository.root.appending(path: "Tests/Vectors")

extension CSVBuffer {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
