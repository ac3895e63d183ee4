public import WaymarkGeodesy
import WaymarkPolylines
import WaymarkText

/// A line and the colours along it as one short text for URLs.
///
/// ```swift
/// let text = GradientLine(line.coordinates, stops: gradient.stops(atMost: 32)).encoded()
/// let back = try GradientLine(decoding: text)
/// ```
///
/// Coordinates are exact to half a unit of their last decimal, locations to half a millionth; colours are exact.
/// `Documentation/Gradients.md` specifies the format.
public struct GradientLine: Hashable, Sendable {
    /// The line's vertices, in order.
    public let coordinates: [Coordinate]
    /// Decimals of latitudes and longitudes, 0 to 7.
    public let precision: Int
    /// The colours along the line.
    public let stops: GradientStops
    /// The surface of the locations.
    public var measure: LineMeasure { stops.measure }

    /// A line with `precision` decimals.
    ///
    /// - Precondition: `precision` is 0 to 7.
    public init(_ coordinates: [Coordinate], precision: Int = 5, stops: GradientStops) {
        precondition(0...7 ~= precision, "the precision is outside 0...7: \(precision)")
        self.coordinates = coordinates
        self.precision = precision
        self.stops = stops
    }

    /// The number of units of integer locations on the whole line.
    static let steps = 1_000_000

    /// The text of the line: A to Z, a to z, 0 to 9, `-` and `_`.
    ///
    /// Of several stops on one millionth of the length, the first and the last are kept.
    ///
    /// - Complexity: O(*n*).
    public func encoded() -> String {
        func units(_ location: Double) -> Int { Int((location * Double(Self.steps)).rounded()) }
        var kept: [(location: Int, color: RGBColor)] = []
        for (location, color) in zip(stops.locations.lazy.map(units), stops.colors) {
            if kept.count > 1, kept[kept.count - 1].location == location, kept[kept.count - 2].location == location {
                kept[kept.count - 1].color = color
            } else {
                kept.append((location, color))
            }
        }
        var writer = NumberWriter()
        writer.write(unsigned: 1)
        writer.write(unsigned: UInt64(precision + (measure == .webMercator ? 8 : 0)))
        writer.write(unsigned: UInt64(kept.count))
        var last = (location: 0, red: 0, green: 0, blue: 0)
        for (location, color) in kept {
            let next = (location: location, red: Int(color.red), green: Int(color.green), blue: Int(color.blue))
            writer.write(unsigned: UInt64(next.location - last.location))
            writer.write(Int64(next.red - last.red))
            writer.write(Int64(next.green - last.green))
            writer.write(Int64(next.blue - last.blue))
            last = next
        }
        // Join parts that now touch, and drop those that now have length zero.
        var parts: [ClosedRange<Int>] = []
        for range in stops.missing {
            let (start, end) = (units(range.lowerBound), units(range.upperBound))
            if start < end { parts.join(start...end) }
        }
        writer.write(unsigned: UInt64(parts.count))
        var end = 0
        for part in parts {
            writer.write(unsigned: UInt64(part.lowerBound - end))
            writer.write(unsigned: UInt64(part.upperBound - part.lowerBound))
            end = part.upperBound
        }
        let vertices = coordinates[...]
        writer.write(vertices.span, scale: DecimalScale(decimals: precision))
        return String(decoding: URLAlphabet.text(writer.finish()), as: UTF8.self)
    }

    /// Decodes a line from a text.
    ///
    /// - Throws: ``GradientError``, with the offset of the error in UTF-8 bytes.
    /// - Complexity: O(*n*).
    public init(decoding text: String) throws(GradientError) {
        try self.init(decoding: ContiguousArray(text.utf8).span)
    }

    /// Decodes a line from a text given as bytes. Any bytes give a line or an error.
    public init(decoding text: Span<UInt8>) throws(GradientError) {
        do throws(GradientError) {
            try self.init(numbers: URLAlphabet.google(text))
        } catch {
            // The original byte of the text.
            guard case .polyline(.unexpectedByte(_, let offset)) = error else { throw error }
            throw .polyline(.unexpectedByte(text[offset], offset: offset))
        }
    }

    private init(numbers: ContiguousArray<UInt8>) throws(GradientError) {
        var reader = GradientReader(numbers)
        let (version, _) = try reader.number()
        guard version == 1 else { throw .unknownVersion(version) }
        let (header, offset) = try reader.number()
        guard header < 16 else {
            throw .invalidGradient(reason: "\(header) is not a header of version 1", offset: offset)
        }
        precision = Int(header & 7)
        let (locations, colors) = try reader.stops()
        stops = GradientStops(
            locations: locations.map { Double($0) / Double(Self.steps) },
            measuredOn: header < 8 ? .greatCircle : .webMercator, colors: colors,
            missing: try reader.parts().map {
                Double($0.lowerBound) / Double(Self.steps)...Double($0.upperBound) / Double(Self.steps)
            })
        coordinates = try EncodedPolyline.coordinates(
            in: numbers.span, from: reader.position, scale: DecimalScale(decimals: precision)
        ).mapError(GradientError.polyline).get()
    }
}

/// Reads the colours of a gradient line.
private struct GradientReader {
    private let numbers: ContiguousArray<UInt8>
    private(set) var position = 0

    init(_ numbers: ContiguousArray<UInt8>) { self.numbers = numbers }

    /// The next number, and its offset.
    mutating func number() throws(GradientError) -> (UInt64, offset: Int) {
        let offset = position
        let read = unsafe FiveBitText.number(numbers.span.bytes, at: offset)
        let (number, end) = try read.mapError(GradientError.polyline).get()
        position = end
        return (number, offset)
    }

    private func check(_ isValid: Bool, _ reason: String, _ offset: Int) throws(GradientError) {
        if !isValid { throw .invalidGradient(reason: reason, offset: offset) }
    }

    mutating func stops() throws(GradientError) -> (locations: [Int], colors: [RGBColor]) {
        let (count, offset) = try number()
        try check(count >= 2, "a gradient has two stops or more", offset)
        var (locations, colors): ([Int], [RGBColor]) = ([], [])
        var (red, green, blue) = (0, 0, 0)
        var i: UInt64 = 0
        while i < count {
            let (step, offset) = try number()
            let rest = GradientLine.steps - (locations.last ?? 0)
            try check(step <= rest, "a stop is behind the end", offset)
            let location = GradientLine.steps - rest + Int(step)
            try check(i > 0 || location == 0, "the first stop is not at the start", offset)
            try check(i < 2 || locations[locations.count - 2] < location, "three stops are at one location", offset)
            try check(i < count - 1 || location == GradientLine.steps, "the last stop is not at the end", offset)
            locations.append(location)
            red = try channel(red)
            green = try channel(green)
            blue = try channel(blue)
            colors.append(RGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue)))
            i += 1
        }
        return (locations, colors)
    }

    private mutating func channel(_ last: Int) throws(GradientError) -> Int {
        let (number, offset) = try number()
        let (next, overflow) = Int64(last).addingReportingOverflow(FiveBitText.signed(number))
        try check(!overflow && 0...255 ~= next, "a colour's channel is outside 0...255", offset)
        return Int(next)
    }

    mutating func parts() throws(GradientError) -> [Range<Int>] {
        let (count, _) = try number()
        var parts: [Range<Int>] = []
        var i: UInt64 = 0
        while i < count {
            let end = parts.last?.upperBound ?? 0
            let (step, offset) = try number()
            let (length, lengthOffset) = try number()
            let isBehind = step <= GradientLine.steps - end && (i == 0 || step > 0)
            try check(isBehind, "a missing part does not begin behind the one before", offset)
            let start = end + Int(step)
            let isOnLine = length >= 1 && length <= GradientLine.steps - start
            try check(isOnLine, "a missing part has no length, or ends behind the line", lengthOffset)
            parts.append(start..<start + Int(length))
            i += 1
        }
        return parts
    }
}
