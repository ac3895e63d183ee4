import Foundation
import TestSupport
import Testing
import WaymarkRecommendations
import WaymarkTables
import WaymarkTrips

/// Log4Day: categories, places in order, up to four photos that stand for a day.
@Suite("Acceptance: a log of days")
struct DayLogTests {
    @Test(
        "photos stay on their places while the list is shuffled, inserted into and deleted from",
        arguments: StoreKind.allCases)
    func photos(kind: StoreKind) throws {
        try kind.withStore { store in
            var random = SplitMix64(seed: 31)
            let trip = RecordID(high: 1, low: 1)
            try store.commit([.put(.trip(Trip(id: trip)))])
            var places: [RecordID] = []
            func content(_ stop: RecordID, _ number: UInt64) -> ContentHash {
                ContentHash(ContiguousArray("\(stop) \(number)".utf8).span)
            }
            for step in 0..<120 as Range<UInt64> {
                let id = RecordID(high: 2, low: step)
                try store.commit(
                    [.put(.stop(TripStop(id: id, trip: trip, coordinate: coordinate(33, 126))))]
                        + (0..<4).map {
                            .put(
                                .attachment(
                                    Attachment(
                                        id: RecordID(high: 3 + $0, low: step), owner: id, content: content(id, $0),
                                        size: 1)))
                        })
                places.append(id)
                let other = places.randomElement(using: &random)
                if let other, other != id {
                    try store.commit([.move(id, after: other)])
                    places.removeAll { $0 == id }
                    places.insert(id, at: places.firstIndex(of: other)! + 1)
                }
                if step % 5 == 4, let one = places.randomElement(using: &random) {
                    try store.commit([.delete(one)])
                    places.removeAll { $0 == one }
                }
            }
            #expect(try store.stops(of: trip).map(\.id) == places)
            for place in places {
                #expect(try store.attachments(of: place).map(\.content) == (0..<4).map { content(place, $0) })
            }
        }
    }

    @Test(
        "one photo that cannot be read is one error, and the others are stored: nothing waits for a count",
        arguments: StoreKind.allCases)
    func failingPhoto(kind: StoreKind) throws {
        try kind.withStore { store in
            try withFolder { folder in
                let files = try AttachmentFiles(folder: folder + "/files")
                let (trip, stop) = (RecordID(high: 1, low: 1), RecordID(high: 2, low: 1))
                try store.commit([
                    .put(.trip(Trip(id: trip))),
                    .put(.stop(TripStop(id: stop, trip: trip, coordinate: coordinate(33, 126)))),
                ])
                var failures: [String] = []
                for number in 0..<4 as Range<UInt64> {
                    let path = folder + "/\(number).jpg"
                    if number != 2 { try Data("photo \(number)".utf8).write(to: URL(filePath: path)) }
                    do throws(TableError) {
                        let (content, size) = try files.add(contentsOf: path)
                        _ = try? store.commit([
                            .put(
                                .attachment(
                                    Attachment(
                                        id: RecordID(high: 3, low: number), owner: stop, content: content, size: size)))
                        ])
                    } catch {
                        failures.append("\(error)")
                    }
                }
                #expect(failures == ["no such file: \(folder)/2.jpg"])
                #expect(try store.attachments(of: stop).map(\.id.low) == [0, 1, 3])
                #expect(try TripCheck(store, files).faults.isEmpty)
            }
        }
    }

    @Test(
        "deleting a category says which entries, pictures and files go with it, and all come back",
        arguments: StoreKind.allCases)
    func cascade(kind: StoreKind) throws {
        try kind.withStore { store in
            let (food, entry) = (RecordID(high: 1, low: 1), RecordID(high: 2, low: 1))
            let photo = ContentHash(ContiguousArray("photo".utf8).span)
            try store.commit([
                .put(.category(TripCategory(id: food, name: "먹은 것"))),
                .put(.entry(DiaryEntry(id: entry, text: "국수", time: Moment(milliseconds: 0)!, category: food))),
                .put(.attachment(Attachment(id: RecordID(high: 3, low: 1), owner: entry, content: photo, size: 5))),
            ])
            let before = try TripBackup.json(of: store)
            let report = try #require(store.commit([.delete(food)]).deletions.first)
            #expect(report.records.map(\.kind) == [.category, .entry, .attachment] && report.files == [photo])
            #expect(try store.entries().isEmpty && store.attachments(of: entry).isEmpty)
            try store.commit([.undelete(food)])
            #expect(try store.entries(of: food).map(\.text) == ["국수"])
            #expect(try store.attachments(of: entry).map(\.content) == [photo])
            let after = String(decoding: try TripBackup.json(of: store), as: UTF8.self)
            #expect(after.count >= before.count - 40 && !after.contains("deleted"))
        }
    }

    @Test(
        "four photos stand for a day: spread over place and time, by the store's own records",
        arguments: StoreKind.allCases)
    func fourPhotos(kind: StoreKind) throws {
        try kind.withStore { store in
            // Nine entries at three places, three at each.
            try store.commit(
                (0..<9 as Range<UInt64>).map { number in
                    .put(
                        .entry(
                            DiaryEntry(
                                id: RecordID(high: 1, low: number),
                                time: Moment(milliseconds: Int64(number) * 3_600_000)!,
                                coordinate: coordinate(33 + Double(number / 3), 126))))
                })
            let entries = try store.entries()
            let records = entries.compactMap { entry in
                entry.coordinate.map { PlacedRecord(coordinate: $0, time: Double(entry.time.milliseconds) / 1000) }
            }
            let chosen = PlacedRecord.representatives(of: records)
            #expect(chosen.count == 4 && chosen.first == 0 && chosen.last == 8)
            #expect(Set(chosen.map { $0 / 3 }) == [0, 1, 2])
        }
    }
}
