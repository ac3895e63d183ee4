import WaymarkBatch
import WaymarkRecommendations

/// Courses or trips over a set of places, on which weights are fitted and tested.
package struct VisitData: Sendable {
    /// A course: the distinct places that one list or one traveller named, in order.
    package struct Course: Sendable, Hashable {
        /// The id of the course in the file.
        package var id: String
        /// Positions in the places, or behind them in the other stops.
        package var places: [Int]
        /// The traveller; nil if unknown.
        package var visitor: String?

        /// Creates a course; repeated places are dropped.
        package init(id: String, places: [Int], visitor: String? = nil) {
            var seen: Set<Int> = []
            (self.id, self.visitor) = (id, visitor)
            self.places = places.filter { seen.insert($0).inserted }
        }
    }

    /// The places that are ranked.
    package let places: RecommendedPlaces
    /// Stops of courses that are not among the places: known as stops, but never to be found. Their positions follow those
    /// of the places.
    package let others: [RecommendedPlace]
    /// The courses over them.
    package let courses: [Course]
    /// The visit counts over all courses.
    let counts: VisitCounts
    /// The unit of each course, from 0: its visitor, or the course itself if that is unknown. Courses of one visitor are
    /// not independent.
    let units: [Int]
    /// Whether the courses are counted in what ships of known places, so that none of them may count where they are asked about.
    package var isCounted = false
    /// The codes of the regions of the places; empty if the table has none.
    package var regions: [String?] = []

    /// Creates data from courses over places.
    ///
    /// - Precondition: The positions in `courses` are positions in `places` or, behind them, in `others`.
    package init(places: RecommendedPlaces, others: [RecommendedPlace] = [], courses: [Course]) {
        (self.places, self.others, self.courses) = (places, others, courses)
        let count = places.places.count
        counts = VisitCounts(courses.lazy.map { $0.places.filter { $0 < count } }, placeCount: count)
        var (units, numbers, next): ([Int], [String: Int], Int) = ([], [:], 0)
        for course in courses {
            let unit = course.visitor.flatMap { numbers[$0] } ?? next
            if unit == next { next += 1 }
            units.append(unit)
            if let visitor = course.visitor { numbers[visitor] = unit }
        }
        self.units = units
    }

    /// A stop of a course.
    func stop(_ position: Int) -> RecommendedPlace {
        position < places.places.count ? places.places[position] : others[position - places.places.count]
    }

    /// The same courses, with the number of visits to each place as its worth.
    package func worthByVisits() -> VisitData {
        var changed = Array(places.places)
        let visits = changed.indices.map { counts.visits(of: $0, excluding: []) }
        for (i, worth) in RecommendedPlace.worths(byRank: visits).enumerated() { changed[i].worth = worth }
        var data = VisitData(places: RecommendedPlaces(changed), others: others, courses: courses)
        data.isCounted = isCounted
        return data
    }
}
