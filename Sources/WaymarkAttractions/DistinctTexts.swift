import Synchronization
import WaymarkIndex
import WaymarkTables

extension AttractionTable.Column {
    /// Whether no text stands twice, byte for byte; `jobs` threads look.
    ///
    /// - Complexity: O(*n*); without a table where each text is longer than the one before, or as long and greater, as
    ///   ids that are counted up are.
    func hasDistinctTexts(jobs: Int) -> Bool { isAscending(jobs: jobs) || !hasRepeatedHash }

    private func isAscending(jobs: Int) -> Bool {
        let isEach = Atomic(true)
        Parts(of: count, jobs: jobs).forEach { _, range in
            if !isAscending(range) { isEach.store(false, ordering: .relaxed) }
        }
        return isEach.load(ordering: .relaxed)
    }

    /// Whether each of some texts follows the one before it.
    private func isAscending(_ attractions: Range<Int>) -> Bool {
        for attraction in attractions where attraction > 0 {
            let (before, text) = (range(attraction - 1), range(attraction))
            if before.count != text.count {
                guard before.count < text.count else { return false }
                continue
            }
            guard isLess(before.lowerBound, text.lowerBound, count: text.count) else { return false }
        }
        return true
    }

    /// Whether one text comes before another of the same length, byte by byte.
    private func isLess(_ first: Int, _ second: Int, count: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < count {
                // Eight bytes are compared as a number, the first in the highest; those beyond the texts are left out.
                guard max(first, second) + done + 8 <= bytes.count else { break }
                let rest = UInt64(truncatingIfNeeded: 8 * max(0, 8 - (count - done)))
                let a = unsafe bytes.loadUnaligned(fromByteOffset: first + done, as: UInt64.self).bigEndian >> rest
                let b = unsafe bytes.loadUnaligned(fromByteOffset: second + done, as: UInt64.self).bigEndian >> rest
                if a != b { return a < b }
                done += 8
            }
            while done < count {
                let (a, b) = unsafe (bytes[first + done], bytes[second + done])
                if a != b { return a < b }
                done += 1
            }
            return false
        }
    }

    /// Open addressing over the texts; a slot holds the number of an attraction, plus one.
    private var hasRepeatedHash: Bool {
        var size = 16
        while size < count * 2 { size *= 2 }
        var slots = ContiguousArray<UInt32>(repeating: 0, count: size)
        for attraction in 0..<count {
            let text = range(attraction)
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for at in text { hash = (hash ^ UInt64(bytes[at])) &* 0x0000_0100_0000_01B3 }
            var slot = Int(truncatingIfNeeded: (hash ^ hash >> 29) & UInt64(size - 1))
            while slots[slot] != 0 {
                if bytes[range(Int(slots[slot]) - 1)].elementsEqual(bytes[text]) { return true }
                slot = (slot + 1) & (size - 1)
            }
            slots[slot] = UInt32(attraction + 1)
        }
        return false
    }
}
