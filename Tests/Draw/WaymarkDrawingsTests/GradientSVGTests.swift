import TestSupport
import Testing
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite("GradientSVG")
struct GradientSVGTests {
    @Test("SVG has one line per piece, unbroken over the antimeridian")
    func svg() {
        let line = Polyline([coordinate(0, 170), coordinate(0, -170), coordinate(0, -150)])
        let gradient = ColorGradient(
            values: [0, 1, nil], at: line.locations(), measuredOn: .greatCircle, scale: .viridis,
            coloring: .classes(.breaks([0.5])))
        let text = GradientSVG.document(line.pieces(gradient.bands(atMost: 10)))
        #expect(text.contains(##"<polyline stroke="#440154" points="10,10 255,10"/>"##))
        #expect(text.contains(##"<polyline stroke="#777777" stroke-dasharray="2 10" points="500,10 990,10"/>"##))
        #expect(text.hasPrefix("<svg xmlns=") && text.contains(#"viewBox="0 0 1000 20""#))
        // Nothing to draw gives an empty picture.
        #expect(GradientSVG.document([]).contains("<svg"))
        let dot = Polyline([coordinate(1, 1)]).pieces(gradient.bands(atMost: 1))
        #expect(GradientSVG.document(dot).contains("points=\"10,10 10,10\""))
        // A line too short to be enlarged to the width of a picture by a finite factor.
        let short = Polyline([coordinate(0, 0), coordinate(0, .leastNormalMagnitude)]).pieces(gradient.bands(atMost: 1))
        #expect(GradientSVG.document(short).contains("points=\"10,10 10,10\""))
    }

    @Test("every colour has a dark edge, and a legend its unit")
    func legend() throws {
        let line = Polyline([coordinate(0, 0), coordinate(0, 1), coordinate(0, 2)])
        let values = [0.1, nil, -0.05]
        let gradient = ColorGradient(
            values: values, at: line.locations(), measuredOn: .greatCircle, scale: .blueOrange, coloring: .aroundZero,
            missing: .colored(MissingValues.grey))
        let pieces = line.pieces(gradient.bands(atMost: 10))
        let legend = ColorLegend(.grade, -0.1...0.1, .blueOrange)
        let text = GradientSVG.document(pieces, legend: legend)
        #expect(text.contains(">Grade −10 – 10 %<") && text.contains(">no value<"))
        #expect(GradientSVG.document(pieces, legend: legend, language: .korean).contains(">경사 −10 – 10 %<"))
        let whole = line.pieces(ColorGradient(progress: .blueOrange).bands(atMost: 10))
        let root = try ParsedElement(parsing: GradientSVG.document(whole))
        let edge = root.descendants.first { $0.attributes["stroke"] == "#17213a" }
        #expect(edge?.children.count == whole.count && whole.count > 1)
    }
}
