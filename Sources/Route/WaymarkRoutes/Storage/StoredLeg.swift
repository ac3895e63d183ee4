import WaymarkGeodesy

/// The stored form of a leg: latitudes and longitudes in separate lists.
struct StoredLeg: Codable {
    let latitudes: [Double]
    let longitudes: [Double]
    let distance: Meters
    let distanceKind: Leg.DistanceKind
    let duration: StoredSeconds?
    let source: String
    let isFallback: Bool?
    let remark: String?
    let alternatives: [StoredLeg]?
    let startSnap: Meters?
    let endSnap: Meters?
    let times: [StoredSeconds?]?
    let speeds: [Double?]?
    let elevations: [Double?]?

    private enum CodingKeys: String, CodingKey {
        case latitudes, longitudes, source, remark, alternatives
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
        remark = leg.remark
        alternatives = leg.alternatives.isEmpty ? nil : leg.alternatives.map(StoredLeg.init)
        (startSnap, endSnap) = (leg.snap?.start, leg.snap?.end)
        times = leg.vertices.times?.map { $0.map(StoredSeconds.init) }
        speeds = leg.vertices.speeds
        elevations = leg.vertices.elevations?.map { $0?.value }
    }

    func leg() throws(StoredRefusal) -> Leg {
        var others: [Leg] = []
        for other in alternatives ?? [] { others.append(try other.leg()) }
        var snap: Leg.Snap?
        if let startSnap, let endSnap { snap = Leg.Snap(start: startSnap, end: endSnap) }
        do {
            return try Leg(
                coordinates: Coordinate.list(latitudes: latitudes, longitudes: longitudes), distance: distance,
                distanceKind: distanceKind, duration: duration?.duration, source: source,
                isFallback: isFallback ?? false, remark: remark, alternatives: others, snap: snap,
                vertices: Leg.VertexValues(
                    times: times?.map { $0?.duration }, speeds: speeds,
                    elevations: elevations?.map { $0.map { Meters($0) } }))
        } catch LegError.invalidLeg(let reason) {
            throw StoredRefusal(reason: reason)
        } catch {
            throw StoredRefusal(reason: "\(error)")
        }
    }
}

/// The stored form of a leg's outcome.
struct StoredOutcome: Codable {
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

    func outcome() throws(StoredRefusal) -> LegOutcome {
        switch status {
        case .found:
            guard let leg else { throw StoredRefusal(reason: "the found leg is missing") }
            return .found(try leg.leg())
        case .notFound: return .notFound(reason: reason ?? "")
        case .failed: return .failed(error ?? .other("the reason was not stored"))
        case .cancelled: return .cancelled
        }
    }
}
