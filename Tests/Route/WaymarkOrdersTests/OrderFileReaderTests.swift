import PublishedInstances
import Testing
import WaymarkOrders

@Suite("TSPLIB and window files")
struct OrderFileReaderTests {
    static let formats: [(String, String)] = [
        ("FULL_MATRIX", "0 1 2 4\n1 0 3 5\n2 3 0 6\n4 5 6 0"), ("UPPER_ROW", "1 2 4 3 5\n6"),
        ("LOWER_ROW", "1 2 3 4 5 6"), ("UPPER_DIAG_ROW", "0 1 2 4 0 3 5 0 6 0"),
        ("LOWER_DIAG_ROW", "0 1 0 2 3 0 4 5 6 0"),
    ]

    func read(_ text: String) throws -> TSPLIBInstance { try TSPLIBInstance(parsing: Array(text.utf8)) }

    @Test("every matrix format gives the same distances", arguments: formats)
    func readsFormats(format: String, numbers: String) throws {
        let instance = try read(
            "NAME: four\r\nTYPE : TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: \(format) \n"
                + "EDGE_WEIGHT_SECTION\n\(numbers)\nDISPLAY_DATA_SECTION\n1 2 3\nEOF\n")
        let costs = [[0, 1, 2, 4], [1, 0, 3, 5], [2, 3, 0, 6], [4, 5, 6, 0]]
        for (from, row) in costs.enumerated() {
            for (to, cost) in row.enumerated() { #expect(instance.distance(from: from, to: to) == Double(cost)) }
        }
        #expect(instance.name == "four")
    }

    @Test("coordinates are measured as their type specifies")
    func measures() throws {
        func distance(_ type: String, _ a: String, _ b: String) throws -> Double {
            try read(
                "DIMENSION: 2\nEDGE_WEIGHT_TYPE: \(type)\nNODE_COORD_SECTION\n2 \(b)\n1 \(a)\n"
            ).distance(from: 0, to: 1)
        }
        #expect(try distance("EUC_2D", "0 0", "1.5 0") == 2)
        #expect(try distance("EUC_2D", "0 0", "1.49 0") == 1)
        // sqrt(100 / 10) = 3.16, which the formula rounds up.
        #expect(try distance("ATT", "0 0", "10 0") == 4)
        // ulysses16's first two nodes, computed with the published formula by another program.
        #expect(try distance("GEO", "38.24 20.42", "39.57 26.15") == 509)
    }

    static let refusals: [(String, Int)] = [
        ("", 1), ("DIMENSION: 1000000000000000000\n", 1), ("DIMENSION: 99999999999999999999\n", 1),
        ("DIMENSION: -4\n", 1), ("DIMENSION: nan\n", 1), ("DIMENSION: 0\n", 1), ("DIMENSION: 3\n", 2),
        ("NODE_COORD_SECTION\n1 2 3\n", 1), ("EDGE_WEIGHT_SECTION\n1\n", 1), ("TYPE: CVRP\n", 1), ("HELLO\n", 1),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\nEOF\n", 5),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n1 0 0\n", 5),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n3 0 0\n", 5),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 1e400\n", 5),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 1e300\n", 5),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 0x10\n", 5),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0\n", 5),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: CEIL_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 0\nEOF", 6),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: XRAY1\nNODE_COORD_SECTION\n1 0 0\n2 0 0\nEOF", 6),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FUNCTION\nEDGE_WEIGHT_SECTION\n1\n", 4),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2\n", 5),
        ("DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2\nEOF", 6),
        ("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n-1\n", 5),
        ("DIMENSION: 60\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n1\n", 4),
    ]

    @Test("an invalid instance is refused with its line", arguments: refusals)
    func refuses(text: String, line: Int) {
        #expect {
            try read(text)
        } throws: { error in
            guard case StopOrderError.malformedFile(let place, let reason) = error else { return false }
            return place == line && !reason.isEmpty
        }
    }

    @Test("a window file is read, and refused with its line")
    func readsWindows() throws {
        let good = "2\n0 3\n4 0\n0 100\n5 9.5\n"
        let instance = try TimeWindowInstance(parsing: Array(good.utf8))
        #expect(instance.matrix[0, 1] == 3 && instance.matrix[1, 0] == 4)
        #expect(instance.visits == [StopVisit(opens: 0, closes: 100), StopVisit(opens: 5, closes: 9.5)])
        for (text, line) in [
            ("", 1), ("1e18\n", 1), ("-2\n", 1), ("2.5\n", 1), ("2\n0 3\n4\n", 3), ("2\n0 3\n4 0\n0 1\n", 5),
            ("2\n0 3\n4 x\n", 3), ("2\n0 3\n4 -1\n", 3), ("2\n0 3\n4 0\n5 1\n", 4), ("1\n0\n0 1\n7\n", 4),
            ("2 3\n", 1), ("1\n0\n0 nan\n", 3),
        ] {
            #expect {
                try TimeWindowInstance(parsing: Array(text.utf8))
            } throws: { error in
                if case StopOrderError.malformedFile(line, _) = error { true } else { false }
            }
        }
    }

    @Test("no change to a file's bytes traps")
    func survivesChanges() {
        let text = Array(
            "NAME: x\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 4 3 5 6\nEOF\n"
                .utf8)
        let windows = Array("2\n0 3\n4 0\n0 100\n5 9.5\n".utf8)
        for original in [text, windows] {
            for place in original.indices {
                for byte in [0, 9, 10, 32, 45, 46, 48, 57, 101, 255] as [UInt8] {
                    var bytes = original
                    bytes[place] = byte
                    _ = try? TSPLIBInstance(parsing: bytes)
                    _ = try? TimeWindowInstance(parsing: bytes)
                }
                _ = try? TSPLIBInstance(parsing: Array(original[..<place]))
                _ = try? TimeWindowInstance(parsing: Array(original[..<place]))
            }
        }
    }
}
