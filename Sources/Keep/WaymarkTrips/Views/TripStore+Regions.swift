public import WaymarkGeodesy
public import WaymarkRegions

// Regions of the land: what lies in one, and what was visited.
extension TripStore {
    /// The records that a query asks for and that lie in a region, in the order of ``records(_:)``.
    ///
    /// - Parameters:
    ///   - query: The conditions; a box of its own counts too.
    ///   - region: The number of the region in `regions`.
    ///   - regions: The regions.
    /// - Returns: The records; those without a place are in no region.
    /// - Throws: ``TripStoreError`` from reading the store.
    /// - Precondition: `region` is a region of `regions`.
    /// - Complexity: O(*n* log *m*) for *n* records in the box of the region and *m* points of borders.
    public func records(
        _ query: TripQuery = TripQuery(), in region: Int, of regions: RegionSet
    ) throws(TripStoreError) -> [StoredRecord] {
        var narrow = query
        narrow.box = regions.regions[region].box
        return try records(narrow).filter { row in
            guard let place = row.record.coordinate, query.box?.contains(place) ?? true else { return false }
            return regions.regions(containing: place).contains(region)
        }
    }

    /// The land that was visited: by all visits, and by the stops of the trips that are over.
    ///
    /// - Parameters:
    ///   - levels: The regions, in levels.
    ///   - now: The moment, by which trips are over or not.
    ///   - tolerance: How far off a border a place may be.
    /// - Returns: The regions visited on each level.
    /// - Throws: ``TripStoreError`` from reading the store.
    /// - Complexity: O(*n* log *m*) for *n* visits and stops and *m* points of borders.
    public func visitedLand(
        _ levels: RegionLevels, at now: Moment, within tolerance: Meters = .zero
    ) throws(TripStoreError) -> VisitedLand {
        VisitedLand(levels: levels, tolerance: tolerance, records: try visitRecords(at: now))
    }
}
