internal import WaymarkGeodesy
internal import WaymarkPolylines
internal import WaymarkRegions
internal import WaymarkText

/// A drawing of regions: filled by what was found in them, and beside them what the colours mean.
struct RegionMap {
    let regions: RegionSet
    /// What stands over the legend.
    let title: String
    /// What stands under that.
    let lines: [String]
    /// How many there are in each region; none where it has no entry.
    let counts: [Int: Int]
    let colors: RegionColors
    /// Whether regions without any are left out; the map is then as large as the others.
    let leavesOutEmpty: Bool

    /// The drawing as UTF-8; `width` is that of the map alone, in pixels.
    ///
    /// Equirectangular, with the scale of the middle latitude; regions around the antimeridian are drawn together where that
    /// makes the map narrower. Each region says its name and number when pointed at.
    func svg(width: Int) -> ContiguousArray<UInt8> {
        precondition(width > 0 && width <= 100_000, "a width is above 0, up to 100 000")
        let frame = RegionMapFrame(regions, width: Double(width), isDrawn: isDrawn)
        let legendWidth = 190.0
        let top = 58 + 18 * lines.count
        let height = max(frame.height, Double(top) + 20 + 24 * Double(colors.legend.count + 1))
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(frame.width + legendWidth)) \(number(height))" \
            width="\(number(frame.width + legendWidth))" height="\(number(height))" \
            font-family="system-ui, 'Noto Sans', 'Noto Sans KR', sans-serif">
            <rect width="100%" height="100%" fill="#f7fafc"/>
            <g stroke="#ffffff" stroke-width="\(regions.regions.count > 1000 ? "0.2" : "0.7")" stroke-linejoin="round" \
            fill-rule="evenodd">

            """
        regions.shapes.forEachRegion { region, polygons in
            guard isDrawn(region) else { return }
            let color = colors.fills[region] ?? RegionColors.none
            let name = regions.regions[region].name
            let title = "\(name.isEmpty ? regions.regions[region].code : name): \(counts[region] ?? 0)"
            svg +=
                "<path fill=\"\(color)\" d=\"\(frame.path(polygons))\"><title>\(XMLText.escaped(title))</title></path>\n"
        }
        let left = number(frame.width + 16)
        svg += """
            </g>
            <g fill="#2d3748" font-size="13">
            <text x="\(left)" y="36" font-size="18" font-weight="600">\(XMLText.escaped(title))</text>

            """
        for (i, line) in lines.enumerated() {
            let color = i == 0 ? "" : " fill=\"#718096\""
            svg += "<text x=\"\(left)\" y=\"\(58 + 18 * i)\"\(color)>\(XMLText.escaped(line))</text>\n"
        }
        let none = RegionColors.Entry(color: RegionColors.none, label: "0")
        let isAnyEmpty = regions.regions.indices.contains { counts[$0, default: 0] == 0 && isDrawn($0) }
        for (i, entry) in (colors.legend + (isAnyEmpty ? [none] : [])).enumerated() {
            let y = top + 2 + 24 * i
            svg += """
                <rect x="\(left)" y="\(y)" width="22" height="16" rx="2" fill="\(entry.color)"/>
                <text x="\(number(frame.width + 46))" y="\(y + 13)">\(XMLText.escaped(entry.label))</text>

                """
        }
        svg += "</g>\n</svg>\n"
        return ContiguousArray(svg.utf8)
    }

    private func isDrawn(_ region: Int) -> Bool { !leavesOutEmpty || counts[region, default: 0] > 0 }
}

private func number(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }

/// Where places come to lie on a drawn map.
private struct RegionMapFrame {
    let width: Double
    let height: Double
    private let west: Double
    private let north: Double
    private let horizontal: Double
    private let vertical: Double
    private static let margin = 12.0

    init(_ set: RegionSet, width: Double, isDrawn: (Int) -> Bool) {
        self.width = width
        var places: [Coordinate] = []
        set.shapes.forEachRegion { region, polygons in
            guard isDrawn(region) else { return }
            for ring in polygons.lazy.flatMap(\.rings) {
                places += ring.lazy.map { Coordinate(uncheckedLatitude: $0.y, longitude: $0.x) }
            }
        }
        let box = BoundingBox(enclosing: places)
        let (south, north) = (box?.south ?? -90, box?.north ?? 90)
        west = box?.west ?? -180
        self.north = north
        let shrink = max(0.1, sinCos(degrees: (south + north) / 2).cos)
        horizontal = (width - 2 * Self.margin) / max(box?.longitudeSpan ?? 360, 1e-6)
        vertical = horizontal / shrink
        // A strip along a meridian is not drawn higher than wide by more than this.
        height = min(vertical * max(north - south, 1e-6) + 2 * Self.margin, 20 * width)
    }

    /// Outlines with positions to a tenth of a pixel; those that would not move the pen are left out.
    func path(_ polygons: [PlanePolygon]) -> String {
        var bytes = ContiguousArray<UInt8>()
        for polygon in polygons {
            // The meridian of 180° is where its own polygon comes from.
            let isEastern = polygon.rings.joined().contains { $0.x > -180 && $0.x < west - 1e-9 }
            for ring in polygon.rings {
                var last = (Int.min, Int.min)
                for (i, point) in ring.dropLast().enumerated() {
                    let x = (isEastern ? point.x + 360 : point.x) - west
                    let place = (
                        Int((10 * (Self.margin + x * horizontal)).rounded()),
                        Int((10 * (Self.margin + (north - point.y) * vertical)).rounded())
                    )
                    if place == last { continue }
                    last = place
                    bytes.append(UInt8(ascii: i == 0 ? "M" : "L"))
                    NumberText.append(shortest: Double(place.0) / 10, to: &bytes)
                    bytes.append(UInt8(ascii: " "))
                    NumberText.append(shortest: Double(place.1) / 10, to: &bytes)
                }
                bytes.append(UInt8(ascii: "Z"))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
