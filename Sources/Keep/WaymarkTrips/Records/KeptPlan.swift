import WaymarkText

/// The plan of a trip's days, as `waymark plan --format json` writes it.
///
/// It is kept as it is: who puts it into a store says whether it is a plan, as ``TripImport`` does.
public struct KeptPlan: Identifiable, Hashable, Sendable {
    /// Identifies the plan.
    public let id: RecordID
    /// The trip; the plan goes with it.
    public var trip: RecordID
    /// The plan as JSON without blanks, its keys sorted, its numbers as written.
    public let json: String

    /// Keeps a plan.
    ///
    /// - Throws: ``FieldError`` for what is not a JSON object.
    /// - Complexity: O(*n* log *n*) in its bytes.
    public init(id: RecordID, trip: RecordID, json bytes: ContiguousArray<UInt8>) throws(FieldError) {
        let value: JSONValue
        do throws(JSONParser.Fault) {
            value = try JSONParser.value(bytes)
            // As deep as it is in a backup.
            _ = try JSONParser.value(ContiguousArray("[[[".utf8) + bytes + "]]]".utf8)
        } catch {
            throw FieldError(error)
        }
        guard case .object = value else { throw .notJSON(reason: "not a JSON object") }
        self.init(id: id, trip: trip, json: CanonicalJSON.text(value))
    }

    /// The same plan with an id, of a trip.
    func moved(to id: RecordID, of trip: RecordID) -> KeptPlan { KeptPlan(id: id, trip: trip, json: json) }

    init(id: RecordID, trip: RecordID, json: String) { (self.id, self.trip, self.json) = (id, trip, json) }
}
