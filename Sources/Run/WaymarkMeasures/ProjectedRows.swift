public import WaymarkBatch
import WaymarkGeodesy
public import WaymarkPlaces
import WaymarkProjections
public import WaymarkTables

/// Appends map coordinates to each row of a table, or longitude and latitude to map coordinates.
///
/// ```swift
/// let rows = ProjectedRows(to: "EPSG:5179")                        // appends x, y: east and north
/// let back = ProjectedRows(to: "EPSG:5174", isInverse: true)       // reads x, y; appends longitude, latitude
/// ```
///
/// Map coordinates are in the unit of the system, as everywhere: US survey feet in EPSG:2264.
public struct ProjectedRows: Sendable {
    private let geographic: String
    private let map: String
    private let isInverse: Bool
    private let refusesOutsideArea: Bool
    private let names: PlaceColumnNames
    private let options: ColumnBatchOptions

    /// Options for projecting rows.
    ///
    /// - Parameters:
    ///   - geographic: The system of longitudes and latitudes.
    ///   - map: The projected system.
    ///   - isInverse: Whether to convert points of the map to places.
    ///   - refusesOutsideArea: Whether places outside the map's area of use are rejected.
    ///   - columns: The columns of latitude and longitude, or of y (north) and x (east) of the map. By default, map
    ///     coordinates are found only by the usual names of x and y, since a table may also have degrees.
    ///   - options: The reading options.
    public init(
        from geographic: String = "EPSG:4326", to map: String, isInverse: Bool = false, refusesOutsideArea: Bool = true,
        columns: PlaceColumnNames = .init(), reading options: ColumnBatchOptions = .init()
    ) {
        self.geographic = geographic
        self.map = map
        self.isInverse = isInverse
        self.refusesOutsideArea = refusesOutsideArea
        names = columns
        self.options = options
    }

    /// Projects every row of a table.
    ///
    /// - Throws: ``MeasureError``: `.projection` for a system unknown to PROJ, before anything is read.
    /// - SeeAlso: ``/WaymarkBatch/ColumnBatch/run(appending:to:rejects:jobs:onRejection:makeAnswer:)`` for the parameters.
    public func run(
        rows: consuming any ByteSource, output: OutputFile, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(MeasureError) -> BatchSummary {
        try MeasureError.running { [rows] in
            let pool = try ProjectionPool(from: geographic, to: map, refusesOutsideArea: refusesOutsideArea)
            let batch = try ColumnBatch(rows, places: [names], options: options)
            let header = batch.header
            var names = names
            if isInverse { names.system = PlaceSystem(pool, name: map) }
            let columns = try batch.columns(names)
            // Degrees, and what a map's unit has, to a tenth of a millimetre or finer.
            let decimals = isInverse ? 9 : Self.decimals(metersPerUnit: pool.target.metersPerUnit)
            return try batch.run(
                appending: isInverse ? ["longitude", "latitude"] : ["x", "y"], to: output, rejects: rejects, jobs: jobs,
                onRejection: onRejection
            ) {
                let reader = PlaceReader(columns, header: header)
                // Inversely, the reader has the projection.
                let projection = isInverse ? nil : LeasedProjection(pool)
                return { (record, buffer) throws(Rejection) in
                    let place = try reader.coordinate(of: record)
                    var (x, y) = (place.longitude, place.latitude)
                    do throws(ProjectionError) {
                        if let point = try projection?.with({ (p) throws(ProjectionError) in try p.project(place) }) {
                            (x, y) = (point.east, point.north)
                        }
                    } catch {
                        throw reader.rejection(of: record, "\(error)")
                    }
                    buffer.append(fixed: x, decimals: decimals)
                    buffer.append(fixed: y, decimals: decimals)
                }
            }
        }
    }

    /// The number of decimals for a tenth of a millimetre: four for metres and feet, seven for kilometres.
    private static func decimals(metersPerUnit: Double) -> Int {
        var (decimals, step) = (4, metersPerUnit * 1e-4)
        while step > 1.000_001e-4, decimals < 12 { (decimals, step) = (decimals + 1, step / 10) }
        return decimals
    }
}
