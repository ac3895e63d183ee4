import Foundation
import TestSupport
import Testing
import WaymarkOrders

@Suite("Stored orders")
struct StoredOrderTests {
    private func again(_ order: StopOrder) throws -> StopOrder {
        try JSONDecoder().decode(StopOrder.self, from: JSONEncoder().encode(order))
    }

    @Test("an order is restored unchanged, with its missed windows and conflicts")
    func roundTrip() throws {
        var generator = SplitMix64(seed: 41)
        let plain = StopOrder.bestBlocking(visiting: try generator.places(30), effort: .iterations(50))
        #expect(try again(plain) == plain)
        #expect(try again(StopOrder.bestBlocking(visiting: [])) == .bestBlocking(visiting: []))
        let matrix = try TravelMatrix(rows: [[0, 10, 10], [10, 0, 10], [10, 10, 0]])
        let visits = [StopVisit(), StopVisit(closes: 5), StopVisit(closes: 12)]
        let late = try StopOrder.bestBlocking(by: matrix, visits: visits, ends: .start(0), effort: .iterations(10))
        #expect(!late.missed.isEmpty && !late.conflicts.isEmpty)
        #expect(try again(late) == late)
    }

    @Test(
        "an invalid order is refused",
        arguments: [
            #""order":[0,0]"#, #""order":[1]"#, #""order":[-1,0]"#, #""length":-1"#, #""lower_bound":-1"#,
            #""iterations":-1"#, #""missed":[{"stop":2,"lateness":1}]"#, #""missed":[{"stop":0,"lateness":-1}]"#,
            #""conflicts":[{"kind":"exclusive","stops":[0]}]"#, #""conflicts":[{"kind":"blocked","stops":[2]}]"#,
            #""conflicts":[{"kind":"unreachable","stops":[0]}]"#, #""conflicts":[{"kind":"odd","stops":[0]}]"#,
        ])
    func refuses(_ fault: String) throws {
        var parts = [
            #""order":[1,0]"#, #""length":2"#, #""lower_bound":1"#, #""is_proven":false"#, #""iterations":0"#,
        ]
        func decode() throws -> StopOrder {
            try JSONDecoder().decode(StopOrder.self, from: Data("{\(parts.joined(separator: ","))}".utf8))
        }
        #expect(throws: Never.self) { try decode() }
        let key = try #require(fault.split(separator: ":").first)
        parts = parts.filter { !$0.hasPrefix(key) } + [fault]
        #expect(throws: DecodingError.self) { try decode() }
    }
}
