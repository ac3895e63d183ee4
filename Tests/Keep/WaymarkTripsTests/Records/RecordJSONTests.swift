import TestSupport
import Testing
import TripTestSupport
import WaymarkTimes
import WaymarkTrips

@Suite("Records as JSON")
struct RecordJSONTests {
    @Test("a record reads as it was written, byte by byte", arguments: 1...20 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = RecordGenerator(seed: seed)
        let ids = Dictionary(uniqueKeysWithValues: RecordKind.allCases.map { ($0, [generator.id(), generator.id()]) })
        for _ in 0..<50 {
            for kind in RecordKind.allCases {
                let id = generator.id()
                let made = generator.record(kind, id: id, among: ids)
                let record = try #require(made)
                let json = record.json()
                let (read, unknown) = try Record.reading(json, kind: kind, id: record.id)
                #expect(read == record && unknown.isEmpty)
                #expect(Array(read.json().utf8) == Array(json.utf8))
            }
        }
    }

    @Test("keys are sorted, and what is empty is left out")
    func form() throws {
        let id = try #require(RecordID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
        let trip = Trip(
            id: id, title: "제주", days: CalendarDate("2027-04-01")!...CalendarDate("2027-04-03")!,
            zone: ClockZone(identifier: "Asia/Seoul")!)
        #expect(
            Record.trip(trip).json()
                == #"{"first_day":"2027-04-01","last_day":"2027-04-03","time_zone":"Asia/Seoul","title":"제주"}"#)
        let stop = TripStop(id: id, trip: id, coordinate: coordinate(33.5, 126), stay: .seconds(90))
        #expect(Record.stop(stop).json() == #"{"latitude":33.5,"longitude":126,"stay_ms":90000,"trip":"\#(id)"}"#)
    }

    @Test("fields of a newer version are kept, with their numbers as written")
    func unknownFields() throws {
        let json = #"{"aa":1.50,"name":"가","zz":{"b":[1,null,12345678901234567890],"a":"\u00e9"}}"#
        let (record, unknown) = try Record.reading(json, kind: .companion, id: RecordID(high: 1, low: 2))
        #expect(record == .companion(Companion(id: RecordID(high: 1, low: 2), name: "가")))
        #expect(
            record.json(with: unknown) == #"{"aa":1.50,"name":"가","zz":{"a":"é","b":[1,null,12345678901234567890]}}"#)
    }

    @Test("null counts as missing, and any order of keys is read")
    func leniency() throws {
        let json = #"{ "time_zone": null, "longitude": 1, "latitude": 2.0, "visitor": "나" }"#
        let (record, _) = try Record.reading(json, kind: .visit, id: RecordID(high: 1, low: 2))
        #expect(record == .visit(Visit(id: RecordID(high: 1, low: 2), coordinate: coordinate(2, 1), visitor: "나")))
    }

    @Test(
        "a wrong field is refused by its name",
        arguments: [
            (RecordKind.trip, #"{"title":1}"#, "title"), (.trip, #"{"first_day":"2027-04-01"}"#, "last_day"),
            (.trip, #"{"last_day":"2027-04-01"}"#, "first_day"),
            (.trip, #"{"first_day":"2027-02-30","last_day":"2027-04-01"}"#, "first_day"),
            (.trip, #"{"first_day":"2027-04-02","last_day":"2027-04-01"}"#, "last_day"),
            (.trip, #"{"color":"red"}"#, "color"),
            (.trip, #"{"companions":"a"}"#, "companions"), (.trip, #"{"companions":["a"]}"#, "companions"),
            (.trip, #"{"companions":[1]}"#, "companions"), (.trip, #"{"title":"a","title":"b"}"#, "title"),
            (.stop, #"{"latitude":1,"longitude":2}"#, "trip"),
            (.stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}"#, "latitude"),
            (.stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":1}"#, "longitude"),
            (.stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":91,"longitude":2}"#, "latitude"),
            (.stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":1,"longitude":181}"#, "longitude"),
            (
                .stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":1,"longitude":2,"stay_ms":-1}"#,
                "stay_ms"
            ),
            (
                .stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":1,"longitude":2,"stay_ms":1.5}"#,
                "stay_ms"
            ),
            (
                .stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":1,"longitude":2,"nights":-1}"#,
                "nights"
            ),
            (
                .stop, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","latitude":1,"longitude":2,"pinned":1}"#,
                "pinned"
            ),
            (.entry, #"{"text":"a"}"#, "time_unix_ms"), (.entry, #"{"time_unix_ms":999999999999999}"#, "time_unix_ms"),
            (.entry, #"{"time_unix_ms":0,"category":"a"}"#, "category"),
            (.attachment, #"{"owner":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}"#, "sha256"),
            (.attachment, #"{"owner":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","sha256":"00"}"#, "sha256"),
            (.route, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}"#, "route"),
            (.route, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","route":[]}"#, "route"),
            (.plan, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}"#, "plan"),
            (.plan, #"{"trip":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","plan":1}"#, "plan"),
        ] as [(RecordKind, String, String)])
    func refusals(kind: RecordKind, json: String, field: String) {
        do throws(FieldError) {
            _ = try Record.reading(json, kind: kind, id: RecordID(high: 1, low: 2))
            Issue.record("read \(json)")
        } catch {
            switch error {
            case .missing(let found), .invalid(let found, _), .repeated(let found): #expect(found == field)
            case .notJSON: Issue.record("\(error)")
            }
            #expect(error.description.contains(field))
        }
    }

    @Test("a plan has one form with its numbers as written; what is no object, or too deep for a backup, is refused")
    func plans() throws {
        func plan(_ json: String) throws -> KeptPlan {
            try KeptPlan(
                id: RecordID(high: 1, low: 2), trip: RecordID(high: 1, low: 3), json: ContiguousArray(json.utf8))
        }
        #expect(try plan(#"{ "b":1.50, "a":"\u0041" }"#).json == #"{"a":"A","b":1.50}"#)
        for json in ["", "[]", "{", "1"] { #expect(throws: FieldError.self) { try plan(json) } }
        func nested(_ depth: Int) -> String {
            #"{"a":\#(String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1))}"#
        }
        let deep = try plan(nested(197))
        let content = try TripContent(
            json: ContiguousArray(#"{"waymark_trips":4,"trips":[{"id":"\#(deep.trip)"}]}"#.utf8))
        let store = MemoryTripStore()
        try store.restore(content, .replace)
        try store.commit([.put(.plan(deep))])
        #expect(try TripContent(json: TripBackup.json(of: store)).rows.count == 2)
        #expect(throws: FieldError.self) { try plan(nested(198)) }
    }

    @Test("what is not a JSON object is refused", arguments: ["", "[]", "{", "1", #"{"a":}"#])
    func notJSON(json: String) {
        #expect(throws: FieldError.self) { try Record.reading(json, kind: .trip, id: RecordID(high: 1, low: 2)) }
    }
}
