public import WaymarkBatch
import WaymarkGeodesy
public import WaymarkPlaces
import WaymarkProjections
public import WaymarkTables

/// Appends distances to each pair of places in a table.
///
/// ```swift
/// let pairs = PairDistances([.haversine, .geodesic, .map("EPSG:5179")])
/// let summary = try pairs.run(pairs: FileSource(path: "pairs.csv"), output: OutputFile(path: "distances.csv"))
/// ```
public struct PairDistances: Sendable {
    /// The columns of a pair, if not the usual `from_latitude`, `from_longitude`, `to_latitude` and `to_longitude`;
    /// names, or numbers such as `#3`.
    public struct ColumnNames: Sendable {
        /// The latitude of the start.
        public var fromLatitude: String?
        /// The longitude of the start.
        public var fromLongitude: String?
        /// The latitude of the end.
        public var toLatitude: String?
        /// The longitude of the end.
        public var toLongitude: String?
        /// The projected system of both ends, whose columns are then `from_x`, `from_y`, `to_x` and `to_y`; nil for degrees.
        public var system: PlaceSystem?

        /// Names of columns; omitted ones are found by their usual names.
        public init(
            fromLatitude: String? = nil, fromLongitude: String? = nil, toLatitude: String? = nil,
            toLongitude: String? = nil, system: PlaceSystem? = nil
        ) {
            self.fromLatitude = fromLatitude
            self.fromLongitude = fromLongitude
            self.toLatitude = toLatitude
            self.toLongitude = toLongitude
            self.system = system
        }
    }

    /// The measures, in the order of the columns.
    public let measures: [Measure]
    private let names: ColumnNames
    private let options: ColumnBatchOptions

    /// Distances by one or more measures.
    public init(_ measures: [Measure], columns: ColumnNames = .init(), reading options: ColumnBatchOptions = .init()) {
        self.measures = measures
        names = columns
        self.options = options
    }

    /// Measures every pair of a table.
    ///
    /// A pair with an invalid cell, or one that a map refuses, is rejected.
    ///
    /// - Throws: ``MeasureError``: `.projection` for a system unknown to PROJ, before anything is read.
    /// - SeeAlso: ``/WaymarkBatch/ColumnBatch/run(appending:to:rejects:jobs:onRejection:makeAnswer:)`` for the parameters.
    public func run(
        pairs: consuming any ByteSource, output: OutputFile, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(MeasureError) -> BatchSummary {
        try MeasureError.running { [pairs] in
            let (measures, pools) = (measures, try MapPools(measures))
            let batch = try ColumnBatch(
                pairs,
                places: [
                    PlaceColumnNames(latitude: names.fromLatitude, longitude: names.fromLongitude),
                    PlaceColumnNames(latitude: names.toLatitude, longitude: names.toLongitude),
                ], options: options)
            let (header, finder) = (batch.header, batch.table.finder)
            let (from, to) = try BatchError.opening { () throws(PlaceTableError) in
                (
                    try end("from", names.fromLatitude, names.fromLongitude, in: finder),
                    try end("to", names.toLatitude, names.toLongitude, in: finder)
                )
            }
            return try batch.run(
                appending: measures.flatMap(\.columns), to: output, rejects: rejects, jobs: jobs,
                onRejection: onRejection
            ) {
                let measurer = Measurer(measures, pools)
                let (from, to) = (PlaceReader(from, header: header), PlaceReader(to, header: header))
                return { (record, buffer) throws(Rejection) in
                    let (a, b) = (try from.coordinate(of: record), try to.coordinate(of: record))
                    do throws(ProjectionError) {
                        try measurer.append(from: a, to: b, to: &buffer)
                    } catch {
                        // Either end may be the refused place.
                        throw (error.refusedPlace == b && a != b ? to : from).rejection(of: record, "\(error)")
                    }
                }
            }
        }
    }

    private func end(
        _ end: String, _ latitude: String?, _ longitude: String?, in finder: ColumnFinder
    ) throws(PlaceTableError) -> PlaceColumns {
        let prefixes =
            end == "from" ? ["from", "start", "origin", "출발", "출발지"] : ["to", "end", "destination", "도착", "도착지"]
        func column(_ given: String?, _ words: [String]) throws(PlaceTableError) -> TableColumn {
            let usual = words.flatMap { word in prefixes.map { $0 + word } }
            if let column = try finder.column(given, usual: usual, isOnly: true) { return column }
            throw .columnNotFound(file: finder.file, name: "\(end)_\(words[0])", seen: finder.header)
        }
        let isProjected = names.system != nil
        return try PlaceColumns(
            latitude: column(
                latitude, isProjected ? ["y", "y좌표", "north", "northing"] : ["latitude", "lat", "위도", "y"]),
            longitude: column(
                longitude,
                isProjected ? ["x", "x좌표", "east", "easting"] : ["longitude", "lon", "lng", "long", "경도", "x"]),
            PlaceColumnNames(latitude: latitude, longitude: longitude, system: names.system), in: finder)
    }
}

extension ProjectionError {
    /// The place that a map refuses; nil for another error.
    var refusedPlace: Coordinate? {
        switch self {
        case .outsideAreaOfUse(let refused, _, _), .outsideDomain(let refused, _): refused
        default: nil
        }
    }
}
