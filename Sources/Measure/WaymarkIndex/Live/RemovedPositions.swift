/// A growing set of positions below a fixed limit, in copy-on-write blocks.
///
/// Memory: none for an empty block, otherwise one bit per position.
package struct RemovedPositions: Sendable {
    /// The number of positions in the set.
    package private(set) var count = 0
    private var blocks: ContiguousArray<ContiguousArray<UInt64>>

    /// Bits in a block: 2¹³, that is 1 KiB.
    private static let shift = 13

    /// An empty set of positions below `limit`.
    package init(below limit: Int) {
        blocks = ContiguousArray(repeating: [], count: (limit + (1 << Self.shift) - 1) >> Self.shift)
    }

    /// Whether a position is in the set.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    package func contains(_ position: Int) -> Bool {
        let block = position >> Self.shift
        guard !blocks[block].isEmpty else { return false }
        return blocks[block][(position & (1 << Self.shift - 1)) >> 6] & 1 << UInt64(position & 63) != 0
    }

    /// Adds a position that is not in the set.
    ///
    /// - Complexity: O(1); O(*n* / 8192) for *n* positions if a copy shares the blocks.
    package mutating func insert(_ position: Int) {
        let block = position >> Self.shift
        if blocks[block].isEmpty { blocks[block] = ContiguousArray(repeating: 0, count: 1 << (Self.shift - 6)) }
        blocks[block][(position & (1 << Self.shift - 1)) >> 6] |= 1 << UInt64(position & 63)
        count += 1
    }
}
