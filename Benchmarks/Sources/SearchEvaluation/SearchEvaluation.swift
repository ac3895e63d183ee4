import Dispatch
import Foundation
import QueryKinds
import Synchronization
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkSearch

/// How soon places are found while their names are typed, key by key, on a two-set keyboard: `SearchEvaluation FILE...`.
/// `SearchEvaluation --keystrokes FILE...` writes the text after each keystroke as a CSV of queries: query_id, query, name;
/// `--kinds` the queries of each ``QueryKind``, with a column kind.
///
/// `SearchEvaluation --queries QUERIES FILE...` asks a CSV of queries (query, latitude, longitude, meant) instead, where `meant` may be
/// several names separated by `|`. `SearchEvaluation --absent ASKED FILE...` asks 400 names of ASKED that FILE lacks.
///
/// Every name is typed normally, and in each other way of ``QueryKind``. A place counts as found if any place with its
/// name is among the answers.
@main
struct SearchEvaluation {
    static func main() throws {
        var files = Array(CommandLine.arguments.dropFirst())
        let written = files.first.flatMap { ["--keystrokes", "--kinds"].contains($0) ? $0 : nil }
        if written != nil { files.removeFirst() }
        func option(_ name: String) -> String? {
            guard files.first == name, files.count > 2 else { return nil }
            defer { files.removeFirst(2) }
            return files[1]
        }
        let (queries, asked) = (option("--queries"), option("--absent"))
        guard !files.isEmpty else {
            print("SearchEvaluation [--keystrokes | --kinds | --queries QUERIES | --absent ASKED] FILE...")
            exit(64)
        }
        let catalog = AttractionCatalog(try files.flatMap { try AttractionCatalog(contentsOf: $0).attractions })
        let evaluation = SearchEvaluation(catalog)
        if let asked { return try evaluation.askAbsent(asked) }
        if written == "--keystrokes" { return evaluation.writeKeystrokes() }
        if written == "--kinds" { return evaluation.writeKinds() }
        if let queries { return try evaluation.ask(queries) }
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

    init(_ catalog: AttractionCatalog) {
        var names = Set<String>()
        let standings = RecommendedPlaces(catalog).standings
        let places = catalog.attractions.indices.map {
            SearchedPlace(catalog.attractions[$0], standing: standings[$0])
        }
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

    private func field(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

    private func writeKinds() {
        print("query_id,query,name,kind")
        for (number, first) in firsts.enumerated() {
            var generator = Generator(number)
            for kind in QueryKind.allCases {
                guard let query = kind.query(for: places[first].name, using: &generator) else { continue }
                print("\(number),\(field(query)),\(field(places[first].name)),\(field(kind.rawValue))")
            }
        }
    }

    private func writeKeystrokes() {
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
        var generator = Generator(number)
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
        for kind in QueryKind.allCases {
            guard let query = kind.query(for: name, using: &generator) else { continue }
            let begin = ContinuousClock.now
            let hits = search.answers(to: SearchQuery(query, limit: 5)).hits
            let time = ContinuousClock.now - begin
            let isFirst = hits.contains { $0.name == name }
            let isFound = isFirst || finds(name, query)
            figures.kinds[kind, default: KindFigures()].count(isFound: isFound, isFirst: isFirst, time)
            if !isFound { figures.missed.append("\(name) by \(query), \(kind.rawValue)") }
        }
        figures.wrong += search.answers(to: SearchQuery(name)).isExact ? 0 : 1
        let syllables = name.unicodeScalars.filter { 0xAC00...0xD7A3 ~= $0.value }
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
            guard hit.rung < .otherName else { return false }
            // Only letters: the old vowel that texts use as a middle dot is punctuation.
            let name = TwoSetKeyboard.keystrokes(of: hit.name).filter { key in
                key != "\u{318D}" && (key.properties.isAlphabetic || key.properties.numericType != nil)
            }
            return !name.indices.contains { name[$0...].starts(with: keys) }
        }
    }

    /// Asks each query of a file with and without a point, and prints the mean reciprocal ranks.
    private func ask(_ path: String) throws {
        let table = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
        var (with, without): ([Double], [Double]) = ([], [])
        for line in table {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let meant = cells.count == 4 ? Set(cells[3].split(separator: "|").map(String.init)) : []
            guard let place = places.first(where: { meant.contains($0.name) }) else {
                FileHandle.standardError.write(Data("not a query with a known place: \(line)\n".utf8))
                exit(65)
            }
            let own = Double(cells[1]).flatMap { latitude in
                Double(cells[2]).flatMap { try? Coordinate(latitude: latitude, longitude: $0) }
            }
            // Without a point of its own, the query is asked 3 km north-east of the place.
            let near =
                own ?? Sphere.earth.destination(from: place.coordinate, bearing: 45, distance: .kilometers(3))
            with.append(reciprocalRank(of: meant, SearchQuery(cells[0], near: near, limit: 100)))
            // A query with a point is ambiguous without it.
            if own == nil { without.append(reciprocalRank(of: meant, SearchQuery(cells[0], limit: 100))) }
        }
        for (name, ranks) in [("with a point", with), ("without a point", without)] {
            let mean = ranks.reduce(0, +) / Double(max(1, ranks.count))
            let share = 100 * Double(ranks.count { $0 >= 0.2 }) / Double(max(1, ranks.count))
            print(
                String(
                    format: "\(name): mean reciprocal rank %.3f, among the first five %.1f %% of %d", mean, share,
                    ranks.count))
        }
    }

    private func reciprocalRank(of meant: Set<String>, _ query: SearchQuery) -> Double {
        let hits = search.answers(to: query).hits
        let rank = hits.firstIndex { meant.contains($0.name) }.map { 1 / Double($0 + 1) } ?? 0
        if rank < 1 {
            let first = hits.first.map { "\($0.name) (\($0.rung))" } ?? "nothing"
            let names = meant.sorted().joined(separator: "|")
            FileHandle.standardError.write(Data("\(query.text): \(names) \(rank), first is \(first)\n".utf8))
        }
        return rank
    }

    /// Asks names that no place has, and prints how many seem to be found, and what else is answered.
    private func askAbsent(_ path: String) throws {
        let known = Set(places.map(\.name))
        let names = Set(try AttractionCatalog(contentsOf: path).attractions.map(\.name)).subtracting(known).sorted()
        let asked = (0..<min(400, names.count)).map { names[$0 * names.count / min(400, names.count)] }
        func syllables(_ name: String) -> Set<Unicode.Scalar> {
            Set(name.unicodeScalars.filter { 0xAC00...0xD7A3 ~= $0.value })
        }
        func isAlike(_ name: String, _ hit: SearchHit) -> Bool {
            let texts = [hit.name, hit.otherName ?? ""]
            return texts.contains { syllables(name).intersection(syllables($0)).count >= 2 }
                || Self.kinds.contains { kind in name.hasSuffix(kind) && hit.name.hasSuffix(kind) }
        }
        var (meant, within, doubtful, unlike, withUnlike, hits, unlikeHits) = (0, 0, 0, 0, 0, 0, 0)
        for name in asked {
            let answers = search.answers(to: SearchQuery(name))
            guard let first = answers.hits.first else { continue }
            if answers.isExact {
                let keys = TwoSetKeyboard.keystrokes(of: name).filter { $0.properties.isAlphabetic }
                let isWithin = [first.name, first.otherName ?? ""].contains { other in
                    let own = TwoSetKeyboard.keystrokes(of: other).filter { $0.properties.isAlphabetic }
                    return own.indices.contains { own[$0...].starts(with: keys) }
                }
                if isWithin { within += 1 } else { meant += 1 }
                FileHandle.standardError.write(Data("\(name): \(first.name) (\(first.rung))\n".utf8))
                continue
            }
            doubtful += 1
            hits += answers.hits.count
            let others = answers.hits.filter { !isAlike(name, $0) }
            unlikeHits += others.count
            withUnlike += others.isEmpty ? 0 : 1
            FileHandle.standardError.write(
                Data("\(name): \(answers.hits.map { "\($0.name) (\($0.rung))" }.joined(separator: ", "))\n".utf8))
            unlike += isAlike(name, first) ? 0 : 1
        }
        print(
            """
            absent names: \(asked.count); found in longer names \(within), as if meant \(meant), similar \(doubtful), \
            of which the first shares neither kind nor two syllables \(unlike), any \(withUnlike), of \(hits) hits \(unlikeHits)
            """)
    }

    /// The ends of names that say what kind of place it is.
    private static let kinds =
        """
        해수욕장 해변 해안 공원 박물관 미술관 기념관 전시관 체험관 과학관 문학관 시장 마을 거리 길 계곡 폭포 동굴 굴 호수 호 댐 전망대 등대 휴양림 수목원 정원 숲 온천 유원지 관광지 관광단지 \
        단지 랜드 리조트 캠핑장 야영장 사 암 산 봉 섬 도 성 궁 릉 묘 탑 대 정 루 교 다리 항 포구 센터 광장 타워 터 비 서원 향교 고택 생가 목장 농원 저수지 못 약수 습지 스키장 골프장
        """.split(separator: " ").map(String.init)

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
    /// Names typed in other ways.
    var kinds: [QueryKind: KindFigures] = [:]
    /// The number of answers to whole names that are on rungs for what matches nothing as it is spelled.
    var wrong = 0
    /// The number of answers to whole syllables whose names do not contain them.
    var falseAnswers = 0
    /// Names that were not found in one of these ways, with the typed text.
    var missed: [String] = []
    /// The durations of the searches after all keystrokes, longest first.
    var times: [Duration] = []

    mutating func add(_ other: Figures) {
        for path in [
            \Figures.keystrokes, \.found, \.lost, \.untilFirstFive, \.untilFirstFiveNear, \.untilFiveNames,
            \.neverFirstFive, \.falseAnswers, \.wrong,
        ] {
            self[keyPath: path] += other[keyPath: path]
        }
        kinds.merge(other.kinds) { $0.adding($1) }
        missed += other.missed
        times += other.times
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
            ("answers to whole names that are read otherwise", "\(wrong)"),
            ("false answers to whole syllables", "\(falseAnswers)"),
            ("time of a keystroke: median, 99 %, longest", "\(time(0.5)), \(time(0.01)), \(time(0))"),
        ]
        let kinds = QueryKind.allCases.compactMap { kind in self.kinds[kind].map { "\(kind.rawValue): \($0.text)" } }
        return (rows.map { "\($0.0): \($0.1)" } + kinds).joined(separator: "\n")
    }
}

/// The results of one kind of query.
private struct KindFigures {
    private var (tried, found, first): (Int, Int, Int) = (0, 0, 0)
    private var times: [Duration] = []

    mutating func count(isFound: Bool, isFirst: Bool, _ time: Duration) {
        tried += 1
        found += isFound ? 1 : 0
        first += isFirst ? 1 : 0
        times.append(time)
    }

    func adding(_ other: KindFigures) -> KindFigures {
        var sum = self
        sum.tried += other.tried
        sum.found += other.found
        sum.first += other.first
        sum.times += other.times
        return sum
    }

    var text: String {
        let sorted = times.sorted()
        let late = sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
        return String(
            format: "found %.1f %%, among the first five %.1f %% of %d, 99 %% within %.2f ms",
            100 * Double(found) / Double(max(1, tried)), 100 * Double(first) / Double(max(1, tried)), tried,
            late / .milliseconds(1))
    }
}

/// A number of successes out of a number of attempts.
private struct Share {
    var tried = 0
    var found = 0
}

/// SplitMix64: the same letters in every run.
private struct Generator: RandomNumberGenerator {
    private var state: UInt64

    /// The letters for the name of a number.
    init(_ number: Int) { state = 1 &+ UInt64(number) &* 0x9E37_79B9 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
