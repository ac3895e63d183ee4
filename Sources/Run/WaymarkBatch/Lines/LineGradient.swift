public import WaymarkDrawings
import WaymarkGeodesy
public import WaymarkGradients
import WaymarkPolylines

/// Colours along the lines of a file, for a map.
public struct LineGradient: Sendable {
    /// The property shown by the colours.
    public enum Property: Hashable, Sendable {
        /// The distance travelled.
        case progress
        /// Metres per second: from the file, or computed from its times.
        case speed
        /// Rise over run, smoothed over 100 m.
        case grade
        /// Metres.
        case elevation
        /// The hour of the file's times, in UTC: the scale is cyclic, once per day.
        case timeOfDay
        /// The values with a name.
        case column(String)

        /// The property with a name: one of those above, or a column.
        public init(_ name: String) {
            switch name.lowercased() {
            case "progress": self = .progress
            case "speed": self = .speed
            case "grade": self = .grade
            case "elevation": self = .elevation
            case "time-of-day": self = .timeOfDay
            default: self = .column(name)
            }
        }
    }

    /// The target of the colours.
    public enum Format: String, Sendable, CaseIterable {
        /// An expression for `line-gradient`, measured on Web Mercator.
        case maplibre
        /// Two lists of colours and locations, measured on Web Mercator.
        case mapkit
        /// Pieces of one colour each.
        case geojson
        /// A picture.
        case svg
        /// The line and its colours as one short text.
        case compact
    }

    /// The property shown by the colours.
    public var property: Property
    /// The colours.
    public var scale: ColorScale
    /// The number of classes with the same number of values; nil is none.
    public var quantiles: Int?
    /// The maximum number of stops or pieces.
    public var count: Int
    /// Decimals of coordinates, for the short text.
    public var precision: Int
    /// The language of a picture's legend.
    public var language = RouteMap.Language.english

    /// Colours that mean `property`.
    public init(
        _ property: Property, scale: ColorScale? = nil, quantiles: Int? = nil, count: Int = 256, precision: Int = 5
    ) {
        self.property = property
        self.scale = scale ?? (property == .grade ? .blueOrange : property == .timeOfDay ? .hours : .viridis)
        self.quantiles = quantiles
        self.count = count
        self.precision = precision
    }

    /// The text for a map, and an upper bound of the colour error in ΔE_OK.
    ///
    /// Several lines are one, with missing parts between them.
    ///
    /// - Returns: Nil if no vertex has a value of the property.
    /// - Precondition: ``count`` is at least 2, ``precision`` 0 to 7, ``quantiles`` nil or at least 1.
    public func text(of file: LineFile, as format: Format) -> (text: String, colorError: Double)? {
        precondition(count >= 2, "the number of stops or pieces is below 2: \(count)")
        precondition(0...7 ~= precision, "the precision is outside 0...7: \(precision)")
        precondition(quantiles ?? 1 >= 1, "the number of classes is below 1")
        let (line, gaps) = file.joined
        let polyline = Polyline(line.coordinates)
        var values: [Double?]
        var coloring = ValueColoring.continuous
        switch property {
        case .progress:
            values = polyline.locations()
            coloring = .within(0...1)
        case .grade:
            // Each line separately: grades do not cross gaps.
            values = file.lines.flatMap { line in
                line.elevations.map { elevations in
                    Polyline(line.coordinates).grades(elevations: elevations.map { $0.map { Meters($0) } })
                } ?? line.coordinates.map { _ in nil }
            }
            coloring = .aroundZero
        case .speed:
            values = file.lines.flatMap { line in
                line["speed"] ?? line["time"].map { times in
                    Polyline(line.coordinates).speeds(times: times.map(Self.duration))
                } ?? line.coordinates.map { _ in nil }
            }
        case .elevation:
            guard let elevations = line.elevations else { return nil }
            values = elevations
        case .timeOfDay:
            guard let times = line["time"] else { return nil }
            values = times
            coloring = .cyclic(period: 86_400)
        case .column(let name):
            guard let column = line[name] else { return nil }
            values = column
        }
        guard values.contains(where: { $0 != nil }) else { return nil }
        if let quantiles { coloring = .classes(.quantiles(quantiles)) }
        // Values are measured on the ground; locations depend on the map.
        // A picture does not guess colours of parts without values.
        let gradient = ColorGradient(
            values: values, along: polyline, scale: scale, coloring: coloring,
            missing: format == .svg ? .colored(MissingValues.grey) : .bridged, gaps: gaps
        )
        .measured(on: format == .maplibre || format == .mapkit ? .webMercator : .greatCircle, along: polyline)
        switch format {
        case .maplibre, .mapkit, .compact:
            let stops = gradient.stops(atMost: count)
            let text =
                switch format {
                case .maplibre: stops.expression
                case .mapkit: stops.lists
                default: GradientLine(polyline.coordinates, precision: precision, stops: stops).encoded()
                }
            return (text + "\n", stops.colorError)
        case .geojson, .svg:
            let bands = gradient.bands(atMost: count)
            let pieces = polyline.pieces(bands)
            return (
                format == .svg
                    ? GradientSVG.document(
                        pieces, legend: legend(values, polyline.length()), language: language)
                    : GradientGeoJSON.document(pieces), bands.colorError
            )
        }
    }

    private func legend(_ values: [Double?], _ length: Meters) -> ColorLegend {
        let present = values.compactMap { $0.flatMap { $0.isFinite ? $0 : nil } }
        let (low, high) = (present.min() ?? 0, present.max() ?? 0)
        switch property {
        case .progress: return ColorLegend(.progress, 0...length.value, scale, classes: quantiles)
        case .speed: return ColorLegend(.speed, low...high, scale, classes: quantiles)
        case .grade:
            let farthest = max(-low, high)
            return ColorLegend(
                .grade, quantiles == nil ? -farthest...farthest : low...high, scale, classes: quantiles)
        case .elevation: return ColorLegend(.elevation, low...high, scale, classes: quantiles)
        case .timeOfDay: return ColorLegend(.timeOfDay, 0...86_400, scale)
        case .column(let name): return ColorLegend(.named(name), low...high, scale, classes: quantiles)
        }
    }

    /// A time of a file; nil if it is outside the calendar.
    private static func duration(_ seconds: Double?) -> Duration? {
        guard let seconds, abs(seconds) < 1e12 else { return nil }
        return .seconds(seconds)
    }
}
