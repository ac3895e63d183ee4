public import WaymarkGeodesy
internal import WaymarkText

/// A language of explanations.
public enum ExplanationLanguage: String, CaseIterable, Sendable {
    /// 한국어
    case korean = "ko"
    /// English
    case english = "en"
}

extension Recommendation {
    /// Returns one sentence that explains the recommendation: where it is, and the reasons that counted most.
    ///
    /// `수원 화성에서 걸어서 약 7분, 바로 근처, 같은 종교·역사·전통 명소`
    ///
    /// Up to 1 km the way is given as minutes on foot: 4.5 km/h, 1.3 times the straight line. At most two reasons are given, those
    /// that raised the score most above that of a place about which nothing is known; with fewer, the theme is named.
    ///
    /// - Parameters:
    ///   - places: The places that the recommendation was chosen from.
    ///   - stops: The stops that it was chosen for.
    ///   - detour: The detour where it is known, as along a route; otherwise that along great circles.
    ///   - language: Korean by default.
    /// - Returns: The sentence, without a full stop.
    public func explanation(
        places: RecommendedPlaces, stops: [RecommendedPlace], detour: Meters? = nil,
        in language: ExplanationLanguage = .korean
    ) -> String {
        let words = ExplanationWords(language)
        var clauses = [words.way(distance, from: stops[nearestStop])]
        let found = reasons(places, stops, detour, words).sorted { $0.merit > $1.merit }.prefix(2)
        clauses += found.map(\.text)
        if found.count < 2, !found.contains(where: \.isTheme), let theme = places.places[place].theme {
            clauses.append(words.theme(theme))
        }
        if isForVariety { clauses.append(words.variety) }
        return clauses.joined(separator: ", ")
    }

    /// The reasons, each with what it adds to the score above the value of a part that is unknown.
    private func reasons(
        _ places: RecommendedPlaces, _ stops: [RecommendedPlace], _ detour: Meters?, _ words: ExplanationWords
    ) -> [(merit: Double, text: String, isTheme: Bool)] {
        let place = places.places[place]
        let isTrip = stops.count > 1
        var found: [(merit: Double, text: String, isTheme: Bool)] = []
        func isReason(_ part: ScorePart, from least: Double) -> Bool { weights[part] > 0 && parts[part] >= least }
        func merit(_ part: ScorePart) -> Double { weights[part] * (parts[part] - TripScorer.unknown) }
        func add(_ part: ScorePart, from least: Double, _ text: @autoclosure () -> String) {
            if isReason(part, from: least) { found.append((merit(part), text(), part == .theme)) }
        }
        if let theme = place.theme {
            if isReason(.interests, from: 0.6) {
                // One clause for both, since both are of the theme.
                let shared = isReason(.theme, from: 0.6) ? merit(.theme) : 0
                found.append((merit(.interests) + shared, words.likedTheme(theme), true))
            } else {
                add(.theme, from: 0.6, words.sharedTheme(theme, isTrip: isTrip))
            }
        }
        // At a short distance it goes without saying.
        if distance > .kilometers(3), let municipality = place.municipality, parts[.municipality] >= 0.6,
            stops.contains(where: { places.municipality(of: $0) == municipality })
        {
            add(.municipality, from: 0.6, words.municipality(municipality, isTrip: isTrip))
        }
        if let detour { add(.detour, from: 0, words.detour(detour)) }
        if isTrip, detour == nil { add(.detour, from: 0.6, words.detour(extraWay(to: place.coordinate, stops))) }
        // Nobody calls a quarter of an hour's walk next door.
        if distance <= .kilometers(0.4) { add(.kinship, from: 0.8, words.neighbour) }
        add(.together, from: 0.6, words.together)
        add(.worth, from: 0.75, words.worthy)
        return found
    }

    /// The least length that the place adds between two consecutive stops, or before the first or after the last, along great
    /// circles.
    private func extraWay(to place: Coordinate, _ stops: [RecommendedPlace]) -> Meters {
        let ways = stops.map { Sphere.earth.distance(from: $0.coordinate, to: place) }
        var least = min(ways[0], ways[ways.count - 1])
        for (i, (start, end)) in zip(stops, stops.dropFirst()).enumerated() {
            let leg = Sphere.earth.distance(from: start.coordinate, to: end.coordinate)
            least = min(least, max(.zero, ways[i] + ways[i + 1] - leg))
        }
        return least
    }
}

/// The words of explanations in a language.
private struct ExplanationWords {
    private let isKorean: Bool

    init(_ language: ExplanationLanguage) { isKorean = language == .korean }

    func way(_ distance: Meters, from stop: RecommendedPlace) -> String {
        let name = stop.name.isEmpty ? stop.id : stop.name
        guard distance.value <= 1000 else {
            let length = LengthText.of(meters: distance.value)
            return isKorean ? "\(name)에서 \(length)" : "\(length) from \(name)"
        }
        // 4.5 km/h are 75 metres a minute.
        let minutes = max(1, Int((distance.value * 1.3 / 75).rounded(.up)))
        return isKorean ? "\(name)에서 걸어서 약 \(minutes)분" : "about \(minutes) min on foot from \(name)"
    }

    /// 종교·역사·전통 명소; in English the themes that ship are translated.
    func theme(_ theme: String) -> String {
        let parts = theme.split(separator: "/").joined(separator: "·")
        return isKorean ? "\(parts) 명소" : Self.english[theme] ?? parts
    }

    private static let english = [
        "문화/예술": "arts and culture", "쇼핑/놀이": "shopping and fun", "자연/힐링": "nature",
        "종교/역사/전통": "history and tradition",
        "체험/학습/산업": "things to do and learn", "캠핑/스포츠": "camping and sports",
    ]

    func sharedTheme(_ theme: String, isTrip: Bool) -> String {
        let words = self.theme(theme)
        if isKorean { return isTrip ? "코스에 어울리는 \(words)" : "같은 \(words)" }
        return isTrip ? "in keeping with the trip: \(words)" : "more \(words)"
    }

    func likedTheme(_ theme: String) -> String {
        isKorean ? "취향에 맞는 \(self.theme(theme))" : "\(self.theme(theme)), which you like"
    }

    func municipality(_ name: String, isTrip: Bool) -> String {
        let own = name.split(separator: " ").last.map(String.init) ?? name
        if isKorean { return isTrip ? "코스가 지나는 \(own)에 있음" : "같은 \(own)에 있음" }
        return "also in \(own)"
    }

    func detour(_ length: Meters) -> String {
        if length.value < 100 { return isKorean ? "가는 길에 있음" : "on the way" }
        let length = LengthText.of(meters: length.value)
        return isKorean ? "돌아가는 길 \(length)" : "a detour of \(length)"
    }

    var neighbour: String { isKorean ? "바로 근처" : "just around the corner" }
    var together: String { isKorean ? "함께 많이 찾는 곳" : "often seen on the same trip" }
    var worthy: String { isKorean ? "평가가 높은 곳" : "highly rated" }
    var variety: String { isKorean ? "골고루 보도록 고른 곳" : "chosen for variety" }
}
