extension GradientStops: Codable {
    private enum CodingKeys: String, CodingKey {
        case locations, colors, missing, measure
        case colorError = "color_error"
    }

    /// Encodes locations and colours as separate lists, colours as in `#440154`, missing parts as pairs.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(locations, forKey: .locations)
        try container.encode(colors, forKey: .colors)
        if !missing.isEmpty {
            try container.encode(missing.map { [$0.lowerBound, $0.upperBound] }, forKey: .missing)
        }
        try container.encode(colorError, forKey: .colorError)
        try container.encode(measure.rawValue, forKey: .measure)
    }

    /// Decodes stops.
    ///
    /// - Throws: `DecodingError` for any other form, and for a violated precondition of
    ///   ``init(locations:measuredOn:colors:missing:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let locations = try container.decode([Double].self, forKey: .locations)
        let colors = try container.decode([RGBColor].self, forKey: .colors)
        let pairs = try container.decodeIfPresent([[Double]].self, forKey: .missing) ?? []
        guard let measure = LineMeasure(rawValue: try container.decode(String.self, forKey: .measure)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .measure, in: container, debugDescription: "it is not a measure of a line")
        }
        let colorError = try container.decode(Double.self, forKey: .colorError)
        guard colorError >= 0, colorError.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: .colorError, in: container, debugDescription: "\(colorError) is not a difference of colours")
        }
        // All comparisons refuse NaN.
        guard pairs.allSatisfy({ $0.count == 2 && $0[0] <= $0[1] }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .missing, in: container, debugDescription: "a missing part has two ends, which ascend")
        }
        let missing = pairs.map { $0[0]...$0[1] }
        if let fault = Self.fault(locations: locations, colors: colors) {
            throw DecodingError.dataCorruptedError(forKey: .locations, in: container, debugDescription: fault)
        }
        if let fault = Self.fault(missing: missing) {
            throw DecodingError.dataCorruptedError(forKey: .missing, in: container, debugDescription: fault)
        }
        self.init(
            locations: locations, colors: colors, missing: missing, colorError: colorError, measuredOn: measure)
    }
}
