import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkMeasures
import WaymarkPlaces
import WaymarkTables

@Suite("LookupBatch.answers")
struct StopAnswersTests {
    private static func catalog(_ places: [Coordinate]) -> AttractionCatalog {
        AttractionCatalog(places.indices.map { Attraction(id: "a\($0)", name: "name \($0)", coordinate: places[$0]) })
    }

    /// Stops of a table, every seventh of which is invalid, with a name that spans lines.
    private static func table(_ centers: [Coordinate]) -> String {
        var text = "stop_id,name,lat,lng\n"
        for (i, center) in centers.enumerated() {
            text += i % 7 == 3 ? "s\(i),,91,0\n" : "s\(i),\"n\n\(i)\",\(center.latitude),\(center.longitude)\n"
        }
        return text
    }

    private static func rows(_ answers: StopAnswers) async throws -> [StopAnswers.Element] {
        var rows: [StopAnswers.Element] = []
        for try await row in answers { rows.append(row) }
        return rows
    }

    @Test(
        "rows and rejections are those of a batch that writes a file, on each surface, for any ends of blocks",
        arguments: [LookupSurface.sphere, try LookupSurface(.geodesic), try LookupSurface(.map("EPSG:5179"))])
    func equalsRun(surface: LookupSurface) async throws {
        var generator = SplitMix64(seed: 32)
        let places = Regime.korea.points(300, using: &generator)
        var centers = (0..<150).map { _ in Regime.korea.question(about: places, using: &generator).center }
        centers.append(try Coordinate(latitude: -60, longitude: -90))
        let text = Self.table(centers)
        var options = LookupBatchOptions(.nearest(count: 3, within: .kilometers(100)))
        options.columns = [.stopID, .attraction(.id), .rank, .distance]
        options.surface = surface
        var batch = LookupBatch(Self.catalog(places), options)
        let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        var rejections: [Rejection] = []
        _ = try batch.run(
            stops: MemorySource(text.utf8), output: OutputFile(path: file.path), onRejection: { rejections.append($0) })
        let written = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()

        for blockSize in [nil, 1, 40, 300] {
            batch.blockSize = blockSize
            let rows = try await Self.rows(batch.answers(for: MemorySource(text.utf8)))
            let answered = rows.compactMap(\.answer).flatMap { stop in
                stop.matches.enumerated().map { rank, match in
                    "\(stop.id),a\(match.index),\(rank + 1),\(String(format: "%.3f", match.distance.value))"
                }
            }
            #expect(answered == written.map(String.init))
            #expect(
                rows.compactMap { row -> Rejection? in
                    if case .rejected(let rejection) = row { rejection } else { nil }
                } == rejections)
            #expect(!answered.isEmpty && !rejections.isEmpty)
            // Each is where it was: an invalid stop takes one line, the others two.
            var line = 2
            for (number, row) in rows.enumerated() {
                if let answer = row.answer {
                    #expect(answer.line == line && answer.name == "n\n\(number)")
                    #expect(answer.coordinate == centers[number])
                }
                line += number % 7 == 3 ? 1 : 2
            }
        }
    }

    @Test("an array of places gets the same answers as a table")
    func places() async throws {
        var generator = SplitMix64(seed: 33)
        let places = Regime.korea.points(100, using: &generator)
        var options = LookupBatchOptions(.nearest(count: 2, within: nil))
        options.stops.columns = PlaceColumnNames(latitude: "y", longitude: "x")
        let batch = LookupBatch(Self.catalog(places), options)
        let rows = try await Self.rows(batch.answers(for: places + places + places))
        #expect(rows.count == 300)
        for (i, row) in rows.enumerated() {
            let answer = try #require(row.answer)
            #expect(answer.id == "\(i + 1)" && answer.line == i + 1 && answer.coordinate == places[i % 100])
            #expect(answer.matches == PointIndex(places).nearest(to: answer.coordinate, count: 2))
        }
        #expect(try await Self.rows(batch.answers(for: [])) == [])
    }

    @Test("places at hand outside the map are rejected, each in its turn")
    func placesOutsideMap() async throws {
        var generator = SplitMix64(seed: 34)
        var places = Regime.korea.points(150, using: &generator)
        let away = try Coordinate(latitude: -60, longitude: -90)
        let outside = [0, 63, 64, 149]
        for number in outside { places[number] = away }
        var options = LookupBatchOptions(.within(.kilometers(30), limit: nil))
        options.surface = try LookupSurface(.map("EPSG:5179"))
        let batch = LookupBatch(Self.catalog(places), options)
        let text = "lat,lng\n" + places.map { "\($0.latitude),\($0.longitude)\n" }.joined()
        let rows = try await Self.rows(batch.answers(for: places))
        let inTable = try await Self.rows(batch.answers(for: MemorySource(text.utf8)))
        try #require(rows.count == 150 && inTable.count == 150)
        for (number, row) in rows.enumerated() {
            switch (row, inTable[number]) {
            case (.answered(let answer), .answered(let expected)):
                #expect(answer.id == expected.id && answer.matches == expected.matches && !outside.contains(number))
            case (.rejected(let rejection), .rejected(let expected)):
                #expect(rejection == Rejection(line: number + 1, reason: expected.reason) && outside.contains(number))
            default: Issue.record("row \(number)")
            }
        }
    }

    @Test("a table without stops has no answers, and one without bytes is an error, which ends the sequence")
    func empty() async throws {
        let batch = LookupBatch(Self.catalog([]), LookupBatchOptions(.nearest(count: 1, within: nil)))
        #expect(try await Self.rows(batch.answers(for: MemorySource("lat,lng\n".utf8))) == [])
        var iterator = batch.answers(for: MemorySource("".utf8, name: "nothing")).makeAsyncIterator()
        await #expect(throws: BatchError.stops(.empty(file: "nothing"))) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test("a cancelled task gets a CancellationError half-way, and the source is not read further")
    func cancelled() async throws {
        let place = try Coordinate(latitude: 37, longitude: 127)
        let batch = LookupBatch(Self.catalog([place]), LookupBatchOptions(.nearest(count: 1, within: nil)))
        let answers = batch.answers(for: EndlessStops())
        let task = Task {
            var count = 0
            do {
                for try await row in answers {
                    #expect(row.answer?.matches.count == 1)
                    count += 1
                    if count == 1000 { withUnsafeCurrentTask { unsafe $0?.cancel() } }
                }
            } catch is CancellationError {
                return count
            }
            return -1
        }
        #expect(try await task.value == 1000)
    }

    /// More stops than fit in any memory.
    private struct EndlessStops: ByteSource {
        let name = "endless"
        let size: Int? = nil
        private var hasHeader = false

        mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
            let text = Array((hasHeader ? String(repeating: "37,127\n", count: 8) : "lat,lng\n").utf8.prefix(count))
            hasHeader = true
            buffer += text
            return text.count
        }
    }

    @Test("the caller's actor is free while stops are read") @MainActor
    func leavesActor() async throws {
        let place = try Coordinate(latitude: 37, longitude: 127)
        let batch = LookupBatch(Self.catalog([place]), LookupBatchOptions(.nearest(count: 1, within: nil)))
        for try await row in batch.answers(for: ThreadSource()) { #expect(row.answer != nil) }
    }

    /// A stop, which must not be read on the main thread.
    private struct ThreadSource: ByteSource {
        let name = "thread"
        let size: Int? = nil
        private var isRead = false

        mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
            #expect(!Thread.isMainThread)
            if isRead { return 0 }
            isRead = true
            let text = Array("lat,lng\n37,127\n".utf8.prefix(count))
            buffer += text
            return text.count
        }
    }
}
