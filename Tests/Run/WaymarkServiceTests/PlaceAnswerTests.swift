import Foundation
import TestSupport
import Testing
import WaymarkAttractions

@testable import WaymarkService

/// All that is kept of one place, and what goes with places of a map.
@Suite("Places of a map in the service")
struct PlaceAnswerTests {
    private static let table = """
        id,name,category,latitude,longitude,phone,소개,placeKind,placeTheme,otherNames,\
        openingHours,website,wheelchair,fee,wikidata,wikipedia,placeWorth
        n1,Casa de la Vall,museum,42.5065,1.5206,+376 829 129,,sight,역사,en=Valley House+alt=La Vall+alt=Vall,\
        Mo-Fr 10:00-18:00,https://a.example,yes,5 EUR,Q1046987,ca:Casa de la Vall,5.25
        n2,Bar Vall,bar,42.5066,1.5208,,,food,,,,,,,,,1
        a/b c%,Vall Tower,탑,42.5070,1.5210,,,,,,,,,,,,

        """

    private static func service(_ folder: Folder) async throws -> RunningService {
        try await RunningService(attractions: [folder.file("places.csv", table)])
    }

    @Test("a place has all that is kept of it, its category also in Korean, and nothing that is not known")
    func place() async throws {
        let folder = try Folder()
        let service = try await Self.service(folder)
        let answer = try await service.get("/v1/places/n1")
        #expect(answer.status == 200 && answer.headers["etag"] != nil)
        #expect(try answer.json["attribution"] as? String == Attribution.text)
        let place = try #require(try answer.json["place"] as? [String: Any])
        let texts = [
            "id": "n1", "name": "Casa de la Vall", "category": "museum", "category_ko": "박물관", "kind": "sight",
            "theme": "역사", "phone": "+376 829 129", "website": "https://a.example",
            "opening_hours": "Mo-Fr 10:00-18:00",
            "wheelchair": "yes", "fee": "5 EUR", "wikidata": "Q1046987", "wikipedia": "ca:Casa de la Vall",
        ]
        for (name, text) in texts { #expect(place[name] as? String == text, "\(name)") }
        #expect(place["names"] as? [String: [String]] == ["en": ["Valley House"], "alt": ["La Vall", "Vall"]])
        #expect(place["worth"] as? Double == 5.25 && place["latitude"] as? Double == 42.5065)
        #expect(Set(place.keys) == Set(texts.keys).union(["names", "worth", "latitude", "longitude"]))
        let again = try await service.get("/v1/places/n1", ["If-None-Match: \(answer.headers["etag"] ?? "")"])
        #expect(again.status == 304)
        let other = try await service.get("/v1/places/a%2Fb%20c%25")
        let tower = try #require(try other.json["place"] as? [String: Any])
        #expect(tower["name"] as? String == "Vall Tower" && tower["category_ko"] == nil && tower["kind"] == nil)
        await service.end()
    }

    @Test("an unknown id is a problem that names it; one that is no text, too")
    func refusals() async throws {
        let service = try await RunningService.shared
        let unknown = try await service.get("/v1/places/n1%20")
        #expect(unknown.status == 404 && unknown.text.contains("\"parameter\":\"id\""))
        #expect(unknown.headers["content-type"] == "application/problem+json")
        #expect(try await service.get("/v1/places/%FF").status == 400)
        #expect(try await service.get("/v1/places/n1?x=1").status == 400)
        #expect(try await service.get("/v1/places/").status == 404)
        #expect(try await service.post("/v1/places/n1", type: "application/json", "{}".utf8).status >= 404)
    }

    @Test("every place of the sample is found by its id, with its fields, and without an attribution")
    func sample() async throws {
        let service = try await RunningService.shared
        let catalog = try AttractionCatalog(contentsOf: RunningService.attractions)
        for attraction in catalog.attractions.prefix(20) {
            let answer = try await service.get("/v1/places/\(attraction.id)")
            let place = try #require(try answer.json["place"] as? [String: Any])
            #expect(
                place["name"] as? String == attraction.name
                    && place["road_address"] as? String == attraction.roadAddress)
            #expect(place["introduction"] as? String == attraction.introduction)
            #expect(!answer.text.contains("attribution") && answer.headers["link"] == nil)
        }
        #expect(try await !service.get("/v1/nearby?latitude=37.5&longitude=127").text.contains("attribution"))
        #expect(try await service.get("/page/settings.json").json["attribution"] is NSNull)
    }

    static let lists = [
        "/v1/nearby?latitude=42.5065&longitude=1.52", "/v1/nearest?latitude=42.5065&longitude=1.52&count=2",
        "/v1/search?q=vall", "/v1/recommend?latitude=42.5065&longitude=1.52",
    ]

    @Test("what lists places of a map carries their attribution, in a header where the form has no place for it")
    func attribution() async throws {
        let folder = try Folder()
        let service = try await Self.service(folder)
        for target in Self.lists {
            let answer = try await service.get(target)
            #expect(try answer.json["attribution"] as? String == Attribution.text, "\(target): \(answer.text)")
            let features = try await service.get(target, ["Accept: application/geo+json"])
            #expect(features.text.hasPrefix("{\"type\":\"FeatureCollection\",\"attribution\":\"\(Attribution.text)\","))
            let rows = try await service.get(target, ["Accept: text/csv"])
            #expect(rows.headers["link"] == "<\(Attribution.link)>; rel=\"license\"")
        }
        let many = try await service.post(
            "/v1/nearby", type: "application/json", #"{"stops":[{"latitude":42.5,"longitude":1.5}]}"#.utf8)
        #expect(try many.json["attribution"] as? String == Attribution.text)
        let stream = try await service.post("/v1/nearby", type: "text/csv", "latitude,longitude\n42.5,1.5\n".utf8)
        #expect(stream.headers["link"] != nil)
        let plan = "/v1/plan?start=42.5065,1.52&hours=9"
        for form in PlanAnswer.forms where form != .calendar && form != .csv {
            let answer = try await service.get(plan, ["Accept: \(form.rawValue)"])
            #expect(
                answer.status == 200 && answer.text.contains(Attribution.text), "\(form): \(answer.text.prefix(300))")
        }
        let calendar = try await service.get(plan + "&date=2027-04-03", ["Accept: text/calendar"])
        #expect(calendar.text.contains("X-WR-CALDESC:© OpenStreetMap contributors\\, ODbL\r\n"))
        #expect(
            try await service.get("/nearest/v1/driving/1.52,42.5").json["attribution"] as? String == Attribution.text)
        let distance = try await service.get(
            "/v1/distance?from_latitude=1&from_longitude=1&to_latitude=2&to_longitude=2")
        #expect(!distance.text.contains("attribution") && distance.headers["link"] == nil)
        #expect(try await service.get("/page/settings.json").json["attribution"] as? String == Attribution.text)
        await service.end()
    }

    @Test("kinds are asked for one by one and in tables, and an unknown one is refused")
    func kinds() async throws {
        let folder = try Folder()
        let service = try await Self.service(folder)
        for target in Self.lists {
            let food = try await service.get(target + "&kind=food")
            let ids = try (food.json["results"] as? [[String: Any]])?.map { $0["attraction_id"] as? String }
            #expect(ids == ["n2"], "\(target): \(food.text)")
            #expect(try await service.get(target + "&kind=stay").json["results"] as? [String] == [])
            #expect(try await service.get(target + "&kind=foods").status == 400)
        }
        let stream = try await service.post(
            "/v1/nearby?kind=sight", type: "text/csv", "latitude,longitude\n42.5065,1.5206\n".utf8)
        #expect(stream.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[2] } == ["n1", "a/b c%"])
        let queries = try await service.post(
            "/v1/search?kind=food", type: "text/csv", "query\nvall\n".utf8, ["Accept: application/x-ndjson"])
        #expect(queries.text.contains("\"n2\"") && !queries.text.contains("\"n1\""))
        await service.end()
    }
}
