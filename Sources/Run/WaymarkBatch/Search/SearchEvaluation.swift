public import WaymarkAttractions
import WaymarkGeodesy
import WaymarkOrders
import WaymarkSearch
import WaymarkText
import WaymarkThreads

/// Measures how well places are found while their names are typed, key by key, on a two-set keyboard.
///
/// Every name is typed normally, by its 초성, on the wrong keyboard, and with one letter wrong. A place counts as found
/// if any place with its name is among the answers.
public struct SearchEvaluation: Sendable {
    /// The results; each share is of the texts typed in that way.
    public struct Figures: Sendable {
        /// The number of distinct names, and of places.
        public var names = 0, places = 0
        /// The number of keystrokes of all names.
        public var keystrokes = 0
        /// The number of keystrokes after which the wanted name is among the answers.
        public var found = 0
        /// The number of keystrokes after which the wanted name is no longer among the answers, although it was before.
        public var lost = 0
        /// The sum of keystrokes until the wanted name is among the first five; a name that never is counts all its
        /// keystrokes plus one.
        public var untilFirstFive = 0
        /// The same sum for searches with a point within 10 km of the place.
        public var untilFirstFiveNear = 0
        /// The sum of keystrokes until at most five names begin with the typed text: the best possible for any ranking
        /// by names alone.
        public var untilFiveNames = 0
        /// The number of names that are never among the first five, even when completely typed.
        public var neverFirstFive = 0
        /// Names typed by their 초성.
        public var initials = Share()
        /// Names typed on the wrong keyboard.
        public var otherKeyboard = Share()
        /// Names of three syllables or more with one letter wrong, missing, doubled or swapped.
        public var misspelled = Share()
        /// The number of answers to whole syllables whose names do not contain them.
        public var falseAnswers = 0
        /// Names that were not found in one of these ways, with the typed text.
        public var missed: [String] = []
        /// The durations of the searches after all keystrokes, longest first.
        public var times: [Duration] = []

        mutating func add(_ other: Figures) {
            keystrokes += other.keystrokes
            found += other.found
            lost += other.lost
            untilFirstFive += other.untilFirstFive
            untilFirstFiveNear += other.untilFirstFiveNear
            untilFiveNames += other.untilFiveNames
            neverFirstFive += other.neverFirstFive
            initials.add(other.initials)
            otherKeyboard.add(other.otherKeyboard)
            misspelled.add(other.misspelled)
            falseAnswers += other.falseAnswers
            missed += other.missed
            times += other.times
        }

        /// Counts whether a name is found by a text.
        fileprivate mutating func count(
            _ name: String, by text: String, _ share: WritableKeyPath<Figures, Share>,
            _ finds: (_ name: String, _ text: String) -> Bool
        ) {
            let isFound = finds(name, text)
            self[keyPath: share].count(isFound)
            if !isFound { missed.append("\(name) by \(text)") }
        }
    }

    /// A number of successes out of a number of attempts.
    public struct Share: Sendable, Hashable {
        /// The number of attempts, and the number of these that succeeded.
        public var tried: Int, found: Int

        /// Creates a share; by default without attempts.
        public init(tried: Int = 0, found: Int = 0) { (self.tried, self.found) = (tried, found) }

        mutating func add(_ other: Share) {
            tried += other.tried
            found += other.found
        }

        mutating func count(_ isFound: Bool) {
            tried += 1
            found += isFound ? 1 : 0
        }
    }

    private let places: [SearchedPlace]
    private let search: PlaceSearch
    /// The first place of each distinct name, in order.
    private let firsts: [Int]
    /// The number of names that begin with given keystrokes.
    private let beginnings: [[Unicode.Scalar]: Int]

    /// Creates an evaluation of a search of attractions; attractions with the same name count as equal.
    public init(_ attractions: [Attraction]) {
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

    /// The displayed text after each keystroke of each name: queries for other programs.
    public var typed: [(name: String, texts: [String])] {
        firsts.map { (places[$0].name, TwoSetKeyboard.textsWhileTyping(places[$0].name)) }
    }

    /// Types every name and measures the searches.
    ///
    /// - Parameters:
    ///   - seed: The seed for the wrong letters and the points.
    ///   - jobs: The number of threads; the figures except the times do not depend on it.
    /// - Returns: The results.
    /// - Precondition: `jobs` is at least 1.
    public func figures(seed: UInt64 = 1, jobs: Int = 1) -> Figures {
        let all = Guarded(Figures())
        let runs = Runs(of: firsts.count, length: 16)
        runs.share(jobs: jobs) {
            var figures = Figures()
            while let run = runs.next() {
                for number in run { type(firsts[number], number: number, seed: seed, &figures) }
            }
            let part = figures
            all.withLock { $0.add(part) }
        }
        return all.withLock { figures in
            (figures.names, figures.places) = (firsts.count, places.count)
            figures.times.sort(by: >)
            figures.missed.sort()
            return figures
        }
    }

    private func type(_ wanted: Int, number: Int, seed: UInt64, _ figures: inout Figures) {
        let place = places[wanted]
        var generator = SplitMix64(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
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
        _ name: String, _ keys: [Unicode.Scalar], _ generator: inout SplitMix64, _ figures: inout Figures
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
    private static func misspelled(_ keys: [Unicode.Scalar], _ generator: inout SplitMix64) -> [Unicode.Scalar] {
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
    private func point(near place: Coordinate, _ generator: inout SplitMix64) -> Coordinate {
        Sphere.earth.destination(
            from: place, bearing: Double.random(in: 0..<360, using: &generator),
            distance: .kilometers(Double.random(in: 0...10, using: &generator)))
    }
}
