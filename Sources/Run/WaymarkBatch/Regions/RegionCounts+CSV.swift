public import WaymarkRegions
public import WaymarkTables

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
