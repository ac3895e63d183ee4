import TestSupport
import Testing
import TripTestSupport
import WaymarkGradients
import WaymarkTimes
import WaymarkTrips

@Suite("Rules of stores")
struct StoreRuleTests {
    /// A trip of two stops with an entry each and a picture, in a category, with a companion.
    struct Sample {
        let trip, palace, market, entry, note, picture, copy, category, companion: RecordID
        let edits: [TripEdit]
        static let content = ContentHash(ContiguousArray("picture".utf8).span)

        init() {
            var ids = RecordGenerator(seed: 5)
            (trip, palace, market, entry, note) = (ids.id(), ids.id(), ids.id(), ids.id(), ids.id())
            (picture, copy, category, companion) = (ids.id(), ids.id(), ids.id(), ids.id())
            let time = Moment(milliseconds: 1_800_000_000_000)!
            edits = [
                .put(.companion(Companion(id: companion, name: "곰"))),
                .put(.category(TripCategory(id: category, name: "먹은 것"))),
                .put(.trip(Trip(id: trip, title: "서울", companions: [companion]))),
                .put(.stop(TripStop(id: palace, trip: trip, name: "경복궁", coordinate: coordinate(37.58, 126.98)))),
                .put(.stop(TripStop(id: market, trip: trip, name: "통인시장", coordinate: coordinate(37.58, 126.97)))),
                .put(.entry(DiaryEntry(id: entry, text: "떡볶이", time: time, category: category, subject: market))),
                .put(.entry(DiaryEntry(id: note, text: "날씨", time: time))),
                .put(.attachment(Attachment(id: picture, owner: entry, content: Self.content, size: 7))),
                .put(.attachment(Attachment(id: copy, owner: palace, content: Self.content, size: 7))),
            ]
        }
    }

    private func refusal(_ body: () throws(TripStoreError) -> Void) -> TripStoreError? {
        do throws(TripStoreError) {
            try body()
            return nil
        } catch {
            #expect(!error.description.isEmpty)
            return error
        }
    }

    @Test("a deletion says what went with it, happens once, and can be undone", arguments: StoreKind.allCases)
    func deletions(kind: StoreKind) throws {
        let sample = Sample()
        try kind.withStore { store in
            try store.commit(sample.edits)
            let all = try store.records(TripQuery())
            let commit = try store.commit([.delete(sample.trip)])
            let report = try #require(commit.deletions.first)
            #expect(report.records.map(\.kind) == [.trip, .stop, .stop, .entry, .attachment, .attachment])
            #expect(report.count(of: .stop) == 2 && report.files == [Sample.content])
            // Again, and something that never was.
            let cursor = try store.cursor()
            let none = try store.commit([
                .delete(sample.trip), .delete(sample.palace), .delete(RecordID(high: 1, low: 1)),
            ])
            #expect(none.changes.isEmpty && none.deletions.isEmpty && none.cursor == cursor)
            // A stop that went with its trip comes back with it, not alone.
            #expect(
                refusal { () throws(TripStoreError) in try store.commit([.undelete(sample.market)]) }
                    == .deletedWith(sample.market, root: sample.trip))
            #expect(
                refusal { () throws(TripStoreError) in try store.commit([.put(.trip(Trip(id: sample.trip)))]) }
                    == .deleted(sample.trip))
            try store.commit([.undelete(sample.trip), .undelete(sample.trip)])
            #expect(try store.records(TripQuery()).map(\.record) == all.map(\.record))
            #expect(try store.stops(of: sample.trip).map(\.name) == ["경복궁", "통인시장"])
        }
    }

    @Test(
        "deleting a category takes its entries and their pictures; a picture that is used elsewhere keeps its file",
        arguments: StoreKind.allCases)
    func categories(kind: StoreKind) throws {
        let sample = Sample()
        try kind.withStore { store in
            try store.commit(sample.edits)
            let report = try #require(store.commit([.delete(sample.category)]).deletions.first)
            #expect(
                report.records.map(\.id) == [sample.category, sample.entry, sample.picture] && report.files.isEmpty)
            // The entry's stop is deleted later: the entry comes back with neither alone.
            try store.commit([.delete(sample.market)])
            try store.commit([.undelete(sample.category)])
            #expect(try store.record(sample.entry)?.deletion?.root == sample.market)
            #expect(try store.record(sample.picture)?.deletion?.root == sample.market)
            try store.commit([.undelete(sample.market)])
            #expect(try store.entries(of: sample.category).map(\.id) == [sample.entry])
            #expect(try store.attachments(of: sample.entry).map(\.id) == [sample.picture])
        }
    }

    @Test(
        "a deleted companion stays on past trips, also after a purge, until no trip names them",
        arguments: StoreKind.allCases)
    func companions(kind: StoreKind) throws {
        let (sample, clock) = (Sample(), TestMoments())
        try kind.withStore(clock) { store in
            try store.commit(sample.edits)
            try store.commit([.delete(sample.companion)])
            #expect(try store.companions().isEmpty)
            let trip = try #require(store.trips().first)
            #expect(try store.companions(of: trip).map(\.name) == ["곰"])
            clock.advance(by: 10)
            #expect(try store.commit([.purge(before: clock.now)]).purged.isEmpty)
            #expect(try store.companions(of: trip).map(\.name) == ["곰"])
            try store.commit([.delete(sample.trip)])
            clock.advance(by: 10)
            #expect(try store.commit([.purge(before: clock.now)]).purged.count == 7)
            #expect(try store.record(sample.companion) == nil && store.record(sample.trip) == nil)
            #expect(
                refusal { () throws(TripStoreError) in try store.commit([.undelete(sample.trip)]) }
                    == .unknown(sample.trip))
        }
    }

    @Test(
        "an edit that breaks a rule is refused with its reason, and nothing is changed", arguments: StoreKind.allCases)
    func refusals(kind: StoreKind) throws {
        let sample = Sample()
        try kind.withStore { store in
            try store.commit(sample.edits)
            let before = try store.records(TripQuery(life: .all))
            let cursor = try store.cursor()
            let (lost, other) = (RecordID(high: 9, low: 9), RecordID(high: 9, low: 8))
            let place = coordinate(0, 0)
            let cases: [(TripEdit, TripStoreError)] = [
                (
                    .put(.stop(TripStop(id: lost, trip: other, coordinate: place))),
                    .danglingReference(lost, field: "trip", target: other)
                ),
                (
                    .put(.stop(TripStop(id: lost, trip: sample.note, coordinate: place))),
                    .danglingReference(lost, field: "trip", target: sample.note)
                ),
                (
                    .put(.trip(Trip(id: lost, companions: [other]))),
                    .danglingReference(lost, field: "companions", target: other)
                ),
                (
                    .put(.attachment(Attachment(id: lost, owner: sample.trip, content: Sample.content, size: 1))),
                    .danglingReference(lost, field: "owner", target: sample.trip)
                ),
                (.put(.trip(Trip(id: sample.palace))), .otherKind(sample.palace, found: .stop)),
                (
                    .put(.trip(Trip(id: lost, companions: [sample.companion, sample.companion]))),
                    .invalid(lost, .invalid(field: "companions", reason: "names a companion twice"))
                ),
                (
                    .put(.attachment(Attachment(id: lost, owner: sample.palace, content: Sample.content, size: -1))),
                    .invalid(lost, .invalid(field: "size", reason: "-1 is negative"))
                ),
                (
                    .put(.stop(TripStop(id: lost, trip: sample.trip, coordinate: place, nights: -1))),
                    .invalid(lost, .invalid(field: "nights", reason: "-1 is negative"))
                ),
                (.move(lost, after: nil), .unknown(lost)), (.move(sample.palace, after: lost), .unknown(lost)),
                (.move(sample.trip, after: nil), .noCommonOrder(sample.trip, nil)),
                (.move(sample.palace, after: sample.picture), .noCommonOrder(sample.palace, sample.picture)),
                (.undelete(lost), .unknown(lost)),
            ]
            for (edit, reason) in cases {
                let edits: [TripEdit] = [
                    .put(.trip(Trip(id: other))), .delete(sample.trip), .undelete(sample.trip), .delete(other),
                    .purge(before: Moment(milliseconds: Moment.range.upperBound - 1)!), edit,
                ]
                #expect(refusal { () throws(TripStoreError) in try store.commit([edit]) } == reason)
                #expect(refusal { () throws(TripStoreError) in try store.commit(edits) } == reason)
                #expect(try store.records(TripQuery(life: .all)) == before)
                #expect(try store.cursor() == cursor)
            }
            let negative = TripEdit.put(
                .stop(TripStop(id: lost, trip: sample.trip, coordinate: place, stay: .microseconds(1500))))
            guard
                case .invalid(lost, .invalid(field: "stay_ms", _)) = refusal({ () throws(TripStoreError) in
                    try store.commit([negative])
                })
            else {
                Issue.record("a stay of 1.5 ms is stored")
                return
            }
            // What belongs to a trip that was deleted later cannot come back before it.
            try store.commit([.delete(sample.palace)])
            try store.commit([.delete(sample.trip)])
            #expect(
                refusal { () throws(TripStoreError) in try store.commit([.undelete(sample.palace)]) }
                    == .ownerDeleted(sample.palace, owner: sample.trip))
        }
    }

    @Test(
        "a stop that goes to another trip comes last there, with its entries and pictures",
        arguments: StoreKind.allCases)
    func otherTrip(kind: StoreKind) throws {
        let sample = Sample()
        try kind.withStore { store in
            let (trip, stop) = (RecordID(high: 9, low: 1), RecordID(high: 9, low: 2))
            try store.commit(sample.edits)
            try store.commit([
                .put(.trip(Trip(id: trip))), .put(.stop(TripStop(id: stop, trip: trip, coordinate: coordinate(1, 1)))),
                .put(
                    .stop(TripStop(id: sample.palace, trip: trip, name: "경복궁", coordinate: coordinate(37.58, 126.98)))),
            ])
            #expect(try store.stops(of: trip).map(\.id) == [stop, sample.palace])
            #expect(try store.stops(of: sample.trip).map(\.id) == [sample.market])
            #expect(try store.attachments(of: sample.palace).map(\.id) == [sample.copy])
        }
    }

    @Test("the trips of a phase are those that say so with their stops, at every hour around their borders")
    func phasesAroundBorders() throws {
        let store = MemoryTripStore()
        var ids = RecordGenerator(seed: 8)
        let day = try #require(CalendarDate("2027-01-15"))
        for zone in ["Pacific/Kiritimati", "Pacific/Honolulu", "GMT-2359", "GMT+2359", "Asia/Seoul"] {
            let trip = ids.id()
            try store.commit([
                .put(.trip(Trip(id: trip, days: day...day))),
                .put(
                    .stop(
                        TripStop(
                            id: ids.id(), trip: trip, coordinate: coordinate(1, 1), zone: ClockZone(identifier: zone)))),
            ])
        }
        let noon = Moment(startOf: day, in: .utc).milliseconds + 43_200_000
        for hour in Int64(-60)...60 {
            let now = try #require(Moment(milliseconds: noon + hour * 3_600_000))
            for phase in TripPhase.allCases {
                let expected = try store.trips().filter { trip in
                    try trip.phase(at: now, stops: store.stops(of: trip.id)) == phase
                }
                #expect(try store.trips(phase, at: now) == expected)
            }
        }
    }

    @Test(
        "trips are current, coming or past, and the stops of past ones count as visited", arguments: StoreKind.allCases)
    func phases(kind: StoreKind) throws {
        try kind.withStore { store in
            var ids = RecordGenerator(seed: 6)
            let (past, current, coming, undated) = (ids.id(), ids.id(), ids.id(), ids.id())
            func days(_ first: String, _ last: String) -> ClosedRange<CalendarDate> {
                CalendarDate(first)!...CalendarDate(last)!
            }
            let (stop, later, visit) = (ids.id(), ids.id(), ids.id())
            try store.commit([
                .put(.trip(Trip(id: coming, days: days("2027-01-16", "2027-01-20"), zone: .utc))),
                .put(.trip(Trip(id: undated))),
                .put(.trip(Trip(id: current, days: days("2027-01-10", "2027-01-15"), zone: .utc))),
                .put(
                    .trip(Trip(id: past, days: days("2027-01-10", "2027-01-14"), zone: .utc, color: RGBColor(0xFF0000)))
                ),
                .put(.stop(TripStop(id: stop, trip: past, coordinate: coordinate(37, 127)))),
                .put(.stop(TripStop(id: later, trip: coming, coordinate: coordinate(37, 127)))),
                .put(.visit(Visit(id: visit, coordinate: coordinate(35, 129)))),
            ])
            // 2027-01-15T08:00 UTC.
            let now = Moment(milliseconds: 1_800_000_000_000)!
            #expect(try store.trips().map(\.id) == [past, current].sorted() + [coming, undated])
            #expect(try store.trips(.past, at: now).map(\.id) == [past])
            #expect(try store.trips(.current, at: now).map(\.id) == [current])
            #expect(try store.trips(.coming, at: now).map(\.id) == [coming])
            #expect(try store.trips(.undated, at: now).map(\.id) == [undated])
            let visited = try store.visitRecords(at: now)
            #expect(visited.map(\.id) == [visit.description, stop.description])
            #expect(visited.last?.color == RGBColor(0xFF0000))
            #expect(refusal { () throws(TripStoreError) in _ = try store.routeStops(of: stop) } == .unknown(stop))
        }
    }
}
