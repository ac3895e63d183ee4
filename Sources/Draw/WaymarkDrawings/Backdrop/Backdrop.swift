import WaymarkGeodesy
import WaymarkPolylines

/// Land, lakes and borders of the Earth, for the ground of maps: coarse, and smaller than a photograph.
///
/// Decoded when the first map is drawn.
struct Backdrop: Sendable {
    enum Kind: UInt8 {
        case land = 0x4C
        case lake = 0x57
        case border = 0x42
        case korea = 0x4B
        case province = 0x50

        var isRing: Bool { self != .border && self != .province }
    }

    /// A ring or a line, in degrees; rings have land, or the lake, to their left. None crosses the meridian of 180°.
    struct Line: Sendable {
        let kind: Kind
        /// x is the longitude, -180 to 180; y the latitude.
        let points: [PagePoint]
        let box: PageRectangle
    }

    let lines: [Line]

    static let earth = Backdrop(backdropLines)

    /// How far a coast may be from where it is drawn, in metres, elsewhere and in South Korea. Few places known to be on land are farther
    /// in the sea.
    static let accuracy = (world: 2000.0, korea: 400.0)
    /// South Korea with its waters.
    private static let korea = PageRectangle(left: 124.5, top: 33, width: 7.5, height: 5.5)

    /// The accuracy of the coasts around a place.
    static func accuracy(latitude: Double, longitude: Double) -> Double {
        korea.contains(PagePoint(x: longitude, y: latitude)) ? accuracy.korea : accuracy.world
    }

    /// Decodes lines; what cannot be read is left out, which a test rules out.
    init(_ text: String) {
        lines = text.utf8.filter { $0 != 0x0A }.split(separator: 0x20).compactMap { bytes in
            guard let kind = bytes.first.flatMap(Kind.init(rawValue:)) else { return nil }
            let digits = ContiguousArray(bytes.dropFirst())
            let precision = kind == .korea || kind == .province ? 3 : 2
            guard let line = try? EncodedPolyline.decode(digits.span, precision: precision), let first = line.first
            else { return nil }
            var (west, east, south, north) = (first.longitude, first.longitude, first.latitude, first.latitude)
            let points = line.map { place in
                // The packer moved vertices off the western side of the meridian of 180°.
                let longitude = place.longitude < -179.985 ? -180 : place.longitude
                (west, east) = (min(west, longitude), max(east, longitude))
                (south, north) = (min(south, place.latitude), max(north, place.latitude))
                return PagePoint(x: longitude, y: place.latitude)
            }
            return Line(
                kind: kind, points: points,
                box: PageRectangle(left: west, top: south, width: east - west, height: north - south))
        }
    }
}
