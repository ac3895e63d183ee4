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

extension ColorScale {
    private init(_ numbers: [UInt32]) { self.init(evenlyThrough: numbers.map { RGBColor($0) }) }

    /// From dark violet over green to light yellow, for amounts. Colour-blind safe.
    ///
    /// The colours of viridis by van der Walt and Smith 2015 (CC0), within ΔE_OK 0.008, spaced evenly in Oklab.
    public static let viridis = ColorScale([
        0x440154, 0x482677, 0x3f4889, 0x23888e, 0x2fb47c, 0x5ac864, 0x86d549, 0xbddf26, 0xfde725,
    ])

    /// From dark blue over grey to light yellow, for amounts; designed for colour vision deficiencies.
    ///
    /// The colours of cividis by Nuñez, Anderton and Renslow 2018, doi:10.1371/journal.pone.0199239, within ΔE_OK 0.005,
    /// spaced evenly in Oklab.
    public static let cividis = ColorScale([
        0x00224e, 0x003171, 0x32436d, 0x50576c, 0x7b7a78, 0x918b78, 0xedd54a, 0xfde334, 0xfee838,
    ])

    /// From dark blue over white to dark orange, for diverging values such as grade. Colour-blind safe.
    ///
    /// Both halves have equal lightness at equal distances from the middle.
    public static let blueOrange = ColorScale([
        0x1b3e69, 0x316ba9, 0x74aade, 0xc1dcf0, 0xf0f0f0, 0xe7d4bb, 0xcc9961, 0x985611, 0x5e2f05,
    ])

    /// A cyclic scale for the time of day: dark at midnight, blue in the morning, light at noon, orange in the evening.
    /// Colour-blind safe.
    public static let hours = ColorScale([0x31293f, 0x2f5da0, 0x5aa8d4, 0xe9ead3, 0xdb9d4f, 0x9a4729, 0x31293f])

    /// The scales above with their names.
    public static let named: [(name: String, scale: ColorScale)] = [
        ("viridis", .viridis), ("cividis", .cividis), ("blue-orange", .blueOrange), ("hours", .hours),
    ]
}

extension ColorScale: Codable {
    private enum CodingKeys: String, CodingKey { case stops }

    /// The stored form of a stop: exact Oklab values.
    private struct StoredStop: Codable {
        let position: Double
        let lightness: Double
        let a: Double
        let b: Double
    }

    /// Encodes the stops: positions, and colours as exact Oklab values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let stored = stops.map {
            StoredStop(position: $0.position, lightness: $0.color.lightness, a: $0.color.a, b: $0.color.b)
        }
        try container.encode(stored, forKey: .stops)
    }

    /// Decodes a scale.
    ///
    /// - Throws: `DecodingError` for any other form, for a violated precondition of ``init(stops:)``, and for a colour
    ///   outside Oklab's range: a lightness outside 0 to 1, `a` or `b` outside -1 to 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stored = try container.decode([StoredStop].self, forKey: .stops)
        // Rounding may leave white slightly above 1.
        let (light, wide) = (-0.001...1.001, -1.0...1.0)
        if let wrong = stored.firstIndex(where: {
            !light.contains($0.lightness) || !wide.contains($0.a) || !wide.contains($0.b)
        }) {
            throw container.fault(.stops, "stop \(wrong) has no colour of Oklab")
        }
        let stops = stored.map {
            Stop(position: $0.position, color: Oklab(lightness: $0.lightness, a: $0.a, b: $0.b))
        }
        if let fault = Self.fault(stops) { throw container.fault(.stops, fault) }
        self.init(stops: stops)
    }
}
