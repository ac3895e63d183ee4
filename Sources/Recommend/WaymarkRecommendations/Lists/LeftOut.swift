public import WaymarkGeodesy

/// A place that is not recommended, since it is a stop itself.
public struct LeftOut: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    public var place: Int
    /// Position of the stop that it is.
    public var stop: Int
    /// Great-circle distance from that stop.
    public var distance: Meters
    /// Why it is taken for the stop.
    public var reason: SamePlace
}

extension LeftOut {
    /// Returns one sentence that says which stop the place is, and by which rule.
    public func explanation(stops: [RecommendedPlace], in language: ExplanationLanguage = .korean) -> String {
        let name = stops[stop].name.isEmpty ? stops[stop].id : stops[stop].name
        let (korean, english) =
            switch reason {
            case .id: ("id가 같음", "the same id")
            case .name: ("이름이 거의 같음", "nearly the same name")
            case .part: ("한 이름이 다른 이름의 일부, 100 m 안", "one name is a part of the other, within 100 m")
            case .spot: ("이름이 비슷함, 25 m 안", "a similar name, within 25 m")
            }
        return language == .korean ? "경유지(\(name))와 같은 곳: \(korean)" : "\(name) itself: \(english)"
    }
}

extension Recommender {
    /// Returns the places that are left out since they are stops themselves, by stop and distance.
    ///
    /// - Complexity: O(*s* log *n*) for *s* stops, and O(*c*) for the places within 1 km of them.
    public func leftOut(for stops: [RecommendedPlace]) -> [LeftOut] {
        stops.enumerated().flatMap { number, stop in
            places.same(as: stop).map {
                LeftOut(place: $0.place, stop: number, distance: $0.distance, reason: $0.reason)
            }
        }
    }
}
