public import WaymarkGeodesy
public import WaymarkIndex

/// A hierarchy of sets of regions, such as provinces, municipalities and sub-municipalities.
public struct RegionLevels: Sendable {
    /// One of the sets, with its name.
    public struct Level: Sendable {
        /// Its name, such as `province`.
        public let name: String
        /// Its regions.
        public let regions: RegionSet

        /// A set of regions with a name.
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

    /// Returns, for each level, the region that contains a place or is nearest to it within a tolerance; nil if there
    /// is none.
    ///
    /// Levels are independent: near a border, or in files of different ages, the answers need not lie within one
    /// another.
    ///
    /// - Precondition: `tolerance` is not negative and not NaN.
    /// - SeeAlso: ``RegionSet/nearestRegion(to:within:)``
    public func regions(at place: Coordinate, within tolerance: Meters = .zero) -> [Match?] {
        levels.map { $0.regions.nearestRegion(to: place, within: tolerance) }
    }

    /// The names of the regions that contain a place, coarsest first, as an address gives them; nil if there are none.
    ///
    /// In English they have the names that the files give in English, where they do.
    public func name(of place: Coordinate, inEnglish isEnglish: Bool = false) -> String? {
        let names = zip(levels, regions(at: place)).compactMap { level, match in
            match.map { level.regions.regions[$0.index] }
        }.map { isEnglish && !$0.englishName.isEmpty ? $0.englishName : $0.name }.filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }
}
