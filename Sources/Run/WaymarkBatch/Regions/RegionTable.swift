public import WaymarkGeodesy
import WaymarkIndex
public import WaymarkPlaces
public import WaymarkRegions
public import WaymarkTables
import WaymarkThreads

/// Finds the regions in which the places of a table lie.
///
/// ```swift
/// let provinces = try RegionSet(contentsOf: "provinces.geojson")
/// let table = RegionTable(RegionLevels([.init(name: "province", regions: provinces)]), tolerance: .kilometers(5))
/// let answer = try table.append(rows: FileSource(path: "stops.csv"), output: OutputFile(path: "stops-with-province.csv"))
/// ```
///
/// Rows are streamed, and the output does not depend on the number of threads. An invalid row is rejected; a place in
/// no region is also an answer.
public struct RegionTable: Sendable {
    /// The counts of rows, and the number of places without a region in each level.
    public struct Answer: Sendable {
        /// The numbers of rows in, answered and rejected; those without hits are in no region of any level.
        public var summary: BatchSummary
        /// Places in no region, level by level.
        public var outside: [Int]
    }

    /// The regions, level by level.
    public let levels: RegionLevels
    private let tolerance: Meters?
    private let isEnglish: Bool
    private let names: PlaceColumnNames
    private let options: ColumnBatchOptions

    /// A table of places, and the regions.
    ///
    /// - Parameters:
    ///   - levels: The regions.
    ///   - tolerance: The maximum distance at which a place outside all regions belongs to the nearest one; a column
    ///     then has that distance. Nil for none.
    ///   - isEnglish: Whether regions have their names in English, where the file knows them.
    ///   - columns: The columns of the places, if they do not have usual names.
    ///   - options: The reading options.
    /// - Precondition: `tolerance` is not negative and not NaN.
    public init(
        _ levels: RegionLevels, tolerance: Meters? = nil, inEnglish isEnglish: Bool = false,
        columns: PlaceColumnNames = .init(), reading options: ColumnBatchOptions = .init()
    ) {
        self.levels = levels
        self.isEnglish = isEnglish
        self.tolerance = tolerance
        names = columns
        self.options = options
    }

    /// Appends to each row the code and the name of its region in each level: `province_code`, `province_name`, and
    /// with a tolerance `province_distance_m`, zero for a place inside.
    ///
    /// The cells of a level are empty if the place has no region.
    ///
    /// - Throws: ``BatchError``.
    /// - SeeAlso: ``ColumnBatch/run(appending:to:rejects:jobs:onRejection:makeAnswer:)`` for the parameters.
    public func append(
        rows: consuming any ByteSource, output: OutputFile, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(BatchError) -> Answer {
        let batch = try ColumnBatch(rows, places: [names], options: options)
        let (header, places) = (batch.header, try batch.columns(names))
        let outside = Guarded((levels: levels.levels.map { _ in 0 }, all: 0))
        let names = levels.levels.flatMap { level in
            ["\(level.name)_code", "\(level.name)_name"] + (tolerance == nil ? [] : ["\(level.name)_distance_m"])
        }
        var summary = try batch.run(
            appending: names, to: output, rejects: rejects, jobs: jobs, onRejection: onRejection
        ) {
            let reader = PlaceReader(places, header: header)
            return { (record, buffer) throws(Rejection) in
                let matches = levels.regions(at: try reader.coordinate(of: record), within: tolerance ?? .zero)
                for (level, match) in zip(levels.levels, matches) { append(match, in: level, to: &buffer) }
                if matches.contains(nil) {
                    outside.withLock { outside in
                        for (level, match) in matches.enumerated() where match == nil { outside.levels[level] += 1 }
                        if matches.allSatisfy({ $0 == nil }) { outside.all += 1 }
                    }
                }
            }
        }
        return outside.withLock { outside in
            summary.withoutHits = outside.all
            return Answer(summary: summary, outside: outside.levels)
        }
    }

    private func append(_ match: Match?, in level: RegionLevels.Level, to buffer: inout CSVBuffer) {
        guard let match else {
            for _ in 0..<(tolerance == nil ? 2 : 3) { buffer.appendEmpty() }
            return
        }
        let region = level.regions.regions[match.index]
        buffer.append(field: region.code)
        buffer.append(field: isEnglish && !region.englishName.isEmpty ? region.englishName : region.name)
        if tolerance != nil { buffer.append(fixed: match.distance.value, decimals: 3) }
    }

    /// Counts the places in each region of each level.
    ///
    /// - Parameters:
    ///   - rows: The table.
    ///   - output: The output of `write`, which appears under its name only when complete.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - jobs: The number of threads.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    ///   - write: Takes the counts, level by level, and writes the answer.
    /// - Returns: The summary.
    /// - Throws: ``BatchError``; the error of `write` as `.table`.
    /// - Complexity: Memory grows with the regions, not with the rows.
    public func count(
        rows: consuming any ByteSource, output: OutputFile, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }, write: ([RegionCounts], OutputFile) throws(TableError) -> Void
    ) throws(BatchError) -> Answer {
        let batch = try ColumnBatch(rows, places: [names], options: options)
        let (header, places) = (batch.header, try batch.columns(names))
        var counts = levels.levels.map { RegionCounts(of: $0) }
        let summary = try batch.run(
            to: output, rejects: rejects, jobs: jobs, onRejection: onRejection,
            makePart: { levels.levels.map { _ in PartCounts() } }
        ) {
            let reader = PlaceReader(places, header: header)
            return { (record, part) throws(Rejection) in
                let matches = levels.regions(at: try reader.coordinate(of: record), within: tolerance ?? .zero)
                for (level, match) in matches.enumerated() { part[level].add(match) }
            }
        } deliver: { (part) throws(TableError) in
            for level in part.indices { counts[level].add(part[level].regions, outside: part[level].outside) }
        } finish: { () throws(TableError) in
            try write(counts, output)
        }
        return Answer(summary: summary, outside: counts.map(\.outside))
    }

    private struct PartCounts: Sendable {
        var regions: [Int: RegionCounts.Count] = [:]
        var outside = 0

        mutating func add(_ match: Match?) {
            if let match { regions[match.index, default: .init()].add(match) } else { outside += 1 }
        }
    }
}
