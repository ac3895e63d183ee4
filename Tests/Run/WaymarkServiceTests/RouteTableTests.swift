import Foundation
import TestSupport
import Testing

@testable import WaymarkService

/// The one table of routes, and what is made of it.
@Suite("Table of routes")
struct RouteTableTests {
    @Test("every route is in the router, in the document and on the page, with every parameter, and nothing else is")
    func walk() async throws {
        let service = try await RunningService.shared
        let document = try await service.get("/openapi.json").json
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        #expect(document["openapi"] as? String == "3.1.0")
        #expect(Set(paths.keys) == Set(Endpoint.all.map(\.path)))
        let page = try await service.get("/docs").text
        let found = try await service.get("/v1/nearest?latitude=37.5&longitude=127").json["results"] as? [[String: Any]]
        let id = try #require(found?.first?["attraction_id"] as? String)
        for endpoint in Endpoint.all {
            let operations = try #require(paths[endpoint.path])
            #expect(Set(operations.keys) == Set(endpoint.methods.map { $0.rawValue.lowercased() }))
            #expect(page.contains("\(endpoint.path)</code>"))
            let get = try #require(operations["get"] as? [String: Any])
            let all = get["parameters"] as? [[String: Any]] ?? []
            let inPath = all.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String }
            #expect(inPath == endpoint.path.matches(of: /{(\w+)}/).map { String($0.1) }, "\(endpoint.path)")
            let parameters = all.filter { $0["in"] as? String == "query" }
            if case .osrm(let options, _) = endpoint.kind {
                #expect(parameters.map { $0["name"] as? String } == options)
            } else {
                #expect(parameters.map { $0["name"] as? String } == endpoint.queryParameters.map(\.name))
            }
            for parameter in endpoint.queryParameters { #expect(page.contains("<code>\(parameter.name)</code>")) }
            // Asked by its examples, it answers.
            let path = endpoint.path.replacing("{profile}", with: "driving").replacing("{name}", with: "page.css")
                .replacing("{id}", with: id).replacing("{z}/{x}/{y}", with: "16/56262/25925.svg")
                .replacing(
                    "{coordinates}", with: endpoint.path.hasPrefix("/nearest") ? "127,37.5" : "127,37.5;127.1,37.6")
            let query = endpoint.queryParameters.compactMap { parameter in
                parameter.example.map {
                    "\(parameter.name)=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                }
            }
            let answer = try await service.get(path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
            // It has no boundaries, no Leaflet, no ground and no roads.
            let isMissing =
                ["/v1/regions", "/v1/reach", "/page/regions.geojson", "/tiles.json"].contains(endpoint.path)
                || path.contains("/leaflet/") || path.hasPrefix("/tiles/")
            #expect(answer.status == (isMissing ? 404 : 200), "\(endpoint.path): \(answer.text)")
            let type = answer.headers["content-type"].map { String($0.prefix { $0 != ";" }) } ?? ""
            let responses = try #require(get["responses"] as? [String: [String: Any]])
            let content = try #require(responses["\(answer.status)"]?["content"] as? [String: Any])
            #expect(content[type] != nil, "\(endpoint.path) answers \(type)")
            if endpoint.methods.contains(.post) {
                let answer = try await service.post(path, type: "application/json", "{}".utf8)
                #expect(answer.status == 400 && answer.text.contains("\"parameter\":\"\(endpoint.list)\""))
            }
        }
        #expect(try await service.get("/v1/nothing").status == 404)
    }

    @Test(
        "an unknown, missing, repeated or wrong parameter is a problem that names it and the cure",
        arguments: [
            (
                "/v1/nearby?latitude=37&longitude=127&raduis=1km", "raduis",
                "known are: id, name, latitude, longitude, radius, limit, kind"
            ),
            ("/v1/nearby?latitude=37", "longitude", "longitude is missing"),
            ("/v1/nearby?latitude=37&longitude=127&latitude=38", "latitude", "latitude must be given once"),
            ("/v1/nearby?latitude=37&longitude=190", "longitude", "a number from -180 to 180"),
            ("/v1/nearby?latitude=nan&longitude=19", "latitude", "a number from -90 to 90"),
            ("/v1/nearby?latitude=37&longitude=127&radius=10", "radius", "with a unit"),
            ("/v1/nearby?latitude=37&longitude=127&radius=-1km", "radius", "must not be negative"),
            ("/v1/nearest?latitude=37&longitude=127&count=0", "count", "a whole number from 1"),
            ("/v1/search?q=%EA%B2", "query", "two hexadecimal digits of UTF-8"),
            ("/v1/search?q=...", "q", "no letter or digit"),
            ("/v1/search?q=a&within=1km", "within", "needs near"),
            ("/v1/search?q=a&category=nothing", "category", "no category nothing"),
            ("/v1/recommend?latitude=37&longitude=127&interests=zzz", "interests", "zzz"),
            ("/v1/recommend?latitude=37&longitude=127&exclude=zzz", "exclude", "zzz"),
            (
                "/v1/distance?from_latitude=1&from_longitude=1&to_latitude=1&to_longitude=1&using=%2Bproj%3Dlonglat",
                "using", "EPSG:5179"
            ),
            ("/v1/order?stops=37,127;91,0", "stops", "91"),
            ("/v1/order?stops=37,127;38,127&start=nowhere", "stops", "nowhere"),
        ])
    func problems(target: String, parameter: String, words: String) async throws {
        let service = try await RunningService.shared
        let answer = try await service.get(target)
        #expect(answer.status == 400)
        #expect(answer.headers["content-type"] == "application/problem+json")
        let problem = try answer.json
        #expect(problem["parameter"] as? String == parameter)
        #expect((problem["detail"] as? String)?.contains(words) == true, "\(problem)")
        #expect(problem["status"] as? Int == 400 && problem["title"] as? String == "Bad Request")
    }

    @Test(
        "a body that is no question is a problem that names its place",
        arguments: [
            ("{\"stops\":[{\"latitude\":1}", "body", "line 1"), ("[]", "body", "a JSON object"),
            ("\u{1}", "body", "not JSON"),
            ("{\"stops\":3}", "stops", "a list"), ("{\"stops\":[3]}", "stops[0]", "an object"),
            ("{\"stops\":[[]]}", "stops[0]", "an object"),
            ("{\"stops\":[{\"latitude\":1,\"lng\":2}]}", "stops[0].lng", "unknown member"),
            ("{\"stops\":[{\"latitude\":{},\"longitude\":2}]}", "stops[0].latitude", "a single value"),
            ("{\"stops\":[{\"latitude\":1,\"longitude\":2}],\"radius\":\"1\"}", "radius", "with a unit"),
            ("{\"stops\":[{\"latitude\":91,\"longitude\":2}]}", "latitude", "91 is outside"),
        ])
    func bodies(body: String, parameter: String, words: String) async throws {
        let service = try await RunningService.shared
        let answer = try await service.post("/v1/nearby", type: "application/json", body.utf8)
        let problem = try answer.json
        #expect(answer.status == 400 && problem["parameter"] as? String == parameter, "\(problem)")
        #expect((problem["detail"] as? String)?.contains(words) == true, "\(problem)")
    }

    @Test("every example of Documentation/Service.md is answered")
    func documentation() async throws {
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/Service.md"), encoding: .utf8)
        let examples = page.matches(of: /curl '?http:\/\/localhost:8080([^' ]*)'?(.*(?:\n +-d.*)?)/)
        for endpoint in Endpoint.all
        where !["/", "/v1/regions", "/openapi.json", "/docs"].contains(endpoint.path)
            && !endpoint.path.hasPrefix("/page/")
        {
            let start = endpoint.path.prefix { $0 != "{" }
            #expect(examples.contains { $0.1.hasPrefix(start) }, "no example of \(endpoint.path)")
        }
        for example in examples {
            let (target, rest) = (String(example.1), String(example.2))
            let answer: HTTPAnswer
            if let type = rest.firstMatch(of: /Content-Type: ([a-z\/]+)/)?.1 {
                let stops = try String(contentsOf: Repository.root.appending(path: "data/stops.csv"), encoding: .utf8)
                let body = rest.firstMatch(of: /-d '([^']*)'/).map { String($0.1) } ?? stops
                answer = try await RunningService.shared.post(target, type: String(type), body.utf8)
            } else {
                answer = try await RunningService.shared.get(target)
            }
            // Tiles and reach are asked of data with a ground and roads elsewhere.
            let isOfTown = target.hasPrefix("/tiles") || target.hasPrefix("/v1/reach")
            #expect(answer.status == (isOfTown ? 404 : 200), "\(target): \(answer.text)")
        }
    }

    @Test("other methods, forms and types are refused with what there is")
    func negotiation() async throws {
        let service = try await RunningService.shared
        let place = "latitude=37.5&longitude=127"
        let deleted = try await HTTPAnswer.of("DELETE /v1/nearby HTTP/1.1", [], port: service.port)
        #expect(deleted.status == 405 && deleted.headers["allow"] == "GET, POST, HEAD")
        #expect(try await service.get("/v1/nearby?\(place)", ["Accept: image/png"]).status == 406)
        #expect(try await service.post("/v1/nearby", type: "image/png", []).status == 415)
        let head = try await HTTPAnswer.of("HEAD /v1/nearby?\(place) HTTP/1.1", [], port: service.port)
        let get = try await service.get("/v1/nearby?\(place)")
        #expect(
            head.status == 200 && head.body.isEmpty && head.headers["content-length"] == get.headers["content-length"])
        let weighed = try await service.get("/v1/nearby?\(place)", ["Accept: text/csv;q=0.5, application/geo+json"])
        #expect(weighed.headers["content-type"] == "application/geo+json")
    }

    @Test("an answer has a tag; asked again with it, it is not sent again")
    func tags() async throws {
        let service = try await RunningService()
        let target = "/v1/nearby?latitude=37.5&longitude=127"
        let first = try await service.get(target)
        let tag = try #require(first.headers["etag"])
        #expect(first.headers["cache-control"] == "public, no-cache" && first.headers["waymark-data"]?.isEmpty == false)
        let again = try await service.get(target, ["If-None-Match: \"other\", \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
        #expect(try await service.get(target + "&limit=1", ["If-None-Match: \(tag)"]).status == 200)
        #expect(try await service.get(target, ["If-None-Match: \(tag)", "Accept: text/csv"]).status == 200)
        #expect(try await service.get("/v1/order?stops=37,127;38,127").headers["etag"] == nil)
        await service.end()
        let kept = try await RunningService(tokens: Tokens("secret"), maxAge: .seconds(60))
        let mine = try await kept.get(target, ["Authorization: Bearer secret"])
        #expect(mine.headers["cache-control"] == "private, max-age=60")
        await kept.end()
    }
}
