public import WaymarkRoutes
import WaymarkText

/// The summary of a batch of trips. Rows in are rows answered plus rows rejected.
public struct TripSummary: Sendable, Hashable {
    /// The number of records in the file, without the header.
    public var rowsIn = 0
    /// The number of stops of answered trips.
    public var answered = 0
    /// The number of invalid records, and of other records of their trips.
    public var rejected = 0
    /// The number of invalid records that `onRejection` was not called with; ``TripBatch`` says when.
    public var untold = 0
    /// The number of answered trips.
    public var trips = 0
    /// The number of trips rejected because of an invalid row.
    public var spoiledTrips = 0
    /// The number of legs of each outcome.
    public var legs: [LegStatus: Int] = [:]
    /// Why legs are missing, or replaced by a fallback: the first of each kind of reason, in the order of the trips.
    public var missing: [MissingLegs] = []
    /// The number of trips ordered by straight lines instead of the costs of the source, and the first reason.
    public var orderedByStraightLines = Disordered()
    /// The number of trips for whose order some costs were estimated, and the first reason.
    public var orderedByEstimates = Disordered()
    /// The number of trips that keep the order of the file, because an order needs costs that are missing, and the first
    /// reason.
    public var unordered = Disordered()
    /// The number of stops reached after their planned arrival, if times are written.
    public var lateStops = 0
    /// The first of them.
    public var firstLate: LateStop?
    /// The number of trips without times, although CSV has columns for them: their first stop has no planned arrival.
    public var untimedTrips = 0
    /// The number of stops whose name or id has characters that XML cannot have, if the output is XML: they became U+FFFD.
    public var changedNames = 0
    /// Time from the first byte read to the last written.
    public var duration: Duration = .zero

    /// The number of missing legs.
    public var missingLegs: Int {
        (legs[.notFound] ?? 0) + (legs[.failed] ?? 0) + (legs[.cancelled] ?? 0)
    }

    mutating func add(_ solution: TripSolver.Solution, of trip: TableTrip, _ options: TripOptions) {
        let route = solution.route
        trips += 1
        switch solution.remark {
        case .byStraightLines(let reason): orderedByStraightLines.add(1, reason)
        case .byEstimates(let reason): orderedByEstimates.add(1, reason)
        case .asInFile(let reason): unordered.add(1, reason)
        case nil: break
        }
        answered += trip.stops.count
        for (i, leg) in route.legs.enumerated() {
            legs[leg.status, default: 0] += 1
            if let leg = MissingLegs(i, of: route, trip: trip.id) { missing.add(leg) }
        }
        if !Set(options.formats).isDisjoint(with: [.gpx, .kml, .svg]) {
            changedNames += route.stops.count { !XMLText.allows($0.name) || !XMLText.allows($0.id) }
        }
        guard options.showsTimes, let first = route.stops.first else { return }
        // Without that no time is known, and it is cheap to see.
        guard first.arrival != nil else {
            if options.formats.contains(.csv), options.writesTimes { untimedTrips += 1 }
            return
        }
        for time in route.times() {
            guard let late = LateStop(time, of: route, trip: trip.id) else { continue }
            lateStops += 1
            firstLate = firstLate ?? late
        }
    }

    mutating func add(_ other: TripSummary) {
        answered += other.answered
        trips += other.trips
        legs.merge(other.legs, uniquingKeysWith: +)
        for legs in other.missing { missing.add(legs) }
        orderedByStraightLines.add(other.orderedByStraightLines.count, other.orderedByStraightLines.reason)
        orderedByEstimates.add(other.orderedByEstimates.count, other.orderedByEstimates.reason)
        unordered.add(other.unordered.count, other.unordered.reason)
        changedNames += other.changedNames
        lateStops += other.lateStops
        firstLate = firstLate ?? other.firstLate
        untimedTrips += other.untimedTrips
    }

    /// Trips that are not ordered as was asked for.
    public struct Disordered: Sendable, Hashable {
        /// The number of trips.
        public var count = 0
        /// Why the first of them is not.
        public var reason = ""

        mutating func add(_ more: Int, _ reason: String) {
            if count == 0 { self.reason = reason }
            count += more
        }
    }
}

/// The missing legs of a batch with the same kind of reason, with the first one as an example.
public struct MissingLegs: Sendable, Hashable {
    /// The trip of the first missing leg.
    public let trip: String
    /// The ids of the stops that the first missing leg should join.
    public let from: String, to: String
    /// The status of the first missing leg.
    public let status: LegStatus
    /// The reason why the first leg is missing.
    public let reason: String
    /// The number of missing legs.
    public package(set) var count = 1
    /// The case of the error that all of them share, if they failed.
    fileprivate let kind: String?

    /// Creates an entry for a leg of a route; nil if the leg was found, except as a fallback, or cancelled.
    init?(_ leg: Int, of route: Route, trip: String) {
        let outcome = route.legs[leg]
        let isFallback = outcome.leg?.isFallback ?? false
        guard let reason = isFallback ? outcome.remark ?? "" : outcome.reason else { return nil }
        self.trip = trip
        (from, to) = (route.stops[leg].id, route.stops[leg + 1].id)
        status = outcome.status
        self.reason = reason
        kind = if case .failed(let error) = outcome { Mirror(reflecting: error).children.first?.label } else { nil }
    }
}

extension [MissingLegs] {
    /// Adds missing legs to the entry of their kind, or as a new entry.
    mutating func add(_ missing: MissingLegs) {
        if let known = firstIndex(where: { $0.status == missing.status && $0.kind == missing.kind }) {
            self[known].count += missing.count
        } else {
            append(missing)
        }
    }
}

/// A stop of a batch that is reached after its planned arrival.
public struct LateStop: Sendable, Hashable {
    /// The stop's trip.
    public let trip: String
    /// The stop's id.
    public let stop: String
    /// The time by which the stop is reached too late.
    public let lateness: Duration

    /// Creates a late stop; nil if the stop is less than a millisecond late, since dates are doubles.
    init?(_ time: RouteTime, of route: Route, trip: String) {
        guard time.lateness >= .milliseconds(1) else { return nil }
        (self.trip, stop, lateness) = (trip, route.stops[time.stop].id, time.lateness)
    }
}
