/// The bytes of a board that say how much of the query a place covers, and how well its best part matches.
///
/// A part weighs 1 to 7, more if few places match it, or the number of its letters.
enum Coverage {
    /// The first byte; rungs are below.
    static let first: UInt8 = 64
    private static let maxWeight = 15

    /// The byte of a place that covers parts of some weight, of which the best is on a rung; less weight is worse.
    static func byte(weight: Int, rung: UInt8) -> UInt8 {
        first + 4 * UInt8(maxWeight - max(1, min(maxWeight, weight))) + min(rung - 1, 3)
    }

    /// The byte of a place that covers the parts of two bytes, of which the first is above 127 if it covers none.
    static func sum(_ a: UInt8, _ b: UInt8) -> UInt8 {
        if a > 0x7F { return b }
        let quality = min((a - first) % 4, (b - first) % 4)
        return byte(weight: weight(a) + weight(b), rung: quality + 1)
    }

    private static func weight(_ byte: UInt8) -> Int { maxWeight - Int(byte - first) / 4 }

    /// The weight of a word that `matches` of `places` match: 1 if all do, up to 7 if one does.
    ///
    /// The logarithms are those of powers of two, so that every machine agrees.
    static func weight(matches: Int, of places: Int) -> Int {
        let (all, some) = (places.bitWidth - places.leadingZeroBitCount, matches.bitWidth - matches.leadingZeroBitCount)
        return 1 + 6 * max(0, all - some) / max(1, all - 1)
    }
}
