public import WaymarkGeodesy

/// What to do on a way over roads, and the way until the next thing to do.
public struct RoadStep: Hashable, Sendable {
    /// What to do, by the words of OSRM.
    public enum Kind: String, Hashable, Sendable {
        case depart, arrive, turn, fork, merge, roundabout
        case newName = "new name"
        case goOn = "continue"
        case onRamp = "on ramp"
        case offRamp = "off ramp"
        case endOfRoad = "end of road"
        case exitRoundabout = "exit roundabout"
        /// The way of travelling changes: a ferry begins or ends.
        case notification
    }

    /// To which side, by the words of OSRM.
    public enum Side: String, Hashable, Sendable {
        case straight, left, right, uturn
        case slightLeft = "slight left"
        case slightRight = "slight right"
        case sharpLeft = "sharp left"
        case sharpRight = "sharp right"

        /// The side of a turn by an angle to the right, in degrees.
        init(angle: Double) {
            switch abs(angle) {
            case 170...: self = .uturn
            case 120...: self = angle < 0 ? .sharpLeft : .sharpRight
            case 60...: self = angle < 0 ? .left : .right
            case 20...: self = angle < 0 ? .slightLeft : .slightRight
            default: self = .straight
            }
        }

        /// Left or right, for what is neither straight nor back.
        var half: Side? {
            switch self {
            case .left, .slightLeft, .sharpLeft: .left
            case .right, .slightRight, .sharpRight: .right
            case .straight, .uturn: nil
            }
        }
    }

    /// A junction on the way.
    public struct Junction: Hashable, Sendable {
        /// Where it is.
        public var place: Coordinate
        /// The bearings of the roads there, in degrees from north, ascending.
        public var bearings: [Int]
        /// Whether one may go into each of them.
        public var entries: [Bool]
        /// From which of them one comes, and into which one goes; nil at the begin and at the end.
        public var from: Int?, to: Int?
    }

    /// What to do.
    public var kind: Kind
    /// To which side; at the end, on which side the stop is. Nil if there is none.
    public var side: Side?
    /// Which exit of a roundabout is taken, from 1.
    public var exit: Int?
    /// Where.
    public var place: Coordinate
    /// Degrees from north: of the way before, and of that after.
    public var bearings: (before: Int, after: Int) { (bearingBefore, bearingAfter) }
    var bearingBefore: Int, bearingAfter: Int
    /// The name of the road that follows, its number, and its name in English and Korean; empty if it has none.
    public var name: String, reference: String, englishName: String, koreanName: String
    /// The name, or else the number.
    public var label: String { name.isEmpty ? reference : name }
    /// Whether what follows is a ferry.
    public var isFerry: Bool
    /// The length and the time until the next step.
    public var distance: Meters, duration: Duration
    /// The line until the next step.
    public var line: [Coordinate]
    /// The junctions from this step until the next.
    public var junctions: [Junction]
}
