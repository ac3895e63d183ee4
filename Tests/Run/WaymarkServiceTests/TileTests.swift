import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkDrawings
import WaymarkExtracts

@testable import WaymarkService

/// Tiles of the ground.
@Suite("Tiles in the service")
struct TileTests {
    private static func service(_ folder: Folder) async throws -> RunningService {
        let extract = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path
        var bytes: ContiguousArray<UInt8> = []
        try Town(MapExtract(contentsOf: extract)).writeFile { piece in
            for index in piece.indices { bytes.append(piece[index]) }
        }
        let path = folder.url.appending(path: "town.waymark").path
        try Data(bytes).write(to: URL(filePath: path))
        return try await RunningService(attractions: [path])
    }

    @Test("a tile is a drawing or vectors, has a tag, and is not sent again")
    func tiles() async throws {
        let folder = try Folder()
        let service = try await Self.service(folder)
        let answer = try await service.get("/tiles/16/56262/25925.svg")
        #expect(answer.status == 200 && answer.headers["content-type"] == "image/svg+xml")
        #expect(answer.text.contains("<use href="), "\(answer.text.prefix(200))")
        let tag = try #require(answer.headers["etag"])
        let again = try await service.get("/tiles/16/56262/25925.svg", ["If-None-Match: \(tag)"])
        #expect(again.status == 304)
        #expect(answer.headers["vary"] == "Accept-Encoding" && answer.headers["content-encoding"] == nil)
        let packed = try await service.get("/tiles/16/56262/25925.svg", ["Accept-Encoding: br, gzip;q=0.5"])
        #expect(packed.headers["content-encoding"] == "gzip" && packed.headers["etag"] != tag)
        #expect(packed.body.count < answer.body.count / 2)
        #expect(try gzip(packed.body, ["-dc"]).elementsEqual(answer.body))
        let unpacked = try await service.get("/tiles/16/56262/25925.svg", ["Accept-Encoding: gzip;q=0, br"])
        #expect(unpacked.body == answer.body)
        let dark = try await service.get("/tiles/16/56262/25925.svg?theme=dark")
        #expect(dark.status == 200 && dark.text != answer.text && dark.headers["etag"] != tag)
        let vectors = try await service.get("/tiles/16/56262/25925.mvt")
        #expect(vectors.headers["content-type"] == "application/vnd.mapbox-vector-tile")
        let settings = try await service.get("/page/settings.json").json
        #expect((settings["ground"] as? [[Double]])?.count == 2)
        let description = try await service.get("/tiles.json").json
        #expect(description["tilejson"] as? String == "3.0.0" && (description["bounds"] as? [Double])?.count == 4)
        // The address is that by which one asked; a proxy that is not trusted does not change it.
        let tiles = try #require((description["tiles"] as? [String])?.first)
        #expect(tiles.hasPrefix("http://") && tiles.hasSuffix("/tiles/{z}/{x}/{y}.mvt"), "\(tiles)")
        let proxied = try await service.get("/tiles.json", ["X-Forwarded-Proto: https"]).json
        #expect(proxied["tiles"] as? [String] == [tiles])
        // What is drawn is kept, by theme, form and packing.
        let kept = try await service.get("/tiles/16/56262/25925.svg")
        #expect(kept.body == answer.body)
        #expect((description["attribution"] as? String)?.contains("OpenStreetMap") == true)
        await service.end()
    }

    @Test("behind a trusted proxy the address of tiles is that of the proxy")
    func proxied() async throws {
        let folder = try Folder()
        let plain = try await Self.service(folder)
        await plain.end()
        let service = try await RunningService(
            attractions: [folder.url.appending(path: "town.waymark").path], isForwarded: true)
        let about = try await service.get("/tiles.json", ["X-Forwarded-Proto: https"]).json
        #expect(about["tiles"] as? [String] == ["https://localhost/tiles/{z}/{x}/{y}.mvt"])
        await service.end()
    }

    @Test("tiles are drawn once while they are asked for, and the others go")
    func cache() throws {
        let cache = TileCache(bytes: 10_000)
        var drawn = 0
        func ask(_ column: Int) throws {
            let tile = try #require(GroundTile(zoom: 10, column: column, row: 1))
            let answer = cache.answer(for: .init(tile: tile, form: .svg, isDark: false, isPacked: false)) {
                drawn += 1
                return Answer(.svg, ContiguousArray(repeating: UInt8(column), count: 800))
            }
            #expect(answer.bytes.first == UInt8(column))
        }
        // Five fit in a half; the first is asked for again and again.
        for column in 0..<30 {
            try ask(column)
            try ask(0)
        }
        #expect(drawn == 30)
        try ask(29)
        #expect(drawn == 30)
        try ask(3)
        #expect(drawn == 31)
    }

    @Test("what is no tile is a problem, and so are tiles of data without a ground")
    func problems() async throws {
        let folder = try Folder()
        let service = try await Self.service(folder)
        for path in [
            "99/0/0.svg", "-1/0/0.svg", "5/999/1.svg", "16/99999999999999999999/1.svg", "5/1/1.png", "5/1/1",
            "5/1/1.svg.svg",
            "5/1/a.svg", "5/1/.svg", "+5/+1/+1.svg",
        ] {
            let answer = try await service.get("/tiles/\(path)")
            #expect(answer.status == 404 && answer.headers["content-type"] == "application/problem+json", "\(path)")
        }
        #expect(try await service.get("/tiles/5/1/1.svg?theme=red").status == 400)
        await service.end()
        let plain = try await RunningService.shared
        #expect(try await plain.get("/tiles/5/1/1.svg").status == 404)
        #expect(try await plain.get("/tiles.json").status == 404)
        #expect(try await plain.get("/page/settings.json").json["ground"] is NSNull)
    }
}
