// Plans the published instances in a folder and prints, for each family, how far the scores are below the published ones.
//
// swift run -c release PlanGaps FOLDER SECONDS [FAMILY...]
import Foundation
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

let arguments = CommandLine.arguments
let folder = URL(fileURLWithPath: arguments[1])
let seconds = Double(arguments[2])!
let families = arguments.dropFirst(3)
let isVerbose = ProcessInfo.processInfo.environment["VERBOSE"] != nil
// list, column of the best score, column of the number of paths
let lists = [
    ("op", "op-best.tsv", 3, nil), ("top", "top-own.tsv", 4, 2), ("toptw1", "toptw-best.tsv", 4, 2),
    ("toptw2", "toptw-best.tsv", 4, 2), ("oplib", "oplib-best.tsv", 6, nil),
]
for (name, list, column, pathColumn) in lists where families.isEmpty || families.contains(name) {
    let text = try String(contentsOf: folder.appendingPathComponent(list), encoding: .utf8)
    var (count, gaps, worst, iterations, slack, loosest, optimal) = (0, 0.0, 0.0, 0, 0.0, 0.0, 0)
    for line in text.split(separator: "\n").dropFirst() {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let paths = pathColumn.map { Int(cells[$0])! }
        if name.hasPrefix("toptw"), name.last != cells[2].last { continue }
        let best = Double(cells[column])!
        let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(cells[0])))
        let instance = try PlanInstance(parsing: bytes, paths: paths)
        guard
            let plan = try? DayPlan(
                instance.problem, effort: SearchEffort(budget: .seconds(seconds), clock: ProcessorClock()))
        else {
            precondition(best == 0)
            continue
        }
        let score = plan.score + instance.startScore
        let gap = best > 0 ? 1 - score / best : 0
        count += 1
        gaps += gap
        worst = max(worst, gap)
        iterations += plan.iterations
        if plan.ending == .optimal { optimal += 1 }
        let excess = score > 0 ? (plan.bound + instance.startScore) / score - 1 : 0
        slack += excess
        loosest = max(loosest, excess)
        if isVerbose {
            print(
                "\(cells[0]) \(best) \(score) \((gap * 10000).rounded() / 100) % \(plan.iterations) bound +\((excess * 1000).rounded() / 10) % \(instance.problem.places.count) places"
            )
        }
    }
    print(
        "\(name): \(count) instances, mean gap \((gaps / Double(count) * 1e5).rounded() / 1000) %,",
        "worst \((worst * 1e4).rounded() / 100) %, \(iterations / max(1, count)) iterations,",
        "bound above by \((slack / Double(count) * 1e4).rounded() / 100) %, at most \((loosest * 1e4).rounded() / 100) %,",
        "\(optimal) proven")
}
