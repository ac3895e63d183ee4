import WaymarkOSRM
import WaymarkRoutes

extension Fuzzer {
    /// `HTTPTransport.Answer`: a leg with a line and a duration, or a table of the requested size with plausible costs; otherwise
    /// a typed error.
    static let osrmAnswers = Fuzzer("osrm-answers", maxLength: 2048) { input in
        let choice = input.first ?? 0
        // A header of the command line is one line of a request, or refused.
        if let header = try? HTTPHeader(String(decoding: input, as: UTF8.self)) {
            try require(!header.name.isEmpty && !(header.name + header.value).contains(where: \.isNewline), "\(header)")
        }
        let settings = OSRMSettings(
            geometry: OSRMSettings.Geometry.allCases[Int(choice & 3) % OSRMSettings.Geometry.allCases.count],
            alternatives: Int(choice >> 2 & 3))
        let answer = HTTPTransport.Answer(status: choice & 0x10 == 0 ? 200 : 400, body: Array(input.dropFirst()))
        if choice & 0x20 != 0 {
            let count = Int(choice & 0xF)
            let kind: LegCost = choice & 0x40 == 0 ? .duration : .distance
            guard
                let table = try answered({ () throws(LegError) in
                    try answer.table(from: count, to: count, of: kind, settings)
                }), let rows = table
            else { return }
            try require(rows.count == count && rows.allSatisfy { $0.count == count }, "\(rows)")
            try require(rows.joined().allSatisfy { $0.map { $0 >= 0 && $0.isFinite } ?? true }, "\(rows)")
        } else if let leg = try answered({ () throws(LegError) in try answer.leg(source: "fuzz", settings) }) {
            try require(leg.distance.value >= 0 && leg.distance.value.isFinite, "\(leg)")
            try require(leg.duration.map { $0 >= .zero } ?? false, "\(leg)")
            try require(!leg.coordinates.isEmpty && leg.alternatives.count <= settings.alternatives, "\(leg)")
        }
    }
}

/// The result of `body`; nil for an error that says what is wrong.
private func answered<Value>(_ body: () throws(LegError) -> Value) throws -> Value? {
    do throws(LegError) {
        return try body()
    } catch {
        if case .other(let text) = error { throw BrokenPromise(description: text) }
        return nil
    }
}
