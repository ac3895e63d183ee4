/// One of *n* parts of a file of stops, to be answered separately, perhaps on another machine.
///
/// Parts are cut by size: a record belongs to the part that contains its first byte. This depends only on the file and
/// *n*, so machines need not communicate; a part may have no records. The concatenated outputs of parts 1 to *n* equal
/// the output of the whole file byte for byte: the header is only in the first part, the end of a GeoJSON document only
/// in the last, and record numbers and lines are those of the whole file.
public struct Shard: Sendable, Hashable {
    /// The number of the part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// The part `number` of `count`.
    ///
    /// - Precondition: `number` is 1 to `count`.
    public init(_ number: Int, of count: Int) {
        precondition(1 <= number && number <= count, "there is no part \(number) of \(count)")
        (self.number, self.count) = (number, count)
    }

    /// The part in `text`, such as `2/4`; nil if it is not a part.
    public init?(text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let number = Int(numbers[0]), let count = Int(numbers[1]), 1 <= number, number <= count
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Whether it is the first part.
    public var isFirst: Bool { number == 1 }
    /// Whether it is the last part.
    public var isLast: Bool { number == count }

    /// The offsets in a file of `size` bytes at which its records begin: byte `size * (number - 1) / count` to byte
    /// `size * number / count`, rounded down.
    public func range(ofSize size: Int) -> Range<Int> {
        border(number - 1, size)..<border(number, size)
    }

    private func border(_ parts: Int, _ size: Int) -> Int {
        let product = UInt(size).multipliedFullWidth(by: UInt(parts))
        return Int(UInt(count).dividingFullWidth(product).quotient)
    }
}

extension Shard: CustomStringConvertible {
    /// `2/4`.
    public var description: String { "\(number)/\(count)" }
}
