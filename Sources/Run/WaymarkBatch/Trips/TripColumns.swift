import WaymarkPlaces

/// The columns of a table of trips.
struct TripColumns: Sendable {
    /// The trip of the stop; nil if all belong to one trip.
    let trip: TableColumn?
    /// The position in its trip; nil if rows are in order.
    let index: TableColumn?
    /// The times of the stop.
    let times: StopTimeCells

    init(_ options: TripOptions, in finder: ColumnFinder) throws(PlaceTableError) {
        trip = try finder.column(options.tripColumn, usual: ["tripid", "trip", "여행id", "여행번호"])
        index = try finder.column(
            options.indexColumn, usual: ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번"])
        times = try StopTimeCells(options.timeColumns, in: finder)
    }
}
