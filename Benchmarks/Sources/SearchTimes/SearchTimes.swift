import Foundation
import QueryKinds
import WaymarkAttractions
import WaymarkPlaces
import WaymarkSearch

/// What a keystroke, building and memory cost: `SearchTimes COUNT NAME-COLUMN=FILE...`.
///
/// The names of the files together, repeated with a number behind them until there are COUNT, typed key by key. Times are those that one
/// thread had of a processor, so that other work on the machine is not in them.
@main
enum SearchTimes {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, arguments.count > 1 else {
            print("SearchTimes COUNT NAME-COLUMN=FILE...")
            exit(64)
        }
        let different = try arguments.dropFirst().flatMap(places)
        let places = (0..<count).map { number in
            var place = different[number % different.count]
            let copy = number / different.count
            if copy > 0 { place.name += " \(copy + 1)" }
            place.id = "\(number)"
            return place
        }
        let text = places.reduce(0) { sum, place in
            ([place.name, place.category ?? ""] + place.addresses + place.otherTexts).reduce(sum) { $0 + $1.utf8.count }
        }
        var search = PlaceSearch([])
        let building = time { search = PlaceSearch(places) }
        print(
            "\(count) names, \(different.count) of them different rows: built in \(milliseconds(building)) ms by one thread"
        )
        print("index: \(search.indexSize) bytes for \(text) of text")
        for isNear in [false, true] { measure(search, places, isNear: isNear) }
        let found = search
        for _ in 0..<3 {
            let narrowed = try await session(SearchSession(found), places)
            let anew = try await session(SearchSession { found.answers(to: $0) }, places)
            print("a key in a session, mean: \(milliseconds(narrowed)) ms; all searched anew: \(milliseconds(anew)) ms")
        }
    }

    private static func places(_ argument: String) throws -> [SearchedPlace] {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        let columns = PlaceColumnNames(name: parts.count > 1 ? parts[0] : nil)
        let catalog = try AttractionCatalog(
            contentsOf: parts[parts.count - 1], options: CatalogOptions(columns: columns))
        return catalog.attractions.map { SearchedPlace($0) }
    }

    private static func measure(_ search: PlaceSearch, _ places: [SearchedPlace], isNear: Bool) {
        var generator = Generator()
        var times: [String: [Duration]] = [:]
        func ask(_ kind: String, _ text: String, _ place: SearchedPlace) {
            let query = SearchQuery(text, near: isNear ? place.coordinate : nil)
            times[kind, default: []].append(time { precondition(search.answers(to: query).hits.count <= 10) })
        }
        for _ in 0..<100 {
            let place = places.randomElement(using: &generator)!
            for text in TwoSetKeyboard.textsWhileTyping(place.name).prefix(24) { ask("a key typed", text, place) }
            let initials = String(
                String.UnicodeScalarView(
                    place.name.unicodeScalars.map { TwoSetKeyboard.keystrokes(of: String($0)).first ?? $0 }))
            for count in 1...max(1, initials.count) { ask("초성", String(initials.prefix(count)), place) }
            for kind in QueryKind.allCases {
                if let query = kind.query(for: place.name, using: &generator) { ask(kind.rawValue, query, place) }
            }
        }
        // What is common, long or says nothing.
        for text in [
            "공원 공원 공원 공원 공원 공원 공원 공원", "공원공원공원공원공원공원공원공원", "공원 어린이 근린 서울 정류장 학교", "123456789", "seoul children park",
            "어린이공원놀이터주차장", "서울 어린이 공원 맛집",
        ] {
            for _ in 0..<5 { ask(text, text, places[0]) }
        }
        for key in "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ" { ask("one consonant", String(key), places[0]) }
        print(isNear ? "with a point:" : "without a point:")
        times["all"] = times.values.flatMap { $0 }
        for (kind, times) in times.sorted(by: { $0.key < $1.key }) {
            let sorted = times.sorted()
            let figures = [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], sorted[sorted.count - 1]]
            print(
                "  \(kind): median, 99 %, longest of \(sorted.count): \(figures.map(milliseconds).joined(separator: ", ")) ms"
            )
        }
    }

    /// The mean time of a key, of all threads together: names are typed to the end, and each update is waited for.
    private static func session(_ session: SearchSession, _ places: [SearchedPlace]) async throws -> Duration {
        var (generator, keys) = (Generator(), 0)
        var updates = session.updates.makeAsyncIterator()
        let start = processorTime(CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<100 {
            let place = places.randomElement(using: &generator)!
            for text in TwoSetKeyboard.textsWhileTyping(place.name) {
                session.type(SearchQuery(text))
                guard await updates.next() != nil else { throw CancellationError() }
                keys += 1
            }
        }
        return (processorTime(CLOCK_PROCESS_CPUTIME_ID) - start) / keys
    }

    private static func milliseconds(_ time: Duration) -> String { String(format: "%.3f", time / .milliseconds(1)) }

    private static func time(_ body: () -> Void) -> Duration {
        let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
        body()
        return processorTime(CLOCK_THREAD_CPUTIME_ID) - start
    }

    private static func processorTime(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// SplitMix64: the same names in every run.
private struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
