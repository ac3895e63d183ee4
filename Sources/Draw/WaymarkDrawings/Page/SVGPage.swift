import WaymarkText

/// Writes an SVG document.
struct SVGPage {
    /// Its elements.
    var xml = XMLWriter()
    private let style: DrawingStyle
    private let title: (name: String, text: String)?

    /// Begins a document with the fonts and the background of a style.
    ///
    /// The title and its description make the drawing accessible; a drawing with labelled parts has none.
    init(style: DrawingStyle, title: (name: String, text: String)? = nil) { (self.style, self.title) = (style, title) }

    /// Begins a group of elements with common attributes.
    mutating func begin(_ attributes: KeyValuePairs<StaticString, String>) {
        xml.begin("g", attributes)
        xml.endLine()
    }

    /// Begins a group of which only what is in an area is drawn; `id` is unique in the document.
    mutating func beginClipped(to area: PageRectangle, id: String, corner: String = "0") {
        xml.begin("clipPath", ["id": id])
        xml.add(
            "rect",
            [
                "x": units(area.left), "y": units(area.top), "width": units(area.width), "height": units(area.height),
                "rx": corner,
            ])
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
    mutating func add(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
        xml.add(name, attributes)
        xml.endLine()
    }

    /// Adds an element with a text on its own line.
    mutating func add(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, text: String) {
        xml.add(name, attributes, text: text)
        xml.endLine()
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
        document.add(raw: style.font)
        document.add(raw: "\">\n")
        if let title {
            document.add("title", text: title.name)
            document.endLine()
            document.add("desc", text: title.text)
            document.endLine()
        }
        document.add("rect", ["width": "100%", "height": "100%", "fill": style.paper])
        document.endLine()
        document.add(xml)
        document.end("svg")
        document.endLine()
        return document
    }
}

/// A length of a drawing, to a tenth of a unit.
func units(_ length: Double) -> String { SVGNumber.text(length, decimals: 1) }

/// The outline through points of a drawing.
func outline(_ points: [PagePoint]) -> String {
    var path = SVGPath(decimals: 1)
    for point in points {
        let (x, y) = (max(-1e6, min(1e6, point.x)), max(-1e6, min(1e6, point.y)))
        if path.isEmpty { path.move(x, y) } else { path.next(x, y) }
    }
    return path.text
}

/// A point of a drawing, in its units: x to the right, y down.
struct PagePoint: Hashable {
    var x: Double
    var y: Double

    /// The interpolated point towards another: 0 is this point, 1 the other.
    func towards(_ other: PagePoint, _ fraction: Double) -> PagePoint {
        PagePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}

/// A rectangle of a drawing.
struct PageRectangle: Hashable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    init(left: Double, top: Double, width: Double, height: Double) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    init(around center: PagePoint, width: Double, height: Double) {
        self.init(left: center.x - width / 2, top: center.y - height / 2, width: width, height: height)
    }

    /// The rectangle without a margin.
    func inset(by margin: Double) -> PageRectangle {
        PageRectangle(left: left + margin, top: top + margin, width: width - 2 * margin, height: height - 2 * margin)
    }

    var right: Double { left + width }
    var bottom: Double { top + height }

    func intersects(_ other: PageRectangle) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func contains(_ point: PagePoint) -> Bool {
        point.x >= left && point.x <= right && point.y >= top && point.y <= bottom
    }

    func contains(_ other: PageRectangle) -> Bool {
        other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom
    }
}

/// The transformation from a plane to a drawing: the plane's y goes up, that of the drawing down.
struct PlaneFrame {
    /// A point of the plane.
    let origin: (x: Double, y: Double)
    /// Its position on the drawing.
    let offset: PagePoint
    /// Drawing units per unit of the plane, to the right and up.
    let scale: (x: Double, y: Double)

    func point(x: Double, y: Double) -> PagePoint {
        PagePoint(x: offset.x + (x - origin.x) * scale.x, y: offset.y + (origin.y - y) * scale.y)
    }
}
