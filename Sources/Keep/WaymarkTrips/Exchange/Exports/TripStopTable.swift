import WaymarkTables
import WaymarkTimes

/// The stops of a trip as a table, which the batches of routes, orders and recommendations read as any other.
public enum TripStopTable {
    /// The columns.
    public static let columns = [
        "trip_id", "stop_index", "stop_id", "name", "latitude", "longitude", "arrival", "stay_seconds", "time_zone",
        "nights", "pinned", "attraction",
    ]

    /// A row for each stop, in their order, under a header.
    ///
    /// A name is its first line that shows something; an arrival is the moment with the offset of its time zone, which
    /// is that of the trip for a stop without one. `stop_index` counts from 1.
    ///
    /// - Complexity: O(*n*).
    public static func csv(_ trip: Trip, _ stops: [TripStop]) -> ContiguousArray<UInt8> {
        var rows = CSVBuffer()
        rows.append(record: columns)
        for (place, stop) in stops.enumerated() {
            let zone = stop.zone ?? trip.zone
            rows.append(field: "\(trip.id)")
            rows.append(integer: place + 1)
            rows.append(field: "\(stop.id)")
            rows.append(field: DisplayTitle.line(of: stop.name) ?? "")
            rows.append(shortest: stop.coordinate.latitude)
            rows.append(shortest: stop.coordinate.longitude)
            rows.append(field: stop.arrival.map { $0.date.xsdDateTime(in: zone) ?? "" } ?? "")
            let seconds = Double(stop.stayMilliseconds ?? 0) / 1000
            if seconds == 0 { rows.appendEmpty() } else { rows.append(shortest: seconds) }
            rows.append(field: zone.identifier)
            rows.append(integer: stop.nights)
            rows.append(field: stop.isPinned ? "true" : "false")
            rows.append(field: stop.attraction ?? "")
            rows.endRecord()
        }
        return rows.bytes
    }
}
