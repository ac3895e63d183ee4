internal import WaymarkGeodesy
internal import WaymarkIndex

/// The data of a stop that scores need, as numbers.
struct KnownStop: Sendable {
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
    let coordinate: Coordinate

    /// Creates a stop; `near` are the nearest places, in order.
    init(
        name: NamePairs, coordinate: Coordinate, position: Int?, theme: Int?, isMunicipalityKnown: Bool,
        municipality: Int?, near: Span<Match>
    ) {
        (self.name, self.coordinate, self.position, self.theme) = (name, coordinate, position, theme)
        (self.isMunicipalityKnown, self.municipality) = (isMunicipalityKnown, municipality)
        var (spacing, count) = (0.0, 0)
        for i in 0..<near.count where near[i].index != position && count < RecommendedPlaces.spacingRank {
            spacing = near[i].distance.value
            count += 1
        }
        self.spacing = spacing
    }

    /// The novelty of a place at a distance in metres; nil if it is the stop under another name.
    @inline(__always)
    func novelty(of place: Int, in places: RecommendedPlaces, at distance: Double) -> Double? {
        // Without a common bit, names have no common pair.
        guard distance < Self.sameNameRadius, places.facts[place].nameBits & name.bits != .zero else { return 1 }
        let other = places.name(of: place)
        let common = other.common(with: name)
        if common == 0 { return 1 }
        if SamePlace.reason(other, name, common: common, at: distance) != nil { return nil }
        return 1 - Double(common) / Double(min(other.count, name.count))
    }

    private static let sameNameRadius = 30_000.0
}

extension RecommendedPlaces {
    /// The place at a stop, if any, and the nearest other places, which determine its spacing.
    func near(_ coordinate: Coordinate) -> ContiguousArray<Match> {
        ContiguousArray(index.nearest(to: coordinate, count: Self.spacingRank + 1))
    }

    /// The data of a stop that scores need.
    ///
    /// - Complexity: O(log *n*).
    func known(_ stop: RecommendedPlace) -> KnownStop {
        let own = position(of: stop)
        let isNamedAlike = own.map { places.name($0) == stop.name } ?? false
        return KnownStop(
            name: isNamedAlike ? name(of: own!) : NamePairs(stop.name), coordinate: stop.coordinate, position: own,
            theme: number(ofTheme: stop.theme), isMunicipalityKnown: stop.municipality != nil,
            municipality: number(ofMunicipality: stop.municipality), near: near(stop.coordinate).span)
    }

    /// Returns a stop with its theme and municipality, where they are not given and can be known.
    ///
    /// If it is one of the places (the same id within 100 m), it has that place's. Otherwise its theme is read from its name,
    /// and its municipality is that of the boundaries, or without boundaries of the nearest place within 300 m that has one.
    ///
    /// - Complexity: O(log *n*), and that of the lexicon.
    public func completed(_ stop: RecommendedPlace, by lexicon: ThemeLexicon = .standard) -> RecommendedPlace {
        if stop.theme != nil, stop.municipality != nil { return stop }
        var stop = stop
        let own = position(of: stop)
        if stop.theme == nil { stop.theme = own.flatMap { places[$0].theme } }
        if stop.theme == nil, !stop.name.isEmpty { stop.theme = lexicon.theme(of: stop.name) }
        stop.municipality = municipality(of: stop)
        return stop
    }

    /// The municipality of ``completed(_:by:)``.
    func municipality(of stop: RecommendedPlace) -> String? {
        stop.municipality
            ?? municipality(at: stop.coordinate, own: position(of: stop), near: near(stop.coordinate).span)
    }

    /// The municipality at a stop: by the boundaries, or without them that of the place that it is, otherwise of the nearest
    /// place within 300 m, in each case only if it is known. Farther places may be beyond a border.
    func municipality(at coordinate: Coordinate, own: Int?, near: Span<Match>) -> String? {
        if let municipalityAt { return municipalityAt(coordinate) }
        func text(_ number: Int) -> String? { number >= 0 ? facts.municipalities.texts[number] : nil }
        if let municipality = own.flatMap({ text(facts[$0].municipality) }) { return municipality }
        for i in 0..<near.count {
            guard let municipality = text(facts[near[i].index].municipality) else { continue }
            return near[i].distance <= .kilometers(0.3) ? municipality : nil
        }
        return nil
    }
}
