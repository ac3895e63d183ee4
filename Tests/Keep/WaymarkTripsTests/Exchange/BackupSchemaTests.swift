import Foundation
import TestSupport
import Testing
import WaymarkText
import WaymarkTrips

@Suite("The JSON Schema of backups")
struct BackupSchemaTests {
    private func schema() throws -> JSONSchema {
        try JSONSchema(contentsOf: Repository.root.appending(path: "Documentation/trips.schema.json"))
    }

    @Test("every backup fits the schema", arguments: 1...30 as ClosedRange<UInt64>)
    func backups(seed: UInt64) throws {
        let store = try GeneratedTrips.store(seed: seed)
        let stops = store.records(TripQuery([.stop]))
        let before = try #require(stops.first).id
        try store.commit([.delete(before)])
        let faults = try schema().faults(of: TripBackup.json(of: store))
        #expect(faults.isEmpty, "\(faults.prefix(5))")
    }

    @Test("every field that is written is in the schema")
    func fields() throws {
        let schema = try schema()
        var written: [String: Set<String>] = [:]
        for seed in 1...30 as ClosedRange<UInt64> {
            let store = try GeneratedTrips.store(seed: seed)
            try store.commit(store.records(TripQuery()).prefix(3).map { .delete($0.id) })
            for member in try JSONParser.value(TripBackup.json(of: store)).object?.members ?? [] {
                for record in member.value.array ?? [] {
                    written[member.key, default: []].formUnion(record.object?.keys ?? [])
                }
            }
        }
        #expect(written.count == RecordKind.allCases.count)
        for (list, names) in written {
            let known = schema.properties(of: list)
            #expect(names.subtracting(known).isEmpty, "\(list)")
            // Nor has the schema any that is never written.
            #expect(known.subtracting(names).subtracting(["deleted_unix_ms", "deleted_with"]).isEmpty, "\(list)")
        }
    }

    private static let id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

    @Test(
        "what the schema refuses, the reader refuses too",
        arguments: [
            "{}", #"{"waymark_trips":1,"x":1}"#, #"{"waymark_trips":"1"}"#, #"{"waymark_trips":1,"trips":{}}"#,
            #"{"waymark_trips":1,"trips":[{}]}"#, #"{"waymark_trips":1,"trips":[{"id":"a"}]}"#,
            #"{"waymark_trips":1,"trips":[{"id":"\#(id)","title":1}]}"#,
            #"{"waymark_trips":1,"trips":[{"id":"\#(id)","first_day":"2027-04-01"}]}"#,
            #"{"waymark_trips":1,"trips":[{"id":"\#(id)","rank":"80"}]}"#,
            #"{"waymark_trips":1,"trips":[{"id":"\#(id)","color":"red"}]}"#,
            #"{"waymark_trips":1,"trips":[{"id":"\#(id)","deleted_unix_ms":1}]}"#,
            #"{"waymark_trips":1,"trips":[{"id":"\#(id)","modified_unix_ms":1.5}]}"#,
            #"{"waymark_trips":1,"trips":[{"id":"\#(id)","companions":["\#(id)","\#(id)"]}]}"#,
            #"{"waymark_trips":1,"visits":[{"id":"\#(id)","latitude":91,"longitude":0}]}"#,
            #"{"waymark_trips":1,"visits":[{"id":"\#(id)","latitude":1}]}"#,
            #"{"waymark_trips":1,"entries":[{"id":"\#(id)","time_unix_ms":0,"latitude":1}]}"#,
            #"{"waymark_trips":1,"entries":[{"id":"\#(id)"}]}"#,
            #"{"waymark_trips":1,"categories":[{"id":"\#(id)","rank":"8"}]}"#,
            #"{"waymark_trips":1,"companions":[{"id":"\#(id)","interests":[1]}]}"#,
        ])
    func refusals(text: String) throws {
        let bytes = ContiguousArray(text.utf8)
        #expect(try !schema().faults(of: bytes).isEmpty)
        #expect(throws: RestoreError.self) { try TripContent(json: bytes) }
    }

    @Test("what others may write fits")
    func minimum() throws {
        let text = """
            {"waymark_trips":1,"trips":[{"id":"\(Self.id)"}],
            "stops":[{"id":"017f22e2-79b0-7cc3-98c4-dc0c0c073980","trip":"\(Self.id)","latitude":33,"longitude":126,"own":[1]}]}
            """
        #expect(try schema().faults(of: ContiguousArray(text.utf8)).isEmpty)
        #expect(try TripContent(json: ContiguousArray(text.utf8)).rows.count == 2)
    }
}
