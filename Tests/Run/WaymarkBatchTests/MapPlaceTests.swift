import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// Places of a map among attractions: their attribution, their columns, their kinds.
@Suite("Places of a map in rows and maps")
struct MapPlaceTests {
    private static let header = """
        id,name,category,latitude,longitude,placeKind,placeTheme,otherNames,openingHours,website,wheelchair,fee,\
        wikidata,wikipedia,placeWorth

        """
    private static let rows = """
        n1,Casa de la Vall,museum,42.5065,1.5206,sight,역사,en=Valley House+alt=La Vall,"Mo-Fr 10:00-18:00",https://a.example,\
        yes,5 EUR,Q1046987,ca:Casa de la Vall,5.25
        n2,Bar Vall,bar,42.5066,1.5208,food,,,,,,,,,1
        t1,Vall Tower,tower,42.5070,1.5210,,,,,,,,,,

        """
    private static let stops = "id,name,lat,lon\ns,Start,42.5065,1.5206\n"

    private static func catalog(ofMap isOfMap: Bool) throws -> AttractionCatalog {
        // The same places without what says that they are of a map.
        let text =
            isOfMap ? header + rows : header + rows.replacing(",sight,", with: ",,").replacing(",food,", with: ",,")
        return try AttractionCatalog(bytes: ContiguousArray(text.utf8), name: "places")
    }

    /// Both forms of one data set: read of a table, and mapped.
    private static func batches(_ options: LookupBatchOptions, ofMap: Bool = true) throws -> [LookupBatch] {
        let catalog = try catalog(ofMap: ofMap)
        let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).waymark").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try OutputFile(path: path)
        try catalog.writeFile { (bytes) throws(TableError) in try file.write(bytes) }
        try file.commit()
        return [LookupBatch(catalog, options), try LookupBatch(attractions: path, options)]
    }

    private static func text(_ run: (OutputFile) throws -> Void) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).out").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try run(try OutputFile(path: path))
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    private static func rows(_ batch: LookupBatch) throws -> String {
        try text { _ = try batch.run(stops: MemorySource(stops.utf8), output: $0) }
    }

    private static let member = "{\"type\":\"FeatureCollection\",\"attribution\":\"\(Attribution.text)\",\"features\":["

    @Test("GeoJSON of attractions with places of a map begins with their attribution, and no other does")
    func collections() throws {
        for isOfMap in [true, false] {
            let catalog = try Self.catalog(ofMap: isOfMap)
            #expect(catalog.attribution == (isOfMap ? Attribution.text : nil))
            let start = isOfMap ? Self.member : "{\"type\":\"FeatureCollection\",\"features\":["
            let lookup = Lookup.within(.kilometers(1), limit: nil)
            for batch in try Self.batches(LookupBatchOptions(lookup, format: .geojson), ofMap: isOfMap) {
                #expect(batch.attribution == catalog.attribution)
                #expect(try Self.rows(batch).hasPrefix(start))
            }
            var whole = ContiguousArray<UInt8>()
            catalog.writeGeoJSON { whole.append(utf8: $0) }
            #expect(String(decoding: whole, as: UTF8.self).hasPrefix(start))
            // It is read again.
            let read = try AttractionCatalog(bytes: whole, name: "collection")
            #expect(read.attractions == catalog.attractions)
            let search = SearchedAttractions(catalog)
            let queries = MemorySource("query\nvall\n".utf8)
            let found = try Self.text { output in
                _ = try SearchBatch(search, SearchBatchOptions(SearchQuery(""), format: .geojson)).run(
                    queries: queries, output: output)
            }
            #expect(found.hasPrefix(start) && found.contains("Bar Vall"))
        }
    }

    @Test("recommendations have the attribution in GeoJSON and at the foot of a map, CSV nowhere")
    func recommendations() async throws {
        for isOfMap in [true, false] {
            let catalog = try Self.catalog(ofMap: isOfMap)
            let recommender = Recommender(RecommendedPlaces(catalog.attractions.map { RecommendedPlace($0) }))
            #expect(recommender.places.attribution == catalog.attribution)
            for format in RecommendationFormat.allCases {
                var options = RecommendationOptions()
                (options.format, options.question.radius) = (format, .kilometers(1))
                let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path
                defer { try? FileManager.default.removeItem(atPath: path) }
                _ = try await RecommendationBatch(recommender, options).run(
                    stops: MemorySource("id,name,lat,lon\ns,Start,42.5064,1.5200\n".utf8),
                    output: OutputFile(path: path))
                let text = try String(contentsOfFile: path, encoding: .utf8)
                let isShown = isOfMap && (format == .geojson || format == .svg)
                #expect(text.contains(Attribution.text) == isShown, "\(format)")
                if format == .geojson { #expect(text.hasPrefix(Self.member) == isOfMap) }
            }
        }
    }

    @Test("trips with an attribution have it in each format with a place for it; the others stay as they are")
    func trips() async throws {
        for format in TripFormat.allCases {
            for trips in ["", "a"] {
                var texts: [String] = []
                for attribution in [nil, Attribution.text] {
                    var options = TripOptions(format: format)
                    options.attribution = attribution
                    let (column, cell) = trips.isEmpty ? ("", "") : (",trip", ",a")
                    let stops = "lat,lon\(column)\n42.5,1.5\(cell)\n42.6,1.6\(cell)\n"
                    let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
                        .path
                    defer { try? FileManager.default.removeItem(atPath: path) }
                    _ = try await TripBatch(options, source: GreatCircleLegs(mode: .driving)).run(
                        stops: MemorySource(stops.utf8), output: OutputFile(path: path), onRejection: { _ in })
                    texts.append(try String(contentsOfFile: path, encoding: .utf8))
                }
                let hasPlace = [.geojson, .gpx, .kml, .svg].contains(format) || format == .json && !trips.isEmpty
                #expect(texts[1].contains(Attribution.text) == hasPlace, "\(format)")
                #expect(!texts[0].contains("OpenStreetMap") && (texts[0] == texts[1]) == !hasPlace, "\(format)")
                if format == .gpx { #expect(texts[1].contains("<license>\(Attribution.link)</license>")) }
            }
        }
    }

    @Test("columns of places of a map: worth is a number, other names are one text, what is unknown is null")
    func columns() throws {
        let names = [
            "name", "kind", "theme", "other_names", "opening_hours", "website", "wheelchair", "fee", "wikidata",
            "wikipedia", "worth",
        ]
        var options = LookupBatchOptions(
            .within(.kilometers(1), limit: nil), format: .ndjson, columns: names.map { OutputColumn(name: $0) })
        for batch in try Self.batches(options) {
            let lines = try Self.rows(batch).split(separator: "\n")
            let objects = try lines.map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            try #require(objects.count == 3)
            #expect(objects[0]["worth"] as? Double == 5.25 && objects[0]["kind"] as? String == "sight")
            #expect(objects[0]["other_names"] as? String == "en=Valley House+alt=La Vall")
            #expect(objects[0]["opening_hours"] as? String == "Mo-Fr 10:00-18:00")
            #expect(
                objects[0]["wikipedia"] as? String == "ca:Casa de la Vall" && objects[0]["fee"] as? String == "5 EUR")
            #expect(names.dropFirst().allSatisfy { objects[2][$0] is NSNull })
        }
        options.format = .csv
        for batch in try Self.batches(options) {
            #expect(
                try Self.rows(batch).split(separator: "\n")[1]
                    == """
                    Casa de la Vall,sight,역사,en=Valley House+alt=La Vall,Mo-Fr 10:00-18:00,https://a.example,yes,5 EUR,\
                    Q1046987,ca:Casa de la Vall,5.25
                    """)
        }
    }

    @Test("lookups and searches of a kind are those among the places of that kind; what no map says is a sight")
    func kinds() throws {
        let expected: [PlaceKind: [String]] = [.sight: ["n1", "t1"], .food: ["n2"], .stay: []]
        for (kind, ids) in expected {
            for lookup in [Lookup.within(.kilometers(1), limit: nil), .nearest(count: 3, within: nil)] {
                for format in [RowFormat.csv, .table] {
                    var options = LookupBatchOptions(lookup, format: format, columns: [.attraction(.id)])
                    (options.kind, options.writesHeader) = (kind, false)
                    for batch in try Self.batches(options) {
                        #expect(try Self.rows(batch).split(separator: "\n").map { $0.filter { $0 != " " } } == ids)
                    }
                }
            }
            let search = SearchedAttractions(try Self.catalog(ofMap: true))
            var options = SearchBatchOptions(SearchQuery(""))
            options.kind = kind
            let found = try Self.text { output in
                _ = try SearchBatch(search, options).run(queries: MemorySource("query\nvall\n".utf8), output: output)
            }
            let places = found.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[3] }
            #expect(places.sorted() == ids.map { $0[...] })
        }
    }

    @Test(
        "among places of several kinds, the nearest of one are those of a catalog of them alone",
        arguments: 1...4 as ClosedRange<UInt64>)
    func kindsOracle(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let places = Regime.korea.points(300, using: &random)
        let kinds = places.map { _ in Int.random(in: 0..<3, using: &random) }
        func text(_ kept: (Int) -> Bool) -> String {
            "id,name,latitude,longitude,placeKind\n"
                + places.indices.filter(kept).map { i in
                    "a\(i),p\(i),\(places[i].latitude),\(places[i].longitude),\(["", "sight", "food"][kinds[i]])\n"
                }.joined()
        }
        func batch(_ text: String, _ kind: PlaceKind?, _ lookup: Lookup) throws -> String {
            var options = LookupBatchOptions(lookup, columns: [.rank, .attraction(.id), .distance])
            options.kind = kind
            let catalog = try AttractionCatalog(bytes: ContiguousArray(text.utf8), name: "places")
            return try Self.text { output in
                _ = try LookupBatch(catalog, options).run(
                    stops: MemorySource("lat,lon\n37.5,127\n35.1,129\n33.4,126.5\n".utf8), output: output)
            }
        }
        for lookup in [
            Lookup.within(.kilometers(120), limit: nil), .within(.kilometers(200), limit: 3),
            .nearest(count: 9, within: nil),
        ] {
            let kept: [(PlaceKind, (Int) -> Bool)] = [(.food, { kinds[$0] == 2 }), (.sight, { kinds[$0] < 2 })]
            for (kind, kept) in kept {
                let answer = try batch(text { _ in true }, kind, lookup)
                #expect(try answer == batch(text(kept), nil, lookup))
                #expect(answer.count > 100)
            }
        }
    }
}
