public import WaymarkGround
public import WaymarkIndex
import WaymarkText

/// Draws the ground as tiles of 256 units, for maps that are moved.
///
/// ```swift
/// let svg = try GroundTile(zoom: 15, column: 16524, row: 12102)?.svg(of: ground)
/// ```
public struct GroundTile: Hashable, Sendable {
    /// The zoom.
    public let zoom: Int
    /// The number of the tile from the west.
    public let column: Int
    /// The number of the tile from the north.
    public let row: Int

    /// The zooms of tiles.
    public static let zooms = 0...18
    private static let side = 256.0
    /// Names are placed for a block of 2 by 2 tiles, so that neighbours agree.
    private static let block = 2

    /// A tile; nil if there is none with these numbers.
    public init?(zoom: Int, column: Int, row: Int) {
        guard Self.zooms.contains(zoom), 0..<1 << zoom ~= column, 0..<1 << zoom ~= row else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    private func window(left: Double, top: Double, side: Double) -> GroundWindow {
        let unitsOfWorld = Self.side * Double(1 << zoom)
        return GroundWindow(
            panel: PageRectangle(left: left, top: top, width: side, height: side),
            corner: WorldPoint(
                x: (Double(column) * Self.side + left) / unitsOfWorld, y: (Double(row) * Self.side + top) / unitsOfWorld
            ),
            unitsOfWorld: unitsOfWorld)
    }

    /// The tile as a drawing in SVG.
    ///
    /// What is outside the extract, and on maps of far away all but the features, is clear, so that something else shows there.
    ///
    /// - Parameters:
    ///   - ground: The ground.
    ///   - isDark: Whether it is for a dark page.
    /// - Returns: A document of 256 by 256 pixels.
    /// - Throws: `IndexFileError.damaged` if the ground cannot be read.
    /// - Complexity: O(*n*) in the features of the block of four tiles around it.
    public func svg(of ground: Ground, isDark: Bool = false) throws(IndexFileError) -> String {
        let style = GroundStyle.of(isDark: isDark)
        let (left, top) = (-Double(column % Self.block) * Self.side, -Double(row % Self.block) * Self.side)
        let whole = window(left: left, top: top, side: Double(Self.block) * Self.side)
        let features = try ground.features(from: whole.corner, to: whole.end, zoom: Double(zoom))
        let view = GroundView(features, window(left: 0, top: 0, side: Self.side), style)
        var page = SVGPage()
        if Double(zoom) > GroundView.farthestAlone {
            let low = view.window.point(ground.box.northWest)
            let high = view.window.point(ground.box.southEast)
            let (left, top) = (max(0, low.x), max(0, low.y))
            let (right, bottom) = (min(Self.side, high.x), min(Self.side, high.y))
            if left < right, top < bottom {
                page.rectangle(
                    PageRectangle(left: left, top: top, width: right - left, height: bottom - top), ["fill": style.land]
                )
            }
        }
        view.draw(on: &page, id: "g")
        let names = GroundNames(features, in: whole, beside: MapLabels(within: whole.panel, lines: []))
        names.draw(on: &page, style, touching: view.window.panel)
        return page.finishTile(side: Self.side)
    }

    /// The tile in the form of Mapbox vector tiles 2.1, with layers and kinds of the Shortbread schema.
    ///
    /// - Throws: `IndexFileError.damaged` if the ground cannot be read.
    /// - Complexity: O(*n*) in its features.
    public func vectors(of ground: Ground) throws(IndexFileError) -> ContiguousArray<UInt8> {
        let window = window(left: 0, top: 0, side: Self.side)
        let features = try ground.features(from: window.corner, to: window.end, zoom: Double(zoom))
        return VectorTile(features, in: window).bytes
    }
}
