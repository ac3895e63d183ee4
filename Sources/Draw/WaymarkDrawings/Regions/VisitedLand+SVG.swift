public import WaymarkRegions
import WaymarkText

extension VisitedLand {
    /// Returns a level as an SVG drawing: a map with filled regions, and a legend.
    ///
    /// Equirectangular, with the scale of the middle latitude; regions around the antimeridian are drawn together if
    /// that makes the map narrower. Each region has a tooltip with its name and number of visits.
    ///
    /// - Parameters:
    ///   - level: The position of the level.
    ///   - fill: The colours of visited regions.
    ///   - leavesOutUnvisited: Whether regions without a visit are omitted; the map then shrinks to the others.
    ///   - width: Width of the map in pixels, without the legend.
    /// - Returns: UTF-8.
    /// - Precondition: The level exists; `width` is above 0, up to 100 000.
    /// - Complexity: O(*v*) for *v* vertices.
    public func svg(
        ofLevel level: Int, fill: VisitFill = .usual, leavesOutUnvisited: Bool = false, width: Int = 640
    ) -> ContiguousArray<UInt8> {
        let visits = visits(ofLevel: level)
        let share = share(ofLevel: level)
        let percent = NumberText.fixed(100 * share.regions, decimals: 1)
        let area = NumberText.fixed(100 * share.area, decimals: 1)
        return RegionDrawing(
            regions: levels.levels[level].regions, title: levels.levels[level].name,
            lines: ["\(share.visited) / \(share.total) (\(percent) %)", "area: \(area) %"],
            counts: Dictionary(uniqueKeysWithValues: visits.map { ($0.region, $0.count) }),
            colors: RegionColors(visits, fill: fill), leavesOutEmpty: leavesOutUnvisited
        ).svg(width: width)
    }
}
