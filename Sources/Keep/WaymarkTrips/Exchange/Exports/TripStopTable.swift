import WaymarkTables
import WaymarkTimes

/// The stops of a trip as a table, which the batches of routes, orders and recommendations read as any other, and
/// ``TripImport`` as the trip it was.
public enum TripStopTable {
    /// The columns.
    public static let columns =
        plainColumns + [
            "notes", "trip_title", "first_day", "last_day", "trip_time_zone", "trip_notes",
        ]
    /// The columns that batches read.
    private static let plainColumns = [
        "trip_id", "stop_index", "stop_id", "name", "latitude", "longitude", "arrival", "stay_seconds", "time_zone",
        "nights", "pinned", "attraction",
    ]

    /// A row for each stop, in their order, under a header.
    ///
    /// An arrival is the moment with the offset of its time zone, which is that of the trip for a stop without one, or a
    /// day alone. `stop_index` counts from 1. The notes of the trip are in its first row.
    ///
    /// A plain table is for a batch: without texts, and with the first line of a name that shows something.
    ///
    /// - Complexity: O(*n*).
    public static func csv(_ trip: Trip, _ stops: [TripStop], isPlain: Bool = false) -> ContiguousArray<UInt8> {
        var rows = CSVBuffer()
        rows.append(record: isPlain ? plainColumns : columns)
        for (place, stop) in stops.enumerated() {
            rows.append(field: "\(trip.id)")
            rows.append(integer: place + 1)
            rows.append(field: "\(stop.id)")
            rows.append(field: isPlain ? DisplayTitle.line(of: stop.name) ?? "" : stop.name)
            rows.append(shortest: stop.coordinate.latitude)
            rows.append(shortest: stop.coordinate.longitude)
            rows.append(field: stop.arrivalText(on: trip) ?? "")
            let seconds = Double(stop.stayMilliseconds ?? 0) / 1000
            if seconds == 0 { rows.appendEmpty() } else { rows.append(shortest: seconds) }
            rows.append(field: (stop.zone ?? trip.zone)?.identifier ?? "")
            rows.append(integer: stop.nights)
            rows.append(field: stop.isPinned ? "true" : "false")
            rows.append(field: stop.attraction ?? "")
            if !isPlain {
                rows.append(field: stop.notes)
                rows.append(field: trip.title)
                rows.append(field: trip.days.map { "\($0.lowerBound)" } ?? "")
                rows.append(field: trip.days.map { "\($0.upperBound)" } ?? "")
                rows.append(field: trip.zone?.identifier ?? "")
                rows.append(field: place == 0 ? trip.notes : "")
            }
            rows.endRecord()
        }
        return rows.bytes
    }
}
