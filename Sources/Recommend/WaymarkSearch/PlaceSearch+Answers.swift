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
    ///   plus the letters that begin their rarest pair. Where no place matches all of the query, plus some thousand letters for each of
    ///   its parts. Memory that grows with the names is allocated only by the first concurrent searches.
    public func answers(to query: SearchQuery, where isIncluded: ((Int) -> Bool)? = nil) -> SearchAnswers {
        rankedAnswers(to: query, where: isIncluded).answers(limit: query.limit)
    }

    /// The answers with the data that orders hits among those of other indexes: at a depth, where the best place of all of them has a
    /// handicap, or as deep as is needed.
    func rankedAnswers(
        to query: SearchQuery, where isIncluded: ((Int) -> Bool)?,
        at last: (depth: QueryReading.Depth, best: Int)? = nil
    ) -> RankedAnswers {
        guard let prepared = try? PreparedQuery(query) else { return RankedAnswers() }
        let scratch =
            scratches.take() ?? SearchBoards(places: index.count, otherNames: otherNames?.index.count ?? 0)
        defer {
            scratch.query.clear()
            scratches.give(scratch)
        }
        var reading = QueryReading(
            index, otherNames, prepared, initialsInsideWords: query.findsInitialsInsideWords)
        let band = query.near.map { NearnessBand(from: $0) }
        var (selection, found) = (HitSelection(), QueryReading.Depth.spelled)
        for depth in QueryReading.Depth.allCases {
            let best = last?.best ?? Grade.handicaps[Int(selection.best)]
            if last.map({ depth.rawValue > $0.depth.rawValue }) ?? (best < depth.handicap) { break }
            found = depth
            guard reading.mark(depth, best: best, scratch, { filter(&$0, query, isIncluded) }) else { continue }
            selection = HitSelection(scratch.query, limit: query.limit, near: band, worth: worth, index.vectors)
        }
        let text = Array(query.text.utf8)
        func words(_ numbers: [Int]) -> [String] {
            numbers.map { String(decoding: text[prepared.wordPlaces[$0]], as: UTF8.self) }
        }
        return RankedAnswers(
            hits: selection.hits.compactMap { byte, band, place in
                hit(place, byte, query, prepared, reading).map {
                    RankedHit(
                        hit: $0, byte: byte, band: band, length: Letters($0.name).count,
                        standing: index.standings[place])
                }
            }, count: selection.count, depth: found, best: selection.best, dropped: words(reading.dropped),
            corrected: words(reading.corrected))
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
        _ place: Int, _ byte: UInt8, _ query: SearchQuery, _ prepared: PreparedQuery, _ reading: QueryReading
    ) -> SearchHit? {
        guard let position = position(place) else { return nil }
        let record = records[position]
        let rung = Grade.rung(byte)
        func match(_ name: Letters) -> PlaceMatch? {
            if rung != nil,
                let match = prepared.match(
                    name, initialsInsideWords: query.findsInitialsInsideWords, otherText: { _ in true }),
                !match.matched.isEmpty
            {
                return match
            }
            return name.match(reading.parts)
        }
        // In a damaged file, names may differ from the indexed ones; then nothing is highlighted.
        let name = Letters(record.name)
        var found = match(name)
        var otherName: String?
        if found == nil {
            let matches = (record.otherNames + (otherNames?.given[position] ?? [])).compactMap { name in
                match(Letters(name)).map { (name: name, match: $0) }
            }
            let best = matches.min { $0.match.grade < $1.match.grade }
            (otherName, found) = (best?.name, best.map { PlaceMatch(grade: $0.match.grade, matched: []) })
        }
        let part =
            found?.grade.rung
            ?? (reading.names.abbreviated.contains(place)
                ? .abbreviation : prepared.words.isEmpty && !reading.corrected.isEmpty ? .misspelled : .otherText)
        return SearchHit(
            position: position, id: record.id, name: record.name, category: record.category,
            address: record.addresses.first, coordinate: record.coordinate,
            rung: rung ?? (part < .partsInOrder ? .someWords : part),
            start: otherName == nil ? found?.grade.start ?? .inside : .inside, matched: found?.matched ?? [],
            distance: query.near.map { Sphere.earth.distance(from: $0, to: record.coordinate) }, otherName: otherName)
    }
}
