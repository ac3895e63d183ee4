import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkSearch
import WaymarkTables

/// Stops given by name.
@Suite("Stops by name")
struct StopFinderTests {
    static let catalog: AttractionCatalog = {
        let rows = [
            "a,경복궁,37.5796,126.977", "b,경복궁역,37.5757,126.9736", "c,서울 남산,37.55,126.99", "d,경주 남산,35.79,129.23",
            "e,해운대 해수욕장,35.1587,129.1604", "f,시장,37.5,127", "g,시장,37.50001,127", "h,공원,37,127", "i,공원,38,127",
            "j,남도&N산성타워,36,128", "k,남도산성타워,36.0003,128",
        ]
        do {
            return try AttractionCatalog(
                bytes: ContiguousArray(("id,name,lat,lon\n" + rows.joined(separator: "\n")).utf8), name: "places",
                options: CatalogOptions(merging: .nothing))
        } catch {
            fatalError("\(error)")
        }
    }()

    static func run(_ stops: String, columns: PlaceColumnNames = .init()) throws -> (
        rows: [String], rejected: [Rejection]
    ) {
        let folder = try TemporaryFolder()
        var options = LookupBatchOptions(
            .nearest(count: 1, within: nil),
            columns: ["stop_id", "stop_name", "stop_latitude", "name"].map(OutputColumn.init(name:)),
            keepsColumns: true, stops: StopOptions(columns: columns))
        options.stops.finder = StopFinder(SearchedAttractions(catalog))
        var rejected: [Rejection] = []
        _ = try LookupBatch(catalog, options).run(
            stops: MemorySource(Array(stops.utf8), name: "stops"), output: OutputFile(path: folder.path("rows")),
            onRejection: { rejected.append($0) })
        let rows = String(decoding: try folder.data("rows"), as: UTF8.self).split(separator: "\n").map(String.init)
        return (Array(rows.dropFirst()), rejected)
    }

    @Test("a whole name, or a part of exactly one name, gives the place of its attraction")
    func found() throws {
        let (rows, rejected) = try Self.run("id,name,memo\n1,경복궁,x\n2,해운대,y\n3,\"시장\",z\n4,경복궁역,\n5,산성타워,\n")
        #expect(rejected.isEmpty)
        #expect(
            rows == [
                "1,경복궁,37.5796,경복궁,x", "2,해운대,35.1587,해운대 해수욕장,y", "3,시장,37.5,시장,z", "4,경복궁역,37.5757,경복궁역,",
                "5,산성타워,36.0003,남도산성타워,",
            ])
    }

    @Test(
        "an ambiguous, misspelled or unknown name is rejected, with suggestions",
        arguments: [
            ("남산", "남산 may be 서울 남산 (37.55 126.99), 경주 남산 (35.79 129.23)"),
            ("공원", "공원 may be 공원 (37 127), 공원 (38 127)"),
            ("경벅궁", "no attraction is called 경벅궁; perhaps 경복궁 (37.5796 126.977)"),
            ("ㄱㅂㄱㅇ", "no attraction is called ㄱㅂㄱㅇ; perhaps 경복궁역 (37.5757 126.9736)"),
            ("없는곳", "no attraction is called 없는곳"), ("", "no letter or digit to look for"),
        ])
    func rejected(name: String, reason: String) throws {
        let (rows, rejected) = try Self.run("name,x\n\(name),1\n경복궁,2\n")
        #expect(rows.count == 1)
        let rejection = try #require(rejected.first)
        #expect(rejection.line == 2 && rejection.column == 1 && rejection.columnName == "name")
        #expect(rejection.reason == reason)
    }

    @Test("a stop with coordinates keeps them; one with only one of them is rejected")
    func coordinates() throws {
        let (rows, rejected) = try Self.run("name,lat,lon\n경복궁,35,129\n경복궁,,\n경복궁,35,\n")
        #expect(rows.map { $0.split(separator: ",")[2] } == ["35", "37.5796"])
        #expect(rejected.map(\.reason) == ["no longitude"])
    }

    @Test("without a column of names nothing is looked up")
    func noNames() {
        #expect(throws: BatchError.self) { try Self.run("memo,lat,lon\nx,1,2\n") }
        #expect(throws: BatchError.self) { try Self.run("memo\nx\n") }
    }
}
