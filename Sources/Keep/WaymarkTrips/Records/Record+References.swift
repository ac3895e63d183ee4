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
}

extension Record {
    /// The records with which this one goes when they are deleted.
    var owners: [RecordReference] {
        switch self {
        case .stop(let stop): [RecordReference(target: stop.trip, kinds: [.trip], key: "trip")]
        case .route(let route): [RecordReference(target: route.trip, kinds: [.trip], key: "trip")]
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
        case .trip, .entry, .visit, .route: nil
        }
    }
}
