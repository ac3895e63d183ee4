import WaymarkGeodesy
package import WaymarkSearch

/// A linear search, the slow reference: compares each place with the query as it is spelled and sorts all matches.
package struct LinearSearch {
    private let places: ContiguousArray<SearchedPlace>
    private let names: [Letters]

    package init(_ places: ContiguousArray<SearchedPlace>) {
        self.places = places
        names = places.map { Letters($0.name) }
    }

    /// Returns the answers to a query.
    ///
    /// - Complexity: O(*n*) letters.
    package func answers(to query: SearchQuery, where isIncluded: ((Int) -> Bool)? = nil) -> SearchAnswers {
        guard let prepared = try? PreparedQuery(query) else { return .none }
        let band = query.near.map { NearnessBand(from: $0) }
        let categories = Set(query.categories.map { Letters($0).keys })
        var found: [(place: Int, match: PlaceMatch, band: Int)] = []
        for (number, place) in places.enumerated() {
            guard query.areas.allSatisfy({ $0.contains(place.coordinate) }),
                categories.isEmpty || place.category.map({ categories.contains(Letters($0).keys) }) ?? false,
                isIncluded?(number) ?? true,
                let match = prepared.match(
                    names[number], initialsInsideWords: query.findsInitialsInsideWords,
                    otherText: { phrase in
                        let whatOrWhere =
                            [place.category].compactMap { $0 }.flatMap { Letters($0).words }
                            + place.addresses.flatMap { Letters($0).words }.filter(Self.saysWhere)
                        return whatOrWhere.contains { $0.keys.starts(with: phrase.keys) }
                    })
            else { continue }
            found.append((number, match, band.map { $0(PlaceVector(place.coordinate)) } ?? 0))
        }
        found.sort { isBefore($0, $1) }
        let hits = found.prefix(query.limit).map { place, match, _ in
            SearchHit(
                position: place, id: places[place].id, name: places[place].name, category: places[place].category,
                address: places[place].addresses.first, coordinate: places[place].coordinate, rung: match.grade.rung,
                start: match.grade.start,
                matched: match.matched,
                distance: query.near.map { Sphere.earth.distance(from: $0, to: places[place].coordinate) })
        }
        return SearchAnswers(hits: hits, count: found.count)
    }

    private func isBefore(
        _ a: (place: Int, match: PlaceMatch, band: Int), _ b: (place: Int, match: PlaceMatch, band: Int)
    ) -> Bool {
        let (first, second) = (places[a.place], places[b.place])
        let near = cost(a.match.grade.rung, a.band, first)
        let far = cost(b.match.grade.rung, b.band, second)
        if near != far { return near < far }
        if a.match.grade.rung != b.match.grade.rung { return a.match.grade.rung < b.match.grade.rung }
        let (high, low) = (first.standingSteps, second.standingSteps)
        if high != low { return high > low }
        let (short, long) = (names[a.place].count, names[b.place].count)
        if short != long { return short < long }
        if first.id != second.id { return first.id.utf8.lexicographicallyPrecedes(second.id.utf8) }
        return a.place < b.place
    }

    private func cost(_ rung: SearchRung, _ band: Int, _ place: SearchedPlace) -> Int {
        rung.handicap + band + (rung == .wholeName ? 0 : WorthSteps.step(of: place.standingSteps))
    }

    /// Whether a word of an address names a province, a city, a district, a town or a village, or is neither Korean nor a number.
    private static func saysWhere(_ word: Letters) -> Bool {
        let ends = ["시", "도", "군", "구", "읍", "면", "동", "리", "가"].map { Letters($0).keys }
        if ends.contains(where: { word.keys.count > $0.count && word.keys.reversed().starts(with: $0.reversed()) }) {
            return true
        }
        // Hangul keys are below 34.
        return !word.keys.contains { $0 < 34 || 0x30...0x39 ~= $0 }
    }
}
