public import WaymarkGeodesy
public import WaymarkIndex

/// Sets of regions one above another, such as provinces, municipalities and sub-municipalities.
public struct RegionLevels: Sendable {
    /// One of the sets, and what to call it.
    public struct Level: Sendable {
        /// What to call it, such as `province`.
        public let name: String
        /// Its regions.
        public let regions: RegionSet

        /// A set of regions by a name.
        public init(name: String, regions: RegionSet) {
            self.name = name
            self.regions = regions
        }
    }

    /// The sets, in the order given: usually the coarsest first.
    public let levels: [Level]

    /// Levels.
    public init(_ levels: [Level]) {
        self.levels = levels
    }

    /// Returns, for each level, the region that holds a place or is nearest to it within a tolerance; nil where none is.
    ///
    /// Each level is asked for itself: near a border, or in files of different ages, the answers need not lie within one
    /// another.
    ///
    /// - Precondition: `tolerance` is not negative and not NaN.
    /// - SeeAlso: ``RegionSet/nearestRegion(to:within:)``
    public func regions(at place: Coordinate, within tolerance: Meters = .zero) -> [Match?] {
        levels.map { $0.regions.nearestRegion(to: place, within: tolerance) }
    }
}
