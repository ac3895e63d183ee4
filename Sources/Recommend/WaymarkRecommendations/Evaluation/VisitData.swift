internal import WaymarkGeodesy

/// Courses or trips over a set of places, on which weights are fitted and tested.
public struct VisitData: Sendable {
    /// A course: the distinct places that one list or one traveller named, in order.
    public struct Course: Sendable, Hashable {
        /// The id of the course in the file.
        public var id: String
        /// Positions in the places.
        public var places: [Int]
        /// The traveller; nil if unknown.
        public var visitor: String?

        /// Creates a course; repeated places are dropped.
        public init(id: String, places: [Int], visitor: String? = nil) {
            var seen: Set<Int> = []
            (self.id, self.visitor) = (id, visitor)
            self.places = places.filter { seen.insert($0).inserted }
        }
    }

    /// The places.
    public let places: RecommendedPlaces
    /// The courses over them.
    public let courses: [Course]
    /// The visit counts over all courses.
    let counts: VisitCounts
    /// The courses of each visitor.
    private let coursesByVisitor: [String: [Int]]

    /// Creates data from courses over places.
    ///
    /// - Precondition: The positions in `courses` are positions in `places`.
    public init(places: RecommendedPlaces, courses: [Course]) {
        (self.places, self.courses) = (places, courses)
        counts = VisitCounts(courses.map(\.places), placeCount: places.places.count)
        coursesByVisitor = Dictionary(
            grouping: courses.indices.filter { courses[$0].visitor != nil }, by: { courses[$0].visitor! })
    }

    /// The interests of a course's visitor, from the themes of the visitor's other courses; nil if the course has no
    /// visitor.
    func interests(ofVisitorOf course: Int) -> Interests? {
        guard let visitor = courses[course].visitor else { return nil }
        var visits: [String: Int] = [:]
        for other in coursesByVisitor[visitor] ?? [] where other != course {
            for place in courses[other].places {
                if let theme = places.places[place].theme { visits[theme, default: 0] += 1 }
            }
        }
        return Interests(visits: visits, themes: places.themes)
    }
}

/// The stops that are held out of a course, to be found again.
public enum EvaluationTask: String, CaseIterable, Sendable {
    /// Each stop in turn, given the others.
    case leftOut = "left-out"
    /// All stops between the first and the last, given those two; only for courses of three stops or more.
    case between
}

/// A question with its answer.
struct HeldOut {
    var data: Int
    var course: Int
    var stops: [Int]
    /// The places to find.
    var truth: [Int]
}

extension VisitData {
    /// The questions of a task, in the order of the courses.
    func questions(_ task: EvaluationTask, data: Int) -> [HeldOut] {
        courses.indices.flatMap { number -> [HeldOut] in
            let places = courses[number].places
            switch task {
            case .leftOut:
                guard places.count > 1 else { return [] }
                return places.map { place in
                    HeldOut(data: data, course: number, stops: places.filter { $0 != place }, truth: [place])
                }
            case .between:
                guard places.count > 2 else { return [] }
                return [
                    HeldOut(
                        data: data, course: number, stops: [places[0], places[places.count - 1]],
                        truth: Array(places[1..<places.count - 1]))
                ]
            }
        }
    }

    /// Creates a scorer that sees nothing of the held-out course.
    func scorer(_ question: HeldOut, task: EvaluationTask, weights: ScoreWeights) -> TripScorer {
        let query = RecommendationQuery(
            stops: question.stops.map { places.places[$0] }, isBetween: task == .between,
            interests: interests(ofVisitorOf: question.course))
        return TripScorer(
            query, places: places, weights: weights, visits: counts,
            excluding: VisitCounts.Excluded(places: Set(courses[question.course].places)))
    }

    /// The list of a simple method: all places except the stops, ties by position.
    func plainList(_ method: Evaluation.Method, _ question: HeldOut, count: Int) -> [Int] {
        let vectors = question.stops.map { places.vectors[$0] }
        let stops = Set(question.stops)
        let course = Set(courses[question.course].places)
        let costs = places.places.indices.filter { !stops.contains($0) }.map { place -> (cost: Double, place: Int) in
            let distances = vectors.map { Sphere.earth.distance(from: places.vectors[place], to: $0).value }
            switch method {
            case .nearest: return (distances.min() ?? 0, place)
            case .sumOfDistances: return (distances.reduce(0, +), place)
            case .popularity, .model, .diverse: return (-counts.visits(of: place, excluding: course), place)
            }
        }
        return costs.sorted(by: <).prefix(count).map(\.place)
    }

    /// The novelty of places: the mean of -log2 of their share of the visits, with one visit added to each place.
    func novelty(_ list: [Int]) -> Double {
        guard !list.isEmpty else { return 0 }
        let sum = list.reduce(0) { $0 - Elementary.logarithm(counts.popularity(of: $1)) }
        return sum / Double(list.count) / Elementary.logarithm(2)
    }

    /// The places of a course that have a theme, as examples to learn from.
    func examples(ofCourse course: Int) -> [ThemeExample] {
        courses[course].places.compactMap { place in
            places.places[place].theme.map { ThemeExample(name: places.places[place].name, theme: $0, setting: "") }
        }
    }

    /// The same courses, with the places' themes read by a lexicon; without themes if it is nil.
    func relabelled(by lexicon: ThemeLexicon?) -> VisitData {
        let guessed = places.places.map { lexicon?.reading(of: $0.name).likelyTheme }
        return VisitData(places: places.with(themes: guessed), courses: courses)
    }
}
