import WaymarkText

/// A set of texts: their bytes concatenated, found by a keyed hash and compared byte by byte.
///
/// Memory per text: its bytes plus 16 to 24 bytes.
package struct SeenTexts: Sendable {
    private var bytes: ContiguousArray<UInt8> = []
    /// The end offset of each text.
    private var ends: ContiguousArray<Int> = []
    /// For each slot the number of its text, from 1; 0 for an unused slot. At most half of the slots are used.
    private var slots = ContiguousArray<UInt32>(repeating: 0, count: 64)
    private let key = KeyedHash()

    package init() {}

    /// Inserts a text; returns whether it is new.
    ///
    /// - Precondition: There are fewer than 2³² texts.
    /// - Complexity: O(*n*) in its bytes, on average.
    package mutating func insert(_ text: ContiguousArray<UInt8>) -> Bool {
        let slot = slot(for: key.hash(text.span)) { bytes[range(of: $0)].elementsEqual(text) }
        guard slots[slot] == 0 else { return false }
        bytes += text
        ends.append(bytes.count)
        slots[slot] = UInt32(ends.count)
        if 2 * ends.count > slots.count { grow() }
        return true
    }

    /// The slot of the text with a hash for which `isFound` is true; otherwise the first unused slot.
    private func slot(for hash: UInt64, isFound: (Int) -> Bool) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0, !isFound(Int(slots[slot]) - 1) { slot = (slot + 1) & mask }
        return slot
    }

    private func range(of number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

    private mutating func grow() {
        slots = ContiguousArray(repeating: 0, count: 2 * slots.count)
        for number in ends.indices {
            let hash = key.hash(bytes.span.extracting(range(of: number)))
            slots[slot(for: hash) { _ in false }] = UInt32(number + 1)
        }
    }
}
