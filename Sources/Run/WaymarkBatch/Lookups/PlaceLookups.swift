import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkPlaces
import WaymarkTables
import WaymarkThreads

/// Answers lookups of one place at a time with the rows that a ``LookupBatch`` writes for a table of that one stop.
///
/// What all answers share is prepared once, and the buffers of an answer are reused. Any number of tasks may share one.
package final class PlaceLookups: Sendable {
    package enum Form: Sendable {
        /// As the whole output of a batch.
        case document(RowFormat)
        /// JSON objects in a list, each on a line of its own, without the brackets.
        case list
    }

    private let points: SearchedPoints
    private let template: RowTemplate
    private let opening: ContiguousArray<UInt8>
    private let closing: ContiguousArray<UInt8>
    /// The number of bytes of the first row that only belong between two rows: a comma.
    private let skipped: Int
    private let rooms = Spares<Room>(limit: 32)

    private final class Room: @unchecked Sendable {
        // @unchecked Sendable: taken from the spares, it belongs to one task until it is given back.
        var rows: StopRows
        // Each request has its own radius.
        var answer = MatchBuffer(keepsVicinities: false)
        var bytes: RowBytes

        init(_ template: RowTemplate) {
            rows = StopRows(template)
            bytes = RowBytes(reusing: nil)
        }
    }

    /// Prepares the rows of the default columns, over the attractions of a batch.
    package init(over batch: LookupBatch, _ form: Form) {
        points = batch.points
        let names = OutputColumn.defaults.map { $0.name(on: batch.options.surface) }
        let (format, isListed): (RowFormat, Bool) =
            switch form {
            case .document(let format): (format, false)
            case .list: (.ndjson, true)
            }
        template = RowTemplate(
            format: format, columns: OutputColumn.defaults, names: names,
            stops: StopTemplate(PlaceColumns(id: 0, latitude: 1, longitude: 2), ["id"]), attractions: batch.attractions,
            isListed: isListed)
        (opening, closing) =
            isListed ? ([], []) : (format.opening(names, attribution: batch.attribution), format.closing)
        skipped = isListed || format == .geojson ? 1 : 0
    }

    /// Appends the answer for a place; without an id it has its number, 1.
    ///
    /// - Returns: The number of matches; with more than `most`, nothing is appended.
    /// - Throws: `IndexFileError.damaged` if the texts of the attractions overlap.
    /// - Complexity: O(log *n* + *m* log *m*) for *n* attractions and *m* matches.
    package func append(
        _ lookup: Lookup, at place: Coordinate, id: String?, most: Int, to bytes: inout ContiguousArray<UInt8>
    ) throws(IndexFileError) -> Int {
        let room = rooms.take() ?? Room(template)
        defer { rooms.give(room) }
        let centers = LookupCenters(coordinates: [place])
        room.answer.expect(centers.coordinates.span)
        points.find(lookup, 0, of: centers, into: &room.answer)
        let count = room.answer.count
        if count > most { return count }
        room.bytes.removeAll()
        bytes.append(contentsOf: opening)
        if count > 0 {
            room.rows.begin(CSVRecord(onlyField: id ?? ""), at: place)
            var next = 0
            while next < count {
                let (reached, need) = room.rows.append(room.answer, from: next, to: &room.bytes)
                if reached < count { room.bytes.reserve(need) }
                next = reached
            }
            room.bytes.copy(from: skipped, to: &bytes)
        }
        bytes.append(contentsOf: closing)
        if let damage = template.segments.damage { throw damage }
        return count
    }
}
