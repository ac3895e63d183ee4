import WaymarkAttractions
import WaymarkTables

/// Where a table of trips has what belongs to a stop.
struct TripColumns: Sendable {
    /// Which trip the stop is of; nil where all are of one.
    let trip: Int?
    /// The place in its trip; nil where the order of the rows decides.
    let index: Int?

    init(_ reader: borrowing StopReader, _ options: TripOptions, file: String) throws(BatchError) {
        let header = reader.header.isEmpty ? reader.headerOfRejects : reader.header
        trip = try Self.column(options.tripColumn, ["tripid", "trip", "여행id", "여행번호"], header, file)
        index = try Self.column(
            options.indexColumn, ["stopindex", "stopsequence", "stopnumber", "방문순서", "순서", "순번"], header, file)
    }

    private static func column(
        _ given: String?, _ usual: [String], _ header: [String], _ file: String
    ) throws(BatchError) -> Int? {
        let keys = header.map(PlainText.key)
        guard let given else { return usual.lazy.compactMap { keys.firstIndex(of: $0) }.first }
        if let column = header.firstIndex(of: given) { return column }
        if given.hasPrefix("#"), let number = Int(given.dropFirst()), (1...header.count).contains(number) {
            return number - 1
        }
        if let column = keys.firstIndex(of: PlainText.key(given)), !keys[column].isEmpty { return column }
        throw .stops(.columnNotFound(file: file, name: given, seen: header))
    }
}
