import WaymarkDrawings
import WaymarkThreads

/// Tiles that were drawn, so that those that many look at are drawn once.
///
/// It holds two generations of at most half of its size: what is asked for is in the younger, and when that is full the older goes.
final class TileCache: Sendable {
    /// What was asked for.
    struct Key: Hashable {
        let tile: GroundTile
        let form: Media
        let isDark: Bool
        let isPacked: Bool
    }

    private struct Generations {
        private var (young, old): ([Key: Answer], [Key: Answer]) = ([:], [:])
        private var size = 0

        /// A tile that is known, which is then young.
        mutating func answer(for key: Key, half: Int) -> Answer? {
            if let known = young[key] { return known }
            guard let known = old[key] else { return nil }
            keep(known, for: key, half: half)
            return known
        }

        mutating func keep(_ answer: Answer, for key: Key, half: Int) {
            // An entry costs, too: empty tiles are many.
            let cost = answer.bytes.count + 200
            if size + cost > half { (old, young, size) = (young, [:], 0) }
            if young.updateValue(answer, forKey: key) == nil { size += cost }
        }
    }

    private let generations = Guarded(Generations())
    /// The bytes of a generation.
    private let half: Int

    /// A cache of a number of bytes.
    init(bytes: Int) { half = bytes / 2 }

    /// The answer for a tile, drawn unless it is known. Two callers at a time may both draw it.
    func answer(for key: Key, drawing draw: () throws -> Answer) rethrows -> Answer {
        if let known = generations.withLock({ $0.answer(for: key, half: half) }) { return known }
        let answer = try draw()
        generations.withLock { $0.keep(answer, for: key, half: half) }
        return answer
    }
}
