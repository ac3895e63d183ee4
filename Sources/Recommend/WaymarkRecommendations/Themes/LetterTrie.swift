/// Texts to find letter by letter, each with a number.
struct LetterTrie: Sendable {
    /// The number of the text that ends at each node; -1 for none. The first node is the beginning of all texts.
    private(set) var values: ContiguousArray<Int32> = [-1]
    /// For a node and a letter, the node of both together; a key of 0 is an unused slot. The size is a power of two; at
    /// most half is used.
    private var steps = ContiguousArray<(key: UInt64, next: Int32)>(repeating: (0, 0), count: 1 << 10)

    static let start: Int32 = 0
    /// The node of a missing text.
    static let none: Int32 = -1

    /// Adds a text; of equal texts the first keeps its number.
    mutating func insert(_ letters: some Sequence<UInt32>, _ value: Int) {
        var node = Self.start
        for letter in letters {
            var next = self.node(after: node, letter)
            if next == Self.none {
                next = Int32(values.count)
                values.append(-1)
                if 2 * values.count > steps.count {
                    let old = steps
                    steps = ContiguousArray(repeating: (0, 0), count: 2 * old.count)
                    for step in old where step.key != 0 { steps[slot(step.key)] = step }
                }
                let key = Self.key(node, letter)
                steps[slot(key)] = (key, next)
            }
            node = next
        }
        if values[Int(node)] < 0 { values[Int(node)] = Int32(value) }
    }

    /// The node after one more letter; ``none`` if no text goes on so.
    @inline(__always)
    func node(after node: Int32, _ letter: UInt32) -> Int32 {
        let step = steps[slot(Self.key(node, letter))]
        return step.key == 0 ? Self.none : step.next
    }

    /// The number of a whole text; -1 if it is missing.
    func value(of letters: some Sequence<UInt32>) -> Int {
        var node = Self.start
        for letter in letters {
            node = self.node(after: node, letter)
            if node == Self.none { return -1 }
        }
        return Int(values[Int(node)])
    }

    @inline(__always)
    private static func key(_ node: Int32, _ letter: UInt32) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(letter)
    }

    /// The slot of a key, or the unused slot for it.
    @inline(__always)
    private func slot(_ key: UInt64) -> Int {
        let mask = steps.count - 1
        // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, 6.4).
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while steps[slot].key != key, steps[slot].key != 0 { slot = (slot + 1) & mask }
        return slot
    }
}
