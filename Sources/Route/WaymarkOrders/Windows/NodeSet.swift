/// A set of nodes as bits.
struct NodeSet: Hashable {
    private(set) var words: ContiguousArray<UInt64>

    init(count: Int) { words = ContiguousArray(repeating: 0, count: (count + 63) / 64) }

    @inline(__always)
    func contains(_ node: Int) -> Bool { words[node >> 6] & (1 << UInt64(node & 63)) != 0 }

    @inline(__always)
    mutating func insert(_ node: Int) { words[node >> 6] |= 1 << UInt64(node & 63) }

    @inline(__always)
    func isSubset(of other: NodeSet) -> Bool {
        for place in words.indices where words[place] & ~other.words[place] != 0 { return false }
        return true
    }

    @inline(__always)
    func meets(_ other: NodeSet) -> Bool {
        for place in words.indices where words[place] & other.words[place] != 0 { return true }
        return false
    }

    mutating func removeAll() {
        for place in words.indices { words[place] = 0 }
    }
}
