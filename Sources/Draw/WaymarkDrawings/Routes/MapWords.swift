import WaymarkRoutes
import WaymarkText
import WaymarkTimes

extension RouteMap {
    /// A language of the words on a map.
    public enum Language: String, CaseIterable, Sendable {
        /// 한국어
        case korean = "ko"
        /// English
        case english = "en"
    }
}

/// The words on a route's map, beside the names that the caller gives.
struct MapWords {
    private let isKorean: Bool

    init(_ language: RouteMap.Language) { isKorean = language == .korean }

    var legs: String { isKorean ? "첫 구간에서 마지막 구간까지" : "Legs, first to last" }
    var progress: String { isKorean ? "출발에서 도착까지" : "Start to end" }
    var fallbackLeg: String { isKorean ? "대체 구간" : "Fallback leg" }
    var missingLeg: String { isKorean ? "길을 찾지 못한 구간" : "Missing leg" }
    var missing: String { isKorean ? "길 없음" : "missing" }
    var recommended: String { isKorean ? "추천: 아래 목록" : "Recommended: see below" }
    var noStops: String { isKorean ? "경유지가 없습니다." : "There are no stops." }

    func more(_ count: Int) -> String { isKorean ? "… 외 \(count)곳" : "… and \(count) more" }

    func withoutRecommendation(_ names: String) -> String {
        isKorean ? "추천이 없는 경유지: \(names)" : "Without a recommendation: \(names)"
    }

    func sources(_ projection: MapProjection) -> String {
        let name =
            switch projection {
            case .mercator: isKorean ? "메르카토르 도법" : "Mercator"
            case .equirectangular: isKorean ? "정방형 도법" : "Equirectangular"
            case .polar: isKorean ? "극 등거리 도법" : "Polar equidistant"
            }
        return "\(name), WGS 84. \(land)"
    }

    var land: String { isKorean ? "땅: Natural Earth, 통계청" : Backdrop.sources }

    /// The number of stops, the distance, the duration where no leg is a great circle, and what is missing.
    func summary(_ totals: RouteTotals, stops: Int, recommended: Int) -> String {
        func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var parts = [isKorean ? "경유지 \(stops)곳" : count(stops, "stop")]
        for kind in Leg.DistanceKind.allCases {
            guard let distance = totals.distances[kind] else { continue }
            let length = LengthText.of(meters: distance.value)
            parts.append(isKorean ? "\(name(of: kind)) \(length)" : "\(length) \(name(of: kind))")
        }
        // The time of great-circle legs is a guess by a usual speed, and not said.
        if totals.distances[.greatCircle] == nil, let duration = totals.duration, duration > .zero {
            parts.append(isKorean ? "이동 \(words(duration))" : "\(words(duration)) under way")
        }
        let missing = totals.missing
        if missing > 0 { parts.append(isKorean ? "길을 찾지 못한 구간 \(missing)개" : "\(count(missing, "leg")) missing") }
        if recommended > 0 {
            parts.append(isKorean ? "추천 \(recommended)곳" : "\(count(recommended, "place")) recommended")
        }
        return parts.joined(separator: "  ·  ")
    }

    private func name(of kind: Leg.DistanceKind) -> String {
        switch kind {
        case .greatCircle: isKorean ? "직선거리" : "great-circle"
        case .track: isKorean ? "기록된 길" : "on tracks"
        default: isKorean ? "도로와 길" : "on roads and paths"
        }
    }

    /// `45 min`, `3 h 5 min`, `2 d 4 h`; `45분`, `3시간 5분`, `2일 4시간`.
    private func words(_ duration: Duration) -> String {
        let minutes = Int(min(duration.inSeconds / 60, 1e12).rounded())
        let (days, hours, rest) = (minutes / 60 / 24, minutes / 60, minutes % 60)
        if hours == 0 { return isKorean ? "\(rest)분" : "\(rest) min" }
        if hours < 48 { return isKorean ? "\(hours)시간 \(rest)분" : "\(hours) h \(rest) min" }
        return isKorean ? "\(days)일 \(hours % 24)시간" : "\(days) d \(hours % 24) h"
    }
}
