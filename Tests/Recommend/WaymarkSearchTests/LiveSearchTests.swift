import SearchTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// Changes by id against a search built anew of what should be there.
@Suite struct LiveSearchTests {
    @Test("after any changes the answers are those of a search built anew", arguments: 1...6 as ClosedRange<UInt64>)
    func changesEqualRebuild(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var places: [String: SearchedPlace] = [:]
        for place in MadePlaces.places(Int(seed) * 30, using: &generator) { places[place.id] = place }
        let live = LiveSearch(places.values, overlayShare: 0.5)
        for round in 0..<40 {
            let new = MadePlaces.places(60, using: &generator)
            var changes: [LiveSearch.Change] = []
            for place in new.prefix(Int.random(in: 0...round, using: &generator)) {
                if Int.random(in: 0..<3, using: &generator) > 0 {
                    changes.append(.insert(place))
                    places[place.id] = place
                } else {
                    changes.append(.remove(place.id))
                    places[place.id] = nil
                }
            }
            live.apply(changes)
            if round == 30 { live.merge() }
            let all = ContiguousArray(places.values)
            let (snapshot, scan) = (live.snapshot(), LinearSearch(all))
            #expect(snapshot.count == all.count)
            for _ in 0..<6 {
                let query = MadePlaces.query(about: all, using: &generator)
                let (answers, wanted) = (snapshot.answers(to: query), scan.answers(to: query))
                // The scan knows only queries as they are spelled.
                if wanted.count == 0 { continue }
                #expect(
                    answers.count == wanted.count && answers.hits.map(Shown.init) == wanted.hits.map(Shown.init),
                    "\(query)")
            }
        }
    }

    /// A hit without its position, which is another in every index.
    private struct Shown: Equatable {
        let id: String
        let name: String
        let rung: SearchRung
        let matched: [Range<Int>]
        let distance: Meters?

        init(_ hit: SearchHit) {
            (id, name, rung, matched, distance) = (hit.id, hit.name, hit.rung, hit.matched, hit.distance)
        }
    }

    @Test("places that change while all are indexed again keep their changes")
    func changesWhilePacking() async {
        let live = LiveSearch([], overlayShare: 0.01)
        for round in 0..<40 {
            live.apply(
                (0..<100).map { number in
                    let id = String(round * 100 + number)
                    return .insert(SearchedPlace(id: id, name: "궁 \(id)", coordinate: coordinate(37, 127)))
                })
            live.remove(String(round * 100))
            live.insert(SearchedPlace(id: "same", name: "탑 \(round)", coordinate: coordinate(37, 127)))
        }
        while live.isPacking { await Task.yield() }
        live.merge()
        let snapshot = live.snapshot()
        #expect(snapshot.count == 40 * 99 + 1 && snapshot.version == 120)
        #expect(snapshot.answers(to: SearchQuery("궁", limit: 0)).count == 40 * 99)
        #expect(snapshot.answers(to: SearchQuery("탑")).hits.map(\.name) == ["탑 39"])
    }

    @Test("of an index of several layers only the places that match as spelled answer")
    func layersAgree() {
        let live = LiveSearch([SearchedPlace(id: "a", name: "경벅궁", coordinate: coordinate(37, 127))])
        live.insert(SearchedPlace(id: "b", name: "경복궁", coordinate: coordinate(37, 127)))
        #expect(live.snapshot().answers(to: SearchQuery("경복궁")).hits.map(\.id) == ["b"])
        #expect(live.snapshot().answers(to: SearchQuery("경복궁 맛집")).droppedWords == ["맛집"])
    }

    @Test("a snapshot never changes")
    func snapshotStays() {
        let live = LiveSearch([SearchedPlace(id: "a", name: "경복궁", coordinate: coordinate(37, 127))])
        let before = live.snapshot()
        live.insert(SearchedPlace(id: "b", name: "경복궁역", coordinate: coordinate(37, 127)))
        live.remove("a")
        live.remove("a")
        #expect(before.answers(to: SearchQuery("경복")).hits.map(\.id) == ["a"])
        #expect(live.snapshot().answers(to: SearchQuery("경복")).hits.map(\.id) == ["b"])
        #expect((before.version, live.snapshot().version) == (0, 2))
    }
}
