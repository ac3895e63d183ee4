import Foundation
import Testing
import WaymarkAttractions
import WaymarkGeodesy

@Suite struct WrittenAttractionsTests {
    private static let odd = """
        a "quoted" name,관광지,"서울특별시 중구, 1",,-37.00000001,-179.99999999999997,0.1,"화장실(2동+""큰"" 것",\
        "x, y",(((+a,-,b)+(c,(d+e)+f,20200229,0,,"두 줄
        의 글 \\ 끝",,,,,
        """

    @Test("CSV reads back as the same attractions, in the 22 columns if these give the ids")
    func csvRoundTrip() throws {
        let first = try catalog("\(standardHeader)\n\(fullRow)\n\(Self.odd)\n")
        #expect(first.attractions.count == 2)
        #expect(first.csv.hasPrefix(standardHeader + "\n"))
        let second = try catalog(first.csv)
        #expect(second.attractions == first.attractions)
        #expect(second.csv == first.csv)
    }

    @Test("ids not given by the 22 columns are in a column before them")
    func explicitIDs() throws {
        let first = try catalog("id,name,lat,lon\n7,가,37,127\nx y,가,37,127\n,나,36,128\n")
        #expect(first.csv.hasPrefix("id,\(standardHeader)\n"))
        #expect(try catalog(first.csv).attractions == first.attractions)
    }

    @Test("a + within a facility stays there, from JSON to CSV and back")
    func plusWithinFacility() throws {
        let lists: [[String]] = [
            ["A+B", "C"], ["+"], ["a\\"], ["a\\", "b"], ["x\\+y"], ["주차장(1+2)", "3+4"], ["(", "a+b"], [")+(", "c"],
            ["\\\\+"],
        ]
        for list in lists {
            var lake = Attraction(id: "1", name: "호수", coordinate: place(37.5, 127))
            lake.publicFacilities = list
            let first = AttractionCatalog([lake])
            #expect(try catalog(first.csv).attractions.map(\.publicFacilities) == [list])
            #expect(try catalog(first.geoJSON).attractions.map(\.publicFacilities) == [list])
        }
    }

    @Test("GeoJSON reads back as the same attractions")
    func geoJSONRoundTrip() throws {
        let first = try catalog("\(standardHeader)\n\(fullRow)\n\(Self.odd)\n")
        let second = try catalog(first.geoJSON)
        #expect(second.attractions == first.attractions)
        #expect(second.geoJSON == first.geoJSON)
    }

    @Test("GeoJSON is as RFC 7946 requires")
    func geoJSONText() throws {
        var lake = Attraction(id: "a\"1", name: "호수\n\u{1}", coordinate: place(37.5, 127))
        lake.capacity = 20
        lake.publicFacilities = ["길", "주차장"]
        let text = AttractionCatalog([lake]).geoJSON
        let expected = #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"a\"1","geometry":{"type":"Point","coordinates":[127,37.5]},\#
            "properties":{"name":"호수\n\u0001","publicFacilities":["길","주차장"],"capacity":20}}
            ]}

            """#
        #expect(text == expected)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect((object?["features"] as? [Any])?.count == 1)
        #expect(AttractionCatalog([]).geoJSON == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
        #expect(AttractionCatalog([]).csv == standardHeader + "\n")
    }

    @Test("large catalogs are written in small pieces, and an error ends the writing")
    func pieces() throws {
        struct Stop: Error {}
        let many = AttractionCatalog(
            (0..<5000).map { Attraction(id: "\($0)", name: "가\($0)", coordinate: place(1, 2)) })
        var sizes: [Int] = []
        many.writeGeoJSON { sizes.append($0.count) }
        #expect(sizes.count > 5)
        #expect(sizes.allSatisfy { $0 < 1 << 17 })
        var calls = 0
        #expect(throws: Stop.self) {
            try many.writeCSV { (_) throws(Stop) in
                calls += 1
                throw Stop()
            }
        }
        #expect(calls == 1)
    }

    @Test("an attraction survives JSON, and a list of them is a catalog's format")
    func coding() throws {
        let attractions = try catalog("\(standardHeader)\n\(fullRow)\n").attractions
        let data = try JSONEncoder().encode(attractions)
        #expect(try JSONDecoder().decode([Attraction].self, from: data) == attractions)
        #expect(try AttractionCatalog(bytes: ContiguousArray(data), name: "list").attractions == attractions)
    }
}
