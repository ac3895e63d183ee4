import Foundation
import TestSupport
import Testing
import WaymarkC
import WaymarkThreads

@testable import WaymarkService

/// The program from its start to its end, as a system runs it.
@Suite("Service life")
struct LifeTests {
    /// The running program, and what it says.
    private final class Served: Sendable {
        private let process = Guarded<Process?>(nil)
        private let said = RunningService.Lines()
        let port: Int

        /// Starts `waymark serve`; returns once it says that it is ready.
        init(_ arguments: [String], waitsFor word: String = "ready with") async throws {
            let process = Process()
            process.executableURL = Program.url("waymark")
            process.arguments = ["serve", "--listen", "127.0.0.1:0"] + arguments
            process.currentDirectoryURL = Repository.root
            let pipe = Pipe()
            process.standardError = pipe
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let said = said
            let (lines, line) = AsyncStream<String>.makeStream()
            Thread.detachNewThread {
                var rest = ""
                while true {
                    let data = pipe.fileHandleForReading.availableData
                    if data.isEmpty { break }
                    rest += String(decoding: data, as: UTF8.self)
                    said.add(String(decoding: data, as: UTF8.self))
                    while let end = rest.firstIndex(of: "\n") {
                        line.yield(String(rest[..<end]))
                        rest = String(rest[rest.index(after: end)...])
                    }
                }
                line.finish()
            }
            var port = 0
            for await line in lines {
                if let match = line.firstMatch(of: /listening on http:\/\/127.0.0.1:([0-9]+)/) {
                    port = Int(match.1) ?? 0
                }
                if line.contains(word) { break }
            }
            self.port = port
            self.process.withLock { $0 = process }
        }

        var text: String { said.all.joined() }
        func signal(_ number: Int32) { process.withLock { _ = $0.map { kill($0.processIdentifier, number) } } }

        /// Waits for the end; returns its status.
        func end() async -> Int32 {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let process = self.process.withLock { $0 }
                    process?.waitUntilExit()
                    continuation.resume(returning: process?.terminationStatus ?? -1)
                }
            }
        }

        /// Waits until it says a word.
        func waits(for word: String) async throws {
            while !text.contains(word) { try await Task.sleep(for: .milliseconds(10)) }
        }

        func get(_ target: String) async throws -> HTTPAnswer {
            try await HTTPAnswer.of("GET \(target) HTTP/1.1", [], port: port)
        }
    }

    private static func table(_ name: String) -> String {
        "id,name,latitude,longitude\n" + (0..<50).map { "\(name)\($0),\(name) \($0),37.\(500 + $0),127\n" }.joined()
    }

    @Test("SIGHUP swaps in a changed file, no answer is mixed or failed; a bad file leaves the old one, and says so")
    func swaps() async throws {
        let folder = try Folder()
        let file = try folder.file("places.csv", Self.table("old"))
        let served = try await Served(["--attractions", file, "--log", "none"])
        let target = "/v1/nearby?latitude=37.52&longitude=127&radius=100km"
        let before = try await served.get(target)
        #expect(before.text.contains("old 7") && !before.text.contains("new 7"))
        let port = served.port
        let asking = Task {
            var answers: [HTTPAnswer] = []
            while !Task.isCancelled {
                answers.append(try await HTTPAnswer.of("GET \(target) HTTP/1.1", [], port: port))
            }
            return answers
        }
        for round in 0..<6 {
            let name = round % 2 == 0 ? "new" : "old"
            _ = try folder.file("next.csv", Self.table(name))
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.moveItem(atPath: folder.url.appending(path: "next.csv").path, toPath: file)
            served.signal(SIGHUP)
            while try await !served.get(target).text.contains("\(name) 7") {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        asking.cancel()
        let answers = try await asking.value
        #expect(!answers.isEmpty)
        for answer in answers {
            #expect(answer.status == 200 && answer.isWhole)
            #expect(answer.text.contains("old 7") != answer.text.contains("new 7"))
            #expect(answer.text.components(separatedBy: "attraction_id").count == 51)
        }
        _ = try folder.file("places.csv", "nothing\nof use\n")
        served.signal(SIGHUP)
        try await served.waits(for: "the old data stay")
        #expect(try await served.get(target).text.contains("old 7"))
        #expect(try await served.get("/metrics").text.contains("waymark_swaps_total{result=\"failed\"} 1"))
        served.signal(SIGTERM)
        #expect(await served.end() == 0)
    }

    @Test("SIGTERM: readiness is refused at once, requests are still answered, and the end is in order")
    func drains() async throws {
        // On a busy machine the notice may be over before this test goes on.
        for notice in [2, 20, 200] {
            do {
                return try await drains(notice: notice)
            } catch let error as POSIXError where error.code == .ECONNREFUSED && notice < 200 {}
        }
    }

    private func drains(notice: Int) async throws {
        let served = try await Served(
            ["--attractions", "data/attractions.csv", "--notice", "\(notice)s", "--drain", "1200s"])
        #expect(try await served.get("/readyz").status == 200)
        // A stream that has begun, and ends only after the signal.
        let port = served.port
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (goes, go) = AsyncStream<Void>.makeStream()
        let stream = Task {
            try await Connection.talk(port: port) { connection in
                let rows = "latitude,longitude\n37.5,127\n"
                connection.send(
                    Array(
                        "POST /v1/nearest HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/csv\r\nContent-Length: \(rows.utf8.count * 2 - 19)\r\n\r\n\(rows)"
                            .utf8))
                begin.yield()
                let waiting = DispatchSemaphore(value: 0)
                Task {
                    for await _ in goes { break }
                    waiting.signal()
                }
                waiting.wait()
                connection.send(Array("37.6,127\n".utf8))
                return HTTPAnswer(connection.rest())
            }
        }
        for await _ in begun { break }
        // The stream is accepted before the signal.
        while try await !served.get("/metrics").text.contains("waymark_requests_in_flight 2") {
            try await Task.sleep(for: .milliseconds(10))
        }
        served.signal(SIGTERM)
        try await served.waits(for: "ending")
        do {
            let ready = try await served.get("/readyz")
            #expect(ready.status == 503 && ready.headers["connection"] == "close")
            #expect(try await served.get("/v1/nearest?latitude=37&longitude=127").status == 200)
        } catch {
            go.yield()
            served.signal(SIGKILL)
            _ = await served.end()
            throw error
        }
        go.yield()
        let answer = try await stream.value
        #expect(answer.isWhole && answer.trailers["waymark-rows-answered"] == "2")
        #expect(await served.end() == 0)
    }

    @Test("data that cannot be read end it with the reason; so does an address in use")
    func failedStarts() async throws {
        let folder = try Folder()
        let bad = try await Served(
            ["--attractions", try folder.file("bad.csv", "nothing\nof use\n")], waitsFor: "no latitude")
        #expect(await bad.end() != 0)
        let first = try await Served(["--attractions", "data/attractions.csv"])
        let second = try await Served(
            ["--attractions", "data/attractions.csv", "--listen", "127.0.0.1:\(first.port)"], waitsFor: "waymark serve:"
        )
        #expect(await second.end() != 0)
        first.signal(SIGTERM)
        #expect(await first.end() == 0)
    }
}
