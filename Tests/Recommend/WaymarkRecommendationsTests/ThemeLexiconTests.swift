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
        // Any line ends, and numbers in any form.
        let lines = text.split(separator: "\n").map(String.init)
        for end in ["\r\n", "\u{2028}", "\u{85}", "\u{0C}"] {
            let other = try ThemeLexicon(lines.joined(separator: end))
            let isSame = other == read
            #expect(isSame, "lines that end with \(end.debugDescription)")
        }
        let features = lines.drop { $0.hasPrefix("labels") || $0.hasPrefix("concept") || $0.hasPrefix("bias") }
        for count in [2, 3, features.count] {
            let joined = stride(from: features.startIndex, to: features.endIndex, by: count).map {
                features[$0..<min($0 + count, features.endIndex)].joined(separator: "\t")
            }
            let other = try ThemeLexicon((Array(lines.prefix(features.startIndex)) + joined).joined(separator: "\n"))
            let isSame = other == read
            #expect(isSame, "\(count) features to a line")
        }
        let longer = try ThemeLexicon(text.replacing("\t0.5\t", with: "\t0.500000000\t") + "// ")
        let isSame = longer == read
        #expect(isSame, "numbers of many digits")
        #expect(read.themes == ["문화/예술", "쇼핑/놀이", "자연/힐링", "종교/역사/전통", "체험/학습/산업", "캠핑/스포츠"])
    }

    @Test(
        "a text that cannot be read says where",
        arguments: [
            ("labels\tthemes\ta\tb\nlabels\tsettings\tc\td\nbias\t0\t0\t0\n", 3),
            ("labels\tthemes\ta\tb\nlabels\tsettings\tc\td\nbias\t0\t0\t0\tnan\n", 3),
            ("labels\tthemes\ta\tb\nlabels\tsettings\tc\td\nbias\t0\t0\t0\t0\na\t1\t2\t3\t4\tb\t1\t2\t3\n", 4),
            ("labels\tthemes\ta\tb\nlabels\tsettings\tc\td\nbias\t0\t0\t0\t0\na\t1\t2\t3\t4\tb\t1\tx\n", 4),
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

    /// Names made of terms, of parts of terms, and of what has to be read character by character.
    private static func names(_ pieces: [String], using generator: inout SplitMix64) -> [String] {
        let odd = [
            "é", "e\u{301}", "㈜", "·", " ", "-", "K", "İ", "6", "사", "\u{1109}\u{1161}", "漢", "👨‍👩‍👧", "\r\n", "ß", "Q", "",
        ]
        return (0..<3000).map { number in
            (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                if number % 3 == 0, Int.random(in: 0..<3, using: &generator) == 0 {
                    return odd.randomElement(using: &generator)!
                }
                let piece = pieces.randomElement(using: &generator)!
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: return String(piece.prefix(2))
                case 1: return piece + " "
                default: return piece
                }
            }.joined()
        }
    }

    @Test("names are read as by texts and dictionaries, to the last bit", arguments: [false, true])
    func readingEqualsTexts(hasOddLetters: Bool) throws {
        var generator = SplitMix64(seed: 14)
        let odd = """
            labels\tthemes\ta\tb
            labels\tsettings\tc\td
            concept\tx\ta\té 사$ \u{1109}\u{1161}\u{11AB} q$ 漢 사
            concept\ty\tb\t사$ 산 eé kaé
            bias\t0.1\t0.2\t0.3\t0.4
            none\t1\t2\t3\t4
            \u{1109}\u{1161}$\t0.3\t0.7\t-1\t1
            사é\t1.3\t0.7\t-1\t1
            #x\t1.1\t0.1\t1\t0
            #x!\t0.3\t0.4\t1\t0.5
            =b\t0.3\t0.9\t1\t0.5
            """
        let text = hasOddLetters ? odd : ThemeLexicon.standard.text(leastWeight: 0)
        let lexicon = try ThemeLexicon(text)
        let slow = SlowNameReading(text)
        let terms = text.split(separator: "\n").filter { $0.hasPrefix("concept") }
            .flatMap { $0.split(separator: "\t")[3].split(separator: " ").map { String($0).filter { $0 != "$" } } }
        let names = Self.names(terms, using: &generator)
        let details = Self.names(terms, using: &generator)
        var known = 0
        for (i, name) in names.enumerated() {
            let about = i % 2 == 0 ? [details[i], details[names.count - 1 - i]] : []
            let reading = lexicon.reading(of: name, details: about)
            #expect(SlowNameReading.Reading(reading) == slow.reading(of: name, details: about), "\(name), \(about)")
            #expect(lexicon.theme(of: name, details: about) == reading.theme, "\(name), \(about)")
            known += reading.isKnown ? 1 : 0
        }
        #expect(known > 100 && known < names.count)
    }

    @Test(
        "names of real places are read as by texts and dictionaries",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func realNames() throws {
        let slow = SlowNameReading(ThemeLexicon.standard.text(leastWeight: 0))
        for row in try SharedCourses.all.get().rows {
            let reading = ThemeLexicon.standard.reading(of: row.name)
            #expect(SlowNameReading.Reading(reading) == slow.reading(of: row.name, details: []), "\(row.name)")
            #expect(ThemeLexicon.standard.theme(of: row.name) == reading.theme, "\(row.name)")
        }
    }
}
