import TestSupport
import TripTestSupport
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTrips

extension Fuzzer {
    /// `TripImport` of GPX: reads what `GPXDocument` reads, too.
    static let gpxTrips = tripFile("gpx-trips", .gpx) { bytes, read in
        // An extension of another version is refused, which a document does not look into.
        if read == nil, !String(decoding: bytes, as: UTF8.self).contains("urn:waymark:trip") {
            try require((try? GPXDocument(Array(bytes))) == nil, "what a document is read from is imported")
        }
    }

    /// `TripImport` of KML.
    static let kmlTrips = tripFile("kml-trips", .kml)

    /// `TripImport` of GeoJSON: what is read is JSON.
    static let geoJSONTrips = tripFile("geojson-trips", .geojson) { bytes, read in
        if read != nil { try require(isJSON(bytes), "what is imported is JSON") }
    }

    /// `TripImport` of Timelines: what is read is JSON, and any list that is JSON is read.
    static let timelines = tripFile("timelines", .timeline) { bytes, read in
        if read != nil { try require(isJSON(bytes), "what is imported is JSON") }
        if bytes.first == UInt8(ascii: "["), isJSON(bytes) { try require(read != nil, "any list is read") }
    }

    /// `TripImport` of tables of stops.
    static let stopTables = tripFile("stop-tables", .csv)

    /// `TripImport` of plans of days: what is read is JSON.
    static let tripPlans = tripFile("trip-plans", .plan) { bytes, read in
        if read != nil { try require(isJSON(bytes), "what is imported is JSON") }
    }

    /// The conditions of all formats: pieces give the same; records can be stored, and exported, and come back.
    private static func tripFile(
        _ name: String, _ format: TripImportFormat,
        also check: @escaping @Sendable (ContiguousArray<UInt8>, TripImport?) throws -> Void = { _, _ in }
    ) -> Fuzzer {
        Fuzzer(name, maxLength: 2048) { bytes in
            let whole = result(of: bytes, format, chunk: .max)
            for chunk in [1, 7] {
                let pieces = result(of: bytes, format, chunk: chunk)
                try require(
                    description(of: pieces) == description(of: whole), "pieces of \(chunk) give the same as the whole")
            }
            let read = try? whole.get()
            try check(bytes, read)
            guard let read else { return }
            for record in read.records { try require(record.fault == nil, "\(record) can be stored") }
            let store = MemoryTripStore()
            do {
                let report = try store.restore(read.content(), read.mode)
                try require(report.items.count == read.rows.count, "all that is read is stored")
            } catch let error as RestoreError {
                // Deletions that a file gives may not fit together.
                try require(read.isTimed, "\(error)")
                return
            }
            for trip in try store.trips() { try checkExports(of: WholeTrip(trip.id, in: store)) }
        }
    }

    private static func checkExports(of whole: WholeTrip) throws {
        let again = try result(of: TripGPX.document(of: whole), .gpx, chunk: .max).get()
        try require(texts(of: again.records) == texts(of: whole.records), "a trip comes back from GPX")
        for (document, format) in [
            (TripKML.document(of: whole), TripImportFormat.kml), (TripGeoJSON.document(of: whole), .geojson),
        ] {
            let stops = try result(of: document, format, chunk: .max).get().records.filter { $0.kind == .stop }
            try require(stops.count == whole.stops.count, "all stops come back from \(format)")
        }
    }

    private static func result(
        of bytes: ContiguousArray<UInt8>, _ format: TripImportFormat, chunk: Int
    ) -> Result<TripImport, ImportError> {
        Result { () throws(ImportError) in
            // Times need a zone.
            try TripImport(MemorySource(bytes, chunk: chunk), format, options: ImportOptions(zone: .utc))
        }
    }

    /// All of a result, where dictionaries have an order.
    private static func description(of result: Result<TripImport, ImportError>) -> [String] {
        switch result {
        case .success(let read):
            texts(of: read.records).map { "\($0)" } + read.rejected.map { "\($0)" }
                + read.ignored.map { "\($0) \($1)" }.sorted()
        case .failure(let error): ["\(error)"]
        }
    }

    private static func texts(of records: [Record]) -> [[UInt8]] {
        records.map { Array("\($0.kind) \($0.id) \($0.json())".utf8) }
    }

    private static func isJSON(_ bytes: ContiguousArray<UInt8>) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? ContiguousArray(bytes.dropFirst(3)) : bytes
        return String(validating: text, as: UTF8.self) != nil && (try? JSONParser.value(text)) != nil
    }
}
