public import WaymarkGradients
import WaymarkText

/// The meaning of colours along a line: a scale, and the values at its ends with their unit.
public struct ColorLegend: Hashable, Sendable {
    /// What colours show.
    public enum Quantity: Hashable, Sendable {
        /// Metres from the start.
        case progress
        /// Metres per second, shown as kilometres an hour.
        case speed
        /// Rise over run, shown as per cent.
        case grade
        /// Metres above sea level.
        case elevation
        /// Seconds since midnight, shown as hours.
        case timeOfDay
        /// Values of a name without a unit.
        case named(String)
    }

    /// What colours show.
    public var quantity: Quantity
    /// The values at the ends of the scale; nil if none is known.
    public var range: ClosedRange<Double>?
    /// The colours from the lowest value to the highest.
    public var colors: [RGBColor]

    /// The legend of a scale.
    ///
    /// - Parameters:
    ///   - quantity: What colours show.
    ///   - range: The values at the ends of the scale; nil if none is known.
    ///   - scale: The colours.
    ///   - classes: The number of classes; nil if colours change evenly.
    public init(_ quantity: Quantity, _ range: ClosedRange<Double>?, _ scale: ColorScale, classes: Int? = nil) {
        (self.quantity, self.range) = (quantity, range)
        let isOne = range.map { $0.lowerBound == $0.upperBound } ?? false
        colors = isOne ? [scale.color(at: 0.5).rgb] : scale.colors(max(1, classes ?? 24)).map(\.rgb)
    }

    /// `Speed 12–96 km/h`
    func text(_ words: MapWords) -> String {
        let name = words.name(of: quantity)
        guard let range else { return "\(name): \(words.unknown)" }
        let (factor, unit) =
            switch quantity {
            case .progress: (0.001, " km")
            case .speed: (3.6, " km/h")
            case .grade: (100.0, " %")
            case .elevation: (1.0, " m")
            case .timeOfDay: (1.0 / 3600, words.hours)
            case .named: (1.0, "")
            }
        let (low, high) = (range.lowerBound * factor, range.upperBound * factor)
        let decimals = high - low < 10 && quantity != .timeOfDay ? (high - low < 0.1 ? 3 : 1) : 0
        func number(_ value: Double) -> String {
            (DecimalText.of(value, decimals: decimals) ?? "?").replacing("-", with: "−")
        }
        return low == high ? "\(name) \(number(low))\(unit)" : "\(name) \(number(low)) – \(number(high))\(unit)"
    }
}

extension SVGPage {
    /// Draws colours as a bar with a dark edge, so that the lightest are seen.
    mutating func bar(of colors: [RGBColor], left: Double, middle: Double, width: Double) {
        let edge = PageRectangle(left: left - 1, top: middle - 4, width: width + 2, height: 8)
        rectangle(edge, corner: 2, ["fill": self.colors.casing], endsLine: false)
        let step = width / Double(colors.count)
        for (i, color) in colors.enumerated() {
            let part = PageRectangle(
                left: left + Double(i) * step, top: middle - 3, width: i == colors.count - 1 ? step : step + 0.3,
                height: 6)
            rectangle(part, ["fill": color.description], endsLine: false)
        }
    }
}
