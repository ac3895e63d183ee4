import Foundation
import TestSupport
import Testing
import WaymarkPage

@testable import WaymarkService

/// What the map page is served with; .ci/page tries it in a browser.
@Suite("Map page")
struct PageTests {
    private static let folder = Repository.root.appending(path: "Sources/Run/WaymarkPage/Files")

    @Test(
        "every file of the folder is served, scripts without lines that are comments, and is found again by its tag; nothing else is"
    )
    func files() async throws {
        let service = try await RunningService.shared
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names == PageFiles.names)
        for name in names {
            let answer = try await service.get("/page/\(name)")
            var text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            if name.hasSuffix(".js") {
                let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                // From the begin of a comment to its end.
                var isComment = false
                text = lines.filter { line in
                    if line.drop(while: { $0 == " " }).hasPrefix("/*") { isComment = true }
                    defer { if line.hasSuffix("*/") { isComment = false } }
                    return !isComment
                }.map { $0 + "\n" }.joined()
                #expect(!text.isEmpty)
                // Nothing but a comment stands on a line of one.
                #expect(
                    !lines.contains {
                        $0.drop(while: { $0 == " " }).hasPrefix("/*") && $0.contains("*/") && !$0.hasSuffix("*/")
                    })
            }
            #expect(answer.text == text, "\(name)")
            let tag = try #require(answer.headers["etag"])
            let again = try await service.get("/page/\(name)", ["If-None-Match: \(tag)"])
            #expect(again.status == 304 && again.body.isEmpty)
        }
        #expect(try await service.get("/").body == service.get("/page/index.html").body)
        for name in ["PageFiles.swift", "..", "%2e%2e%2fPageFiles.swift"] {
            #expect(try await service.get("/page/\(name)").status == 404)
        }
    }

    @Test("the page runs nothing that is not a file of its own, and shows pictures of the tile server alone")
    func policy() async throws {
        let policy = try #require(try await RunningService.shared.get("/").headers["content-security-policy"])
        #expect(policy.contains("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"))
        let page = try String(contentsOf: Self.folder.appending(path: "index.html"), encoding: .utf8)
        #expect(
            !page.contains("<script>") && !page.contains("<style") && !page.contains("style=") && !page.contains("//"))
        var tiled = MapPage()
        tiled.tiles = ("https://{s}.tiles.example:8443/a/{z}/{x}/{y}.png", "them")
        #expect(
            tiled.start.headers[.contentSecurityPolicy]?.contains("img-src 'self' data: https://*.tiles.example:8443;")
                == true)
        #expect(MapPage.isTiles("https://{s}.tiles.example:8443/a/{z}/{x}/{y}.png"))
        for address in [
            "https://a;script-src *.example/{z}/{x}/{y}", "javascript:{z}{x}{y}", "https://a.example/{z}/{x}",
        ] {
            #expect(!MapPage.isTiles(address))
        }
    }

    @Test("Leaflet's files are those of its folder; where it is missing, the answer says how to get it")
    func leaflet() async throws {
        let folder = try Folder()
        let script = try folder.file("leaflet.js", "long")
        _ = try folder.file("secret", "secret")
        var page = MapPage(leaflet: MapPage.leaflet(in: folder.url.path))
        #expect(try Array(page.leafletFile("leaflet.js").bytes) == Array("long".utf8))
        _ = try folder.file("leaflet.min.js", "short")
        #expect(try Array(page.leafletFile("leaflet.js").bytes) == Array("short".utf8))
        #expect(FileManager.default.fileExists(atPath: script))
        for name in ["../leaflet.js", ".hidden", "no.js", "a/b.js"] {
            #expect(throws: Problem.self) { try page.leafletFile(name) }
        }
        #expect(MapPage.leaflet(in: folder.url.appending(path: "none").path) == nil)
        page.leaflet = nil
        do {
            _ = try page.leafletFile("leaflet.js")
            Issue.record("it was found")
        } catch {
            #expect(error.detail.contains("libjs-leaflet") && error.detail.contains("--leaflet"))
        }
    }

    @Test("the page is told of the data, their place in the world and the boundaries")
    func settings() async throws {
        let folder = try Folder()
        let land = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"<서울>","code":"11"},"geometry":
            {"type":"Polygon","coordinates":[[[126.7,37.4],[127.2,37.4],[127.2,37.7],[126.7,37.7],[126.7,37.4]]]}}]}
            """
        let service = try await RunningService(boundaries: [("province", try folder.file("land.geojson", land))])
        let settings = try await service.get("/page/settings.json").json
        #expect(settings["attractions"] as? Int == 396 && settings["regions"] as? Bool == true)
        #expect(settings["legs"] as? String == "great-circle" && settings["version"] is String)
        let questions = try #require(settings["questions"] as? [String: [[String: Any]]])
        for (question, name) in [("recommend", "interests"), ("plan", "pace")] {
            #expect(questions[question]?.contains { $0["name"] as? String == name } == true, "\(question)")
        }
        let middle = try #require(settings["middle"] as? [Double])
        let bounds = try #require(settings["bounds"] as? [[Double]])
        #expect(bounds[0][0] < middle[0] && middle[0] < bounds[1][0])
        #expect(bounds[0][1] < middle[1] && middle[1] < bounds[1][1])
        let regions = try await service.get("/page/regions.geojson").json
        #expect((regions["features"] as? [[String: Any]])?.count == 1)
        await service.end()
        let backdrop = try await RunningService.shared.get("/page/backdrop.geojson")
        let features = try #require(try backdrop.json["features"] as? [[String: Any]])
        let categories = try await RunningService.shared.get("/page/categories.json").json
        #expect(categories["museum"] as? [String] == ["박물관", "sight"])
        #expect(categories["cafe"] as? [String] == ["카페", "food"])
        let kinds = Set(features.compactMap { ($0["properties"] as? [String: Any])?["kind"] as? String })
        #expect(features.count > 5000 && kinds == ["land", "lake", "border", "province"])
        #expect(try await RunningService.shared.get("/page/regions.geojson").status == 404)
    }
}
