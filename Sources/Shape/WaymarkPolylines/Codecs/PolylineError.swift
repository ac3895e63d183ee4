/// Why the text of a polyline was refused, or a value could not be written. Offsets count bytes of UTF-8 from 0.
public enum PolylineError: Error, Equatable, Sendable {
    /// The byte at `offset` is not a character of the format.
    case unexpectedByte(UInt8, offset: Int)
    /// The text ends within the number that begins at `offset`.
    case unfinishedNumber(offset: Int)
    /// The number that begins at `offset`, or its sum with those before it, needs more than 64 bits.
    case numberTooLarge(offset: Int)
    /// The text ends before the point that begins at `offset` has all its values.
    case incompletePoint(offset: Int)
    /// The number that begins at `offset` leads to a latitude outside -90 to 90.
    case latitudeOutOfRange(Double, offset: Int)
    /// The number that begins at `offset` leads to a longitude outside -180 to 180.
    case longitudeOutOfRange(Double, offset: Int)
    /// A flexible polyline begins with this version, which is not 1.
    case unknownVersion(UInt64)
    /// A flexible polyline's header, at `offset`, sets bits that version 1 does not define.
    case unknownHeader(UInt64, offset: Int)
    /// The value at `position` (from 0) of a third dimension is not finite, or too large for its precision.
    case valueNotEncodable(Double, position: Int)
}

extension PolylineError: CustomStringConvertible {
    /// The error and its position, as in `offset 3: byte 32 is not part of a polyline`.
    public var description: String {
        switch self {
        case .unexpectedByte(let byte, let offset): "offset \(offset): byte \(byte) is not part of a polyline"
        case .unfinishedNumber(let offset): "offset \(offset): the text ends within the number that begins here"
        case .numberTooLarge(let offset): "offset \(offset): the number that begins here is too large"
        case .incompletePoint(let offset): "offset \(offset): the text ends within the point that begins here"
        case .latitudeOutOfRange(let value, let offset): "offset \(offset): latitude \(value) is outside -90...90"
        case .longitudeOutOfRange(let value, let offset): "offset \(offset): longitude \(value) is outside -180...180"
        case .unknownVersion(let version): "version \(version) of the flexible polyline is not supported"
        case .unknownHeader(let header, let offset): "offset \(offset): \(header) is not a header of version 1"
        case .valueNotEncodable(let value, let position): "position \(position): \(value) cannot be written"
        }
    }
}
