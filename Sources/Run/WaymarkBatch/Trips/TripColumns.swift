import WaymarkPlaces

/// Where a table of trips has what belongs to a stop.
struct TripColumns: Sendable {
    /// Which trip the stop is of; nil where all are of one.
    let trip: TableColumn?
    /// The place in its trip; nil where the order of the rows decides.
    let index: TableColumn?
    /// When the stop is visited.
    let times: StopTimeCells

    init(_ options: TripOptions, in finder: ColumnFinder) throws(PlaceTableError) {
        trip = try finder.column(options.tripColumn, usual: ["tripid", "trip", "여행id", "여행번호"])
        index = try finder.column(
            options.indexColumn, usual: ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번"])
        times = try StopTimeCells(options.timeColumns, in: finder)
    }
}
