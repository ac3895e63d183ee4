import Foundation
import TestSupport
import Testing
import WaymarkTrips

/// Many ranks in order, in pieces, so that one is put in anywhere in a microsecond.
private struct RankedList {
    private(set) var pieces: [[Rank]] = [[]]
    private(set) var count = 0

    subscript(place: Int) -> Rank? {
        guard place >= 0 else { return nil }
        var rest = place
        for piece in pieces {
            if rest < piece.count { return piece[rest] }
            rest -= piece.count
        }
        return nil
    }

    mutating func insert(_ rank: Rank, at place: Int) {
        var (number, rest) = (0, place)
        while rest > pieces[number].count {
            rest -= pieces[number].count
            number += 1
        }
        pieces[number].insert(rank, at: rest)
        count += 1
        if pieces[number].count > 2000 {
            let half = Array(pieces[number][1000...])
            pieces[number].removeSubrange(1000...)
            pieces.insert(half, at: number + 1)
        }
    }

    mutating func remove(at place: Int) {
        var (number, rest) = (0, place)
        while rest >= pieces[number].count {
            rest -= pieces[number].count
            number += 1
        }
        pieces[number].remove(at: rest)
        count -= 1
    }

    var ranks: [Rank] { Array(pieces.joined()) }
}

@Suite("Ranks")
struct RankTests {
    private func isAscending(_ ranks: [Rank]) -> Bool { zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 } }

    /// Steps by default; more with `WAYMARK_SOAK_STORES`.
    private static let steps = ProcessInfo.processInfo.environment["WAYMARK_SOAK_STORES"] == nil ? 200_000 : 1_000_000

    @Test("ranks put in at random, with moves and removals between, stay in order and short")
    func randomInserts() {
        var generator = SplitMix64(seed: 1)
        var list = RankedList()
        for step in 0..<Self.steps {
            if step % 4 == 3 {
                // A move, or a removal.
                list.remove(at: Int.random(in: 0..<list.count, using: &generator))
                if step % 8 == 7 { continue }
            }
            let place = Int.random(in: 0...list.count, using: &generator)
            list.insert(Rank.between(list[place - 1], list[place]), at: place)
        }
        let ranks = list.ranks
        #expect(ranks.count == Self.steps / 8 * 5)
        #expect(isAscending(ranks))
        let lengths = ranks.map(\.bytes.count)
        #expect(lengths.max() ?? 0 <= 40)
        #expect(Double(lengths.reduce(0, +)) / Double(lengths.count) <= 20)
    }

    @Test("a hundred thousand ranks at the end, at the beginning or always at one place have a few bytes")
    func sequences() {
        for start in [[Rank](), [.first, Rank.between(.first, nil)]] {
            var (first, last) = (start.first, start.last)
            var (after, before) = (start.last, start.last)
            for _ in 0..<100_000 {
                last = Rank.between(last, nil)
                first = Rank.between(nil, first)
                if let lower = start.first, let upper = start.last {
                    let (next, previous) = (
                        Rank.between(lower, after), Rank.between(before == upper ? lower : before, upper)
                    )
                    #expect(lower < next && next < after! && previous < upper)
                    (after, before) = (next, previous)
                }
            }
            for rank in [first, last, after, before].compactMap({ $0 }) { #expect(rank.bytes.count <= 6) }
        }
    }

    @Test("between two neighbours there is always another, on either side in turn")
    func zigzag() {
        var (lower, upper) = (Rank.first, Rank.between(.first, nil))
        for step in 0..<2000 {
            let rank = Rank.between(lower, upper)
            #expect(lower < rank && rank < upper)
            if step % 2 == 0 { lower = rank } else { upper = rank }
        }
        // Half a byte a step: what is put in between the last two again and again.
        #expect(upper.bytes.count <= 1010)
    }

    @Test("the largest and the smallest numbers of a rank leave room beyond them")
    func limits() throws {
        // 2⁵³ is 64 + 0x1FFFFFFFFFFFC0, and -2⁵³ + 1 is -65 - 0x1FFFFFFFFFFFBE.
        let last = try #require(Rank("c61fffffffffffc0"))
        let first = try #require(Rank("39e0000000000041"))
        #expect(first < .first && .first < last)
        var (above, below) = (last, first)
        for _ in 0..<300 {
            let (next, previous) = (Rank.between(above, nil), Rank.between(nil, below))
            #expect(above < next && previous < below)
            (above, below) = (next, previous)
        }
        #expect(Rank("39e0000000000040") == nil, "nothing would fit between no number and the least")
        let least = try #require(Rank("39e000000000004080"))
        let middle = Rank.between(nil, least)
        #expect(middle < least)
        #expect(Rank("c61fffffffffffc1") == nil)
    }

    @Test("the text of a rank reads as the same rank, and no other text is read")
    func text() throws {
        var generator = SplitMix64(seed: 2)
        var list = RankedList()
        for _ in 0..<2000 {
            // Far from the middle too, for numbers of several bytes.
            let place = [0, list.count, Int.random(in: 0...list.count, using: &generator)].randomElement(
                using: &generator)!
            list.insert(Rank.between(list[place - 1], list[place]), at: place)
        }
        for rank in list.ranks {
            #expect(Rank(rank.description) == rank)
            #expect(Rank(rank.description.uppercased()) == rank)
            #expect(Rank(bytes: rank.bytes) == rank)
        }
        // Empty, half a byte, no digit, no head, cut off, not the shortest form.
        for text in ["", "8", "8g", "00", "ff", "38", "c7", "c1", "c105", "c10005", "3e", "3efff0"] {
            #expect(Rank(text) == nil, "\(text)")
        }
    }
}
