extension Route: Codable {
    /// The version of the stored form of routes, described in `Documentation/Routes.md`.
    public static let storedVersion = 1

    private enum CodingKeys: String, CodingKey { case version, stops, legs, times }

    /// Encodes the stops and every leg's outcome, with the version of the form.
    ///
    /// Times of the stops are included for other readers, if known; decoding recomputes them.
    ///
    /// Coordinates, distances and dates are stored exactly, durations to the nanosecond, beyond 97 days to 16 digits. A
    /// stored route can be read on any machine: a time zone unknown to the reader keeps its name.
    ///
    /// - Throws: `EncodingError.invalidValue` for a duration beyond 285 years, a date that is not finite and a negative
    ///   stay.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.storedVersion, forKey: .version)
        try container.encode(stops, forKey: .stops)
        try container.encode(legs.map(StoredOutcome.init), forKey: .legs)
        let times = times()
        if times.contains(where: { $0.arrival != nil }) {
            try container.encode(times.map(StoredTime.init), forKey: .times)
        }
    }

    /// Decodes a route.
    ///
    /// - Throws: ``RouteError`` for a newer version, for a number of legs other than one less than the stops, for
    ///   invalid coordinates, stops and legs; `DecodingError` for any other form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version <= Self.storedVersion else {
            throw RouteError.newerVersion(version, known: Self.storedVersion)
        }
        guard version == Self.storedVersion else { throw RouteError.unknownVersion(version) }
        let stops = try container.decode([StoredStop].self, forKey: .stops)
        let legs = try container.decode([StoredOutcome].self, forKey: .legs)
        guard legs.count == max(0, stops.count - 1) else {
            throw RouteError.legCount(legs.count, stops: stops.count)
        }
        try self.init(
            stops: stops.enumerated().map { position, stop in
                do throws(StoredRefusal) {
                    return try stop.stop()
                } catch {
                    throw RouteError.invalidStop(position: position, reason: error.reason)
                }
            },
            legs: legs.enumerated().map { position, leg in
                do throws(StoredRefusal) {
                    return try leg.outcome()
                } catch {
                    throw RouteError.invalidLeg(position: position, reason: error.reason)
                }
            })
    }
}
