package import WaymarkGeodesy

/// Recommends places around many stops of which only id, name and coordinate are known.
package struct StopRecommender: Sendable {
    private let recommender: Recommender
    private let lexicon: ThemeLexicon
    /// For each theme of the lexicon, its number among the places; nil if no place has it.
    private let themeNumbers: [Int?]

    /// Creates a recommender for stops, whose themes a lexicon reads.
    package init(_ recommender: Recommender, _ lexicon: ThemeLexicon) {
        (self.recommender, self.lexicon) = (recommender, lexicon)
        themeNumbers = lexicon.themes.map(recommender.places.number(ofTheme:))
    }

    /// Returns the recommendations around the stop that ``RecommendedPlaces/stop(id:name:coordinate:lexicon:)`` returns.
    package func recommendations(
        aroundID id: String, name: String, coordinate: Coordinate, within radius: Meters, count: Int,
        interests: Interests? = nil, visited: Set<String> = []
    ) -> [BriefRecommendation] {
        recommender.recommendations(
            at: coordinate, within: radius, count: count, interests: interests, visited: visited
        ) { known(id: id, name: name, coordinate: coordinate) }
    }

    private func known(id: String, name: String, coordinate: Coordinate) -> KnownStop {
        let places = recommender.places
        let own = places.position(ofID: id, at: coordinate)
        var theme: Int?
        if let own, places.themeNumbers[own] >= 0 {
            theme = places.themeNumbers[own]
        } else if !name.isEmpty {
            theme = lexicon.themeNumber(of: name).flatMap { themeNumbers[$0] }
        }
        let near = places.near(coordinate)
        let municipality = places.placeOfMunicipality(own, near).map { places.municipalityNumbers[$0] }
        return KnownStop(
            name: name, coordinate: coordinate, position: own, theme: theme, isMunicipalityKnown: municipality != nil,
            municipality: municipality, near: near, among: places)
    }
}
