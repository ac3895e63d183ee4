import Foundation
import WaymarkTripDatabase
import WaymarkTrips

/// The costs of a store of 1 000 trips with 30 stops and 4 attachments each, beside plain SQL, and of imports of a
/// Timeline, in processes of their own for the sake of the memory: `StoreTimes FOLDER make|measure|timeline`.
///
/// Times are processor times of the process, the minimum of several; memory is the maximum so far.
@main
enum StoreTimes {
    static let tripCount = 1000
    static let stopCount = 30
    static let attachmentCount = 4

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.last, arguments.count) {
        case ("make", 2):
            try MadeUpStore.make(in: arguments[1])
            try PlainStore.make(in: arguments[1], from: TripDatabase(folder: arguments[1]))
        case ("measure", 2): try measure(arguments[1])
        case ("timeline", 2): try TimelineTimes.run(in: arguments[1])
        default:
            print("StoreTimes FOLDER make|measure|timeline")
            exit(64)
        }
    }

    private static func measure(_ folder: String) throws {
        let plain = try PlainStore(folder: folder)
        report(
            "open", 50, best(20) { _ = try TripDatabase(folder: folder).cursor() },
            best(20) { _ = try PlainStore(folder: folder).count() })
        let store = try TripDatabase(folder: folder)
        let trips = try store.trips()
        check(try trips.map(\.title) == plain.trips().map(\.title) && trips.count == tripCount)
        report(
            "list of trips", 2, best(50) { check(try store.trips().count == tripCount) },
            best(50) { check(try plain.trips().count == tripCount) })
        for trip in trips.prefix(10) {
            check(try store.stops(of: trip.id).map(\.name) == plain.stops(of: trip.id).map(\.name))
        }
        var place = 0
        func next() -> RecordID {
            place = (place + 37) % trips.count
            return trips[place].id
        }
        report(
            "a trip with its stops", 1, best(200) { check(try store.stops(of: next()).count == stopCount) },
            best(200) { check(try plain.stops(of: next()).count == stopCount) })
        report(
            "its stops and their attachments", nil,
            best(50) {
                for stop in try store.stops(of: next()) {
                    check(try store.attachments(of: stop.id).count == attachmentCount)
                }
            },
            best(50) {
                for stop in try plain.stops(of: next()) {
                    check(try plain.attachments(of: stop.id).count == attachmentCount)
                }
            })
        print("memory after these: \(memory) MB")
        var bytes = 0
        let backup = best(3) {
            let path = folder + "/backup.json"
            try TripBackup.write(store, to: path)
            bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        print("memory after the backup: \(memory) MB")
        report(
            "backup of the JSON, \(bytes / 1_000_000) MB", 1000, backup,
            best(3) { try plain.dump(to: folder + "/dump.json") })
        print("memory after that of plain SQL: \(memory) MB")
        var search: TripSearch?
        report("building the search", nil, best(1) { search = try TripSearch(store) }, nil)
        guard let search else { return }
        let texts = ["제주", "성산 12", "ㅅㅅ", "tjdtks", "성산일출봉 29"]
        var text = 0
        report(
            "text search", 5,
            best(50) {
                text = (text + 1) % texts.count
                check(try !search.records(matching: texts[text]).isEmpty)
            },
            best(20) {
                text = (text + 1) % texts.count
                // A pattern finds only the last one, which is in names as it is.
                check(try plain.search(texts[text]).isEmpty == (text < texts.count - 1))
            })
        print("memory after the search: \(memory) MB")
        let content = try TripContent(json: ContiguousArray(Data(contentsOf: URL(filePath: folder + "/backup.json"))))
        let copy = folder + "-copy"
        try? FileManager.default.removeItem(atPath: copy)
        report(
            "restore of the JSON into an empty store", nil,
            best(1) {
                let report = try TripDatabase(folder: copy).restore(content, .replace)
                precondition(report.count(of: .added) == tripCount * (1 + stopCount * (1 + attachmentCount)))
            }, nil)
        check(try TripBackup.json(of: TripDatabase(folder: copy)) == TripBackup.json(of: store))
        try FileManager.default.removeItem(atPath: copy)
        print("memory after the restore: \(memory) MB")
    }

    /// A wrong answer ends the run: its time means nothing.
    private static func check(_ isRight: Bool) { precondition(isRight, "the answer is wrong") }

    private static func report(_ what: String, _ goal: Double?, _ time: Double, _ plain: Double?) {
        let beside = plain.map { String(format: "; plain SQL %.3f ms", $0) } ?? ""
        let wanted = goal.map { String(format: " (goal %.0f ms)", $0) } ?? ""
        print(String(format: "%@: %.3f ms%@%@", what as NSString, time, wanted as NSString, beside as NSString))
    }

    /// The minimum processor time of several calls, in milliseconds.
    static func best(_ count: Int, _ body: () throws -> Void) -> Double {
        var least = Double.infinity
        for _ in 0..<count {
            let start = processorTime
            do { try body() } catch { fatalError("\(error)") }
            least = min(least, processorTime - start)
        }
        return least
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    /// The maximum resident memory so far, in MB.
    static var memory: Int {
        #if canImport(Darwin)
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1_000_000
        #else
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
            return (Int(line.filter(\.isNumber)) ?? 0) / 1000
        #endif
    }
}
