import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkThreads

/// Plans of a city by what half of its visitors saw, and what the other half saw of them.
package struct CityPlans: Sendable {
    /// The places of the city.
    private let places: [RecommendedPlace]
    /// The number of visits of each visitor to each place.
    private let visits: [[Int: Int]]

    /// Reads visits of travellers, whose numbers are those of their first rows.
    package init(_ data: VisitData) {
        places = Array(data.places.places)
        var visits = [[Int: Int]](repeating: [:], count: (data.units.max() ?? -1) + 1)
        for (course, unit) in zip(data.courses, data.units) {
            for place in course.places where place < places.count { visits[unit][place, default: 0] += 1 }
        }
        self.visits = visits
    }

    /// The visitors with even numbers, and those with odd ones.
    package var halves: [[Int]] { [0, 1].map { half in visits.indices.filter { $0 % 2 == half } } }

    /// The worth of each place by some visitors: their number, or that of their visits.
    package func worths(by visitors: [Int], countingVisits: Bool = false) -> [Double] {
        var worths = [Double](repeating: 0, count: places.count)
        for visitor in visitors {
            for (place, count) in visits[visitor] { worths[place] += countingVisits ? Double(count) : 1 }
        }
        return worths
    }

    /// The visits of all plans of one length.
    package struct Figures: Sendable {
        /// The number of plans of each way.
        package var plans = 0
        /// The number of their visits.
        package var visits: [PlanMethod: Int] = [:]
        /// How many visits of all plans each visitor made, whom the plans did not know.
        package var seen: [PlanMethod: [Double]] = [:]

        package mutating func add(_ other: Figures) {
            plans += other.plans
            visits.merge(other.visits, uniquingKeysWith: +)
            seen.merge(other.seen) { zip($0, $1).map(+) }
        }

        /// How much more the visitors saw of the plans than of those of a plain way.
        package func ratio(to other: PlanMethod) -> Estimate { Estimate(ratioOf: seen[.model]!, to: seen[other]!) }

        /// The mean number of visits.
        package func visits(_ method: PlanMethod) -> Double { Double(visits[method]!) / Double(plans) }
    }

    /// Plans a walk from each place and back, by each half of the visitors.
    package func figures(minutes: Int, countingVisits: Bool, jobs: Int) async throws -> Figures {
        var figures = Figures()
        for (half, visitors) in halves.enumerated() {
            let setting = PlanSetting(
                places, counts: worths(by: visitors, countingVisits: countingVisits), PlanSetting.amongAll(.foot))
            let others = halves[1 - half]
            var start = 0
            try await OrderedTasks.run(width: jobs) {
                defer { start += 1 }
                return start < places.count ? places[start].coordinate : nil
            } work: { (start: Coordinate) in
                try await setting.visits(from: start, to: start, minutes: minutes)
            } deliver: { (plans: [PlanMethod: [[Int]]]) in
                figures.add(Figures(plans, seenBy: others, visits))
            }
        }
        return figures
    }
}

extension CityPlans.Figures {
    /// What some of the visitors saw of a plan.
    package init(_ plans: [PlanMethod: [[Int]]], seenBy visitors: [Int], _ visits: [[Int: Int]]) {
        self.plans = 1
        self.visits = plans.mapValues(\.count)
        seen = plans.mapValues { plan in
            var seen = [Double](repeating: 0, count: visits.count)
            for visitor in visitors { seen[visitor] = Double(plan.joined().count { visits[visitor][$0] != nil }) }
            return seen
        }
    }
}
