import WaymarkText

extension GradientStops {
    /// Throws unless locations are measured on Web Mercator, as maps measure a line.
    func checkMeasure() throws(GradientError) {
        guard measure == .webMercator else { throw .measuredOtherwise(measure, needed: .webMercator) }
    }

    /// The stops as JSON: `{"colors":["#440154",…],"locations":[0,…]}`, the two arguments of
    /// `MKGradientPolylineRenderer.setColors(_:locations:)`.
    ///
    /// - Throws: ``GradientError/measuredOtherwise(_:needed:)`` if locations are not measured on Web Mercator.
    public var json: String {
        get throws(GradientError) {
            try checkMeasure()
            return lists
        }
    }

    /// The stops as an expression for `line-gradient` of MapLibre and Mapbox; the source of the line needs `lineMetrics`.
    ///
    /// If all borders are hard it is a `step` expression, which maps draw more sharply, otherwise `interpolate`. The
    /// inputs of `interpolate` must ascend: the second colour of a hard border is 10⁻⁹ after the first.
    ///
    /// `line-progress` is measured on Web Mercator, so the gradient must be too: convert it with
    /// ``ColorGradient/measured(on:along:)-(_,Polyline)``.
    ///
    /// - Throws: ``GradientError/measuredOtherwise(_:needed:)`` if it is not.
    /// - SeeAlso: MapLibre Style Specification, `line-gradient`, `interpolate`, `step`.
    public var mapLibreExpression: String {
        get throws(GradientError) {
            try checkMeasure()
            return expression
        }
    }

    /// The JSON, if the measure is known to be Web Mercator.
    package var lists: String {
        let colors = colors.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"colors\":[\(colors)],\"locations\":[\(locations.map(Self.number).joined(separator: ","))]}"
    }

    /// The expression, if the measure is known to be Web Mercator.
    package var expression: String {
        let isStep = locations.indices.dropFirst().allSatisfy {
            locations[$0] == locations[$0 - 1] || colors[$0] == colors[$0 - 1]
        }
        if isStep {
            // The colour before a border at the start is invisible.
            var parts = ["[\"step\",[\"line-progress\"],\(Self.css(colors[locations[1] == 0 ? 1 : 0]))"]
            for i in locations.indices.dropFirst() where locations[i] == locations[i - 1] && locations[i] > 0 {
                parts.append("\(Self.number(locations[i])),\(Self.css(colors[i]))")
            }
            // An expression has at least one step.
            if parts.count == 1 { parts.append("1,\(Self.css(colors[colors.count - 1]))") }
            return parts.joined(separator: ",") + "]"
        }
        var parts = ["[\"interpolate\",[\"linear\"],[\"line-progress\"]"]
        // In units of 10⁻⁹.
        var last = -1
        for (location, color) in zip(locations, colors) {
            let units = max(Int((location * 1e9).rounded()), last + 1)
            // Stops moved beyond the end are invisible.
            guard units <= 1_000_000_000 else { break }
            parts.append("\(DecimalText.of(Double(units) / 1e9, decimals: 9)!),\(Self.css(color))")
            last = units
        }
        return parts.joined(separator: ",") + "]"
    }

    private static func css(_ color: RGBColor) -> String { "\"rgb(\(color.red),\(color.green),\(color.blue))\"" }

    /// The shortest text that reads back as this location; 0 and 1 without a point.
    private static func number(_ location: Double) -> String {
        location == 0 ? "0" : location == 1 ? "1" : "\(location)"
    }
}
