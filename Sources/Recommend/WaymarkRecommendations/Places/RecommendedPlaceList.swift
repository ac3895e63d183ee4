internal import WaymarkAttractions
internal import WaymarkGeodesy
internal import WaymarkText

/// Places by position: in memory, or in an index file, from which each is read when it is asked for.
public struct RecommendedPlaceList: RandomAccessCollection, Sendable {
    enum Records: Sendable {
        case held([RecommendedPlace])
        case table(Attractions)
    }

    /// Attractions of a table or an index file, what that keeps of them, and their worths.
    ///
    /// A class, and texts and places of a file by plain values: a copy of the table for each look would cost more than the look.
    final class Attractions: Sendable {
        let table: AttractionTable
        let lexicon: ThemeLexicon
        let kept: KeptThemes?
        private let worths: [Double?]
        /// The caller's numbers, of which the worths are the ranks.
        private let numbers: [Double?]
        /// English names by position, where the table has a column of them.
        let englishNames: [Int: String]
        /// The texts of ``RecommendedPlaces/fields`` in a file.
        private let texts: [StoredTexts.View?]

        init(
            _ table: AttractionTable, _ lexicon: ThemeLexicon, _ kept: KeptThemes?, _ worths: [Double?],
            _ numbers: [Double?], _ englishNames: [Int: String]
        ) {
            (self.table, self.lexicon, self.kept, self.worths) = (table, lexicon, kept, worths)
            (self.numbers, self.englishNames) = (numbers, englishNames)
            texts = kept == nil ? [] : RecommendedPlaces.fields.map(table.storedTexts)
        }

        /// Calls `body` with a text, by the position of its field in ``RecommendedPlaces/fields``; empty if there is none.
        func withText<R>(_ field: Int, _ position: Int, _ body: (Span<UInt8>) -> R) -> R {
            if texts.isEmpty { return table.withText(of: RecommendedPlaces.fields[field], position, body) }
            // The view does not keep the file mapped.
            return withExtendedLifetime(self) {
                guard let view = texts[field], let range = view.range(position) else { return body(Span()) }
                return body(unsafe Span(_unsafeElements: view.bytes(range)))
            }
        }

        func text(_ field: Int, _ position: Int) -> String { withText(field, position) { String(utf8: $0) } }

        func coordinate(_ position: Int) -> Coordinate {
            kept?.coordinate(of: position) ?? table.coordinate(of: position)
        }

        func worth(_ position: Int) -> Double? {
            kept?.worth(of: position) ?? (worths.isEmpty ? nil : worths[position])
        }

        func number(_ position: Int) -> Double? {
            kept?.number(of: position) ?? (numbers.isEmpty ? worth(position) : numbers[position])
        }

        func size(_ position: Int) -> PlaceSize {
            if let kept { return kept.size(of: position) }
            func number(_ field: Int) -> Double? { NumberParser.double(text(field, position)) }
            return PlaceSize(capacity: number(4), parkingSpaces: number(5), areaSquareMeters: number(6))
        }

        func standing(_ position: Int) -> MapStanding {
            if let kept { return kept.standing(of: position) }
            return MapStanding(
                kind: PlaceKind(rawValue: text(Self.kindField, position)),
                worth: NumberParser.double(text(Self.worthField, position)))
        }

        /// The positions of what a map says in ``RecommendedPlaces/fields``.
        private static func position(_ field: AttractionField) -> Int {
            RecommendedPlaces.fields.firstIndex(of: field)!
        }
        static let (kindField, themeField, worthField) = (
            position(.placeKind), position(.placeTheme), position(.placeWorth)
        )

        /// Whether a map says what some of the places are; not read of a table in advance.
        var hasStandings: Bool { kept?.hasStandings ?? !table[.placeKind].areAllEmpty }

        var hasWorth: Bool { kept?.worthName != nil || !worths.isEmpty }
    }

    private let records: Records
    /// 0.
    public let startIndex = 0
    /// The number of places.
    public let endIndex: Int

    init(_ records: Records) {
        self.records = records
        (endIndex, hasWorth, hasKinds) =
            switch records {
            case .held(let places):
                (places.count, places.contains { $0.worth != nil }, places.contains { $0.standing.kind != nil })
            case .table(let attractions): (attractions.table.count, attractions.hasWorth, attractions.hasStandings)
            }
    }

    /// What `held` gives of places in memory, or `stored` of those of a table.
    @inline(__always)
    private func read<T>(_ held: ([RecommendedPlace]) -> T, _ stored: (Attractions) -> T) -> T {
        switch records {
        case .held(let places): held(places)
        case .table(let attractions): stored(attractions)
        }
    }

    /// Whether an index file keeps what is known of the places.
    var areKept: Bool { read({ _ in false }, { $0.kept != nil }) }

    /// Whether the worth of a place is known: each question asks.
    let hasWorth: Bool

    /// Whether a map says of a place what it is: each question asks.
    package let hasKinds: Bool

    /// The place at a position.
    ///
    /// - Complexity: O(*n*) in its letters.
    public subscript(position: Int) -> RecommendedPlace {
        read({ $0[position] }) { attractions in
            func text(_ field: Int) -> String? {
                let text = attractions.text(field, position)
                return text.isEmpty ? nil : text
            }
            let number = theme(position, [:])
            var place = RecommendedPlace(
                id: attractions.text(0, position), name: attractions.text(1, position), category: text(2),
                coordinate: attractions.coordinate(position),
                theme: number >= 0 ? attractions.lexicon.themes[number] : nil,
                isFacility: number == RecommendedPlaces.facility, introduction: text(3),
                worth: attractions.worth(position))
            place.size = attractions.size(position)
            if hasKinds { place.standing = attractions.standing(position) }
            return place
        }
    }

    /// What reasons know of a place beside its name and introduction, as far as its table was read for them.
    ///
    /// - Complexity: O(*n*) in its letters.
    package func facts(_ position: Int) -> PlaceFacts {
        read({ $0[position].facts }) { attractions in
            var facts = PlaceFacts(of: position, in: attractions.table)
            if let given = attractions.englishNames[position] { facts.englishName = given }
            return facts
        }
    }

    func id(_ position: Int) -> String { read({ $0[position].id }, { $0.text(0, position) }) }

    func coordinate(_ position: Int) -> Coordinate {
        read({ $0[position].coordinate }, { $0.coordinate(position) })
    }

    /// The worth of a place; nil if it is unknown.
    func worth(_ position: Int) -> Double? { read({ $0[position].worth }, { $0.worth(position) }) }

    /// The caller's number for a place, of which ``worth(_:)`` is the rank; nil if it is unknown.
    func number(_ position: Int) -> Double? { read({ $0[position].worth }, { $0.number(position) }) }

    func size(_ position: Int) -> PlaceSize { read({ $0[position].size }, { $0.size(position) }) }

    /// What a map says of a place.
    package func standing(_ position: Int) -> MapStanding {
        hasKinds ? read({ $0[position].standing }, { $0.standing(position) }) : .unknown
    }

    func placeName(_ position: Int) -> PlaceName {
        read({ PlaceName($0[position].name) }, { $0.withText(1, position) { PlaceName($0) } })
    }

    /// The number of the theme of a place, as ``RecommendedPlaces/theme(of:)``; `numbers` has those of places that are held.
    func theme(_ position: Int, _ numbers: [String: Int]) -> Int {
        read({ places in
            let place = places[position]
            return place.isFacility && place.worth == nil
                ? RecommendedPlaces.facility : place.theme.flatMap { numbers[$0] } ?? RecommendedPlaces.unknownTheme
        }) { attractions in
            if let kept = attractions.kept { return kept.theme(of: position) }
            let lexicon = attractions.lexicon
            if hasKinds, !attractions.text(Attractions.kindField, position).isEmpty {
                return lexicon.themes.firstIndex(of: attractions.text(Attractions.themeField, position))
                    ?? RecommendedPlaces.unknownTheme
            }
            let reading = lexicon.reading(
                of: attractions.text(1, position),
                details: RecommendedPlace.details(
                    category: attractions.text(2, position), attractions.text(3, position)))
            return reading.hasNoTheme && worth(position) == nil
                ? RecommendedPlaces.facility
                : reading.theme.flatMap(lexicon.themes.firstIndex) ?? RecommendedPlaces.unknownTheme
        }
    }
}
