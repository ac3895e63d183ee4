/// A mode of travel: any name; some have a usual speed.
public struct TravelMode: RawRepresentable, Hashable, Sendable, Codable {
    /// The name, as in `walking`.
    public let rawValue: String

    /// The mode with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// On foot.
    public static let walking = TravelMode(rawValue: "walking")
    /// By bicycle.
    public static let cycling = TravelMode(rawValue: "cycling")
    /// By car.
    public static let driving = TravelMode(rawValue: "driving")
    /// By train.
    public static let train = TravelMode(rawValue: "train")
    /// By air.
    public static let flying = TravelMode(rawValue: "flying")

    /// The modes above, which have a usual speed.
    public static let known: [TravelMode] = [.walking, .cycling, .driving, .train, .flying]
}

extension TravelMode {
    /// The usual speed in metres per second, without stops and detours; nil for an unknown mode.
    ///
    /// On foot 5 km/h, by bicycle 15, by car 50, by train 100, by air 800: round numbers for planning.
    public var usualSpeed: Double? {
        switch self {
        case .walking: 5 / 3.6
        case .cycling: 15 / 3.6
        case .driving: 50 / 3.6
        case .train: 100 / 3.6
        case .flying: 800 / 3.6
        default: nil
        }
    }
}
