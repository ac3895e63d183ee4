import Foundation
import WaymarkTripDatabase
import WaymarkTrips

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a store of 1 000 trips with 30 stops and 4 attachments each costs, beside plain SQL: `StoreTimes FOLDER`.
///
/// The store is made in the folder once, and used again. Times are those that the process had of processors, the least of
/// several; memory is the greatest so far.
@main
enum StoreTimes {
    static let tripCount = 1000
    static let stopCount = 30
    static let attachmentCount = 4

    static func main() throws {
        guard let folder = CommandLine.arguments.dropFirst().first else {
            print("StoreTimes FOLDER")
            exit(64)
        }
        if !FileManager.default.fileExists(atPath: folder) {
            try MadeUpStore.make(in: folder)
            try PlainStore.make(in: folder, from: TripDatabase(folder: folder))
            print("made \(folder): run again")
            return
        }
        let plain = try PlainStore(folder: folder)
        report(
            "open", 50, best(20) { _ = try TripDatabase(folder: folder).cursor() },
            best(20) { _ = try PlainStore(folder: folder).count() })
        let store = try TripDatabase(folder: folder)
        let trips = try store.trips()
        precondition(trips.count == tripCount)
        report("list of trips", 2, best(50) { _ = try store.trips() }, best(50) { _ = try plain.trips() })
        let stops = (try store.stops(of: trips[0].id).count, try plain.stops(of: trips[0].id).count)
        precondition(stops == (stopCount, stopCount))
        var place = 0
        func next() -> RecordID {
            place = (place + 37) % trips.count
            return trips[place].id
        }
        report(
            "a trip with its stops", 1, best(200) { _ = try store.stops(of: next()) },
            best(200) { _ = try plain.stops(of: next()) })
        report(
            "its stops and their attachments", nil,
            best(50) {
                for stop in try store.stops(of: next()) { _ = try store.attachments(of: stop.id) }
            },
            best(50) {
                for stop in try plain.stops(of: next()) { _ = try plain.attachments(of: stop.id) }
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
                _ = try search.records(matching: texts[text])
            },
            best(20) {
                text = (text + 1) % texts.count
                _ = try plain.search(texts[text])
            })
        print("memory after the search: \(memory) MB")
        let content = try TripContent(json: ContiguousArray(Data(contentsOf: URL(filePath: folder + "/backup.json"))))
        let copy = folder + "-copy"
        try? FileManager.default.removeItem(atPath: copy)
        report(
            "restore of the JSON into an empty store", nil,
            best(1) { try TripDatabase(folder: copy).restore(content, .replace) }, nil)
        try FileManager.default.removeItem(atPath: copy)
        print("memory after the restore: \(memory) MB")
    }

    private static func report(_ what: String, _ goal: Double?, _ time: Double, _ plain: Double?) {
        let beside = plain.map { String(format: "; plain SQL %.3f ms", $0) } ?? ""
        let wanted = goal.map { String(format: " (goal %.0f ms)", $0) } ?? ""
        print(String(format: "%@: %.3f ms%@%@", what as NSString, time, wanted as NSString, beside as NSString))
    }

    /// The least processor time of several calls, in milliseconds.
    private static func best(_ count: Int, _ body: () throws -> Void) -> Double {
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

    /// The greatest resident memory so far, in MB.
    private static var memory: Int {
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
