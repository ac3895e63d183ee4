public import WaymarkGradients
public import WaymarkRegions

extension RegionCounts {
    /// Returns the regions as an SVG drawing: a map coloured by class, and a legend.
    ///
    /// - Parameters:
    ///   - classes: The classes of counts above zero.
    ///   - scale: The colours of the classes; the lowest counts have that of 0.
    ///   - leavesOutEmpty: Whether regions without a place are omitted; the map then shrinks to the others.
    ///   - width: Width of the map in pixels, without the legend.
    /// - Returns: UTF-8.
    /// - Precondition: `width` is above 0, up to 100 000.
    /// - Complexity: O(*v*) for *v* vertices.
    public func svg(
        _ classes: ValueClasses = .quantiles(5), _ scale: ColorScale = ColorScale.viridis.reversed,
        leavesOutEmpty: Bool = false, width: Int = 640
    ) -> ContiguousArray<UInt8> {
        let found = found
        let total = found.reduce(0) { $0 + $1.count }
        let lines = ["\(total) in \(found.count) of \(counts.count)"] + (outside > 0 ? ["\(outside) in none"] : [])
        return RegionDrawing(
            regions: level.regions, title: level.name, lines: lines,
            counts: Dictionary(uniqueKeysWithValues: found.map { ($0.region, $0.count) }),
            colors: RegionColors(found, classes, scale), leavesOutEmpty: leavesOutEmpty
        ).svg(width: width)
    }
}
