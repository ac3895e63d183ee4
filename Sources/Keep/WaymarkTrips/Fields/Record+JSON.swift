import WaymarkText
package import WaymarkTimes

extension Record {
    /// The fields but the id as a JSON object in one form: equal records have equal bytes.
    ///
    /// - Complexity: O(*n* log *n*).
    package func json(with unknown: [UnknownField] = []) -> String {
        var writer = FieldWriter(unknown: unknown)
        write(to: &writer)
        return writer.text
    }

    /// Reads the fields of a record, with those that this version does not know.
    ///
    /// `zone` is the last one that was read of another record, and then that of this one: most are the same.
    package static func reading(
        _ json: ContiguousArray<UInt8>, kind: RecordKind, id: RecordID, zone: inout ClockZone?
    ) throws(FieldError) -> (record: Record, unknown: [UnknownField]) {
        var reader = try FieldReader(json, in: json.indices, after: zone)
        let record = try Record(kind: kind, id: id, from: &reader)
        zone = reader.zone
        return (record, try reader.unknown())
    }

    package static func reading(
        _ json: String, kind: RecordKind, id: RecordID
    ) throws(FieldError) -> (record: Record, unknown: [UnknownField]) {
        var zone: ClockZone?
        return try reading(ContiguousArray(json.utf8), kind: kind, id: id, zone: &zone)
    }

    init(kind: RecordKind, id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self =
            switch kind {
            case .trip: .trip(try Trip(id: id, from: &reader))
            case .stop: .stop(try TripStop(id: id, from: &reader))
            case .companion: .companion(try Companion(id: id, from: &reader))
            case .category: .category(try TripCategory(id: id, from: &reader))
            case .entry: .entry(try DiaryEntry(id: id, from: &reader))
            case .attachment: .attachment(try Attachment(id: id, from: &reader))
            case .visit: .visit(try Visit(id: id, from: &reader))
            case .route: .route(try TripRoute(id: id, from: &reader))
            case .plan: .plan(try KeptPlan(id: id, from: &reader))
            }
        if let fault { throw fault }
    }

    func write(to writer: inout FieldWriter) {
        switch self {
        case .trip(let trip): trip.write(to: &writer)
        case .stop(let stop): stop.write(to: &writer)
        case .companion(let companion): companion.write(to: &writer)
        case .category(let category): category.write(to: &writer)
        case .entry(let entry): entry.write(to: &writer)
        case .attachment(let attachment): attachment.write(to: &writer)
        case .visit(let visit): visit.write(to: &writer)
        case .route(let route): route.write(to: &writer)
        case .plan(let plan): plan.write(to: &writer)
        }
    }

    /// Why it cannot be stored; nil if it can.
    package var fault: FieldError? {
        switch self {
        case .trip(let trip):
            Set(trip.companions).count < trip.companions.count
                ? .invalid(field: "companions", reason: "names a companion twice") : nil
        case .stop(let stop):
            stop.stayMilliseconds == nil
                ? .invalid(field: "stay_ms", reason: "\(stop.stay) is not in whole milliseconds from 0 to 100 years")
                : stop.nights < 0 ? .invalid(field: "nights", reason: "\(stop.nights) is negative") : nil
        case .attachment(let attachment):
            attachment.size < 0 ? .invalid(field: "size", reason: "\(attachment.size) is negative") : nil
        case .companion, .category, .entry, .visit, .route, .plan: nil
        }
    }
}

/// Why a record cannot be stored, or a stored one cannot be read.
public enum FieldError: Error, Hashable, Sendable {
    /// A field that each record of its kind has is missing.
    case missing(field: String)
    /// A field has an invalid value.
    case invalid(field: String, reason: String)
    /// A field occurs twice.
    case repeated(field: String)
    /// The record is not JSON.
    case notJSON(reason: String)
}

extension FieldError: CustomStringConvertible {
    /// The field and its fault.
    public var description: String {
        switch self {
        case .missing(let field): "\(field) is missing"
        case .invalid(let field, let reason): "\(field): \(reason)"
        case .repeated(let field): "\(field) occurs twice"
        case .notJSON(let reason): reason
        }
    }
}

/// A field that this version does not know: kept, and written back.
package struct UnknownField: Hashable, Sendable {
    package let name: String
    /// Its value as JSON.
    package let json: String
}
