import Foundation
import WaymarkGeodesy
import WaymarkIndex

/// Answers the questions that other libraries are asked on the same points, and prints a JSON line for each.
///
///     PeerQuestions --data N.bin --queries Q.bin --dataset korea_100000 --radius 10000 --k 10 --check 100 --runs 5 --q 512
///     PeerQuestions --queries Q.bin --runs 5
///
/// Files hold little-endian doubles, latitude and longitude in degrees. With `--data`: build, count, within (unsorted
/// and sorted) and nearest; without: batch distances. `--answers FOLDER` also writes the answers to the first `--check`
/// queries, a file for each question: for each query how many, the positions (both as 64-bit integers), the metres.
/// `--hits 100` takes, instead of `--radius`, one within which the queries have so many points on average.
@main
enum PeerQuestions {
    static func main() throws {
        let options = Options(CommandLine.arguments.dropFirst())
        let queries = try load(options["queries"], atMost: 1_000_000)
        if let data = options.values["data"] {
            var questions = IndexQuestions(options, places: try load(data), queries: Array(queries.prefix(200_000)))
            try questions.ask()
        } else {
            DistanceQuestions(options, places: ContiguousArray(queries)).ask()
        }
    }

    static func load(_ path: String, atMost: Int = .max) throws -> [Coordinate] {
        let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        return try data.withUnsafeBytes { bytes in
            let numbers = bytes.bindMemory(to: Double.self)
            return try (0..<min(atMost, numbers.count / 2)).map {
                try Coordinate(latitude: numbers[2 * $0], longitude: numbers[2 * $0 + 1])
            }
        }
    }
}

/// `--name value` pairs.
struct Options {
    var values: [String: String] = [:]

    init(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let name = rest.popFirst(), let value = rest.popFirst() { values[String(name.dropFirst(2))] = value }
    }

    subscript(_ name: String) -> String { values[name] ?? "" }
    func number(_ name: String, _ fallback: Int) -> Int { values[name].flatMap(Int.init) ?? fallback }
}

/// Median and minimum of some runs, on the process's CPU clock.
struct Timing {
    var median: Double
    var minimum: Double
    var runs: Int

    init(runs: Int, prepare: () -> Void = {}, _ body: () -> Void) {
        var seconds: [Double] = []
        for _ in 0..<runs {
            prepare()
            let start = Self.now(CLOCK_PROCESS_CPUTIME_ID)
            body()
            seconds.append(Double(Self.now(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e-9)
            if seconds.last! > 0.6 { break }
        }
        seconds.sort()
        (median, minimum, self.runs) = (seconds[seconds.count / 2], seconds[0], seconds.count)
    }

    private static func now(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The sum over all hits by which answers are compared.
struct Checksum {
    var hits = 0
    var hash: UInt64 = 0
    var sum = 0.0
    var isSorted = true

    mutating func add(_ query: Int, _ matches: [Match]) {
        hits += matches.count
        for (i, match) in matches.enumerated() {
            hash &+= Self.mix(UInt64(query) << 32 | UInt64(match.index))
            sum += match.distance.value
            if i > 0, matches[i - 1].distance > match.distance { isSorted = false }
        }
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var x = value &+ 0x9E37_79B9_7F4A_7C15
        x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
        return x ^ x >> 31
    }
}

struct IndexQuestions {
    let options: Options
    let places: [Coordinate]
    let queries: [Coordinate]
    var radius: Meters
    let k: Int

    init(_ options: Options, places: [Coordinate], queries: [Coordinate]) {
        (self.options, self.places, self.queries) = (options, places, queries)
        radius = Meters(Double(options["radius"]) ?? 10_000)
        k = options.number("k", 10)
    }

    mutating func ask() throws {
        var index = PointIndex([])
        // As the other programs do: as many runs as of any job, with the index of the run before let go.
        let build = Timing(runs: options.number("runs", 5), prepare: { index = PointIndex([]) }) {
            index = PointIndex(places)
        }
        if let hits = Double(options["hits"]) { radius = self.radius(finding: hits, in: index) }
        row("build", per: places.count, build, hitsPerQuery: 0, nil)

        let check = queries.prefix(options.number("check", 100))
        var sums = (within: Checksum(), unsorted: Checksum(), nearest: Checksum(), count: 0)
        for (i, query) in check.enumerated() {
            sums.within.add(i, index.points(within: radius, of: query))
            sums.unsorted.add(i, index.unsortedPoints(within: radius, of: query))
            sums.nearest.add(i, index.nearest(to: query, count: k))
            sums.count += index.countOfPoints(within: radius, of: query)
        }
        if let folder = options.values["answers"] { try write(index, check, to: URL(filePath: folder)) }
        var counted = Checksum()
        counted.hits = sums.count
        time("within_count", counted) { index.countOfPoints(within: radius, of: $0) }
        time("within_ids", sums.unsorted) { index.unsortedPoints(within: radius, of: $0).count }
        time("within_sorted", sums.within) { index.points(within: radius, of: $0).count }
        time("knn", sums.nearest) { index.nearest(to: $0, count: k).count }
    }

    private func radius(finding hits: Double, in index: PointIndex) -> Meters {
        var (low, high) = (0.0, 1_000_000.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            let found = queries.prefix(1000).reduce(0) { $0 + index.countOfPoints(within: Meters(middle), of: $1) }
            if Double(found) < hits * Double(min(1000, queries.count)) { low = middle } else { high = middle }
        }
        return Meters(high.rounded(.up))
    }

    private func write(_ index: PointIndex, _ queries: ArraySlice<Coordinate>, to folder: URL) throws {
        func write(_ question: String, _ answer: (Coordinate) -> [Match]) throws {
            var bytes = Data()
            func append(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
            for matches in queries.map(answer) {
                append(UInt64(matches.count))
                for match in matches { append(UInt64(match.index)) }
                for match in matches { append(match.distance.value.bitPattern) }
            }
            try bytes.write(to: folder.appending(path: question))
        }
        try write("within_sorted") { index.points(within: radius, of: $0) }
        try write("within_ids") { index.unsortedPoints(within: radius, of: $0) }
        try write("knn") { index.nearest(to: $0, count: k) }
        var counts = Data()
        for query in queries {
            let count = UInt64(index.countOfPoints(within: radius, of: query))
            withUnsafeBytes(of: count.littleEndian) { counts.append(contentsOf: $0) }
        }
        try counts.write(to: folder.appending(path: "within_count"))
    }

    private func time(_ workload: String, _ check: Checksum, _ answer: (Coordinate) -> Int) {
        var asked = 1
        var perQuery = 0.0
        while true {
            let trial = Timing(runs: 1) { for query in queries[..<asked] { _ = answer(query) } }
            perQuery = trial.median / Double(asked)
            if trial.median > 0.005 || asked >= queries.count { break }
            asked = min(queries.count, asked * 4)
        }
        let sample = options.number("q", 0)
        asked = sample > 0 && workload != "knn" ? sample : max(64, Int(0.05 / perQuery))
        if perQuery * Double(asked) > 1.2 { asked = max(4, Int(1.2 / perQuery)) }
        asked = min(asked, queries.count)
        var hits = 0
        let timing = Timing(runs: options.number("runs", 5)) {
            hits = 0
            for query in queries[..<asked] { hits += answer(query) }
        }
        row(workload, per: asked, timing, hitsPerQuery: Double(hits) / Double(asked), check)
    }

    private func row(_ workload: String, per count: Int, _ timing: Timing, hitsPerQuery: Double, _ check: Checksum?) {
        var line =
            "{\"peer\":\"waymark\",\"workload\":\"\(workload)\",\"dataset\":\"\(options["dataset"])\",\"n\":\(places.count)"
        line += ",\"q\":\(count),\"threads\":1,\"runs\":\(timing.runs),\"clock\":\"cpu\""
        line +=
            ",\"median_ns\":\(timing.median * 1e9 / Double(count)),\"min_ns\":\(timing.minimum * 1e9 / Double(count))"
        line += ",\"hits_per_q\":\(hitsPerQuery),\"radius_m\":\(radius.value)"
        if let check {
            let hash = String(check.hash, radix: 16)
            line +=
                ",\"check_hits\":\(check.hits),\"check_hash\":\"\(String(repeating: "0", count: 16 - hash.count) + hash)\""
            line += ",\"check_sum\":\(check.sum),\"sorted\":\(check.isSorted)"
        }
        print(line + "}")
    }
}

struct DistanceQuestions {
    let options: Options
    let places: ContiguousArray<Coordinate>

    init(_ options: Options, places: ContiguousArray<Coordinate>) {
        (self.options, self.places) = (options, places)
    }

    func ask() {
        for count in [8192, 999_999] where count < places.count {
            let (starts, ends) = (ContiguousArray(places[..<count]), ContiguousArray(places[1...count]))
            let vectors = ContiguousArray(ends.map(UnitVector.init))
            var output = ContiguousArray(repeating: Meters.zero, count: count)
            let repeats = max(1, 2_000_000 / count)
            time("haversine", count, repeats, &output) { output in
                var span = output.mutableSpan
                Sphere.earth.distances(from: starts.span, to: ends.span, into: &span)
            }
            let origin = UnitVector(places[0])
            time("haversine_1toN", count, repeats, &output) { output in
                var span = output.mutableSpan
                Sphere.earth.distances(from: origin, to: vectors.span, into: &span)
            }
        }
    }

    private func time(
        _ workload: String, _ count: Int, _ repeats: Int, _ output: inout ContiguousArray<Meters>,
        _ body: (inout ContiguousArray<Meters>) -> Void
    ) {
        let timing = Timing(runs: options.number("runs", 5)) { for _ in 0..<repeats { body(&output) } }
        let sum = output.reduce(0) { $0 + $1.value }
        let per = Double(count * repeats)
        print(
            "{\"peer\":\"waymark\",\"workload\":\"\(workload)\",\"dataset\":\"pairs_\(count)\",\"n\":\(count),\"q\":\(count)"
                + ",\"threads\":1,\"runs\":\(timing.runs),\"clock\":\"cpu\",\"median_ns\":\(timing.median * 1e9 / per)"
                + ",\"min_ns\":\(timing.minimum * 1e9 / per),\"check_sum\":\(sum)}")
    }
}
