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
    public var description: String {
        var text = ContiguousArray<UInt8>()
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the digits of ``description``.
    func append(to text: inout ContiguousArray<UInt8>) {
        for byte in bytes { Hexadecimal.append(UInt64(byte), digits: 2, to: &text) }
    }
}
