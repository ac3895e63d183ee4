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
    var unknown: String { isKorean ? "값 없음" : "no value" }
    var hours: String { isKorean ? "시" : " h" }
    var route: String { isKorean ? "경로" : "Route" }
    var attractions: String { isKorean ? "가 볼 만한 곳" : "Attractions" }
    var places: String { isKorean ? "장소 수" : "Places" }
    var visits: String { isKorean ? "방문 횟수" : "Visits" }
    var owners: String { isKorean ? "가장 자주 간 사람" : "Most visits by" }
    var noStops: String { isKorean ? "경유지가 없습니다." : "There are no stops." }

    func name(of quantity: ColorLegend.Quantity) -> String {
        switch quantity {
        case .progress: isKorean ? "출발에서" : "From the start"
        case .speed: isKorean ? "속력" : "Speed"
        case .grade: isKorean ? "경사" : "Grade"
        case .elevation: isKorean ? "높이" : "Elevation"
        case .timeOfDay: isKorean ? "시각" : "Time of day"
        case .named(let name): name
        }
    }

    func withoutNumber(_ count: Int) -> String {
        isKorean ? "번호 없는 점: 경유지 \(count)개" : "\(count) stops without a number"
    }

    func more(_ count: Int) -> String { isKorean ? "… 외 \(count)곳" : "… and \(count) more" }

    func withoutRecommendation(_ names: String) -> String {
        isKorean ? "추천이 없는 경유지: \(names)" : "Without a recommendation: \(names)"
    }

    /// The projection, and the sources of the ground that is drawn.
    func sources(_ projection: MapProjection, _ ground: BackdropView) -> String {
        let name =
            switch projection {
            case .mercator: isKorean ? "메르카토르 도법" : "Mercator"
            case .equirectangular: isKorean ? "정방형 도법" : "Equirectangular"
            case .polar: isKorean ? "극 등거리 도법" : "Polar equidistant"
            }
        let land = ground.isDrawn ? ". " + land(hasKorea: ground.hasKorea) : ""
        return "\(name), WGS 84\(land)"
    }

    /// The sources of land and sea, of which Korea has its own.
    func land(hasKorea: Bool) -> String {
        let sources = hasKorea ? (isKorean ? "Natural Earth, 통계청" : "Natural Earth, KOSTAT") : "Natural Earth"
        return (isKorean ? "땅: " : "Land: ") + sources
    }

    /// The number of stops, the distance, the duration where no leg is a great circle, and what is missing.
    func summary(_ totals: RouteTotals, stops: Int, missing: Int, recommended: Int, trips: Int = 1) -> String {
        func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var parts = trips > 1 ? [isKorean ? "여정 \(trips)개" : count(trips, "trip")] : []
        parts.append(isKorean ? "\(stops)개 경유지" : count(stops, "stop"))
        for kind in Leg.DistanceKind.allCases {
            guard let distance = totals.distances[kind] else { continue }
            parts.append("\(name(of: kind)) \(LengthText.of(meters: distance.value))")
        }
        // The time of great-circle legs is a guess by a usual speed, and not said; that of estimated ways was asked for.
        if totals.distances[.greatCircle] == nil, let duration = totals.duration, duration > .zero {
            parts.append(isKorean ? "이동 \(words(duration))" : "\(words(duration)) under way")
        }
        if missing > 0 { parts.append(isKorean ? "길을 찾지 못한 구간 \(missing)개" : "\(count(missing, "leg")) missing") }
        if recommended > 0 {
            parts.append(isKorean ? "추천 \(recommended)곳" : "\(count(recommended, "place")) recommended")
        }
        return parts.joined(separator: " · ")
    }

    /// The number of places in regions.
    func counts(_ total: Int, in found: Int, of all: Int, outside: Int) -> String {
        let inside = isKorean ? "\(all)개 지역 중 \(found)개에 \(total)곳" : "\(total) in \(found) of \(all)"
        if outside == 0 { return inside }
        return inside + (isKorean ? " · 지역 밖 \(outside)곳" : " · \(outside) in none")
    }

    /// The number of visited regions, and their shares of all and of the area.
    func visited(_ visited: Int, of all: Int, share: Double, area: Double) -> String {
        func percent(_ share: Double) -> String { NumberText.fixed(100 * share, decimals: 1) + " %" }
        return isKorean
            ? "\(all)개 중 \(visited)개 (\(percent(share))) · 면적 \(percent(area))"
            : "\(visited) of \(all) (\(percent(share))) · \(percent(area)) of the area"
    }

    /// The length of all found legs.
    func lengths(_ totals: RouteTotals) -> String {
        totals.found > 0 ? LengthText.of(meters: totals.distance.value) : ""
    }

    private func name(of kind: Leg.DistanceKind) -> String {
        switch kind {
        case .greatCircle: isKorean ? "대권" : "great circle"
        case .estimated: isKorean ? "어림한 길" : "estimated ways"
        case .track: isKorean ? "기록된 길" : "tracks"
        case .network: isKorean ? "도로와 길" : "roads and paths"
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
