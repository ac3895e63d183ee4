import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkRecommendations

@Suite struct ThemeLabelTests {
    /// How many of some labelled places are read right.
    struct Figures {
        var count = 0
        var right = 0.0
        /// The share of the places without a theme that are said to have none.
        var none = 0.0
        /// The mean over the labels of the harmonic mean of precision and recall.
        var macroF1 = 0.0

        init(_ readings: [(place: ThemeLabels.Place, reading: ThemeReading)]) {
            let labelled = readings.filter { $0.place.themes != ["unknown"] }
            func share(_ rows: [(place: ThemeLabels.Place, reading: ThemeReading)]) -> Double {
                Double(rows.count { $0.place.isRight($0.reading) }) / Double(max(1, rows.count))
            }
            count = labelled.count
            right = share(labelled)
            none = share(labelled.filter { $0.place.themes == ["none"] })
            let pairs = labelled.map { place, reading in
                let guess = ThemeLabels.label(reading)
                return (truth: place.isRight(reading) ? guess : place.themes[0], guess: guess)
            }
            macroF1 = ThemeLexiconTests.macroF1(pairs)
        }

        var cells: String {
            [right, none, macroF1].map { $0 == 0 ? "-" : String(format: "%.3f", $0) }.joined(separator: " | ")
        }
    }

    static func readings(_ places: [ThemeLabels.Place], by lexicon: ThemeLexicon, withDetails: Bool = true)
        -> [(place: ThemeLabels.Place, reading: ThemeReading)]
    {
        places.map { ($0, lexicon.reading(of: $0.name, details: withDetails ? $0.details : [])) }
    }

    /// The courses' own labels: a row of the table of figures.
    private static func courseFigures() throws -> String {
        let pairs = try SharedCourses.all.get().rows.map {
            (truth: $0.theme, guess: ThemeLexicon.standard.reading(of: $0.name).theme ?? "unknown")
        }
        let right = Double(pairs.count { $0.truth == $0.guess }) / Double(pairs.count)
        let cells = [right, ThemeLexiconTests.macroF1(pairs)].map { String(format: "%.3f", $0) }
        return "| stops of courses, by the name | \(pairs.count) | \(cells[0]) | - | \(cells[1]) |\n"
    }

    @Test("every place of data/attractions.csv has a label")
    func ownLabels() throws {
        let places = try ThemeLabels.own.get()
        let path = Repository.root.appending(path: "data/attractions.csv").path
        let names = try AttractionCatalog(contentsOf: path).attractions.map(\.name)
        #expect(places.map(\.name) == names)
        let known = Set(ThemeLexicon.standard.themes + ["none", "unknown"])
        #expect(places.allSatisfy { known.isSuperset(of: $0.themes) && !$0.themes.isEmpty && $0.themes.count <= 2 })
        #expect(places.allSatisfy { !$0.settings.isEmpty && $0.details.count == 1 })
    }

    @Test(
        "the labelled names stand in the shared files",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func sharedLabels() throws {
        let places = try ThemeLabels.shared.get()
        #expect(places.count == 600 && Set(places.map(\.name)).count == 600)
        #expect(!places.contains { $0.name.hasSuffix("is missing") })
        #expect(places.count { $0.themes == ["none"] } > 180)
    }

    @Test("places of data/attractions.csv are read right, and those that were seen wrong")
    func shipped() throws {
        let places = try ThemeLabels.own.get()
        #expect(Figures(Self.readings(places, by: .standard)).right >= 0.95)
        #expect(Figures(Self.readings(places, by: .standard, withDetails: false)).right >= 0.87)
        let seenWrong = [
            "경주 첨성대", "오목대", "밀양 영남루", "소쇄원", "동대문디자인플라자", "영화의전당", "국립아시아문화전당",
            "오설록 티뮤지엄", "쇠소깍", "추암 촛대바위", "광화문광장", "청계광장", "소금산그랜드밸리", "경포해변", "월정교", "월영교",
        ]
        for name in seenWrong {
            let place = try #require(places.first { $0.name == name })
            let reading = ThemeLexicon.standard.reading(of: name, details: place.details)
            #expect(place.isRight(reading), "\(name): \(ThemeLabels.label(reading))")
        }
    }

    @Test(
        "stations, airports, hotels, offices, hospitals, schools, toilets, parking and chains have no theme",
        arguments: [
            "서울역", "춘천역", "구례구역", "인천국제공항", "제주국제공항", "동서울종합터미널", "지하철역", "버스 정류장", "가평휴게소", "남산 주차장",
            "불국사 주차장", "화장실", "공중화장실", "관광안내소", "롯데호텔 서울", "게스트하우스", "모텔", "서울시청", "시청", "종로구청", "강남세무서", "우체국",
            "경찰서", "국회의사당", "서울대학교병원", "약국", "경기고등학교", "서울대학교", "GS25", "GS25 명동점", "CU", "스타벅스 경복궁점", "이마트",
            "국민은행 명동지점", "대치사거리", "Seoul Station", "Incheon International Airport",
        ])
    func withoutTheme(name: String) {
        let reading = ThemeLexicon.standard.reading(of: name)
        #expect(reading.hasNoTheme && reading.theme == nil, "\(reading)")
    }

    @Test("no theme and nothing known are different; an introduction may give a station its theme")
    func noneAndUnknown() {
        let unknown = ThemeLexicon.standard.reading(of: "QX")
        #expect(!unknown.hasNoTheme && unknown.theme == nil)
        let station = ThemeLexicon.standard.reading(of: "구 서울역", details: ["1925년에 지은 근대 건축으로 전시와 공연이 열린다."])
        #expect(!station.hasNoTheme && station.theme != nil)
        let hotel = ThemeLexicon.standard.reading(of: "QX", details: ["호텔"])
        #expect(hotel.hasNoTheme && hotel.theme == nil)
        let beach = ThemeLexicon.standard.reading(of: "해운대호텔", details: ["해변에 선 호텔이다."])
        #expect(beach.hasNoTheme)
        // What stands in parentheses is not what the place is.
        #expect(ThemeLexicon.standard.reading(of: "문경 레일바이크(진남역)").theme != nil)
        #expect(ThemeLexicon.standard.reading(of: "(구)무안역").hasNoTheme)
    }

    @Test("no term is the name of a labelled place")
    func terms() throws {
        let names = Set(try ThemeLabels.own.get().map(\.name))
        for line in ThemeLexicon.standard.text.split(separator: "\n") where line.hasPrefix("concept") {
            for term in line.split(separator: "\t")[3].split(separator: " ") {
                #expect(!names.contains(String(term)), "\(term)")
            }
        }
    }

    @Test(
        "labelled names: 91 % right with the introduction, 87 % by the name alone",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func figures() throws {
        let lexicon = ThemeLexicon.standard
        let (own, shared) = (try ThemeLabels.own.get(), try ThemeLabels.shared.get())
        let sights = shared.filter { !$0.details.isEmpty }
        let table = [
            ("attractions.csv, with the introduction", Self.readings(own, by: lexicon)),
            ("attractions.csv, by the name", Self.readings(own, by: lexicon, withDetails: false)),
            ("shared names, by the name", Self.readings(shared, by: lexicon, withDetails: false)),
            ("those with an introduction, with it", Self.readings(sights, by: lexicon)),
        ]
        var text = "| | names | right | no theme, said so | macro-F1 |\n| --- | --- | --- | --- | --- |\n"
        for (index, (name, readings)) in table.enumerated() {
            let all = Figures(readings)
            let half = Figures(readings.filter { !$0.place.isDevelopment })
            for (name, figures) in [(name, all), ("the half not looked at", half)] {
                text += "| \(name) | \(figures.count) | \(figures.cells) |\n"
            }
            for figures in [all, half] {
                #expect(figures.right >= (index == 0 || index == 3 ? 0.91 : 0.87), "\(name)")
            }
            #expect(all.macroF1 >= 0.75, "\(name)")
        }
        let named = [Figures(table[2].1), Figures(table[2].1.filter { !$0.place.isDevelopment })]
        #expect(named.allSatisfy { $0.none >= 0.9 })
        let settings = table[0].1.filter { $0.place.settings.contains($0.reading.isIndoors ? "실내" : "실외") }
        let indoors = Double(settings.count) / Double(own.count)
        text += "| attractions.csv, indoors or outdoors | \(own.count) | \(String(format: "%.3f", indoors)) | - | - |\n"
        #expect(settings.count >= own.count * 95 / 100, "\(settings.count)")
        if ProcessInfo.processInfo.environment["WAYMARK_FIGURES"] != nil { print(try text + Self.courseFigures()) }
        if ProcessInfo.processInfo.environment["WAYMARK_ERRORS"] != nil {
            for (name, readings) in table {
                for (place, reading) in readings where place.isDevelopment && !place.isRight(reading) {
                    print(name, place.name, place.themes, ThemeLabels.label(reading), reading.terms)
                }
            }
        }
    }
}
