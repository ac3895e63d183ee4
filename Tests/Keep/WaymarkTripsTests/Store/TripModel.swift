import TestSupport
import WaymarkTrips

/// What a store must do, written down without ranks or indexes: lists in order, and a look at everything.
struct TripModel {
    struct Refusal: Error {}

    struct Item: Equatable {
        var record: Record
        var deletion: Deletion?
        var modified: Moment
        var isLive: Bool { deletion == nil }
    }

    private(set) var items: [RecordID: Item] = [:]
    /// The ids of each order, with those of deleted records.
    private(set) var orders: [RecordScope: [RecordID]] = [:]

    /// Makes an edit, and says what came of it; throws where a store must refuse.
    mutating func apply(_ edit: TripEdit, now: Moment) throws -> [RecordID: RecordChange.Action] {
        switch edit {
        case .put(let record): return try put(record, now)
        case .move(let id, let other): return try move(id, after: other, now)
        case .delete(let id): return delete(id, now)
        case .undelete(let id): return try undelete(id, now)
        case .purge(let time):
            purge(before: time)
            return [:]
        case .forgetFile(let content):
            var changes: [RecordID: RecordChange.Action] = [:]
            for (id, item) in items {
                guard case .attachment(var attachment) = item.record, attachment.content == content, !attachment.isLost
                else { continue }
                attachment.isLost = true
                items[id]?.record = .attachment(attachment)
                items[id]?.modified = now
                if item.isLive { changes[id] = .changed }
            }
            return changes
        }
    }

    private func isLive(_ id: RecordID, _ kinds: [RecordKind]) -> Bool {
        items[id].map { $0.isLive && kinds.contains($0.record.kind) } ?? false
    }

    private func isPutable(_ record: Record) -> Bool {
        switch record {
        case .stop(let stop): isLive(stop.trip, [.trip])
        case .route(let route): isLive(route.trip, [.trip])
        case .plan(let plan): isLive(plan.trip, [.trip])
        case .attachment(let attachment): isLive(attachment.owner, [.stop, .entry])
        case .entry(let entry):
            entry.category.map { isLive($0, [.category]) } ?? true
                && entry.subject.map { isLive($0, [.trip, .stop]) } ?? true
        case .trip(let trip): trip.companions.allSatisfy { items[$0]?.record.kind == .companion }
        case .companion, .category, .visit: true
        }
    }

    private mutating func put(_ record: Record, _ now: Moment) throws -> [RecordID: RecordChange.Action] {
        let old = items[record.id]
        guard isPutable(record), old.map({ $0.isLive && $0.record.kind == record.kind }) ?? true else {
            throw Refusal()
        }
        if let old, Array(old.record.json().utf8) == Array(record.json().utf8) { return [:] }
        if old?.record.scope != record.scope {
            if let scope = old?.record.scope { orders[scope]?.removeAll { $0 == record.id } }
            if let scope = record.scope { orders[scope, default: []].append(record.id) }
        }
        items[record.id] = Item(record: record, modified: now)
        return [record.id: old == nil ? .inserted : .changed]
    }

    private mutating func move(
        _ id: RecordID, after other: RecordID?, _ now: Moment
    ) throws -> [RecordID: RecordChange.Action] {
        guard let item = items[id], item.isLive, let scope = item.record.scope else { throw Refusal() }
        if let other {
            guard let target = items[other], target.isLive, target.record.scope == scope else { throw Refusal() }
            if other == id { return [:] }
        }
        let old = orders[scope]!
        var order = old
        order.removeAll { $0 == id }
        order.insert(id, at: other.map { order.firstIndex(of: $0)! + 1 } ?? 0)
        if order == old { return [:] }
        orders[scope] = order
        items[id]!.modified = now
        return [id: .changed]
    }

    private mutating func delete(_ id: RecordID, _ now: Moment) -> [RecordID: RecordChange.Action] {
        guard items[id]?.isLive == true else { return [:] }
        var taken: Set = [id]
        while true {
            let more = items.filter {
                !taken.contains($0) && $1.isLive && $1.record.ownerIDs.contains(where: taken.contains)
            }
            if more.isEmpty { break }
            taken.formUnion(more.keys)
        }
        for other in taken {
            items[other]!.deletion = Deletion(root: id, time: now)
        }
        items[id]!.modified = now
        return Dictionary(uniqueKeysWithValues: taken.map { ($0, .deleted) })
    }

    private mutating func undelete(_ id: RecordID, _ now: Moment) throws -> [RecordID: RecordChange.Action] {
        guard let item = items[id] else { throw Refusal() }
        guard let deletion = item.deletion else { return [:] }
        guard deletion.root == id, item.record.ownerIDs.allSatisfy({ items[$0]?.isLive == true }) else {
            throw Refusal()
        }
        let taken = items.keys.filter { items[$0]!.deletion?.root == id }
        for other in taken {
            items[other]!.deletion = nil
        }
        items[id]!.modified = now
        // Whatever has a deleted owner now goes with that one, as long as there is any.
        var isSettled = false
        while !isSettled {
            isSettled = true
            for other in taken where items[other]!.isLive {
                let deletions = items[other]!.record.ownerIDs.compactMap { items[$0]!.deletion }
                guard let deletion = deletions.last else { continue }
                items[other]!.deletion = deletion
                isSettled = false
            }
        }
        return Dictionary(uniqueKeysWithValues: taken.filter { items[$0]!.isLive }.map { ($0, .inserted) })
    }

    private mutating func purge(before time: Moment) {
        var taken = Set(items.filter { $1.deletion.map { $0.time < time } ?? false }.keys)
        while true {
            let more = items.filter { !taken.contains($0) && $1.record.ownerIDs.contains(where: taken.contains) }
            if more.isEmpty { break }
            taken.formUnion(more.keys)
        }
        let named = Set(items.filter { !taken.contains($0.key) }.values.flatMap(\.record.keptIDs))
        taken.subtract(named)
        for id in taken {
            if let scope = items[id]!.record.scope { orders[scope]?.removeAll { $0 == id } }
            items[id] = nil
        }
    }

    /// The answer to a query: ids, in order.
    func answer(to query: TripQuery) -> [RecordID] {
        items.filter {
            query.includes(StoredRecord($1.record, rank: nil, modified: $1.modified, deletion: $1.deletion)) {
                items[$0]?.record
            }
        }
        .keys.sorted { a, b in
            let (first, second) = (items[a]!.record, items[b]!.record)
            if first.kind != second.kind { return first.kind.number < second.kind.number }
            if first.sortTime != second.sortTime { return first.sortTime < second.sortTime }
            guard let scope = first.scope, let other = second.scope else { return a < b }
            if scope != other { return scope.owner! < other.owner! }
            return orders[scope]!.firstIndex(of: a)! < orders[scope]!.firstIndex(of: b)!
        }
    }

    /// The files of a deletion that nothing uses any more.
    func unusedFiles(of ids: some Sequence<RecordID>) -> [ContentHash] {
        func content(_ item: Item) -> ContentHash? {
            if case .attachment(let attachment) = item.record { attachment.content } else { nil }
        }
        let used = Set(items.values.filter(\.isLive).compactMap(content))
        return Set(ids.compactMap { items[$0].flatMap(content) }).subtracting(used).sorted()
    }
}
