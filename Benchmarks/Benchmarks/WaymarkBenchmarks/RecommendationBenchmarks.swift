import Benchmark
import MadeUpData
import Waymark

/// What else to see, beside the nearest places.
func recommendationBenchmarks() {
    run("10 of 1250 places for a trip of 4 stops", .waymark, { RecommendedTrip(1_250) }) {
        $0.recommender.recommendations(into: $0.stops, count: 10).map(\.place)
    } check: { trip, found in
        found.count == 10 && Set(found).count == 10
    }
    run("10 of 1250 places for a trip of 4 stops", .naive, { RecommendedTrip(1_250) }) {
        $0.nearestFirst(10)
    } check: {
        $1.count == 10 && $0.stops.count == 4
    }
    for count in [1_250, 100_000] {
        run("5 places within 10 km of a stop, of \(count)", .waymark, { RecommendedTrip(count) }) { trip in
            trip.stops.reduce(0) {
                $0 + trip.recommender.recommendations(around: $1, within: .kilometers(10), count: 5).count
            }
        } check: {
            $1 <= 5 * $0.stops.count
        }
        run("5 places within 10 km of a stop, of \(count)", .naive, { RecommendedTrip(count) }) { trip in
            trip.stops.reduce(0) {
                $0 + trip.recommender.places.index.nearest(to: $1.coordinate, count: 5, within: .kilometers(10)).count
            }
        } check: {
            $1 <= 5 * $0.stops.count
        }
    }
    run("10 places along 1000 km, within 5 km, of 100000", .waymark, { RecommendedTrip(100_000) }) {
        $0.recommender.recommendations(along: $0.corridor, stops: $0.stops, count: 10).count
    } check: {
        $1 == 10 && $0.corridor.lines.count == 3
    }
    run("10 places along 1000 km, within 5 km, of 100000", .naive, { RecommendedTrip(100_000) }) {
        $0.corridor.points(of: $0.recommender.places.index).prefix(10).count
    } check: {
        $1 == 10 && $0.corridor.lines.count == 3
    }
    run("themes of 1000 names", .waymark, { RecommendedTrip.names(1_000) }) {
        $0.count { ThemeLexicon.standard.reading(of: $0).theme != nil }
    } check: {
        $1 > $0.count / 2
    }
}

/// A trip of about 1000 km, and places with names and themes to choose from.
private struct RecommendedTrip: Sendable {
    let recommender: Recommender
    let stops: [RecommendedPlace]
    let corridor: Corridor

    static func names(_ count: Int) -> [String] {
        let (first, last) = (["경주", "달빛", "한강", "푸른", "옛골", "바람"], ["산성", "해수욕장", "박물관", "시장", "사", "공원", "캠핑장"])
        return (0..<count).map { first[$0 % first.count] + "\($0 % 97)" + last[$0 % last.count] }
    }

    init(_ count: Int) {
        let names = Self.names(count)
        let places = DataSet(.korea, count).places.enumerated().map { number, place in
            RecommendedPlace(
                id: "\(number)", name: names[number], coordinate: place,
                theme: ThemeLexicon.standard.themes[number % 6])
        }
        let recommender = Recommender(RecommendedPlaces(places))
        // Seoul, Busan, Mokpo, Gangneung.
        let corners = [(37.55, 126.97), (35.12, 129.04), (34.79, 126.38), (37.76, 128.9)].compactMap {
            try? Coordinate(latitude: $0.0, longitude: $0.1)
        }
        stops = corners.enumerated().map {
            recommender.places.completed(RecommendedPlace(id: "s\($0)", name: "역 \($0)", coordinate: $1))
        }
        corridor = Corridor(alongEach: zip(corners, corners.dropFirst()).map { [$0, $1] }, width: .kilometers(5))
        self.recommender = recommender
    }

    /// The places nearest to any stop.
    func nearestFirst(_ count: Int) -> [Int] {
        let near = stops.flatMap { recommender.places.index.nearest(to: $0.coordinate, count: count) }
        return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(count).map(\.index)
    }
}
