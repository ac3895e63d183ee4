import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkPlans
import WaymarkRecommendations
import WaymarkText

@testable import WaymarkService

/// Days over HTTP, beside those of the command and the library.
@Suite("Plans over HTTP")
struct PlanAnswerTests {
    typealias Values = [(name: String, value: String)]

    private static let near: Values = [("start", "37.5796,126.9770")]
    private static let far: Values = [
        ("start", "경복궁"), ("end", "37.5547,126.9707"), ("days", "2"), ("date", "2027-04-03"), ("hours", "7.5"),
        ("must", "창덕궁"), ("must", "광장시장"), ("avoid", "덕수궁"), ("pin", "창덕궁@2/14:00"), ("interests", "역사:1,자연:0.5"),
        ("break", "15:00-16:00/20m"), ("stay", "광장시장=50"), ("open", "북촌한옥마을@2=closed"), ("effort", "300"),
        ("facilities", "true"), ("radius", "9km"), ("pace", "slow"),
    ]
    static let questions: [Values] = [
        near + [("effort", "300")],
        near + [("mode", "foot"), ("hours", "5"), ("no-lunch", "true"), ("effort", "50"), ("language", "en")],
        far,
    ]
    static let formats = [
        ("json", "application/json"), ("geojson", "application/geo+json"), ("csv", "text/csv"),
        ("ics", "text/calendar"),
        ("gpx", "application/gpx+xml"), ("svg", "image/svg+xml"), ("table", "text/plain"),
    ]

    /// The query with some values.
    private func query(_ values: Values) -> String {
        values.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }.joined(separator: "&")
    }

    /// The JSON with some values; those that repeat are lists, and numbers are numbers.
    private func body(_ values: Values, earlier: String? = nil) -> String {
        var names: [String] = []
        for (name, _) in values where !names.contains(name) { names.append(name) }
        var members = names.map { name in
            let texts = values.filter { $0.name == name }.map { _, value in
                ["true", "false"].contains(value) || Double(value) != nil ? value : JSONText.of(value)
            }
            return "\(JSONText.of(name)):" + (texts.count > 1 ? "[\(texts.joined(separator: ","))]" : texts[0])
        }
        if let earlier { members.append("\"earlier\":\(earlier)") }
        return "{\(members.joined(separator: ","))}"
    }

    /// What the command writes.
    private func command(_ values: Values, format: String = "json", _ more: [String] = []) async throws -> String {
        let language = values.contains { $0.name == "language" } ? [] : ["--language", "ko"]
        let options = values.flatMap { name, value in value == "true" ? ["--\(name)"] : ["--\(name)", value] }
        return try await Program.waymark(
            ["plan", "--attractions", "data/attractions.csv", "--format", format, "--quiet"] + options + language + more
        )
    }

    /// What the library answers.
    private func library(_ values: Values) async throws -> String {
        var question = PlanQuestion()
        for (name, value) in values where name != "language" { try question.set(name, to: value) }
        question.language = values.contains { $0 == ("language", "en") } ? .english : .korean
        let path = RunningService.attractions
        let places = try RecommendedAttractions(contentsOf: [path]).places
        let finder = StopFinder(try SearchedAttractions(contentsOf: [path]))
        return try await PlannedTrip(question, among: places) { try finder.place(named: $0) }.tripPlan().json()
    }

    private func post(_ body: String, _ service: RunningService, accept: String = "*/*") async throws -> HTTPAnswer {
        try await service.post("/v1/plan", type: "application/json", body.utf8, ["Accept: \(accept)"])
    }

    @Test(
        "the same question has the same bytes in the library, in the command, and in the service by GET and POST",
        arguments: questions)
    func sameBytes(values: Values) async throws {
        let service = try await RunningService.shared
        let expected = try await library(values)
        #expect(try await command(values) == expected)
        let got = try await service.get("/v1/plan?" + query(values))
        #expect(got.status == 200 && got.text == expected)
        let posted = try await post(body(values), service)
        #expect(posted.status == 200 && posted.text == expected)
        #expect(try TripPlan(parsing: Array(expected.utf8)).days.allSatisfy { !$0.visits.isEmpty })
    }

    @Test("every form has the bytes of the command", arguments: formats)
    func forms(format: String, accept: String) async throws {
        let service = try await RunningService.shared
        let values = Self.near + [("date", "2027-04-03"), ("days", "2"), ("effort", "50")]
        let answer = try await service.get("/v1/plan?" + query(values), ["Accept: \(accept)"])
        #expect(answer.status == 200 && answer.headers["content-type"]?.hasPrefix(accept) == true)
        let expected = try await command(values, format: format)
        #expect(!expected.isEmpty && answer.text == expected)
    }

    @Test("the document has every member of an answer, and an answer has every member that it must have")
    func schema() async throws {
        let service = try await RunningService.shared
        let document = try await service.get("/openapi.json").json
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: [String: Any]])
        var checked = 0
        func check(_ value: Any, _ schema: [String: Any], _ path: String) {
            if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
                return check(value, schemas[String(name)] ?? [:], path)
            }
            checked += 1
            switch value {
            case let object as [String: Any]:
                let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
                let required = schema["required"] as? [String] ?? []
                #expect(
                    Set(object.keys).isSubset(of: properties.keys) && Set(required).isSubset(of: object.keys), "\(path)"
                )
                for (key, value) in object { check(value, properties[key] ?? [:], path + "." + key) }
            case let list as [Any]:
                #expect(schema["type"] as? String == "array", "\(path)")
                for item in list { check(item, schema["items"] as? [String: Any] ?? [:], path + "[]") }
            case let text as String:
                #expect(schema["type"] as? String == "string", "\(path)")
                if let words = schema["enum"] as? [String] { #expect(words.contains(text), "\(path)") }
            default: #expect(["number", "integer", "boolean"].contains(schema["type"] as? String), "\(path)")
            }
        }
        let plan = try await service.get("/v1/plan?" + query(Self.far))
        try check(plan.json, schemas["Plan"] ?? [:], "plan")
        let anew = try await post(#"{"now":"13:00","at":"37.57,126.98","effort":50,"earlier":\#(plan.text)}"#, service)
        try check(anew.json, schemas["Plan"] ?? [:], "anew")
        #expect(checked > 200)
    }

    @Test("an earlier plan is planned anew as by the command, with what is past or without")
    func earlier() async throws {
        let service = try await RunningService.shared
        let values = Self.near + [("date", "2027-04-03"), ("effort", "200")]
        let plan = try await service.get("/v1/plan?" + query(values)).text
        let name = try #require(TripPlan(parsing: Array(plan.utf8)).days[0].visits.last?.name)
        let folder = try Folder()
        let file = try folder.file("plan.json", plan)
        for changes in [[("avoid", name)], [("now", "12:20"), ("change-price", "5")]] as [Values] {
            let values = changes + [("effort", "200")]
            let answer = try await post(body(values, earlier: plan), service)
            let anew = try await command(values, ["--replan", file])
            #expect(answer.status == 200 && answer.text == anew && anew != plan)
        }
    }

    @Test("hours of a column count, and a file without the column is refused")
    func hours() async throws {
        let folder = try Folder()
        let file = try folder.file(
            "places.csv",
            "name,latitude,longitude,open\n낮,37.58,126.98,09:00-12:00\n밤,37.581,126.981,20:00-22:00\n늘,37.582,126.982,\n"
        )
        let service = try await RunningService(attractions: [file], openColumn: "open")
        let answer = try await service.get("/v1/plan?start=37.579,126.977&effort=10")
        let visits = try TripPlan(parsing: answer.body).days[0].visits
        #expect(Set(visits.map(\.name)) == ["낮", "늘"], "\(answer.text)")
        #expect(visits.first { $0.name == "낮" }.map { $0.leave.minute <= 12 * 60 } == true, "\(answer.text)")
        await service.end()
        #expect(throws: (any Error).self) {
            try ServiceData(.init(attractions: [file], openColumn: "none"), jobs: 1)
        }
    }

    @Test(
        "a question that cannot be answered is a problem that names its member",
        arguments: [
            ("{}", "start", "start is missing"), ("{\"start\":\"zzz\"}", "start", "no attraction is called zzz"),
            ("{\"start\":\"경복궁\",\"days\":31}", "days", "from 1 to 30"),
            ("{\"start\":\"경복궁\",\"limit\":100000}", "limit", "a whole number from 1 to"),
            ("{\"start\":\"경복궁\",\"alternatives\":2}", "alternatives", "no parameter here"),
            ("{\"start\":\"경복궁\",\"must\":[\"zzz\"]}", "must", "no attraction is called zzz"),
            ("{\"start\":\"경복궁\",\"must\":[[\"a\"]]}", "must", "a single value"),
            ("{\"start\":\"경복궁\",\"must\":\"덕수궁\",\"avoid\":\"덕수궁\"}", "must", "both required and avoided"),
            ("{\"start\":\"경복궁\",\"radius\":\"1m\"}", "radius", "nothing to see within 1 m"),
            ("{\"start\":\"경복궁\",\"pin\":\"덕수궁\"}", "pin", "불국사@14:00"),
            ("{\"start\":\"경복궁\",\"pin\":\"덕수궁@2/14:00\"}", "pin", "day 2 of 1"),
            ("{\"start\":\"경복궁\",\"now\":\"13:00\"}", "now", "needs an earlier plan"),
            ("{\"start\":\"경복궁\",\"end\":\"울산 태화강\",\"hours\":0.1}", "end", "no attraction is called"),
            ("{\"start\":\"37.5,127\",\"end\":\"37.9,127\",\"hours\":0.1}", "hours", "too short"),
            ("{\"start\":\"37.5,127\",\"end\":\"33.5,126.5\",\"hours\":24}", "end", "of water"),
            ("{\"start\":\"경복궁\",\"interests\":\"zzz\"}", "interests", "zzz"),
            (
                "{\"start\":\"경복궁\",\"break\":[\(String(repeating: "\"9:00-18:00/1m\",", count: 6))\"9:00-18:00/1m\"]}",
                "break", "at most 6 times"
            ),
            (
                "{\"start\":\"경복궁\",\"days\":30,\"break\":[\"9:00-10:00/1m\",\"14:00-15:00/1m\",\"16:00-17:00/1m\"]}",
                "break", "more than 60 breaks"
            ),
            ("{\"earlier\":[]}", "earlier", "as an object"), ("{\"earlier\":{}}", "earlier.mode", "is missing"),
            ("{\"earlier\":\"plan\"}", "earlier", "as an object"),
            ("{\"earlier\":{\"mode\":\"wings\"}}", "earlier.mode", "wings"), ("[]", "body", "a JSON object"),
        ])
    func problems(body: String, parameter: String, words: String) async throws {
        let service = try await RunningService.shared
        let answer = try await post(body, service)
        let problem = try answer.json
        #expect(answer.status == 400 && problem["parameter"] as? String == parameter, "\(problem)")
        #expect((problem["detail"] as? String)?.contains(words) == true, "\(problem)")
        #expect(answer.headers["content-type"] == "application/problem+json")
    }

    @Test("a calendar needs a date; an earlier plan with a fault is refused with its place")
    func faults() async throws {
        let service = try await RunningService.shared
        let target = "/v1/plan?" + query(Self.near + [("effort", "10")])
        let calendar = try await service.get(target, ["Accept: text/calendar"])
        #expect(try calendar.status == 400 && calendar.json["parameter"] as? String == "date")
        let plan = try await service.get(target).text
        let long = #"{"by":"car","min":9223372036854775807,"to_car":false,"is_guess":false,"line":[]}"#
        let first = try #require(plan.firstMatch(of: /"start":"\d\d:\d\d","theme"/))
        for (text, place) in [
            (plan.replacing(first.0, with: "\"start\":\"8-10\",\"theme\""), "earlier.days[0].visits[0].start"),
            (plan.replacing("\"opens\":\"09:00\"", with: "\"opens\":\"19:00\""), "earlier.days[0]"),
            (plan.replacing("\"days\":[", with: "\"days\":[1,"), "earlier.days[0]"),
            // The sum of two would be none.
            (
                plan.replacing(/"last_ways":\[{/, with: "\"last_ways\":[\(long),\(long),{"), "earlier.days[0]"
            ),
            (
                plan.replacing(/"visits_before":\d/, with: "\"visits_before\":99"),
                "earlier.days[0].breaks[0].visits_before"
            ),
            (plan.replacing(/"latitude":37[.0-9]*/, with: "\"latitude\":137"), "earlier.days[0].start"),
        ] {
            #expect(text != plan)
            let answer = try await post("{\"earlier\":\(text)}", service)
            #expect(try answer.status == 400 && answer.json["parameter"] as? String == place, "\(answer.text)")
        }
    }

    @Test("wishes, visits and time are limited, and the limits are stated")
    func limits() async throws {
        var limits = Limits.patient
        limits.coordinates = 3
        let service = try await RunningService(limits: limits)
        let plan = try await service.get("/v1/plan?" + query(Self.near + [("effort", "10")])).text
        let wishes = try await post(#"{"start":"경복궁","must":["창덕궁","덕수궁","종묘"]}"#, service)
        #expect(wishes.status == 413 && wishes.text.contains("more than 3 values (--max-coordinates)"))
        let visits = try await post("{\"earlier\":\(plan)}", service)
        #expect(visits.status == 413 && visits.text.contains("visits; the limit is 3 (--max-coordinates)"))
        await service.end()
        limits = .patient
        limits.searchTime = .milliseconds(30)
        let hasty = try await RunningService(limits: limits)
        let answer = try await post(
            #"{"start":"37.5547,126.9707","days":9,"radius":"300km","effort":100000000,"time-limit":"100s"}"#, hasty)
        #expect(answer.status == 200 && answer.text.contains("\"ended_by\":\"timeLimit\""))
        // What time has cut is not kept.
        let got = try await hasty.get("/v1/plan?start=37.5547,126.9707&days=9&radius=300km")
        #expect(got.status == 200 && got.headers["etag"] == nil)
        await hasty.end()
    }

    @Test("an answer has a tag and comes again as 304; a client that goes ends its search")
    func life() async throws {
        var limits = Limits.patient
        limits.searchTime = .seconds(100_000)
        let service = try await RunningService(limits: limits)
        let target = "/v1/plan?" + query(Self.near + [("effort", "10")])
        let first = try await service.get(target)
        let tag = try #require(first.headers["etag"])
        #expect(try await service.get(target, ["If-None-Match: \(tag)"]).status == 304)
        let body = #"{"start":"37.5547,126.9707","days":9,"radius":"300km","time-limit":"5000min"}"#
        let request =
            "POST /v1/plan HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        _ = try await Connection.talk(port: service.port) { connection in
            connection.send(Array(request.utf8))
        }
        // The log has a line of the request once it has ended.
        while !service.lines.all.contains(where: { $0.contains("route=/v1/plan status=499") }) {
            try await Task.sleep(for: .milliseconds(20))
        }
        await service.end()
    }
}
