import Foundation
import TestSupport
import Testing
import WaymarkTripDatabase
import WaymarkTrips

@Suite("A folder that devices share")
struct TripSyncTests {
    private func sync(_ store: TripDatabase, _ folder: String) throws -> TripSync.Report {
        try TripSync.run(store, store.files, folder: folder)
    }

    private func same(_ a: any TripStore, _ b: any TripStore) throws -> Bool {
        try TripBackup.json(of: a) == TripBackup.json(of: b)
    }

    @Test("two devices have the same records and pictures after they have met, and write nothing more then")
    func meeting() throws {
        try withFolder { folder in
            let (shared, sample) = (folder + "/shared", StoreRuleTests.Sample())
            let (one, two) = (try TripDatabase(folder: folder + "/1"), try TripDatabase(folder: folder + "/2"))
            _ = try one.files.add(ContiguousArray("picture".utf8).span)
            try one.commit(sample.edits)
            let first = try sync(one, shared)
            #expect(first.writtenCount == 9 && first.filesOut == 1 && first.readCount == 0)
            let second = try sync(two, shared)
            #expect(second.readCount == 1 && second.decisions == [.added: 9] && second.filesIn == 1)
            #expect(try same(one, two) && two.files.verify(StoreRuleTests.Sample.content))
            try two.commit([.move(sample.market, after: nil), .delete(sample.note)])
            let third = try sync(two, shared)
            #expect(third.writtenCount == 4)  // The market, its trip with its companion, the note.
            var trip = Trip(id: sample.trip, title: "서울 봄", companions: [sample.companion])
            trip.notes = "벚꽃"
            try one.commit([.put(.trip(trip))])
            _ = try sync(one, shared)
            _ = try sync(two, shared)
            #expect(try same(one, two) && one.trips().map(\.title) == ["서울 봄"])
            #expect(try one.stops(of: sample.trip).map(\.name) == ["통인시장", "경복궁"])
            for store in [one, two] {
                let again = try sync(store, shared)
                #expect(again == TripSync.Report())
                #expect(try TripCheck(store, store.files).faults.isEmpty)
            }
            // Nobody wrote into the folder of another.
            let devices = try FileManager.default.contentsOfDirectory(atPath: shared).sorted()
            #expect(try devices == [one, two].map { EditStamp.text(ofDevice: try $0.device()) }.sorted())
        }
    }

    @Test("a file that is cut off, damaged, missing or of another is named and skipped until it is whole")
    func damage() throws {
        try withFolder { folder in
            let (shared, sample) = (folder + "/shared", StoreRuleTests.Sample())
            let (one, two) = (try TripDatabase(folder: folder + "/1"), try TripDatabase(folder: folder + "/2"))
            try one.commit(sample.edits)
            _ = try sync(one, shared)
            try one.commit([.delete(sample.note)])
            _ = try sync(one, shared)
            let own = try shared + "/" + EditStamp.text(ofDevice: one.device())
            let (whole, next) = (URL(filePath: own + "/whole-1.json"), URL(filePath: own + "/1-2.json"))
            let bytes = try Data(contentsOf: whole)
            var flipped = bytes
            flipped[bytes.count / 2] ^= 1
            let before = try TripBackup.json(of: two)
            for damaged in [Data(), bytes.prefix(bytes.count / 2), flipped, try Data(contentsOf: next)] {
                try damaged.write(to: whole)
                let report = try sync(two, shared)
                #expect(report.readCount == 0 && report.skipped.count == 2, "\(report.skipped)")
                #expect(
                    report.skipped[0].hasPrefix(whole.path) && report.skipped[1].contains("waits for the whole store"))
                #expect(try TripBackup.json(of: two) == before)
            }
            try bytes.write(to: whole)
            try Data("half".utf8).write(to: URL(filePath: own + "/.2-3.json.partial"))
            let report = try sync(two, shared)
            #expect(report.readCount == 2 && report.skipped.isEmpty)
            #expect(try same(one, two))
            // The middle one of three is late.
            for _ in 0..<2 {
                try one.commit([.put(.category(TripCategory(id: RecordIDGenerator().next())))])
                _ = try sync(one, shared)
            }
            let late = folder + "/late.json"
            try FileManager.default.moveItem(atPath: own + "/2-3.json", toPath: late)
            #expect(
                try sync(two, shared).skipped.map { $0.contains("3-4.json: waits for the changes after 2") } == [true])
            try FileManager.default.moveItem(atPath: late, toPath: own + "/2-3.json")
            #expect(try sync(two, shared).readCount == 2)
            #expect(try same(one, two))
        }
    }

    @Test("many files become one; a new device gets everything from it, and one that was away too")
    func many() throws {
        try withFolder { folder in
            let (shared, ids) = (folder + "/shared", RecordIDGenerator())
            let (one, two) = (try TripDatabase(folder: folder + "/1"), try TripDatabase(folder: folder + "/2"))
            for number in 0..<80 {
                try one.commit([.put(.category(TripCategory(id: ids.next(), name: "\(number)")))])
                _ = try sync(one, shared)
                if number == 10 { _ = try sync(two, shared) }
            }
            let own = try shared + "/" + EditStamp.text(ofDevice: one.device())
            #expect(try FileManager.default.contentsOfDirectory(atPath: own).count <= 33)
            let three = try TripDatabase(folder: folder + "/3")
            for store in [two, three] {
                #expect(try sync(store, shared).skipped.isEmpty)
                #expect(try same(one, store))
            }
        }
    }

    @Test("a store that was restored, or copied with its folder, is another device: nothing of it is taken for old")
    func copies() throws {
        try withFolder { folder in
            let (shared, ids) = (folder + "/shared", RecordIDGenerator())
            func category(_ name: String) -> TripEdit { .put(.category(TripCategory(id: ids.next(), name: name))) }
            do {
                let one = try TripDatabase(folder: folder + "/1")
                try one.commit([category("처음")])
                _ = try sync(one, shared)
            }
            try FileManager.default.copyItem(atPath: folder + "/1", toPath: folder + "/copy")
            let (one, copy) = (try TripDatabase(folder: folder + "/1"), try TripDatabase(folder: folder + "/copy"))
            #expect(try one.device() == copy.device())
            try one.commit([category("하나")])
            try copy.commit([category("둘")])
            for store in [one, copy, one, copy] { _ = try sync(store, shared) }
            #expect(try one.device() != copy.device() && same(one, copy))
            #expect(try Set(one.categories().map(\.name)) == ["처음", "하나", "둘"])
            // A replaced content gets back what the folder has.
            try one.restore(TripContent([]), .replace)
            _ = try sync(one, shared)
            _ = try sync(copy, shared)
            #expect(try same(one, copy) && one.categories().count == 3)
        }
    }

    @Test("1 000 changes go to another device in an instant")
    func manyChanges() throws {
        try withFolder { folder in
            let (one, two) = (try TripDatabase(folder: folder + "/1"), try TripDatabase(folder: folder + "/2"))
            let (ids, shared) = (RecordIDGenerator(), folder + "/shared")
            let trip = ids.next()
            let stops = (0..<3000).map {
                TripStop(id: ids.next(), trip: trip, name: "\($0)", coordinate: coordinate(33, 126))
            }
            try one.commit([.put(.trip(Trip(id: trip)))] + stops.map { .put(.stop($0)) })
            _ = try sync(one, shared)
            _ = try sync(two, shared)
            try one.commit(
                stops.prefix(1000).map { stop in
                    var changed = stop
                    changed.notes = "새로"
                    return .put(.stop(changed))
                })
            let start = ContinuousClock.now
            let (out, into) = (try sync(one, shared), try sync(two, shared))
            // The goal of 50 ms is measured by `make bench-store`; this holds on any busy machine.
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(out.writtenCount == 1001 && into.decisions[.taken] == 1001)
            #expect(try same(one, two))
        }
    }
}
