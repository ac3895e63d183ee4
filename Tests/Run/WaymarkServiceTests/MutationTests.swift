import Foundation
import TestSupport
import Testing
import WaymarkTables

@testable import WaymarkService

/// Queries and bodies that were valid until bytes of them were changed: each is an answer or a refusal that names its place, and none ends
/// the process. `make soak` makes more of them.
@Suite("Mutated requests")
struct MutationTests {
    private static let count = ProcessInfo.processInfo.environment["WAYMARK_SOAK_REQUESTS"].flatMap { Int($0) } ?? 4000

    /// What is dangerous in some reader.
    private static let pieces: [[UInt8]] =
        [
            "%", "%00", "%ff", "&", "=", "+", ";", ",", "-", "1e999", "nan", "-0", "9223372036854775808", "km", "\"",
            "\\u", "\\ud800",
            "{", "}", "[", "]", ":", "null", "true", "\n", "\r", "\u{0}", "경", "e\u{301}", "180.0000001", "1e-320",
            "  ",
        ].map { Array($0.utf8) } + [[0xFF], [0xED, 0xA0, 0x80]]

    private static func mutated(_ seed: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1 where place < bytes.count:
                bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...6, using: &random)))
            case 2: bytes.insert(contentsOf: seed[..<min(seed.count, place)], at: place)
            default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
            }
        }
        return bytes
    }

    /// The query of each route with every parameter that has a value to give as an example.
    private static func seeds(_ endpoint: Endpoint) -> [UInt8] {
        let values = endpoint.queryParameters.compactMap { parameter -> String? in
            let value =
                switch parameter.kind {
                case .number: "12.5"
                case .integer: "3"
                case .length: "1.5km"
                case .time: "20ms"
                case .speed: "40"
                case .text: "서울"
                case .choice(let choices): choices[0]
                case .flag: "true"
                case .point: "37.5,127"
                case .box: "33,124,39,132"
                case .points: "37.5,127;37.6,127.1"
                }
            return "\(parameter.name)=\(parameter.example ?? value)"
        }
        return Array(values.joined(separator: "&").utf8)
    }

    @Test("a query is read or refused with the parameter's name, and what is read has the values that were checked")
    func queries() throws {
        var random = SplitMix64(seed: 44)
        var (read, refused) = (0, 0)
        for endpoint in Endpoint.all where !endpoint.queryParameters.isEmpty {
            let seed = Self.seeds(endpoint)
            for _ in 0..<Self.count {
                let text = String(decoding: Self.mutated(seed, &random), as: UTF8.self)
                do throws(Problem) {
                    let asked = try Asked(QueryText.values(of: text), of: endpoint.queryParameters)
                    for parameter in endpoint.queryParameters {
                        guard let value = asked.text(parameter.name) else { continue }
                        try parameter.check(value)
                        // What is checked can be taken.
                        switch parameter.kind {
                        case .number: #expect(asked.number(parameter.name) != nil)
                        case .integer: #expect(asked.integer(parameter.name) != nil)
                        case .length: #expect(asked.length(parameter.name) != nil)
                        case .time: #expect(asked.duration(parameter.name) != nil)
                        case .speed: #expect(asked.metersPerSecond(parameter.name) != nil)
                        case .point: #expect(asked.point(parameter.name) != nil)
                        case .box: #expect(asked.box(parameter.name) != nil)
                        case .points: #expect(!asked.points(parameter.name).isEmpty)
                        case .text, .choice, .flag: break
                        }
                    }
                    read += 1
                } catch {
                    #expect(error.parameter?.isEmpty == false || text.hasPrefix("=") || text.contains("&="), "\(text)")
                    #expect((400..<500).contains(error.status.code))
                    refused += 1
                }
            }
        }
        #expect(read > 100 && refused > 100)
    }

    @Test("a body of JSON is read or refused; a table of JSON lines is the same however its bytes come")
    func bodies() throws {
        var random = SplitMix64(seed: 45)
        let columns = BatchQuestion.place
        let body = Array(
            #"{"radius":"3km","explain":true,"stops":[{"id":"a","latitude":37.5,"longitude":127},{"latitude":-1e1,"longitude":"3"}]}"#
                .utf8)
        let lines = Array(
            "{\"id\":\"a\",\"latitude\":37.5,\"longitude\":127}\n{\"name\":\"\\ud55c\",\"latitude\":1,\"longitude\":2}\n"
                .utf8)
        var (read, refused) = (0, 0)
        for _ in 0..<Self.count * 4 {
            do throws(Problem) {
                let question = try JSONQuestion(
                    ContiguousArray(Self.mutated(body, &random)), list: "stops", columns: columns, most: 100)
                let table = PlaceTableText(question.places, columns: columns)
                #expect(table.count == question.places.count)
                read += 1
            } catch {
                #expect((400..<500).contains(error.status.code) && !error.detail.isEmpty)
                refused += 1
            }
            let bytes = ContiguousArray(Self.mutated(lines, &random))
            var whole = JSONLines(columns: columns)
            let expected = whole.table(of: bytes) + whole.end()
            var parts = JSONLines(columns: columns)
            var made = ContiguousArray<UInt8>()
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...9, using: &random))
                made += parts.table(of: ContiguousArray(bytes[start..<end]))
                start = end
            }
            #expect(made + parts.end() == expected)
            // A row for each line, and the header.
            let ends = bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
            let rows = expected.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
            #expect(rows == ends + 1 || rows == ends + 2)
        }
        #expect(read > 100 && refused > 100)
    }

    @Test("the path of a request of OSRM is read or refused with one of its codes")
    func paths() throws {
        var random = SplitMix64(seed: 46)
        let seed = Array("127,37.5;127.1,37.6;-0.5,90".utf8)
        let codes = ["InvalidUrl", "InvalidValue", "InvalidQuery", "TooBig"]
        for _ in 0..<Self.count * 4 {
            let text = String(decoding: Self.mutated(seed, &random), as: UTF8.self)
            do throws(OSRMService.Fault) {
                let query = try OSRMService.Query(
                    profile: "driving", coordinates: text[...], options: [("overview", text)],
                    known: OSRMService.routeOptions, most: 5)
                #expect(1...5 ~= query.places.count)
            } catch {
                #expect(codes.contains(error.code))
            }
        }
    }
}
