import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlans
import WaymarkRecommendations
import WaymarkThreads

/// Courses planned anew, from the places of their regions and the counts of the other courses.
package struct CoursePlans: Sendable {
    private let data: VisitData

    /// Courses whose places have regions.
    package init(_ data: VisitData) { self.data = data }

    /// Digits of the code of a region that name the municipality: 43740 of 4374039001.
    private static let municipality = 5

    /// The places of the municipalities of a course, its own among them; ascending.
    package func candidates(_ course: Int) -> [Int] {
        func region(_ place: Int) -> Substring? { data.regions[place]?.prefix(Self.municipality) }
        let own = data.courses[course].places
        let regions = Set(own.compactMap(region))
        return data.places.places.indices.filter { own.contains($0) || region($0).map(regions.contains) ?? false }
    }

    /// How many other courses name each of some places; nil where none does, for then nothing is known.
    package func counts(_ places: [Int], without course: Int) -> [Double?] {
        places.map { place in
            let count = data.courses.indices.count { $0 != course && data.courses[$0].places.contains(place) }
            return count == 0 ? nil : Double(count)
        }
    }

    /// Plans each course anew in the time that it takes itself: the values are F1 of the places between its ends.
    package func figures(jobs: Int) async throws -> PlanFigures {
        var figures = PlanFigures()
        let courses = data.courses.indices.filter { data.courses[$0].places.count > 2 }
        var next = 0
        try await OrderedTasks.run(width: jobs) {
            defer { next += 1 }
            return next < courses.count ? courses[next] : nil
        } work: { (course: Int) in
            // Such as across water, where no way is known.
            do { return try await values(course) } catch is PlanQuestionError { return nil }
        } deliver: { (values: [PlanMethod: Double]?) in
            figures.add(values)
        }
        return figures
    }

    private func values(_ course: Int) async throws -> [PlanMethod: Double]? {
        let candidates = candidates(course)
        let setting = PlanSetting(
            candidates.map { data.places.places[$0] }, counts: counts(candidates, without: course),
            PlanSetting.amongAll(.mixed))
        let order = data.courses[course].places.map { candidates.firstIndex(of: $0)! }
        guard let minutes = try await setting.minutes(through: order) else { return nil }
        let ends = [order[0], order[order.count - 1]].map { setting.places.places[$0].coordinate }
        let wanted = Set(order.dropFirst().dropLast())
        return try await setting.visits(from: ends[0], to: ends[1], minutes: minutes).mapValues { visits in
            // A visit is one of the place that is wanted, if that is the same or seen with it.
            let seen = visits.map { site in
                wanted.sorted().first { setting.places.isAny(of: site, in: [$0]) } ?? site[0]
            }
            return PlanMetrics.f1(Set(seen), wanted: wanted)
        }
    }
}

/// The value of each way for each question.
package struct PlanFigures: Sendable {
    private var values: [PlanMethod: [Double]] = [:]
    private var groups: [Int] = []
    /// The number of questions.
    package private(set) var count = 0
    /// The number of questions that could not be asked.
    package private(set) var skipped = 0

    package init() {}

    /// Adds the values of a question; nil if it could not be asked.
    package mutating func add(_ more: [PlanMethod: Double]?) { add(more.map { $0.mapValues { [$0] } }) }

    /// Adds the values of a question, which are not independent of each other.
    package mutating func add(_ more: [PlanMethod: [Double]]?) {
        guard let more else { return skipped += 1 }
        values.merge(more, uniquingKeysWith: +)
        groups += [Int](repeating: count, count: more[.model]!.count)
        count += 1
    }

    /// The number of values of each way.
    package var valueCount: Int { groups.count }

    /// The mean of a way.
    package func mean(_ method: PlanMethod) -> Estimate { Estimate(values[method]!, groups: groups) }

    /// By how much the plans' is larger than that of a plain way.
    package func gain(over other: PlanMethod) -> Estimate {
        Estimate(zip(values[.model]!, values[other]!).map { $0 - $1 }, groups: groups)
    }
}
