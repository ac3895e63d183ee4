import WaymarkAreas
import WaymarkAttractions
import WaymarkBatch
import WaymarkC
import WaymarkFiles
import WaymarkGeodesy
import WaymarkRegions
import WaymarkSearch
import WaymarkText
import WaymarkThreads

/// What the service answers from: read once, then only read. A request keeps the data it began with.
struct ServiceData: Sendable {
    /// The attractions, with all fields, for lookups.
    let lookups: LookupBatch
    let search: SearchedAttractions
    let recommendations: RecommendedAttractions
    /// The regions; nil without boundaries.
    let regions: RegionLevels?
    /// Distinguishes these data from those of other files: a hash of the names, sizes and times of the files.
    let version: String
    /// A place for examples: that of the first attraction.
    let example: Coordinate

    /// The files of the data.
    struct Files: Sendable {
        var attractions: String
        /// The levels of regions, coarsest first.
        var boundaries: [(name: String, path: String)] = []
    }

    /// Why data could not be loaded.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the files.
    ///
    /// - Throws: ``Fault``, or the errors of reading a file.
    init(_ files: Files, jobs: Int) throws {
        version = try Self.version(of: files)
        var options = LookupBatchOptions(.within(.zero, limit: nil), format: .ndjson)
        options.columns = OutputColumn.known.filter { $0 != .distance }
        lookups = try LookupBatch(attractions: files.attractions, options, jobs: jobs)
        search = try SearchedAttractions(contentsOf: files.attractions, jobs: jobs)
        recommendations = try RecommendedAttractions(contentsOf: files.attractions, jobs: jobs)
        guard search.search.count > 0 else {
            throw Fault(description: "\(files.attractions): no attraction can be used")
        }
        example = search.search.coordinate(of: 0)
        var levels: [RegionLevels.Level] = []
        for (name, path) in files.boundaries {
            let regions = try RegionSet(contentsOf: path, mending: MendedBorders())
            if regions.regions.isEmpty {
                let first = regions.report.notes.first.map { ": \($0)" } ?? ": the file has no features"
                throw Fault(description: "\(path): no region can be used\(first)")
            }
            levels.append(RegionLevels.Level(name: name, regions: regions))
        }
        regions = levels.isEmpty ? nil : RegionLevels(levels)
    }

    /// The number of attractions.
    var count: Int { search.search.count }

    private static func version(of files: Files) throws -> String {
        var hash = XXH64()
        for path in [files.attractions] + files.boundaries.map(\.path) {
            guard let status = System.status(of: path) else { throw Fault(description: "\(path): no such file") }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            hash.update(ContiguousArray("\(path) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)\n".utf8).span)
        }
        return hash.text
    }
}

/// The current data, which a reading of changed files replaces.
final class DataStore: Sendable {
    private let state = Guarded<ServiceData?>(nil)

    /// Nil until the first data are read.
    var data: ServiceData? { state.withLock { $0 } }

    func replace(by data: ServiceData) { state.withLock { $0 = data } }
}
