internal import CBackdrop

/// Land, lakes and borders of the Earth, for the ground of maps and the water between places: coarse, and smaller than a photograph.
///
/// Natural Earth 1 : 10 million (land, minor islands, lakes) and 1 : 50 million (borders), public domain; provinces of Korea: KOSTAT 2013
/// ("Free to share or remix") by southkorea/southkorea-maps; all simplified by `.ci/backdrop`. Decoded when first needed.
package struct Backdrop: Sendable {
    package enum Kind: Int, Sendable {
        case land = 1
        case lake, border, korea, province

        package var isRing: Bool { self != .border && self != .province }
        package var isOfKorea: Bool { self == .korea || self == .province }
        /// The kind as which it is drawn.
        package var layer: Kind { self == .korea ? .land : self }
    }

    /// A ring or a line, in degrees; rings have land, or the lake, to their left. None crosses the meridian of 180°.
    package struct Line: Sendable {
        package let kind: Kind
        package let points: [PlanePoint]
        package let box: PlaneBox
    }

    package let lines: [Line]

    package static let earth = unsafe Backdrop(
        ContiguousArray(UnsafeBufferPointer(start: CBackdrop_bytes(), count: CBackdrop_count())))

    /// How far a coast may be from where it is drawn, in metres, elsewhere and in South Korea. Few places known to be on land are farther
    /// in the sea.
    package static let accuracy = (world: 2000.0, korea: 400.0)
    /// South Korea with its waters.
    private static let korea = PlaneBox(west: 124.5, south: 33, east: 132, north: 38.5)

    /// The accuracy of the coasts around a place.
    package static func accuracy(latitude: Double, longitude: Double) -> Double {
        korea.contains(PlanePoint(x: longitude, y: latitude)) ? accuracy.korea : accuracy.world
    }

    /// Decodes lines: see `add_line` in `.ci/backdrop`. What is cut off is left out, which a test rules out.
    init(_ bytes: ContiguousArray<UInt8>) {
        var bits = BitReader(bytes)
        var lines: [Line] = []
        while let kind = Kind(rawValue: bits.number(3)) {
            let count = bits.number(18)
            var (latitude, longitude) = (bits.signed(Self.wide), bits.signed(Self.wide))
            let k = bits.number(4)
            let unit = kind.isOfKorea ? 1000.0 : 100.0
            var points: [PlanePoint] = []
            for place in 0..<count {
                if bits.isAtEnd { break }
                if place > 0 {
                    latitude += bits.step(k)
                    longitude += bits.step(k)
                }
                // The packer moved vertices off the western side of the meridian of 180°.
                let x = Double(longitude) / unit
                points.append(PlanePoint(x: x < -179.985 ? -180 : x, y: Double(latitude) / unit))
            }
            if let box = PlaneBox(enclosing: points) { lines.append(Line(kind: kind, points: points, box: box)) }
        }
        self.lines = lines
    }

    /// A number of at least this many times 2 to the k has its bits after as many ones.
    fileprivate static let escape = 20
    fileprivate static let wide = 24
}

/// Reads bits, the highest of a byte first; behind the end they are 0.
private struct BitReader {
    private let bytes: ContiguousArray<UInt8>
    private var position = 0

    init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position >= 8 * bytes.count }

    mutating func number(_ width: Int) -> Int {
        var number = 0
        for _ in 0..<width {
            let bit = isAtEnd ? 0 : bytes[position >> 3] >> UInt8(7 - position & 7) & 1
            number = number << 1 | Int(bit)
            position += 1
        }
        return number
    }

    mutating func signed(_ width: Int) -> Int {
        let number = number(width)
        return number >> (width - 1) == 0 ? number : number - 1 << width
    }

    /// A Rice code: 0, -1, 1, -2, ...
    mutating func step(_ k: Int) -> Int {
        var ones = 0
        while ones < Backdrop.escape, number(1) == 1 { ones += 1 }
        let step = ones == Backdrop.escape ? number(Backdrop.wide) : ones << k | number(k)
        return step & 1 == 0 ? step >> 1 : ~(step >> 1)
    }
}
