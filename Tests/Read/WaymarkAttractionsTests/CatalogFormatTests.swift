import Foundation
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkTables
import WaymarkTimes

@Suite struct CatalogFormatTests {
    @Test("all 22 fields of the standard data are typed")
    func standardFields() throws {
        let catalog = try catalog("\(standardHeader)\n\(fullRow)\n")
        let lake = try #require(catalog.attractions.first)
        #expect(lake.name == "해맑은호수")
        #expect(lake.category == "관광지")
        #expect(lake.roadAddress == "강원도 춘천시 물결로 1")
        #expect(lake.lotAddress == "강원도 춘천시 가상동 1-1")
        #expect(lake.coordinate == place(37.88, 127.73))
        #expect(lake.areaSquareMeters == 1200.5)
        #expect(lake.publicFacilities == ["주차장", "기반시설(도로+광장)", "화장실"])
        #expect(lake.lodgings == [])
        #expect(lake.sportsFacilities == [])
        #expect(lake.cultureFacilities == ["전시관"])
        #expect(lake.receptionFacilities == ["매점"])
        #expect(lake.supportFacilities == ["안내소"])
        #expect(lake.designated == CalendarDate(year: 1999, month: 7, day: 1))
        #expect(lake.capacity == 300)
        #expect(lake.parkingSpaces == 20)
        #expect(lake.introduction == "물이 맑다, 아주")
        #expect(lake.phone == "033-000-0000")
        #expect(lake.managingOrganization == "춘천시청")
        #expect(lake.baseDate == CalendarDate(year: 2021, month: 3, day: 30))
        #expect(lake.providerCode == "4180000")
        #expect(lake.providerName == "강원도 춘천시")
        #expect(catalog.report.format == .standardCSV)
        #expect(catalog.report.notes.isEmpty)
    }

    @Test("what is nested in a member of JSON is neither a name nor a coordinate, unless its path is named")
    func nestedMembers() throws {
        let text = #"""
            [{"address":{"lat":"1","name":"x"},"name":"B","lat":37.5,"lng":127},
             {"address":{"lat":"36.5","name":"y"},"name":"C","lat":35,"lng":128}]
            """#
        let plain = try catalog(text).attractions
        #expect(plain.map(\.name) == ["B", "C"] && plain.map(\.coordinate.latitude) == [37.5, 35])
        let named = try catalog(
            text, CatalogOptions(columns: .init(name: "address.name", latitude: "address.lat"))
        ).attractions
        #expect(named.map(\.name) == ["x", "y"] && named.map(\.coordinate.latitude) == [1, 36.5])
        // A member of that very name comes before a path.
        let both = #"[{"a.b":"top","a":{"b":"nested"},"lat":37,"lng":127}]"#
        #expect(
            try catalog(both, CatalogOptions(columns: .init(name: "a.b"))).attractions.map(\.name) == ["top"])
        #expect(
            failure(#"[{"at":{"lat":37,"lng":127},"name":"A"}]"#)
                == .places(.noCoordinateColumns(file: "test", seen: ["at", "name"])))
        #expect(
            failure(text, CatalogOptions(columns: .init(name: "address.street")))
                == .places(
                    .columnNotFound(file: "test", name: "address.street", seen: ["address", "name", "lat", "lng"])))
    }

    @Test("a feature without a geometry has no place, whatever its properties nest")
    func featureWithoutGeometry() throws {
        let text = #"""
            {"type":"FeatureCollection","features":[
              {"type":"Feature","geometry":null,"properties":{"name":"A","origin":{"latitude":37,"longitude":127}}},
              {"type":"Feature","geometry":{"type":"Point","coordinates":[128,36]},"properties":{"name":"B"}}]}
            """#
        let read = try catalog(text)
        #expect(read.attractions.map(\.name) == ["B"])
        #expect(read.report.rowsWithoutCoordinate == 1 && read.report.rowsIn == 2)
    }

    @Test("commas between groups of three digits are read over, and any other comma makes no number")
    func commas() throws {
        func area(_ text: String) throws -> Double? {
            try catalog("name,lat,lng,면적\nA,37,127,\"\(text)\"\n").attractions[0].areaSquareMeters
        }
        for (text, value) in [
            ("1,200.5", 1200.5), ("1,234,567", 1_234_567), ("12,345㎡", 12_345), ("125㎡", 125), ("1234567", 1_234_567),
        ] {
            #expect(try area(text) == value, "\(text)")
        }
        for text in ["1,5", "12,5㎡", "1,23", "1234,567", ",500", "1,,000", "1,000,5", "0.5,000", "1,00a"] {
            #expect(try area(text) == nil, "\(text)")
        }
    }

    @Test("records of JSON have the members of their own, however many names there are", arguments: [1, 3000])
    func distinctMembers(count: Int) throws {
        let records = (0..<count).map {
            #"{"name":"P\#($0)","lat":\#(30 + Double($0 % 70) / 10),"lng":127,"k\#($0)":\#($0)}"#
        }
        let text = "[\(records.joined(separator: ",\n"))]"
        let read = try catalog(text)
        #expect(read.attractions.map(\.name) == (0..<count).map { "P\($0)" })
        let twice = "[\((records + records).joined(separator: ",\n"))]"
        #expect(try catalog(twice).report.duplicatesMerged == count)
    }

    @Test("equal records of JSON may have their members in any order, and differ in what is nested")
    func equalRecords() throws {
        func merged(_ second: String) throws -> Int {
            try catalog(#"[{"name":"A","lat":37,"lng":127,"tags":{"a":1},"n":1},\#(second)]"#).report.duplicatesMerged
        }
        #expect(try merged(#"{"n":"1","tags":{"a":1},"lng":127,"lat":37,"name":"A","more":null}"#) == 1)
        #expect(try merged(#"{"name":"A","lat":37,"lng":127,"tags":{"a":2},"n":1}"#) == 0)
        #expect(try merged(#"{"name":"A","lat":37,"lng":127,"tags":[],"n":1}"#) == 0)
    }

    @Test("rows that differ in a column without a name are not equal")
    func unnamedColumn() throws {
        func merged(_ first: String, _ second: String) throws -> Int {
            try catalog("name,lat,lng,\nA,37,127\(first)\nA,37,127\(second)\n").report.duplicatesMerged
        }
        #expect(try merged(",x", ",x") == 1)
        #expect(try merged("", ",") == 1)
        #expect(try merged(",x", ",y") == 0)
        #expect(try merged(",x", "") == 0)
    }

    @Test("faults behind many blank lines are named by their line in the file", arguments: [10, 100_000])
    func blankLines(count: Int) throws {
        let blanks = String(repeating: "\n", count: count)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waymark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func lines(_ text: String) throws -> [Int] {
            let path = folder.appendingPathComponent("places").path
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            return try AttractionCatalog(contentsOf: path).report.rejections.map(\.line)
        }
        #expect(try lines(blanks + "name,lat,lng\nA,x,127\nB,37,127\n") == [count + 2])
        #expect(
            try lines(blanks + #"[{"name":"A","lat":"x","lng":127},"# + "\n" + #"{"name":"B","lat":37,"lng":127}]"#)
                == [count + 1])
        let path = folder.appendingPathComponent("wide").path
        try (String(repeating: " ", count: 3_000_000) + "[]").write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: AttractionError.self) { try AttractionCatalog(contentsOf: path) }
    }

    @Test("blanks, - and NULL are missing values")
    func blanks() throws {
        let row = "가짜섬,-, ,NULL,36,127" + String(repeating: ",", count: 16)
        let island = try #require(try catalog("\(standardHeader)\n\(row)\n").attractions.first)
        let bare = Attraction(id: island.id, name: "가짜섬", coordinate: place(36, 127))
        #expect(island == bare)
    }

    @Test(
        "the standard data reads the same with a byte order mark, without its header, with blank header cells, a blank last column, or CR LF"
    )
    func editions() throws {
        let expected = try catalog("\(standardHeader)\n\(fullRow)\n").attractions
        let marked = try catalog("\u{FEFF}\(standardHeader)\n\(fullRow)\n")
        #expect(marked.attractions == expected)
        #expect(marked.report.encoding == "UTF-8 with byte order mark")
        let headless = try catalog(fullRow + "\n")
        #expect(headless.attractions == expected)
        #expect(!headless.report.hasHeader)
        #expect(headless.report.rowsIn == 1)
        #expect(headless.report.format == .standardCSV)
        let trailing = try catalog("\(standardHeader),\n\(fullRow),\n")
        #expect(trailing.attractions == expected)
        #expect(try catalog("\(standardHeader)\n\(fullRow),\n").attractions == expected)
        #expect(try catalog("\(standardHeader)\r\n\(fullRow)\r\n").attractions == expected)
        #expect(try catalog("\(fullRow),\n").attractions == expected)
        var cells = standardHeader.split(separator: ",").map(String.init)
        for blank in [1, 4, 5, 13] { cells[blank] = "" }
        let gaps = try catalog("\(cells.joined(separator: ","))\n\(fullRow)\n")
        #expect(gaps.attractions == expected)
        #expect(gaps.report.headerNote == "4 blank header cells named by their position")
    }

    @Test("the portal's JSON and the API's JSON give the same attraction as the CSV")
    func jsonShapes() throws {
        let expected = try catalog("\(standardHeader)\n\(fullRow)\n").attractions
        let keys = standardHeader.split(separator: ",").map(String.init)
        let values = [
            "해맑은호수", "관광지", "강원도 춘천시 물결로 1", "강원도 춘천시 가상동 1-1", "37.88", "127.73", "1,200.5",
            "주차장+기반시설(도로+광장)+ 화장실", "없음", "-", "전시관", "매점", "안내소", "1999.7.1", "300", "20", "물이 맑다, 아주",
            "033-000-0000", "춘천시청", "2021-03-30", "4180000", "강원도 춘천시",
        ]
        func object(_ keys: [String], bare: Set<Int> = []) -> String {
            let members = zip(keys, values).enumerated().map { number, pair in
                "\"\(pair.0)\": " + (bare.contains(number) ? pair.1 : "\"\(pair.1)\"")
            }
            return "{" + members.joined(separator: ", ") + "}"
        }
        let portal = try catalog("{\"fields\": [{\"id\": \"관광지명\"}],\n\"records\": [\n\(object(keys))\n]}")
        #expect(portal.attractions == expected)
        #expect(portal.report.format == .portalJSON)
        #expect(try catalog("{\"records\": [\(object(keys))]}").attractions == expected)
        #expect(try catalog("[\(object(keys))]").attractions == expected)

        let english = [
            "trrsrtNm", "trrsrtSe", "rdnmadr", "lnmadr", "latitude", "longitude", "ar", "cnvnncFclty", "stayngInfo",
            "mvmAmsmtFclty", "recrtClturFclty", "hospitalityFclty", "sportFclty", "appnDate", "aceptncCo", "prkplceCo",
            "trrsrtIntrcn", "phoneNumber", "institutionNm", "referenceDate", "insttCode", "insttNm",
        ]
        let item = object(english, bare: [4, 5, 14, 15])
        for items in ["[\(item)]", "{\"item\": [\(item)]}", "{\"item\": \(item)}"] {
            let answer = """
                {"response": {"header": {"resultCode": "00", "resultMsg": "NORMAL"}, "body": {"items": \(items)}}}
                """
            let service = try catalog(answer)
            #expect(service.attractions == expected)
            #expect(service.report.format == .serviceJSON)
        }
        let none = #"{"response": {"header": {"resultCode": "00"}, "body": {"items": "", "totalCount": 0}}}"#
        #expect(try catalog(none).attractions.isEmpty)
    }

    @Test("CP949 is read as CSV and as JSON")
    func cp949() throws {
        let table = try AttractionCatalog(bytes: ContiguousArray(cp949Table), name: "table")
        #expect(table.attractions.map(\.name) == ["호수", "해변"])
        #expect(table.report.encoding == "CP949")
        let key: [UInt8] = [0xC0, 0xCC, 0xB8, 0xA7]
        let lake: [UInt8] = [0xC8, 0xA3, 0xBC, 0xF6]
        var json = Array(#"[{""#.utf8) + key + Array(#"":""#.utf8) + lake
        json += Array(#"","lat":37.88,"lng":127.73}]"#.utf8)
        let list = try AttractionCatalog(bytes: ContiguousArray(json), name: "list")
        #expect(list.attractions.map(\.name) == ["호수"])
        #expect(list.report.encoding == "CP949")
        #expect(list.attractions[0].id == table.attractions[0].id)
    }

    @Test("GeoJSON points are read, other geometries are rejected with the reason")
    func geoJSON() throws {
        let text = """
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [127.73, 37.88, 90]},
             "properties": {"name": "호수", "latitude": 1, "category": "물", "publicFacilities": ["주차장", "길"]}},
            {"type": "Feature", "geometry": {"type": "LineString", "coordinates": []}, "properties": {}},
            {"type": "Feature", "geometry": null, "properties": {"name": "없는 곳"}},
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1]}, "properties": null},
            3]}
            """
        let catalog = try catalog(text)
        var lake = Attraction(id: "7", name: "호수", category: "물", coordinate: place(37.88, 127.73))
        lake.publicFacilities = ["주차장", "길"]
        #expect(catalog.attractions == [lake])
        #expect(catalog.report.format == .geoJSON)
        #expect(catalog.report.isBalanced)
        #expect(catalog.report.rejections.map(\.line) == [4, 5, 6, 6])
        #expect(catalog.report.rejections[0].reason == "the geometry is LineString, not a Point")
        #expect(catalog.report.rejections[1].reason == "no latitude and no longitude")
        #expect(try WaymarkAttractionsTests.catalog(#"{"type":"FeatureCollection","features":[]}"#).attractions.isEmpty)
    }

    @Test("a record that holds too much is rejected with its line, and the others are read")
    func largeRecords() throws {
        func feature(_ properties: String) -> String {
            #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [127.7, 37.8]}, "properties": {\#(properties)}}"#
        }
        let many = Array(repeating: #""a":1"#, count: 100_001).joined(separator: ",")
        let long = #""name": "\#(String(repeating: "x", count: 16 << 20))""#
        let text =
            #"{"type": "FeatureCollection", "features": ["# + "\n"
            + [feature(many), feature(#""name": "호수""#), feature(long)].joined(separator: ",\n") + "]}"
        let catalog = try catalog(text)
        #expect(catalog.attractions.map(\.name) == ["호수"] && catalog.report.isBalanced)
        #expect(catalog.report.rejections.map(\.line) == [2, 4])
        #expect(
            catalog.report.rejections.map(\.reason) == [
                "record 1 has an object with more than 100000 members", "record 3 is longer than 16 MiB",
            ])
    }

    @Test("any table with coordinates is read, with any delimiter")
    func anyTable() throws {
        let tabs = try catalog("stop_id\tName\tlat\tlng\tType\nA1\tLake\t37.88\t127.73\twater\n")
        let lake = Attraction(id: "A1", name: "Lake", category: "water", coordinate: place(37.88, 127.73))
        #expect(tabs.attractions == [lake])
        #expect(tabs.report.delimiter == "tab")
        #expect(tabs.report.encoding == "ASCII")
        let options = CatalogOptions(columns: .init(name: "#3", latitude: "#1", longitude: "#2"))
        let headless = try catalog("37.88,127.73,Lake\n35,129,Beach\n", options)
        #expect(headless.attractions.map(\.name) == ["Lake", "Beach"])
        #expect(headless.report.hasHeader == false)
        let headed = try catalog("a,b,c\n37.88,127.73,Lake\n", options)
        #expect(headed.attractions.map(\.name) == ["Lake"])
        let unnamed = try catalog("x,y\n127,37\n127,37\n128,36\n")
        #expect(unnamed.attractions.map(\.id) == ["row-1", "row-2", "row-3"])
    }

}
