public import WaymarkPolylines

/// The colouring of parts of a line without values.
public enum MissingValues: Hashable, Sendable {
    /// By values interpolated evenly between the known ones on either side; before the first and after the last known
    /// value, by that value. Grey if no value is known.
    case bridged
    /// In one colour, with hard borders.
    case colored(RGBColor)

    /// The colour of a line without any known value.
    public static let grey = RGBColor(0x8c8c8c)
}

/// The assignment of a scale's colours to values.
public enum ValueColoring: Hashable, Sendable {
    /// The scale from the minimum to the maximum value.
    case continuous
    /// The scale from a lower bound to an upper one; values beyond have the colours of the ends.
    case within(ClosedRange<Double>)
    /// The scale with 0 in its middle, up to the maximum magnitude on both sides: for values of both signs, such as
    /// grade.
    case aroundZero
    /// One colour for each class.
    case classes(ValueClasses)
    /// The scale repeated: from 0 to `period`, from there to twice that, and so on. For cyclic values, such as the time
    /// of day or a bearing. If a value changes by more than `period` from one vertex to the next, the values in between
    /// are unknown.
    case cyclic(period: Double)
}

extension ValueColoring {
    /// Whether the scale spans the given values, so that a tiny difference between them could fill it.
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
    /// Like ``init(values:at:measuredOn:scale:coloring:missing:gaps:)`` with the line's locations. For a map with
    /// another measure, convert it with ``measured(on:along:)-(_,Polyline)``.
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
    /// Between two vertices the value changes evenly along the line, and the colour is that of the value: a segment
    /// from low to high values passes all colours of the scale between them, and changes class where the value does. If
    /// vertices share a location, there is a hard border there between the first value and the last.
    ///
    /// - Parameters:
    ///   - values: A value for each vertex; nil, NaN and infinite ones are missing.
    ///   - locations: The locations of the vertices: ``/WaymarkPolylines/Polyline/locations(measuredOn:)``.
    ///   - measure: The surface of the locations.
    ///   - scale: The colours. If all values are equal, or differ by at most a billionth, and no bounds are given, its
    ///     middle is used.
    ///   - coloring: The assignment of colours to values.
    ///   - missing: The colouring of parts without values; ``missing`` lists these parts in any case.
    ///   - gaps: Positions of vertices, ascending, after which values are unknown up to the next vertex, even if both
    ///     vertices have values.
    /// - Precondition: There are as many values as locations; these are 0 to 1 and never decrease; bounds and a period are
    ///   finite, and the period is above zero.
    /// - Complexity: O(*n*), plus sorting for quantiles; there is a stop for each vertex and each passed stop of the
    ///   scale.
    public init(
        values: [Double?], at locations: [Double], measuredOn measure: LineMeasure, scale: ColorScale,
        coloring: ValueColoring = .continuous, missing: MissingValues = .bridged, gaps: [Int] = []
    ) {
        precondition(values.count == locations.count, "\(values.count) values for \(locations.count) locations")
        precondition(
            zip(locations, locations.dropFirst()).allSatisfy { $0 <= $1 }
                && locations.allSatisfy { 0...1 ~= $0 }, "a location is outside 0...1, or below the one before")
        var known = KnownValues(values, at: locations, gaps: gaps)
        if coloring.isRelative { known.levelNoise() }
        guard let range = known.range else {
            let color = if case .colored(let color) = missing { color } else { MissingValues.grey }
            self.init(Oklab(color), missing: [0...1], measuredOn: measure)
            return
        }
        var walk = ValueWalk(known: known, locations: locations, missing: missing)
        switch coloring {
        case .continuous: walk.color(by: ColorFunction(scale), from: range.lowerBound, to: range.upperBound)
        case .within(let bounds):
            precondition(
                bounds.lowerBound.isFinite && bounds.upperBound.isFinite, "the bounds are not finite: \(bounds)")
            walk.color(by: ColorFunction(scale), from: bounds.lowerBound, to: bounds.upperBound)
        case .aroundZero:
            let farthest = max(-range.lowerBound, range.upperBound)
            walk.color(by: ColorFunction(scale), from: -farthest, to: farthest)
        case .classes(let classes):
            let breaks = classes.breaks(of: known.present)
            walk.color(by: ColorFunction(classes: scale.colors(breaks.count + 1), breaks: breaks))
        case .cyclic(let period):
            precondition(period.isFinite && period > 0, "the period is not finite and above 0: \(period)")
            walk.color(byTurnsOf: scale, period: period)
        }
        self.init(walk.colors, missing: walk.missingRanges, measuredOn: measure)
    }
}
