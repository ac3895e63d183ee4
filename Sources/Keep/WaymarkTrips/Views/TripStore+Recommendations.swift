import WaymarkGeodesy
public import WaymarkRecommendations

// What recommendations for a trip need to know of its travellers.
extension TripStore {
    /// The ids of the places that were visited, by stops or visits: see ``visitRecords(at:)``.
    ///
    /// A stop is a place of its attraction's id within 100 m, or one with its name (`SamePlace`).
    ///
    /// - Complexity: O(*n* log *m*) for *n* stops and visits and *m* places.
    public func visitedPlaces(among places: RecommendedPlaces, at now: Moment) throws(TripStoreError) -> Set<String> {
        var visited: Set<String> = []
        func add(_ id: String, _ name: String, _ coordinate: Coordinate) {
            visited.formUnion(places.ids(like: RecommendedPlace(id: id, name: name, coordinate: coordinate)))
        }
        for visit in try visits(at: now) { add("", visit.name, visit.coordinate) }
        for stop in try visitedStops(at: now).map(\.stop) {
            add(stop.attraction ?? "", stop.name, stop.coordinate)
        }
        return visited
    }

    /// What the companions of a trip like, as one.
    ///
    /// - Parameters:
    ///   - trip: The trip; companions that were deleted since count too.
    ///   - themes: The themes there are; what a companion likes is one of them, or a part of one between slashes.
    ///   - union: How several companions become one.
    /// - Returns: The interests, nil if no companion likes a theme; and the words that name no theme, each once.
    /// - Throws: ``TripStoreError`` from reading the store.
    public func interests(
        of trip: Trip, among themes: [String], by union: Interests.Union = .average
    ) throws(TripStoreError) -> (interests: Interests?, unknown: [String]) {
        var travellers: [Interests] = []
        var unknown: [String] = []
        for companion in try companions(of: trip) {
            var liked: [String: Double] = [:]
            for interest in companion.interests {
                if let theme = try? Interests.theme(named: interest, among: themes) {
                    liked[theme] = 1
                } else if !unknown.contains(interest) {
                    unknown.append(interest)
                }
            }
            if let interests = try? Interests(liked, among: themes) { travellers.append(interests) }
        }
        return (Interests(travellers, by: union), unknown)
    }
}
