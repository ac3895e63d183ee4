public import WaymarkGeodesy

/// A recommended place, with the reasons.
public struct Recommendation: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    public var place: Int
    /// The sum of parts times weights, 0 to 1.
    public var score: Double
    /// The stop nearest to the place, the first of equally near ones.
    public var nearestStop: Int
    /// Great-circle distance from that stop.
    public var distance: Meters
    /// The value of each part.
    public var parts: ScoreParts
    /// The weight of each part; they add up to 1. 0 for interests and visits that are not given.
    public var weights: ScoreParts
    /// The contribution of each part to the score: its value times its weight.
    public var contributions: ScoreParts { ScoreParts(parts.values * weights.values) }
}

/// A language of explanations.
public enum ExplanationLanguage: String, CaseIterable, Sendable {
    /// 한국어
    case korean = "ko"
    /// English
    case english = "en"
}

extension Recommendation {
    /// Returns one sentence that explains the recommendation: the distance from a stop, the theme, and other reasons.
    ///
    /// `경주 대릉원에서 835 m, 종교/역사/전통, 코스와 같은 시`
    ///
    /// - Parameters:
    ///   - places: The places that the recommendation was chosen from.
    ///   - stops: The stops that it was chosen for.
    ///   - language: Korean by default.
    /// - Returns: The sentence, without a full stop.
    public func explanation(
        places: RecommendedPlaces, stops: [RecommendedPlace], in language: ExplanationLanguage = .korean
    ) -> String {
        let place = places.places[place]
        let stop = stops[nearestStop]
        let name = Self.name(of: stop)
        let isKorean = language == .korean
        var clauses = [isKorean ? "\(name)에서 \(Self.text(distance))" : "\(Self.text(distance)) from \(name)"]
        if let theme = place.theme { clauses.append(theme) }
        func value(_ part: ScorePart) -> Double { contributions[part] > 0 ? parts[part] : 0 }
        if let municipality = place.municipality, value(.municipality) > 0,
            stops.contains(where: { $0.municipality == municipality })
        {
            let kind = municipality.last.map { "시군구".contains($0) ? String($0) : "지역" } ?? "지역"
            let korean = stops.count == 1 ? "같은 \(kind)" : "코스와 같은 \(kind)"
            let english = stops.count == 1 ? "in the same municipality" : "in \(municipality), where the trip also goes"
            clauses.append(isKorean ? korean : english)
        }
        if value(.interests) >= 0.5 { clauses.append(isKorean ? "취향에 맞는 주제" : "a theme you like") }
        if value(.theme) >= 0.6 { clauses.append(isKorean ? "코스에 어울리는 주제" : "a theme of this trip") }
        if stops.count > 1, value(.detour) >= 0.8 { clauses.append(isKorean ? "거의 가는 길" : "hardly a detour") }
        return clauses.joined(separator: ", ")
    }

    /// The stop's name after its municipality, unless it begins with that: 경주 대릉원, not 경주시 경주 대릉원.
    private static func name(of stop: RecommendedPlace) -> String {
        guard let municipality = stop.municipality, !municipality.isEmpty else { return stop.name }
        guard !stop.name.isEmpty else { return municipality }
        let own = municipality.split(separator: " ").last.map { $0.count > 2 ? $0.dropLast() : $0 } ?? ""
        return stop.name.hasPrefix(own) ? stop.name : "\(municipality) \(stop.name)"
    }

    /// `835 m`, `12.3 km`.
    private static func text(_ distance: Meters) -> String {
        guard distance.value >= 999.5 else { return "\(Int(distance.value.rounded())) m" }
        let tenths = Int((distance.value / 100).rounded())
        return tenths >= 1000 ? "\((tenths + 5) / 10) km" : "\(tenths / 10).\(tenths % 10) km"
    }
}

/// A recommended place and its score.
package struct BriefRecommendation: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    package var place: Int
    /// The sum of parts times weights, 0 to 1.
    package var score: Double
    /// Great-circle distance from the stop, or from the nearest one of a trip.
    package var distance: Meters

    /// Whether it comes before another place.
    @inline(__always)
    func precedes(_ other: BriefRecommendation) -> Bool { (score, other.place) > (other.score, place) }
}

extension Recommendation {
    /// The recommendation without the parts of its score.
    package var brief: BriefRecommendation { BriefRecommendation(place: place, score: score, distance: distance) }
}
