import TestSupport
import WaymarkTables
import WaymarkText

extension Fuzzer {
    /// `CSVReader` and `CSVBlock`: the same records in pieces and in blocks, and what is written reads back.
    static let csv = Fuzzer("csv") { input in
        let (choice, bytes) = split(input)
        var options = CSVOptions(recordLimit: choice & 2 == 0 ? 1 << 20 : 24)
        options.hasHeader = choice & 1 == 0
        options.encoding = [nil, .utf8, .cp949, nil][Int(choice >> 2 & 3)]
        options.delimiter = choice & 16 == 0 ? nil : UInt8(ascii: ";")
        let whole = rows(MemorySource(bytes), options)
        try require(
            whole == rows(MemorySource(bytes, chunk: 1 + Int(choice >> 5)), options), "pieces give the same records")
        try require(
            whole.rows == rowsOfBlocks(MemorySource(bytes), options, size: 1 + Int(choice >> 3)),
            "blocks give the same records")
        var lines = whole.rows.map(\.line)
        lines.sort()
        try require(lines == whole.rows.map(\.line), "lines ascend")
        let usable = whole.rows.filter { $0.rejection == nil }
        var buffer = CSVBuffer()
        for row in usable {
            for field in row.fields { buffer.append(field: field) }
            buffer.endRecord()
        }
        let again = rows(
            MemorySource(buffer.bytes),
            CSVOptions(delimiter: UInt8(ascii: ","), encoding: .utf8, hasHeader: false, recordLimit: 1 << 22))
        try require(again.rows.map(\.fields) == usable.map(\.fields), "what is written reads back")
    }

    /// `TextDecoding`, with CP949 and UTF-8: equals Swift's decoding, and a repeated text decodes to its decoding
    /// repeated.
    static let encodings = Fuzzer("encodings") { input in
        let (choice, bytes) = split(input)
        let encoding: TextEncoding? = [nil, .utf8, .cp949, .cp949][Int(choice & 3)]
        guard let (text, found) = try read({ try TextDecoding.utf8(bytes, encoding: encoding) }) else {
            // Text that Swift refuses as UTF-8 too.
            let isMarked = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]].contains { bytes.starts(with: $0) }
            if encoding == .utf8, !isMarked {
                try require(String(validating: bytes, as: UTF8.self) == nil, "UTF-8 is read")
            }
            return
        }
        try require(String(validating: text, as: UTF8.self) != nil, "what is decoded is UTF-8")
        try require(encoding == nil || found == encoding, "the encoding is the one asked for")
        // A byte order mark counts only at the beginning.
        if found == .cp949, !bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let twice = try TextDecoding.utf8(bytes + [0x0A] + bytes, encoding: .cp949).text
            try require(twice == text + [0x0A] + text, "a text twice over")
        }
        let ascii = bytes.filter { $0 < 0x80 }
        if ascii.count == bytes.count { try require(text == bytes, "ASCII stays") }
    }

    /// `NumberParser`: equals Swift's value for the same number, and refuses everything else.
    static let numbers = Fuzzer("numbers", maxLength: 400) { bytes in
        let value = NumberParser.double(bytes.span)
        try require(value?.bitPattern == plainDouble(bytes)?.bitPattern, "\(bytes) is not \(String(describing: value))")
        let trimmed = trimmed(bytes)
        let isWhole = trimmed.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        let whole = isWhole ? Int(String(decoding: trimmed, as: UTF8.self)) : nil
        try require(NumberParser.integer(bytes.span) == whole, "\(bytes) is not \(String(describing: whole))")
        guard let value else { return }
        let text = ContiguousArray(NumberText.shortest(value).utf8)
        try require(NumberParser.double(text.span)?.bitPattern == value.bitPattern, "\(value) reads back")
        let fixed = ContiguousArray(NumberText.fixed(value, decimals: 3).utf8)
        let near = NumberParser.double(fixed.span)
        try require(near.map { abs($0 - value) <= 0.0005001 + abs(value) * 1e-15 } ?? false, "\(value) with decimals")
    }

    struct Rows: Equatable {
        var header: [String] = []
        var rows: [TableRow] = []
        var error: String?
    }

    private static func rows(_ source: MemorySource, _ options: CSVOptions) -> Rows {
        var result = Rows()
        do {
            var reader = try CSVReader(source, options: options)
            result.header = reader.header
            result.rows = try records { (record) throws(TableError) in try reader.read(into: &record) }
        } catch {
            result.error = "\(error)"
        }
        return result
    }

    private static func rowsOfBlocks(_ source: MemorySource, _ options: CSVOptions, size: Int) -> [TableRow] {
        var result: [TableRow] = []
        do {
            var whole = try CSVReader(source, options: options)
            var reader = CSVReader(layout: whole.layout)
            while let block = try whole.nextBlock(size: size) {
                reader.begin(block)
                result += try records { (record) throws(TableError) in try reader.read(into: &record) }
            }
        } catch {}
        return result
    }

    private static func records(_ read: (inout CSVRecord) throws(TableError) -> Bool) throws(TableError) -> [TableRow] {
        var rows: [TableRow] = []
        var record = CSVRecord()
        while try read(&record) { rows.append(TableRow(record)) }
        return rows
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func trimmed(_ bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>.SubSequence {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }

    /// The simple method: Swift's value of a text that has the grammar of a number, if that is finite.
    private static func plainDouble(_ bytes: ContiguousArray<UInt8>) -> Double? {
        let text = trimmed(bytes)
        var rest = text
        func skip(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Int {
            let count = rest.prefix(while: isDigit).count
            rest.removeFirst(count)
            return count
        }
        _ = skip("+-")
        var count = digits()
        if skip(".") { count += digits() }
        guard count > 0 else { return nil }
        if skip("eE") {
            _ = skip("+-")
            guard digits() > 0 else { return nil }
        }
        guard rest.isEmpty, let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }
}
