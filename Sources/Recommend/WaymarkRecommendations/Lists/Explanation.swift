public import WaymarkGeodesy
internal import WaymarkText

/// A language of explanations.
public enum ExplanationLanguage: String, CaseIterable, Codable, Sendable {
    /// 한국어
    case korean = "ko"
    /// English
    case english = "en"
}

extension Recommendation {
    /// Returns the way to the place, what it is, and why it is in this list, as far as that is known.
    ///
    /// `수원 화성에서 걸어서 7분 · 정조가 수원에 행차할 때 머물던 궁 · 가는 길에 있음`
    ///
    /// Up to 1 km the way is given as minutes on foot: 4.5 km/h, 1.3 times the straight line. What the place is, is the first
    /// sentence of its introduction, cut at a word, where that is in the language.
    ///
    /// - Parameters:
    ///   - places: The places that the recommendation was chosen from.
    ///   - stops: The stops that it was chosen for.
    ///   - detour: The detour where it is known, as along a route; otherwise that along great circles.
    ///   - language: Korean by default.
    /// - Returns: The clauses, separated by ` · `.
    public func explanation(
        places: RecommendedPlaces, stops: [RecommendedPlace], detour: Meters? = nil,
        in language: ExplanationLanguage = .korean
    ) -> String {
        let (place, words) = (places.places[place], ExplanationWords(language))
        var clauses = [words.way(distance, from: stops.count > 1 ? stops[nearestStop] : nil)]
        if let sentence = place.introduction.flatMap({ words.firstSentence(of: $0) }) { clauses.append(sentence) }
        if let detour {
            clauses.append(words.detour(detour))
        } else if stops.count > 1 {
            clauses.append(words.detour(extraWay(to: place.coordinate, stops)))
        }
        if isOfInterest, let theme = place.theme { clauses.append(words.interest(theme)) }
        if weights[.together] > 0, parts[.together] >= 0.6 { clauses.append(words.together) }
        if weights[.worth] > 0, let worth = place.worth, worth >= 0.75 {
            clauses.append(words.worth(worth, places.worthName))
        }
        if isForVariety { clauses.append(words.variety) }
        if places.isFacility(self.place) { clauses.append(words.facility) }
        return clauses.joined(separator: " · ")
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

extension LeftOut {
    /// Returns a clause that says which stop the place is.
    public func explanation(stops: [RecommendedPlace], in language: ExplanationLanguage = .korean) -> String {
        let name = ExplanationWords(language).name(of: stops[stop])
        return language == .korean ? "이미 들르는 곳(\(name))" : "already a stop: \(name)"
    }
}

private struct ExplanationWords {
    private let language: ExplanationLanguage
    private var isKorean: Bool { language == .korean }

    init(_ language: ExplanationLanguage) { self.language = language }

    func name(of stop: RecommendedPlace) -> String {
        Romanization.shown(stop.name.isEmpty ? stop.id : stop.name, in: language)
    }

    func way(_ distance: Meters, from stop: RecommendedPlace?) -> String {
        let name = stop.map(name)
        let (from, to) = (name.map { isKorean ? "\($0)에서 " : " from \($0)" } ?? "", name.map { " to \($0)" } ?? "")
        if distance.value <= 60 {
            return isKorean ? (name.map { "\($0) " } ?? "") + "바로 옆" : "right next" + (name == nil ? " door" : to)
        }
        guard distance.value <= 1000 else {
            let length = LengthText.of(meters: distance.value)
            return isKorean ? "\(from)\(length)" : "\(length)\(name == nil ? " away" : from)"
        }
        // 4.5 km/h are 75 metres a minute.
        let minutes = max(1, Int((distance.value * 1.3 / 75).rounded(.up)))
        return isKorean ? "\(from)걸어서 \(minutes)분" : "\(minutes) min on foot\(from)"
    }

    /// The first sentence of a text, without its full stop and cut at a word; nil if it is in another language, or empty.
    func firstSentence(of text: String) -> String? {
        guard text.unicodeScalars.contains(where: \.isSyllable) == isKorean else { return nil }
        let words = PlainText.trimmed(text).split(whereSeparator: \.isWhitespace)
        let limit = isKorean ? 60 : 120
        // The sentence so far, and as far as its last comma.
        var (sentence, clause) = ("", "")
        for (number, var word) in words.enumerated() {
            // A full stop between Hangul ends a sentence without a blank, too: 있는 곳.증기기관차와.
            let parts = word.split(separator: ".", maxSplits: 1)
            let isEnd = isKorean && parts.count == 2 && parts.allSatisfy { $0.unicodeScalars.allSatisfy(\.isSyllable) }
            if isEnd { word = parts[0] }
            let longer = number == 0 ? String(word) : sentence + " " + word
            if longer.count > limit {
                let kept = number == 0 ? String(longer.prefix(limit)) : 2 * clause.count >= limit ? clause : sentence
                return kept.trimmingEnd(Self.commas) + "…"
            }
            sentence = longer
            guard let last = word.last, !isEnd else { break }
            if Self.commas.contains(last) { clause = sentence }
            if ".!?。".contains(last), word.count > 2 { break }
        }
        sentence = sentence.trimmingEnd(".。")
        return sentence.isEmpty ? nil : sentence
    }

    private static let commas = ",，、;:"

    func interest(_ theme: String) -> String {
        let name = ThemeNames.name(of: theme, in: language)
        return isKorean ? "관심 분야: \(name)" : "for your interest in \(name)"
    }

    func detour(_ length: Meters) -> String {
        if length.value < 100 { return isKorean ? "가는 길에 있음" : "on the way" }
        // Of straight lines, metres would say too much.
        let length = LengthText.of(meters: length.value < 1000 ? (length.value / 50).rounded() * 50 : length.value)
        return isKorean ? "들르면 \(length) 더 감" : "\(length) detour"
    }

    func worth(_ worth: Double, _ name: String?) -> String {
        let share = max(1, Int((100 * (1 - worth)).rounded(.up)))
        if isKorean { return "\(name ?? "평가") 상위 \(share)%" }
        return "top \(share)%\(name.map { " by \(Romanization.shown($0, in: .english))" } ?? "")"
    }

    var together: String { isKorean ? "함께 많이 찾는 곳" : "often seen on the same trip" }
    var facility: String { isKorean ? "시설로 봄" : "taken for a facility" }
    var variety: String { isKorean ? "다양하게 보도록 고름" : "for variety" }
}

extension Unicode.Scalar {
    fileprivate var isSyllable: Bool { 0xAC00...0xD7A3 ~= value }
}

extension String {
    fileprivate func trimmingEnd(_ characters: String) -> String {
        var text = self[...]
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return String(text)
    }
}
