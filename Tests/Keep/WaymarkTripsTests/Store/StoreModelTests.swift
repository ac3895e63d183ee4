import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkTimes
import WaymarkTrips

@Suite("Stores beside their model")
struct StoreModelTests {
    /// Makes edits, most of which make sense.
    private struct EditGenerator {
        var records: RecordGenerator

        mutating func edit(_ model: TripModel, now: Moment) -> TripEdit {
            var ids: [RecordKind: [RecordID]] = [:]
            // Sorted, since dictionaries have another order in each run.
            let items = model.items.sorted { $0.key < $1.key }
            for (id, item) in items where item.isLive || records.chance(0.1) {
                ids[item.record.kind, default: []].append(id)
            }
            let all = items.map(\.key)
            switch Int.random(in: 0..<20, using: &records.random) {
            case 0..<9:
                let kind = records.pick(RecordKind.allCases + [.stop, .stop, .attachment, .entry])
                let isNew = all.isEmpty || records.chance(0.6)
                let id = isNew ? records.id() : records.pick(records.chance(0.05) ? all : ids[kind] ?? all)
                return records.record(kind, id: id, among: ids).map { .put($0) } ?? .delete(id)
            case 9..<14 where !all.isEmpty:
                let id = records.pick(ids[records.pick([.stop, .attachment, .category, .companion])] ?? all)
                let scope = model.items[id]?.record.scope
                let others = scope.flatMap { model.orders[$0] } ?? all
                return .move(id, after: records.chance(0.2) ? nil : records.pick(records.chance(0.05) ? all : others))
            case 14..<16 where !all.isEmpty: return .delete(records.pick(all))
            case 16..<19 where !all.isEmpty:
                let deleted = items.compactMap(\.value.deletion?.root)
                return .undelete(records.pick(deleted.isEmpty || records.chance(0.1) ? all : deleted))
            default:
                if records.chance(0.2) {
                    return .purge(
                        before: Moment(
                            milliseconds: now.milliseconds - Int64.random(in: 0..<400, using: &records.random))!)
                }
                return .put(.category(TripCategory(id: records.id(), name: records.text())))
            }
        }

        mutating func query(_ model: TripModel) -> TripQuery {
            let all = model.items.keys.sorted()
            var query = TripQuery(life: records.pick([.live, .live, .deleted, .all]))
            if records.chance(0.5) { query.kinds = Set((0..<2).map { _ in records.pick(RecordKind.allCases) }) }
            if records.chance(0.3), !all.isEmpty { query.owner = records.pick(all) }
            if records.chance(0.1), !all.isEmpty { query.companion = records.pick(all) }
            if records.chance(0.2) {
                let (a, b) = (records.moment().day(in: .utc)!, records.moment().day(in: .utc)!)
                query.days = min(a, b)...max(a, b)
            }
            if records.chance(0.2) {
                let (a, b) = (records.place(), records.place())
                query.box = try? BoundingBox(
                    south: min(a.latitude, b.latitude), west: a.longitude, north: max(a.latitude, b.latitude),
                    east: b.longitude)
            }
            return query
        }
    }

    private func expectSame(_ store: any TripStore, _ model: TripModel, _ query: TripQuery, _ note: String) throws {
        let rows = try store.records(query)
        #expect(rows.map(\.id) == model.answer(to: query), "\(note) \(query)")
        for row in rows {
            let item = model.items[row.id]
            #expect(
                item?.record == row.record && item?.deletion == row.deletion && item?.modified == row.modified,
                "\(note)")
        }
    }

    @Test(
        "random edits have the same effect on a store as on lists, and queries the same answers",
        arguments: StoreKind.allCases, 1...12 as ClosedRange<UInt64>)
    func singleEdits(kind: StoreKind, seed: UInt64) throws {
        let clock = TestMoments()
        try kind.withStore(clock) { store in
            var (model, edits) = (TripModel(), EditGenerator(records: RecordGenerator(seed: seed)))
            var cursor = try store.cursor()
            for step in 0..<400 {
                clock.advance(by: 1)
                let edit = edits.edit(model, now: clock.now)
                let old = model
                let expected = Result { try model.apply(edit, now: clock.now) }
                let note = "step \(step): \(edit)"
                switch (expected, Result { try store.commit([edit]) }) {
                case (.failure, .failure(let error)):
                    #expect(error is TripStoreError)
                    #expect(try store.cursor() == cursor)
                case (.success(let changes), .success(let commit)):
                    #expect(
                        Dictionary(uniqueKeysWithValues: commit.changes.map { ($0.id, $0.action) }) == changes,
                        "\(note)")
                    #expect(commit.cursor.number == cursor.number + (changes.isEmpty ? 0 : 1))
                    #expect(
                        try store.changes(after: cursor, limit: 9).map(\.changes)
                            == (changes.isEmpty ? [] : [commit.changes]))
                    cursor = commit.cursor
                    if case .delete(let id) = edit {
                        #expect(commit.deletions.map(\.root) == (changes.isEmpty ? [] : [id]))
                        for report in commit.deletions {
                            #expect(Set(report.records.map(\.id)) == Set(changes.keys))
                            #expect(report.files == model.unusedFiles(of: changes.keys), "\(note)")
                        }
                    }
                    #expect(Set(commit.purged) == Set(old.items.keys).subtracting(model.items.keys))
                case (let expected, let found): Issue.record("\(note): \(expected), but \(found)")
                }
                if step % 8 == 0 { try expectSame(store, model, edits.query(model), note) }
            }
            try expectSame(store, model, TripQuery(life: .all), "end")
        }
    }

    @Test(
        "edits committed together are all made or none", arguments: StoreKind.allCases, 21...28 as ClosedRange<UInt64>)
    func batches(kind: StoreKind, seed: UInt64) throws {
        let clock = TestMoments()
        try kind.withStore(clock) { store in
            var (model, edits) = (TripModel(), EditGenerator(records: RecordGenerator(seed: seed)))
            var refused = 0
            for step in 0..<120 {
                clock.advance(by: 1)
                var (next, batch) = (model, [TripEdit]())
                var isRefused = false
                for _ in 0..<Int.random(in: 1...12, using: &edits.records.random) where !isRefused {
                    let edit = edits.edit(next, now: clock.now)
                    batch.append(edit)
                    do { _ = try next.apply(edit, now: clock.now) } catch { isRefused = true }
                }
                if isRefused {
                    refused += 1
                    #expect(throws: TripStoreError.self) { try store.commit(batch) }
                } else {
                    let commit = try store.commit(batch)
                    model = next
                    // Each record once.
                    #expect(Set(commit.changes.map(\.id)).count == commit.changes.count)
                }
                if step % 10 == 0 { try expectSame(store, model, TripQuery(life: .all), "step \(step)") }
            }
            #expect(refused > 5)
            try expectSame(store, model, TripQuery(life: .all), "end")
        }
    }

    /// A million steps with `WAYMARK_SOAK_STORES`.
    private static let manySteps =
        ProcessInfo.processInfo.environment["WAYMARK_SOAK_STORES"] == nil ? 100_000 : 1_000_000

    @Test("many random inserts, moves and deletes leave every attachment on its stop, in one order")
    func manyStops() throws {
        let clock = TestMoments()
        let store = MemoryTripStore(now: { clock.now })
        var records = RecordGenerator(seed: 31)
        let trip = records.id()
        try store.commit([.put(.trip(Trip(id: trip)))])
        var order: [RecordID] = []
        var attachments: [RecordID: RecordID] = [:]
        for step in 0..<Self.manySteps {
            clock.advance(by: 1)
            if step % 500 == 0 { try store.commit([.purge(before: clock.now)]) }
            let place = Int.random(in: 0...order.count, using: &records.random)
            switch Int.random(in: 0..<10, using: &records.random) {
            case 0..<3 where order.count < 300, 3 where order.isEmpty:
                let (stop, attachment) = (records.id(), records.id())
                try store.commit([
                    .put(.stop(TripStop(id: stop, trip: trip, coordinate: records.place()))),
                    .put(.attachment(Attachment(id: attachment, owner: stop, content: records.hash(), size: 1))),
                    .move(stop, after: place == 0 ? nil : order[place - 1]),
                ])
                order.insert(stop, at: place)
                attachments[stop] = attachment
            case 3 where !order.isEmpty:
                let stop = order.remove(at: min(place, order.count - 1))
                try store.commit([.delete(stop)])
                attachments[stop] = nil
            default:
                guard !order.isEmpty else { continue }
                let stop = order.remove(at: min(place, order.count - 1))
                let target = Int.random(in: 0...order.count, using: &records.random)
                try store.commit([.move(stop, after: target == 0 ? nil : order[target - 1])])
                order.insert(stop, at: target)
            }
        }
        #expect(try store.stops(of: trip).map(\.id) == order)
        for stop in order { #expect(try store.attachments(of: stop).map(\.id) == [attachments[stop]]) }
        #expect(try store.routeStops(of: trip).map(\.id) == order.map(\.description))
        #expect(store.records(TripQuery([.stop], life: .all)).compactMap(\.rank?.bytes.count).max() ?? 0 <= 60)
    }
}
