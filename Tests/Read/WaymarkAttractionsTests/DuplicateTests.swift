import Testing
import WaymarkAttractions

@Suite struct DuplicateTests {
    private func standard(_ rows: [String], merges: Bool = true) throws -> AttractionCatalog {
        let header = "관광지명,관광지구분,소재지도로명주소,소재지지번주소,위도,경도,수용인원수,관광지소개,데이터기준일자"
        return try catalog(([header] + rows).joined(separator: "\n") + "\n", .init(merging: merges ? .usual : .nothing))
    }

    @Test("of two rows about a site the one with the later base date is kept, and its gaps are filled")
    func laterWins() throws {
        let catalog = try standard([
            "가짜산,,강원도 춘천시 1,,37.88,127.73,100,산이다,2020-01-01", "가짜 산,관광지,강원특별자치도 춘천시 1,,37.8801,127.73,,,2021-01-01",
        ])
        let hill = try #require(catalog.attractions.first)
        #expect(catalog.attractions.count == 1)
        #expect(hill.name == "가짜 산")
        #expect(hill.roadAddress == "강원특별자치도 춘천시 1")
        #expect(hill.capacity == 100)
        #expect(hill.introduction == "산이다")
        #expect(hill.baseDate?.year == 2021)
        #expect(catalog.report.duplicatesMerged == 1)
        #expect(
            catalog.report.duplicates == [
                .init(keptID: hill.id, keptLine: 3, mergedLine: 2, reason: "same id, 11 m apart")
            ])
        #expect(catalog.report.isBalanced)
    }

    @Test("with equal base dates the fuller row is kept, then the earlier one")
    func fullerWins() throws {
        let fuller = try standard(["가짜산,,춘천시,,37.88,127.73,,,", "가짜산,,춘천시,,37.8801,127.73,5,길다,"])
        #expect(fuller.report.duplicates.map(\.keptLine) == [3])
        let equal = try standard(["가짜산,,춘천시,,37.88,127.73,,,", "가짜산,,춘천시,,37.8801,127.73,,,"])
        #expect(equal.report.duplicates.map(\.keptLine) == [2])
    }

    @Test("the same name within 100 m is one place, even with different addresses; farther apart it is two")
    func sameNameNearby() throws {
        let rows = ["이름,위도,경도", "가,37,127", "가 ,37.0008,127", "가,37.0018,127", "나,37,127"]
        let catalog = try catalog(rows.joined(separator: "\n"), .init(merging: .places))
        #expect(catalog.attractions.map(\.coordinate.latitude) == [37, 37.0018, 37])
        #expect(catalog.report.duplicates.map(\.reason) == ["same name, 89 m apart"])
        let border = try standard(["가짜산,,강원도 춘천시 1,,37.88,127.73,,,", "가짜산,,강원도 홍천군 2,,37.8805,127.73,,,"])
        #expect(border.attractions.count == 1)
    }

    @Test(
        "sites of the standard data with one name and municipality stay apart from 100 m on, each with an id of its own"
    )
    func farSites() throws {
        let rows = ["가짜산,,춘천시,,37.886,127.73,,,", "가짜산,,춘천시,,37.88,127.73,,,", "가짜산,,춘천시,,37.8805,127.73,,,"]
        let catalog = try standard(rows)
        #expect(catalog.attractions.map(\.coordinate.latitude) == [37.886, 37.88])
        #expect(Set(catalog.attractions.map(\.id)).count == 2)
        #expect(catalog.report.duplicates.map(\.mergedLine) == [4])
        #expect(catalog.report.duplicatesMerged == 1 && catalog.report.equalRowsMerged == 0)
        #expect(catalog.report.isBalanced)
    }

    @Test("a chain of near places is not merged into one")
    func noChains() throws {
        let rows = (0..<5).map { "가,\(37 + Double($0) * 0.0008),127" }
        let catalog = try catalog("이름,위도,경도\n" + rows.joined(separator: "\n"), .init(merging: .places))
        #expect(catalog.attractions.count == 3)
    }

    @Test("in other tables only rows equal in every column are merged, unless --merge is given")
    func equalRows() throws {
        let rows = ["name,lat,lon,note", "가,37,127,x", "가,37,127,y", "가,37,127,\"x\"", "나,36,127,", "가 ,37,127,x"]
        let text = rows.joined(separator: "\n")
        let usual = try catalog(text)
        #expect(usual.attractions.map(\.name) == ["가", "가", "나", "가"])
        #expect(Set(usual.attractions.map(\.id)).count == 4)
        #expect(usual.report.duplicates.map(\.mergedLine) == [4])
        #expect(usual.report.duplicates.map(\.reason) == ["equal in every column"])
        #expect(usual.report.duplicatesMerged == 1 && usual.report.equalRowsMerged == 1)
        let merged = try catalog(text, .init(merging: .places))
        #expect(merged.attractions.map(\.name) == ["가", "나"])
        #expect(merged.report.duplicatesMerged == 3 && merged.report.equalRowsMerged == 1)
        #expect(usual.report.isBalanced && merged.report.isBalanced)
    }

    @Test("rows without id and name equal no others, even if equal in every column")
    func nameless() throws {
        let catalog = try catalog("lat,lon\n37,127\n37,127\n")
        #expect(catalog.attractions.map(\.id) == ["row-1", "row-2"])
    }

    @Test("a column called code is an id only if its values are distinct, or if it is given as one")
    func codes() throws {
        let rows = (0..<1000).map { "\($0 % 5),\(33 + Double($0) / 500),127" }
        let text = "code,lat,lon\n" + rows.joined(separator: "\n")
        #expect(try catalog(text).attractions.map(\.id) == (1...1000).map { "row-\($0)" })
        #expect(try catalog(text).report.duplicates.isEmpty)
        #expect(try catalog(text, .init(merging: .places)).attractions.count == 1000)
        let named = try catalog(text, .init(columns: .init(id: "code")))
        #expect(named.attractions.prefix(6).map(\.id) == ["0", "1", "2", "3", "4", "0-2"])
        #expect(named.attractions.count == 1000 && named.report.repeatedIDs == 995)
        // A repeated row and a blank cell are allowed.
        let own = try catalog("code,name,lat,lon\n7,a,1,1\n8,b,2,2\n7,a,1,1\n,c,3,3\n")
        #expect(own.attractions.map(\.id).prefix(2) == ["7", "8"] && own.attractions.count == 3)
    }

    @Test("the same id and name in two cities stay two places, with any options")
    func franchises() throws {
        for merging in [CatalogOptions.Merging.usual, .places, .nothing] {
            let shops = try catalog("id,name,lat,lon\n7,GS25,37.5,127\n7,GS25,35.1,129\n", .init(merging: merging))
            #expect(shops.attractions.map(\.id) == ["7", "7-2"])
            #expect(shops.report.repeatedIDs == 1 && shops.report.duplicates.isEmpty)
        }
    }

    @Test("rows with ids are duplicates only by id")
    func ownIDs() throws {
        let text = "id,name,lat,lon\n1,시청,37,127\n2,시청,37.0001,127\n1,시청,37.0005,127\n,시청,37,127\n"
        let stops = try catalog(text, .init(merging: .places))
        #expect(stops.attractions.map(\.id).prefix(2) == ["1", "2"])
        #expect(stops.attractions.count == 3)
        #expect(stops.report.duplicates.map(\.mergedLine) == [4])
    }

    @Test("one id for several places is noted, and each is kept; of rows within 100 m one is kept, if requested")
    func repeatedID() throws {
        let text = "관리번호,공원명,위도,경도\n7,솔밭,37,127\n7,물가,37.1,127\n7,솔 밭,37.1,127\n7,다른이름,37.001,127\n"
        let parks = try catalog(text, .init(merging: .places))
        #expect(parks.attractions.map(\.id) == ["7", "7-2", "7-3"])
        #expect(parks.attractions.map(\.name) == ["솔밭", "물가", "다른이름"])
        #expect(parks.report.repeatedIDs == 2)
        #expect(parks.report.notes.first?.reason == "the id is that of another place on line 2; now 7-2")
        #expect(parks.report.duplicates.map(\.mergedLine) == [4])
        #expect(parks.report.isBalanced)
        let all = try catalog(text)
        #expect(all.attractions.map(\.id) == ["7", "7-2", "7-3", "7-4"] && all.report.duplicates.isEmpty)
        let near = "관리번호,공원명,위도,경도\n7,솔밭,37,127\n7,솔밭공원,37.0005,127\n"
        let renamed = try catalog(near, .init(merging: .places))
        #expect(renamed.attractions.map(\.name) == ["솔밭"])
        #expect(renamed.report.duplicates.map(\.reason) == ["same id, another name (솔밭공원), 56 m apart"])
    }

    @Test("all rows are kept if requested, with distinct ids")
    func keepingAll() throws {
        let rows = ["1,가,37,127", "1,가,37,127", "1-2,나,36,127", "1,가,37,127"]
        let catalog = try catalog(
            "id,name,lat,lon\n" + rows.joined(separator: "\n"), .init(merging: .nothing))
        #expect(catalog.attractions.map(\.id) == ["1", "1-3", "1-2", "1-4"])
        #expect(catalog.report.duplicatesMerged == 0)
        #expect(catalog.report.duplicates.count == 2)
        #expect(catalog.report.isBalanced)
    }
}
