import TestSupport
import Testing

@Suite("TestClock")
struct TestClockTests {
    @Test("sleepers wake at their deadlines, and not before")
    func sleepersWakeAtTheirDeadlines() async throws {
        let clock = TestClock()
        let tasks = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                return clock.now.offset
            }
        }
        await clock.waitForSleepers(3)
        #expect(clock.deadlines.map(\.offset) == [.seconds(1), .seconds(2), .seconds(3)])
        clock.advance(by: .milliseconds(999))
        #expect(clock.deadlines.count == 3)
        clock.advance(by: .milliseconds(1))
        #expect(try await tasks[1].value == .seconds(1))
        #expect(clock.deadlines.count == 2)
        #expect(clock.advanceToNextDeadline())
        #expect(try await tasks[2].value == .seconds(2))
        #expect(clock.advanceToNextDeadline())
        #expect(try await tasks[0].value == .seconds(3))
        #expect(!clock.advanceToNextDeadline())
        #expect(clock.sleepsBegun == 3)
    }

    @Test("a sleeper whose task is cancelled wakes at once, as does one whose time has passed")
    func cancelledSleepersWake() async throws {
        let clock = TestClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        #expect(clock.deadlines.isEmpty)
        try await clock.sleep(for: .zero)
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(-1)))

        for _ in 0..<200 {
            let early = Task { try await clock.sleep(for: .seconds(1)) }
            early.cancel()
            await #expect(throws: CancellationError.self) { try await early.value }
        }
        #expect(clock.deadlines.isEmpty)
    }
}
