public import WaymarkRegions
public import WaymarkTables

extension VisitedLand {
    /// The columns of ``appendRows(ofLevel:fill:leavesOutUnvisited:dates:to:)``.
    public static let columns = ["level", "code", "name", "visits", "first_visit", "last_visit", "fill"]

    /// Appends a row for each region of a level, in order.
    ///
    /// - Parameters:
    ///   - level: The position of the level.
    ///   - fill: The colours of visited regions.
    ///   - leavesOutUnvisited: Whether regions without a visit are omitted.
    ///   - dates: The format of dates.
    ///   - buffer: The rows are appended here.
    /// - Precondition: The level exists.
    public func appendRows(
        ofLevel level: Int, fill: VisitFill = .usual, leavesOutUnvisited: Bool = false, dates: DateStyle = .moment,
        to buffer: inout CSVBuffer
    ) {
        let visits = visits(ofLevel: level)
        let colors = RegionColors(visits, fill: fill)
        let visited = Dictionary(uniqueKeysWithValues: visits.map { ($0.region, $0) })
        let (name, set) = (levels.levels[level].name, levels.levels[level].regions)
        for (number, region) in set.regions.enumerated() {
            let visits = visited[number]
            if leavesOutUnvisited, visits == nil { continue }
            for text in [name, region.code, region.name] { buffer.append(field: text) }
            buffer.append(integer: visits?.count ?? 0)
            for date in [visits?.first, visits?.last] { buffer.append(field: date.map(dates.text) ?? "") }
            buffer.append(field: "\(colors.fills[number] ?? Self.unvisited)")
            buffer.endRecord()
        }
    }

    /// The columns of ``appendShares(to:)``.
    public static let shareColumns = ["level", "regions", "visited", "share", "area_share", "visits", "outside"]

    /// Appends a row for each level: its visited shares, the number of records, and the number of records in no region
    /// of it.
    public func appendShares(to buffer: inout CSVBuffer) {
        for (number, level) in levels.levels.enumerated() {
            let share = share(ofLevel: number)
            let outside = recordsOutside(level: number).count
            buffer.append(field: level.name)
            buffer.append(integer: share.total)
            buffer.append(integer: share.visited)
            buffer.append(fixed: share.regions, decimals: 6)
            buffer.append(fixed: share.area, decimals: 6)
            buffer.append(integer: count - outside)
            buffer.append(integer: outside)
            buffer.endRecord()
        }
    }
}

extension RegionCounts {
    /// The columns of the rows: `nearest` is the part of `count` that lies outside all regions, nearest to this one.
    public static let columns = ["level", "code", "name", "count", "nearest"]

    /// Appends a row for each region, in order.
    ///
    /// - Parameters:
    ///   - leavesOutEmpty: Whether regions without a place are omitted.
    ///   - buffer: The rows are appended here.
    public func appendRows(leavesOutEmpty: Bool = false, to buffer: inout CSVBuffer) {
        for (region, count) in zip(level.regions.regions, counts) where count.places > 0 || !leavesOutEmpty {
            for text in [level.name, region.code, region.name] { buffer.append(field: text) }
            buffer.append(integer: count.places)
            buffer.append(integer: count.nearest)
            buffer.endRecord()
        }
    }
}
