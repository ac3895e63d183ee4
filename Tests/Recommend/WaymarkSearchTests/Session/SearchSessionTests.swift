import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// The session itself, with its tasks and its clock. What it decides is tried in full by `SessionScheduleTests`.
@Suite("SearchSession")
struct SearchSessionTests {
    static func place(_ id: String, _ name: String, _ latitude: Double = 37.58) -> SearchedPlace {
        SearchedPlace(id: id, name: name, category: "관광지", coordinate: coordinate(latitude, 126.977))
    }

    static let search = PlaceSearch([
        place("palace", "경복궁"), place("station", "경복궁역", 37.576), place("village", "한국민속촌", 37.26),
        place("library", "한글박물관", 37.52),
    ])
    /// Of the places at hand the palace is one, by its name and its place; the other is new.
    static let remote = PlaceSuggestions([place("r1", "경복궁", 37.5801), place("r2", "경복궁 야간개장", 37.581)])

    static func names(_ update: SearchUpdate?) -> [String] { update?.suggestions.map(\.name) ?? [] }

    @Test("each query is answered by the places at hand, and a provider is asked once the typing rests")
    func asksOnceTypingRests() async throws {
        let (clock, provider) = (TestClock(), ControlledProvider())
        let session = SearchSession(Self.search, provider: provider, clock: clock)
        var updates = session.updates.makeAsyncIterator()
        let texts = TwoSetKeyboard.textsWhileTyping("경복궁")
        for text in texts {
            session.type(SearchQuery(text))
            let update = await updates.next()
            #expect(update?.query.text == text && Self.names(update).contains("경복궁"))
            clock.advance(by: .milliseconds(100))
        }
        #expect(await provider.asked.isEmpty)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(250))
        await provider.wait { $0.asked.count == 1 }
        await provider.answer("경복궁", .success(Self.remote))
        let update = try #require(await updates.next())
        #expect(await provider.asked == ["경복궁"])
        #expect(Self.names(update) == ["경복궁", "경복궁역", "경복궁 야간개장"])
        #expect(update.suggestions.map(\.provider) == ["remote", nil, "remote"])
        #expect(update.suggestions.map(\.id) == ["palace", "station", "r2"])
        #expect(update.suggestions.map(\.position) == [0, 1, nil])
        #expect(update.count == 2 && update.provider.isLast)
    }

    @Test("no answer to an older query comes after a newer one, however late it is")
    func staleAnswers() async throws {
        let (clock, provider) = (TestClock(), ControlledProvider())
        let session = SearchSession(Self.search, provider: provider, clock: clock)
        var updates = session.updates.makeAsyncIterator()
        for text in ["경복", "한글"] {
            session.type(SearchQuery(text))
            #expect(await updates.next()?.query.text == text)
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(250))
            await provider.wait { $0.asked.last == text }
        }
        await provider.wait { $0.cancelled == ["경복"] }
        await provider.answer("경복", .success(Self.remote))
        await provider.answer("한글", .success(PlaceSuggestions([Self.place("r3", "한글공원")])))
        let update = await updates.next()
        #expect(update?.query.text == "한글" && Set(Self.names(update)) == ["한글박물관", "한글공원"])
    }

    @Test("an update of a query that was replaced is not given, though it waited")
    func replacedWhileWaiting() async {
        let session = SearchSession(Self.search)
        session.type(SearchQuery("경"))
        var updates = session.updates.makeAsyncIterator()
        #expect(await updates.next()?.query.text == "경")
        for text in ["ㅎ", "하", "한", "한ㄱ"] { session.type(SearchQuery(text)) }
        #expect(await updates.next()?.query.text == "한ㄱ")
    }

    @Test("a provider that fails takes nothing away, and the same text asks again")
    func failure() async throws {
        let (clock, provider) = (TestClock(), ControlledProvider())
        let session = SearchSession(Self.search, provider: provider, clock: clock)
        var updates = session.updates.makeAsyncIterator()
        for attempt in 1...2 {
            session.type(SearchQuery("경복"))
            #expect(Self.names(await updates.next()) == ["경복궁", "경복궁역"])
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(250))
            await provider.wait { $0.asked.count == attempt }
            await provider.answer(
                "경복", attempt == 1 ? .failure(ProviderError.limited(retryAfter: nil)) : .success(Self.remote))
            let update = try #require(await updates.next())
            if attempt == 1 {
                guard case .failed(let error) = update.provider else {
                    throw ProviderError.refused(reason: "not failed")
                }
                #expect(error as? ProviderError == .limited(retryAfter: nil))
            } else {
                #expect(Self.names(update).contains("경복궁 야간개장"))
            }
            #expect(Self.names(update).starts(with: ["경복궁", "경복궁역"]))
        }
    }

    @Test("suggestions that hold all answers are narrowed, and nobody is asked")
    func narrowing() async throws {
        let (clock, provider) = (TestClock(), ControlledProvider())
        let session = SearchSession(Self.search, provider: provider, clock: clock)
        var updates = session.updates.makeAsyncIterator()
        session.type(SearchQuery("경복"))
        _ = await updates.next()
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(250))
        await provider.wait { $0.asked.count == 1 }
        var complete = Self.remote
        complete.isComplete = true
        await provider.answer("경복", .success(complete))
        _ = await updates.next()
        session.type(SearchQuery("경복궁 야간개"))
        let update = try #require(await updates.next())
        #expect(Self.names(update) == ["경복궁 야간개장"] && update.provider.isLast)
        #expect(clock.deadlines.isEmpty)
        // Another text is asked for; what was suggested before and fits is shown until the answer comes.
        session.type(SearchQuery("야간"))
        let other = try #require(await updates.next())
        #expect(Self.names(other) == ["경복궁 야간개장"] && !other.provider.isLast)
        await clock.waitForSleepers(1)
    }

    @Test("a text without letters is answered at once, and no provider is asked")
    func nothingToAsk() async {
        let clock = TestClock()
        let session = SearchSession(Self.search, provider: ControlledProvider(), clock: clock)
        var updates = session.updates.makeAsyncIterator()
        for text in ["", "  ", String(repeating: "가", count: 300_000)] {
            session.type(SearchQuery(text))
            let update = await updates.next()
            #expect(update?.suggestions.isEmpty == true && update?.provider.isLast == true)
        }
        #expect(clock.sleepsBegun == 0)
    }

    @Test("local searches wait for a pause where one is given")
    func pause() async {
        let clock = TestClock()
        let session = SearchSession(Self.search, pause: .milliseconds(50), clock: clock)
        var updates = session.updates.makeAsyncIterator()
        for text in ["ㅎ", "하", "한"] { session.type(SearchQuery(text)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(50))
        #expect(await updates.next()?.query.text == "한")
    }

    @Test("a consumer that is cancelled ends the session, and the request with it")
    func cancelledConsumer() async {
        let (clock, provider) = (TestClock(), ControlledProvider())
        let session = SearchSession(Self.search, provider: provider, clock: clock)
        let seen = Gate()
        let consumer = Task {
            for await _ in session.updates { await seen.pass() }
        }
        await seen.open()
        session.type(SearchQuery("경"))
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(250))
        await provider.wait { $0.asked.count == 1 }
        consumer.cancel()
        await consumer.value
        await provider.wait { $0.cancelled == ["경"] }
    }

    @Test("a session that is released ends its updates")
    func released() async {
        var session: SearchSession? = SearchSession(Self.search)
        var updates = session?.updates.makeAsyncIterator()
        session = nil
        #expect(await updates?.next() == nil)
    }

    @Test("typed from many threads at once, updates are of ever newer queries, and the last is of the last")
    func manyThreads() async throws {
        let search = PlaceSearch((0..<100).map { Self.place("\($0)", "곳 \($0)") })
        let session = SearchSession(search)
        let consumer = Task {
            for await update in session.updates where update.query.text == "끝" { return true }
            return false
        }
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask { for step in 0..<200 { session.type(SearchQuery("곳 \(task * step % 97)")) } }
            }
        }
        session.type(SearchQuery("끝"))
        #expect(await consumer.value)
    }

    @Test("a session gives the answers of the search: finals that move, deletions, the wrong keyboard")
    func equalsSearch() async throws {
        let names = ["가나다", "간식당", "가나안 교회", "달가람 마을", "닭갈비 골목", "값진 시장", "갑사", "BIFF광장", "경복궁", "경복궁 야간개장"]
        let search = PlaceSearch(
            names.enumerated().map { SearchedPlace(id: "\($0)", name: $1, coordinate: coordinate(37, 127)) })
        let session = SearchSession(search)
        var updates = session.updates.makeAsyncIterator()
        let texts = [
            "ㄱ", "가", "간", "가나", "가낟", "가나다", "가나", "가", "다", "달", "닭", "달가", "닭", "달", "갑", "값", "갑사", "ㄱㅂ", "ㄱㅂㄱ",
            "ㄱ복",
            "ㄱ보", "r", "ru", "rud", "rudq", "rudqh", "rudqhr", "rudqhrr", "B", "BI", "BIF", "BIFF", "BIFFr", "BIFFrhk",
            "경복", "경복ㄱ", "경복구", "경복궁", "경복궁 ", "경복궁 ㅇ", "경복궁 야", "경복궁 야ㄱ", "경벅궁", "경벅궁 야",
        ]
        for text in texts {
            let query = SearchQuery(text)
            session.type(query)
            let update = try #require(await updates.next())
            let wanted = search.answers(to: query)
            #expect(update.suggestions.map(\.position) == wanted.hits.map(\.position), "\(text)")
            #expect(update.suggestions.map(\.matched) == wanted.hits.map(\.matched), "\(text)")
            #expect(update.count == wanted.count, "\(text)")
        }
    }
}
