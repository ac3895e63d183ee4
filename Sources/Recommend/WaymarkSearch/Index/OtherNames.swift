import WaymarkIndex
import WaymarkThreads

/// The other names of places, with an index of their own: one place of it for each other name.
struct OtherNames: Sendable {
    let index: PlaceIndex
    /// Other names of places by position, beside those that the places themselves have.
    let given: [Int: [String]]
    /// The rank of the place that each has.
    private let places: StoredArray<UInt32>
    private let memory: StoredMemory
    private let scratches = Spares<RungBoards>(limit: 64)

    /// Creates an index of other names; nil if there are none.
    ///
    /// Texts of a place are found with its other names too, as is its name, so that each may give some words of a query.
    ///
    /// - Parameters:
    ///   - names: All other names, by position among `count` places.
    ///   - search: The index of their names.
    ///   - count: The number of places.
    ///   - given: Those of the names that the places themselves do not have.
    ///   - jobs: Number of threads.
    ///   - place: The place at a position.
    /// - Complexity: O(*m* log *m* + *n*) for *m* letters of other names of some of *n* places.
    init?(
        _ names: [Int: [String]], _ search: PlaceIndex, count: Int, given: [Int: [String]] = [:], jobs: Int,
        place: (Int) -> SearchedPlace
    ) {
        guard names.values.contains(where: { !$0.isEmpty }) else { return nil }
        self.given = given
        var entries = ContiguousArray<SearchedPlace>()
        var positions = ContiguousArray<Int>()
        for (position, others) in names.sorted(by: { $0.key < $1.key }) {
            var place = place(position)
            place.otherTexts.append(place.name)
            for name in others {
                place.name = name
                entries.append(place)
                positions.append(position)
            }
        }
        let index = PlaceIndex(HeldPlaces(places: entries), jobs: jobs)
        self.index = index
        var ranks = ContiguousArray<UInt32>(repeating: .max, count: count)
        for rank in 0..<search.count {
            let position = Int(search.positions[rank])
            if position < ranks.count { ranks[position] = UInt32(rank) }
        }
        memory = StoredMemory()
        places = StoredArray((0..<index.count).map { ranks[positions[Int(index.positions[$0])]] }, in: memory)
    }

    // MARK: In a file

    private static let prefix = "search.other."
    private static let placeSection = "search.other.place"

    /// Reads the index of other names of a file; nil if it has none.
    ///
    /// - Throws: `IndexFileError.damaged` if a section is missing, or does not have one number for each name.
    init?(_ file: IndexFile) throws(IndexFileError) {
        guard let ranks = file.bytes(of: Self.placeSection) else { return nil }
        let count = ranks.count / MemoryLayout<UInt32>.stride
        guard let index = try PlaceIndex(file, count: count, prefix: Self.prefix) else {
            throw .damaged(file: file.name, fault: "the index of other names has no section \(Self.prefix)position")
        }
        (self.index, given, memory) = (index, [:], StoredMemory())
        places = StoredArray(ranks, in: memory)
    }

    /// The index as sections of a file.
    var sections: [IndexFileExtra] {
        index.sections(Self.prefix)
            + [IndexFileExtra(name: Self.placeSection, bytes: withExtendedLifetime(memory) { places.bytes })]
    }

    /// The name of the first section in which two indexes differ; nil if they are equal.
    static func difference(_ one: OtherNames?, _ other: OtherNames?) -> String? {
        guard let one, let other else { return one == nil && other == nil ? nil : placeSection }
        if let section = one.index.difference(from: other.index) { return prefix + section }
        return withExtendedLifetime((one.memory, other.memory)) { one.places.bytes == other.places.bytes }
            ? nil : placeSection
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
