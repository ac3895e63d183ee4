internal import WaymarkGeodesy

/// Marks the places that match a query as it is spelled with their rungs.
struct QuerySearch {
    let index: PlaceIndex
    let query: PreparedQuery
    let initialsInsideWords: Bool

    /// Puts each place that matches on the rung of its best match.
    func mark(_ scratch: RungBoards) {
        let all = [0..<index.count]
        mark(query.whole, in: all, on: &scratch.query)
        // The longest word first: it is probably the rarest, and the other words are then searched in few places.
        let words = query.words.sorted { $0.own.letters.count > $1.own.letters.count }
        guard let first = words.first else { return markTexts(query.whole, on: &scratch.query) }
        defer { scratch.words.clear() }
        mark(first, in: all, on: &scratch.words)
        markTexts(first, on: &scratch.words)
        for word in words.dropFirst() {
            // 초성 and single keys match many places: if few places are left, only the blocks with these are examined.
            mark(word, in: scratch.words.usedPlaces ?? all, on: &scratch.word)
            markTexts(word, on: &scratch.word)
            // All words must match, so the worst rung counts.
            scratch.words.meet(scratch.word)
            scratch.word.clear()
            if scratch.words.isEmpty { return }
        }
        scratch.query.join(scratch.words, from: .words)
    }

    /// Marks the places that match a part; those outside `places` that match by 초성 or single keys may be left out.
    func mark(_ part: PreparedQuery.QueryText, in places: [Range<Int>], on board: inout RungBoard) {
        var search = PhraseSearch(index: index, initialsInsideWords: initialsInsideWords, places: places)
        search.mark(part.own, on: &board)
        search.rung = .otherKeyboard
        for other in part.otherKeyboards { search.mark(other, on: &board) }
    }

    /// Marks the places whose other texts have a word that begins with a phrase.
    func markTexts(_ part: PreparedQuery.QueryText, on board: inout RungBoard) {
        guard part.own.isWordOfTexts else { return }
        let places = index.texts.places
        for word in part.own.textWords {
            for slot in index.texts.places(withPrefix: word[...]) {
                board.mark(Int(places[slot]), SearchRung.otherText.byte)
            }
        }
    }
}

/// Tests whether places lie in an area: by their vectors if these decide it, otherwise by their coordinates.
struct AreaTest {
    private let area: SearchArea
    /// A squared chord up to `inside` is inside, one beyond `outside` is outside; for a box neither decides.
    private let inside: Double
    private let outside: Double
    private let center: PlaceVector?

    init(_ area: SearchArea) {
        self.area = area
        guard case .circle(let radius, let center) = area, radius >= .zero else {
            (inside, outside, self.center) = (-1, .infinity, nil)
            return
        }
        // A chord is shorter than its arc a, by less than a^3 / 24; vectors are rounded by less than 1e-9.
        let arc = min(radius / Sphere.earth.radius, .pi)
        let (shorter, longer) = (arc - arc * arc * arc / 24 - 4e-9, arc + 4e-9)
        (inside, outside) = (shorter < 0 ? -1 : shorter * shorter, longer * longer)
        self.center = PlaceVector(center)
    }

    @inline(__always)
    func contains(_ place: PlaceVector, at coordinate: () -> Coordinate) -> Bool {
        if let center {
            let square = center.chordSquared(to: place)
            if square <= inside { return true }
            if square > outside { return false }
        }
        return area.contains(coordinate())
    }
}
