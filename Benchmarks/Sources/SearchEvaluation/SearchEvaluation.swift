import Dispatch
import Foundation
import Synchronization
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkSearch

/// How soon places are found while their names are typed, key by key, on a two-set keyboard: `SearchEvaluation FILE...`.
/// `SearchEvaluation --keystrokes FILE...` writes the text after each keystroke as a CSV of queries: query_id, query, name.
///
/// Every name is typed normally, by its 초성, on the wrong keyboard, and with one letter wrong. A place counts as found
/// if any place with its name is among the answers.
@main
struct SearchEvaluation {
    static func main() throws {
        var files = Array(CommandLine.arguments.dropFirst())
        let isTyping = files.first == "--keystrokes"
        if isTyping { files.removeFirst() }
        guard !files.isEmpty else {
            print("SearchEvaluation [--keystrokes] FILE...")
            exit(64)
        }
        let evaluation = SearchEvaluation(try files.flatMap { try AttractionCatalog(contentsOf: $0).attractions })
        if isTyping { return evaluation.writeKeystrokes() }
        let figures = evaluation.figures()
        print(figures.text)
        for missed in figures.missed.prefix(20) {
            FileHandle.standardError.write(Data("not found: \(missed)\n".utf8))
        }
    }

    private let places: [SearchedPlace]
    private let search: PlaceSearch
    /// The first place of each distinct name, in order.
    private let firsts: [Int]
    /// The number of names that begin with given keystrokes.
    private let beginnings: [[Unicode.Scalar]: Int]

    init(_ attractions: [Attraction]) {
        var names = Set<String>()
        let places = attractions.map { SearchedPlace($0) }
        self.places = places
        search = PlaceSearch(places)
        firsts = places.indices.filter { names.insert(places[$0].name).inserted }
        var beginnings: [[Unicode.Scalar]: Int] = [:]
        for name in names {
            let keys = TwoSetKeyboard.keystrokes(of: name)
            for count in 0..<keys.count { beginnings[Array(keys[...count]), default: 0] += 1 }
        }
        self.beginnings = beginnings
    }

    private func writeKeystrokes() {
        func field(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
        print("query_id,query,name")
        for (number, first) in firsts.enumerated() {
            let name = places[first].name
            for (key, text) in TwoSetKeyboard.textsWhileTyping(name).enumerated() {
                print("\(number).\(key + 1),\(field(text)),\(field(name))")
            }
        }
    }

    /// Types every name and measures the searches.
    private func figures() -> Figures {
        let all = Mutex(Figures())
        let workers = ProcessInfo.processInfo.activeProcessorCount
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            var figures = Figures()
            for number in stride(from: worker, to: firsts.count, by: workers) {
                type(firsts[number], number: number, &figures)
            }
            all.withLock { $0.add(figures) }
        }
        return all.withLock { figures in
            (figures.names, figures.places) = (firsts.count, places.count)
            figures.times.sort(by: >)
            figures.missed.sort()
            return figures
        }
    }

    private func type(_ wanted: Int, number: Int, _ figures: inout Figures) {
        let place = places[wanted]
        var generator = Generator(state: 1 &+ UInt64(number) &* 0x9E37_79B9)
        let near = point(near: place.coordinate, &generator)
        let keys = TwoSetKeyboard.keystrokes(of: place.name)
        var (first, firstNear, wasFound) = (keys.count + 1, keys.count + 1, false)
        for (count, text) in TwoSetKeyboard.textsWhileTyping(place.name).enumerated() {
            figures.keystrokes += 1
            let begin = ContinuousClock.now
            let hits = search.answers(to: SearchQuery(text, limit: 5)).hits
            figures.times.append(ContinuousClock.now - begin)
            let isFound = hits.contains { $0.name == place.name } || finds(place.name, text)
            figures.found += isFound ? 1 : 0
            // A leading blank or bracket is not a letter yet.
            figures.lost += wasFound && !isFound ? 1 : 0
            wasFound = wasFound || isFound
            if first > keys.count, hits.contains(where: { $0.name == place.name }) { first = count + 1 }
            if firstNear > keys.count,
                search.answers(to: SearchQuery(text, near: near, limit: 5)).hits.contains(where: {
                    $0.name == place.name
                })
            {
                firstNear = count + 1
            }
        }
        figures.untilFirstFive += first
        figures.untilFirstFiveNear += firstNear
        figures.neverFirstFive += first > keys.count ? 1 : 0
        figures.untilFiveNames +=
            keys.indices.first { beginnings[Array(keys[...$0]), default: 0] <= 5 }.map { $0 + 1 } ?? keys.count
        typeOtherwise(place.name, keys, &generator, &figures)
    }

    /// Types a name in all other ways.
    private func typeOtherwise(
        _ name: String, _ keys: [Unicode.Scalar], _ generator: inout Generator, _ figures: inout Figures
    ) {
        let syllables = name.unicodeScalars.filter { 0xAC00...0xD7A3 ~= $0.value }
        if !syllables.isEmpty {
            figures.count(name, by: Self.initials(of: name), \.initials, finds)
        }
        let latin = TwoSetKeyboard.latin(ofHangul: name)
        let other = latin == name ? TwoSetKeyboard.hangul(ofLatin: name) : latin
        figures.count(name, by: other, \.otherKeyboard, finds)
        if syllables.count >= 3 {
            let wrong = TwoSetKeyboard.text(of: Self.misspelled(keys, &generator))
            figures.count(name, by: wrong, \.misspelled, finds)
        }
        // Every prefix of whole syllables.
        for count in syllables.indices {
            let text = String(String.UnicodeScalarView(syllables[...count]))
            figures.falseAnswers += falseAnswers(to: text)
        }
    }

    private func finds(_ name: String, _ text: String) -> Bool {
        search.answers(to: SearchQuery(text, limit: 0), where: { places[$0].name == name }).count > 0
    }

    /// The number of answers whose names do not contain the query's keystrokes, although they are on a rung above other
    /// keyboards.
    private func falseAnswers(to text: String) -> Int {
        let keys = TwoSetKeyboard.keystrokes(of: text)
        return search.answers(to: SearchQuery(text, limit: 50)).hits.count { hit in
            guard hit.rung < .otherKeyboard else { return false }
            // Only letters: the old vowel that texts use as a middle dot is punctuation.
            let name = TwoSetKeyboard.keystrokes(of: hit.name).filter { key in
                key != "\u{318D}" && (key.properties.isAlphabetic || key.properties.numericType != nil)
            }
            return !name.indices.contains { name[$0...].starts(with: keys) }
        }
    }

    /// The 초성 of a name; digits and Latin letters are kept.
    private static func initials(of name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    0xAC00...0xD7A3 ~= scalar.value
                        ? TwoSetKeyboard.keystrokes(of: String(scalar)).first ?? scalar : scalar
                }))
    }

    /// Keystrokes with one Hangul letter wrong, missing, doubled or swapped with the next.
    private static func misspelled(_ keys: [Unicode.Scalar], _ generator: inout Generator) -> [Unicode.Scalar] {
        let letters = keys.indices.filter { "ㄱ"..."ㅣ" ~= keys[$0] }
        guard let at = letters.randomElement(using: &generator) else { return keys }
        var wrong = keys
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            // Another consonant or vowel, as if a wrong key was hit.
            let (consonants, vowels) = (Array("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars), Array("ㅏㅐㅑㅓㅔㅕㅗㅛㅜㅠㅡㅣ".unicodeScalars))
            let kind = "ㅏ"..."ㅣ" ~= keys[at] ? vowels : consonants
            wrong[at] = kind.filter { $0 != keys[at] }.randomElement(using: &generator) ?? keys[at]
        case 1: wrong.remove(at: at)
        case 2: wrong.insert(keys[at], at: at)
        default: if at + 1 < wrong.count { wrong.swapAt(at, at + 1) }
        }
        return wrong
    }

    /// A point up to 10 km away.
    private func point(near place: Coordinate, _ generator: inout Generator) -> Coordinate {
        Sphere.earth.destination(
            from: place, bearing: Double.random(in: 0..<360, using: &generator),
            distance: .kilometers(Double.random(in: 0...10, using: &generator)))
    }
}

/// The results.
private struct Figures {
    var (names, places) = (0, 0)
    /// The number of keystrokes of all names.
    var keystrokes = 0
    /// The number of keystrokes after which the wanted name is among the answers.
    var found = 0
    /// The number of keystrokes after which the wanted name is no longer among the answers, although it was before.
    var lost = 0
    /// The sum of keystrokes until the wanted name is among the first five; a name that never is counts all its
    /// keystrokes plus one.
    var untilFirstFive = 0
    /// The same sum for searches with a point within 10 km of the place.
    var untilFirstFiveNear = 0
    /// The sum of keystrokes until at most five names begin with the typed text: the best possible for any ranking
    /// by names alone.
    var untilFiveNames = 0
    /// The number of names that are never among the first five, even when completely typed.
    var neverFirstFive = 0
    /// Names typed by their 초성, on the wrong keyboard, and with one letter wrong if they have three syllables or more.
    var (initials, otherKeyboard, misspelled) = (Share(), Share(), Share())
    /// The number of answers to whole syllables whose names do not contain them.
    var falseAnswers = 0
    /// Names that were not found in one of these ways, with the typed text.
    var missed: [String] = []
    /// The durations of the searches after all keystrokes, longest first.
    var times: [Duration] = []

    mutating func add(_ other: Figures) {
        for path in [
            \Figures.keystrokes, \.found, \.lost, \.untilFirstFive, \.untilFirstFiveNear, \.untilFiveNames,
            \.neverFirstFive, \.falseAnswers, \.initials.tried, \.initials.found, \.otherKeyboard.tried,
            \.otherKeyboard.found, \.misspelled.tried, \.misspelled.found,
        ] {
            self[keyPath: path] += other[keyPath: path]
        }
        missed += other.missed
        times += other.times
    }

    /// Counts whether a name is found by a text.
    mutating func count(
        _ name: String, by text: String, _ share: WritableKeyPath<Figures, Share>,
        _ finds: (_ name: String, _ text: String) -> Bool
    ) {
        self[keyPath: share].tried += 1
        if finds(name, text) { self[keyPath: share].found += 1 } else { missed.append("\(name) by \(text)") }
    }

    /// The figures, one per line.
    var text: String {
        func mean(_ sum: Int) -> String { String(format: "%.2f", Double(sum) / Double(max(1, names))) }
        func share(_ share: Share) -> String {
            let percent = String(format: "%.2f", 100 * Double(share.found) / Double(max(1, share.tried)))
            return "\(percent) % (\(share.found) of \(share.tried))"
        }
        func time(_ share: Double) -> String {
            if times.isEmpty { return "-" }
            let time = times[min(times.count - 1, Int(share * Double(times.count)))]
            return String(format: "%.0f µs", time / .microseconds(1))
        }
        let rows: [(String, String)] = [
            ("places, different names", "\(places), \(names)"),
            ("keystrokes a name", mean(keystrokes)),
            ("keystrokes with the name among the answers", share(Share(tried: keystrokes, found: found))),
            ("keystrokes at which it is lost again", "\(lost)"),
            ("keystrokes until it is among the first five", mean(untilFirstFive)),
            ("the same with a point within 10 km", mean(untilFirstFiveNear)),
            ("until no more than five names begin so", mean(untilFiveNames)),
            ("names never among the first five", "\(neverFirstFive)"),
            ("found by 초성", share(initials)),
            ("found on the wrong keyboard", share(otherKeyboard)),
            ("found with one random letter wrong", share(misspelled)),
            ("false answers to whole syllables", "\(falseAnswers)"),
            ("time of a keystroke: median, 99 %, longest", "\(time(0.5)), \(time(0.01)), \(time(0))"),
        ]
        return rows.map { "\($0.0): \($0.1)" }.joined(separator: "\n")
    }
}

/// A number of successes out of a number of attempts.
private struct Share {
    var tried = 0
    var found = 0
}

/// SplitMix64: the same letters in every run.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
