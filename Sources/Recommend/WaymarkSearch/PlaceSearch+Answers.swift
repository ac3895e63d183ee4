import WaymarkGeodesy

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
        return SearchAnswers(hits: answers.hits.map(\.hit), count: answers.count)
    }

    /// Returns the answers to a query, searched among the places of an earlier query if these include all answers.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - candidates: The places that the earlier query found; on return those of this query, nil if there are too
    ///     many.
    /// - Returns: The same as ``answers(to:where:)``.
    package func answers(to query: SearchQuery, among candidates: inout SearchCandidates?) -> SearchAnswers {
        guard let prepared = PreparedQuery(query) else { return .none }
        let known = candidates?.contain(answersTo: query, prepared) == true ? candidates?.places : nil
        return withMatches(query, prepared, among: known) { board in
            let answers = ranked(board, query, prepared)
            candidates = nil
            if answers.count <= SearchCandidates.maxPlaces {
                let places = board.places.map { place in
                    let name = position(place).map { records[$0].name } ?? ""
                    return SearchCandidates.Candidate(place: place, letters: Letters(name))
                }
                candidates = SearchCandidates(query: query, prepared: prepared, places: places)
            }
            return SearchAnswers(hits: answers.hits.map(\.hit), count: answers.count)
        }
    }

    /// The answers with the data that orders hits among those of other indexes.
    func rankedAnswers(
        to query: SearchQuery, where isIncluded: ((Int) -> Bool)?
    ) -> (hits: [RankedHit], count: Int) {
        guard let prepared = PreparedQuery(query) else { return ([], 0) }
        return withMatches(query, prepared, where: isIncluded) { ranked($0, query, prepared) }
    }

    /// Calls `body` with the places that match a query.
    private func withMatches<T>(
        _ query: SearchQuery, _ prepared: PreparedQuery, among candidates: [SearchCandidates.Candidate]? = nil,
        where isIncluded: ((Int) -> Bool)? = nil, _ body: (borrowing RungBoard) -> T
    ) -> T {
        let scratch = scratches.take() ?? RungBoards(count: index.count)
        defer {
            scratch.query.clear()
            scratches.give(scratch)
        }
        QuerySearch(
            index: index, query: prepared, initialsInsideWords: query.findsInitialsInsideWords, candidates: candidates
        ).mark(scratch)
        filter(&scratch.query, query, isIncluded)
        return body(scratch.query)
    }

    private func ranked(
        _ board: borrowing RungBoard, _ query: SearchQuery, _ prepared: PreparedQuery
    ) -> (hits: [RankedHit], count: Int) {
        let selection = HitSelection(
            board, limit: query.limit, near: query.near.map { NearnessBand(from: $0) }, index.vectors)
        let hits = selection.hits.compactMap { rung, band, place in
            hit(place, SearchRung(rawValue: Int(rung)) ?? .worst, query, prepared).map {
                RankedHit(hit: $0, band: band, length: Letters($0.name).count)
            }
        }
        return (hits, selection.count)
    }

    /// Removes the places that a query excludes from the board.
    private func filter(_ board: inout RungBoard, _ query: SearchQuery, _ isIncluded: ((Int) -> Bool)?) {
        if !query.categories.isEmpty {
            let wanted = Set(query.categories.map { Letters($0).keys })
            let areWanted = index.categoryPlaces.map { place in
                guard let position = position(Int(place)), let category = records[position].category else {
                    return false
                }
                return wanted.contains(Letters(category).keys)
            }
            board.keep { place in
                let category = Int(index.categories[place])
                return category < areWanted.count && areWanted[category]
            }
        }
        let areas = query.areas.map { AreaTest($0) }
        guard !areas.isEmpty || isIncluded != nil else { return }
        board.keep { place in
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

    /// The hit for a place. Its matched parts are found by direct comparison, since only few hits are shown.
    private func hit(
        _ place: Int, _ rung: SearchRung, _ query: SearchQuery, _ prepared: PreparedQuery
    ) -> SearchHit? {
        guard let position = position(place) else { return nil }
        let record = records[position]
        // In a damaged file, names may differ from the indexed ones; then nothing is highlighted.
        let match = prepared.match(
            Letters(record.name), initialsInsideWords: query.findsInitialsInsideWords,
            otherText: { _ in true })
        return SearchHit(
            position: position, id: record.id, name: record.name, category: record.category,
            coordinate: record.coordinate, rung: rung, start: match?.grade.start ?? .inside,
            matched: match?.matched ?? [],
            distance: query.near.map { Sphere.earth.distance(from: $0, to: record.coordinate) })
    }
}
