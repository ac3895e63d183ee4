import WaymarkPlaces

/// The columns of a table of trips.
struct TripColumns: Sendable {
    /// The column of the stop's trip; nil if all stops belong to one trip.
    let trip: TableColumn?
    /// The column of the position in the trip; nil if rows are in order.
    let index: TableColumn?
    /// The columns of the stop's times.
    let times: StopTimeCells

    init(_ options: TripOptions, in finder: ColumnFinder) throws(PlaceTableError) {
        trip = try finder.column(options.tripColumn, usual: ["tripid", "trip", "여행id", "여행번호"])
        index = try finder.column(
            options.indexColumn, usual: ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번"])
        times = try StopTimeCells(options.timeColumns, in: finder)
    }
}
