/// A gradient as maps draw it: a bounded number of stops, between which colours are mixed in sRGB.
///
/// For a gradient measured on Web Mercator, `colors` and `locations` are the arguments of MapKit's
/// `MKGradientPolylineRenderer.setColors(_:locations:)`, with each colour converted to a `UIColor` or `NSColor`. A hard
/// border is two colours at one location.
public struct GradientStops: Hashable, Sendable {
    /// Fractions of the line's length: at least two, the first 0, the last 1, never decreasing, no three of them equal.
    public let locations: [Double]
    /// The colour at each location.
    public let colors: [RGBColor]
    /// Parts of the line without known values, as in ``ColorGradient/missing``.
    public let missing: [ClosedRange<Double>]
    /// An upper bound of ΔE_OK between the drawn stops and the original gradient.
    public let colorError: Double
    /// The surface of the locations.
    public let measure: LineMeasure
}

extension GradientStops {
    /// Given stops, with a colour error of zero.
    ///
    /// - Precondition: There are at least two locations, each with a colour; the first is 0, the last 1, they never
    ///   decrease and no three are equal. Missing parts are within 0 to 1, ascending and disjoint.
    public init(
        locations: [Double], measuredOn measure: LineMeasure, colors: [RGBColor], missing: [ClosedRange<Double>] = []
    ) {
        if let fault = Self.fault(locations: locations, colors: colors) ?? Self.fault(missing: missing) {
            preconditionFailure(fault)
        }
        self.init(locations: locations, colors: colors, missing: missing, colorError: 0, measure: measure)
    }

    /// The violated requirement of locations and colours; nil if there is none.
    static func fault(locations: [Double], colors: [RGBColor]) -> String? {
        guard locations.count >= 2, locations.count == colors.count else {
            return "there are at least two locations, each with a colour"
        }
        guard locations.first == 0, locations.last == 1 else { return "locations go from 0 to 1" }
        guard zip(locations, locations.dropFirst()).allSatisfy({ $0 <= $1 }) else { return "locations never decrease" }
        guard zip(locations, locations.dropFirst(2)).allSatisfy({ $0 < $1 }) else {
            return "no three locations are equal"
        }
        return nil
    }

    /// The violated requirement of missing parts; nil if there is none.
    static func fault(missing: [ClosedRange<Double>]) -> String? {
        missing.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= 1 }
            && zip(missing, missing.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
            ? nil : "missing parts are within 0 to 1, ascending and apart"
    }
}

extension ColorGradient {
    /// Returns stops for a map to draw, with a bound of the difference to this gradient.
    ///
    /// Stops are added where the difference is largest, until it is small enough or their maximum number is reached.
    /// ``GradientStops/colorError`` is a safe bound: it covers omitted stops, mixing in sRGB, channels of eight bits,
    /// and colours outside sRGB.
    ///
    /// - Parameters:
    ///   - count: The maximum number of stops.
    ///   - tolerance: The ΔE_OK at which no more stops are added; 0.02 is just visible.
    /// - Returns: At least two stops, with a bound of their error.
    /// - Precondition: `count` is at least 2; `tolerance` is not negative.
    /// - Complexity: O(*n* log *m*) for *m* stops on usual lines, O(*n* *m*) at worst.
    public func stops(atMost count: Int, tolerance: Double = 0.01) -> GradientStops {
        precondition(count >= 2, "the number of stops is below 2: \(count)")
        precondition(tolerance >= 0, "the tolerance is negative or not a number: \(tolerance)")
        var reduction = GradientReduction(self)
        while reduction.count < count, reduction.openError > tolerance { reduction.improve() }
        let stops = reduction.stops
        return GradientStops(
            locations: stops.map(\.location), colors: stops.map(\.color), missing: missing,
            colorError: reduction.error, measure: measure)
    }
}

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
            throw container.fault(.measure, "it is not a measure of a line")
        }
        let colorError = try container.decode(Double.self, forKey: .colorError)
        guard colorError >= 0, colorError.isFinite else {
            throw container.fault(.colorError, "\(colorError) is not a difference of colours")
        }
        // All comparisons refuse NaN.
        guard pairs.allSatisfy({ $0.count == 2 && $0[0] <= $0[1] }) else {
            throw container.fault(.missing, "a missing part has two ends, which ascend")
        }
        let missing = pairs.map { $0[0]...$0[1] }
        if let fault = Self.fault(locations: locations, colors: colors) { throw container.fault(.locations, fault) }
        if let fault = Self.fault(missing: missing) { throw container.fault(.missing, fault) }
        self.init(locations: locations, colors: colors, missing: missing, colorError: colorError, measure: measure)
    }
}

extension KeyedDecodingContainer {
    /// The error for an invalid value of a key.
    package func fault(_ key: Key, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}
