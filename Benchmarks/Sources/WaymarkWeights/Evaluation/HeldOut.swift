import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations

/// What is held out of a course, to be found again.
package enum EvaluationTask: String, CaseIterable, Sendable {
    /// Each place of a course, from the others: what belongs into a trip.
    case leftOut = "left-out"
    /// The other places of a course, from one stop of which only the location is known: what is around a hotel or station.
    case around
    /// Each place between the first and the last of a course, from the others in their order: what lies along a route.
    case along
    /// All places between the first and the last of a course, from these two.
    case between
}

/// A question with its answer.
struct HeldOut: Sendable {
    var data: Int
    var course: Int
    /// The position in the course that the question is about; 0 if it is about all between the ends.
    var position: Int
}

extension VisitData {
    /// The number of places up to which a course is asked about; each question costs by its stops.
    package static let maxCourse = 100

    /// The questions of a task, in the order of the courses.
    func questions(_ task: EvaluationTask, data: Int) -> [HeldOut] {
        let count = places.places.count
        return courses.indices.flatMap { number -> [HeldOut] in
            let course = courses[number].places
            guard course.count <= Self.maxCourse else { return [] }
            let asked: [Int] =
                switch task {
                case .leftOut: course.count > 1 ? course.indices.filter { course[$0] < count } : []
                case .around:
                    course.indices.filter { at in course.indices.contains { $0 != at && course[$0] < count } }
                case .along: course.count > 2 ? (1..<course.count - 1).filter { course[$0] < count } : []
                case .between: course.count > 2 && course[1..<course.count - 1].contains { $0 < count } ? [0] : []
                }
            return asked.map { HeldOut(data: data, course: number, position: $0) }
        }
    }

    /// The stops of a question.
    func stops(of question: HeldOut, _ task: EvaluationTask) -> [RecommendedPlace] {
        let course = courses[question.course].places
        switch task {
        case .leftOut, .along: return course.indices.filter { $0 != question.position }.map { stop(course[$0]) }
        case .around:
            let stop = stop(course[question.position])
            // No id of a place is empty.
            return [RecommendedPlace(id: "", name: "", coordinate: stop.coordinate)]
        case .between: return [stop(course[0]), stop(course[course.count - 1])]
        }
    }

    /// The places to find.
    func truth(of question: HeldOut, _ task: EvaluationTask) -> [Int] {
        let course = courses[question.course].places
        switch task {
        case .leftOut, .along: return [course[question.position]]
        case .around: return course.indices.filter { $0 != question.position }.map { course[$0] }.filter(isRanked)
        case .between: return course[1..<course.count - 1].filter(isRanked)
        }
    }

    private func isRanked(_ position: Int) -> Bool { position < places.places.count }

    /// The place that a question does not ask for although it is not a stop: that at a stop of which only the location is
    /// known.
    func hidden(by question: HeldOut, _ task: EvaluationTask) -> Int? {
        task == .around ? courses[question.course].places[question.position] : nil
    }

    /// Creates a scorer that sees nothing of the held-out course.
    func scorer(_ question: HeldOut, _ task: EvaluationTask, weights: ScoreWeights) -> TripScorer {
        TripScorer(
            stops(of: question, task), isBetween: task == .between || task == .along, places: places, weights: weights,
            visits: counts, excluding: Set(courses[question.course].places.filter(isRanked)), isCounted: isCounted)
    }

    /// The lists of the simple methods: of the places that the model may name too, ties by position.
    func plainLists(
        _ question: HeldOut, _ task: EvaluationTask, _ scorer: TripScorer, count: Int
    ) -> [Evaluation.Method: [Int]] {
        let vectors = stops(of: question, task).map { UnitVector($0.coordinate) }
        let course = Set(courses[question.course].places)
        let hidden = hidden(by: question, task)
        var costs: [Evaluation.Method: [(cost: Double, place: Int)]] = [:]
        for place in places.places.indices where place != hidden {
            var (nearest, sum) = (Double.infinity, 0.0)
            for vector in vectors {
                let distance = Sphere.earth.distance(from: UnitVector(places.places[place].coordinate), to: vector)
                    .value
                (nearest, sum) = (min(nearest, distance), sum + distance)
            }
            costs[.nearest, default: []].append((nearest, place))
            costs[.sumOfDistances, default: []].append((sum, place))
            costs[.popularity, default: []].append((-counts.visits(of: place, excluding: course), place))
        }
        return costs.mapValues { costs in
            // Most questions need no more than the first of all places.
            for room in [count + 40, costs.count] {
                let open = Self.least(room, of: costs).lazy.map(\.place).filter { scorer.parts(of: $0) != nil }
                let list = Array(open.prefix(count))
                if list.count == count || room >= costs.count { return list }
            }
            return []
        }
    }

    /// The first of some pairs in ascending order.
    private static func least(_ count: Int, of costs: [(cost: Double, place: Int)]) -> [(cost: Double, place: Int)] {
        if count >= costs.count { return costs.sorted(by: <) }
        var kept = costs.prefix(count).sorted(by: <)
        for cost in costs.dropFirst(count) where cost < kept[count - 1] {
            var (low, high) = (0, count - 1)
            while low < high {
                let middle = (low + high) / 2
                if kept[middle] < cost { low = middle + 1 } else { high = middle }
            }
            kept.removeLast()
            kept.insert(cost, at: low)
        }
        return kept
    }

    /// The rivals of an answer: the 100 places nearest to the stops, by the mean logarithm of distances, of those that are
    /// among the 100 nearest to a stop.
    func rivals(_ question: HeldOut, _ task: EvaluationTask) -> [(place: Int, parts: PartValues)] {
        // Weights above zero, so that every part has its value.
        let scorer = scorer(question, task, weights: ScoreWeights(checked: PartValues(repeating: 1)))
        let hidden = hidden(by: question, task)
        var near: Set<Int> = []
        for stop in stops(of: question, task) {
            for match in places.index.nearest(to: stop.coordinate, count: WeightFitting.rivalCount + 1) {
                near.insert(match.index)
            }
        }
        let costs = near.filter { $0 != hidden }.map { (cost: scorer.remoteness(of: $0), place: $0) }
        let open = costs.sorted(by: <).lazy.compactMap { cost in
            scorer.parts(of: cost.place).map { (place: cost.place, parts: $0) }
        }
        return Array(open.prefix(WeightFitting.rivalCount))
    }
}
