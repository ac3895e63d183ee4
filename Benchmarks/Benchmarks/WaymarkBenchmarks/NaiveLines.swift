import Foundation
import Waymark

/// What one writes in ten minutes for lines and regions.
enum NaiveLines {
    /// Google's algorithm, a character at a time.
    static func encode(_ places: [Coordinate], precision: Int = 5) -> String {
        let unit = precision == 5 ? 1e5 : 1e6
        var text = ""
        var (latitude, longitude) = (0, 0)
        func append(_ step: Int) {
            var bits = step < 0 ? ~(step << 1) : step << 1
            while bits >= 0x20 {
                text.unicodeScalars.append(UnicodeScalar(UInt8(0x20 | bits & 0x1F) + 63))
                bits >>= 5
            }
            text.unicodeScalars.append(UnicodeScalar(UInt8(bits) + 63))
        }
        for place in places {
            let next = (Int((place.latitude * unit).rounded()), Int((place.longitude * unit).rounded()))
            append(next.0 - latitude)
            append(next.1 - longitude)
            (latitude, longitude) = next
        }
        return text
    }

    static func decode(_ text: String) -> [Coordinate] {
        var places: [Coordinate] = []
        var sums = [0, 0]
        var (axis, bits, shift) = (0, 0, 0)
        for byte in text.utf8 {
            bits |= ((Int(byte) - 63) & 0x1F) << shift
            shift += 5
            if byte - 63 >= 0x20 { continue }
            sums[axis] += bits & 1 == 0 ? bits >> 1 : ~(bits >> 1)
            (bits, shift) = (0, 0)
            if axis == 1,
                let place = try? Coordinate(latitude: Double(sums[0]) / 1e5, longitude: Double(sums[1]) / 1e5)
            {
                places.append(place)
            }
            axis = 1 - axis
        }
        return places
    }

    /// The field that holds a place: the ray to the east crosses its border an odd number of times.
    static func field(_ place: Coordinate, _ rings: [[(x: Double, y: Double)]]) -> Int? {
        rings.firstIndex { ring in
            var isInside = false
            var last = ring[ring.count - 1]
            for next in ring {
                if (next.y > place.latitude) != (last.y > place.latitude),
                    place.longitude < (last.x - next.x) * (place.latitude - next.y) / (last.y - next.y) + next.x
                {
                    isInside.toggle()
                }
                last = next
            }
            return isInside
        }
    }
}
