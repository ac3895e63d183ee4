import Testing
import WaymarkAttractions

@Suite struct AttractionIDTests {
    @Test("the id is FNV-1a of name and municipality in base 32")
    func vector() {
        // From a second implementation of FNV-1a, over the UTF-8 bytes of the texts in the comments.
        #expect(AttractionID.site(name: "남이섬", roadAddress: "강원도 춘천시 남산면") == "kr-0d4mg4xtypba2")  // 남이섬 LF 춘천시
        #expect(AttractionID.site(name: "", roadAddress: nil) == "kr-ayry79j303j6x")  // LF
        // ab LF 0.00000,127.50000
        #expect(AttractionID.place(name: "A b", coordinate: place(-0.000004, 127.5)) == "pt-c3x8kcx146k97")
    }

    @Test(
        "different spellings of one site give one id",
        arguments: [
            ("고성 해변", "강원도 고성군 거진읍 1"), ("고성해변", "강원특별자치도 고성군 죽왕면"), ("고성-해변", "강원 고성군"), ("(고성)해변", "강원도고성군"),
            ("\u{1100}\u{1169}\u{1109}\u{1165}\u{11BC}해변", "강원도  고성군"),
        ])
    func oneSite(name: String, address: String) {
        #expect(
            AttractionID.site(name: name, roadAddress: address)
                == AttractionID.site(name: "고성해변", roadAddress: "강원도 고성군"))
    }

    @Test("the municipality is the same for any spelling")
    func municipalities() {
        func id(_ road: String?, _ lot: String? = nil) -> String {
            AttractionID.site(name: "가", roadAddress: road, lotAddress: lot)
        }
        // Cities and counties without their province, also if it changed.
        #expect(id("경상북도 군위군 부계면") == id("대구광역시 군위군 부계면"))
        #expect(id("전북특별자치도 전주시 완산구") == id("전주시 덕진구"))
        #expect(id("경기도 광주시 남한산성면") == id("광주시"))
        #expect(id("제주특별자치도 서귀포시") == id("제주도 서귀포시"))
        #expect(id("강원도 방산면 두타연로", "강원도 양구군 방산면") == id(nil, "양구군 방산면"))
        // Districts with their city, and those that must stay separate.
        #expect(id("서울 중구") == id("서울특별시 중구 1") && id("서울시 중구") == id("서울 중구"))
        #expect(id("서울특별시 중구") != id("부산광역시 중구"))
        #expect(id("강원도 고성군") != id("경상남도 고성군"))
        #expect(id("광주광역시 북구") != id("경기도 광주시"))
        #expect(id("인천광역시 남구") == id("인천광역시 미추홀구"))
        #expect(id("서울특별시 망우로 570", "서울특별시 중랑구 망우동") == id("서울특별시 중랑구"))
        #expect(id("세종특별자치시 연기면 1") == id("세종시 한누리대로"))
        #expect(id(nil) == id("") && id(nil) != id("경기도"))
        #expect(id("경기도 산길 1") == id("경기 들길 2"))
        // Blanks and commas of any kind, and Hangul in parts.
        for address in [
            "  서울,중구 1", "서울\u{A0}중구", "서울특별시\u{3000}중구", "서울특별시중구",
            "\t서울 \u{110C}\u{116E}\u{11BC}\u{1100}\u{116E}",
        ] {
            #expect(id(address) == id("서울 중구"), "\(address)")
        }
        // An ending alone names nothing.
        #expect(id("서울 구") == id("서울") && id(",") == id(nil))
    }

    @Test("sites with the same name and municipality over 100 m apart get different ids, for any order of rows")
    func ties() throws {
        let rows = ["해변,강원도 강릉시,37.9,128.8,1", "해변,강원도 강릉시,37.8,128.8,2", "해변,강원도 강릉시,37.7,128.8,3"]
        func ids(_ rows: [String]) throws -> [Int?: String] {
            let catalog = try catalog("관광지명,소재지도로명주소,위도,경도,수용인원수\n" + rows.joined(separator: "\n"))
            return Dictionary(uniqueKeysWithValues: catalog.attractions.map { ($0.capacity, $0.id) })
        }
        let forward = try ids(rows)
        #expect(Set(forward.values).count == 3)
        #expect(try ids(rows.reversed()) == forward)
        #expect(forward[3] == AttractionID.site(name: "해변", roadAddress: "강릉시"))
        #expect(try ids([rows[2]])[3] == forward[3])
        #expect(try ids([rows[0], rows[2]])[1] == forward[1])
    }

    @Test("other tables get an id from name and place, the same in every order")
    func otherTables() throws {
        let catalog = try catalog("name,lat,lon\nb,1,2\na,1,2\nb,3,4\n")
        #expect(catalog.attractions.allSatisfy { $0.id.hasPrefix("pt-") && $0.id.count == 16 })
        #expect(catalog.attractions[0].id == AttractionID.place(name: "B", coordinate: place(1.000001, 2)))
        #expect(Set(catalog.attractions.map(\.id)).count == 3)
    }
}
