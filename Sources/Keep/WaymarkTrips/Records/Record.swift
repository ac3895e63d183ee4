package import WaymarkGeodesy
import WaymarkTimes

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
    case plan(KeptPlan)

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
        case .plan(let plan): plan.id
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
        case .plan: .plan
        }
    }
}

// The record as what it is; nil of another kind.
extension Record {
    package var trip: Trip? { if case .trip(let trip) = self { trip } else { nil } }
    package var stop: TripStop? { if case .stop(let stop) = self { stop } else { nil } }
    package var companion: Companion? { if case .companion(let companion) = self { companion } else { nil } }
    package var category: TripCategory? { if case .category(let category) = self { category } else { nil } }
    package var entry: DiaryEntry? { if case .entry(let entry) = self { entry } else { nil } }
    package var attachment: Attachment? { if case .attachment(let attachment) = self { attachment } else { nil } }
    package var visit: Visit? { if case .visit(let visit) = self { visit } else { nil } }
    package var route: TripRoute? { if case .route(let route) = self { route } else { nil } }
    package var plan: KeptPlan? { if case .plan(let plan) = self { plan } else { nil } }
}

/// What a record is. Queries answer kinds in this order.
public enum RecordKind: String, Hashable, Sendable, CaseIterable {
    case category, companion, trip, stop, entry, attachment, visit, route, plan

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
        case .plan: 8
        }
    }

    /// The name of several of them.
    package var plural: String {
        switch self {
        case .category: "categories"
        case .entry: "entries"
        case .companion, .trip, .stop, .attachment, .visit, .route, .plan: "\(self)s"
        }
    }

    /// Whether records of this kind have an order of their own; others are in the order of their times.
    package var isOrdered: Bool {
        switch self {
        case .category, .companion, .stop, .attachment: true
        case .trip, .entry, .visit, .route, .plan: false
        }
    }
}

/// The records among which one has its place in an order: the stops of a trip, the attachments of a stop or an entry,
/// all categories, all companions.
package struct RecordScope: Hashable, Sendable {
    package let kind: RecordKind
    /// The trip, stop or entry; nil for categories and companions.
    package let owner: RecordID?
}

/// A record that another names.
struct RecordReference {
    let target: RecordID
    /// What the target must be.
    let kinds: [RecordKind]
    let key: String

    /// Whether there is such a record.
    func isMet(by found: [RecordID: RecordKind]) -> Bool { found[target].map(kinds.contains) ?? false }
}

extension Record {
    /// The records with which this one goes when they are deleted.
    var owners: [RecordReference] {
        switch self {
        case .stop(let stop): [RecordReference(target: stop.trip, kinds: [.trip], key: "trip")]
        case .route(let route): [RecordReference(target: route.trip, kinds: [.trip], key: "trip")]
        case .plan(let plan): [RecordReference(target: plan.trip, kinds: [.trip], key: "trip")]
        case .attachment(let attachment):
            [RecordReference(target: attachment.owner, kinds: [.stop, .entry], key: "owner")]
        case .entry(let entry):
            [
                entry.category.map { RecordReference(target: $0, kinds: [.category], key: "category") },
                entry.subject.map { RecordReference(target: $0, kinds: [.trip, .stop], key: "subject") },
            ].compactMap { $0 }
        case .trip, .companion, .category, .visit: []
        }
    }

    /// The records that stay, deleted or not, as long as this one names them.
    var keptReferences: [RecordReference] {
        guard case .trip(let trip) = self else { return [] }
        return trip.companions.map { RecordReference(target: $0, kinds: [.companion], key: "companions") }
    }

    /// The ids of ``owners``.
    package var ownerIDs: [RecordID] { owners.map(\.target) }
    /// The ids of ``keptReferences``.
    package var keptIDs: [RecordID] { keptReferences.map(\.target) }

    /// The records among which it has its place; nil for kinds without an order of their own.
    package var scope: RecordScope? {
        switch self {
        case .stop(let stop): RecordScope(kind: .stop, owner: stop.trip)
        case .attachment(let attachment): RecordScope(kind: .attachment, owner: attachment.owner)
        case .category, .companion: RecordScope(kind: kind, owner: nil)
        case .trip, .entry, .visit, .route, .plan: nil
        }
    }

    /// The days of a trip, an entry, a visit or a stop's arrival at its place, counted from 1970-01-01; nil if unknown.
    ///
    /// The zone is that of the trip, for an arrival at a stop without a zone of its own.
    package func days(in zone: ClockZone = .utc) -> ClosedRange<Int>? {
        func day(_ time: Moment?, _ zone: ClockZone) -> ClosedRange<Int>? {
            time?.day(in: zone).map { $0.daysSince1970...$0.daysSince1970 }
        }
        return switch self {
        case .trip(let trip): trip.days.map { $0.lowerBound.daysSince1970...$0.upperBound.daysSince1970 }
        case .stop(let stop):
            day(stop.arrival, stop.zone ?? zone)
                ?? stop.arrivalDay.map { $0.daysSince1970...$0.daysSince1970 }
        case .entry(let entry): day(entry.time, entry.zone)
        case .visit(let visit): day(visit.time, visit.zone)
        case .companion, .category, .attachment, .route, .plan: nil
        }
    }

    /// Where it is; nil for records without a place.
    package var coordinate: Coordinate? {
        switch self {
        case .stop(let stop): stop.coordinate
        case .entry(let entry): entry.coordinate
        case .visit(let visit): visit.coordinate
        case .trip, .companion, .category, .attachment, .route, .plan: nil
        }
    }

    /// What records without an order of their own are sorted by, then by id: those without a time come last.
    package var sortTime: Int64 {
        switch self {
        case .trip(let trip): trip.days.map { Int64($0.lowerBound.daysSince1970) * 86_400_000 } ?? .max
        case .entry(let entry): entry.time.milliseconds
        case .visit(let visit): visit.time?.milliseconds ?? .max
        case .stop, .companion, .category, .attachment, .route, .plan: 0
        }
    }
}
