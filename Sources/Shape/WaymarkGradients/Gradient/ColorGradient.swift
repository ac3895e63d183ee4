/// Colours along a line.
///
/// ```swift
/// let line = Polyline(track)
/// let gradient = ColorGradient(values: speeds, along: line, scale: .viridis)
/// let drawn = gradient.measured(on: .webMercator, along: line).stops(atMost: 64)
/// drawn.colors  // and drawn.locations, drawn.colorError, drawn.mapLibreExpression
/// ```
///
/// Locations are fractions of the line's length, as ``/WaymarkPolylines/Polyline/locations(measuredOn:)`` gives them: the first
/// 0, the last 1, never decreasing. Of a length on which surface, ``measure`` says: on the ground, or as a map draws it; and
/// ``measured(on:along:)-(_,Polyline)`` gives the same colours by the other. Between two locations colours are mixed in Oklab;
/// two colours at one location are a hard border. A gradient is exact: it has a stop wherever the colour turns, so that one by
/// values of half a million vertices may have a million. ``stops(atMost:tolerance:)`` gives what maps can draw, and how far
/// that is from this.
public struct ColorGradient: Hashable, Sendable {
    /// Where the colours are: at least two, of which no three are equal.
    public let locations: [Double]
    /// The colour at each location.
    public let colors: [Oklab]
    /// Parts of the line for which nothing is known, ascending and apart: their colours bridge what is known beside them,
    /// or are those asked for.
    public let missing: [ClosedRange<Double>]
    /// What the locations are fractions of.
    public let measure: LineMeasure

    init(_ colors: ColorsAlong, missing: [ClosedRange<Double>] = [], measuredOn measure: LineMeasure) {
        let (locations, colors) = colors.finished()
        self.init(locations: locations, colors: colors, missing: missing, measuredOn: measure)
    }

    init(locations: [Double], colors: [Oklab], missing: [ClosedRange<Double>], measuredOn measure: LineMeasure) {
        self.locations = locations
        self.colors = colors
        self.missing = missing
        self.measure = measure
    }

    /// One colour from end to end.
    public init(_ color: Oklab, measuredOn measure: LineMeasure = .greatCircle) {
        var colors = ColorsAlong()
        colors.append(color, at: 0)
        self.init(colors, measuredOn: measure)
    }

    /// The colours of a scale from the start of a line to its end: how far one has come.
    ///
    /// The same for every line, as long as that is measured on `measure`.
    public init(progress scale: ColorScale, measuredOn measure: LineMeasure = .greatCircle) {
        var colors = ColorsAlong()
        for stop in scale.stops { colors.append(stop.color, at: stop.position) }
        self.init(colors, measuredOn: measure)
    }

    /// Returns the colour at a location; at a hard border that behind it, and at 1 that before.
    ///
    /// - Precondition: `location` is 0 to 1.
    /// - Complexity: O(log *n*).
    public func color(at location: Double) -> Oklab {
        precondition(0...1 ~= location, "a location is 0 to 1")
        let low = firstStop(behind: location)
        guard low < locations.count else { return colors[low - 1] }
        let start = locations[low - 1]
        return colors[low - 1].mixed(
            with: colors[low], fraction: (location - start) / (locations[low] - start))
    }

    /// The first stop behind a location; their number where there is none.
    func firstStop(behind location: Double) -> Int {
        var (low, high) = (0, locations.count)
        while low < high {
            let middle = (low + high) / 2
            if locations[middle] <= location { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether a location is within, or at the edge of, a part for which nothing is known.
    ///
    /// - Complexity: O(log *n*).
    public func isMissing(at location: Double) -> Bool {
        var (low, high) = (0, missing.count)
        while low < high {
            let middle = (low + high) / 2
            if missing[middle].upperBound < location { low = middle + 1 } else { high = middle }
        }
        return low < missing.count && missing[low].contains(location)
    }
}

/// Collects colours from the start of a line on, and leaves out what cannot be seen.
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
            // Of several colours at one location the first and the last are seen; nothing is before the start.
            if location == 0 || count > 1 && locations[count - 2] == location {
                colors[count - 1] = color
                return
            }
        } else if color == lastColor, count > 1, colors[count - 2] == color {
            // No colour turns there.
            locations[count - 1] = location
            return
        }
        locations.append(location)
        colors.append(color)
    }

    /// What was collected, from 0 to 1. There is at least one colour.
    consuming func finished() -> (locations: [Double], colors: [Oklab]) {
        // Nothing is behind the end.
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
