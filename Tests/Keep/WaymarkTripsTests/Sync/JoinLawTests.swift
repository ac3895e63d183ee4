import TestSupport
import Testing
import WaymarkTrips

/// The laws of a join, on states made apart from any store.
@Suite("States of a record joined")
struct JoinLawTests {
    private static let id = RecordID(high: 1, low: 2)
    private static let times = (0...6).map { Moment(milliseconds: $0)! }

    private struct States {
        var random: SplitMix64

        mutating func stamp(before limit: Int = 7) -> EditStamp {
            // Device 0 is that of older versions, whose stamps say little.
            EditStamp(
                time: times[Int.random(in: 0..<limit, using: &random)], device: UInt64.random(in: 0...3, using: &random)
            )
        }

        /// A content as its edit wrote it: one stamp, one content.
        private mutating func content(_ stamp: EditStamp) -> Record {
            let own = stamp.device == 0 ? "\(Int.random(in: 0...1, using: &random))" : ""
            return .category(TripCategory(id: id, name: "\(stamp)\(own)"))
        }

        /// A state after one edit of the content, which has seen some that were earlier.
        private mutating func atom() -> StoredRecord {
            let (written, place, life) = (stamp(), stamp(), stamp())
            let isDeleted = life.device % 2 == 1 && life.time.milliseconds % 2 == 1
            var edits = RecordEdits(content: written, place: place)
            let earlier = Int(written.time.milliseconds)
            if earlier > 0, Bool.random(using: &random) {
                let seen = stamp(before: earlier)
                if seen.device != written.device { edits.seen = [seen] }
            }
            return StoredRecord(
                content(written),
                rank: [Rank.first, Rank.between(.first, nil)][Int(place.time.milliseconds % 2)], life: life,
                edits: edits,
                deletion: isDeleted ? Deletion(root: id, time: life.time) : nil)
        }

        mutating func state() -> StoredRecord {
            var state = atom()
            for _ in 0..<Int.random(in: 0...3, using: &random) { state = state.joined(with: atom()) }
            return state
        }
    }

    @Test("the join is commutative, associative and idempotent", arguments: 1...8 as ClosedRange<UInt64>)
    func laws(seed: UInt64) {
        var states = States(random: SplitMix64(seed: seed))
        var alone = 0
        for _ in 0..<5_000 {
            let (a, b, c) = (states.state(), states.state(), states.state())
            let ab = a.joined(with: b)
            if ab.edits.copies.isEmpty { alone += 1 }
            guard ab.isIdentical(to: b.joined(with: a)), a.joined(with: a).isIdentical(to: a),
                ab.joined(with: b).isIdentical(to: ab),
                ab.joined(with: c).isIdentical(to: a.joined(with: b.joined(with: c)))
            else {
                Issue.record("\(a)\n\(b)\n\(c)")
                return
            }
        }
        // With copies and without.
        #expect((100..<4000).contains(alone))
    }

    @Test("moving here and renaming there keeps both; of two names the earlier one stays as a copy")
    func parts() throws {
        let base = StoredRecord(
            .category(TripCategory(id: Self.id, name: "먹은 것")), rank: .first,
            life: EditStamp(time: Self.times[0], device: 1))
        var (moved, renamed, other) = (base, base, base)
        moved.rank = Rank.between(.first, nil)
        (moved.life, moved.edits.place) = (
            EditStamp(time: Self.times[2], device: 1), EditStamp(time: Self.times[2], device: 1)
        )
        renamed.write(
            .category(TripCategory(id: Self.id, name: "맛집")), stamp: EditStamp(time: Self.times[1], device: 2))
        let both = moved.joined(with: renamed)
        #expect(both.rank == moved.rank && both.record == renamed.record && both.copies.isEmpty)
        other.write(.category(TripCategory(id: Self.id, name: "식당")), stamp: EditStamp(time: Self.times[3], device: 3))
        var all = both.joined(with: other)
        #expect(all.record == other.record && all.copies == [renamed.record])
        // A content that follows both leaves the copy until it is forgotten, and it does not come back.
        all.write(.category(TripCategory(id: Self.id, name: "밥집")), stamp: EditStamp(time: Self.times[4], device: 1))
        #expect(all.copies == [renamed.record])
        all.forgetCopies()
        let last = all.joined(with: both).joined(with: other)
        #expect(last.copies.isEmpty && last.isIdentical(to: all))
    }

    @Test("the clock is later than all it has seen, and not before the wall clock")
    func clock() throws {
        let (now, ahead) = (Self.times[3], Self.times[5])
        #expect(EditStamp(now: now, after: Self.times[0], device: 1).time == now)
        #expect(EditStamp(now: now, after: now, device: 1).time == Self.times[4])
        #expect(EditStamp(now: now, after: ahead, device: 1).time == Self.times[6])
        let end = try #require(Moment(milliseconds: Moment.range.upperBound - 1))
        #expect(EditStamp(now: now, after: end, device: 1).time == end)
        for stamp in [EditStamp(time: end, device: 0), EditStamp(time: Self.times[1], device: 0x7F3A_91C2_0B4E)] {
            #expect(EditStamp("\(stamp)") == stamp)
        }
        for text in ["", "1", "-", "1-", "1-7f3a91c20b4", "x-7f3a91c20b4e", "999999999999999-7f3a91c20b4e"] {
            #expect(EditStamp(text) == nil)
        }
    }
}
