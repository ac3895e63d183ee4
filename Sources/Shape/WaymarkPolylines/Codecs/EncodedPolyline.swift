public import WaymarkGeodesy
import WaymarkText

/// Google's encoded polyline: coordinates as short printable text.
///
/// ```swift
/// let text = EncodedPolyline.encode(route)                         // _p~iF~ps|U_ulLnnqC_mqNvxq`@
/// let back = try EncodedPolyline.decode(text)                      // 38.5, -120.2 ...
/// let fine = try EncodedPolyline.decode(answer, precision: 6)      // Valhalla, OSRM with polyline6
/// ```
///
/// The text does not state its precision, so the reader must know it. Coordinates are rounded to integer units before
/// differencing, so errors do not accumulate on a line of any length. Halves are rounded away from zero, as in Google's
/// code. Longitudes are written unchanged, so a line over the antimeridian has a difference of nearly 360°; -180 is
/// written as 180, the same meridian.
///
/// Source: Google, Encoded Polyline Algorithm Format. `Documentation/Polylines.md` lists differences between libraries.
public enum EncodedPolyline {
    /// Returns the text of a line.
    ///
    /// - Parameters:
    ///   - coordinates: The line's vertices, in order.
    ///   - precision: Decimals kept: 5 is about a metre, 6 a decimetre.
    /// - Returns: ASCII text, up to 14 bytes for each coordinate; empty for no coordinates.
    /// - Precondition: `precision` is 0 to 7.
    /// - Complexity: O(*n*).
    public static func encode(_ coordinates: [Coordinate], precision: Int = 5) -> String {
        let vertices = coordinates[...]
        return String(decoding: encodedBytes(vertices.span, precision: precision), as: UTF8.self)
    }

    /// Returns the bytes of the text that ``encode(_:precision:)`` returns.
    public static func encodedBytes(_ coordinates: Span<Coordinate>, precision: Int = 5) -> [UInt8] {
        precondition(0...7 ~= precision, "the precision is outside 0...7: \(precision)")
        var writer = NumberWriter()
        writer.write(coordinates, scale: DecimalScale(decimals: precision))
        return writer.finish()
    }

    /// Returns the coordinates of a text.
    ///
    /// - Parameters:
    ///   - text: Any string, with JSON's escaped backslashes resolved.
    ///   - precision: The number of decimals of the text.
    /// - Returns: The line's vertices, in order; none for an empty text.
    /// - Throws: ``PolylineError``, with the offset of the error in UTF-8 bytes; also for a vertex out of range, such
    ///   as when text of precision 6 is read with 5.
    /// - Precondition: `precision` is 0 to 7.
    /// - Complexity: O(*n*).
    public static func decode(_ text: String, precision: Int = 5) throws(PolylineError) -> [Coordinate] {
        try decode(ContiguousArray(text.utf8).span, precision: precision)
    }

    /// Returns the coordinates of a text given as bytes.
    ///
    /// Any bytes give coordinates or an error, as with ``decode(_:precision:)-(String,_)``.
    public static func decode(_ text: Span<UInt8>, precision: Int = 5) throws(PolylineError) -> [Coordinate] {
        try result(text, precision: precision).get()
    }

    /// The same with the error as a value, since throwing millions of errors is slow.
    package static func result(_ text: Span<UInt8>, precision: Int = 5) -> Result<[Coordinate], PolylineError> {
        precondition(0...7 ~= precision, "the precision is outside 0...7: \(precision)")
        return coordinates(in: text, from: 0, scale: DecimalScale(decimals: precision))
    }

    /// Reads pairs up to the end of the text.
    package static func coordinates(
        in text: Span<UInt8>, from start: Int, scale: DecimalScale
    ) -> Result<[Coordinate], PolylineError> {
        let bytes = unsafe text.bytes
        let survey = TextSurvey(text)
        // Every point has two ends of numbers, so there is room for all.
        let room = survey.numbers / 2
        var failure: PolylineError?
        let coordinates = unsafe [Coordinate](unsafeUninitializedCapacity: room) { coordinates, count in
            var reader = CoordinateReader(scale: scale, isClean: survey.isClean)
            var position = start
            // A local count stays in a register.
            var read = 0
            reading: while position < bytes.byteCount {
                switch reader.next(bytes, at: &position) {
                case .success(let coordinate):
                    precondition(read < room)
                    unsafe coordinates.initializeElement(at: read, to: coordinate)
                    read &+= 1
                case .failure(let error):
                    failure = error
                    break reading
                }
            }
            count = read
        }
        if let failure { return .failure(failure) }
        return .success(coordinates)
    }
}

/// A summary of a text, computed before it is decoded.
struct TextSurvey {
    /// The number of bytes that end a number or are invalid: those below 95.
    let numbers: Int
    /// Whether all bytes may be part of a number: 63 to 126.
    let isClean: Bool

    init(_ text: Span<UInt8>) {
        let bytes = unsafe text.bytes
        let words = bytes.byteCount / 8
        var (count, wrong): (Int, UInt64) = (0, 0)
        var start = 0
        while start < words {
            // Eight counts in parallel, while each fits a byte.
            let end = min(start + 255, words)
            var counts: UInt64 = 0
            for i in start..<end {
                let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 8 &* i, as: UInt64.self)
                let atLeast95 = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x2121_2121_2121_2121
                counts &+= (~(atLeast95 | word) & 0x8080_8080_8080_8080) &>> 7
                wrong |= FiveBitText.wrong(word)
            }
            let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ ((counts &>> 8) & 0x00FF_00FF_00FF_00FF)
            count += Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
            start = end
        }
        for i in 8 * words..<text.count {
            if text[i] < 95 { count += 1 }
            if !(63...126 ~= text[i]) { wrong = 1 }
        }
        (numbers, isClean) = (count, wrong == 0)
    }
}

/// Decodes coordinates by summing differences.
struct CoordinateReader {
    private let scale: DecimalScale
    private let quarterTurn: Int64
    /// Whether all bytes of the text are known to be part of a number.
    private let isClean: Bool
    /// Whether all places on the Earth are below 2^51 units.
    private let isCoarse: Bool
    private var latitude: Int64 = 0
    private var longitude: Int64 = 0

    init(scale: DecimalScale, isClean: Bool) {
        self.scale = scale
        self.isClean = isClean
        quarterTurn = 90 * Int64(scale.unitsPerOne)
        isCoarse = 2 * quarterTurn < 1 << 51
    }

    /// The point at `position`, which must be within the text and moves past the point.
    @inline(__always)
    mutating func next(_ text: RawSpan, at position: inout Int) -> Result<Coordinate, PolylineError> {
        let start = position
        let middle: Int
        if let pair = FiveBitText.readPair(text, at: &position, isClean: isClean) {
            // The sum of a valid coordinate and 35 bits is far below 64 bits.
            latitude &+= FiveBitText.signed(pair.first)
            longitude &+= FiveBitText.signed(pair.second)
            middle = start &+ pair.middle
        } else {
            switch Self.sum(latitude, text, start) {
            case .success(let (sum, end)): (latitude, middle) = (sum, end)
            case .failure(let error): return .failure(error)
            }
            guard isLatitude else { return .failure(.latitudeOutOfRange(scale.value(latitude), offset: start)) }
            guard middle < text.byteCount else { return .failure(.incompletePoint(offset: start)) }
            switch Self.sum(longitude, text, middle) {
            case .success(let (sum, end)): (longitude, position) = (sum, end)
            case .failure(let error): return .failure(error)
            }
        }
        guard isLatitude else { return .failure(.latitudeOutOfRange(scale.value(latitude), offset: start)) }
        guard UInt64(bitPattern: longitude &+ 2 &* quarterTurn) <= UInt64(bitPattern: 4 &* quarterTurn) else {
            return .failure(.longitudeOutOfRange(scale.value(longitude), offset: middle))
        }
        guard isCoarse else {
            return .success(Coordinate(uncheckedLatitude: scale.value(latitude), longitude: scale.value(longitude)))
        }
        return .success(
            Coordinate(uncheckedLatitude: scale.value(small: latitude), longitude: scale.value(small: longitude)))
    }

    /// From minus a quarter turn to one: below, the sum is a huge unsigned number.
    @inline(__always)
    private var isLatitude: Bool {
        UInt64(bitPattern: latitude &+ quarterTurn) <= UInt64(bitPattern: 2 &* quarterTurn)
    }

    /// A sum plus the number at a position, and the end of that number.
    @inline(never)
    private static func sum(
        _ sum: Int64, _ text: RawSpan, _ start: Int
    ) -> Result<(sum: Int64, end: Int), PolylineError> {
        FiveBitText.number(text, at: start).flatMap { number, end in
            let (result, overflow) = sum.addingReportingOverflow(FiveBitText.signed(number))
            return overflow ? .failure(.numberTooLarge(offset: start)) : .success((result, end))
        }
    }
}
