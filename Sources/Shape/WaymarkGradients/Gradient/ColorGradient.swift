public import WaymarkPolylines
import WaymarkText

/// Colours along a line.
///
/// ```swift
/// let line = Polyline(track)
/// let gradient = ColorGradient(values: speeds, along: line, scale: .viridis)
/// let drawn = gradient.measured(on: .webMercator, along: line).stops(atMost: 64)
/// drawn.colors  // and drawn.locations, drawn.colorError, drawn.mapLibreExpression
/// ```
///
/// Locations are fractions of the line's length, as from ``/WaymarkPolylines/Polyline/locations(measuredOn:)``: the
/// first 0, the last 1, never decreasing. ``measure`` is the surface of that length: the ground, or the map;
/// ``measured(on:along:)-(_,Polyline)`` converts to the other. Between two locations colours are mixed in Oklab; two
/// colours at one location are a hard border. A gradient is exact: it has a stop at every change of slope, so values of
/// half a million vertices may give a million stops. ``stops(atMost:tolerance:)`` returns stops for maps, with a bound
/// of their error.
public struct ColorGradient: Hashable, Sendable {
    /// The locations of the colours: at least two, of which no three are equal.
    public let locations: [Double]
    /// The colour at each location.
    public let colors: [Oklab]
    /// Parts of the line without known values, ascending and disjoint: their colours are interpolated from both sides,
    /// or are the requested one.
    public let missing: [ClosedRange<Double>]
    /// The surface of the locations.
    public internal(set) var measure: LineMeasure

    init(_ colors: ColorsAlong, missing: [ClosedRange<Double>] = [], measuredOn measure: LineMeasure) {
        (locations, self.colors) = colors.finished()
        (self.missing, self.measure) = (missing, measure)
    }

    /// One colour from end to end.
    public init(_ color: Oklab, measuredOn measure: LineMeasure = .greatCircle) {
        self.init(color, missing: [], measuredOn: measure)
    }

    init(_ color: Oklab, missing: [ClosedRange<Double>], measuredOn measure: LineMeasure) {
        (locations, colors, self.missing, self.measure) = ([0, 1], [color, color], missing, measure)
    }

    /// The colours of a scale from the start of a line to its end, which show the progress along it.
    ///
    /// The same for every line whose length is measured on `measure`.
    public init(progress scale: ColorScale, measuredOn measure: LineMeasure = .greatCircle) {
        var colors = ColorsAlong()
        for stop in scale.stops { colors.append(stop.color, at: stop.position) }
        self.init(colors, measuredOn: measure)
    }

    /// Returns the colour at a location; at a hard border the one after it, and at 1 the one before.
    ///
    /// - Precondition: `location` is 0 to 1.
    /// - Complexity: O(log *n*).
    public func color(at location: Double) -> Oklab {
        precondition(0...1 ~= location, "the location is outside 0...1: \(location)")
        let low = firstStop(behind: location)
        return low < locations.count ? color(at: location, before: low) : colors[low - 1]
    }

    /// The colour at a location between the stop `next` and the previous one.
    func color(at location: Double, before next: Int) -> Oklab {
        let (start, end) = (locations[next - 1], locations[next])
        return colors[next - 1].mixed(with: colors[next], fraction: (location - start) / (end - start))
    }

    /// The first stop after a location; the number of stops if there is none.
    func firstStop(behind location: Double) -> Int { locations.partitioningIndex { $0 > location } }

    /// Returns whether a location is within, or at the edge of, a part without known values.
    ///
    /// - Complexity: O(log *n*).
    public func isMissing(at location: Double) -> Bool {
        let first = missing.partitioningIndex { $0.upperBound >= location }
        return first < missing.count && missing[first].contains(location)
    }
}

extension Array {
    /// Appends a part of a line that begins at or after the start of the last one; the two become one where they touch.
    mutating func join<Location: Comparable>(_ part: ClosedRange<Location>) where Element == ClosedRange<Location> {
        if let last, last.upperBound >= part.lowerBound {
            self[count - 1] = last.lowerBound...part.upperBound
        } else {
            append(part)
        }
    }
}

/// Collects colours along a line, from its start, and omits invisible ones.
struct ColorsAlong {
    private var locations: [Double] = []
    private var colors: [Oklab] = []

    var isEmpty: Bool { locations.isEmpty }

    init(capacity: Int = 0) {
        locations.reserveCapacity(capacity)
        colors.reserveCapacity(capacity)
    }

    /// Adds a colour at a location that is not before the last one.
    @inline(__always)
    mutating func append(_ color: Oklab, at location: Double) {
        let count = locations.count
        guard count > 0 else {
            locations.append(location)
            colors.append(color)
            return
        }
        let (lastLocation, lastColor) = (locations[count - 1], colors[count - 1])
        if location == lastLocation {
            if color == lastColor { return }
            // Of several colours at one location only the first and the last are visible; nothing is before the start.
            if location == 0 || count > 1 && locations[count - 2] == location {
                colors[count - 1] = color
                return
            }
        } else if color == lastColor, count > 1, colors[count - 2] == color {
            // The slope does not change there.
            locations[count - 1] = location
            return
        }
        locations.append(location)
        colors.append(color)
    }

    /// The collected colours, from 0 to 1; at least one was added.
    consuming func finished() -> (locations: [Double], colors: [Oklab]) {
        // Nothing is after the end.
        if let last = locations.last, last == 1, locations.count > 1, locations[locations.count - 2] == 1 {
            locations.removeLast()
            colors.removeLast()
        }
        if let first = locations.first, first > 0 {
            locations.insert(0, at: 0)
            colors.insert(colors[0], at: 0)
        }
        if let last = locations.last, last < 1 || locations.count == 1 {
            locations.append(1)
            colors.append(colors[colors.count - 1])
        }
        return (locations, colors)
    }
}

extension ColorGradient {
    /// Returns the colours of a part of the line, as a gradient of that part.
    ///
    /// For legs of a route drawn one by one, slices of the whole gradient share one scale and match where they meet. At
    /// a hard border, the slice before it ends with the colour before, and the slice after it begins with the colour
    /// after.
    ///
    /// - Parameter part: The range, in fractions of the length by ``measure``.
    /// - Returns: A gradient from 0 to 1 along the part.
    /// - Precondition: `part` is within 0 to 1.
    /// - Complexity: O(log *n* + *m*) for *m* stops of the slice.
    public func slice(_ part: ClosedRange<Double>) -> ColorGradient {
        precondition(part.lowerBound >= 0 && part.upperBound <= 1, "the part is not within 0...1: \(part)")
        let (start, end) = (part.lowerBound, part.upperBound)
        let length = end - start
        guard length > 0 else {
            return ColorGradient(color(at: start), missing: isMissing(at: start) ? [0...1] : [], measuredOn: measure)
        }
        func fraction(_ location: Double) -> Double { min(1, max(0, (location - start) / length)) }
        var colors = ColorsAlong()
        colors.append(color(at: start), at: 0)
        var next = firstStop(behind: start)
        while locations[next] < end {
            colors.append(self.colors[next], at: fraction(locations[next]))
            next += 1
        }
        // There is a stop at or after the end, as the last is at 1, and one at or before the start.
        colors.append(color(at: end, before: next), at: 1)
        let missing = self.missing.compactMap { range -> ClosedRange<Double>? in
            let (low, high) = (max(start, range.lowerBound), min(end, range.upperBound))
            return low < high ? fraction(low)...fraction(high) : nil
        }
        return ColorGradient(colors, missing: missing, measuredOn: measure)
    }
}

/// Why the text of a gradient line was refused, or a gradient could not be written.
public enum GradientError: Error, Equatable, Sendable {
    /// The text has invalid numbers, or an invalid line.
    case polyline(PolylineError)
    /// The text of a gradient line begins with this version, which is not 1.
    case unknownVersion(UInt64)
    /// The number that begins at `offset`, in bytes of UTF-8 from 0, cannot be part of a gradient.
    case invalidGradient(reason: String, offset: Int)
    /// The gradient has another measure than its target: convert it first with
    /// ``ColorGradient/measured(on:along:)-(_,Polyline)``.
    case measuredOtherwise(LineMeasure, needed: LineMeasure)
}

extension GradientError: CustomStringConvertible {
    /// The error and its position, as in `offset 3: byte 32 is not part of a polyline`.
    public var description: String {
        switch self {
        case .polyline(let error): "\(error)"
        case .unknownVersion(let version): "version \(version) of the gradient line is not known"
        case .invalidGradient(let reason, let offset): "offset \(offset): \(reason)"
        case .measuredOtherwise(let measure, let needed):
            "the gradient is measured on \(measure), and is needed on \(needed): convert it along its line first"
        }
    }
}
