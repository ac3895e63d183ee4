import WaymarkText

/// The place of a record in an order: between any two ranks there is another.
///
/// A rank is a list of whole numbers, compared like words: 1 < 1.0 < 1.1 < 2. A new one after another counts its number
/// up, one before counts it down, and between neighbours it gets a number more; so a rank stays short whether records
/// come at random, at the ends or always at the same place. Its bytes are in the same order.
public struct Rank: Hashable, Sendable {
    /// The rank as bytes, whose order is that of ranks: at least one.
    public let bytes: ContiguousArray<UInt8>

    /// The first rank of an order.
    public static let first = Rank(levels: [0])

    /// Reads bytes; nil if they are not those of a rank.
    public init?(bytes: ContiguousArray<UInt8>) {
        // Most are a number of one byte.
        let isPlain = bytes.count == 1 && (0x40...0xBF).contains(bytes[0])
        guard isPlain || RankLevels.levels(of: bytes) != nil else { return nil }
        self.bytes = bytes
    }

    /// Reads hexadecimal digits of either case, as `description` has them; nil if they are not those of a rank.
    public init?(_ text: String) {
        let digits = ContiguousArray(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes = ContiguousArray<UInt8>()
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = Hexadecimal.number(digits.span.extracting(place..<place + 2)) else { return nil }
            bytes.append(UInt8(byte))
        }
        self.init(bytes: bytes)
    }

    private init(levels: [Int64]) { bytes = RankLevels.bytes(of: levels) }

    /// A rank between two.
    ///
    /// - Parameters:
    ///   - lower: The rank before; nil for none.
    ///   - upper: The rank after; nil for none.
    /// - Returns: A rank above `lower` and below `upper`.
    /// - Precondition: `lower` is below `upper`.
    /// - Complexity: O(*n*) in their bytes.
    public static func between(_ lower: Rank?, _ upper: Rank?) -> Rank {
        if let lower, let upper {
            precondition(lower < upper, "the lower rank, \(lower), is not below the upper, \(upper)")
        }
        let low = lower.flatMap { RankLevels.levels(of: $0.bytes) }
        let high = upper.flatMap { RankLevels.levels(of: $0.bytes) }
        return Rank(levels: RankLevels.between(low?[...], high?[...]))
    }
}

extension Rank: Comparable {
    /// Whether the first comes before the second.
    public static func < (a: Rank, b: Rank) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

extension Rank: CustomStringConvertible {
    /// The bytes in hexadecimal digits.
    public var description: String { String(append) }

    /// Appends the digits of ``description``.
    func append(to text: inout ContiguousArray<UInt8>) {
        for byte in bytes { Hexadecimal.append(UInt64(byte), digits: 2, to: &text) }
    }
}

/// The numbers of a rank, and their bytes.
///
/// A number takes one byte from -64 to 63, otherwise a byte with the count of the following ones, and these: the
/// distance from that range, highest byte first, complemented if negative. So bytes are in the order of the numbers,
/// and no number's bytes begin another's.
///
/// The last number is never the least: nothing would fit between a rank and the same with that number added.
enum RankLevels {
    static let least: Int64 = -(1 << 53)
    static let greatest: Int64 = 1 << 53

    /// The numbers of a rank between two, of which the first is lower; nil stands for the end.
    static func between(_ lower: ArraySlice<Int64>?, _ upper: ArraySlice<Int64>?) -> [Int64] {
        guard let lower else { return upper.map(before) ?? [0] }
        guard let upper else { return after(lower) }
        let common = zip(lower, upper).prefix { $0 == $1 }.count
        let (low, high) = (lower.dropFirst(common), upper.dropFirst(common))
        let start = Array(lower.prefix(common))
        // The upper one goes on where the lower one ends, or is greater there.
        guard let number = low.first else { return start + before(high) }
        guard let limit = high.first else { preconditionFailure("the lower rank is not above the upper") }
        if number + 1 < limit { return start + [number + 1] }
        return start + [number] + after(low.dropFirst())
    }

    /// Numbers above these, of which there may be none.
    private static func after(_ numbers: ArraySlice<Int64>) -> [Int64] {
        guard let first = numbers.first else { return [0] }
        return first < greatest ? [first + 1] : [first] + after(numbers.dropFirst())
    }

    /// Numbers below these, and above none.
    private static func before(_ numbers: ArraySlice<Int64>) -> [Int64] {
        guard let first = numbers.first else { preconditionFailure("a rank ends with the least number") }
        if first - 1 > least { return [first - 1] }
        return first > least ? [least, 0] : [least] + before(numbers.dropFirst())
    }

    // MARK: Bytes

    static func bytes(of numbers: [Int64]) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        for number in numbers {
            if (-64...63).contains(number) {
                bytes.append(UInt8(0x80 + number))
                continue
            }
            let isNegative = number < 0
            let distance = isNegative ? -65 - number : number - 64
            let width = width(of: distance)
            bytes.append(UInt8(isNegative ? 0x40 - width : 0xBF + width))
            for place in (0..<width).reversed() {
                let byte = UInt8(truncatingIfNeeded: distance >> (8 * place))
                bytes.append(isNegative ? ~byte : byte)
            }
        }
        return bytes
    }

    /// The numbers of bytes; nil if they are not those of a rank.
    static func levels(of bytes: ContiguousArray<UInt8>) -> [Int64]? {
        var numbers: [Int64] = []
        var place = 0
        while place < bytes.count {
            let head = Int(bytes[place])
            place += 1
            if (0x40...0xBF).contains(head) {
                numbers.append(Int64(head - 0x80))
                continue
            }
            let isNegative = head < 0x40
            let width = isNegative ? 0x40 - head : head - 0xBF
            guard (1...7).contains(width), place + width <= bytes.count else { return nil }
            let distance = bytes[place..<place + width].reduce(Int64(0)) {
                $0 << 8 | Int64(isNegative ? ~$1 : $1)
            }
            let number = isNegative ? -65 - distance : 64 + distance
            // Each number has one form.
            guard self.width(of: distance) == width, (least...greatest).contains(number) else { return nil }
            numbers.append(number)
            place += width
        }
        guard let last = numbers.last, last > least else { return nil }
        return numbers
    }

    /// The count of bytes of a number from 0, at least one.
    private static func width(of number: Int64) -> Int { max(1, (71 - number.leadingZeroBitCount) / 8) }
}
