/// The numbers of a JSON list as they are written, between its brackets.
///
/// A map has a list for each of its positions; as values of their own, numbers would cost more to free than to read.
public struct JSONNumbers: Sendable {
    /// The numbers, with their commas and blanks.
    let text: String

    /// The numbers one by one, as written.
    public var texts: [String] {
        text.utf8.split(separator: Byte.comma).map { number in
            String(Substring(number.drop(while: Self.isBlank).prefix { !Self.isBlank($0) }))
        }
    }

    /// The first two numbers, such as a longitude and a latitude; nil if there are fewer, or one has no finite value.
    public var pair: (Double, Double)? {
        let pair: (Double, Double)?? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
            Self.pair(of: unsafe Span(_unsafeElements: utf8))
        }
        return pair ?? Self.pair(of: ContiguousArray(text.utf8).span)
    }

    private static func pair(of utf8: Span<UInt8>) -> (Double, Double)? {
        guard let middle = comma(in: utf8, from: 0) else { return nil }
        let end = comma(in: utf8, from: middle + 1) ?? utf8.count
        guard let first = NumberParser.double(utf8.extracting(0..<middle)),
            let second = NumberParser.double(utf8.extracting(middle + 1..<end))
        else { return nil }
        return (first, second)
    }

    private static func comma(in utf8: Span<UInt8>, from start: Int) -> Int? {
        var position = start
        while position < utf8.count {
            if utf8[position] == Byte.comma { return position }
            position += 1
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= Byte.space }
}
