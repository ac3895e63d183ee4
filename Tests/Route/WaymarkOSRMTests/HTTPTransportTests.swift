import Foundation
import Testing
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkRoutes
import WaymarkThreads

@Suite("HTTP by the system's client", .timeLimit(.minutes(2)))
struct HTTPTransportTests {
    private func request(
        _ url: String, timeout: Duration = .seconds(60), largestAnswer: Int = 1000
    ) -> HTTPTransport.Request {
        HTTPTransport.Request(url: url, userAgent: "Test", timeout: timeout, largestAnswer: largestAnswer)
    }

    private func failure(_ request: HTTPTransport.Request) async -> HTTPTransport.Failure? {
        await #expect(throws: HTTPTransport.Failure.self) { try await HTTPTransport.system.send(request) }
    }

    @Test("an answer of any status comes whole, with its Retry-After", arguments: [200, 204, 404, 429, 503])
    func answers(status: Int) async throws {
        let body = status == 204 ? "" : "a\r\n\r\nb"
        try await StubServer.with { _ in
            .answer(status, headers: ["retry-AFTER:  120 "], body)
        } _: { server in
            let answer = try await HTTPTransport.system.send(request(server.url + "/a?b=c%20d"))
            #expect(answer.status == status && answer.body == Array(body.utf8))
            #expect(answer.retryAfter?.trimmingCharacters(in: .whitespaces) == "120")
            #expect(await server.log.requests == ["/a?b=c%20d"])
            #expect(await server.log.headers == ["Test|application/json"])
        }
    }

    @Test("requests one after another share a connection")
    func reuse() async throws {
        try await StubServer.with { _ in
            .answer(200, "{}")
        } _: { server in
            for _ in 0..<20 { _ = try await HTTPTransport.system.send(request(server.url)) }
            #expect(await server.log.opened == 1)
        }
    }

    @Test("a server gets at most eight connections; who waits for one is cancelled or times out too")
    func bounded() async throws {
        try await StubServer.with { _ in
            .silence
        } _: { server in
            let held = (0..<8).map { _ in Task { try await HTTPTransport.system.send(request(server.url)) } }
            while await server.log.requests.count < 8 { await Task.yield() }
            #expect(await failure(request(server.url, timeout: .milliseconds(100))) == .timedOut)
            let waiting = Task { try await HTTPTransport.system.send(request(server.url)) }
            try await Task.sleep(for: .milliseconds(50))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(await server.log.opened == 8)
            for task in held { task.cancel() }
            for task in held { await #expect(throws: CancellationError.self) { try await task.value } }
            while await server.log.closed < 8 { await Task.yield() }
        }
    }

    @Test("cancelled before it is sent, a request ends too")
    func cancelledAtOnce() async throws {
        try await StubServer.with { _ in
            .silence
        } _: { server in
            for _ in 0..<100 {
                let task = Task { try await HTTPTransport.system.send(request(server.url)) }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test("the time limit is for the whole answer: also for one that stops in its middle")
    func stuck() async throws {
        try await StubServer.with { _ in
            .stuck("{")
        } _: { server in
            #expect(await failure(request(server.url, timeout: .milliseconds(200))) == .timedOut)
            while await server.log.closed == 0 { await Task.yield() }
        }
    }

    @Test("a body is read up to its limit, inclusive")
    func limit() async throws {
        try await StubServer.with { path in
            .answer(200, String(repeating: "x", count: Int(path.dropFirst())!))
        } _: { server in
            let whole = try await HTTPTransport.system.send(request(server.url + "/1000"))
            #expect(whole.body.count == 1000)
            #expect(await failure(request(server.url + "/1001")) == .tooLarge)
            #expect(await failure(request(server.url + "/9000000")) == .tooLarge)
            let large = request(server.url + "/9000000", largestAnswer: 9_000_000)
            let all = try await HTTPTransport.system.send(large)
            #expect(all.body.count == 9_000_000)
        }
    }

    @Test("up to five redirects are followed, by HTTP only")
    func redirects() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
        try Data("secret".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await StubServer.with { path in
            switch Int(path.dropFirst()) {
            case 0: .answer(200, headers: [], "end")
            case let count?:
                .answer(
                    302, headers: ["Location: /\(count - 1)", "Retry-After: 7"], String(repeating: "-", count: 2000))
            case nil: .answer(302, headers: ["Location: file://\(folder.path)"], "")
            }
        } _: { server in
            let answer = try await HTTPTransport.system.send(request(server.url + "/5"))
            #expect(answer == HTTPTransport.Answer(status: 200, body: Array("end".utf8)))
            #expect(await server.log.requests.count == 6)
            guard case .failed? = await failure(request(server.url + "/6")) else {
                Issue.record("six redirects were followed")
                return
            }
            guard case .failed? = await failure(request(server.url + "/file")) else {
                Issue.record("a file was read")
                return
            }
        }
    }

    #if os(Linux)
        @Test(
            "libcurl's thread leaves requests to end and closed pipes to others, but no trap: it blocked every signal")
        func signals() async throws {
            _ = try? await HTTPTransport.system.send(request("http://127.0.0.1:9", timeout: .milliseconds(1)))
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            let statuses = threads.compactMap {
                try? String(contentsOfFile: "/proc/self/task/\($0)/status", encoding: .utf8)
            }
            let own = statuses.filter { $0.hasPrefix("Name:\twaymark-libcurl\n") }
            #expect(own.count == 1)
            let line = try #require(own.first?.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
            let mask = try #require(UInt64(line.drop { $0 != "\t" }.dropFirst(), radix: 16))
            func isBlocked(_ signal: Int32) -> Bool { mask >> UInt64(signal - 1) & 1 == 1 }
            #expect([SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU].allSatisfy(isBlocked))
            #expect([SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS].filter(isBlocked) == [])
        }
    #endif

    @Test("many requests at once each get their own answer")
    func many() async throws {
        try await StubServer.with { path in
            .answer(200, path)
        } _: { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let answer = try await HTTPTransport.system.send(request(server.url + "/\(number)"))
                        #expect(answer.body == Array("/\(number)".utf8))
                    }
                }
                try await group.waitForAll()
            }
            #expect(await server.log.opened <= 8)
        }
    }

    @Test("an app sends requests its own way, and another error of it counts as an unavailable server")
    func own() async throws {
        struct Odd: Error {}
        let asked = Guarded<[HTTPTransport.Request]>([])
        let transport = HTTPTransport { request in
            asked.withLock { $0.append(request) }
            throw Odd()
        }
        let legs = try OSRMLegs("http://router.example.org:5000", transport: transport)
        let stop = Stop(id: "a", coordinate: try Coordinate(latitude: 1, longitude: 2))
        let error = await #expect(throws: LegError.self) { try await legs.leg(from: stop, to: stop) }
        #expect(error == .unavailable(reason: "router.example.org:5000: Odd()"))
        let request = try #require(asked.withLock { $0 }.first)
        #expect(request.url.hasPrefix("http://router.example.org:5000/route/v1/driving/2.0000000,1.0000000;"))
        #expect(request.timeout == .seconds(60) && request.largestAnswer == 32 << 20)
    }
}
