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
