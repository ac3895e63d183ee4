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
        guard low < locations.count else { return colors[low - 1] }
        let start = locations[low - 1]
        return colors[low - 1].mixed(
            with: colors[low], fraction: (location - start) / (locations[low] - start))
    }

    /// The first stop after a location; the number of stops if there is none.
    func firstStop(behind location: Double) -> Int {
        var (low, high) = (0, locations.count)
        while low < high {
            let middle = (low + high) / 2
            if locations[middle] <= location { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether a location is within, or at the edge of, a part without known values.
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
