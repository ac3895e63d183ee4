import FuzzerProperties
import WaymarkOSRM
import WaymarkRoutes

extension Fuzzer {
    /// `OSRMAnswer`: a leg with a line and a duration, or a typed error.
    static let osrmAnswers = Fuzzer("osrm-answers", maxLength: 2048) { input in
        let choice = input.first ?? 0
        let settings = OSRMSettings(
            geometry: OSRMSettings.Geometry.allCases[Int(choice & 3) % OSRMSettings.Geometry.allCases.count],
            alternatives: Int(choice >> 2 & 3))
        let status = choice & 0x10 == 0 ? 200 : 400
        let answer = OSRMAnswer(status: status, retryAfter: nil, body: Array(input.dropFirst()))
        do throws(LegError) {
            let leg = try answer.leg(source: "fuzz", settings)
            guard leg.distance.value >= 0, leg.distance.value.isFinite, let duration = leg.duration,
                duration >= .zero, !leg.coordinates.isEmpty, leg.alternatives.count <= settings.alternatives
            else { throw .other("\(leg)") }
        } catch {
            if case .other(let leg) = error { throw BrokenLeg(description: leg) }
        }
    }
}

/// A leg that is none.
private struct BrokenLeg: Error, CustomStringConvertible {
    let description: String
}
