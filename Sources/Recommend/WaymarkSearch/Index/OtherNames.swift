import WaymarkAttractions
internal import WaymarkGeodesy
import WaymarkIndex

/// The other names of places, with an index of their own: one place of it for each other name.
struct OtherNames: Sendable {
    let index: PlaceIndex
    /// Other names of places by position, beside those that the places themselves have.
    let given: [Int: [String]]
    /// The rank of the place that each has.
    private let places: StoredArray<UInt32>
    private let memory: StoredMemory

    /// Creates an index of other names; nil if there are none.
    ///
    /// - Parameters:
    ///   - names: All other names, by position among `count` places.
    ///   - search: The index of their names.
    ///   - count: The number of places.
    ///   - given: Those of the names that the places themselves do not have.
    ///   - jobs: Number of threads.
    /// - Complexity: O(*m* log *m* + *n*) for *m* letters of other names of some of *n* places.
    init?(_ names: [Int: [String]], _ search: PlaceIndex, count: Int, given: [Int: [String]] = [:], jobs: Int) {
        guard names.values.contains(where: { !$0.isEmpty }) else { return nil }
        self.given = given
        let nowhere = Coordinate(uncheckedLatitude: 0, longitude: 0)
        var entries = ContiguousArray<SearchedPlace>()
        var positions = ContiguousArray<Int>()
        for (position, others) in names.sorted(by: { $0.key < $1.key }) {
            for name in others {
                entries.append(SearchedPlace(id: "", name: name, coordinate: nowhere))
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

    /// Puts the places whose other names are on a board on the rungs that these have for them.
    func mark(_ names: borrowing RungBoard, on board: inout RungBoard) {
        names.forEach { name, byte in board.mark(Int(places[name]), Grade.ofOtherName[Int(byte)]) }
    }

    // MARK: Names that ship

    /// The other names of a place of a name: its own, of which each may say what it is (`en=Palace`), and those that ship.
    static func all(of name: String, _ own: [String]) -> [String] {
        let shipped = shipped[name] ?? []
        return own.isEmpty ? shipped : own.map { Attraction.name($0) } + shipped
    }

    /// Other names of Korea's best known sights by their names.
    private static let shipped: [String: [String]] = {
        var names: [String: [String]] = [:]
        for line in String(decoding: PackageResources.known_names_tsv, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("//") {
            // The name, then each other name and the number of its source.
            let cells = line.split(separator: "\t").map(String.init)
            names[cells[0]] = stride(from: 1, to: cells.count, by: 2).map { cells[$0] }
        }
        return names
    }()

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
}
