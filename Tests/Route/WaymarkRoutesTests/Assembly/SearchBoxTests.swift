import Foundation
import TestSupport
import Testing

// Routes.md, search box:
/// What a search box shows.
struct SearchAnswer<Place: Sendable>: Sendable {
    /// The words that were searched for.
    let words: String
    let places: Result<[Place], any Error>
}

/// The answers to what is typed, for a search box to show one after the other.
func answers<Place: Sendable>(
    to typed: AsyncStream<String>, clock: some Clock<Duration>,
    search: @escaping @Sendable (String) async throws -> [Place]
) -> AsyncStream<SearchAnswer<Place>> {
    AsyncStream { answers in
        // On one actor: nothing is typed between the check that an answer is still wanted and the answer.
        let reader = Task { @MainActor in
            var latest: Task<Void, Never>?
            for await words in typed {
                // Newer words cancel the search under way; an answer that comes from it all the same is dropped.
                latest?.cancel()
                latest = Task { @MainActor in
                    // Searches once the typing rests, and not at every key.
                    guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
                    let places: Result<[Place], any Error>
                    do { places = .success(try await search(words)) } catch { places = .failure(error) }
                    if !Task.isCancelled { answers.yield(SearchAnswer(words: words, places: places)) }
                }
            }
            if Task.isCancelled { latest?.cancel() }
            await latest?.value
            answers.finish()
        }
        answers.onTermination = { _ in reader.cancel() }
    }
}
// :Routes.md, search box

// Routes.md, moving map:
/// Where the map is while it is dragged: at once, and then at most twice a second.
func places<Place: Sendable>(
    ofMap centers: AsyncStream<Place>, clock: some Clock<Duration>
) -> AsyncStream<Place> {
    AsyncStream { places in
        let reader = Task {
            var (next, last) = (clock.now, Place?.none)
            for await center in centers {
                last = center
                guard clock.now >= next else { continue }
                places.yield(center)
                (next, last) = (clock.now.advanced(by: .milliseconds(500)), nil)
            }
            if let last, (try? await clock.sleep(until: next, tolerance: nil)) != nil { places.yield(last) }
            places.finish()
        }
        places.onTermination = { _ in reader.cancel() }
    }
}
// :Routes.md, moving map

/// A service that answers on request of the test, and ignores cancellation.
private actor SlowSearch {
    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []
    private var waiting: [String: CheckedContinuation<[String], any Error>] = [:]
    private var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    func places(for words: String) async throws -> [String] {
        asked.append(words)
        if let watcher, asked.count >= watcher.count {
            self.watcher = nil
            watcher.continuation.resume()
        }
        defer { if Task.isCancelled { cancelled.append(words) } }
        return try await withCheckedThrowingContinuation { waiting[words] = $0 }
    }

    func answer(_ words: String, _ result: Result<[String], any Error>) {
        waiting.removeValue(forKey: words)?.resume(with: result)
    }

    func waitForQuestions(_ count: Int) async {
        guard asked.count < count else { return }
        await withCheckedContinuation { watcher = (count, $0) }
    }
}

/// Keys that are pressed one by one, each when the previous one was handled.
private actor Keyboard {
    private var reader: CheckedContinuation<String?, Never>?
    private var typist: CheckedContinuation<Void, Never>?

    func next() async -> String? {
        await withCheckedContinuation {
            reader = $0
            typist?.resume()
            typist = nil
        }
    }

    func press(_ words: String) async {
        await waitForReader()
        reader.take()?.resume(returning: words)
        await waitForReader()
    }

    func end() async {
        await waitForReader()
        reader.take()?.resume(returning: nil)
    }

    private func waitForReader() async {
        if reader == nil { await withCheckedContinuation { typist = $0 } }
    }
}

@Suite("Search box")
struct SearchBoxTests {
    @Test("a search box searches when typing pauses, and a stale answer never replaces a newer one")
    func searchBox() async throws {
        struct Down: Error {}
        let clock = TestClock()
        let service = SlowSearch()
        let keyboard = Keyboard()
        let typed = AsyncStream<String> { await keyboard.next() }
        let shown = Task {
            var shown: [(words: String, places: [String]?)] = []
            for await answer in answers(to: typed, clock: clock, search: { try await service.places(for: $0) }) {
                shown.append((answer.words, try? answer.places.get()))
            }
            return shown
        }
        /// Types a key every 100 ms, then pauses.
        func type(_ words: String, after typed: String = "") async {
            for count in (typed.count + 1)...words.count {
                await keyboard.press(String(words.prefix(count)))
                clock.advance(by: .milliseconds(100))
            }
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(300))
        }

        await type("nam")
        await service.waitForQuestions(1)
        await type("namsan", after: "nam")
        await service.waitForQuestions(2)
        // The newer answer arrives first, then the stale one.
        await service.answer("namsan", .success(["N Seoul Tower"]))
        await service.answer("nam", .success(["Nam River"]))
        // A failure is shown, and ends nothing.
        await type("namsan tower", after: "namsan")
        await service.waitForQuestions(3)
        await service.answer("namsan tower", .failure(Down()))
        await type("namsan tower park", after: "namsan tower")
        await service.waitForQuestions(4)
        await service.answer("namsan tower park", .success([]))
        await keyboard.end()

        let inTheEnd = await shown.value
        #expect(await service.asked == ["nam", "namsan", "namsan tower", "namsan tower park"])
        #expect(await service.cancelled == ["nam"])
        #expect(inTheEnd.map(\.words) == ["namsan", "namsan tower", "namsan tower park"])
        #expect(inTheEnd.map(\.places) == [["N Seoul Tower"], nil, []])
    }

    @Test("a dragged map is searched at most twice a second, and last where it was released")
    func movingMap() async {
        let clock = TestClock()
        // A step every 100 ms: taking one advances the time.
        let centers = AsyncStream<Int> {
            let step = Int(clock.now.offset / .milliseconds(100))
            clock.advance(by: step <= 22 ? .milliseconds(100) : .zero)
            return step <= 22 ? step : nil
        }
        let shown = Task {
            var shown: [Int] = []
            for await step in places(ofMap: centers, clock: clock) { shown.append(step) }
            return shown
        }
        await clock.waitForSleepers(1)
        // Half a second after step 20, which came at 2.1 s.
        #expect(clock.deadlines.map(\.offset) == [.milliseconds(2600)])
        #expect(clock.advanceToNextDeadline())
        #expect(await shown.value == [0, 5, 10, 15, 20, 22])
    }

    @Test("the documentation has exactly the examples that were run")
    func examplesAreTheOnesShown() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/Routes.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        for example in ["search box", "moving map"] {
            let begin = try #require(source.range(of: "\n// Routes.md, \(example):\n"))
            let end = try #require(source.range(of: "// :Routes.md, \(example)\n"))
            #expect(page.contains("```swift\n\(source[begin.upperBound..<end.lowerBound])```\n"))
        }
    }
}
