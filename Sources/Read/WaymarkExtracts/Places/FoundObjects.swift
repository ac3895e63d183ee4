import WaymarkAttractions

/// An object that is a place by its tags, before it is known where it is.
struct FoundPlace: Sendable {
    /// The place, without coordinate and worth.
    var attraction: Attraction
    /// The line of the table.
    var line: PlaceCategory.Line
    /// The sum of its worth, without the extent.
    let worth: MapWorth
    /// Whether a closed line of it is an area.
    let isArea: Bool
}

/// What a block of an extract has of places.
struct FoundObjects: Sendable {
    var nodes: [(place: FoundPlace, point: MapPoint)] = []
    var ways: [(place: FoundPlace, id: Int64, refs: [Int64])] = []
    var relations: [(place: FoundPlace, id: Int64, type: String, members: [Member])] = []
    /// The numbers of objects of each kind that were read; nodes are those with tags.
    var counts = (nodes: 0, ways: 0, relations: 0)
    /// Objects that are no place, by what they lack.
    var dropped: [String: Int] = [:]

    struct Member: Sendable {
        var id: Int64
        var kind: MapObjectKind
        var role: String
    }

    init() {}

    /// Finds the places among the objects of a block.
    init(_ block: borrowing MapBlock, by rules: TagRules<PlaceCategory.Line>) {
        var keys = KeyFlags(count: block.strings.count)
        counts = (block.nodes.count, block.ways.count, block.relations.count)
        for node in block.nodes {
            if let place = place(.node, node.id, node.tags, block, &keys, rules) { nodes.append((place, node.point)) }
        }
        for way in block.ways {
            guard let place = place(.way, way.id, way.tags, block, &keys, rules) else { continue }
            ways.append((place, way.id, Array(block.refs[way.refs])))
        }
        for relation in block.relations {
            guard let place = place(.relation, relation.id, relation.tags, block, &keys, rules) else { continue }
            let type = Self.value(of: "type", relation.tags, block) ?? ""
            // Lines that have a name: routes, rivers, streets.
            guard Self.placeTypes.contains(type) else {
                dropped["relations of type \(type.isEmpty ? "(none)" : type)", default: 0] += 1
                continue
            }
            let members = block.members[relation.members].map {
                Member(id: $0.id, kind: $0.kind, role: block.strings.text(of: $0.role))
            }
            relations.append((place, relation.id, type, members))
        }
    }

    /// The types of relations that can be a place.
    private static let placeTypes: Set<String> = ["multipolygon", "boundary", "site", "cluster"]

    /// What an object is; nil, counted, if it is no place.
    private mutating func place(
        _ kind: MapObjectKind, _ id: Int64, _ range: Range<Int>, _ block: borrowing MapBlock, _ keys: inout KeyFlags,
        _ rules: TagRules<PlaceCategory.Line>
    ) -> FoundPlace? {
        var (hasName, matters) = (false, false)
        for number in range {
            let key = keys.flags(of: block.tags[number].key, block, rules)
            hasName = hasName || key.contains(.name)
            matters = matters || key.contains(.rule)
        }
        guard matters else { return nil }
        guard hasName else {
            dropped["objects without a name", default: 0] += 1
            return nil
        }
        var tags = MapTags(minimumCapacity: range.count)
        for tag in block.tags[range] {
            let key = block.strings.text(of: tag.key)
            // Of a key given twice, the first counts.
            if tags[key] == nil { tags[key] = block.strings.text(of: tag.value) }
        }
        guard let name = PlaceText.name(of: tags) else {
            dropped["objects without a name", default: 0] += 1
            return nil
        }
        guard let line = rules.line(for: tags), let category = line.category else {
            dropped["named objects that are not places, such as streets", default: 0] += 1
            return nil
        }
        var attraction = Attraction(
            id: kind.letter + String(id), name: name, category: category.name,
            coordinate: .init(uncheckedLatitude: 0, longitude: 0))
        attraction.placeKind = category.kind
        attraction.placeTheme = category.theme
        PlaceText.describe(&attraction, by: tags)
        let isLine = ["highway", "barrier", "railway", "aerialway", "waterway", "piste:type"].contains {
            tags[$0] != nil
        }
        return FoundPlace(
            attraction: attraction, line: line, worth: MapWorth(tags, line), isArea: !isLine || tags["area"] == "yes")
    }

    private static func value(of key: String, _ range: Range<Int>, _ block: borrowing MapBlock) -> String? {
        for number in range where block.strings.text(of: block.tags[number].key) == key {
            return block.strings.text(of: block.tags[number].value)
        }
        return nil
    }

    /// Adds what a later block has.
    mutating func append(_ other: consuming FoundObjects) {
        nodes += other.nodes
        ways += other.ways
        relations += other.relations
        counts.nodes += other.counts.nodes
        counts.ways += other.counts.ways
        counts.relations += other.counts.relations
        dropped.merge(other.dropped, uniquingKeysWith: +)
    }
}

/// What the keys of a block say, each read once.
private struct KeyFlags {
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let isRead = Flags(rawValue: 1)
        static let name = Flags(rawValue: 2)
        static let rule = Flags(rawValue: 4)
    }

    private var flags: ContiguousArray<Flags>

    init(count: Int) { flags = ContiguousArray(repeating: [], count: count) }

    mutating func flags(of key: Int32, _ block: borrowing MapBlock, _ rules: TagRules<PlaceCategory.Line>) -> Flags {
        if flags[Int(key)].contains(.isRead) { return flags[Int(key)] }
        let text = block.strings.text(of: key)
        var found: Flags = .isRead
        if PlaceText.isName(text) { found.insert(.name) }
        if rules.matters(text) { found.insert(.rule) }
        flags[Int(key)] = found
        return found
    }
}

extension MapObjectKind {
    /// The letter before the id of a place.
    var letter: String {
        switch self {
        case .node: "n"
        case .way: "w"
        case .relation: "r"
        }
    }
}
