import WaymarkText

/// A bar as long as a round number of metres in the middle of the map.
struct ScaleBar {
    /// What it covers.
    let area: MapRectangle
    /// The bar and its name, as SVG.
    let text: String

    init(_ frame: MapFrame) {
        let metersToUnit = frame.metersToUnit
        // The largest of 1, 2 and 5 times a power of ten that fits.
        var (length, power) = (0.01, 0.01)
        while power < 1e8 {
            for factor in [1.0, 2, 5] where power * factor / metersToUnit <= 150 {
                length = max(length, power * factor)
            }
            power *= 10
        }
        let width = length / metersToUnit
        let (left, bottom) = (frame.panel.right - 18 - width, frame.panel.bottom - 18)
        area = MapRectangle(left: left - 10, top: bottom - 26, width: width + 20, height: 34)
        let name = length >= 1000 ? "\(Int(length / 1000)) km" : (DecimalText.of(length, decimals: 2) ?? "") + " m"
        let number = MapDrawing.number
        text = """
            <rect x="\(number(area.left))" y="\(number(area.top))" width="\(number(area.width))" height="\(number(area.height))" \
            rx="6" fill="#ffffff" fill-opacity="0.82"/>
            <path d="M\(number(left)) \(number(bottom - 6))v6h\(number(width))v-6" fill="none" stroke="#3c485a" stroke-width="1.6"/>
            <text x="\(number(left + width / 2))" y="\(number(bottom - 6))" font-size="11" fill="#3c485a" \
            text-anchor="middle">\(name)</text>

            """
    }
}
