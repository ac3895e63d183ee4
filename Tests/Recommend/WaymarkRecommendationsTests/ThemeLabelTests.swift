import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkRecommendations

@Suite struct ThemeLabelTests {
    /// How many of some labelled places are read right. Names that tell nothing are left out.
    struct Figures {
        var count = 0
        /// The share of right readings.
        var right = 0.0
        /// The share of sights with a right theme.
        var themes = 0.0
        /// The share of right ones of what is read as a facility, and the share of facilities that are; 0 without any.
        var (precision, recall) = (0.0, 0.0)
        /// The mean over the labels of the harmonic mean of precision and recall.
        var macroF1 = 0.0

        init(_ readings: [(place: ThemeLabels.Place, reading: ThemeReading)]) {
            let labelled = readings.filter { $0.place.themes != ["unknown"] }
            func share(_ rows: [(place: ThemeLabels.Place, reading: ThemeReading)]) -> Double {
                Double(rows.count { $0.place.isRight($0.reading) }) / Double(max(1, rows.count))
            }
            count = labelled.count
            right = share(labelled)
            themes = share(labelled.filter { $0.place.themes != ["none"] })
            precision = share(labelled.filter(\.reading.hasNoTheme))
            recall = share(labelled.filter { $0.place.themes == ["none"] })
            let pairs = labelled.map { place, reading in
                let guess = ThemeLabels.label(reading)
                return (truth: place.isRight(reading) ? guess : place.themes[0], guess: guess)
            }
            macroF1 = ThemeLexiconTests.macroF1(pairs)
        }

        var cells: String {
            [themes, precision, recall, macroF1].map { $0 == 0 ? "-" : String(format: "%.3f", $0) }
                .joined(separator: " | ")
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
            // The courses have no theme of food.
            let guess = ThemeLexicon.standard.reading(of: $0.name).theme ?? "unknown"
            return (truth: $0.theme, guess: guess == "먹거리" ? "쇼핑/놀이" : guess)
        }
        let right = Double(pairs.count { $0.truth == $0.guess }) / Double(pairs.count)
        let cells = [right, ThemeLexiconTests.macroF1(pairs)].map { String(format: "%.3f", $0) }
        return "| stops of courses, by the name | \(pairs.count) | \(cells[0]) | - | - | \(cells[1]) |\n"
    }

    @Test("every place of data/attractions.csv has a label")
    func ownLabels() throws {
        let places = try ThemeLabels.own.get()
        let path = Repository.root.appending(path: "data/attractions.csv").path
        let names = try AttractionCatalog(contentsOf: path).attractions.map(\.name)
        #expect(places.map(\.name) == names)
        let known = Set(ThemeLexicon.standard.themes + ["none", "unknown"])
        #expect(places.allSatisfy { known.isSuperset(of: $0.themes) && !$0.themes.isEmpty && $0.themes.count <= 2 })
        #expect(places.allSatisfy { !$0.settings.isEmpty && $0.details.count == 2 })
    }

    @Test("names in clear have labels, and at least 500 are English")
    func clearLabels() throws {
        let places = try ThemeLabels.clear.get()
        let known = Set(ThemeLexicon.standard.themes + ["none", "unknown"])
        #expect(Set(places.map(\.name)).count == places.count && places.count { !$0.isKorean } > 500)
        #expect(places.allSatisfy { known.isSuperset(of: $0.themes) && !$0.themes.isEmpty })
    }

    @Test(
        "the labelled names stand in the shared files",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func sharedLabels() throws {
        let places = try ThemeLabels.shared.get()
        #expect(places.count == 886 && Set(places.map(\.name)).count == 886)
        #expect(!places.contains { $0.name.hasSuffix("is missing") })
        #expect(places.count { $0.themes == ["none"] } > 180)
    }

    @Test("places of data/attractions.csv are read right, and those that were seen wrong")
    func shipped() throws {
        let places = try ThemeLabels.own.get()
        #expect(Figures(Self.readings(places, by: .standard)).right >= 0.92)
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
            "경찰서", "서울대학교병원", "약국", "경기고등학교", "서울대학교", "GS25", "GS25 명동점", "CU", "스타벅스 경복궁점", "이마트",
            "국민은행 명동지점", "대치사거리", "파인힐스골프장", "순천컨트리클럽", "에코촌유스호스텔", "거제시농업개발원", "호텔 타워", "Seoul Station",
            "Incheon International Airport", "Hotel Arts Barcelona", "Green Valley Golf Course",
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
        "labelled names: themes, and what is a facility",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func figures() throws {
        let lexicon = ThemeLexicon.standard
        let own = try ThemeLabels.own.get()
        let all = try own + ThemeLabels.shared.get() + ThemeLabels.clear.get()
        let (korean, english) = (all.filter(\.isKorean), all.filter { !$0.isKorean })
        // The least share of right themes, of all and of the half not looked at.
        let table = [
            ("attractions.csv, with the introduction", Self.readings(own, by: lexicon), (0.92, 0.90)),
            ("attractions.csv, by the name", Self.readings(own, by: lexicon, withDetails: false), (0.87, 0.86)),
            ("Korean, with category and introduction", Self.readings(korean, by: lexicon), (0.90, 0.87)),
            ("Korean, by the name", Self.readings(korean, by: lexicon, withDetails: false), (0.86, 0.83)),
            ("English, with the category", Self.readings(english, by: lexicon), (0.93, 0.91)),
            ("English, by the name", Self.readings(english, by: lexicon, withDetails: false), (0.88, 0.87)),
        ]
        var text = "| | names | themes | facilities: precision | recall | macro-F1 |\n"
        text += "| --- | --- | --- | --- | --- | --- |\n"
        for (name, readings, least) in table {
            let halves = [Figures(readings), Figures(readings.filter { !$0.place.isDevelopment })]
            for (name, figures) in zip([name, "the half not looked at"], halves) {
                text += "| \(name) | \(figures.count) | \(figures.cells) |\n"
            }
            #expect(halves[0].themes >= least.0 && halves[1].themes >= least.1, "\(name)")
            #expect(halves[0].macroF1 >= 0.75, "\(name)")
            if name.hasPrefix("attractions") { continue }
            #expect(halves.allSatisfy { $0.precision >= 0.97 }, "\(name)")
            #expect(halves.allSatisfy { $0.recall >= (name.hasPrefix("English") ? 0.95 : 0.91) }, "\(name)")
        }
        let settings = table[0].1.filter { $0.place.settings.contains($0.reading.isIndoors ? "실내" : "실외") }
        let indoors = Double(settings.count) / Double(own.count)
        text +=
            "| attractions.csv, indoors or outdoors | \(own.count) | \(String(format: "%.3f", indoors)) | - | - | - |\n"
        #expect(settings.count >= own.count * 95 / 100, "\(settings.count)")
        if ProcessInfo.processInfo.environment["WAYMARK_FIGURES"] != nil { print(try text + Self.courseFigures()) }
        if ProcessInfo.processInfo.environment["WAYMARK_ERRORS"] != nil {
            for (name, readings, _) in table {
                for (place, reading) in readings where place.isDevelopment && !place.isRight(reading) {
                    print(name, place.name, place.themes, ThemeLabels.label(reading), reading.terms)
                }
            }
        }
    }

    @Test(
        "what stands in a list of sights is one, unless nobody travels to see it",
        arguments: [
            ("화본역", "관광지", false), ("정동진역", "관광지", false), ("군산세관", "관광지", false), ("서울역", "", true),
            ("Grand Central Terminal", "attraction", false), ("Union Station", "Structure", false),
            ("Hospital de Sant Pau", "Historical", false), ("Edinburgh Bus Station", "", true),
            ("순천컨트리클럽", "관광지", true), ("에코촌유스호스텔", "관광지", true), ("부대시설", "관광단지", true),
            ("Balmoral Hotel", "Historical", false), ("Balmoral Hotel", "Structure", true),
            ("Balmoral Hotel", "attraction", true), ("화본", "역사", false),
        ])
    func listedSights(name: String, category: String, isFacility: Bool) {
        let reading = ThemeLexicon.standard.reading(of: name, details: [category])
        #expect(reading.hasNoTheme == isFacility, "\(reading)")
    }

    @Test(
        "English categories are themes",
        arguments: [
            ("Historical", "종교/역사/전통"), ("Cultural", "문화/예술"), ("Museum", "종교/역사/전통"), ("Park", "자연/힐링"),
            ("Beach", "자연/힐링"), ("Shopping", "쇼핑/놀이"), ("Amusement", "쇼핑/놀이"), ("Entertainment", "쇼핑/놀이"),
            ("Zoo", "쇼핑/놀이"), ("Sport", "캠핑/스포츠"), ("Sports", "캠핑/스포츠"), ("Education", "체험/학습/산업"),
            ("Structure", "종교/역사/전통"), ("Religion", "종교/역사/전통"), ("Restaurant", "먹거리"), ("음식점", "먹거리"),
        ])
    func categories(category: String, theme: String) {
        #expect(ThemeLexicon.standard.reading(of: "QX", details: [category]).theme == theme)
    }

    @Test(
        "a single letter loses against any word, of the name or of the details",
        arguments: [
            ("서대문형무소", "", "종교/역사/전통"), ("국회의사당", "", "종교/역사/전통"), ("불국사", "", "종교/역사/전통"),
            ("벽화 뒷산", "", "문화/예술"), ("가나사", "해변의 백사장", "자연/힐링"), ("가나산", "오래된 사찰", "종교/역사/전통"),
        ])
    func letters(name: String, introduction: String, theme: String) {
        let reading = ThemeLexicon.standard.reading(of: name, details: [introduction])
        #expect(reading.theme == theme && !reading.hasNoTheme, "\(reading)")
    }
}
