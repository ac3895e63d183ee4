import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkDrawings
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkRegions
import WaymarkRoads

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

    @Test("OSRM's interface, legs and places within a time go over the roads of the data")
    func roads() async throws {
        let folder = try Folder()
        let service = try await Self.service(folder)
        let pair = "129.0592,35.1577;129.0560,35.1678"
        let route = try await service.get("/route/v1/driving/\(pair)?steps=true&overview=full&geometries=geojson").json
        let first = try #require((route["routes"] as? [[String: Any]])?.first)
        let leg = try #require((first["legs"] as? [[String: Any]])?.first)
        let steps = try #require(leg["steps"] as? [[String: Any]])
        #expect(steps.count > 3 && steps.allSatisfy { $0["maneuver"] != nil && $0["intersections"] != nil })
        let sum = steps.reduce(0.0) { $0 + (($1["distance"] as? Double) ?? 0) }
        #expect(abs(sum - (first["distance"] as? Double ?? 0)) < 1 && sum > 1160)
        #expect(((route["waypoints"] as? [[String: Any]])?.first?["name"] as? String)?.isEmpty == false)
        let table = try await service.get("/table/v1/driving/\(pair);129.06,35.16?annotations=duration,distance").json
        let durations = try #require(table["durations"] as? [[Double]])
        #expect(durations[0][0] == 0 && durations.count == 3 && durations[0][1] == first["duration"] as? Double)
        #expect((table["distances"] as? [[Double]])?[0][1] == first["distance"] as? Double)
        let part = try await service.get("/table/v1/driving/\(pair);129.06,35.16?sources=1&destinations=2;0").json
        #expect(part["durations"] as? [[Double]] == [[durations[1][2], durations[1][0]]])
        let nearest = try await service.get("/nearest/v1/foot/129.0592,35.1577?number=3").json
        let distances = (nearest["waypoints"] as? [[String: Any]])?.compactMap { $0["distance"] as? Double } ?? []
        #expect(distances.count == 3 && distances == distances.sorted())
        let trip = try await service.get("/trip/v1/driving/\(pair);129.06,35.16?steps=true").json
        #expect((trip["trips"] as? [Any])?.count == 1)
        let nowhere = try await service.get("/route/v1/driving/0,0;1,1")
        #expect(nowhere.status == 400 && nowhere.text.contains("NoSegment"))
        let near = try await service.get(
            "/v1/nearby?latitude=35.1577&longitude=129.0592&within=10min&mode=walking&kind=sight"
        ).json
        let places = try #require(near["results"] as? [[String: Any]])
        #expect(!places.isEmpty && places.allSatisfy { ($0["walking_s"] as? Double ?? 1e9) <= 600 })
        #expect(try await service.get("/page/settings.json").json["legs"] as? String == "roads")
        await service.end()
    }

    @Test("what is within reach is inside of its area, and nothing else")
    func reach() async throws {
        let folder = try Folder()
        let service = try await Self.service(folder)
        let (latitude, longitude, minutes) = (35.1577, 129.0592, 12.0)
        let answer = try await service.get(
            "/v1/reach?latitude=\(latitude)&longitude=\(longitude)&minutes=12&mode=foot"
        ).json
        let geometry = try #require(answer["geometry"] as? [String: Any])
        let polygons =
            geometry["type"] as? String == "Polygon"
            ? [geometry["coordinates"] as? [[[Double]]] ?? []] : geometry["coordinates"] as? [[[[Double]]]] ?? []
        let rings = polygons.flatMap(\.self)
        func isInside(_ place: Coordinate) -> Bool {
            rings.reduce(false) { isInside, ring in
                zip(ring, ring.dropFirst()).reduce(isInside) { isInside, edge in
                    let (a, b) = edge
                    guard (a[1] > place.latitude) != (b[1] > place.latitude) else { return isInside }
                    let east = a[0] + (place.latitude - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
                    return place.longitude < east ? !isInside : isInside
                }
            }
        }
        let extract = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path
        let legs = try #require(RoadLegs(RoadNetwork(MapExtract(contentsOf: extract)), mode: .walking))
        let reach = try #require(legs.reach(from: coordinate(latitude, longitude)))
        let lines = reach.lines(within: 60 * minutes)
        let (inner, outer) = (
            Corridor(alongEach: lines, width: Meters(48)), Corridor(alongEach: lines, width: Meters(52))
        )
        var generator = SplitMix64(seed: 4)
        var (inside, outside) = (0, 0)
        for _ in 0..<1000 {
            let place = coordinate(
                .random(in: latitude - 0.012...latitude + 0.012, using: &generator),
                .random(in: longitude - 0.014...longitude + 0.014, using: &generator))
            if inner.contains(place) {
                #expect(isInside(place), "\(place)")
                inside += 1
            } else if !outer.contains(place) {
                #expect(!isInside(place), "\(place)")
                outside += 1
            }
            // By the time to the road beside it.
            guard let road = legs.snapped(place), road.distance < Meters(45), let seconds = reach.seconds(to: road)
            else {
                continue
            }
            if seconds < 60 * minutes - 1 { #expect(isInside(place), "\(place)") }
        }
        #expect(inside > 200 && outside > 200, "\(inside) \(outside)")
        #expect(try await service.get("/v1/reach?latitude=0&longitude=0&minutes=5").status == 404)
        await service.end()
    }
}
