import TestSupport
import Testing
import WaymarkThreads
import WaymarkTrips

@Suite("Ids")
struct RecordIDTests {
    private func moment(_ milliseconds: Int64) -> Moment { Moment(milliseconds: milliseconds)! }

    @Test("an id of RFC 9562 is read and written")
    func publishedExample() throws {
        // Appendix A.6.
        let id = try #require(RecordID("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"))
        #expect(id.high == 0x017F_22E2_79B0_7CC3 && id.low == 0x98C4_DC0C_0C07_398F)
        #expect(id.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    }

    @Test(
        "what is not an id is not read",
        arguments: [
            "", "017F22E2-79B0-7CC3-98C4-DC0C0C07398", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F0",
            "017F22E279B07CC398C4DC0C0C07398F", "017F22E2-79B0-7CC3-98C4-DC0C0C07398G",
            "{17F22E2-79B0-7CC3-98C4-DC0C0C07398F",
            "017F22E2-79B0-7CC3-98C4_DC0C0C07398F", "-17F22E2-79B0-7CC3-98C4-DC0C0C07398F",
            "０17F22E2-79B0-7CC3-98C4-DC0C0C0739",
        ])
    func refusals(text: String) { #expect(RecordID(text) == nil) }

    @Test("ids begin with the time, have version 7 and the variant, and are equal for equal clocks and random numbers")
    func form() {
        func ids() -> [RecordID] {
            let generator = RecordIDGenerator(now: { moment(0x017F_22E2_79B0) }, random: SplitMix64(seed: 7))
            return (0..<5).map { _ in generator.next() }
        }
        let made = ids()
        #expect(made == ids())
        for id in made {
            #expect(id.high >> 16 == 0x017F_22E2_79B0)
            #expect(id.high >> 12 & 0xF == 7)
            #expect(id.low >> 62 == 0b10)
        }
    }

    @Test("each id is greater than the one before, also within a millisecond and when the clock is set back")
    func ascending() {
        let clock = TestMoments()
        let generator = RecordIDGenerator(now: { clock.now }, random: SplitMix64(seed: 8))
        var random = SplitMix64(seed: 9)
        var last = generator.next()
        for _ in 0..<100_000 {
            clock.advance(by: Int64.random(in: -3...3, using: &random))
            let next = generator.next()
            #expect(last < next)
            #expect(next.high >> 12 & 0xF == 7 && next.low >> 62 == 0b10)
            last = next
        }
    }

    @Test("the random part carries into the time when it is full")
    func carry() {
        struct Ones: RandomNumberGenerator, Sendable { func next() -> UInt64 { .max } }
        let generator = RecordIDGenerator(now: { moment(1000) }, random: Ones())
        let (first, second) = (generator.next(), generator.next())
        #expect(first.high >> 16 == 1000 && second.high >> 16 == 1001)
        #expect(first < second && second.high >> 12 & 0xF == 7 && second.low >> 62 == 0b10)
    }

    @Test("threads that make ids at once get different ones")
    func threads() async {
        let generator = RecordIDGenerator(now: { moment(5) })
        let all = await withTaskGroup(of: [RecordID].self) { group in
            for _ in 0..<4 { group.addTask { (0..<2000).map { _ in generator.next() } } }
            return await group.reduce(into: [RecordID]()) { $0 += $1 }
        }
        #expect(Set(all).count == 8000)
    }
}

/// A clock that a test sets.
final class TestMoments: Sendable {
    private let milliseconds: Guarded<Int64>

    init(_ milliseconds: Int64 = 1_800_000_000_000) { self.milliseconds = Guarded(milliseconds) }

    var now: Moment { Moment(milliseconds: milliseconds.withLock { $0 })! }

    func advance(by step: Int64) { milliseconds.withLock { $0 += step } }
}
