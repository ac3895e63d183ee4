import WaymarkTables

/// The kind of a file, by its first bytes.
enum ContentKind {
    case csv, json

    /// Distinguishes CSV from JSON, and refuses anything else.
    init(_ bytes: ContiguousArray<UInt8>, file: String) throws(AttractionError) {
        for (start, what) in Self.signatures where bytes.starts(with: start) {
            throw .unrecognised(file: file, reason: what)
        }
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = text.first else { throw .emptyInput(file: file) }
        if !Self.hasUTF16Mark(bytes) {
            let window = text.prefix(4096)
            let strange = window.count { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }
            if strange * 20 > window.count {
                throw .unrecognised(file: file, reason: "binary data, where CSV or JSON is needed")
            }
        }
        let second = text.dropFirst().first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        switch first {
        case UInt8(ascii: "{"):
            self = second == UInt8(ascii: "\"") || second == UInt8(ascii: "}") ? .json : .csv
        case UInt8(ascii: "["):
            self = Self.isJSONList(text.dropFirst()) ? .json : .csv
        case UInt8(ascii: "<"):
            throw .unrecognised(file: file, reason: "XML or HTML, where CSV or JSON is needed")
        default:
            self = .csv
        }
    }

    /// Whether the text after an opening bracket can be JSON: a value, a closing bracket, or nothing.
    ///
    /// A list of numbers or texts is not a table of attractions either, and is refused as JSON.
    private static func isJSONList(_ rest: ArraySlice<UInt8>) -> Bool {
        let value = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = value.first else { return true }
        return "{[]\"-0123456789".utf8.contains(first)
            || ["true", "false", "null"].contains { value.starts(with: $0.utf8) }
    }

    /// UTF-16 and UTF-32 are reported by the decoder.
    private static func hasUTF16Mark(_ bytes: ContiguousArray<UInt8>) -> Bool {
        [[0xFF, 0xFE], [0xFE, 0xFF], [0x00, 0x00, 0xFE, 0xFF]].contains { bytes.starts(with: $0) }
    }

    private static let signatures: [([UInt8], String)] = [
        ([0x50, 0x4B, 0x03, 0x04], "a zip archive or an Excel workbook (.xlsx): save it as CSV first"),
        ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel workbook (.xls): save it as CSV first"),
        ([0x25, 0x50, 0x44, 0x46, 0x2D], "a PDF document, where CSV or JSON is needed"),
    ]
}
