/// Where a table of trips has what belongs to a stop.
struct TripColumns: Sendable {
    /// Which trip the stop is of; nil where all are of one.
    let trip: Int?
    /// The place in its trip; nil where the order of the rows decides.
    let index: Int?

    /// When the stop is visited.
    let times: StopTimeCells

    init(_ reader: borrowing StopReader, _ options: TripOptions, file: String) throws(BatchError) {
        let header = reader.header.isEmpty ? reader.headerOfRejects : reader.header
        trip = try ColumnFinder.column(
            options.tripColumn, ["tripid", "trip", "여행id", "여행번호"], header: header, file: file)
        index = try ColumnFinder.column(
            options.indexColumn, ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번"], header: header,
            file: file)
        times = try StopTimeCells(options.timeColumns, header: header, file: file)
    }
}
