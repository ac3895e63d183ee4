import WaymarkTimes

/// Whether a trip is over, under way, or to come.
public enum TripPhase: Hashable, Sendable, CaseIterable {
    /// Its first day has not begun.
    case coming
    /// It has begun, and its last day is not over.
    case current
    /// Its last day is over.
    case past
    /// It has no dates.
    case undated
}

extension Trip {
    /// Whether the trip is over, under way, or to come.
    ///
    /// Days begin and end by the clocks of the place: the first day by those of the first stop, the last day by those
    /// of the last stop. It belongs to the trip up to the last moment before the following midnight there.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - stops: The stops of the trip in their order; a stop without a zone is in that of the trip.
    /// - Returns: The phase; ``TripPhase/undated`` without dates.
    /// - Complexity: O(1).
    public func phase(at now: Moment, stops: [TripStop] = []) -> TripPhase {
        guard let days else { return .undated }
        if now < Moment(startOf: days.lowerBound, in: stops.first?.zone ?? zone) { return .coming }
        return now < Moment(endOf: days.upperBound, in: stops.last?.zone ?? zone) ? .current : .past
    }

    /// The phase if it is the same wherever the places are; nil within a day of a border.
    func phaseAnywhere(at now: Moment) -> TripPhase? {
        let phases = [Self.farthestZone, -Self.farthestZone].map { offset in
            var trip = self
            trip.zone = ClockZone(secondsFromUTC: offset) ?? .utc
            return trip.phase(at: now)
        }
        return phases[0] == phases[1] ? phases[0] : nil
    }

    /// The greatest offset of a zone from UTC, in seconds.
    private static let farthestZone = 86_399
}
