public import WaymarkGeodesy
internal import WaymarkText

/// A language of explanations.
public enum ExplanationLanguage: String, CaseIterable, Codable, Sendable {
    /// 한국어
    case korean = "ko"
    /// English
    case english = "en"
}

/// Explains the places of a list, one after the other: no reason is given twice.
///
/// ```swift
/// var explainer = Explainer(recommender.places, stops: trip)
/// for recommendation in list { print(explainer.explanation(of: recommendation)) }
/// ```
public struct Explainer {
    private let places: RecommendedPlaces
    private let stops: [RecommendedPlace]
    private let words: ExplanationWords
    /// What was said of places, by its first letters.
    private var said: Set<String> = []

    /// Creates an explainer of one list.
    ///
    /// - Parameters:
    ///   - places: The places that the recommendations were chosen from.
    ///   - stops: The stops that they were chosen for.
    ///   - language: Korean by default.
    public init(_ places: RecommendedPlaces, stops: [RecommendedPlace], in language: ExplanationLanguage = .korean) {
        (self.places, self.stops, words) = (places, stops, ExplanationWords(language))
    }

    /// Returns the way to the place, what it is, and why it is in this list, as far as that is known.
    ///
    /// `수원 화성에서 걸어서 7분 · 정조가 수원에 행차할 때 머물던 궁 · 가는 길에 있음`
    ///
    /// Up to 1 km the way is given as minutes on foot: 4.5 km/h, 1.3 times the straight line. What the place is, is the first
    /// sentence of its introduction that says something, cut at a word; in English, of a text in Korean, what it tells of.
    /// Where no text says anything new, it is what the row gives: designation, kind, facilities; at last the theme or parking.
    ///
    /// - Parameters:
    ///   - recommendation: A recommendation of the list.
    ///   - detour: The detour where it is known, as along a route; otherwise that along great circles.
    /// - Returns: The clauses, separated by ` · `.
    /// - Complexity: O(*n*) in the letters of the introduction.
    public mutating func explanation(of recommendation: Recommendation, detour: Meters? = nil) -> String {
        let place = places[recommendation.place]
        let stop = stops.count > 1 ? stops[recommendation.nearestStop] : nil
        var clauses = [words.way(recommendation.distance, from: stop)]
        clauses += what(place, places.places.facts(recommendation.place))
        clauses += whys(recommendation, place, detour)
        return clauses.joined(separator: " · ")
    }

    /// Returns what a place is, and whether many lists name it; nil if nothing is known. Nothing is said twice.
    ///
    /// - Complexity: O(*n*) in the letters of the introduction.
    public mutating func reason(of position: Int) -> String? {
        let clauses =
            what(places[position], places.places.facts(position))
            + [words.known(places.knownRows.counts[position])].compactMap(\.self)
        return clauses.isEmpty ? nil : clauses.joined(separator: " · ")
    }

    /// What the place is.
    private mutating func what(_ place: RecommendedPlace, _ facts: PlaceFacts) -> [String] {
        let text = place.introduction ?? ""
        let sentence = Introduction(text, of: place.name, in: words.language).sentence { said.contains(Self.key($0)) }
        if let sentence {
            said.insert(Self.key(sentence))
            return [sentence]
        }
        var found: [String] = []
        if words.language == .english {
            // What the English name says already is not told again.
            let name = EnglishName.of(place.name, details: text).lowercased()
            let terms = ToldWords.terms(in: text).filter { !name.contains($0.lowercased()) }
            for start in stride(from: 0, to: min(terms.count, 9), by: 3) where found.isEmpty {
                found = new([terms[start..<min(start + 3, terms.count)].joined(separator: ", ")])
            }
        }
        if found.isEmpty || !found[0].contains(",") {
            found += new(words.facts(of: place, facts)).prefix(2 - found.count)
        }
        if found.isEmpty { found += new(words.lastFacts(of: place, facts)).prefix(1) }
        for clause in found { said.insert(Self.key(clause)) }
        return found.isEmpty ? [] : [found.joined(separator: ", ")]
    }

    /// Why the place is in the list.
    private func whys(_ recommendation: Recommendation, _ place: RecommendedPlace, _ detour: Meters?) -> [String] {
        var clauses: [String] = []
        if let detour {
            clauses.append(words.detour(detour))
        } else if stops.count > 1 {
            clauses.append(words.detour(extraWay(to: place.coordinate)))
        }
        if recommendation.isOfInterest, let theme = place.theme { clauses.append(words.interest(theme)) }
        if recommendation.weights[.together] > 0, recommendation.parts[.together] >= 0.6 {
            clauses.append(words.together)
        }
        if recommendation.weights[.worth] > 0, let worth = place.worth, worth >= 0.75 {
            clauses.append(words.worth(worth, places.worthName))
        }
        if let known = words.known(places.knownRows.counts[recommendation.place]) { clauses.append(known) }
        if recommendation.isForVariety { clauses.append(words.variety) }
        if places.isFacility(recommendation.place) { clauses.append(words.facility) }
        return clauses
    }

    /// The clauses that were not yet said.
    private func new(_ clauses: [String]) -> [String] { clauses.filter { !said.contains(Self.key($0)) } }

    /// What two clauses that say the same have in common.
    private static func key(_ clause: String) -> String {
        String(NameFolding.key(clause).prefix(30))
    }

    /// The least length that the place adds between two consecutive stops, or before the first or after the last, along great
    /// circles.
    private func extraWay(to place: Coordinate) -> Meters {
        let ways = stops.map { Sphere.earth.distance(from: $0.coordinate, to: place) }
        var least = min(ways[0], ways[ways.count - 1])
        for (i, (start, end)) in zip(stops, stops.dropFirst()).enumerated() {
            let leg = Sphere.earth.distance(from: start.coordinate, to: end.coordinate)
            least = min(least, max(.zero, ways[i] + ways[i + 1] - leg))
        }
        return least
    }
}

extension Recommendation {
    /// Returns the explanation of the place alone, as that of ``Explainer/explanation(of:detour:)`` for the first of a list.
    public func explanation(
        places: RecommendedPlaces, stops: [RecommendedPlace], detour: Meters? = nil,
        in language: ExplanationLanguage = .korean
    ) -> String {
        var explainer = Explainer(places, stops: stops, in: language)
        return explainer.explanation(of: self, detour: detour)
    }
}

extension LeftOut {
    /// Returns a clause that says which stop the place is.
    public func explanation(stops: [RecommendedPlace], in language: ExplanationLanguage = .korean) -> String {
        let name = ExplanationWords(language).name(of: stops[stop])
        return language == .korean ? "이미 들르는 곳(\(name))" : "already a stop: \(name)"
    }
}
