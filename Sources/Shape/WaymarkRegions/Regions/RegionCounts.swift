public import WaymarkGradients
public import WaymarkIndex
internal import WaymarkText

/// The number of places in each region of a level.
///
/// ```swift
/// var counts = RegionCounts(of: provinces)
/// for place in places { counts.add(provinces.regions.nearestRegion(to: place, within: .kilometers(5))) }
/// let map = counts.geoJSON()
/// ```
public struct RegionCounts: Sendable {
    /// The counts of one region.
    public struct Count: Hashable, Sendable {
        /// The number of places that belong to it.
        public var places = 0
        /// The number of these that lie outside all regions, nearest to this one.
        public var nearest = 0

        /// Zero counts.
        public init() {}

        /// Adds a place that belongs to the region, inside or at a distance.
        public mutating func add(_ match: Match) {
            places += 1
            if match.distance > .zero { nearest += 1 }
        }

        /// Adds other counts.
        public mutating func add(_ other: Count) {
            places += other.places
            nearest += other.nearest
        }
    }

    /// The regions and the name of their level.
    public let level: RegionLevels.Level
    /// One for each region, in order.
    public private(set) var counts: [Count]
    /// The number of places that belong to no region.
    public private(set) var outside = 0

    /// No places yet.
    public init(of level: RegionLevels.Level) {
        self.level = level
        counts = Array(repeating: Count(), count: level.regions.regions.count)
    }

    /// Adds a place, given the result of a lookup.
    ///
    /// - Precondition: The region belongs to the level.
    public mutating func add(_ match: Match?) {
        if let match { counts[match.index].add(match) } else { outside += 1 }
    }

    /// Adds counts from elsewhere, by region.
    ///
    /// - Precondition: The regions belong to the level.
    public mutating func add(_ others: [Int: Count], outside: Int) {
        for (region, count) in others { counts[region].add(count) }
        self.outside += outside
    }

    /// Returns the regions as GeoJSON (RFC 7946), one feature each, in order.
    ///
    /// Properties are `name`, `code`, `count` and `nearest`, and, for map viewers, `fill`, `fill-opacity`, `stroke` and
    /// `stroke-width`. The collection has the members `level` and `outside`, the number of places in no region.
    ///
    /// - Parameters:
    ///   - classes: The classes of counts above zero.
    ///   - scale: The colours of the classes; the lowest counts have that of 0.
    ///   - leavesOutEmpty: Whether regions without a place are omitted.
    /// - Returns: UTF-8.
    /// - Complexity: O(*v*) for *v* vertices.
    public func geoJSON(
        _ classes: ValueClasses = .quantiles(5), _ scale: ColorScale = ColorScale.viridis.reversed,
        leavesOutEmpty: Bool = false
    ) -> ContiguousArray<UInt8> {
        level.regions.geoJSON(
            RegionColors(found, classes, scale),
            members: [("level", JSONText.of(level.name)), ("outside", "\(outside)")]
        ) { region in
            let count = counts[region]
            if leavesOutEmpty, count.places == 0 { return nil }
            return [("count", "\(count.places)"), ("nearest", "\(count.nearest)")]
        }
    }

    /// The regions with a place, and the number of places in each.
    package var found: [(region: Int, count: Int)] {
        counts.enumerated().filter { $1.places > 0 }.map { ($0, $1.places) }
    }
}
