import WaymarkAreas
import WaymarkAttractions
import WaymarkBatch
import WaymarkC
import WaymarkFiles
import WaymarkGeodesy
import WaymarkGround
import WaymarkPlans
import WaymarkRecommendations
import WaymarkRegions
import WaymarkRoads
import WaymarkRoutes
import WaymarkSearch
import WaymarkText
import WaymarkThreads

/// What the service answers from: read once, then only read. A request keeps the data it began with.
final class ServiceData: Sendable {
    /// Lookups among all attractions, and among those of the kinds that were asked for.
    private let lookups: PlaceKindLookups
    private let lookupsOfKinds = Guarded<[LookupKey: PlaceKindLookups]>([:])

    /// What tells lookups from those of all attractions on the sphere.
    private struct LookupKey: Hashable {
        var kind: PlaceKind?
        /// How one travels over roads.
        var mode: TravelMode?
    }
    /// The attractions with all that is kept of them.
    let file: AttractionFile
    private let ids: MadeOnce<PlaceIDs, Never>
    let search: SearchedAttractions
    /// Finds places by name.
    let finder: StopFinder
    let recommended: RecommendedPlaces
    /// The opening hours, by position, of places whose hours are in a column.
    let openings: [Int: PlanHours]
    /// The ground under maps; nil for none.
    let ground: Ground?
    /// The roads; nil for none.
    let roads: RoadNetwork?
    let tiles = TileCache(bytes: 32 << 20)
    /// The regions; nil without boundaries.
    let regions: RegionLevels?
    /// Distinguishes these data from those of other files: a hash of the names, sizes and times of the files.
    let version: String
    /// The attribution that goes with a list of the attractions; nil for none.
    let attribution: String?
    /// A place for examples: that of the first attraction.
    let example: Coordinate

    /// The part of the world that most attractions are in, in degrees.
    let view: (middle: (Double, Double), southWest: (Double, Double), northEast: (Double, Double))

    /// The lookups among the attractions of a kind, or all, by distance or by time over roads. The first make their index, or find
    /// their roads.
    func lookups(ofKind kind: PlaceKind?, over roads: RoadLegs? = nil) -> PlaceKindLookups {
        if kind == nil, roads == nil { return lookups }
        return lookupsOfKinds.withLock { lookups in
            let key = LookupKey(kind: kind, mode: roads?.mode)
            if let made = lookups[key] { return made }
            let made = PlaceKindLookups(file, ofKind: kind, on: roads.map { .roads($0) } ?? .sphere)
            lookups[key] = made
            return made
        }
    }

    /// The files of the data.
    struct Files: Sendable {
        var attractions: [String]
        /// The levels of regions, coarsest first.
        var boundaries: [(name: String, path: String)] = []
        /// The column of opening hours; nil for none.
        var openColumn: String?
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
        try RecommendedAttractions.refuseWorth(keptBy: files.attractions)
        // All answer from one index file: mapped, or made in memory of the tables.
        let (file, otherNames, openings, _) = try AttractionFile.opening(
            files.attractions, openColumn: files.openColumn, jobs: jobs)
        guard file.count > 0 else {
            throw Fault(description: "\(file.file.name): no attraction can be used")
        }
        self.file = file
        ground = try Ground.ofFirst(of: files.attractions)
        roads = try RoadNetwork.ofFirst(of: files.attractions)
        ids = MadeOnce { PlaceIDs(file) }
        lookups = PlaceKindLookups(file, ofKind: nil)
        search = try SearchedAttractions(file, otherNames: otherNames, jobs: jobs)
        finder = StopFinder(search)
        self.openings = AttractionTable(file, fields: [.openingHours]).texts(of: .openingHours).merging(openings) { $1 }
            .mapValues(PlanHours.init)
        recommended = try RecommendedAttractions.places(
            of: file, englishNames: otherNames.compactMapValues(\.first), jobs: jobs)
        (attribution, example) = (file.attribution, search.search.coordinate(of: 0))
        view = Self.view(of: file)
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

    /// The middle of a thousand of the attractions, and the box of all but the outermost of them.
    private static func view(
        of file: AttractionFile
    ) -> (middle: (Double, Double), southWest: (Double, Double), northEast: (Double, Double)) {
        let some = stride(from: 0, to: file.count, by: max(1, file.count / 1000)).map { file.coordinate(of: $0) }
        let (latitudes, longitudes) = (some.map(\.latitude).sorted(), some.map(\.longitude).sorted())
        func at(_ share: Double) -> (Double, Double) {
            let number = Int((Double(some.count - 1) * share).rounded())
            return (latitudes[number], longitudes[number])
        }
        return (at(0.5), at(0.01), at(0.99))
    }

    /// The position of the attraction with an id; nil if there is none.
    func position(ofID id: String) -> Int? { ids.get().position(of: id, in: file) }

    /// The number of attractions.
    var count: Int { search.search.count }

    private static func version(of files: Files) throws -> String {
        var hash = XXH64()
        for path in files.attractions + files.boundaries.map(\.path) {
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
