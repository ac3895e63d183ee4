import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkTrips

@Suite("Changes of a store")
struct ChangeFeedTests {
    private func category(_ number: Int) -> TripEdit {
        .put(.category(TripCategory(id: RecordID(high: 1, low: UInt64(number)), name: "\(number)")))
    }

    /// How many commits readers see of each kind of store; `WAYMARK_SOAK_STORES` asks for 100 000 of a database too.
    private static func commits(_ kind: StoreKind) -> Int {
        kind == .memory || ProcessInfo.processInfo.environment["WAYMARK_SOAK_STORES"] != nil ? 100_000 : 3_000
    }

    @Test(
        "readers that join late, lag, crash and start again see each commit once, in order",
        arguments: StoreKind.allCases)
    func readers(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try kind.store(in: folder.path)
        let start = try store.cursor()
        let count = Self.commits(kind)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<4 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(reader))
                    // What is on disk: the number of commits that were worked off, and the cursor then.
                    var (saved, done) = (start.description, Int64(0))
                    if reader == 3 { try await Task.sleep(for: .milliseconds(50)) }
                    while done < count {
                        let from = try #require(ChangeCursor(saved))
                        let stop = min(done + Int64.random(in: 1...Int64(count) / 5, using: &random), Int64(count))
                        var seen = done
                        for try await commit in TripChanges(of: store, after: from) {
                            seen += 1
                            #expect(commit.cursor.number == seen && commit.changes.map(\.id.low) == [UInt64(seen)])
                            // A crash loses what was not saved: it is read again.
                            if Int.random(in: 0..<100, using: &random) == 0 {
                                (saved, done) = ("\(commit.cursor)", seen)
                            }
                            if seen % 1000 == 0 { await Task.yield() }
                            if seen == count { (saved, done) = ("\(commit.cursor)", seen) }
                            if seen >= stop { break }
                        }
                    }
                }
            }
            group.addTask {
                for number in 1...count {
                    try store.commit([category(number)])
                    if number % 1000 == 0 { await Task.yield() }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("a reader waits without a commit, wakes with the next one, and ends when cancelled")
    func waiting() async throws {
        let store = MemoryTripStore()
        let start = store.cursor()
        let reader = Task {
            var numbers: [UInt64] = []
            for try await commit in TripChanges(of: store, after: start) { numbers += commit.changes.map(\.id.low) }
            return numbers
        }
        // Whether it looks before, between or after these commits.
        for number in 1...3 {
            try store.commit([category(number)])
            try await Task.sleep(for: .milliseconds(5))
        }
        reader.cancel()
        let numbers = try await reader.value
        #expect(numbers == Array([1, 2, 3].prefix(numbers.count)))
        let last = store.cursor()
        let waiter = Task {
            var changes = TripChanges(of: store, after: last).makeAsyncIterator()
            return try await changes.next()?.changes.map(\.id.low)
        }
        try await Task.sleep(for: .milliseconds(20))
        try store.commit([category(4)])
        #expect(try await waiter.value == [4])
    }

    @Test("a cursor too old, of another store or beyond the last commit is refused", arguments: StoreKind.allCases)
    func oldCursors(kind: StoreKind) throws {
        try kind.withStore { store in
            let start = try store.cursor()
            for number in 1...10 { try store.commit([category(number)]) }
            #expect(try store.changes(after: start, limit: 4).map(\.cursor.number) == [1, 2, 3, 4])
            try store.forgetChanges(keeping: 4)
            let kept = try #require(ChangeCursor("\(start.history)/6"))
            #expect(try store.changes(after: kept, limit: 100).map(\.cursor.number) == [7, 8, 9, 10])
            for text in ["\(start.history)/5", "\(start.history)/11", "\(RecordID(high: 1, low: 1))/10"] {
                let cursor = try #require(ChangeCursor(text))
                #expect(throws: TripStoreError.cursorTooOld(cursor)) { try store.changes(after: cursor, limit: 1) }
            }
            try store.forgetChanges(keeping: 0)
            #expect(try store.changes(after: store.cursor(), limit: 1).isEmpty)
            try store.commit([category(11)])
            #expect(
                try store.changes(after: #require(ChangeCursor("\(start.history)/10")), limit: 1).map(\.cursor.number)
                    == [11])
            for text in ["", "a/1", "\(start.history)", "\(start.history)/-1", "\(start.history)/1/2"] {
                #expect(ChangeCursor(text) == nil)
            }
        }
    }

    @Test(
        "a commit without effect is not among the changes, and one names each record once",
        arguments: StoreKind.allCases)
    func netChanges(kind: StoreKind) throws {
        try kind.withStore { store in
            let (first, second) = (RecordID(high: 1, low: 1), RecordID(high: 1, low: 2))
            let commit = try store.commit([
                category(1), category(2), .move(second, after: nil), .delete(first), category(2),
            ])
            #expect(commit.changes == [RecordChange(id: second, kind: .category, action: .inserted)])
            #expect(try store.commit([category(2), .move(second, after: nil)]).changes.isEmpty)
            #expect(try store.commit([.delete(second), .undelete(second)]).changes.isEmpty)
            #expect(try store.commit([]).cursor.number == 1)
        }
    }
}
