public import WaymarkGeodesy
import WaymarkText

/// HERE's flexible polyline, version 1: coordinates, and an optional third value for each, as text for URLs.
///
/// ```swift
/// let line = try FlexiblePolyline(decoding: "BFoz5xJ67i1B1B7PzIhaxL7Y")
/// line.coordinates[0]                                               // 50.10228, 8.69821
/// try FlexiblePolyline(route, precision: 6).encoded()
/// ```
///
/// The text states its precision. Rounding is that of ``EncodedPolyline``.
///
/// Source: heremaps/flexible-polyline, README.md.
public struct FlexiblePolyline: Hashable, Sendable {
    /// The line's vertices, in order.
    public let coordinates: [Coordinate]
    /// Decimals of latitudes and longitudes, 0 to 15.
    public let precision: Int
    /// A third value for each vertex.
    public let thirdDimension: ThirdDimension?

    /// A value for each vertex, besides latitude and longitude.
    public struct ThirdDimension: Hashable, Sendable {
        /// The kind of values; the raw value is that of the format.
        public enum Kind: Int, CaseIterable, Sendable {
            /// Floors of a building or similar.
            case level = 1
            /// Height above the ellipsoid or the sea, as agreed between sender and receiver.
            case altitude
            /// Height of the ground.
            case elevation
            /// Not yet defined.
            case reserved1
            /// Not yet defined.
            case reserved2
            /// As agreed between sender and receiver.
            case custom1
            /// As agreed between sender and receiver.
            case custom2
        }

        /// The kind of values.
        public let kind: Kind
        /// Decimals of the values, 0 to 15.
        public let precision: Int
        /// A value for each vertex.
        public let values: [Double]

        /// Values of a kind, with `precision` decimals.
        ///
        /// - Precondition: `precision` is 0 to 15.
        public init(_ kind: Kind, precision: Int, values: [Double]) {
            precondition(0...15 ~= precision, "the precision is outside 0...15: \(precision)")
            self.kind = kind
            self.precision = precision
            self.values = values
        }
    }

    /// A line with `precision` decimals.
    ///
    /// - Precondition: `precision` is 0 to 15; a third dimension has as many values as there are coordinates.
    public init(_ coordinates: [Coordinate], precision: Int = 5, thirdDimension: ThirdDimension? = nil) {
        precondition(0...15 ~= precision, "the precision is outside 0...15: \(precision)")
        precondition(
            thirdDimension.map { $0.values.count == coordinates.count } ?? true,
            "the third dimension does not have a value for each of \(coordinates.count) coordinates")
        self.coordinates = coordinates
        self.precision = precision
        self.thirdDimension = thirdDimension
    }

    /// Decodes a line from a text.
    ///
    /// - Throws: ``PolylineError``, with the offset of the error in UTF-8 bytes.
    /// - Complexity: O(*n*).
    public init(decoding text: String) throws(PolylineError) {
        try self.init(decoding: ContiguousArray(text.utf8).span)
    }

    /// Decodes a line from a text given as bytes. Any bytes give a line or an error.
    public init(decoding text: Span<UInt8>) throws(PolylineError) {
        self = try Self.result(text).get()
    }

    /// The same with the error as a value, since throwing millions of errors is slow.
    package static func result(_ text: Span<UInt8>) -> Result<FlexiblePolyline, PolylineError> {
        let numbers = URLAlphabet.google(text)
        switch line(numbers.span) {
        case .failure(.unexpectedByte(_, let offset)):
            return .failure(.unexpectedByte(text[offset], offset: offset))
        case let result: return result
        }
    }

    private static func line(_ numbers: Span<UInt8>) -> Result<FlexiblePolyline, PolylineError> {
        let bytes = unsafe numbers.bytes
        let header: FlexibleHeader
        var position: Int
        switch FlexibleHeader.read(bytes) {
        case .success(let (read, end)): (header, position) = (read, end)
        case .failure(let error): return .failure(error)
        }
        let scale = DecimalScale(decimals: header.precision)
        guard let kind = header.thirdKind else {
            return EncodedPolyline.coordinates(in: numbers, from: position, scale: scale)
                .map { FlexiblePolyline($0, precision: header.precision) }
        }
        let survey = TextSurvey(numbers)
        let count = survey.numbers / 3
        var (coordinates, values): ([Coordinate], [Double]) = ([], [])
        coordinates.reserveCapacity(count)
        values.reserveCapacity(count)
        var reader = CoordinateReader(scale: scale, isClean: survey.isClean)
        let thirdScale = DecimalScale(decimals: header.thirdPrecision)
        var third: Int64 = 0
        while position < bytes.byteCount {
            let start = position
            switch reader.next(bytes, at: &position) {
            case .success(let coordinate): coordinates.append(coordinate)
            case .failure(let error): return .failure(error)
            }
            let middle = position
            guard middle < bytes.byteCount else { return .failure(.incompletePoint(offset: start)) }
            switch FiveBitText.number(bytes, at: middle) {
            case .success(let (number, end)):
                let (sum, overflow) = third.addingReportingOverflow(FiveBitText.signed(number))
                guard !overflow else { return .failure(.numberTooLarge(offset: middle)) }
                (third, position) = (sum, end)
            case .failure(let error): return .failure(error)
            }
            values.append(thirdScale.value(third))
        }
        let thirdDimension = ThirdDimension(kind, precision: header.thirdPrecision, values: values)
        return .success(FlexiblePolyline(coordinates, precision: header.precision, thirdDimension: thirdDimension))
    }

    /// Returns the text of the line.
    ///
    /// - Throws: ``PolylineError/valueNotEncodable(_:position:)`` for a third value that is not finite or, in units of its
    ///   last decimal, 2⁶² or more. Without a third dimension nothing is thrown.
    /// - Complexity: O(*n*).
    public func encoded() throws(PolylineError) -> String {
        var writer = NumberWriter()
        FlexibleHeader(
            precision: precision, thirdKind: thirdDimension?.kind, thirdPrecision: thirdDimension?.precision ?? 0
        ).write(to: &writer)
        let scale = DecimalScale(decimals: precision)
        let vertices = coordinates[...]
        if let thirdDimension {
            try writer.write(vertices.span, scale: scale, thirdDimension)
        } else {
            writer.write(vertices.span, scale: scale)
        }
        return String(decoding: URLAlphabet.text(writer.finish()), as: UTF8.self)
    }
}

package struct FlexibleHeader: Equatable {
    package let precision: Int
    package let thirdKind: FlexiblePolyline.ThirdDimension.Kind?
    package let thirdPrecision: Int

    package init(precision: Int, thirdKind: FlexiblePolyline.ThirdDimension.Kind?, thirdPrecision: Int) {
        self.precision = precision
        self.thirdKind = thirdKind
        self.thirdPrecision = thirdPrecision
    }

    /// The header of a text, and its end.
    package static func read(_ text: RawSpan) -> Result<(header: FlexibleHeader, end: Int), PolylineError> {
        FiveBitText.number(text, at: 0).flatMap { version, offset in
            guard version == 1 else { return .failure(.unknownVersion(version)) }
            return FiveBitText.number(text, at: offset).flatMap { bits, end in
                guard bits < 1 << 11 else { return .failure(.unknownHeader(bits, offset: offset)) }
                let header = FlexibleHeader(
                    precision: Int(bits & 15), thirdKind: .init(rawValue: Int(bits >> 4 & 7)),
                    thirdPrecision: Int(bits >> 7))
                return .success((header, end))
            }
        }
    }

    package func write(to writer: inout NumberWriter) {
        writer.write(unsigned: 1)
        writer.write(unsigned: UInt64(precision | (thirdKind?.rawValue ?? 0) << 4 | thirdPrecision << 7))
    }
}

extension NumberWriter {
    /// Writes the differences of coordinates and of third values, in turn.
    fileprivate mutating func write(
        _ coordinates: Span<Coordinate>, scale: DecimalScale, _ thirdDimension: FlexiblePolyline.ThirdDimension
    ) throws(PolylineError) {
        let thirdScale = DecimalScale(decimals: thirdDimension.precision)
        var (latitude, longitude, third): (Int64, Int64, Int64) = (0, 0, 0)
        for i in coordinates.indices {
            let value = thirdDimension.values[i]
            guard abs(value * thirdScale.unitsPerOne) < 0x1p62 else { throw .valueNotEncodable(value, position: i) }
            let next = (
                scale.units(coordinates[i].latitude), scale.units(coordinates[i].longitude), thirdScale.units(value)
            )
            write(next.0 &- latitude)
            write(next.1 &- longitude)
            write(next.2 &- third)
            (latitude, longitude, third) = next
        }
    }
}

/// The 64 URL-safe characters, instead of Google's 64 characters from `?` on.
package enum URLAlphabet {
    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Google's character for each byte; 0, which is invalid, for a byte outside the alphabet.
    package static let toGoogle: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 256)
        for (value, byte) in characters.enumerated() { table[Int(byte)] = UInt8(value + 63) }
        return table
    }()

    /// A text in Google's characters, byte for byte, so that both formats share a reader and offsets are equal.
    package static func google(_ text: Span<UInt8>) -> ContiguousArray<UInt8> {
        var google = ContiguousArray(repeating: 0 as UInt8, count: text.count)
        for i in text.indices { google[i] = toGoogle[Int(text[i])] }
        return google
    }

    /// Converts a text in Google's characters to the alphabet.
    package static func text(_ google: [UInt8]) -> [UInt8] {
        let characters = characters
        var text = google
        for i in text.indices { text[i] = characters[Int(text[i] - 63)] }
        return text
    }
}
