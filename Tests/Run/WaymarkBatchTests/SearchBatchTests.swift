import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkSearch
import WaymarkTables

@Suite("Search batch")
struct SearchBatchTests {
    static let attractions: SearchedAttractions = {
        let rows = [
            "a,경복궁,궁궐,37.5796,126.977", "b,경복궁역,역,37.5757,126.9736", "c,한국민속촌,민속촌,37.2583,127.1187",
            "d,서울 남산,공원,37.55,126.99", "e,경주 남산,공원,35.79,129.23", "f,\"남산, 공원\",공원,37.5512,126.9882",
        ]
        let text = "id,name,category,lat,lon\n" + rows.joined(separator: "\n") + "\n"
        do {
            return SearchedAttractions(try AttractionCatalog(bytes: ContiguousArray(text.utf8), name: "places"))
        } catch {
            fatalError("\(error)")
        }
    }()

    /// Queries of every kind, including blank ones, invalid points and an extra field.
    static let queries: String = {
        var text = "query_id,검색어,위도,경도\n"
        let typed = ["경복", "ㄴㅅ", "", "rudqhr", "\"남산,\n공원\"", "없는곳이름", "  ", "한ㄱ"]
        for number in 0..<64 {
            let place = ["37.5,127", ",", "99,3", "37.5,", "35.8,129.2"][number % 5]
            text += "\(number % 3 == 0 ? "" : "q\(number)"),\(typed[number % typed.count]),\(place)"
            text += number % 17 == 16 ? ",surplus\n" : "\n"
        }
        return text
    }()

    struct Outcome: Equatable {
        var rows = Data()
        var rejects = Data()
        var rejections: [Rejection] = []
        var summary = BatchSummary()
    }

    static func run(
        _ format: RowFormat, _ text: String = queries, shard: Shard? = nil, jobs: Int = 1, in folder: TemporaryFolder,
        _ change: (inout SearchBatchOptions) -> Void = { _ in }
    ) throws -> Outcome {
        let name = shard.map { "\($0.number)-of-\($0.count)" } ?? "whole"
        var options = SearchBatchOptions(SearchQuery("", limit: 3), format: format)
        change(&options)
        var outcome = Outcome()
        outcome.summary = try SearchBatch(attractions, options).run(
            queries: MemorySource(Array(text.utf8), name: "queries", chunk: 100),
            output: OutputFile(path: folder.path("rows-\(name)")), rejects: folder.path("rejects-\(name)"),
            shard: shard,
            jobs: jobs, onRejection: { outcome.rejections.append($0) })
        outcome.summary.duration = .zero
        outcome.rows = try folder.data("rows-\(name)")
        outcome.rejects = try folder.data("rejects-\(name)")
        return outcome
    }

    static func text(_ outcome: Outcome) -> [String] {
        String(decoding: outcome.rows, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("each query has the answers of the search, under its id or its number")
    func answers() throws {
        let folder = try TemporaryFolder()
        let table = "q,id,lat,lon\n경복,x,37.5,127\nㄴㅅ,,,\n없는곳이름,z,,\n"
        let outcome = try Self.run(.csv, table, in: folder)
        #expect(
            Self.text(outcome) == [
                "query_id,query,lat,lon,rank,attraction_id,name,category,rung,match,latitude,longitude,haversine_m,"
                    + "address,exact,dropped,corrected",
                "x,경복,37.5,127,1,a,경복궁,궁궐,name_start,경복,37.5796,126.977,9080.467,,true,,",
                "x,경복,37.5,127,2,b,경복궁역,역,name_start,경복,37.5757,126.9736,8733.394,,true,,",
                "2,ㄴㅅ,,,1,d,서울 남산,공원,initials,남산,37.55,126.99,,,true,,",
                "2,ㄴㅅ,,,2,e,경주 남산,공원,initials,남산,35.79,129.23,,,true,,",
                "2,ㄴㅅ,,,3,f,\"남산, 공원\",공원,initials,남산,37.5512,126.9882,,,true,,",
            ])
        #expect(outcome.summary.rowsIn == 3 && outcome.summary.answered == 3 && outcome.summary.withoutHits == 1)
        let hits = Self.attractions.search.answers(to: SearchQuery("ㄴㅅ", limit: 3)).hits
        let ids = Self.text(outcome).filter { $0.hasPrefix("2,") }.map { String($0.split(separator: ",")[3]) }
        #expect(ids == hits.map(\.id))
    }

    @Test("rows without a valid query are rejected with their column", arguments: [1, 3])
    func rejections(jobs: Int) throws {
        let folder = try TemporaryFolder()
        let table = "query,lat,lon\n경복,99,1\n,1,1\n공원,,\n-- --,,\n\(String(repeating: "가", count: 300)),,\n공원,1\n"
        let outcome = try Self.run(.csv, table, jobs: jobs, in: folder)
        #expect(outcome.rejections.map(\.line) == [2, 3, 5, 6, 7])
        #expect(outcome.rejections.map(\.column) == [2, 1, 1, 1, nil])
        #expect(outcome.rejections[1].reason == "no letter or digit to look for")
        #expect(outcome.rejections[3].reason == "more than 256 letters")
        #expect(outcome.summary.answered == 1 && outcome.summary.rejected == 5)
    }

    @Test("the concatenated parts equal the whole", arguments: [RowFormat.csv, .ndjson, .geojson])
    func shards(format: RowFormat) throws {
        let folder = try TemporaryFolder()
        let whole = try Self.run(format, in: folder)
        #expect(whole.summary.rowsIn == 64 && whole.summary.rejected > 20 && whole.summary.hits > 20)
        for count in [1, 2, 3, 7, 40] {
            var sum = Outcome()
            for number in 1...count {
                let part = try Self.run(format, shard: Shard(number, of: count), jobs: 1 + number % 2, in: folder)
                sum.rows += part.rows
                sum.rejects += part.rejects
                sum.rejections += part.rejections
                sum.summary.add(part.summary)
            }
            let isEqual = sum == whole
            #expect(isEqual, "\(count) parts")
            let merge = try ShardMerge(parts: (1...count).map { folder.path("rows-\($0)-of-\(count)") })
            _ = try merge.run(output: OutputFile(path: folder.path("merged")), rejects: folder.path("merged-rejects"))
            let isMerged = try folder.data("merged") == whole.rows && folder.data("merged-rejects") == whole.rejects
            #expect(isMerged, "\(count) parts")
        }
    }

    @Test("parts of different queries do not merge")
    func foreignParts() throws {
        let folder = try TemporaryFolder()
        _ = try Self.run(.csv, shard: Shard(1, of: 2), in: folder)
        _ = try Self.run(.csv, shard: Shard(2, of: 2), in: folder) { $0.model.categories = ["공원"] }
        #expect(throws: ShardError.self) {
            try ShardMerge(parts: (1...2).map { folder.path("rows-\($0)-of-2") })
        }
    }

    @Test("GeoJSON is one document with all rows")
    func geoJSON() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.run(.geojson, in: folder)
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.rows) as? [String: Any])
        let features = try #require(document["features"] as? [[String: Any]])
        #expect(features.count == outcome.summary.hits)
        let properties = try #require(features.first?["properties"] as? [String: Any])
        #expect(properties["rank"] as? Int == 1 && properties["query_id"] is String)
    }

    @Test("a radius is around the point of each query, and a query without a point is rejected")
    func radius() throws {
        let folder = try TemporaryFolder()
        let table = "query,lat,lon\n남산,37.55,126.99\n남산,35.8,129.2\n남산,,\n"
        let outcome = try Self.run(.csv, table, in: folder) { $0.radius = .kilometers(10) }
        let ids = Self.text(outcome).dropFirst().map { $0.split(separator: ",")[5] }
        #expect(Set(ids) == ["d", "e", "f"])
        #expect(outcome.rejections.map(\.reason) == ["no point to look around"])
    }

    @Test("columns are found by usual names, by given names and by number, or reported as missing")
    func columns() throws {
        let folder = try TemporaryFolder()
        let table = "what,key\n경복,k1\n"
        #expect(throws: BatchError.self) { try Self.run(.csv, table, in: folder) }
        for names in [QueryColumnNames(query: "what", id: "key"), QueryColumnNames(query: "#1", id: "#2")] {
            let outcome = try Self.run(.csv, table, in: folder) { $0.columns = names }
            #expect(Self.text(outcome).dropFirst().allSatisfy { $0.hasPrefix("k1,") })
        }
        #expect(throws: BatchError.stops(.empty(file: "queries"))) { try Self.run(.csv, "", in: folder) }
    }

    @Test("an index file gives the answers of its table")
    func indexFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("places.csv")
        try Data("id,name,lat,lon\na,경복궁,37.58,126.98\nb,남산,37.55,126.99\n".utf8).write(to: URL(filePath: path))
        let catalog = try AttractionCatalog(contentsOf: path)
        let output = try OutputFile(path: folder.path("places.waymark"))
        try catalog.writeFile { (bytes) throws(TableError) in try output.write(bytes) }
        try output.commit()
        let (csv, file) = try (
            SearchedAttractions(contentsOf: [path]), SearchedAttractions(contentsOf: [folder.path("places.waymark")])
        )
        #expect(csv.reading.reports.map(\.rowsKept) == [2] && file.reading.reports.isEmpty)
        for text in ["ㄴ", "경복", "rud"] {
            #expect(csv.search.answers(to: SearchQuery(text)) == file.search.answers(to: SearchQuery(text)))
        }
    }
}
