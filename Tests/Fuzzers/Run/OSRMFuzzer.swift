import FuzzerProperties
import WaymarkOSRM
import WaymarkOrders
import WaymarkRoutes

extension Fuzzer {
    /// `OSRMAnswer`: a leg with a line and a duration, or a table of the requested size with plausible costs; otherwise
    /// a typed error.
    static let osrmAnswers = Fuzzer("osrm-answers", maxLength: 2048) { input in
        let choice = input.first ?? 0
        let settings = OSRMSettings(
            geometry: OSRMSettings.Geometry.allCases[Int(choice & 3) % OSRMSettings.Geometry.allCases.count],
            alternatives: Int(choice >> 2 & 3))
        let status = choice & 0x10 == 0 ? 200 : 400
        let answer = OSRMAnswer(status: status, retryAfter: nil, body: Array(input.dropFirst()))
        do throws(LegError) {
            if choice & 0x20 != 0 {
                let count = Int(choice & 0xF)
                let rows = try answer.table(count, of: choice & 0x40 == 0 ? .duration : .distance, settings)
                guard rows.count == count, rows.allSatisfy({ $0.count == count }),
                    rows.joined().allSatisfy({ $0.map { $0 >= 0 && $0.isFinite } ?? true })
                else { throw .other("\(rows)") }
                return
            }
            let leg = try answer.leg(source: "fuzz", settings)
            guard leg.distance.value >= 0, leg.distance.value.isFinite, let duration = leg.duration,
                duration >= .zero, !leg.coordinates.isEmpty, leg.alternatives.count <= settings.alternatives
            else { throw .other("\(leg)") }
        } catch {
            if case .other(let answer) = error { throw BrokenAnswer(description: answer) }
        }
    }
}

/// An invalid leg or table.
private struct BrokenAnswer: Error, CustomStringConvertible {
    let description: String
}
