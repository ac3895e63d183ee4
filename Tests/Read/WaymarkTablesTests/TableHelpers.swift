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

/// `text` in CP949: the reverse of its decoding, which `EncodingTests` compares with other decoders.
func cp949(_ text: String) throws -> [UInt8] {
    try text.unicodeScalars.flatMap { scalar -> [UInt8] in
        scalar.isASCII ? [UInt8(scalar.value)] : try #require(CP949Codes.byScalar[scalar])
    }
}

/// The two-byte codes of CP949.
enum CP949Codes {
    static let byScalar: [Unicode.Scalar: [UInt8]] = {
        var codes: [Unicode.Scalar: [UInt8]] = [:]
        for lead in UInt8(0x80)...0xFF {
            for trail in UInt8.min...0xFF {
                var output = ContiguousArray<UInt8>()
                guard CP949.decode(ContiguousArray([lead, trail]).span, appendingTo: &output) == nil else { continue }
                codes[String(decoding: output, as: UTF8.self).unicodeScalars.first!] = [lead, trail]
            }
        }
        return codes
    }()
}

/// The C library's converter from an encoding to UTF-8, where it has one.
final class SystemConverter {
    /// The offset of the first invalid sequence of what was converted last.
    private(set) var offset = 0
    #if canImport(Glibc)
        private let handle: iconv_t

        init?(from encoding: String) {
            guard let handle = iconv_open("UTF-8", encoding), Int(bitPattern: handle) != -1 else { return nil }
            self.handle = handle
        }

        deinit { iconv_close(handle) }
    #else
        init?(from encoding: String) { return nil }
    #endif

    /// The text of some bytes, at most 8; nil if a sequence is invalid or cut off.
    func utf8(_ bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
        #if canImport(Glibc)
            var (input, output) = (bytes.map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: 32))
            let (isWhole, left, room) = input.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    var (from, to, left, room) = (input.baseAddress, output.baseAddress, input.count, output.count)
                    iconv(handle, nil, nil, nil, nil)
                    let isWhole = iconv(handle, &from, &left, &to, &room) == 0 && left == 0
                    return (isWhole, left, room)
                }
            }
            offset = bytes.count - left
            return isWhole ? ContiguousArray(output.dropLast(room).map { UInt8(bitPattern: $0) }) : nil
        #else
            return nil
        #endif
    }
}

/// The folder of committed test vectors.
let vectors = Repository.root.appending(path: "Tests/Vectors")

extension CSVBuffer {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
