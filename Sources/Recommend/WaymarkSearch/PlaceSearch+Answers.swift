internal import WaymarkGeodesy

extension PlaceSearch {
    /// Returns the answers to a query.
    ///
    /// - Parameters:
    ///   - query: The typed text, and where to search.
    ///   - isIncluded: Whether the place at a position may be an answer, for example because it lies in a region; nil
    ///     for all places. Called for every match, so a test for regions should be computed once, as an array.
    /// - Returns: The first ``SearchQuery/limit`` hits and the number of all matches; none for a text without letters.
    /// - Complexity: O(log *n* + *m* + *n*/64) for *m* letters of names at which the keys of the query match. For 초성,
    ///   plus the letters that begin their rarest pair; for a phrase of five or more keys, plus the distinct beginnings
    ///   of words. Memory that grows with the names is allocated only by the first concurrent searches.
    public func answers(to query: SearchQuery, where isIncluded: ((Int) -> Bool)? = nil) -> SearchAnswers {
        let answers = rankedAnswers(to: query, where: isIncluded)
        return SearchAnswers(hits: answers.hits.map(\.hit), count: answers.count, droppedWords: answers.dropped)
    }

    /// The answers with the data that orders hits among those of other indexes.
    func rankedAnswers(to query: SearchQuery, where isIncluded: ((Int) -> Bool)?) -> RankedAnswers {
        guard let prepared = try? PreparedQuery(query) else { return RankedAnswers() }
        let scratch = scratches.take() ?? RungBoards(count: index.count)
        defer {
            scratch.query.clear()
            scratches.give(scratch)
        }
        var search = FallbackSearch(index, prepared, initialsInsideWords: query.findsInitialsInsideWords)
        var others = otherNames.map {
            FallbackSearch($0.index, prepared, initialsInsideWords: query.findsInitialsInsideWords)
        }
        for step in FallbackSearch.Step.allCases {
            search.mark(step, scratch)
            if others != nil { otherNames?.mark(step, &others!, on: &scratch.query) }
            filter(&scratch.query, query, isIncluded)
            let dropped = others.map { others in search.dropped.filter(others.dropped.contains) } ?? search.dropped
            let answers = ranked(
                scratch.query, query, prepared, step, search.parts + (others?.parts ?? []), dropped)
            if answers.count > 0 { return answers }
            scratch.query.clear()
        }
        return RankedAnswers()
    }

    private func ranked(
        _ board: borrowing RungBoard, _ query: SearchQuery, _ prepared: PreparedQuery, _ step: FallbackSearch.Step,
        _ parts: [Phrase], _ dropped: [Int]
    ) -> RankedAnswers {
        let selection = HitSelection(
            board, limit: query.limit, near: query.near.map { NearnessBand(from: $0) }, worth: worth, index.vectors)
        let hits = selection.hits.compactMap { rung, band, place in
            let known =
                SearchRung(rawValue: Int(rung)) ?? Reading.grade(of: rung)?.rung
                ?? (step == .someWords ? .someWords : .worst)
            return hit(place, known, query, prepared, step, parts).map {
                RankedHit(hit: $0, byte: rung, band: band, length: Letters($0.name).count)
            }
        }
        let text = Array(query.text.utf8)
        return RankedAnswers(
            hits: hits, count: selection.count, step: step,
            dropped: dropped.map { String(decoding: text[prepared.wordPlaces[$0]], as: UTF8.self) })
    }

    /// Removes the places that a query excludes from the board.
    private func filter(_ board: inout RungBoard, _ query: SearchQuery, _ isIncluded: ((Int) -> Bool)?) {
        if !query.categories.isEmpty {
            let wanted = Set(query.categories.map { Letters($0).keys })
            let areWanted = index.categoryPlaces.map { place in
                category(ofRank: place).map { wanted.contains(Letters($0).keys) } ?? false
            }
            board.keep { place, _ in
                let category = Int(index.categories[place])
                return category < areWanted.count && areWanted[category]
            }
        }
        let areas = query.areas.map { AreaTest($0) }
        guard !areas.isEmpty || isIncluded != nil else { return }
        board.keep { place, _ in
            guard let position = position(place) else { return false }
            return areas.allSatisfy({ $0.contains(index.vectors[place], at: { records.coordinate(position) }) })
                && isIncluded?(position) ?? true
        }
    }

    /// The position of the place with a rank; nil if a damaged file gives one that does not exist.
    private func position(_ place: Int) -> Int? {
        let position = Int(index.positions[place])
        return position < records.count ? position : nil
    }

    func category(ofRank place: UInt32) -> String? { position(Int(place)).flatMap { records[$0].category } }

    /// The hit for a place. Its matched parts are found by direct comparison, since only few hits are shown.
    private func hit(
        _ place: Int, _ rung: SearchRung, _ query: SearchQuery, _ prepared: PreparedQuery, _ step: FallbackSearch.Step,
        _ parts: [Phrase]
    ) -> SearchHit? {
        guard let position = position(place) else { return nil }
        let record = records[position]
        // In a damaged file, names may differ from the indexed ones; then nothing is highlighted.
        let name = Letters(record.name)
        func match(_ name: Letters) -> PlaceMatch? {
            step == .spelled
                ? prepared.match(name, initialsInsideWords: query.findsInitialsInsideWords, otherText: { _ in true })
                : name.match(parts, of: prepared)
        }
        let found = match(name)
        var otherName: String?
        if found?.matched.isEmpty ?? true, let otherNames {
            let names = record.otherNames + (otherNames.given[position] ?? [])
            let matches = names.compactMap { name in match(Letters(name)).map { (name: name, match: $0) } }
            otherName = matches.filter { !$0.match.matched.isEmpty }.min { $0.match.grade < $1.match.grade }?.name
        }
        return SearchHit(
            position: position, id: record.id, name: record.name, category: record.category,
            coordinate: record.coordinate, rung: rung, start: found?.grade.start ?? .inside,
            matched: found?.matched ?? [],
            distance: query.near.map { Sphere.earth.distance(from: $0, to: record.coordinate) }, otherName: otherName)
    }
}
