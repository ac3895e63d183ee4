/// A record of a store: a trip, or what belongs to trips.
///
/// It is indirect, so that lists of records are sorted and copied without their content.
public indirect enum Record: Hashable, Sendable, Identifiable {
    case trip(Trip)
    case stop(TripStop)
    case companion(Companion)
    case category(TripCategory)
    case entry(DiaryEntry)
    case attachment(Attachment)
    case visit(Visit)
    case route(TripRoute)

    /// Identifies the record.
    public var id: RecordID {
        switch self {
        case .trip(let trip): trip.id
        case .stop(let stop): stop.id
        case .companion(let companion): companion.id
        case .category(let category): category.id
        case .entry(let entry): entry.id
        case .attachment(let attachment): attachment.id
        case .visit(let visit): visit.id
        case .route(let route): route.id
        }
    }

    /// What it is.
    public var kind: RecordKind {
        switch self {
        case .trip: .trip
        case .stop: .stop
        case .companion: .companion
        case .category: .category
        case .entry: .entry
        case .attachment: .attachment
        case .visit: .visit
        case .route: .route
        }
    }
}

/// What a record is. Queries answer kinds in this order.
public enum RecordKind: String, Hashable, Sendable, CaseIterable {
    case category, companion, trip, stop, entry, attachment, visit, route

    /// The number of the kind in the order of kinds, from 0.
    package var number: Int {
        switch self {
        case .category: 0
        case .companion: 1
        case .trip: 2
        case .stop: 3
        case .entry: 4
        case .attachment: 5
        case .visit: 6
        case .route: 7
        }
    }

    /// Whether records of this kind have an order of their own; others are in the order of their times.
    package var isOrdered: Bool {
        switch self {
        case .category, .companion, .stop, .attachment: true
        case .trip, .entry, .visit, .route: false
        }
    }
}
