import WaymarkThreads

/// The other names of places, with an index of their own: one place of it for each other name.
struct OtherNames: Sendable {
    let index: PlaceIndex
    /// The other names of places, by position.
    let names: [Int: [String]]
    /// The rank of the place that each has.
    private let places: ContiguousArray<UInt32>
    private let scratches = Spares<RungBoards>(limit: 64)

    /// Creates an index of other names; nil if there are none.
    ///
    /// Texts of a place are found with its other names too, as is its name, so that each may give some words of a query.
    ///
    /// - Complexity: O(*m* log *m* + *n*) for *m* letters of other names of some of *n* places.
    init?(_ names: [Int: [String]], of records: PlaceRecords, _ search: PlaceIndex, jobs: Int) {
        guard names.values.contains(where: { !$0.isEmpty }) else { return nil }
        self.names = names
        var entries = ContiguousArray<SearchedPlace>()
        var positions = ContiguousArray<Int>()
        for (position, others) in names.sorted(by: { $0.key < $1.key }) {
            var place = records[position]
            place.otherTexts.append(place.name)
            for name in others {
                place.name = name
                entries.append(place)
                positions.append(position)
            }
        }
        let index = PlaceIndex(HeldPlaces(places: entries), jobs: jobs)
        self.index = index
        var ranks = ContiguousArray<UInt32>(repeating: .max, count: records.count)
        for rank in 0..<search.count {
            let position = Int(search.positions[rank])
            if position < ranks.count { ranks[position] = UInt32(rank) }
        }
        places = ContiguousArray((0..<index.count).map { ranks[positions[Int(index.positions[$0])]] })
    }

    /// Marks the places whose other names match in a step.
    func mark(_ step: FallbackSearch.Step, _ search: inout FallbackSearch, on board: inout RungBoard) {
        let scratch = scratches.take() ?? RungBoards(count: index.count)
        search.mark(step, scratch)
        var all: UInt8 = 0x7E
        _ = scratch.query.forEach(upTo: &all) { name, rung, _ in
            board.mark(Int(places[name]), Self.byte(ofName: rung))
        }
        scratch.query.clear()
        scratches.give(scratch)
    }

    /// The byte of a place with another name that is on a rung.
    private static func byte(ofName rung: UInt8) -> UInt8 {
        switch SearchRung(rawValue: Int(rung)) {
        case .wholeName, .nameStart, .wordStart, .words, .unfinishedSyllable: SearchRung.otherName.byte
        case .inside, .unfinishedInsideWord, .initials, .initialsInsideWord, .otherKeyboard:
            SearchRung.insideOtherName.byte
        default: rung
        }
    }
}
