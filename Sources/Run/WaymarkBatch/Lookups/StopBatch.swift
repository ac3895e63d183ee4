import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkText

/// Stops of a block that are looked up together: their records, in reused buffers, and their places.
@safe
struct StopBatch: ~Copyable {
    private let records: UnsafeMutablePointer<CSVRecord>
    /// The next record to read. Records are swapped, since copying each would cost more than everything else.
    private var next = CSVRecord()
    private(set) var centers = LookupCenters()

    static let size = 64

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
        _ reader: inout CSVReader, _ places: PlaceReader, on projection: MapProjection?,
        reject: (CSVRecord, Rejection) -> Void
    ) throws(TableError) -> Bool {
        centers.coordinates.removeAll(keepingCapacity: true)
        centers.points.removeAll(keepingCapacity: true)
        while centers.count < Self.size {
            guard try reader.read(into: &next) else { return false }
            let center: Coordinate
            do throws(Rejection) {
                center = try places.coordinate(of: next)
            } catch {
                reject(next, error)
                continue
            }
            if let projection {
                do throws(MapRefusal) {
                    centers.points.append(try projection(center))
                } catch {
                    reject(next, places.rejection(of: next, error.reason))
                    continue
                }
            }
            let slot = unsafe records + centers.count
            unsafe swap(&next, &slot.pointee)
            centers.coordinates.append(center)
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
    var coordinates = ContiguousArray<Coordinate>()
    /// Their points, in metres; none without a map.
    var points = ContiguousArray<ProjectedPoint>()

    var count: Int { coordinates.count }
}

/// The sources of the columns that describe a stop in its record.
struct StopTemplate: Sendable {
    private let columns: PlaceColumns
    private let header: [String]

    init(_ columns: PlaceColumns, _ header: [String]) {
        (self.columns, self.header) = (columns, header)
    }

    func cell(_ column: OutputColumn) -> StopCell {
        switch column {
        case .stopID: .id(columns.id)
        case .stopName: .field(columns.name)
        case .stopLatitude: .latitude
        case .stopLongitude: .longitude
        case .stopColumn(let name, let number): .field(number ?? header.firstIndex(of: name))
        case .rank, .distance, .attraction: .field(nil)
        }
    }
}

/// The source of a stop's value; fields are numbers in its record.
enum StopCell {
    /// A field, or the record's number if it is blank.
    case id(Int?)
    case latitude
    case longitude
    case field(Int?)

    /// Calls `body` with the value for the stop in `record`, which may be none.
    func withValue<R>(of record: CSVRecord, at coordinate: Coordinate, _ body: (borrowing CellValue) -> R) -> R {
        switch self {
        case .latitude: return body(.number(coordinate.latitude))
        case .longitude: return body(.number(coordinate.longitude))
        case .id(let field), .field(let field):
            let text = record.utf8.span.extracting(record.range(field ?? record.count))
            if !Blanks.areAll(text) { return body(.text(text)) }
            guard case .id = self else { return body(.none) }
            var digits = ContiguousArray<UInt8>()
            NumberText.append(integer: record.number, to: &digits)
            return body(.text(digits.span))
        }
    }
}
