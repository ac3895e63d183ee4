/// The query of a request.
enum QueryText {
    /// The maximum number of names and values.
    private static let most = 100

    /// The names and values of a query, decoded as forms are.
    ///
    /// - Throws: ``Problem`` if an escape is none, or if there are too many.
    static func values(of query: String) throws(Problem) -> [(name: String, value: String)] {
        if query.isEmpty { return [] }
        var values: [(name: String, value: String)] = []
        for part in ContiguousArray(query.utf8).split(separator: UInt8(ascii: "&")) {
            let middle = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = decoded(part[..<middle]), let value = decoded(part[middle...].dropFirst()) else {
                throw .bad("query", "The query has a % that two hexadecimal digits of UTF-8 do not follow.")
            }
            values.append((name, value))
            if values.count > most { throw .bad("query", "The query has more than \(most) parameters.") }
        }
        return values
    }

    /// A part of a path without its escapes; nil if one is none.
    static func decoded(path: String) -> String? {
        decoded(ContiguousArray(path.replacing("+", with: "%2B").utf8)[...])
    }

    private static func decoded(_ text: ContiguousArray<UInt8>.SubSequence) -> String? {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(validating: text, as: UTF8.self)
        }
        var bytes = ContiguousArray<UInt8>()
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let first = Character(Unicode.Scalar(high)).hexDigitValue,
                    let second = Character(Unicode.Scalar(low)).hexDigitValue
                else { return nil }
                bytes.append(UInt8(first << 4 | second))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
