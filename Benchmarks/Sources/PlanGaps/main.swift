// Plans instances for so many seconds each and writes a line of JSON about each: Benchmarks/Plans/published_plans.py checks them.
//
// swift run -c release PlanGaps SECONDS < FILES
//
// A line of the input is a published instance and its number of paths, with a tab in between, or a course: a file .csv with a latitude
// and a longitude a line. All of a course is to be seen, from the first to the last of its places; ways are great-circle metres.
import Foundation
import PublishedInstances
import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlans

/// The processor time of this thread: other programs do not count.
struct ProcessorClock: Clock {
    struct Instant: InstantProtocol {
        var time: Duration
        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
        static func < (a: Instant, b: Instant) -> Bool { a.time < b.time }
    }
    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Instant(time: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A line of the output: a plan, or why there is none.
struct Line: Encodable {
    var file: String
    var family: String?
    var error: String?
    var score, bound, seconds: Double?
    var iterations: Int?
    var ending: String?
    var paths: [[Int]]?
}

func course(_ text: String) throws -> PlanProblem {
    let points = try text.split(separator: "\n").map { line in
        let numbers = line.split(separator: ",").map { Double($0)! }
        return try Coordinate(latitude: numbers[0], longitude: numbers[1])
    }
    let last = points.count - 1
    return PlanProblem(
        travel: try TravelMatrix(count: points.count) {
            Sphere.earth.distance(from: points[$0], to: points[$1]).value
        },
        places: (1..<last).map { PlanPlace(node: $0, score: 1, isMust: true) },
        days: [PlanDay(start: 0, end: last, opens: 0, closes: 1e9)])
}

let seconds = Double(CommandLine.arguments[1])!
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
while let input = readLine() {
    let cells = input.split(separator: "\t").map(String.init)
    var line = Line(file: cells[0])
    do {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: cells[0]))
        let isCourse = cells[0].hasSuffix(".csv")
        let instance = isCourse ? nil : try PlanInstance(parsing: [UInt8](bytes), paths: Int(cells[1])!)
        let problem = try instance?.problem ?? course(String(decoding: bytes, as: UTF8.self))
        line.family = instance?.family.rawValue ?? "courses"
        let clock = ProcessorClock()
        let start = clock.now
        let plan = try DayPlan(problem, effort: SearchEffort(budget: .seconds(seconds), clock: clock))
        line.seconds = start.duration(to: clock.now) / .seconds(1)
        line.score = plan.score + (instance?.startScore ?? 0)
        line.bound = plan.bound + (instance?.startScore ?? 0)
        (line.iterations, line.ending) = (plan.iterations, plan.ending.rawValue)
        line.paths = zip(problem.days, plan.days).map { day, visits in
            [day.start] + visits.visits.map { problem.places[$0.place].node } + [day.end]
        }
    } catch {
        line.error = "\(error)"
    }
    print(String(decoding: try encoder.encode(line), as: UTF8.self))
}
