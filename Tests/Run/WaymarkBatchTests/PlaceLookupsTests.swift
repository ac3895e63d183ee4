import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText
import WaymarkThreads

@Suite("PlaceLookups")
struct PlaceLookupsTests {
    /// Attractions with names that each format must escape.
    private static func batch(_ places: [Coordinate]) throws -> LookupBatch {
        let names = ["plain", "경복궁", "a, \"b\"", "two\nlines", "", "<script>", "é\u{301}\u{1F3EF}"]
        var buffer = CSVBuffer()
        for name in ["id", "name", "category", "latitude", "longitude"] { buffer.append(field: name) }
        buffer.endRecord()
        for (number, place) in places.enumerated() {
            buffer.append(field: "a\(number)")
            buffer.append(field: names[number % names.count] + "\(number)")
            buffer.append(field: number % 3 == 0 ? "" : "kind")
            buffer.append(shortest: place.latitude)
            buffer.append(shortest: place.longitude)
            buffer.endRecord()
        }
        let catalog = try AttractionCatalog(
            bytes: buffer.bytes, name: "places", options: CatalogOptions(merging: .nothing))
        return LookupBatch(catalog, LookupBatchOptions(.within(.zero, limit: nil)))
    }

    /// What the batch writes for a table of one stop.
    private static func document(
        _ batch: LookupBatch, _ lookup: Lookup, _ format: RowFormat, at place: Coordinate, id: String?
    ) throws -> String {
        var buffer = CSVBuffer()
        for name in ["id", "latitude", "longitude"] { buffer.append(field: name) }
        buffer.endRecord()
        buffer.append(field: id ?? "")
        buffer.append(shortest: place.latitude)
        buffer.append(shortest: place.longitude)
        buffer.endRecord()
        let written = Guarded<ContiguousArray<UInt8>>([])
        let output = OutputFile(named: "memory") { bytes in
            written.withLock { $0.append(utf8: bytes) }
            return 0
        }
        _ = try LookupBatch(over: batch, LookupBatchOptions(lookup, format: format)).run(
            stops: MemorySource(buffer.bytes), output: output)
        return String(decoding: written.withLock { $0 }, as: UTF8.self)
    }

    private static func text(
        _ lookups: PlaceLookups, _ lookup: Lookup, at place: Coordinate, id: String?
    ) throws -> (text: String, count: Int) {
        var bytes: ContiguousArray<UInt8> = []
        let count = try lookups.append(lookup, at: place, id: id, most: .max, to: &bytes)
        return (String(decoding: bytes, as: UTF8.self), count)
    }

    @Test(
        "a place alone gets the bytes that the batch writes for it, in every form",
        arguments: [Regime.korea, .world, .antimeridian, .northPole, .duplicates])
    func equalsBatch(regime: Regime) throws {
        var generator = SplitMix64(seed: 7)
        let places = regime.points(400, using: &generator)
        let batch = try Self.batch(places)
        let formats: [RowFormat] = [.ndjson, .geojson, .csv]
        let documents = formats.map { PlaceLookups(over: batch, .document($0)) }
        let list = PlaceLookups(over: batch, .list)
        let ids = [nil, "s1", "제주, \"섬\"", "two\nlines", " spaced ", "0"]
        var found = 0
        for number in 0..<120 {
            let question = regime.question(about: places, using: &generator)
            let lookup: Lookup =
                switch number % 4 {
                case 0: .within(question.radius, limit: nil)
                case 1: .within(question.radius, limit: 3)
                case 2: .nearest(count: 7, within: nil)
                default: .within(.kilometers(30_000), limit: nil)
                }
            let id = ids[number % ids.count]
            for (format, lookups) in zip(formats, documents) {
                let expected = try Self.document(batch, lookup, format, at: question.center, id: id)
                #expect(try Self.text(lookups, lookup, at: question.center, id: id).text == expected)
                if format != .ndjson { continue }
                let listed = try Self.text(list, lookup, at: question.center, id: id)
                let rows = expected.split(separator: "\n", omittingEmptySubsequences: true)
                #expect(listed.text == rows.map { "\n" + $0 }.joined(separator: ","))
                #expect(listed.count == rows.count)
                found += rows.count
            }
        }
        #expect(found > 1000)
    }

    @Test("nothing is appended if there are more matches than wanted")
    func most() throws {
        var generator = SplitMix64(seed: 8)
        let lookups = PlaceLookups(over: try Self.batch(Regime.korea.points(50, using: &generator)), .list)
        let place = try Coordinate(latitude: 37, longitude: 127)
        var bytes: ContiguousArray<UInt8> = [1]
        let lookup = Lookup.nearest(count: 20, within: nil)
        #expect(try lookups.append(lookup, at: place, id: nil, most: 19, to: &bytes) == 20)
        #expect(bytes == [1])
        #expect(try lookups.append(lookup, at: place, id: nil, most: 20, to: &bytes) == 20)
        #expect(bytes.count > 20)
    }

    @Test("many tasks share one")
    func isShared() async throws {
        var generator = SplitMix64(seed: 9)
        let places = Regime.korea.points(500, using: &generator)
        let lookups = PlaceLookups(over: try Self.batch(places), .list)
        let lookup = Lookup.within(.kilometers(80), limit: nil)
        let alone = try places.map { try Self.text(lookups, lookup, at: $0, id: nil).text }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for part in 0..<8 {
                group.addTask {
                    try places.indices.allSatisfy { number in
                        let number = (number + part * 61) % places.count
                        return try Self.text(lookups, lookup, at: places[number], id: nil).text == alone[number]
                    }
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}
