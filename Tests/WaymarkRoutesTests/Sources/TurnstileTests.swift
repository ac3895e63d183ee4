import Testing
import WaymarkRoutes

@Suite("Turnstile")
struct TurnstileTests {
    @Test("as many are let in as it is wide, and no more", arguments: [1, 2, 5])
    func width(_ width: Int) async throws {
        let turnstile = Turnstile(width: width)
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await turnstile.pass { await gate.pass() } } }
            await gate.waitForArrivals(width)
            while turnstile.lineLength < 20 - width { await Task.yield() }
            #expect(await gate.arrivals == width)
            await gate.open()
            try await group.waitForAll()
        }
        #expect(await gate.arrivals == 20)
    }
}
