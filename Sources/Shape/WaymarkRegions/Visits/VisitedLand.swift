public import WaymarkFoundation
public import WaymarkGeodesy
public import WaymarkGradients

/// The visited land of a travel diary: records, and the regions in which they lie.
///
/// ```swift
/// var land = VisitedLand(levels: levels, tolerance: .kilometers(5))
/// land.add(VisitRecord(id: "1", coordinate: haeundae, date: .now))
/// print(land.share(ofLevel: 0).regions)  // 0.0588...: one of 17 provinces
/// ```
///
/// Records are identified by their ids: adding one again replaces it, and removing one again has no effect.
public struct VisitedLand: Sendable {
    /// The visits to one region.
    public struct Visits: Hashable, Sendable {
        /// The region's position in its level.
        public let region: Int
        /// The records there, earliest first; those without a date come first of all, ties are sorted by id.
        public let records: [VisitRecord]

        /// The number of visits, at least one.
        public var count: Int { records.count }
        /// The date of the first visit; nil if no record has a date.
        public var first: Date? { records.lazy.compactMap(\.date).first }
        /// The date of the last visit; nil if no record has a date.
        public var last: Date? { records.last?.date }
    }

    /// The visited share of a level.
    public struct Share: Hashable, Sendable {
        /// The number of visited regions.
        public let visited: Int
        /// The number of regions.
        public let total: Int
        /// The share of the visited regions in the total area: 0 to 1. Overlapping areas count for each region.
        public let area: Double

        /// The share of visited regions by number: 0 to 1; 0 if there are none.
        public var regions: Double { total == 0 ? 0 : Double(visited) / Double(total) }
    }

    /// The regions, level by level.
    public let levels: RegionLevels
    /// The maximum distance at which a record outside all regions belongs to the nearest one.
    public let tolerance: Meters
    private var places: [String: (record: VisitRecord, regions: [Int?])] = [:]

    /// Land without records.
    ///
    /// - Precondition: `tolerance` is not negative and not NaN.
    public init(levels: RegionLevels, tolerance: Meters = .zero) {
        precondition(tolerance.value >= 0, "the tolerance is negative or not a number: \(tolerance.value)")
        self.levels = levels
        self.tolerance = tolerance
    }

    /// Land from stored records: of two with the same id the later one counts.
    ///
    /// - Precondition: `tolerance` is not negative and not NaN.
    /// - Complexity: That of a lookup in each level for each record.
    public init(levels: RegionLevels, tolerance: Meters = .zero, records: some Sequence<VisitRecord>) {
        self.init(levels: levels, tolerance: tolerance)
        for record in records { add(record) }
    }

    /// The number of records, including those in no region.
    public var count: Int { places.count }

    /// All records, sorted by id. Store these, since the regions come from their own file: ``VisitRecord`` is
    /// `Codable`, and ``init(levels:tolerance:records:)`` restores the land, with the same or newer regions.
    ///
    /// - Complexity: O(*n* log *n*).
    public var records: [VisitRecord] { places.values.map(\.record).sorted { $0.id < $1.id } }

    /// The record with an id; nil if there is none.
    public func record(_ id: String) -> VisitRecord? { places[id]?.record }

    /// Adds a record, replacing one with the same id.
    ///
    /// - Complexity: That of a lookup in each level.
    public mutating func add(_ record: VisitRecord) {
        let regions = levels.regions(at: record.coordinate, within: tolerance).map { $0?.index }
        places[record.id] = (record, regions)
    }

    /// Removes the record with an id.
    ///
    /// - Returns: The record; nil if there is none.
    @discardableResult
    public mutating func remove(_ id: String) -> VisitRecord? { places.removeValue(forKey: id)?.record }

    /// Returns the visits to each visited region of a level, ascending by region.
    ///
    /// - Precondition: The level exists.
    /// - Complexity: O(*n* log *n*) for *n* records.
    public func visits(ofLevel level: Int) -> [Visits] {
        precondition(levels.levels.indices.contains(level), "there is no such level: \(level)")
        var found: [Int: [VisitRecord]] = [:]
        for place in places.values {
            if let region = place.regions[level] { found[region, default: []].append(place.record) }
        }
        return found.keys.sorted().map { region in
            let records = found[region, default: []].sorted {
                ($0.date ?? .distantPast, $0.id) < ($1.date ?? .distantPast, $1.id)
            }
            return Visits(region: region, records: records)
        }
    }

    /// Returns the records that belong to no region of a level, sorted by id.
    ///
    /// - Precondition: The level exists.
    public func recordsOutside(level: Int) -> [VisitRecord] {
        precondition(levels.levels.indices.contains(level), "there is no such level: \(level)")
        return places.values.filter { $0.regions[level] == nil }.map(\.record).sorted { $0.id < $1.id }
    }

    /// Returns the visited share of a level.
    ///
    /// - Precondition: The level exists.
    public func share(ofLevel level: Int) -> Share {
        let visited = visits(ofLevel: level)
        let regions = levels.levels[level].regions
        let areas = regions.regions.map(\.squareMeters)
        let whole = areas.reduce(0, +)
        let part = visited.reduce(0) { $0 + areas[$1.region] }
        return Share(
            visited: visited.count, total: areas.count,
            area: visited.count == areas.count ? (areas.isEmpty ? 0 : 1) : whole > 0 ? part / whole : 0)
    }
}

/// The colouring of visited regions.
public enum VisitFill: Sendable {
    /// By the number of visits: each class has one colour of a scale; the class with the fewest visits has that of 0.
    case classes(ValueClasses, ColorScale)
    /// By owner: the one with the most visits, then the earliest visit, then by name. Owners without a colour get
    /// `others`.
    case owners([String: RGBColor], others: RGBColor)
    /// The colour of the latest record with a colour; otherwise `others`.
    case records(others: RGBColor)

    /// Five classes with about the same number of regions, from light yellow to dark violet.
    public static let usual = VisitFill.classes(.quantiles(5), ColorScale.viridis.reversed)
}

extension VisitFill {
    /// Colours for owners without one: unique, the same in each run, and distinguishable from each other and from those
    /// given. They repeat after about two thousand.
    ///
    /// - Complexity: O(*n*) for *n* owners.
    public static func owners(
        named names: Set<String>, given: [String: RGBColor] = [:], others: RGBColor = RGBColor(0x888888)
    ) -> VisitFill {
        var colors = given
        var distinct = DistinctColors(besides: given.values.sorted { $0.number < $1.number } + [others])
        for name in names.subtracting(given.keys).subtracting([""]).sorted() { colors[name] = distinct.next() }
        return .owners(colors, others: others)
    }
}
