import WaymarkText

/// Attributes of an element, in the order in which they are written.
typealias Attributes = KeyValuePairs<StaticString, String>

/// Writes an SVG document.
struct SVGPage {
    /// Its elements.
    var xml = XMLWriter()
    /// The colours of what is drawn on it.
    let colors: DrawingColors
    private let title: (name: String, text: String)?

    /// Font families, best first, as in the attribute.
    private static let font: StaticString =
        "Pretendard, 'Noto Sans CJK KR', 'Noto Sans KR', 'Apple SD Gothic Neo', 'Malgun Gothic', system-ui, sans-serif"

    /// Begins a document.
    ///
    /// The title and its description make the drawing accessible; a drawing with labelled parts has none.
    init(title: (name: String, text: String)? = nil, _ colors: DrawingColors = .light) {
        (self.title, self.colors) = (title, colors)
    }

    /// Begins a group of elements with common attributes.
    mutating func begin(_ attributes: Attributes) {
        xml.begin("g", attributes)
        xml.endLine()
    }

    /// Begins a group of names with a white edge, which makes them stand out from what they cover.
    mutating func beginNames(_ size: Double, weight: String? = nil, fill: String, edge: Double) {
        let first = [("font-size", units(size)), ("font-weight", weight), ("fill", fill)] as [(StaticString, String?)]
        let last: Attributes = [
            "stroke": colors.halo, "stroke-width": units(edge), "stroke-linejoin": "round",
            "paint-order": "stroke",
        ]
        add("g", first, last, closing: ">", endsLine: true)
    }

    /// Begins a group of which only what is in an area is drawn; `id` is unique in the document.
    mutating func beginClipped(to area: PageRectangle, id: String, corner: Double) {
        xml.begin("clipPath", ["id": id])
        rectangle(area, corner: corner, endsLine: false)
        xml.end("clipPath")
        xml.endLine()
        begin(["clip-path": "url(#\(id))"])
    }

    /// Ends a group.
    mutating func end() {
        xml.end("g")
        xml.endLine()
    }

    /// Adds an element on its own line.
    mutating func add(_ name: StaticString, _ attributes: Attributes) {
        xml.add(name, attributes)
        xml.endLine()
    }

    mutating func rectangle(
        _ area: PageRectangle, corner: Double? = nil, _ attributes: Attributes = [:], endsLine: Bool = true
    ) {
        add(
            "rect",
            [
                ("x", units(area.left)), ("y", units(area.top)), ("width", units(area.width)),
                ("height", units(area.height)), ("rx", corner.map(units)),
            ], attributes, endsLine: endsLine)
    }

    mutating func dot(_ center: PagePoint, radius: Double, _ attributes: Attributes = [:], endsLine: Bool = true) {
        add(
            "circle", [("cx", units(center.x)), ("cy", units(center.y)), ("r", units(radius))], attributes,
            endsLine: endsLine)
    }

    /// Adds a path, unless it is empty.
    mutating func path(_ path: SVGPath, _ attributes: Attributes) {
        if !path.isEmpty { add("path", [("d", path.text)], attributes, endsLine: true) }
    }

    /// Adds a text at the left end of its baseline, or where its anchor is.
    mutating func text(
        _ text: String, _ x: Double, _ y: Double, size: Double? = nil, _ attributes: Attributes = [:],
        endsLine: Bool = true
    ) {
        add(
            "text", [("x", units(x)), ("y", units(y)), ("font-size", size.map(units))], attributes, closing: ">",
            endsLine: false)
        xml.add(text: text)
        xml.end("text")
        if endsLine { xml.endLine() }
    }

    /// Adds a number in a mark with round ends; its baseline is a length below the middle.
    mutating func pill(
        _ number: String, _ area: PageRectangle, size: Double, fall: Double, fill: String, ink: String,
        endsLine: Bool = true
    ) {
        rectangle(area, corner: area.height / 2, ["fill": fill], endsLine: false)
        text(
            number, area.left + area.width / 2, area.top + area.height / 2 + fall, size: size,
            ["font-weight": "700", "fill": ink, "text-anchor": "middle"], endsLine: endsLine)
    }

    private mutating func add(
        _ name: StaticString, _ first: [(StaticString, String?)], _ attributes: Attributes,
        closing: StaticString = "/>", endsLine: Bool
    ) {
        xml.add(raw: "<")
        xml.add(raw: name)
        for case (let name, let value?) in first + attributes.map({ ($0.key, Optional($0.value)) }) {
            xml.add(raw: " ")
            xml.add(raw: name)
            xml.add(raw: "=\"")
            xml.add(text: value)
            xml.add(raw: "\"")
        }
        xml.add(raw: closing)
        if endsLine { xml.endLine() }
    }

    /// The document. Width and height are drawing units, by default pixels.
    func finish(width: Double, height: Double) -> XMLWriter {
        let (width, height) = (SVGNumber.text(width, decimals: 2), SVGNumber.text(height, decimals: 2))
        var document = XMLWriter()
        // Font names are in apostrophes, which the attribute writer would escape.
        document.add(raw: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        document.add(text: "\(width) \(height)")
        document.add(raw: "\" width=\"")
        document.add(text: width)
        document.add(raw: "\" height=\"")
        document.add(text: height)
        document.add(raw: title == nil ? "\" font-family=\"" : "\" role=\"img\" font-family=\"")
        document.add(raw: Self.font)
        document.add(raw: "\">\n")
        if let title {
            document.add("title", text: title.name)
            document.endLine()
            document.add("desc", text: title.text)
            document.endLine()
        }
        document.add("rect", ["width": "100%", "height": "100%", "fill": colors.paper])
        document.endLine()
        document.add(xml)
        document.end("svg")
        document.endLine()
        return document
    }
}

extension SVGPage {
    /// The document of a tile, which is clear where nothing is drawn.
    func finishTile(side: Double) -> String {
        var document = XMLWriter()
        document.add(raw: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        document.add(text: "\(units(side)) \(units(side))")
        document.add(raw: "\" width=\"")
        document.add(text: units(side))
        document.add(raw: "\" height=\"")
        document.add(text: units(side))
        document.add(raw: "\" font-family=\"")
        document.add(raw: Self.font)
        document.add(raw: "\">\n")
        document.add(xml)
        document.end("svg")
        return document.text
    }
}

/// A length of a drawing, to a tenth of a unit.
func units(_ length: Double) -> String { SVGNumber.text(length, decimals: 1) }

/// The outline through points of a drawing.
func outline(_ points: [PagePoint]) -> String {
    var path = SVGPath(decimals: 1)
    path.append(points.lazy.map { PagePoint(x: max(-1e6, min(1e6, $0.x)), y: max(-1e6, min(1e6, $0.y))) })
    return path.text
}

extension SVGPath {
    /// Lifts the pen and draws a line through points.
    mutating func append(_ points: some Sequence<PagePoint>) {
        var isDown = false
        for point in points {
            if isDown { next(point.x, point.y) } else { move(point.x, point.y) }
            isDown = true
        }
    }
}
