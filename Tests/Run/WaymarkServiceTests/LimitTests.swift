import Foundation
import TestSupport
import Testing
import WaymarkText

@testable import WaymarkService

/// What the service refuses, and what clients cannot do to it.
@Suite("Service limits")
struct LimitTests {
    private static let place = "latitude=37.5&longitude=127"

    @Test("each limit is stated in its error, with its option")
    func stated() async throws {
        var limits = Limits.patient
        (limits.body, limits.stream, limits.results, limits.coordinates) = (200, 100, 3, 2)
        let service = try await RunningService(limits: limits)
        let results = try await service.get("/v1/nearby?\(Self.place)&radius=50km")
        #expect(
            results.status == 413 && results.text.contains("more than 3 results")
                && results.text.contains("--max-results"))
        #expect(try await service.get("/v1/nearby?\(Self.place)&radius=50km&limit=3").status == 200)
        let place = "{\"latitude\":37,\"longitude\":127}"
        let places = try await service.post(
            "/v1/nearest", type: "application/json", "{\"stops\":[\(place),\(place),\(place)]}".utf8)
        #expect(places.status == 413 && places.text.contains("--max-coordinates"))
        let stops = try await service.get("/v1/order?stops=37,127;38,127;39,127")
        #expect(stops.status == 413 && stops.text.contains("3 stops; the limit is 2 (--max-coordinates)"))
        let body = try await service.post(
            "/v1/nearest", type: "application/json", String(repeating: " ", count: 201).utf8)
        #expect(
            body.status == 413 && body.text.contains("201") == false
                && body.text.contains("more than 200 bytes (--max-body)"))
        // One that does not say its length.
        let chunked = try await HTTPAnswer.of(
            "POST /v1/nearest HTTP/1.1", ["Content-Type: application/json", "Transfer-Encoding: chunked"],
            Array(("FF\r\n" + String(repeating: " ", count: 255) + "\r\n0\r\n\r\n").utf8), port: service.port)
        #expect(chunked.status == 413)
        let stream = try await service.post("/v1/nearest", type: "text/csv", String(repeating: "x", count: 101).utf8)
        #expect(stream.status == 413 && stream.text.contains("--max-stream"))
        let osrm = try await service.get("/table/v1/driving/1,1;2,2;3,3")
        #expect(
            osrm.status == 400 && osrm.text.contains("\"code\":\"TooBig\"") && osrm.text.contains("--max-coordinates"))
        #expect(try await service.get("/metrics").text.contains("waymark_requests_rejected_total{limit=\"results\"} 1"))
        await service.end()
    }

    @Test("a stream that is too long breaks off, and is not taken for whole")
    func longStream() async throws {
        var limits = Limits.patient
        limits.stream = 1 << 16
        let service = try await RunningService(limits: limits)
        let rows = "latitude,longitude\n" + String(repeating: "37.5,127\n", count: 20_000)
        let answer = try await HTTPAnswer.of(
            "POST /v1/nearest HTTP/1.1", ["Content-Type: text/csv", "Transfer-Encoding: chunked"],
            Array("\(String(rows.utf8.count, radix: 16))\r\n\(rows)\r\n0\r\n\r\n".utf8), port: service.port)
        #expect(!answer.isWhole || answer.status == 400)
        #expect(try await service.get("/v1/nearest?\(Self.place)").status == 200)
        await service.end()
    }

    @Test("a body that does not come is given up, with the limit")
    func slowBody() async throws {
        var limits = Limits.patient
        limits.time = .milliseconds(200)
        let service = try await RunningService(limits: limits)
        let answer = try await HTTPAnswer.of(
            "POST /v1/nearest HTTP/1.1", ["Content-Type: application/json", "Content-Length: 100"], Array("{".utf8),
            port: service.port)
        #expect(answer.status == 408 && answer.text.contains("--max-time"))
        await service.end()
    }

    @Test("a megabyte of headers is refused, and so is what is not HTTP; others are answered")
    func headers() async throws {
        let service = try await RunningService()
        for head in [
            "GET /healthz HTTP/1.1\r\nX: " + String(repeating: "x", count: 1 << 20) + "\r\n\r\n",
            "GET /healthz HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 200) + "\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
        ] {
            let answer = try await Connection.talk(port: service.port) { connection in
                connection.send(Array(head.utf8))
                return HTTPAnswer(connection.rest())
            }
            // The connection may be closed before all was sent, and the answer then be lost.
            #expect([400, 431, 0].contains(answer.status))
        }
        for (head, status, words) in [
            ("GET /healthz HTTP/1.1\r\nX: " + String(repeating: "x", count: 20_000), 431, "--max-header"),
            ("\u{0}\u{1}\u{2}\r\n\r\n", 400, "not HTTP"),
        ] {
            let answer = try await Connection.talk(port: service.port) { connection in
                connection.send(Array(head.utf8))
                return HTTPAnswer(connection.rest())
            }
            #expect(answer.status == status && answer.text.contains(words))
            #expect(answer.headers["content-type"] == "application/problem+json")
        }
        // It closes also while the client goes on.
        let isClosed = try await Connection.talk(port: service.port) { connection in
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
            connection.send(Array("GET / HTTP/1.1\r\nX: ".utf8))
            while connection.send(piece) {}
            return true
        }
        #expect(isClosed)
        let isEnded = try await Connection.talk(port: service.port) { connection in
            let head =
                "POST /v1/nearby HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            connection.send(Array(head.utf8))
            let piece = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 16) + Array("\r\n".utf8)
            while connection.send(piece) {}
            return true
        }
        #expect(isEnded)
        #expect(try await service.get("/healthz").status == 200)
        await service.end()
    }

    @Test(
        "altered queries and bodies end in an answer or in a problem of the client",
        arguments: 1...4 as ClosedRange<UInt64>)
    func altered(seed: UInt64) async throws {
        let service = try await RunningService.shared
        var random = SplitMix64(seed: seed)
        let queries = [
            "v1/nearby?latitude=37.5&longitude=127&radius=3km&limit=3",
            "v1/search?q=%EA%B2%BD%EB%B3%B5&near=37.5,127&within=9km",
            "v1/order?stops=37,127;38,127;37.5,127.5&iterations=3",
            "route/v1/driving/127,37;128,38?overview=full&annotations=true",
            "table/v1/driving/127,37;128,38?sources=0&destinations=1",
            "v1/distance?from_latitude=1&from_longitude=2&to_latitude=3&to_longitude=4",
        ]
        let bodies = [
            "{\"stops\":[{\"id\":\"a\",\"latitude\":37.5,\"longitude\":127}],\"count\":2}",
            "id,latitude,longitude\n\"a\",37.5,127\nb,38,128\n",
            "{\"latitude\":37.5,\"longitude\":127}\n{\"latitude\":1,\"longitude\":2}\n",
        ]
        let types = ["application/json", "text/csv", "application/x-ndjson"]
        /// A text with some bytes changed, removed or doubled.
        func altered(_ text: String, among bytes: [UInt8]) -> [UInt8] {
            var text = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text[place] = bytes.randomElement(using: &random)!
                case 1 where text.count > 2: text.remove(at: place)
                default: text.insert(text[place], at: place)
                }
            }
            return text
        }
        for round in 0..<60 {
            let answer: HTTPAnswer
            if round % 2 == 0 {
                let target = altered(queries[round / 2 % queries.count], among: Array("0987.,;:&=%+-ex?/\"".utf8))
                answer = try await service.get("/" + String(decoding: target, as: UTF8.self))
            } else {
                let number = round / 2 % bodies.count
                let body = altered(bodies[number], among: Array("0.,:{}[]\"\n\\e-".utf8) + [0, 0x80, 0xEA])
                answer = try await service.post("/v1/nearest", type: types[number], body)
            }
            #expect(200..<500 ~= answer.status && answer.isWhole, "\(answer.status) \(answer.text)")
        }
    }

    @Test(
        "a client that asks too often gets 429 and when to come back; health is not limited; another client is another")
    func rate() async throws {
        var limits = Limits.patient
        limits.rate = 0.0001
        let service = try await RunningService(limits: limits, isForwarded: true)
        #expect(try await service.get("/v1/nearest?\(Self.place)").status == 200)
        let refused = try await service.get("/v1/nearest?\(Self.place)")
        #expect(refused.status == 429 && refused.text.contains("--rate"))
        #expect(refused.headers["retry-after"].flatMap { Int($0) } ?? 0 >= 1)
        #expect(try await service.get("/healthz").status == 200)
        let other = try await service.get("/v1/nearest?\(Self.place)", ["X-Forwarded-For: 1.2.3.4, 192.0.2.7"])
        #expect(other.status == 200)
        await service.end()
    }

    @Test("the bucket of a client fills as time goes, and holds two seconds")
    func bucket() {
        let limit = RateLimit(10)
        let start = ContinuousClock.now
        for _ in 0..<20 { #expect(limit.wait(of: "a", at: start) == nil) }
        #expect(limit.wait(of: "a", at: start) == 1)
        #expect(limit.wait(of: "b", at: start) == nil)
        #expect(limit.wait(of: "a", at: start + .milliseconds(100)) == nil)
        #expect(limit.wait(of: "a", at: start + .milliseconds(100)) != nil)
        // Many clients do not fill the memory.
        for number in 0..<50_000 { _ = limit.wait(of: "c\(number)", at: start) }
        #expect(limit.wait(of: "d", at: start) == nil)
        // A tile costs a twentieth.
        let tiles = (0..<500).prefix { _ in limit.wait(of: "e", cost: 0.05, at: start) == nil }
        #expect(399...401 ~= tiles.count)
    }

    @Test("only who sends a token is answered, but health and readiness are for all")
    func tokens() async throws {
        let tokens = Tokens("# ours\nfirst-token\n\n  second \n")
        #expect(tokens.allow("Bearer first-token") && tokens.allow("bearer second"))
        for other in [
            nil, "", "Bearer", "Bearer ", "Bearer first-toke", "Bearer first-token2", "Basic second", "Bearer # ours",
        ] {
            #expect(!tokens.allow(other))
        }
        let service = try await RunningService(tokens: tokens)
        let refused = try await service.get("/v1/nearest?\(Self.place)")
        #expect(refused.status == 401 && refused.headers["www-authenticate"] == "Bearer")
        #expect(try await service.get("/metrics").status == 401)
        #expect(try await service.get("/v1/nearest?\(Self.place)", ["Authorization: Bearer second"]).status == 200)
        #expect(try await service.get("/healthz").status == 200)
        #expect(try await service.get("/readyz").status == 200)
        await service.end()
    }

    @Test("pages of an allowed origin may ask, others may not")
    func origins() async throws {
        let service = try await RunningService(origins: ["https://a.example"])
        let allowed = try await service.get("/healthz", ["Origin: https://a.example"])
        #expect(allowed.headers["access-control-allow-origin"] == "https://a.example")
        #expect(
            try await service.get("/healthz", ["Origin: https://b.example"]).headers["access-control-allow-origin"]
                == nil)
        let preflight = try await HTTPAnswer.of(
            "OPTIONS /v1/nearby HTTP/1.1", ["Origin: https://a.example", "Access-Control-Request-Method: POST"],
            port: service.port)
        #expect(preflight.status == 204 && preflight.headers["access-control-allow-methods"] == "GET, POST")
        let refused = try await HTTPAnswer.of(
            "OPTIONS /v1/nearby HTTP/1.1", ["Origin: https://b.example"], port: service.port)
        #expect(refused.status == 403)
        await service.end()
    }

    @Test("a line of the log has the route and the trace, and neither coordinates nor texts nor tokens")
    func log() async throws {
        let service = try await RunningService(tokens: Tokens("secret"))
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        _ = try await service.get(
            "/v1/search?q=37.123", ["Authorization: Bearer secret", "Traceparent: \(trace)"])
        _ = try await service.get("/v1/nothing?token=secret", ["Traceparent: 00 status=200 route=/v1/mine"])
        await service.end()
        let lines = service.lines.all
        #expect(lines.count == 2)
        #expect(
            lines[0].contains("method=GET route=/v1/search status=200") && lines[0].contains("traceparent=\(trace)"))
        #expect(lines[1].contains("route=- status=401") && !lines[1].contains("traceparent"))
        #expect(!lines.contains { $0.contains("37.123") || $0.contains("secret") })
    }

    @Test("a client that goes away ends a search for an order")
    func gone() async throws {
        var limits = Limits.patient
        // Nobody waits for as long as this search would take.
        limits.searchTime = .seconds(100_000)
        let service = try await RunningService(limits: limits)
        let stops = (0..<200).map {
            "{\"latitude\":\(30 + Double($0 % 17) / 7),\"longitude\":\(120 + Double($0) / 31)}"
        }
        let body = Array("{\"time\":\"5000min\",\"stops\":[\(stops.joined(separator: ","))]}".utf8)
        let head =
            "POST /v1/order HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        _ = try await Connection.talk(port: service.port) { connection in
            connection.send(Array(head.utf8) + body)
        }
        // The log has a line of the request once it has ended.
        while !service.lines.all.contains(where: { $0.contains("route=/v1/order status=499") }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await service.get("/healthz").status == 200)
        await service.end()
    }

    @Test("clients that go away in the middle leave nothing behind: later ones are answered, also as streams")
    func goneClients() async throws {
        var limits = Limits.patient
        limits.batches = 2
        let service = try await RunningService(limits: limits)
        for _ in 0..<8 {
            _ = try await Connection.talk(port: service.port) { connection in
                connection.send(
                    Array(
                        "POST /v1/nearest HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nContent-Length: 100000\r\n\r\nlatitude,longitude\n37,127\n"
                            .utf8))
                return 0
            }
        }
        // Each batch ends once its connection is closed.
        var answer = try await service.post("/v1/nearest", type: "text/csv", "latitude,longitude\n37,127\n".utf8)
        while answer.status == 503 {
            #expect(answer.text.contains("--max-batches") && answer.headers["retry-after"] == "5")
            try await Task.sleep(for: .milliseconds(20))
            answer = try await service.post("/v1/nearest", type: "text/csv", "latitude,longitude\n37,127\n".utf8)
        }
        #expect(answer.isWhole && answer.trailers["waymark-rows-answered"] == "1")
        await service.end()
    }
}
