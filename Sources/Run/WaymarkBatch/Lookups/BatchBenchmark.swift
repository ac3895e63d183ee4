import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText

/// Measures this machine with some attractions and stops: building, lookups, distances, CSV to CSV, opening an index
/// file.
///
/// Each figure is the median of at least three runs on one thread, of about a tenth of a second each; the total is
/// about ten seconds. If the machine is busy, compare only figures of one run.
public struct BatchBenchmark: Sendable {
    /// One figure.
    public struct Figure: Sendable, Codable, Hashable {
        /// The measured operation.
        public let name: String
        /// The number per second.
        public let perSecond: Double
        /// The unit.
        public let unit: String
        /// Answers per query, for queries.
        public let hitsPerQuestion: Double?
    }

    /// The attractions.
    public let catalog: AttractionCatalog
    /// The stops.
    public let stops: [Coordinate]

    /// A benchmark of your own data.
    ///
    /// - Precondition: There is at least one stop.
    public init(_ catalog: AttractionCatalog, stops: [Coordinate]) {
        precondition(!stops.isEmpty, "there are no stops to ask about")
        self.catalog = catalog
        self.stops = stops
    }

    /// Runs it.
    ///
    /// - Parameter onFigure: Called with each figure as soon as it is available.
    /// - Throws: ``BatchError`` if the batch of the CSV figure cannot be run.
    public func run(onFigure: (Figure) -> Void) throws(BatchError) {
        let index = catalog.index
        let places = catalog.attractions.map(\.coordinate)
        onFigure(measure("build the index", "points", count: places.count) { _ = PointIndex(places) })
        for radius in [Meters.kilometers(1), .kilometers(10), .kilometers(50)] {
            onFigure(
                ask("within \(Int(radius.kilometers)) km, nearest first") { index.points(within: radius, of: $0).count }
            )
        }
        onFigure(ask("within 10 km, counted") { index.countOfPoints(within: .kilometers(10), of: $0) })
        onFigure(ask("10 nearest") { index.nearest(to: $0, count: 10).count })

        let starts = ContiguousArray((0..<65_536).map { stops[$0 % stops.count] })
        let ends = ContiguousArray(starts.reversed())
        var distances = ContiguousArray(repeating: Meters.zero, count: starts.count)
        onFigure(
            measure("distances between pairs", "distances", count: starts.count) {
                var span = distances.mutableSpan
                Sphere.earth.distances(from: starts.span, to: ends.span, into: &span)
            })
        onFigure(try batch())
        onFigure(try opening())
    }

    /// Opening an index file of the attractions, and the first lookup in it.
    private func opening() throws(BatchError) -> Figure {
        let path = "\(System.temporaryFolder)/waymark-benchmark-\(UInt64.random(in: 0 ... .max)).waymark"
        do throws(TableError) {
            let output = try OutputFile(path: path)
            try catalog.writeFile { (bytes) throws(TableError) in try output.write(bytes) }
            try output.commit()
        } catch {
            throw .table(error)
        }
        defer { System.remove(path) }
        var fault: IndexFileError?
        let figure = measure("open an index file, first lookup", "times", count: 1) {
            do throws(IndexFileError) {
                _ = try AttractionFile(contentsOf: path).index.nearest(to: stops[0], count: 1)
            } catch {
                fault = error
            }
        }
        if let fault { throw .attractions(fault) }
        return figure
    }

    /// Queries one stop after another for a while.
    private func ask(_ name: String, _ answer: (Coordinate) -> Int) -> Figure {
        // As many queries as take about a tenth of a second.
        var count = 1
        while count < 1 << 20, seconds(of: { for i in 0..<count { _ = answer(stops[i % stops.count]) } }) < 0.05 {
            count *= 2
        }
        var hits = 0
        let figure = measure(name, "lookups", count: count) {
            hits = 0
            for i in 0..<count { hits += answer(stops[i % stops.count]) }
        }
        return Figure(
            name: name, perSecond: figure.perSecond, unit: figure.unit, hitsPerQuestion: Double(hits) / Double(count))
    }

    private func measure(_ name: String, _ unit: String, count: Int, _ body: () -> Void) -> Figure {
        var runs: [Double] = []
        while runs.count < 3 || runs.count < 25 && runs.reduce(0, +) < 0.3 { runs.append(seconds(of: body)) }
        runs.sort()
        return Figure(
            name: name, perSecond: Double(count) / max(runs[runs.count / 2], 1e-9), unit: unit, hitsPerQuestion: nil)
    }

    /// A batch from CSV in memory to discarded CSV: reading, searching, writing.
    private func batch() throws(BatchError) -> Figure {
        var text = CSVBuffer()
        text.append(record: ["stop_id", "latitude", "longitude"])
        // Enough stops for a few hundred thousand output rows.
        var hits = 0
        for i in 0..<20_000 where hits < 400_000 {
            hits += 1 + catalog.index.countOfPoints(within: .kilometers(10), of: stops[i % stops.count])
            text.append(integer: i + 1)
            text.append(shortest: stops[i % stops.count].latitude)
            text.append(shortest: stops[i % stops.count].longitude)
            text.endRecord()
        }
        let options = LookupBatchOptions(.within(.kilometers(10), limit: nil))
        var rows: [(perSecond: Double, hits: Double)] = []
        for _ in 0..<3 {
            let output: OutputFile
            do { output = try OutputFile(path: "/dev/null") } catch { throw .table(error) }
            let summary = try LookupBatch(catalog, options).run(
                stops: MemorySource(text.bytes, name: "stops"), output: output)
            let seconds = max(summary.duration / .seconds(1), 1e-9)
            rows.append(
                (Double(summary.rowsIn + summary.hits) / seconds, Double(summary.hits) / Double(summary.rowsIn)))
        }
        rows.sort { $0.perSecond < $1.perSecond }
        return Figure(
            name: "CSV to CSV, within 10 km", perSecond: rows[1].perSecond, unit: "rows in and out",
            hitsPerQuestion: rows[1].hits)
    }

    private func seconds(of body: () -> Void) -> Double {
        ContinuousClock().measure(body) / .seconds(1)
    }
}

extension BatchBenchmark {
    /// Generated data: places in clusters around Korean cities, from a fixed seed.
    ///
    /// - Parameters:
    ///   - attractions: The number of attractions.
    ///   - stops: The number of stops, at least one.
    /// - Returns: A benchmark; the same on every machine.
    public static func sample(attractions: Int, stops: Int) -> BatchBenchmark {
        var generator = SplitMix64(seed: 1)
        func random() -> Double { generator.unit() }
        let cities = [
            (37.5665, 126.978), (35.1796, 129.0756), (35.8714, 128.6014), (37.4563, 126.7052), (35.1595, 126.8526),
            (36.3504, 127.3845), (35.5384, 129.3114), (33.4996, 126.5312), (37.8813, 127.7298), (35.8242, 127.148),
        ]
        func place() -> Coordinate {
            while true {
                let city = cities[Int(random() * Double(cities.count))]
                // The sum of a few uniform numbers is roughly normal.
                let spread = random() < 0.6 ? 0.15 : 3.0
                let latitude = city.0 + (random() + random() + random() - 1.5) * spread
                let longitude = city.1 + (random() + random() + random() - 1.5) * spread
                if let place = try? Coordinate(latitude: latitude, longitude: longitude) { return place }
            }
        }
        let places = (0..<attractions).map { Attraction(id: "p\($0)", name: "place \($0)", coordinate: place()) }
        return BatchBenchmark(AttractionCatalog(places), stops: (0..<max(1, stops)).map { _ in place() })
    }
}
