public import WaymarkGeodesy
internal import WaymarkIndex

/// The data of a stop that scores need, as numbers.
struct KnownStop: Sendable {
    let vector: UnitVector
    /// The position of the place that the stop is; nil for none.
    let position: Int?
    /// The number of its theme; nil if no place has it.
    let theme: Int?
    let isMunicipalityKnown: Bool
    /// The number of its municipality; nil if no place is in it.
    let municipality: Int?
    /// Metres to the fourth nearest other place; if there are fewer, to the farthest of them, or 0 if there is none.
    let spacing: Double
    let name: NamePairs

    init(
        name: String, coordinate: Coordinate, position: Int?, theme: Int?, isMunicipalityKnown: Bool,
        municipality: Int?, near: [Match], among places: RecommendedPlaces
    ) {
        (self.position, vector) = (position, UnitVector(coordinate))
        (self.theme, self.isMunicipalityKnown, self.municipality) = (theme, isMunicipalityKnown, municipality)
        var (spacing, count) = (0.0, 0)
        for match in near where match.index != position && count < RecommendedPlaces.spacingRank {
            spacing = match.distance.value
            count += 1
        }
        self.spacing = spacing
        let isNamedAlike = position.map { places.places[$0].name == name } ?? false
        self.name = isNamedAlike ? places.names[position!] : NamePairs(name)
    }
}

extension RecommendedPlaces {
    /// The place at a stop, if any, and the nearest other places, which determine its spacing.
    func near(_ coordinate: Coordinate) -> [Match] { index.nearest(to: coordinate, count: Self.spacingRank + 1) }

    /// The data of a stop that scores need.
    ///
    /// - Complexity: O(log *n*).
    func known(_ stop: RecommendedPlace) -> KnownStop {
        KnownStop(
            name: stop.name, coordinate: stop.coordinate, position: position(of: stop),
            theme: number(ofTheme: stop.theme),
            isMunicipalityKnown: stop.municipality != nil, municipality: number(ofMunicipality: stop.municipality),
            near: near(stop.coordinate), among: self)
    }

    /// Returns a stop with the given properties; the others are derived.
    ///
    /// If it is one of the places (the same id within 100 m), it has that place's theme and municipality. Otherwise its
    /// theme is read from its name, and its municipality is that of the nearest place within 10 km that has one.
    ///
    /// - Complexity: O(log *n*), and that of the lexicon.
    public func stop(
        id: String, name: String, coordinate: Coordinate, lexicon: ThemeLexicon = .standard
    ) -> RecommendedPlace {
        var stop = RecommendedPlace(id: id, name: name, coordinate: coordinate)
        let own = position(of: stop)
        stop.theme = own.flatMap { places[$0].theme }
        if stop.theme == nil, !name.isEmpty { stop.theme = lexicon.theme(of: name) }
        stop.municipality = placeOfMunicipality(own, near(coordinate)).flatMap { places[$0].municipality }
        return stop
    }

    /// The place that determines a stop's municipality: the stop itself, otherwise the nearest place within 10 km, in
    /// each case only if its municipality is known.
    func placeOfMunicipality(_ own: Int?, _ near: [Match]) -> Int? {
        if let own, municipalityNumbers[own] >= 0 { return own }
        return near.first { $0.distance <= .kilometers(10) && municipalityNumbers[$0.index] >= 0 }?.index
    }
}
