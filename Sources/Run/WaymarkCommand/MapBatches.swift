public import WaymarkAttractions
public import WaymarkBatch
public import WaymarkTables

/// The batches that need libproj or libgeos, for the commands that ask for them.
///
/// They take longer to load than a small batch takes, so that `waymark` does not link them. An executable that does brings the
/// batches along through ``WaymarkProgram/main(legServers:maps:)``; `waymark` replaces itself with that one.
public struct MapBatches: Sendable {
    /// The executable that has them.
    static let program = "waymark-maps"
    /// Those of the running executable.
    @TaskLocal static var available: MapBatches?

    /// What is read and written, and how.
    public struct Files {
        /// The table that is read.
        public let source: FileSource
        /// How it is read.
        public let reading: ColumnBatchOptions
        /// What is written.
        public let output: OutputFile
        /// Where rejected rows go; nil for nowhere.
        public let rejects: String?
        /// How many threads work.
        public let jobs: Int
        /// Is told of each rejection.
        public let onRejection: (Rejection) -> Void
    }

    /// What `waymark distance` asks for.
    public struct DistanceQuestion: Sendable {
        /// Names of measures: `haversine`, `geodesic`, `usual-map`, or projected systems.
        public let measures: [String]
        /// `matrix` or `pairs` of all places of a table; nil for a table of pairs.
        public let form: String?
        /// Columns of the places; those of the end where the table holds pairs.
        public let from: PlaceColumnNames
        /// Columns of the other end, where the table holds pairs.
        public let to: PlaceColumnNames
    }

    /// What `waymark project` asks for.
    public struct ProjectionQuestion: Sendable {
        /// The system of longitudes and latitudes.
        public let geographic: String
        /// The projected system.
        public let map: String
        /// Whether rows hold points of the map, and places are wanted.
        public let isInverse: Bool
        /// Whether places outside the map's area of use are rejected.
        public let refusesOutsideArea: Bool
        /// Columns of latitude or y, and longitude or x.
        public let columns: PlaceColumnNames
    }

    /// What `waymark regions` is told.
    public struct RegionAnswer: Sendable {
        /// What was done with the rows.
        public let summary: BatchSummary
        /// What else is to be said, line by line.
        public let remarks: [String]
        /// Whether regions were refused.
        public let isFlawed: Bool

        /// An answer.
        public init(summary: BatchSummary, remarks: [String], isFlawed: Bool) {
            self.summary = summary
            self.remarks = remarks
            self.isFlawed = isFlawed
        }
    }

    /// Why a batch could not be run, beside ``BatchError``.
    public enum Fault: Error, Sendable {
        /// What was asked for cannot be meant: an unknown system.
        case question(String)
        /// What it needs is not there: PROJ's database.
        case unavailable(String)
        /// The data cannot be answered.
        case data(String)
    }

    let distances: @Sendable (DistanceQuestion, Files) throws -> BatchSummary
    let projections: @Sendable (ProjectionQuestion, Files) throws -> BatchSummary
    let regions: @Sendable (RegionQuestion, Files) throws -> RegionAnswer
    /// A projected system by its name, which may refuse what lies outside its area.
    let placeSystem: @Sendable (_ name: String, _ refusesOutsideArea: Bool) throws -> PlaceSystem
    /// Whether a system is a map's, and not one of longitudes and latitudes.
    let isProjected: @Sendable (String) throws -> Bool
    /// What circles are drawn on, by `geodesic` or a system.
    let surface: @Sendable (String) throws -> LookupSurface

    /// Batches of an executable; they throw ``BatchError`` or ``Fault``.
    public init(
        distances: @escaping @Sendable (DistanceQuestion, Files) throws -> BatchSummary,
        projections: @escaping @Sendable (ProjectionQuestion, Files) throws -> BatchSummary,
        regions: @escaping @Sendable (RegionQuestion, Files) throws -> RegionAnswer,
        placeSystem: @escaping @Sendable (_ name: String, _ refusesOutsideArea: Bool) throws -> PlaceSystem,
        isProjected: @escaping @Sendable (String) throws -> Bool,
        surface: @escaping @Sendable (String) throws -> LookupSurface
    ) {
        self.distances = distances
        self.projections = projections
        self.regions = regions
        self.placeSystem = placeSystem
        self.isProjected = isProjected
        self.surface = surface
    }
}
