/// One of *n* parts of a file of stops, to be answered apart from the others, on another machine perhaps.
///
/// The parts are cut by size: a record belongs to the part in which its first byte lies. Which part that is depends on
/// nothing but the file and *n*, so that machines need not speak to each other; a part may hold no record at all. What
/// is written for the parts 1 to *n*, one after another, is byte for byte what is written for the whole: a header comes
/// with the first part only, the end of a GeoJSON document with the last, and record numbers and lines are those of the
/// whole file.
public struct Shard: Sendable, Hashable {
    /// Which part it is, from 1.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// The part `number` of `count`.
    ///
    /// - Precondition: `number` is 1 to `count`.
    public init(_ number: Int, of count: Int) {
        precondition(1 <= number && number <= count, "parts are counted from 1 to their number")
        (self.number, self.count) = (number, count)
    }

    /// The part that `text` names as `2/4`; nil where it names none.
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
