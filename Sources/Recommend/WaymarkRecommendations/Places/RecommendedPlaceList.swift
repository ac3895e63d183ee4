internal import WaymarkAttractions
internal import WaymarkGeodesy
internal import WaymarkText

/// Places by position: in memory, or in an index file, from which each is read when it is asked for.
public struct RecommendedPlaceList: RandomAccessCollection, Sendable {
    private enum Records: Sendable {
        case held([RecommendedPlace])
        case kept(KeptPlaces)
    }

    private let records: Records
    /// 0.
    public let startIndex = 0
    /// The number of places.
    public let endIndex: Int

    init(_ places: [RecommendedPlace]) { (records, endIndex) = (.held(places), places.count) }

    init(_ file: AttractionFile, _ facts: FactTable) {
        (records, endIndex) = (.kept(KeptPlaces(file: file, facts: facts)), file.count)
    }

    /// The place at a position.
    ///
    /// - Complexity: O(*n*) in its letters if it is in a file, otherwise O(1).
    public subscript(position: Int) -> RecommendedPlace {
        switch records {
        case .held(let places): places[position]
        case .kept(let kept): kept.place(position)
        }
    }

    /// The id of a place.
    func id(_ position: Int) -> String {
        switch records {
        case .held(let places): places[position].id
        case .kept(let kept): kept.text(.id, position)
        }
    }

    /// The name of a place.
    func name(_ position: Int) -> String {
        switch records {
        case .held(let places): places[position].name
        case .kept(let kept): kept.text(.name, position)
        }
    }

    /// The letter pairs of a place's name.
    func pairs(_ position: Int) -> NamePairs {
        switch records {
        case .held(let places): return NamePairs(places[position].name)
        case .kept(let kept):
            return kept.file.withText(.name, of: position) { name in
                var letters = NameLetters()
                letters.read(name)
                return NamePairs(letters)
            }
        }
    }

    /// The coordinate of a place.
    func coordinate(_ position: Int) -> Coordinate {
        switch records {
        case .held(let places): places[position].coordinate
        case .kept(let kept): kept.file.coordinate(of: position)
        }
    }

    /// Whether the places are in memory.
    package var areHeld: Bool {
        if case .held = records { true } else { false }
    }
}

/// Places in an index file: a class, so that a place is read without retaining each part of the file.
private final class KeptPlaces: Sendable {
    let file: AttractionFile
    private let facts: FactTable

    init(file: AttractionFile, facts: FactTable) { (self.file, self.facts) = (file, facts) }

    func text(_ field: AttractionField, _ position: Int) -> String {
        file.withText(field, of: position) { String(utf8: $0) }
    }

    func place(_ position: Int) -> RecommendedPlace {
        let (own, category) = (facts[position], text(.category, position))
        return RecommendedPlace(
            id: text(.id, position), name: text(.name, position), category: category.isEmpty ? nil : category,
            coordinate: file.coordinate(of: position),
            municipality: own.municipality >= 0 ? facts.municipalities.texts[own.municipality] : nil,
            theme: own.theme >= 0 ? facts.themes.texts[own.theme] : nil)
    }
}
