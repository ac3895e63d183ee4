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

    private static func examples() throws -> [ThemeExample] {
        try SharedCourses.all.get().rows.map { ThemeExample(name: $0.name, theme: $0.theme, setting: $0.setting) }
    }

    @Test(
        "names of courses that were not learned from: three of four themes are right",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func crossValidation() throws {
        let examples = try Self.examples()
        let evaluation = ThemeEvaluation(examples)
        #expect(evaluation.themes.count == examples.count)
        #expect(evaluation.themes.accuracy >= 0.75)
        #expect(evaluation.themes.macroF1 >= 0.65)
        #expect(try #require(evaluation.settings).accuracy >= 0.9)
        #expect(evaluation.unknown < 0.1)
    }

    @Test("a name is never read by a lexicon that learned from it")
    func foldsByName() {
        // Each name has letters and a theme of its own. A lexicon that knows a name reads it right, any other one cannot.
        let names = (0..<20).map { "\(["가나", "다라", "마바", "사아", "자차"][$0 % 5])\($0 * 7_919 % 97)QX" }
        let examples = (names + names.map { $0 + " " } + names).enumerated().map { number, name in
            ThemeExample(name: name, theme: "\(number % 20)", setting: "")
        }
        let evaluation = ThemeEvaluation(examples)
        #expect(evaluation.themes.count == 60 && evaluation.themes.accuracy == 0 && evaluation.settings == nil)
    }

    @Test(
        "the lexicon that ships is what the courses teach",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func standardIsLearned() throws {
        let text = ThemeLexicon.standard.learned(from: try Self.examples()).text()
        let file = FileManager.default.temporaryDirectory.appending(path: "learned-lexicon.tsv")
        let isLearned = text == ThemeLexicon.standard.text()
        if !isLearned { try text.write(to: file, atomically: true, encoding: .utf8) }
        #expect(isLearned, "what they teach is in \(file.path)")
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

    @Test("name and details are read together")
    func details() {
        let silent = ThemeLexicon.standard.reading(of: "QX")
        let told = ThemeLexicon.standard.reading(of: "QX", details: ["천년 고찰의 삼층석탑과 사찰 유적"])
        #expect(silent.theme == nil)
        #expect(told.theme == "종교/역사/전통")
        #expect(told.terms.contains("사찰"))
        // A beach is one even with a temple beside it; a village may be anything.
        #expect(ThemeLexicon.standard.reading(of: "QX해수욕장", details: ["사찰"]).theme == "자연/힐링")
        #expect(ThemeLexicon.standard.reading(of: "QX마을", details: ["벽화와 조각이 이어진다"]).theme == "문화/예술")
        #expect(ThemeLexicon.standard.reading(of: "QX마을", details: ["고택과 향교가 있다"]).theme == "종교/역사/전통")
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
