import Foundation
import TestSupport
import Testing
import WaymarkRecommendations

@Suite struct ThemeLexiconTests {
    static func macroF1(_ pairs: [(truth: String, guess: String)]) -> Double {
        let labels = Set(pairs.map(\.truth))
        return labels.map { label in
            let both = pairs.count { $0.truth == label && $0.guess == label }
            return 2 * Double(both) / Double(pairs.count { $0.truth == label } + pairs.count { $0.guess == label })
        }.reduce(0, +) / Double(labels.count)
    }

    @Test("a text that is read and written is the same, with any line ends")
    func roundTrip() throws {
        let text = ThemeLexicon.standard.text
        let read = try ThemeLexicon(text)
        #expect(read.text == text && read == ThemeLexicon.standard)
        for end in ["\r\n", "\u{2028}", "\u{85}", "\u{0C}"] {
            let isSame = try ThemeLexicon(text.replacing("\n", with: end)) == read
            #expect(isSame, "lines that end with \(end.debugDescription)")
        }
        #expect(read.themes == ["문화/예술", "쇼핑/놀이", "자연/힐링", "종교/역사/전통", "체험/학습/산업", "캠핑/스포츠", "먹거리"])
    }

    @Test(
        "a text that cannot be read says where",
        arguments: [
            ("themes\ta\tb\nconcept\tx\ta\n", 2), ("themes\ta\tb\nconcept\tx\tc\ty\n", 2),
            ("themes\ta\tb\nconcept\tx\ta?\ty\toutdoors\n", 2),
            ("themes\ta\tb\nconcept\tx\ta--\ty\n", 2), ("// a remark\nthemes\ta\n", 2),
            ("concept\tx\ta\ty\n", 1), ("", 0), ("themes\ta\tb\nbias\t0\t0\t0\n", 2),
            ("themes\ta\tb\nthemes\ta\tb\n", 2),
        ])
    func faults(text: String, line: Int) {
        #expect { try ThemeLexicon(text) } throws: { ($0 as? ThemeLexiconError)?.line == line }
    }

    @Test("endings count at the end of a word, the last term is the head, and terms explain")
    func terms() throws {
        let lexicon = try ThemeLexicon(
            "themes\t물\t산\nconcept\t바다\t물\t해변 만$\nconcept\t산\t산\t산$ 봉우리$\tindoors\n")
        #expect(lexicon.reading(of: "푸른봉우리 해변").theme == "물")
        #expect(lexicon.reading(of: "푸른봉우리 해변").terms == ["봉우리$", "해변"])
        #expect(lexicon.reading(of: "해변 봉우리").theme == "산" && lexicon.reading(of: "해변 봉우리").isIndoors)
        // A letter at the end counts where no word does, and says nothing of the setting.
        #expect(lexicon.reading(of: "해변 뒷산").theme == "물" && lexicon.reading(of: "해변 뒷산").terms == ["해변"])
        #expect(lexicon.reading(of: "뒷산").theme == "산" && !lexicon.reading(of: "뒷산").isIndoors)
        #expect(lexicon.reading(of: "산나물 만둣집").theme == nil)
        // A name that is a term for ends and nothing else is not one.
        #expect(lexicon.reading(of: "산").theme == nil)
        #expect(lexicon.reading(of: "").theme == nil)
        #expect(lexicon.reading(of: "…!").terms.isEmpty)
        // One letter is no word, and of those in a name the last counts.
        #expect(lexicon.reading(of: "부산 물만").terms == ["만$"])
        #expect(!lexicon.reading(of: "뒷산").isSaidByWord && lexicon.reading(of: "긴 해변").isSaidByWord)
    }

    @Test(
        "every term of the shipped lexicon in Latin letters is read as a whole word, also in the plural, and in no other word"
    )
    func latinTerms() {
        let lexicon = ThemeLexicon.standard
        let terms = lexicon.text.split(separator: "\n").filter { $0.hasPrefix("concept\t") }
            .flatMap { $0.split(separator: "\t")[3].split(separator: " ").map(String.init) }
            .filter { $0.first.map { $0.isASCII && $0.isLetter } ?? false }
        #expect(terms.count > 10)
        for term in terms {
            let word = term.hasSuffix("$") ? String(term.dropLast()) : term
            for name in ["Old \(word)", "Old \(word.uppercased())s", "Old \(word)s of stone", "구 \(word)"] {
                #expect(lexicon.reading(of: name).terms.contains(term), "\(name)")
            }
            for name in ["Old \(word)ral", "Old x\(word)", "Old x\(word)x", "\(word)ral", "x\(word)s"] {
                #expect(!lexicon.reading(of: name).terms.contains(term), "\(name)")
            }
        }
        for name in [
            "Royal Ontario Museum", "Sculpture Garden", "Cusco", "Piccadilly Circus", "Museo de Cuba",
            "Agricultural Museum",
        ] {
            #expect(!lexicon.reading(of: name, details: ["Cultural"]).hasNoTheme, "\(name)")
        }
        // The words of a city hall are not two terms.
        #expect(lexicon.reading(of: "Old City Hall").hasNoTheme)
        for name in ["Kansas City Zoo", "Usher Hall"] { #expect(!lexicon.reading(of: name).hasNoTheme, "\(name)") }
        #expect(lexicon.reading(of: "GS25 역삼점").hasNoTheme && lexicon.reading(of: "CU강남점").hasNoTheme)
    }

    @Test("no place that is named in the panel or in a course of the repository is read as a facility")
    func namedPlaces() throws {
        var count = 0
        for file in ["panel.csv", "courses.csv"] {
            let path = Repository.root.appending(path: "data/\(file)")
            for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n").dropFirst() {
                let name = String(line.split(separator: ",", omittingEmptySubsequences: false)[3])
                #expect(!ThemeLexicon.standard.reading(of: name).hasNoTheme, "\(name)")
                count += 1
            }
        }
        #expect(count > 400)
    }

    @Test("a category that is the name of a theme is the theme, also of a station")
    func statedTheme() {
        let lexicon = ThemeLexicon.standard
        #expect(lexicon.reading(of: "원동역").hasNoTheme)
        let stated = lexicon.reading(of: "원동역", details: ["자연/힐링"])
        #expect(stated.theme == "자연/힐링" && !stated.hasNoTheme)
        #expect(lexicon.reading(of: "석굴암", details: ["캠핑/스포츠"]).theme == "캠핑/스포츠")
    }

    @Test(
        "no stop of a course is a facility where its theme is known",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func courseThemes() throws {
        for row in try SharedCourses.all.get().rows {
            let reading = ThemeLexicon.standard.reading(of: row.name, details: [row.theme])
            #expect(reading.theme == row.theme && !reading.hasNoTheme, "\(row.name)")
        }
    }

    @Test("votes: a guess gives way to what is certain, the details count where the name is a guess")
    func votes() throws {
        let lexicon = try ThemeLexicon(
            "themes\ta\tb\nconcept\tx\ta?\t마을\nconcept\ty\tb\t미술 벽화\nconcept\tz\ta\t유적\n")
        #expect(lexicon.reading(of: "하늘마을").theme == "a")
        #expect(lexicon.reading(of: "미술마을").theme == "b")
        #expect(lexicon.reading(of: "하늘마을", details: ["벽화가 있다"]).theme == "b")
        #expect(lexicon.reading(of: "하늘유적", details: ["벽화가 있다"]).theme == "a")
        // What stands in parentheses is read as details.
        #expect(lexicon.reading(of: "하늘유적(미술)").theme == "a" && lexicon.reading(of: "하늘(미술)").theme == "b")
    }

    @Test("name and details are read together, any letters are")
    func details() {
        let told = ThemeLexicon.standard.reading(of: "QX", details: ["천년 고찰의 삼층석탑과 사찰 유적"])
        #expect(ThemeLexicon.standard.reading(of: "QX").theme == nil && told.theme == "종교/역사/전통")
        for name in ["", "é 사", "👨‍👩‍👧", "(", "()", "(사", "\u{1109}\u{1161}", "漢 산\u{0}"] {
            _ = ThemeLexicon.standard.reading(of: name, details: [name, name])
        }
        #expect(ThemeLexicon.standard.reading(of: "해운대\u{1112}\u{1162}수욕장").theme == "자연/힐링")
    }

    @Test(
        "what is no sight is no evidence at a stop",
        arguments: ["숙소", "회사", "저녁 식사", "성심당", "호텔", "서울역", "우리집", "점심"])
    func stops(name: String) {
        let reading = ThemeLexicon.standard.reading(of: name)
        #expect(reading.theme == nil || !reading.isSaidByWord, "\(reading)")
    }

    @Test(
        "stops of courses: seven of ten themes are those of the editors",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func courses() throws {
        let rows = try SharedCourses.all.get().rows
        let right = rows.count { ThemeLexicon.standard.reading(of: $0.name).theme == $0.theme }
        #expect(right > rows.count * 7 / 10, "\(right) of \(rows.count)")
    }
}
