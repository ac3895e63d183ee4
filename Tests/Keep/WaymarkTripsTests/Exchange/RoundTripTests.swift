import TestSupport
import Testing
import TripTestSupport
import WaymarkGeodesy
import WaymarkGradients
import WaymarkTimes
import WaymarkTrips

@Suite("Trips there and back")
struct RoundTripTests {
    static let formats: [TripImportFormat] = [.gpx, .kml, .geojson, .csv]

    private static func document(of whole: WholeTrip, _ format: TripImportFormat) -> ContiguousArray<UInt8> {
        switch format {
        case .gpx: TripGPX.document(of: whole)
        case .kml: TripKML.document(of: whole)
        case .geojson: TripGeoJSON.document(of: whole)
        case .csv, .timeline, .plan: TripStopTable.csv(whole.trip, whole.stops)
        }
    }

    /// Some trips as people make them.
    static func store(seed: UInt64, _ clock: TestMoments = TestMoments()) throws -> MemoryTripStore {
        let store = MemoryTripStore(now: { clock.now })
        var random = RecordGenerator(seed: seed)
        let texts = ["", "제주 & 우도", "둘째 날, <바다>", "\"따옴표\"; 쉼표,", "첫 줄\n둘째 줄", "-", "NULL", "é👨‍👩‍👧", "1e5"]
        let zones = ["Asia/Seoul", "America/Los_Angeles", "GMT-0330"].map { ClockZone(identifier: $0) } + [nil]
        let category = TripCategory(id: random.id(), name: "맛집")
        let friend = Companion(id: random.id(), name: "곰")
        try store.commit([.put(.category(category)), .put(.companion(friend))])
        func day(_ number: Int) -> CalendarDate { CalendarDate("2027-04-0\(number)")! }
        for number in 1...4 {
            let trip = Trip(
                id: random.id(), title: random.pick(texts),
                days: random.chance(0.3) ? nil : day(number)...day(number + 3),
                zone: random.pick(zones), color: RGBColor(0x0072B2), notes: random.pick(texts), companions: [friend.id])
            try store.commit([.put(.trip(trip))])
            var stops: [RecordID] = []
            for index in 0..<5 {
                let moment = Moment(milliseconds: 1_806_537_600_123 + Int64(index) * 3_600_000)
                let kind = random.pick([0, 1, 2])
                let own = random.pick(zones + [nil, nil])
                let stop = TripStop(
                    id: random.id(), trip: trip.id, name: random.pick(texts), coordinate: random.place(),
                    attraction: random.chance(0.5) ? "a17" : nil, arrival: kind == 0 ? moment : nil,
                    arrivalDay: kind == 1 ? day(number) : nil, zone: own == trip.zone ? nil : own,
                    stay: .milliseconds(random.pick([0, 5_400_000, 1500])), nights: random.pick([0, 2]),
                    isPinned: random.chance(0.5), notes: random.pick(texts))
                try store.commit([.put(.stop(stop))])
                if index % 2 == 1 { try store.commit([.move(stop.id, after: nil)]) }
                stops.append(stop.id)
                let entry = DiaryEntry(
                    id: random.id(), title: random.pick(texts), text: random.pick(texts), time: moment!,
                    zone: own ?? .utc, category: random.chance(0.5) ? category.id : nil,
                    subject: random.chance(0.5) ? stop.id : trip.id,
                    coordinate: random.chance(0.5) ? random.place() : nil)
                try store.commit([.put(.entry(entry))])
            }
            try store.commit([.delete(stops[2])])
            clock.advance(by: 5)
        }
        return store
    }

    @Test(
        "what a store exports, imported over it, changes nothing, asked to overwrite or not", arguments: formats,
        1...12 as ClosedRange<UInt64>)
    func over(format: TripImportFormat, seed: UInt64) throws {
        let clock = TestMoments()
        let store = try Self.store(seed: seed, clock)
        clock.advance(by: 1000)
        let (before, cursor) = (try TripBackup.json(of: store), store.cursor())
        for trip in try store.trips() {
            let read = try imported(Self.document(of: WholeTrip(trip.id, in: store), format), format)
            #expect(read.rejected.isEmpty, "\(read.rejected)")
            for isOverwriting in [false, true] {
                let report = try store.merge(read, overwriting: isOverwriting)
                #expect(report.count(of: .same) == read.rows.count, "\(report.items.filter { $0.decision != .same })")
                #expect(try TripBackup.json(of: store) == before)
            }
        }
        #expect(store.cursor() == cursor)
    }

    @Test(
        "into an empty store they give the same trips and stops, in their order", arguments: formats,
        1...12 as ClosedRange<UInt64>)
    func anew(format: TripImportFormat, seed: UInt64) throws {
        let store = try Self.store(seed: seed)
        for trip in try store.trips() {
            let whole = try WholeTrip(trip.id, in: store)
            let other = MemoryTripStore()
            // With titles and zones of the file, not of the options.
            let options = ImportOptions(zone: format == .gpx ? nil : trip.zone)
            try other.merge(imported(Self.document(of: whole, format), format, options: options))
            let again = try WholeTrip(trip.id, in: other)
            guard format != .gpx else {
                #expect(again.rows == whole.rows)
                continue
            }
            var plain = trip
            (plain.color, plain.companions) = (nil, [])
            #expect(again.trip == plain)
            #expect(again.stops == whole.stops)
            guard format != .csv else { continue }
            let placed = whole.entries.filter { entry in
                entry.coordinate != nil || whole.stops.contains { $0.id == entry.subject }
            }
            #expect(
                again.entries
                    == placed.map {
                        var entry = $0
                        entry.category = nil
                        return entry
                    })
        }
    }
}
