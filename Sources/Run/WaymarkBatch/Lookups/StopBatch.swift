import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables

/// Stops of a block that are looked up together: their records, in reused buffers, and their places.
@safe
struct StopBatch: ~Copyable {
    private let records: UnsafeMutablePointer<CSVRecord>
    /// The next record to read. Records are swapped, since copying each would cost more than everything else.
    private var next = CSVRecord()
    /// The places of the stops, in order.
    private(set) var centers = LookupCenters()

    /// The maximum number of stops.
    static let size = 64

    /// No stops yet.
    init() {
        unsafe records = .allocate(capacity: Self.size)
        unsafe records.initialize(repeating: CSVRecord(), count: Self.size)
    }

    deinit {
        unsafe records.deinitialize(count: Self.size)
        unsafe records.deallocate()
    }

    /// Reads the next stops; `reject` takes invalid records, and those outside the map.
    ///
    /// - Returns: Whether there may be more in the block.
    mutating func read(
        _ reader: inout CSVBlockReader, _ places: PlaceRows, on projection: MapProjection?,
        reject: (CSVRecord, Rejection) -> Void
    ) throws(TableError) -> Bool {
        centers.removeAll()
        while centers.count < Self.size {
            guard try reader.read(into: &next) else { return false }
            let center: Coordinate
            if let place = places.plainPlace(of: next) {
                center = place
            } else {
                do throws(Rejection) {
                    center = try places.place(of: next)
                } catch {
                    reject(next, error)
                    continue
                }
            }
            let slot = unsafe records + centers.count
            do throws(MapRefusal) {
                try centers.append(center, on: projection)
            } catch {
                reject(next, places.reader.rejection(of: next, error.reason))
                continue
            }
            unsafe swap(&next, &slot.pointee)
        }
        return true
    }

    /// Calls `body` with the record of a stop and its place.
    func withStop<R>(_ stop: Int, _ body: (CSVRecord, Coordinate) -> R) -> R {
        precondition(stop >= 0 && stop < centers.count, "no such stop")
        let slot = unsafe records + stop
        let record = unsafe slot.move()
        defer { unsafe slot.initialize(to: record) }
        return body(record, centers.coordinates[stop])
    }
}

/// Places that are looked up together, and their points on the map if one is used; in reused buffers.
struct LookupCenters {
    /// The places, in order.
    private(set) var coordinates = ContiguousArray<Coordinate>()
    /// Their points, in metres; none without a map.
    private(set) var points = ContiguousArray<ProjectedPoint>()

    /// The number of places.
    var count: Int { coordinates.count }

    mutating func removeAll() {
        coordinates.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
    }

    /// Adds a place.
    ///
    /// - Throws: The refusal, if the map has no point for it.
    mutating func append(_ place: Coordinate, on projection: MapProjection?) throws(MapRefusal) {
        if let projection { points.append(try projection(place)) }
        coordinates.append(place)
    }
}
