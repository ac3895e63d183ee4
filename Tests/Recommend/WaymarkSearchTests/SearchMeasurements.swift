import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// What a keystroke, building and memory cost: printed for Documentation/Search.md, when asked for.
@Suite(.serialized) struct SearchMeasurements {
    @Test(
        "a keystroke on many names",
        .enabled(
            if: SharedData.isPresent && ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil,
            "WAYMARK_MEASURE=1 measures"))
    func keystrokes() throws {
        let sizes = ProcessInfo.processInfo.environment["WAYMARK_BENCHMARK_SIZES"] ?? "100000,1000000"
        for size in sizes.split(separator: ",").compactMap({ Int($0) }) {
            let places = try KoreanPlaces.copies(size)
            let text = places.reduce(0) { sum, place in
                sum + place.name.utf8.count + (place.category?.utf8.count ?? 0)
                    + place.otherTexts.reduce(0) { $0 + $1.utf8.count }
            }
            let clock = ThreadTime()
            var search = PlaceSearch([])
            let building = clock.measure { search = PlaceSearch(places) }
            print(
                "\(places.count) names (\(try KoreanPlaces.shared.get().count) different rows): built by one thread in \(building), \(search.size) bytes for \(text) of text"
            )
            for withPoint in [false, true] {
                var generator = SplitMix64(seed: 1)
                var times: [(Duration, String, Int)] = []
                var kinds: [String: [Duration]] = [:]
                func ask(_ kind: String, _ text: String, _ place: SearchedPlace) {
                    let query = SearchQuery(text, near: withPoint ? place.coordinate : nil)
                    var count = 0
                    let time = clock.measure { count = search.answers(to: query).count }
                    times.append((time, text, count))
                    kinds[kind, default: []].append(time)
                }
                for _ in 0..<100 {
                    let place = places.randomElement(using: &generator)!
                    let keys = Typing.keys(of: place.name)
                    for count in 1...max(1, min(keys.count, 24)) {
                        ask("typed", Typing.text(Array(keys.prefix(count))), place)
                    }
                    let initials = Typing.initials(place.name)
                    for count in 1...max(1, initials.count) { ask("initials", String(initials.prefix(count)), place) }
                    ask("other keyboard", Typing.latin(keys), place)
                    var wrong = keys
                    if wrong.count > 1 { wrong.swapAt(wrong.count / 2, wrong.count / 2 - 1) }
                    ask("misspelled", Typing.text(wrong), place)
                }
                for key in "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ" { ask("one consonant", String(key), places[0]) }
                for text in ["서울", "경기도 공원", "공원", "어린이", "ㄱㅇ", "어린이 공원 경기"] { ask("common words", text, places[0]) }
                for (kind, times) in kinds.sorted(by: { $0.key < $1.key }) {
                    let sorted = times.sorted()
                    print(
                        "  \(withPoint ? "near" : "    ") \(kind): median \(sorted[sorted.count / 2]), 99 % \(sorted[sorted.count * 99 / 100]), worst \(sorted.last!)"
                    )
                }
                let worst = times.sorted { $0.0 > $1.0 }
                print("  all: 99 % \(worst[worst.count / 100].0); worst", worst.prefix(8))
            }
        }
    }
}

/// Time that the calling thread has had of a processor: what others do meanwhile is not in it.
private struct ThreadTime {
    func measure(_ body: () -> Void) -> Duration {
        let start = Self.now
        body()
        return Self.now - start
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
