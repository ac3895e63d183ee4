import WaymarkGeodesy
import WaymarkPolylines

/// Google's algorithm as on its page, one character at a time: the oracle, and the reference for speed.
enum PlainPolyline {
    static func encode(_ coordinates: [Coordinate], precision: Int = 5) -> String {
        var text = ""
        var previous = (0, 0)
        for coordinate in coordinates {
            let next = (
                Int((coordinate.latitude * tenTo(precision)).rounded(.toNearestOrAwayFromZero)),
                Int((coordinate.longitude * tenTo(precision)).rounded(.toNearestOrAwayFromZero))
            )
            for difference in [next.0 - previous.0, next.1 - previous.1] {
                var rest = difference < 0 ? ~(difference << 1) : difference << 1
                while rest >= 0x20 {
                    text.append(Character(UnicodeScalar(UInt8(0x20 | (rest & 0x1F)) + 63)))
                    rest >>= 5
                }
                text.append(Character(UnicodeScalar(UInt8(rest) + 63)))
            }
            previous = next
        }
        return text
    }

    static func decode(_ text: [UInt8], precision: Int = 5) -> Result<[Coordinate], PolylineError> {
        tuples(text, from: 0, precision: precision, size: 2).map { $0.map(\.coordinate) }
    }

    struct Tuple: Equatable {
        var coordinate: Coordinate
        var third: Int64
    }

    /// Pairs, or triples whose third number is not scaled.
    static func tuples(_ text: [UInt8], from start: Int, precision: Int, size: Int) -> Result<[Tuple], PolylineError> {
        var tuples: [Tuple] = []
        var sums: [Int64] = [0, 0, 0]
        var position = start
        while position < text.count {
            let begin = position
            for i in 0..<size {
                guard position < text.count else { return .failure(.incompletePoint(offset: begin)) }
                let offset = position
                switch number(text, &position) {
                case .failure(let error): return .failure(error)
                case .success(let bits):
                    let half = Int64(bits / 2)
                    let (sum, overflow) = sums[i].addingReportingOverflow(bits % 2 == 0 ? half : -half - 1)
                    if overflow { return .failure(.numberTooLarge(offset: offset)) }
                    sums[i] = sum
                }
                let value = Double(sums[i]) / tenTo(precision)
                if i == 0, value > 90 || value < -90 {
                    return .failure(.latitudeOutOfRange(value, offset: offset))
                }
                if i == 1, value > 180 || value < -180 {
                    return .failure(.longitudeOutOfRange(value, offset: offset))
                }
            }
            guard
                let coordinate = try? Coordinate(
                    latitude: Double(sums[0]) / tenTo(precision), longitude: Double(sums[1]) / tenTo(precision))
            else { fatalError("range was checked") }
            tuples.append(Tuple(coordinate: coordinate, third: sums[2]))
        }
        return .success(tuples)
    }

    static func number(_ text: [UInt8], _ position: inout Int) -> Result<UInt64, PolylineError> {
        var bits: UInt128 = 0
        for i in 0..<13 {
            guard position + i < text.count else { return .failure(.unfinishedNumber(offset: position)) }
            let byte = text[position + i]
            guard byte >= 63, byte <= 126 else { return .failure(.unexpectedByte(byte, offset: position + i)) }
            bits |= UInt128((byte - 63) & 31) << UInt128(5 * i)
            if byte - 63 < 32 {
                guard bits <= UInt128(UInt64.max) else { break }
                position += i + 1
                return .success(UInt64(bits))
            }
        }
        return .failure(.numberTooLarge(offset: position))
    }

    static func tenTo(_ power: Int) -> Double { powers[power] }

    private static let powers = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
