import TestSupport
import WaymarkGeodesy
import WaymarkRecommendations

/// Places and trips with all that is hostile: the same spot, the same name, no theme, across 180°.
enum MadeTrips {
    static func places(_ count: Int, using generator: inout SplitMix64) -> RecommendedPlaces {
        let centers = (0..<4).map { _ in
            (
                Double.random(in: -80...80, using: &generator),
                [127.0, 179.9, -179.9, 0].randomElement(using: &generator)!
            )
        }
        let words = ["산", "불국사", "해수욕장", "시장", "박물관", "A", ""]
        let list = (0..<count).map { number in
            let center = centers.randomElement(using: &generator)!
            let latitude = center.0 + Double(Int.random(in: -40...40, using: &generator)) / 200
            let longitude = center.1 + Double(Int.random(in: -40...40, using: &generator)) / 200
            return RecommendedPlace(
                id: "p\(number)",
                name: words.randomElement(using: &generator)! + words.randomElement(using: &generator)!,
                coordinate: try! Coordinate(
                    latitude: latitude, longitude: longitude > 180 ? longitude - 360 : max(longitude, -180)),
                theme: ["역사", "자연", "놀이", nil].randomElement(using: &generator)!,
                isFacility: Int.random(in: 0..<8, using: &generator) == 0,
                worth: [0, 0.3, 1, nil].randomElement(using: &generator)!)
        }
        return RecommendedPlaces(list)
    }

    static func query(
        _ places: RecommendedPlaces, using generator: inout SplitMix64
    ) -> (stops: [RecommendedPlace], isBetween: Bool) {
        var stops = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            places.places.randomElement(using: &generator)!
        }
        if Bool.random(using: &generator) {
            stops.append(RecommendedPlace(id: "hotel", name: "호텔", coordinate: stops[0].coordinate))
        }
        return (stops, Bool.random(using: &generator))
    }

    static func visits(_ places: RecommendedPlaces, using generator: inout SplitMix64) -> [[Int]] {
        (0..<40).map { _ in
            (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                Int.random(in: places.places.indices, using: &generator)
            }
        }
    }
}
