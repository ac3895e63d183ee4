import SearchTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// The index against the obvious slow way: the same hits, in the same order, and the same number of all.
@Suite struct SearchOracleTests {
    /// What a name says as it is spelled is not read in another way; else all that the slow way finds is found, as well or better.
    private func expectEqual(
        _ query: SearchQuery, _ search: PlaceSearch, _ scan: LinearSearch, where isIncluded: ((Int) -> Bool)? = nil
    ) {
        let answers = search.answers(to: query, where: isIncluded)
        var all = query
        all.limit = 100_000
        let scanned = scan.answers(to: all, where: isIncluded)
        if scanned.hits.contains(where: { $0.rung < .otherWord }) {
            #expect(answers.isExact && answers.count == scanned.count, "\(query)")
            #expect(answers.hits == Array(scanned.hits.prefix(query.limit)), "\(query)")
            return
        }
        let others = search.answers(to: all, where: isIncluded)
        #expect(answers.hits == Array(others.hits.prefix(query.limit)), "\(query)")
        let rungs = Dictionary(uniqueKeysWithValues: others.hits.map { ($0.position, $0.rung) })
        #expect(
            scanned.hits.allSatisfy { rungs[$0.position].map { [rung = $0.rung] in $0 <= rung } ?? false }, "\(query)")
        #expect(others.isExact == others.hits.contains { $0.rung <= .kindOrDistrict }, "\(query)")
    }

    @Test("answers equal a linear scan over all names", arguments: 1...12 as ClosedRange<UInt64>)
    func answersEqualScan(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let places = MadePlaces.places([0, 1, 3, 40, 400][Int(seed) % 5], using: &generator)
        let search = PlaceSearch(places)
        let scan = LinearSearch(places)
        for _ in 0..<250 {
            let query = MadePlaces.query(about: places, using: &generator)
            expectEqual(query, search, scan)
        }
    }

    @Test("a filter by position leaves out the same places", arguments: 1...4 as ClosedRange<UInt64>)
    func filterEqualsScan(seed: UInt64) {
        var generator = SplitMix64(seed: seed &+ 100)
        let places = MadePlaces.places(200, using: &generator)
        let search = PlaceSearch(places)
        let scan = LinearSearch(places)
        for _ in 0..<100 {
            let query = MadePlaces.query(about: places, using: &generator)
            let kept = Int.random(in: 1...5, using: &generator)
            expectEqual(query, search, scan) { $0 % kept == 0 }
        }
    }

    @Test(
        "on the shared Korean files answers equal a linear scan",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"), arguments: 1...4 as ClosedRange<UInt64>)
    func sharedAnswersEqualScan(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let all = try KoreanPlaces.shared.get()
        let places = ContiguousArray(all.shuffled(using: &generator).prefix(6000))
        let search = PlaceSearch(places)
        let scan = LinearSearch(places)
        for _ in 0..<30 {
            let query = MadePlaces.query(about: places, using: &generator)
            expectEqual(query, search, scan)
        }
    }

    @Test("the number of threads that build it changes no answer")
    func jobsChangeNothing() {
        var generator = SplitMix64(seed: 5)
        let places = MadePlaces.places(40_000, using: &generator)
        let (one, four) = (PlaceSearch(places), PlaceSearch(places, jobs: 4))
        for _ in 0..<200 {
            let query = MadePlaces.query(about: places, using: &generator)
            #expect(one.answers(to: query) == four.answers(to: query))
        }
    }
}
