import TestSupport
import Testing
import WaymarkRecommendations

@Suite struct ThemeLexiconTests {
    /// Themes and settings of the shared courses as lexicons of the other folds guess them.
    private static func guesses(_ rows: [SharedCourses.Row], folds: [Int]) -> [ThemeReading] {
        let examples = rows.map { ThemeExample(name: $0.name, theme: $0.theme, setting: $0.setting) }
        var readings = [ThemeReading?](repeating: nil, count: rows.count)
        for fold in 0..<5 {
            let lexicon = ThemeLexicon.standard.learned(
                from: zip(examples, folds).filter { $1 % 5 != fold }.map(\.0))
            for (i, example) in examples.enumerated() where folds[i] % 5 == fold {
                readings[i] = lexicon.reading(of: example.name)
            }
        }
        return readings.map { $0! }
    }

    static func macroF1(_ pairs: [(truth: String, guess: String)]) -> Double {
        let labels = Set(pairs.map(\.truth))
        return labels.map { label in
            let both = pairs.count { $0.truth == label && $0.guess == label }
            return 2 * Double(both) / Double(pairs.count { $0.truth == label } + pairs.count { $0.guess == label })
        }.reduce(0, +) / Double(labels.count)
    }

    @Test(
        "names of courses that were not learned from: four of five themes are right",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func crossValidation() throws {
        let courses = try SharedCourses.all.get()
        let readings = Self.guesses(courses.rows, folds: courses.courseNumbers)
        let themes = zip(courses.rows, readings).map { (truth: $0.theme, guess: $1.likelyTheme) }
        let settings = zip(courses.rows, readings).map { (truth: $0.setting, guess: $1.likelySetting) }
        let accuracy = Double(themes.count { $0.truth == $0.guess }) / Double(themes.count)
        let settingAccuracy = Double(settings.count { $0.truth == $0.guess }) / Double(settings.count)
        let unknown = Double(readings.count { !$0.isKnown }) / Double(readings.count)
        #expect(accuracy >= 0.80)
        #expect(Self.macroF1(themes) >= 0.70)
        #expect(settingAccuracy >= 0.92)
        #expect(Self.macroF1(settings) >= 0.80)
        #expect(unknown < 0.1)
    }

    @Test(
        "the lexicon that ships is what the courses teach",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func standardIsLearned() throws {
        let examples = try SharedCourses.all.get().rows.map {
            ThemeExample(name: $0.name, theme: $0.theme, setting: $0.setting)
        }
        let text = ThemeLexicon.standard.learned(from: examples).text()
        #expect(text == ThemeLexicon.standard.text())
    }

    @Test("a text that is read and written is the same")
    func roundTrip() throws {
        let text = ThemeLexicon.standard.text(leastWeight: 0)
        let read = try ThemeLexicon(text)
        #expect(read.text(leastWeight: 0) == text)
        #expect(read == ThemeLexicon.standard)
        #expect(read.themes == ["문화/예술", "쇼핑/놀이", "자연/힐링", "종교/역사/전통", "체험/학습/산업", "캠핑/스포츠"])
    }

    @Test(
        "a text that cannot be read says where",
        arguments: [
            ("labels\tthemes\ta\tb\nlabels\tsettings\tc\td\nbias\t0\t0\t0\n", 3),
            ("labels\tthemes\ta\tb\nlabels\tsettings\tc\td\nbias\t0\t0\t0\tnan\n", 3),
            ("// a remark\nlabels\tthemes\ta\n", 2), ("concept\tx\ta\n", 1), ("", 0),
            ("labels\tthemes\ta\tb\nlabels\tsettings\tc\td\n", 0),
        ])
    func faults(text: String, line: Int) {
        #expect { try ThemeLexicon(text) } throws: { ($0 as? ThemeLexiconError)?.line == line }
    }

    @Test("endings count at the end of a word, the last term is the head, and terms explain")
    func terms() throws {
        let lexicon = try ThemeLexicon(
            """
            labels\tthemes\t물\t산
            labels\tsettings\t실내\t실외
            concept\t바다\t물\t해변 만$
            concept\t산\t산\t산$
            bias\t0\t0\t0\t0
            #산!\t0\t2\t0\t1
            #바다!\t2\t0\t0\t1
            """)
        #expect(lexicon.reading(of: "부산 해변").theme == "물")
        #expect(lexicon.reading(of: "부산 해변").terms == ["산$", "해변"])
        #expect(lexicon.reading(of: "해변 뒷산").theme == "산")
        #expect(lexicon.reading(of: "산나물 만둣집").theme == nil)
        // A name that is a term for ends and nothing else is not one.
        #expect(lexicon.reading(of: "산").theme == nil)
        #expect(lexicon.reading(of: "").theme == nil)
        #expect(lexicon.reading(of: "…!").terms.isEmpty)
    }

    @Test("what is told of a place counts where its name tells nothing")
    func details() {
        let silent = ThemeLexicon.standard.reading(of: "QX")
        let told = ThemeLexicon.standard.reading(of: "QX", details: ["천년 고찰의 삼층석탑과 사찰 유적"])
        #expect(silent.theme == nil)
        #expect(told.theme == "종교/역사/전통")
        #expect(told.terms.contains("사찰"))
        let named = ThemeLexicon.standard.reading(of: "QX해수욕장")
        #expect(named == ThemeLexicon.standard.reading(of: "QX해수욕장", details: ["사찰"]))
    }

    @Test("probabilities sum to 1, and learning is the same every time")
    func learning() {
        let examples = ["가사", "나사", "다산", "라산", "마산", "바사"].map {
            ThemeExample(name: $0, theme: $0.hasSuffix("사") ? "절" : "산", setting: "실외")
        }
        let lexicon = ThemeLexicon.standard.learned(from: examples)
        #expect(lexicon == ThemeLexicon.standard.learned(from: examples))
        let reading = lexicon.reading(of: "하사")
        #expect(reading.likelyTheme == "절")
        #expect(abs(reading.probabilities.reduce(0, +) - 1) < 1e-12)
    }
}
