import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkWeights

@Suite struct PlanEvaluationTests {
    @Test("the greedy ways, worked out by hand")
    func greedyWays() {
        // A day of 16 hours from 0 along a line and back. 2 is worth most, 1 most for its time, and 3 is nearest but takes long.
        let places: [(at: Double, stay: Double, score: Double)] = [(1, 1, 1), (2, 2, 5), (6, 3, 10), (-0.5, 10, 0.1)]
        let day = GreedyDay(scores: places.map(\.score)) { order in
            var (time, last) = (0.0, 0.0)
            for place in order {
                time += abs(places[place].at - last) + places[place].stay
                last = places[place].at
            }
            return time + abs(last) <= 16 ? time + abs(last) : nil
        } way: { last, next in
            abs(places[next].at - (last.map { places[$0].at } ?? 0))
        }
        #expect(day.visits(.byWorth) == [0, 2])
        #expect(day.visits(.byWorthForTime) == [0, 1])
        #expect(day.visits(.nearest) == [3, 0])
        #expect(day.visits(.equalWorth) == nil)
    }

    @Test("F1 is 2 hits by what is visited and what is wanted")
    func f1() {
        #expect(PlanMetrics.f1([1, 2, 3], wanted: [2, 3, 4, 5]) == 4.0 / 7)
        #expect(PlanMetrics.f1([1, 2], wanted: [2, 1]) == 1)
        #expect(PlanMetrics.f1([1], wanted: [2]) == 0)
        #expect(PlanMetrics.f1([], wanted: Set<Int>()) == 0)
    }

    @Test("a ratio has the error of its units")
    func ratio() {
        let ratio = Estimate(ratioOf: [2, 1, 0], to: [1, 1, 1])
        #expect(ratio.mean == 1)
        #expect(abs(ratio.standardError - 3.0.squareRoot() / 3) < 1e-15)
        #expect(Estimate(ratioOf: [2, 4, 6], to: [1, 2, 3]).standardError == 0)
    }

    /// Places on land in a row to the east, a number of hundred metres from the first.
    private static func places(_ hundreds: [Double]) -> [RecommendedPlace] {
        hundreds.enumerated().map { number, hundreds in
            RecommendedPlace(
                id: "\(number)", name: "Place \(["A", "B", "C", "D", "E", "F"][number])",
                coordinate: try! Coordinate(latitude: 36.6, longitude: 128 + hundreds * 100 / 89_270))
        }
    }

    @Test("one half of the visitors says what places are worth, the other what is seen")
    func halves() {
        let courses = [("a", [0, 1]), ("b", [1]), ("a", [0]), ("c", [0, 2]), ("d", [2])].enumerated().map {
            VisitData.Course(id: "\($0)", places: $1.1, visitor: $1.0)
        }
        let city = CityPlans(VisitData(places: RecommendedPlaces(Self.places([0, 5, 9])), courses: courses))
        #expect(city.halves == [[0, 2], [1, 3]])
        #expect(city.worths(by: [0, 2]) == [2, 1, 1])
        #expect(city.worths(by: [0, 2], countingVisits: true) == [3, 1, 1])
        #expect(city.worths(by: [1, 3]) == [0, 1, 1])
        let visits = [[0: 2, 1: 1], [1: 1], [0: 1, 2: 1], [2: 1]]
        let figures = CityPlans.Figures([.model: [[1], [2]], .nearest: [[0, 1]]], seenBy: [1, 3], visits)
        #expect(figures.seen[.model] == [0, 1, 0, 1])
        #expect(figures.seen[.nearest] == [0, 1, 0, 0])
        #expect(figures.visits(.model) == 2 && figures.visits(.nearest) == 1)
        #expect(figures.ratio(to: .nearest).mean == 2)
    }

    @Test("what most saw is planned, though others are nearer")
    func cities() async throws {
        // 45 minutes each: two of the places fit in two hours.
        let courses =
            (0..<8).map { VisitData.Course(id: "\($0)", places: [0, 3], visitor: "\($0)") }
            + [
                VisitData.Course(id: "8", places: [1], visitor: "8"),
                VisitData.Course(id: "9", places: [2], visitor: "9"),
            ]
        let data = VisitData(places: RecommendedPlaces(Self.places([0, 2, 4, 8])), courses: courses)
        let figures = try await CityPlans(data).figures(minutes: 120, countingVisits: false, jobs: 2)
        #expect(figures.plans == 8)
        #expect(figures.visits(.model) == 2)
        #expect(figures.ratio(to: .equalWorth).mean > 1.2)
        #expect(figures.seen[.byWorth] == figures.seen[.model])
    }

    @Test("a course chooses among its municipalities, by the other courses")
    func courses() async throws {
        var data = VisitData(
            places: RecommendedPlaces(Self.places([0, 10, 20, 30, 40, 50])),
            courses: [
                .init(id: "1", places: [0, 1, 5]), .init(id: "2", places: [1, 2, 3]), .init(id: "3", places: [1, 4]),
            ])
        data.regions = ["1111100001", "1111100002", "1111200001", "2222200001", nil, "1111100003"]
        let plans = CoursePlans(data)
        #expect(plans.candidates(0) == [0, 1, 5])
        #expect(plans.candidates(1) == [0, 1, 2, 3, 5])
        #expect(plans.counts([0, 1, 2], without: 0) == [nil, 2, 1])
        #expect(plans.counts([0, 1, 2], without: 1) == [1, 2, nil])
        let figures = try await plans.figures(jobs: 2)
        // The third has nothing between its ends; the only place between those of the first is found.
        #expect(figures.count == 2 && figures.skipped == 0)
        #expect(figures.mean(.model).mean >= 0.5)
    }

    @Test("values of one question are not independent")
    func figures() {
        var figures = PlanFigures()
        figures.add([.model: [1, 1], .nearest: [0, 1]])
        figures.add(nil as [PlanMethod: [Double]]?)
        figures.add([.model: [0], .nearest: [0]])
        #expect(figures.count == 2 && figures.skipped == 1)
        #expect(figures.mean(.model) == Estimate([1, 1, 0], groups: [0, 0, 1]))
        #expect(figures.gain(over: .nearest) == Estimate([1, 0, 0], groups: [0, 0, 1]))
    }
}
