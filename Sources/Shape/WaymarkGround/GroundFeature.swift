/// A point of the map plane: Web Mercator with the whole world in 0..<1, x eastward from 180° W, y southward.
public struct WorldPoint: Hashable, Sendable {
    /// Eastward; beyond 1 or below 0 for what goes over the antimeridian.
    public var x: Double
    /// Southward.
    public var y: Double

    /// A point of the plane.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// What the ground shows, from bottom to top: the layers of the drawing.
public enum GroundLayer: String, CaseIterable, Codable, Sendable {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case land, built, forest, green, sand, square, glacier, river, brook, sea, coast, water, ferry, pier
    case pierLine = "pier_line"
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case building, rail, runway, lift, path, steps, service, pedestrian, living, street
    case tertiaryLink = "tertiary_link"
    case tertiary
    case secondaryLink = "secondary_link"
    case secondary
    case primaryLink = "primary_link"
    case primary
    case trunkLink = "trunk_link"
    case trunk
    case motorwayLink = "motorway_link"
    case motorway
    // Names alone.
    case city, town, village, hamlet, suburb, quarter, station, peak
}

/// A kind of feature: a line of the table of the ground, as a file keeps it.
public struct GroundClass: Hashable, Sendable {
    /// How features of it are stored.
    public enum Form: String, Sendable {
        /// Rings with what they enclose.
        case area
        /// Lines.
        case line
        /// A point with a name.
        case label
    }

    /// Where it is drawn.
    public var layer: GroundLayer
    /// How it is stored.
    public var form: Form
    /// The least zoom at which it is drawn, in the scale of maps with tiles of 256 px; fractions for maps.
    public var zoom: Double
    /// The rank of its names, 1 for the most worthy; nil if names are not kept.
    public var rank: Int?
    /// Layer and kind in the Shortbread schema: `streets:primary`; nil for none.
    public var schema: String?

    /// A kind of feature.
    public init(layer: GroundLayer, form: Form, zoom: Double, rank: Int? = nil, schema: String? = nil) {
        (self.layer, self.form, self.zoom, self.rank, self.schema) = (layer, form, zoom, rank, schema)
    }
}

/// What else is said of a line.
public struct GroundFlags: OptionSet, Hashable, Sendable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Flags as bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Only from its first point to its last.
    public static let oneway = GroundFlags(rawValue: 1)
    /// Below the ground.
    public static let tunnel = GroundFlags(rawValue: 2)
    /// Above what it crosses.
    public static let bridge = GroundFlags(rawValue: 4)
}

/// A closed line of an area; the first point is not repeated at the end.
public struct GroundRing: Hashable, Sendable {
    /// The corners.
    public var points: [WorldPoint]
    /// The edges on the border of a tile, by the positions of their first points: no shore and no wall. Ascending.
    public var cuts: [Int]

    /// A ring.
    public init(_ points: [WorldPoint], cuts: [Int] = []) { (self.points, self.cuts) = (points, cuts) }
}

/// A feature of the ground: whole where it goes into a file, a piece of one where it comes out.
public struct GroundFeature: Hashable, Sendable {
    /// Where it is.
    public enum Geometry: Hashable, Sendable {
        /// A line of at least two points.
        case line([WorldPoint])
        /// Outer rings, and holes in the opposite direction.
        case area([GroundRing])
        /// A name at a point. The weight orders names of one rank: the logarithm of the population, the height of a peak, the extent.
        case label(WorldPoint, weight: UInt8)

        var form: GroundClass.Form {
            switch self {
            case .line: .line
            case .area: .area
            case .label: .label
            }
        }
    }

    /// Its kind.
    public var kind: GroundClass
    /// What else is said of a line.
    public var flags: GroundFlags = []
    /// Its name; that of a peak has its height in metres behind a tab.
    public var name: String?
    /// Where it is.
    public var geometry: Geometry

    /// A feature.
    public init(_ kind: GroundClass, flags: GroundFlags = [], name: String? = nil, _ geometry: Geometry) {
        (self.kind, self.flags, self.name, self.geometry) = (kind, flags, name, geometry)
    }
}

extension GroundFeature {
    /// The side of an area in metres by the weight of its name: 2 to the quarter of it.
    package static func side(ofWeight weight: UInt8) -> Double {
        let steps = Int(weight & 127)
        return Double(1 << (steps / 4)) * [1, 1.189207115002721, 1.4142135623730951, 1.681792830507429][steps % 4]
    }
}
