import WaymarkText

/// A bar as long as a round number of metres in the middle of the map.
struct ScaleBar {
    /// What it covers.
    let area: PageRectangle
    /// The position of its left end.
    private let start: PagePoint
    private let width: Double
    private let name: String

    /// The bar of a map, in a corner where it covers no place of `places` if there is one.
    init(_ frame: MapFrame, places: some Sequence<PagePoint> = EmptyCollection()) {
        let metersToUnit = frame.metersToUnit
        // The largest fitting length of 1, 2 or 5 times a power of ten.
        var (length, power) = (0.01, 0.01)
        while power < 1e8 {
            for factor in [1.0, 2, 5] where power * factor / metersToUnit <= 150 {
                length = max(length, power * factor)
            }
            power *= 10
        }
        let width = length / metersToUnit
        let panel = frame.panel
        let (right, low) = (panel.right - 28 - width, panel.bottom - 44)
        let corners = [(right, low), (panel.left + 8, low), (right, panel.top + 8), (panel.left + 8, panel.top + 8)].map
        {
            PageRectangle(left: $0, top: $1, width: width + 20, height: 34)
        }
        var taken = corners.map { _ in false }
        for place in places {
            for (i, corner) in corners.enumerated() where corner.inset(by: -14).contains(place) { taken[i] = true }
        }
        area = corners[taken.firstIndex(of: false) ?? 0]
        self.width = width
        name = length >= 1000 ? "\(Int(length / 1000)) km" : (DecimalText.of(length, decimals: 2) ?? "") + " m"
        start = PagePoint(x: area.left + 10, y: area.top + 20)
    }

    func draw(on page: inout SVGPage) {
        page.rectangle(area, corner: 6, ["fill": page.colors.paper, "fill-opacity": "0.82"])
        let path = "M\(units(start.x)) \(units(start.y))v6h\(units(width))v-6"
        page.add("path", ["d": path, "fill": "none", "stroke": page.colors.legend, "stroke-width": "1.6"])
        page.text(
            name, start.x + width / 2, start.y, size: 11, ["fill": page.colors.legend, "text-anchor": "middle"])
    }
}
