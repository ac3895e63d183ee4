public import WaymarkPolylines

/// How the parts of a line are coloured for which there is no value.
public enum MissingValues: Hashable, Sendable {
    /// By values between those that are known on either side, as if they changed evenly along the line; beyond the first and
    /// the last known value by that. Where none is known at all: grey.
    case bridged
    /// All in one colour, with hard borders.
    case colored(RGBColor)

    /// What is drawn where nothing at all is known.
    public static let grey = RGBColor(0x8c8c8c)
}

/// How values become colours of a scale.
public enum ValueColoring: Hashable, Sendable {
    /// The scale from the smallest value to the greatest.
    case continuous
    /// The scale from a lower bound to an upper one; values beyond have the colours of the ends.
    case within(ClosedRange<Double>)
    /// The scale with 0 in its middle, as far to both sides as any value goes to one: for what goes both ways, such as grade.
    case aroundZero
    /// One colour for each class.
    case classes(ValueClasses)
    /// The scale again and again: from 0 to `period`, from there to twice that, and so on. For what goes round, such as the
    /// time of day or a bearing. Where a value changes by more than `period` from one vertex to the next, nothing is known in
    /// between.
    case cyclic(period: Double)
}

extension ValueColoring {
    /// Whether the colours depend on the values alone, so that the least difference could be blown up to the whole scale.
    fileprivate var isRelative: Bool {
        switch self {
        case .continuous, .classes(.quantiles), .classes(.equalRanges): true
        default: false
        }
    }
}

extension ColorGradient {
    /// The colours of values, one for each vertex of a line, by its length on the ground.
    ///
    /// As ``init(values:at:measuredOn:scale:coloring:missing:gaps:)`` with the line's locations. For a map that measures
    /// otherwise it is to be converted: ``measured(on:along:)-(_,Polyline)``.
    public init(
        values: [Double?], along line: Polyline, scale: ColorScale, coloring: ValueColoring = .continuous,
        missing: MissingValues = .bridged, gaps: [Int] = []
    ) {
        self.init(
            values: values, at: line.locations(), measuredOn: .greatCircle, scale: scale, coloring: coloring,
            missing: missing, gaps: gaps)
    }

    /// The colours of values, one for each vertex of a line.
    ///
    /// Between two vertices the value is taken to change evenly along the line, and the colour is that of the value: a
    /// way from low to high values passes all colours of the scale, and changes its class where the value does. Where
    /// vertices share a location there is a hard border between the first value and the last.
    ///
    /// - Parameters:
    ///   - values: A value for each vertex; nil, NaN and infinite ones are missing.
    ///   - locations: Where the vertices are: ``/WaymarkPolylines/Polyline/locations(measuredOn:)``.
    ///   - measure: What the locations are fractions of.
    ///   - scale: The colours. Where all values are equal, or differ by a billionth at most, and no bounds are given, they are those of
    ///     its middle.
    ///   - coloring: How values become colours.
    ///   - missing: What is done where a value is missing; ``missing`` tells in any case which parts these are.
    ///   - gaps: Positions of vertices from which the way to the next one is not known, whatever the values are; ascending.
    /// - Precondition: There are as many values as locations; these are 0 to 1 and never decrease; bounds and a period are
    ///   finite, and the period is above zero.
    /// - Complexity: O(*n*), and sorting for quantiles; each vertex and each border between two of the scale's stops that
    ///   is passed makes a stop.
    public init(
        values: [Double?], at locations: [Double], measuredOn measure: LineMeasure, scale: ColorScale,
        coloring: ValueColoring = .continuous, missing: MissingValues = .bridged, gaps: [Int] = []
    ) {
        precondition(values.count == locations.count, "there is a value for each location")
        precondition(
            zip(locations, locations.dropFirst()).allSatisfy { $0 <= $1 }
                && locations.allSatisfy { 0...1 ~= $0 }, "locations are 0 to 1 and never decrease")
        var known = KnownValues(values, at: locations, gaps: gaps)
        if coloring.isRelative { known.levelNoise() }
        guard let range = known.range else {
            let color = if case .colored(let color) = missing { color } else { MissingValues.grey }
            var colors = ColorsAlong()
            colors.append(Oklab(color), at: 0)
            self.init(colors, missing: [0...1], measuredOn: measure)
            return
        }
        var walk = ValueWalk(known: known, locations: locations, missing: missing)
        switch coloring {
        case .continuous: walk.color(by: ColorFunction(scale), from: range.lowerBound, to: range.upperBound)
        case .within(let bounds):
            precondition(bounds.lowerBound.isFinite && bounds.upperBound.isFinite, "bounds are finite")
            walk.color(by: ColorFunction(scale), from: bounds.lowerBound, to: bounds.upperBound)
        case .aroundZero:
            let farthest = max(-range.lowerBound, range.upperBound)
            walk.color(by: ColorFunction(scale), from: -farthest, to: farthest)
        case .classes(let classes):
            let breaks = classes.breaks(of: known.present)
            walk.color(by: ColorFunction(classes: scale.colors(breaks.count + 1), breaks: breaks))
        case .cyclic(let period):
            precondition(period.isFinite && period > 0, "a period is finite and above zero")
            walk.color(byTurnsOf: scale, period: period)
        }
        self.init(walk.colors, missing: walk.missingRanges, measuredOn: measure)
    }
}
