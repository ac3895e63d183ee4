import SearchTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// The index against the obvious slow way: the same hits, in the same order, and the same number of all.
@Suite struct SearchOracleTests {
    /// Only what nothing matches as it is spelled is read in another way.
    private func expectEqual(_ answers: SearchAnswers, _ scanned: SearchAnswers, _ query: SearchQuery) {
        if scanned.count > 0 {
            #expect(answers == scanned, "\(query)")
        } else {
            #expect(answers.hits.allSatisfy { $0.rung > .otherText }, "\(query)")
        }
    }

    @Test("answers equal a linear scan over all names", arguments: 1...12 as ClosedRange<UInt64>)
    func answersEqualScan(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let places = MadePlaces.places([0, 1, 3, 40, 400][Int(seed) % 5], using: &generator)
        let search = PlaceSearch(places)
        let scan = LinearSearch(places)
        for _ in 0..<250 {
            let query = MadePlaces.query(about: places, using: &generator)
            expectEqual(search.answers(to: query), scan.answers(to: query), query)
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
            expectEqual(
                search.answers(to: query) { $0 % kept == 0 }, scan.answers(to: query) { $0 % kept == 0 }, query)
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
            expectEqual(search.answers(to: query), scan.answers(to: query), query)
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
