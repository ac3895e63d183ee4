/// Colours for the numbers from 0 to 1.
///
/// ```swift
/// let scale = ColorScale(evenlyThrough: [RGBColor(0x1b3e69), RGBColor(0xf0f0f0), RGBColor(0x5e2f05)])
/// ColorScale.viridis.color(at: 0.5)
/// ```
///
/// Colours between stops are mixed in Oklab. Two stops at one position are a hard border.
public struct ColorScale: Hashable, Sendable {
    /// A colour and its position.
    public struct Stop: Hashable, Sendable {
        /// 0 to 1.
        public let position: Double
        /// The colour.
        public let color: Oklab

        /// A colour at a position.
        public init(position: Double, color: Oklab) {
            self.position = position
            self.color = color
        }
    }

    /// The stops, at least two: the first at 0, the last at 1, never decreasing.
    public let stops: [Stop]

    /// A scale of stops.
    ///
    /// - Precondition: There are at least two stops; the first is at 0, the last at 1, positions never decrease.
    public init(stops: [Stop]) {
        if let fault = Self.fault(stops) { preconditionFailure(fault) }
        self.stops = stops
    }

    /// The violated requirement of stops; nil if they form a scale.
    static func fault(_ stops: [Stop]) -> String? {
        guard stops.count >= 2 else { return "a scale has at least two stops" }
        guard stops.first?.position == 0, stops.last?.position == 1 else { return "a scale goes from 0 to 1" }
        return zip(stops, stops.dropFirst()).allSatisfy { $0.position <= $1.position } ? nil : "stops never decrease"
    }

    /// A scale through colours, spaced so that equal steps of position are equal steps of ΔE_OK.
    ///
    /// One colour, or several equal ones, give a scale of that colour.
    ///
    /// - Precondition: There is at least one colour.
    public init(evenlyThrough colors: [RGBColor]) {
        precondition(!colors.isEmpty, "the scale has no colour")
        let places = colors.map { Oklab($0) }
        var sums: [Double] = [0]
        for (place, next) in zip(places, places.dropFirst()) { sums.append(sums.last! + place.difference(to: next)) }
        guard let total = sums.last, total > 0 else {
            self.init(stops: [Stop(position: 0, color: places[0]), Stop(position: 1, color: places[0])])
            return
        }
        self.init(stops: zip(sums, places).map { Stop(position: $0 / total, color: $1) })
    }

    /// Returns the colour at a position, limited to 0 to 1; at a hard border, the colour above it.
    ///
    /// - Complexity: O(*n*) for *n* stops.
    public func color(at position: Double) -> Oklab {
        let function = ColorFunction(self)
        return function.color(above: position, in: function.interval(above: position, near: 0))
    }

    /// Returns `count` colours at equal distances, including the first and the last of the scale; a single one is the
    /// middle.
    ///
    /// - Precondition: `count` is above zero.
    public func colors(_ count: Int) -> [Oklab] {
        precondition(count > 0, "the number of colours is below 1: \(count)")
        guard count > 1 else { return [color(at: 0.5)] }
        return (0..<count).map { color(at: Double($0) / Double(count - 1)) }
    }

    /// The scale in reverse.
    public var reversed: ColorScale {
        ColorScale(stops: stops.reversed().map { Stop(position: 1 - $0.position, color: $0.color) })
    }
}
