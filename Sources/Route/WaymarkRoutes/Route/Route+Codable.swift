import WaymarkGeodesy
import WaymarkTimes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Route: Codable {
    /// The version of the form that routes are stored in. `Documentation/Routes.md` describes it.
    public static let storedVersion = 1

    private enum CodingKeys: String, CodingKey { case version, stops, legs, times }

    /// Stores the stops and every leg's outcome, with the version of the form.
    ///
    /// When the stops are reached comes along for other readers, where it is known; decoding works it out anew.
    ///
    /// Coordinates, distances and dates come back the same to the last bit, durations to the
    /// nanosecond, beyond 97 days to 16 digits. What is stored can be read on any machine: a time zone that the reader does
    /// not know keeps its name.
    ///
    /// - Throws: `EncodingError.invalidValue` for a duration beyond 285 years, a date that is not finite and a stay that was made
    ///   negative.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.storedVersion, forKey: .version)
        for stop in stops {
            try stop.checkStay(container.codingPath + [CodingKeys.stops])
            // The number, as Foundation cannot print such a date.
            guard let arrival = stop.arrival?.timeIntervalSince1970, !arrival.isFinite else { continue }
            throw EncodingError.invalidValue(
                arrival,
                EncodingError.Context(
                    codingPath: container.codingPath + [CodingKeys.stops],
                    debugDescription: "the arrival at stop \(stop.id) is not a time"))
        }
        try container.encode(stops.map(StoredStop.init), forKey: .stops)
        try container.encode(legs.map(StoredOutcome.init), forKey: .legs)
        let times = times()
        if times.contains(where: { $0.arrival != nil }) {
            try container.encode(times.map(StoredTime.init), forKey: .times)
        }
    }

    /// Reads a stored route.
    ///
    /// - Throws: ``RouteError`` for a newer version, for legs that are not one fewer than the stops, for places off the
    ///   Earth and values that make no stop or leg; `DecodingError` for what is not of this form at all.
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
            stops: stops.enumerated().map { try $1.stop(at: $0) },
            legs: legs.enumerated().map { try $1.outcome(at: $0) })
    }
}

/// A time as seconds, to the nanosecond.
private struct StoredSeconds: Codable {
    /// 285 years: nanoseconds beyond do not fit 63 bits.
    private static let longest = 9e9
    let duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    /// Nil for what cannot be stored.
    init?(ifPossible duration: Duration) {
        guard abs(duration.inSeconds) <= Self.longest else { return nil }
        self.duration = duration
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard abs(seconds) <= Self.longest else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(seconds) is no time in seconds")
        }
        // Whole seconds by themselves: of all together nanoseconds would be lost.
        let whole = seconds.rounded(.towardZero)
        duration = .seconds(Int64(whole)) + .nanoseconds(Int64(((seconds - whole) * 1e9).rounded()))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let seconds = duration.inSeconds
        guard abs(seconds) <= Self.longest else {
            throw EncodingError.invalidValue(
                duration,
                EncodingError.Context(codingPath: container.codingPath, debugDescription: "longer than 285 years"))
        }
        try container.encode(seconds)
    }
}

/// A stop as it is stored.
private struct StoredStop: Codable {
    let id: String
    let name: String?
    let latitude: Double
    let longitude: Double
    let arrival: Double?
    /// Dates count from 2001: what is lost of one, less than a microsecond, where it is counted from 1970.
    let arrivalRemainder: Double?
    let stay: StoredSeconds?
    let timeZone: String?

    private enum CodingKeys: String, CodingKey {
        case id, name, latitude, longitude
        case arrival = "arrival_unix_s"
        case arrivalRemainder = "arrival_remainder_s"
        case stay = "stay_s"
        case timeZone = "time_zone"
    }

    init(_ stop: Stop) {
        id = stop.id
        name = stop.name.isEmpty ? nil : stop.name
        (latitude, longitude) = (stop.coordinate.latitude, stop.coordinate.longitude)
        arrival = stop.arrival?.timeIntervalSince1970
        let remainder = stop.arrival?.timeIntervalSince(Date(timeIntervalSince1970: arrival ?? 0))
        arrivalRemainder = remainder == 0 ? nil : remainder
        stay = stop.stay == .zero ? nil : StoredSeconds(stop.stay)
        timeZone = stop.timeZone?.identifier
    }

    func stop(at position: Int) throws(RouteError) -> Stop {
        func refusal(_ reason: String) -> RouteError { .invalidStop(position: position, reason: reason) }
        let coordinate: Coordinate
        do {
            coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw refusal("\(error)")
        }
        let stay = stay?.duration ?? .zero
        guard stay >= .zero else { throw refusal("\(stay) is not the duration of a stay") }
        let arrival = arrival.map { Date(timeIntervalSince1970: $0) + (arrivalRemainder ?? 0) }
        if let arrival, !arrival.timeIntervalSince1970.isFinite { throw refusal("the arrival is not a time") }
        return Stop(
            id: id, name: name ?? "", coordinate: coordinate, arrival: arrival, stay: stay,
            timeZone: timeZone.map(ClockZone.init(stored:)))
    }
}

/// When a stop is reached and left, for readers who do not work it out.
private struct StoredTime: Encodable {
    let arrival: String?
    let departure: String?
    let wait: StoredSeconds?
    let lateness: StoredSeconds?

    private enum CodingKeys: String, CodingKey {
        case arrival, departure
        case wait = "wait_s"
        case lateness = "lateness_s"
    }

    init(_ time: RouteTime) {
        (arrival, departure) = (time.arrivalText, time.departureText)
        // They follow from the rest: what is too long for the form is left out.
        wait = time.wait > .zero ? StoredSeconds(ifPossible: time.wait) : nil
        lateness = time.lateness > .zero ? StoredSeconds(ifPossible: time.lateness) : nil
    }
}

/// How a leg ended, as it is stored.
private struct StoredOutcome: Codable {
    enum Status: String, Codable {
        case found, failed, cancelled
        case notFound = "not_found"
    }

    let status: Status
    let leg: StoredLeg?
    let reason: String?
    let error: LegError?

    init(_ outcome: LegOutcome) {
        switch outcome {
        case .found(let leg): (status, self.leg, reason, error) = (.found, StoredLeg(leg), nil, nil)
        case .notFound(let why): (status, leg, reason, error) = (.notFound, nil, why, nil)
        case .failed(let why): (status, leg, reason, error) = (.failed, nil, nil, why)
        case .cancelled: (status, leg, reason, error) = (.cancelled, nil, nil, nil)
        }
    }

    func outcome(at position: Int) throws(RouteError) -> LegOutcome {
        switch status {
        case .found:
            guard let leg else { throw .invalidLeg(position: position, reason: "it is found, but not there") }
            return .found(try leg.leg(at: position))
        case .notFound: return .notFound(reason: reason ?? "")
        case .failed: return .failed(error ?? .other("the reason was not stored"))
        case .cancelled: return .cancelled
        }
    }
}

/// A leg as it is stored: latitudes and longitudes side by side.
private struct StoredLeg: Codable {
    let latitudes: [Double]
    let longitudes: [Double]
    let distance: Meters
    let distanceKind: Leg.DistanceKind
    let duration: StoredSeconds?
    let source: String
    let isFallback: Bool?
    let alternatives: [StoredLeg]?
    let startSnap: Meters?
    let endSnap: Meters?
    let times: [StoredSeconds?]?
    let speeds: [Double?]?
    let elevations: [Double?]?

    private enum CodingKeys: String, CodingKey {
        case latitudes, longitudes, source, alternatives
        case distance = "distance_m"
        case distanceKind = "distance_kind"
        case duration = "duration_s"
        case isFallback = "is_fallback"
        case startSnap = "start_snap_m"
        case endSnap = "end_snap_m"
        case times = "times_s"
        case speeds = "speeds_m_s"
        case elevations = "elevations_m"
    }

    init(_ leg: Leg) {
        latitudes = leg.coordinates.map(\.latitude)
        longitudes = leg.coordinates.map(\.longitude)
        (distance, distanceKind, source) = (leg.distance, leg.distanceKind, leg.source)
        duration = leg.duration.map(StoredSeconds.init)
        isFallback = leg.isFallback ? true : nil
        alternatives = leg.alternatives.isEmpty ? nil : leg.alternatives.map(StoredLeg.init)
        (startSnap, endSnap) = (leg.snap?.start, leg.snap?.end)
        times = leg.vertices.times?.map { $0.map(StoredSeconds.init) }
        speeds = leg.vertices.speeds
        elevations = leg.vertices.elevations?.map { $0?.value }
    }

    func leg(at position: Int) throws(RouteError) -> Leg {
        var others: [Leg] = []
        for other in alternatives ?? [] { others.append(try other.leg(at: position)) }
        var snap: Leg.Snap?
        if let startSnap, let endSnap { snap = Leg.Snap(start: startSnap, end: endSnap) }
        do {
            return try Leg(
                coordinates: Coordinate.list(latitudes: latitudes, longitudes: longitudes), distance: distance,
                distanceKind: distanceKind, duration: duration?.duration, source: source,
                isFallback: isFallback ?? false, alternatives: others, snap: snap,
                vertices: Leg.VertexValues(
                    times: times?.map { $0?.duration }, speeds: speeds,
                    elevations: elevations?.map { $0.map { Meters($0) } }))
        } catch LegError.invalidLeg(let reason) {
            throw .invalidLeg(position: position, reason: reason)
        } catch {
            throw .invalidLeg(position: position, reason: "\(error)")
        }
    }
}
