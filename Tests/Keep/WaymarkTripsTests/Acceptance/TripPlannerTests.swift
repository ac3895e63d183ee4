import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkRoutes
import WaymarkThreads
import WaymarkTrips

/// 여행가자곰, a planner: numbered pins, legs between them, companions, backups, past trips.
@Suite("Acceptance: a trip planner")
struct TripPlannerTests {
    /// A trip of five stops, each with a picture.
    private struct Planned {
        let trip = RecordID(high: 1, low: 1)
        let companion = RecordID(high: 1, low: 2)
        let stops = (0..<5).map { RecordID(high: 2, low: UInt64($0)) }

        var edits: [TripEdit] {
            var edits: [TripEdit] = [
                .put(.companion(Companion(id: companion, name: "곰"))),
                .put(.trip(Trip(id: trip, title: "제주", companions: [companion]))),
            ]
            for (place, id) in stops.enumerated() {
                edits.append(
                    .put(
                        .stop(
                            TripStop(
                                id: id, trip: trip, name: "\(place)",
                                coordinate: coordinate(33 + Double(place) / 10, 126.5)))))
                edits.append(
                    .put(.attachment(Attachment(id: picture(of: id), owner: id, content: content(of: id), size: 1))))
            }
            return edits
        }

        func picture(of stop: RecordID) -> RecordID { RecordID(high: 3, low: stop.low) }
        func content(of stop: RecordID) -> ContentHash { ContentHash(ContiguousArray("\(stop)".utf8).span) }
    }

    @Test("pins have the numbers of the order, in every view, and keep their pictures", arguments: StoreKind.allCases)
    func pins(kind: StoreKind) throws {
        let planned = Planned()
        try kind.withStore { store in
            try store.commit(planned.edits)
            try store.commit([
                .move(planned.stops[4], after: nil), .delete(planned.stops[1]),
                .move(planned.stops[0], after: planned.stops[3]),
            ])
            let order = [4, 2, 3, 0].map { planned.stops[$0] }
            #expect(try store.stops(of: planned.trip).map(\.id) == order)
            #expect(try store.routeStops(of: planned.trip).map(\.id) == order.map { "\($0)" })
            #expect(try store.records(TripQuery([.stop], owner: planned.trip)).map(\.id) == order)
            let trip = try #require(store.trips().first)
            let table = String(decoding: TripStopTable.csv(trip, try store.stops(of: trip.id)), as: UTF8.self)
            let numbered = table.split(separator: "\n").dropFirst().map {
                $0.split(separator: ",")[1...2].joined(separator: " ")
            }
            #expect(numbered == order.enumerated().map { "\($0.offset + 1) \($0.element)" })
            for stop in order {
                #expect(try store.attachments(of: stop).map(\.content) == [planned.content(of: stop)])
            }
        }
    }

    @Test(
        "legs that arrive in any order are drawn between their stops, and again without asking",
        arguments: StoreKind.allCases)
    func legs(kind: StoreKind) async throws {
        let planned = Planned()
        let asked = Guarded(0)
        let plain = GreatCircleLegs()
        // The first leg is the slowest, and the third has no way.
        let source = ClosureLegs(name: "roads") { start, end in
            asked.withLock { $0 += 1 }
            if start.name == "0" { try await Task.sleep(for: .milliseconds(40)) }
            if start.name == "2" { throw LegError.notFound(reason: "no road") }
            return try await plain.leg(from: start, to: end)
        }
        let memory = MemoryTripStore()
        try memory.commit(planned.edits)
        let stops = try memory.routeStops(of: planned.trip)
        let route = try await Route(joining: stops, by: source)
        #expect(route.stops.map(\.name) == ["0", "1", "2", "3", "4"])
        for (place, leg) in route.legs.enumerated() {
            if place == 2 {
                guard case .notFound = leg else {
                    Issue.record("leg 2 is \(leg)")
                    continue
                }
            } else {
                guard case .found(let found) = leg else {
                    Issue.record("leg \(place) is \(leg)")
                    continue
                }
                #expect(
                    found.coordinates.first == stops[place].coordinate
                        && found.coordinates.last == stops[place + 1].coordinate)
            }
        }
        let requests = asked.withLock { $0 }
        try kind.withStore { store in
            try store.commit(planned.edits)
            let stored = try TripRoute(id: RecordID(high: 4, low: 1), trip: planned.trip, route: route)
            try store.commit([.put(.route(stored))])
            let rows = try store.records(TripQuery([.route], owner: planned.trip))
            guard case .route(let again) = rows.first?.record else {
                Issue.record("the store has no route")
                return
            }
            #expect(try again.route() == route)
        }
        #expect(asked.withLock { $0 } == requests)
    }

    @Test("a restore over live data is seen whole or not at all, and a bad one not", arguments: StoreKind.allCases)
    func restoring(kind: StoreKind) throws {
        let planned = Planned()
        try kind.withStore { store in
            try store.commit(planned.edits)
            let backup = try TripBackup.json(of: store)
            try store.commit(
                planned.stops.dropFirst(2).map { .delete($0) } + [
                    .purge(before: Moment(milliseconds: Moment.range.upperBound - 1)!)
                ])
            let (content, cursor) = (try TripContent(json: backup), try store.cursor())
            let seen = Guarded<Set<Int>>([])
            let isDone = Guarded(false)
            DispatchQueue.concurrentPerform(iterations: 3) { worker in
                if worker == 0 {
                    defer { isDone.withLock { $0 = true } }
                    for _ in 0..<20 { _ = try? store.restore(content, .replace) }
                } else {
                    repeat {
                        if let count = try? store.stops(of: planned.trip).count {
                            _ = seen.withLock { $0.insert(count) }
                        }
                    } while !isDone.withLock { $0 }
                }
            }
            #expect(seen.withLock { $0 }.isSubset(of: [2, 5]))
            #expect(try TripBackup.json(of: store) == backup)
            // The map is told to start anew.
            #expect(throws: TripStoreError.cursorTooOld(cursor)) { try store.changes(after: cursor, limit: 1) }
            #expect(throws: RestoreError.self) { try TripContent(json: ContiguousArray(backup.dropLast(9))) }
            #expect(try TripBackup.json(of: store) == backup)
        }
    }

    @Test(
        "a past trip keeps its companions, also one who is deleted, and its title in lists",
        arguments: StoreKind.allCases)
    func pastTrips(kind: StoreKind) throws {
        let planned = Planned()
        try kind.withStore { store in
            try store.commit(planned.edits + [.delete(planned.companion)])
            #expect(try store.companions().isEmpty)
            let trip = try #require(store.trips().first)
            #expect(try store.companions(of: trip).map(\.name) == ["곰"])
            #expect(try store.records(TripQuery([.trip], companion: planned.companion)).map(\.id) == [planned.trip])
        }
    }
}
