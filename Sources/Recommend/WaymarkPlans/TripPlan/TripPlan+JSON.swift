import WaymarkFoundation
import WaymarkGeodesy
import WaymarkText

extension TripPlan {
    /// The plan as a JSON object with sorted keys, and a line feed.
    public func json() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All numbers are finite.
        return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}") + "\n"
    }

    /// Reads a plan that ``json()`` wrote.
    ///
    /// - Throws: ``PlanQuestionError/storedPlan(reason:)``, with the place of the fault.
    public init(parsing bytes: [UInt8]) throws(PlanQuestionError) {
        do {
            self = try JSONDecoder().decode(TripPlan.self, from: Data(bytes))
        } catch {
            throw .storedPlan(
                reason: (error as? DecodingError)?.fault(among: "plans") ?? Self.fault(of: bytes)
                    ?? "it is not valid JSON")
        }
        _ = try EarlierPlan(self)
    }

    /// Where a text is not JSON.
    private static func fault(of bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "it is not in UTF-8" }
        do {
            _ = try JSONParser.value(ContiguousArray(text.utf8))
            return nil
        } catch {
            return "line \(error.line), column \(error.column): not JSON: \(error.reason)"
        }
    }
}

extension TripPlan.Place {
    /// The place as an end of a day; `path` says where it is in the plan.
    func end(_ path: String) throws(PlanQuestionError) -> PlanEnd {
        do throws(CoordinateError) {
            return PlanEnd(name: name, coordinate: try Coordinate(latitude: latitude, longitude: longitude))
        } catch {
            throw .storedPlan(reason: "\(path): \(error)")
        }
    }
}
