import TestSupport
import Testing
import WaymarkAttractions
import WaymarkTables

@Suite("AttractionTable beside the plain way") struct SlowTableTests {
    private static let ids = ["1", "2", "1-2", "-", "", "K", "\u{212A}", "가", "\u{1100}\u{1161}", "7", "7-2", "row-3"]
    private static let names = [
        "", "GS25", "gs 25", "솔밭", "솔 밭", "\u{1109}\u{1169}\u{11AF}밭", "NULL", "A,\"b\"", "é", "e\u{301}",
    ]
    private static let cells = ["", "x", "x ", "둘", "-", "\u{3000}y"]

    private static func quoted(_ cell: String, always: Bool) -> String {
        guard always || cell.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    @Test(
        "tables full of repeats, near repeats, blanks, quotes and swapped coordinates",
        arguments: 1...120 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var header = ["id", "name", "category", "lat", "lon", "memo"]
        if seed % 5 == 1 { header[0] = "code" }
        if seed % 5 == 2 { header.removeFirst() }
        if seed % 7 == 3 { header.removeAll { $0 == "name" } }
        let areDistinct = seed % 3 == 0
        var rows: [[String]] = []
        for number in 0..<Int.random(in: 1...60, using: &generator) {
            if let row = rows.randomElement(using: &generator), Int.random(in: 0..<5, using: &generator) == 0 {
                rows.append(row)
                continue
            }
            // Some 60 m apart, or some 20 km.
            let step = Bool.random(using: &generator) ? 0.0005 : 0.2
            var place = (0..<2).map { _ in step * Double(Int.random(in: 0...3, using: &generator)) }
            (place[0], place[1]) = (37 + place[0], 127 + place[1])
            if Int.random(in: 0..<8, using: &generator) == 0 { place.swapAt(0, 1) }
            var texts = place.map { "\($0)" }
            if Int.random(in: 0..<12, using: &generator) == 0 {
                texts[0] = ["", "x", "91", "-", " 37.1 "].randomElement(using: &generator)!
            }
            rows.append(
                header.map { column in
                    switch column {
                    case "id", "code":
                        areDistinct ? "n\(number)" : Self.ids.randomElement(using: &generator)!
                    case "name": Self.names.randomElement(using: &generator)!
                    case "lat": texts[0]
                    case "lon": texts[1]
                    default: Self.cells.randomElement(using: &generator)!
                    }
                })
        }
        let always = seed % 2 == 0
        let text = ([header] + rows).map { row in
            row.map { Self.quoted($0, always: always) }.joined(separator: ",") + "\n"
        }.joined()
        for merging in [CatalogOptions.Merging.usual, .places, .nothing] {
            for mends in [false, true] {
                let slow = SlowTable(header, rows, merging: merging, mends: mends)
                let catalog = try catalog(text, .init(mendsSwapped: mends, merging: merging))
                let report = catalog.report
                let context = "\(merging), mends \(mends)"
                #expect(catalog.attractions.map(\.id) == slow.rows.map(\.id), "\(context)")
                #expect(catalog.attractions.map(\.name) == slow.rows.map(\.name), "\(context)")
                #expect(catalog.attractions.map { $0.category ?? "" } == slow.rows.map(\.category), "\(context)")
                #expect(catalog.attractions.map(\.coordinate) == slow.rows.map(\.place), "\(context)")
                #expect(report.rowsRejected == slow.rejected && report.isBalanced, "\(context)")
                // No cell contains a line end: row n is on line n + 1.
                #expect(report.duplicates.map { [$0.mergedLine - 1, $0.keptLine - 1] } == slow.merged, "\(context)")
                #expect(report.equalRowsMerged == slow.equal && report.repeatedIDs == slow.renamed, "\(context)")
                #expect(report.duplicatesMerged == (merging == .nothing ? 0 : slow.merged.count), "\(context)")
            }
        }
    }
}
