import WaymarkGeodesy
import WaymarkRoutes
import WaymarkText
import WaymarkTimes

extension RouteTotals {
    /// The number of stops, the distance, the duration, and what is missing.
    func summary(stops: Int) -> String {
        func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var parts = [count(stops, "stop")]
        for kind in Leg.DistanceKind.allCases {
            guard let distance = distances[kind] else { continue }
            let name = kind == .greatCircle ? "great-circle" : kind == .track ? "on tracks" : "on roads and paths"
            parts.append("\(distance.words) \(name)")
        }
        if let duration, duration > .zero { parts.append(duration.words + " under way") }
        if missing > 0 { parts.append("\(count(missing, "leg")) missing") }
        return parts.joined(separator: "  ·  ")
    }
}

extension Meters {
    /// A readable length: `715 m`, `1.3 km`, `12 345 km`.
    var words: String {
        if value < 999.5 { return (DecimalText.of(value, decimals: 0) ?? "?") + " m" }
        let kilometers = value / 1000
        guard let number = DecimalText.of(kilometers, decimals: kilometers < 99.95 ? 1 : 0) else { return "? km" }
        // Thousands are separated by a narrow space.
        guard kilometers >= 9999.5 else { return number + " km" }
        var grouped = ""
        for (i, digit) in number.enumerated() {
            if i > 0, (number.count - i) % 3 == 0 { grouped += "\u{202F}" }
            grouped.append(digit)
        }
        return grouped + " km"
    }
}

extension Duration {
    /// A readable duration: `45 min`, `3 h 5 min`, `2 d 4 h`.
    fileprivate var words: String {
        let minutes = Int(min(inSeconds / 60, 1e12).rounded())
        if minutes < 60 { return "\(minutes) min" }
        let (hours, rest) = (minutes / 60, minutes % 60)
        return hours < 48 ? "\(hours) h \(rest) min" : "\(hours / 24) d \(hours % 24) h"
    }
}
