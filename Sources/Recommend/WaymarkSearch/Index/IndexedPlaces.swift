import WaymarkAttractions
internal import WaymarkGeodesy
internal import WaymarkText

/// What an index reads of places.
protocol IndexedPlaces: Sendable {
    var count: Int { get }
    func withName<R>(_ position: Int, _ body: (Span<UInt8>) -> R) -> R
    func withID<R>(_ position: Int, _ body: (Span<UInt8>) -> R) -> R
    /// Whether the id of a place comes before that of another in the order of their bytes; nil if they are equal as texts.
    func idPrecedes(_ first: Int, _ second: Int) -> Bool?
    /// The standing, of 255 steps.
    func standing(_ position: Int) -> UInt8
    func coordinate(_ position: Int) -> Coordinate
    /// The category; nil if it is missing or empty.
    func category(_ position: Int) -> String?
    /// Calls `body` with each text but the category, those that say where or what the place is first.
    func forEachText(_ position: Int, _ body: (String, WordCollector.Source) -> Void)
}

/// Places in memory.
struct HeldPlaces: IndexedPlaces {
    let places: ContiguousArray<SearchedPlace>

    var count: Int { places.count }
    func withName<R>(_ position: Int, _ body: (Span<UInt8>) -> R) -> R {
        body(ContiguousArray(places[position].name.utf8).span)
    }
    func withID<R>(_ position: Int, _ body: (Span<UInt8>) -> R) -> R {
        body(ContiguousArray(places[position].id.utf8).span)
    }
    func idPrecedes(_ first: Int, _ second: Int) -> Bool? {
        let (a, b) = (places[first].id, places[second].id)
        return a == b ? nil : a.utf8.lexicographicallyPrecedes(b.utf8)
    }
    func standing(_ position: Int) -> UInt8 { places[position].standingSteps }
    func coordinate(_ position: Int) -> Coordinate { places[position].coordinate }
    func category(_ position: Int) -> String? { places[position].category.flatMap { $0.isEmpty ? nil : $0 } }
    func forEachText(_ position: Int, _ body: (String, WordCollector.Source) -> Void) {
        for text in places[position].addresses { body(text, .address) }
        if let text = places[position].otherCategory { body(text, .address) }
        for text in places[position].otherTexts { body(text, .free) }
    }
}

/// The attractions of a table, in place: as places they are those of ``SearchedPlace/init(_:standing:)``.
struct TablePlaces: IndexedPlaces {
    let table: AttractionTable
    /// The standing of each; empty for that of none.
    let standings: [UInt8]

    var count: Int { table.count }
    func withName<R>(_ position: Int, _ body: (Span<UInt8>) -> R) -> R { table.withText(of: .name, position, body) }
    func withID<R>(_ position: Int, _ body: (Span<UInt8>) -> R) -> R { table.withText(of: .id, position, body) }
    func idPrecedes(_ first: Int, _ second: Int) -> Bool? {
        withID(first) { a in
            withID(second) { b in
                if !PlainText.isASCII(a) || !PlainText.isASCII(b), String(utf8: a) == String(utf8: b) { return nil }
                for i in 0..<min(a.count, b.count) where a[i] != b[i] { return a[i] < b[i] }
                return a.count == b.count ? nil : a.count < b.count
            }
        }
    }
    func standing(_ position: Int) -> UInt8 { standings.isEmpty ? 0 : standings[position] }
    func coordinate(_ position: Int) -> Coordinate { table.coordinate(of: position) }
    func category(_ position: Int) -> String? { table.text(of: .category, position) }
    func forEachText(_ position: Int, _ body: (String, WordCollector.Source) -> Void) {
        if let text = table.text(of: .roadAddress, position) { body(text, .address) }
        if let text = table.text(of: .lotAddress, position) { body(text, .address) }
        if table.text(of: .placeKind, position) != nil,
            let korean = PlaceCategory.named(category(position))?.korean
        {
            body(korean, .address)
        }
        for field in Self.facilities { for text in table.items(of: field, position) { body(text, .free) } }
        if let text = table.text(of: .introduction, position) { body(text, .free) }
    }

    /// The other names of places by position; nothing for the others.
    var otherNames: [Int: [String]] {
        let hasOwn = !table[.otherNames].areAllEmpty
        var names: [Int: [String]] = [:]
        for position in 0..<count {
            let all = OtherNames.all(
                of: withName(position) { String(utf8: $0) }, hasOwn ? table.items(of: .otherNames, position) : [])
            if !all.isEmpty { names[position] = all }
        }
        return names
    }

    private static let facilities: [AttractionField] = [
        .publicFacilities, .lodgings, .sportsFacilities, .cultureFacilities, .receptionFacilities, .supportFacilities,
    ]
}

extension SearchedPlace {
    /// The standing in steps, as an index keeps it.
    package var standingSteps: UInt8 { Self.steps(of: standing) }

    package static func steps(of standing: Double) -> UInt8 {
        standing > 0 ? UInt8((min(1, standing) * 255).rounded()) : 0
    }
}

/// The letters of all names: two bytes per key instead of several arrays per name.
struct NameLetterTable: Sendable {
    private(set) var keys: ContiguousArray<UInt8> = []
    /// For each key, whether it begins a letter (1) and whether that begins a word (2).
    private var marks: ContiguousArray<UInt8> = []
    private var ends: ContiguousArray<Int> = []
    /// The number of letters of each name.
    private(set) var counts: ContiguousArray<UInt32> = []

    /// Reads the letters of names.
    ///
    /// - Complexity: O(*n*).
    init(_ places: some IndexedPlaces, _ part: Range<Int>) {
        ends.reserveCapacity(part.count)
        counts.reserveCapacity(part.count)
        for position in part {
            var count: UInt32 = 0
            places.withName(position) { name in
                Letters.forEach(of: name) { run, _, isWordStart in
                    count += 1
                    var mark: UInt8 = isWordStart ? 3 : 1
                    for key in run {
                        keys.append(key)
                        marks.append(mark)
                        mark = 0
                    }
                }
            }
            ends.append(keys.count)
            counts.append(count)
        }
    }

    mutating func append(_ other: NameLetterTable) {
        let held = keys.count
        keys += other.keys
        marks += other.marks
        ends += other.ends.lazy.map { held + $0 }
        counts += other.counts
    }

    /// The range of a name's keys.
    @inline(__always)
    func range(_ position: Int) -> Range<Int> { (position == 0 ? 0 : ends[position - 1])..<ends[position] }

    @inline(__always)
    func isStart(_ key: Int) -> Bool { marks[key] & 1 != 0 }

    @inline(__always)
    func isWordStart(_ key: Int) -> Bool { marks[key] & 2 != 0 }
}
