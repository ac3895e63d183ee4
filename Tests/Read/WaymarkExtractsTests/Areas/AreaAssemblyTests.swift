import Testing
import WaymarkExtracts
import WaymarkText

/// Ways as text, `outer:00 30 33 00`: a role, then nodes on a grid of hundredths of a degree from 10° E, 50° N, each
/// with its column and its row.
func gridWays(_ texts: [String]) -> [AreaWay] {
    texts.enumerated().map { index, text in
        let parts = text.split(separator: ":")
        let nodes = parts[1].split(separator: " ").map { Int64($0)! }
        return AreaWay(
            id: Int64(index + 1), role: AreaWay.Role(word: String(parts[0])), nodes: nodes,
            points: nodes.map {
                MapPoint(longitude: 100_000_000 + $0 / 10 * 100_000, latitude: 500_000_000 + $0 % 10 * 100_000)
            })
    }
}

@Suite struct AreaAssemblyTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var ways: [String]
        /// Numbers of rings and the area in squares of the grid, by osmium's assembler (pyosmium 4.3).
        var (outers, inners, squares): (Int, Int, Double)

        init(_ name: String, _ ways: [String], _ outers: Int, _ inners: Int, _ squares: Double) {
            (testDescription, self.ways) = (name, ways)
            (self.outers, self.inners, self.squares) = (outers, inners, squares)
        }
    }

    static let square = "outer:00 90 99 09 00"

    static let examples = [
        Example("two outers", ["outer:00 10 11 01 00", "outer:30 40 41 31 30"], 2, 0, 2),
        Example("a hole", [square, "inner:22 42 44 24 22"], 1, 1, 77),
        Example("roles swapped", ["inner:00 90 99 09 00", "outer:22 42 44 24 22"], 1, 1, 77),
        Example("no roles, island in hole", ["x:00 90 99 09 00", "x:22 72 77 27 22", "x:44 54 55 45 44"], 2, 1, 57),
        Example(
            "four ways, two backwards", ["outer:00 50 90", "outer:99 95 90", "outer:99 09", "outer:00 09"], 1, 0, 81),
        Example("hole touches outer", ["outer:00 50 90 99 09 00", "inner:50 63 43 50"], 1, 1, 78),
        Example("hole touches outer twice", ["outer:00 50 90 99 59 09 00", "inner:50 65 59 35 50"], 2, 0, 67.5),
        Example("hole shares a side with outer", ["outer:00 30 60 90 99 09 00", "inner:30 60 63 33 30"], 1, 0, 72),
        Example("two holes touch", [square, "inner:22 42 44 24 22", "inner:44 64 66 46 44"], 1, 2, 73),
        Example("two holes share a side", [square, "inner:22 42 44 24 22", "inner:42 62 64 44 42"], 1, 1, 73),
        Example("outers touch", ["outer:00 30 33", "outer:33 03 00", "outer:33 63 66", "outer:66 36 33"], 2, 0, 18),
        Example("outers share a side", ["outer:00 30 33 03 00", "outer:30 60 63 33 30"], 1, 0, 18),
        Example("figure of eight", ["outer:00 30 33 63 66 36 33 03 00"], 2, 0, 18),
        Example("a spike", ["outer:00 30 50 30 33 03 00"], 1, 0, 9),
        Example(
            "three squares in a chain, one with a hole",
            ["outer:00 30 33 03 00", "outer:33 63 66 36 33", "outer:66 96 99 69 66", "inner:11 21 22 12 11"], 3, 1, 26),
        Example(
            "four squares around a gap",
            ["outer:30 60 63 33 30", "outer:63 93 96 66 63", "outer:36 66 69 39 36", "outer:03 33 36 06 03"], 4, 0, 36),
    ]

    @Test(arguments: examples) func ringsAreThoseOfOsmium(_ example: Example) throws {
        let assembly = AreaAssembly(gridWays(example.ways))
        let area = try #require(assembly.area)
        #expect(assembly.faults == [])
        #expect(area.parts.count == example.outers)
        #expect(area.parts.reduce(0) { $0 + $1.inners.count } == example.inners)
        #expect(abs(planeSquares(area) - example.squares) < 1e-6)
        #expect(area.contains(area.pointInside))
    }

    @Test func outerRingsGoCounterclockwiseAndHolesClockwise() throws {
        let ways = gridWays(["outer:00 09 99 90 00", "inner:22 42 44 24 22"])
        let part = try #require(AreaAssembly(ways).area?.parts.first)
        #expect(part.outer.count == 4 && part.inners.map(\.count) == [4])
        #expect(turn(part.outer) > 0 && turn(part.inners[0]) < 0)
    }

    @Test func nodesMeetByTheirIdsNotByTheirPlaces() {
        var ways = gridWays(["outer:00 90 99", "outer:99 09 00"])
        #expect(AreaAssembly(ways).area != nil)
        ways[1].nodes[0] = 1000
        let assembly = AreaAssembly(ways)
        #expect(assembly.area == nil)
        #expect(assembly.faults == [.openEnd(node: 99, way: 1), .openEnd(node: 1000, way: 2)])
    }

    @Test func whatClosesIsUsedAndWhatDoesNotIsReported() throws {
        // The second outer ring lacks a way, and its hole must not become an area.
        let ways = gridWays([
            "outer:00 30 33 03 00", "outer:50 90 94 54", "inner:61 71 72 62 61", "inner:11 21 22 12 11",
        ])
        let assembly = AreaAssembly(ways, missing: [77])
        let area = try #require(assembly.area)
        #expect(assembly.faults == [.missingWay(77), .openEnd(node: 50, way: 2), .openEnd(node: 54, way: 2)])
        #expect(assembly.isBroken)
        #expect(area.parts.count == 1 && area.parts[0].inners.count == 1)
        #expect(planeSquares(area).rounded() == 8)
    }

    @Test func aLineThatDanglesFromARingIsLeftOut() throws {
        let assembly = AreaAssembly(gridWays(["outer:00 30 33 03 00", "outer:33 44 55"]))
        #expect(assembly.faults == [.fork(node: 33, way: 1), .openEnd(node: 55, way: 2)])
        #expect(planeSquares(try #require(assembly.area)).rounded() == 9)
    }

    @Test func aLineAcrossARingIsLeftOut() throws {
        let assembly = AreaAssembly(gridWays(["outer:00 10 20 30 33 23 13 03 00", "x:20 23"]))
        #expect(assembly.faults == [.fork(node: 20, way: 1), .fork(node: 23, way: 1)])
        #expect(planeSquares(try #require(assembly.area)).rounded() == 9)
    }

    @Test func badMembersAreReported() throws {
        let square = gridWays(["outer:00 30 33 03 00"])[0]
        let short = AreaWay(id: 9, nodes: [4], points: [square.points[0]])
        let assembly = AreaAssembly([square, short, square])
        #expect(assembly.faults == [.shortWay(9), .repeatedWay(1)])
        #expect(!assembly.isBroken)
        #expect(planeSquares(try #require(assembly.area)).rounded() == 9)
        #expect(AreaAssembly(gridWays(["outer:00 30 00"])).faults == [.flatRing(way: 1)])
        let here = square.points[0]
        let onePlace = AreaWay(id: 3, nodes: [1, 2, 3, 1], points: [here, here, here, here])
        #expect(AreaAssembly([onePlace]).faults == [.flatRing(way: 3)])
        #expect(AreaAssembly([]).area == nil && AreaAssembly([]).faults == [])
    }

    @Test func aLineWithoutEndsIsAskedForNothing() {
        let assembly = AreaAssembly(gridWays(["outer:00 30 33"]))
        #expect(assembly.area == nil)
        #expect(assembly.faults == [.openEnd(node: 0, way: 1), .openEnd(node: 33, way: 1)])
    }

    /// Cells of a board chosen at random; their borders, cut into ways, are put together again.
    @Test(arguments: 1...60 as ClosedRange<UInt64>) func randomBoardsComeBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let board = Board(size: Int.random(in: 2...12, using: &random), using: &random)
        let ways = board.ways(using: &random)
        let assembly = AreaAssembly(ways)
        let area = try #require(assembly.area)
        #expect(assembly.faults == [])
        #expect(abs(planeSquares(area) - Double(board.filled.count)) < 1e-6)
        for x in 0..<board.size {
            for y in 0..<board.size {
                let isFilled = board.filled.contains([x, y])
                #expect(area.contains(board.middle(x, y)) == isFilled)
            }
        }
        for part in area.parts {
            for ring in [part.outer] + part.inners { #expect(Set(ring).count == ring.count) }
            let outer = MapArea.Part.outside(part)
            for inner in part.inners { #expect(inner.allSatisfy(outer.contains)) }
        }
        #expect(area.contains(area.pointInside))
        // A ring that lacks a way is broken, unless the way was all of it.
        let broken = AreaAssembly(Array(ways.dropFirst()))
        #expect(broken.isBroken || ways[0].nodes.first == ways[0].nodes.last)
    }
}
