package import WaymarkGeodesy
import WaymarkTimes

extension Record {
    /// The days of a trip, an entry, a visit or a stop's arrival at its place, counted from 1970-01-01; nil if unknown.
    ///
    /// The day of a stop without a zone of its own is that of UTC: its trip is not known here.
    package var days: ClosedRange<Int>? {
        func day(_ time: Moment?, _ zone: ClockZone) -> ClosedRange<Int>? {
            time?.day(in: zone).map { $0.daysSince1970...$0.daysSince1970 }
        }
        return switch self {
        case .trip(let trip): trip.days.map { $0.lowerBound.daysSince1970...$0.upperBound.daysSince1970 }
        case .stop(let stop): day(stop.arrival, stop.zone ?? .utc)
        case .entry(let entry): day(entry.time, entry.zone)
        case .visit(let visit): day(visit.time, visit.zone)
        case .companion, .category, .attachment, .route: nil
        }
    }

    /// Where it is; nil for records without a place.
    package var coordinate: Coordinate? {
        switch self {
        case .stop(let stop): stop.coordinate
        case .entry(let entry): entry.coordinate
        case .visit(let visit): visit.coordinate
        case .trip, .companion, .category, .attachment, .route: nil
        }
    }

    /// What records without an order of their own are sorted by, then by id: those without a time come last.
    package var sortTime: Int64 {
        switch self {
        case .trip(let trip): trip.days.map { Int64($0.lowerBound.daysSince1970) * 86_400_000 } ?? .max
        case .entry(let entry): entry.time.milliseconds
        case .visit(let visit): visit.time?.milliseconds ?? .max
        case .stop, .companion, .category, .attachment, .route: 0
        }
    }
}
