public import WaymarkGeodesy

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The land that a map diary has been to: records, and the regions that they lie in.
///
/// ```swift
/// var land = VisitedLand(levels: levels, tolerance: .kilometers(5))
/// land.add(VisitRecord(id: "1", coordinate: haeundae, date: .now))
/// print(land.share(ofLevel: 0).regions)  // 0.0588...: one of 17 provinces
/// ```
///
/// Records are told by their ids: adding one again replaces it, and removing one again changes nothing.
public struct VisitedLand: Sendable {
    /// What is known of the visits to one region.
    public struct Visits: Hashable, Sendable {
        /// The region's position in its level.
        public let region: Int
        /// The records there, the earliest first; those without a date come before all others, ties by id.
        public let records: [VisitRecord]

        /// How many there are: at least one.
        public var count: Int { records.count }
        /// When the first was; nil where no record has a date.
        public var first: Date? { records.lazy.compactMap(\.date).first }
        /// When the last was; nil where no record has a date.
        public var last: Date? { records.last?.date }
    }

    /// How much of a level has been visited.
    public struct Share: Hashable, Sendable {
        /// How many regions have been visited.
        public let visited: Int
        /// How many regions there are.
        public let total: Int
        /// The area of the visited regions as a part of that of all: 0 to 1. Overlapping ground counts for each region.
        public let area: Double

        /// The visited part of the regions: 0 to 1; 0 where there are none.
        public var regions: Double { total == 0 ? 0 : Double(visited) / Double(total) }
    }

    /// The regions, level by level.
    public let levels: RegionLevels
    /// How far from a region a record may be and still belong to it, where no region holds it.
    public let tolerance: Meters
    private var places: [String: (record: VisitRecord, regions: [Int?])] = [:]

    /// Land that no one has been to.
    ///
    /// - Precondition: `tolerance` is not negative and not NaN.
    public init(levels: RegionLevels, tolerance: Meters = .zero) {
        precondition(tolerance.value >= 0, "a tolerance is not negative and not NaN")
        self.levels = levels
        self.tolerance = tolerance
    }

    /// Land of records, as they were stored: of two with one id the later one counts.
    ///
    /// - Precondition: `tolerance` is not negative and not NaN.
    /// - Complexity: That of a lookup in each level for each record.
    public init(levels: RegionLevels, tolerance: Meters = .zero, records: some Sequence<VisitRecord>) {
        self.init(levels: levels, tolerance: tolerance)
        for record in records { add(record) }
    }

    /// How many records there are, those in no region included.
    public var count: Int { places.count }

    /// All records, by id: what is stored of the land, as its regions come from a file of their own. ``VisitRecord`` is `Codable`;
    /// ``init(levels:tolerance:records:)`` makes the land again, with the same regions or with newer ones.
    ///
    /// - Complexity: O(*n* log *n*).
    public var records: [VisitRecord] { places.values.map(\.record).sorted { $0.id < $1.id } }

    /// The record of an id; nil where there is none.
    public func record(_ id: String) -> VisitRecord? { places[id]?.record }

    /// Adds a record, in place of one with its id.
    ///
    /// - Complexity: That of a lookup in each level.
    public mutating func add(_ record: VisitRecord) {
        let regions = levels.regions(at: record.coordinate, within: tolerance).map { $0?.index }
        places[record.id] = (record, regions)
    }

    /// Removes the record of an id.
    ///
    /// - Returns: The record; nil where there is none, in which case nothing changes.
    @discardableResult
    public mutating func remove(_ id: String) -> VisitRecord? { places.removeValue(forKey: id)?.record }

    /// Returns the visits to each visited region of a level, ascending by region.
    ///
    /// - Precondition: There is such a level.
    /// - Complexity: O(*n* log *n*) for *n* records.
    public func visits(ofLevel level: Int) -> [Visits] {
        precondition(levels.levels.indices.contains(level), "there is such a level")
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

    /// Returns the records that no region of a level holds or is near enough to, by id.
    ///
    /// - Precondition: There is such a level.
    public func recordsOutside(level: Int) -> [VisitRecord] {
        precondition(levels.levels.indices.contains(level), "there is such a level")
        return places.values.filter { $0.regions[level] == nil }.map(\.record).sorted { $0.id < $1.id }
    }

    /// Returns how much of a level has been visited.
    ///
    /// - Precondition: There is such a level.
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
