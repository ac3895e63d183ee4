internal import WaymarkGeodesy

/// Courses or trips over a set of places, on which weights are fitted and tested.
public struct VisitData: Sendable {
    /// A course: the distinct places that one list or one traveller named, in order.
    public struct Course: Sendable, Hashable {
        /// The id of the course in the file.
        public var id: String
        /// Positions in the places, or behind them in the other stops.
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

    /// The places that are ranked.
    public let places: RecommendedPlaces
    /// Stops of courses that are not among the places: known as stops, but never to be found. Their positions follow those
    /// of the places.
    public let others: [RecommendedPlace]
    /// The courses over them.
    public let courses: [Course]
    /// The names with themes of each course, to learn from; nil if they are those of its places.
    private let examples: [[ThemeExample]]?
    /// The visit counts over all courses.
    let counts: VisitCounts
    /// The unit of each course, from 0: its visitor, or the course itself if that is unknown. Courses of one visitor are
    /// not independent.
    let units: [Int]
    /// The visits to each theme in all courses of a unit; empty for a course without a visitor.
    private let themeVisits: [[Int]]

    /// Creates data from courses over places.
    ///
    /// - Precondition: The positions in `courses` are positions in `places` or, behind them, in `others`; there are
    ///   examples for each course, if any.
    public init(
        places: RecommendedPlaces, others: [RecommendedPlace] = [], courses: [Course], examples: [[ThemeExample]]? = nil
    ) {
        (self.places, self.others, self.courses, self.examples) = (places, others, courses, examples)
        let count = places.places.count
        counts = VisitCounts(courses.lazy.map { $0.places.filter { $0 < count } }, placeCount: count)
        var (units, numbers): ([Int], [String: Int]) = ([], [:])
        var themeVisits: [[Int]] = []
        for course in courses {
            let unit = course.visitor.flatMap { numbers[$0] } ?? themeVisits.count
            if unit == themeVisits.count {
                themeVisits.append(course.visitor == nil ? [] : [Int](repeating: 0, count: places.themes.count))
            }
            units.append(unit)
            guard let visitor = course.visitor else { continue }
            numbers[visitor] = unit
            for place in course.places where place < count {
                if let theme = places.number(ofTheme: places.places[place].theme) { themeVisits[unit][theme] += 1 }
            }
        }
        (self.units, self.themeVisits) = (units, themeVisits)
    }

    /// The interests of a course's visitor, from the themes of the visitor's other courses; nil if the course has no
    /// visitor.
    func interests(ofVisitorOf course: Int) -> Interests? {
        guard courses[course].visitor != nil else { return nil }
        var visits = themeVisits[units[course]]
        for place in courses[course].places where place < places.places.count {
            if let theme = places.number(ofTheme: places.places[place].theme) { visits[theme] -= 1 }
        }
        return Interests(
            visits: Dictionary(uniqueKeysWithValues: zip(places.themes, visits)), themes: places.themes)
    }

    /// The names of a course that have a theme, as examples to learn from.
    func examples(ofCourse course: Int) -> [ThemeExample] {
        if let examples { return examples[course] }
        return courses[course].places.compactMap { place in
            let place = stop(place)
            return place.theme.map { ThemeExample(name: place.name, theme: $0, setting: "") }
        }
    }

    /// A stop of a course.
    func stop(_ position: Int) -> RecommendedPlace {
        position < places.places.count ? places.places[position] : others[position - places.places.count]
    }

    /// The same courses, with the number of visits to each place as its worth.
    public func worthByVisits() -> VisitData {
        var changed = Array(places.places)
        let visits = changed.indices.map { counts.visits(of: $0, excluding: []) }
        for (i, worth) in RecommendedPlace.worths(byRank: visits).enumerated() { changed[i].worth = worth }
        return VisitData(
            places: RecommendedPlaces(changed), others: others, courses: courses, examples: examples)
    }

    /// The same courses, with themes read from names by a lexicon; without themes if it is nil.
    func relabelled(by lexicon: ThemeLexicon?) -> VisitData {
        func theme(_ place: RecommendedPlace) -> String? { lexicon?.reading(of: place.name).likelyTheme }
        var others = others
        for i in others.indices { others[i].theme = theme(others[i]) }
        return VisitData(
            places: places.with(themes: places.places.map(theme)), others: others, courses: courses, examples: examples)
    }
}
