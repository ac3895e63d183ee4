import Foundation
import TestSupport
import Testing

@Suite("waymark order")
struct OrderCommandTests {
    /// The answer in JSON.
    struct Answer: Decodable {
        let order: [Int]
        let length: Double
        let lowerBound: Double
        let gap: Double?
        let proven: Bool
        let seconds: Double

        enum CodingKeys: String, CodingKey {
            case order, length, gap, proven, seconds
            case lowerBound = "lower_bound"
        }
    }

    /// The answer to a question whose stops have numbers.
    func answer(_ arguments: [String]) throws -> Answer {
        let result = try Tool.run(["order"] + arguments + ["--format", "json"])
        #expect(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
    }

    static let stops = """
        stop_id,name,latitude,longitude,note
        a,Hotel,37.5,127.0,"quiet, cheap"
        b,Tower,37.5,127.3,
        c,Palace,37.5,127.1,old
        d,Park,37.5,127.2,
        """

    @Test("stops come in visiting order with their own columns")
    func ordersStops() throws {
        let folder = try Folder()
        let file = try folder.file("stops.csv", Self.stops)
        let result = try Tool.run(["order", file, "--start", "Hotel"])
        #expect(result.status == 0)
        #expect(
            result.lines == [
                "stop_id,name,latitude,longitude,note", "a,Hotel,37.5,127.0,\"quiet, cheap\"",
                "c,Palace,37.5,127.1,old",
                "d,Park,37.5,127.2,", "b,Tower,37.5,127.3,",
            ])
        #expect(result.errors.contains("4 stops: length 26") && result.errors.contains("proved the best"))
        let back = try Tool.run(["order", file, "--start", "Tower", "--end", "Hotel", "--quiet", "--format", "json"])
        #expect(back.output.hasPrefix("{\"order\":[\"Tower\",\"Park\",\"Palace\",\"Hotel\"],\"length\":26"))
        #expect(back.errors.isEmpty)
    }

    @Test("a matrix names its stops, there and back may differ")
    func ordersMatrix() throws {
        let folder = try Folder()
        let file = try folder.file("matrix.csv", "from,A,B,C\nA,0,9,1\nB,1,,9\nC,9,1,0\n")
        let result = try Tool.run(["order", file, "--round-trip", "--quiet"])
        #expect(result.lines == ["stop", "A", "C", "B"])
    }

    @Test("a TSPLIB file is a round trip in its own numbers and its own rounding")
    func ordersTSPLIB() throws {
        let folder = try Folder()
        let square =
            "DIMENSION: 4\nEDGE_WEIGHT_TYPE: CEIL_2D\nNODE_COORD_SECTION\n1 0 0\n2 1.5 1.5\n3 1.5 0\n4 0 1.5\nEOF\n"
        let file = try folder.file("square.tsp", square)
        let round = try answer([file])
        #expect(round.order[0] == 1 && round.order[2] == 2 && round.length == 8 && round.proven)
        #expect(round.lowerBound == 8 && round.gap == 0)
        #expect(try answer([file, "--start", "2"]).length == 6)
        #expect(try answer([file, "--start", "2", "--end", "1"]).order.last == 1)
    }

    @Test("a file of windows says which it misses")
    func ordersWindows() throws {
        let folder = try Folder()
        let file = try folder.file("windows.txt", "3\n0 10 10\n10 0 10\n10 10 0\n0 100\n0 100\n1 4\n")
        let result = try Tool.run(["order", file, "--format", "json", "--time", "10ms"])
        #expect(result.output.hasPrefix("{\"order\":[0,2,1],\"length\":30,"))
        #expect(result.output.contains("\"missed\":[{\"stop\":2,\"lateness\":6}]"))
        #expect(result.errors.contains("2 is reached 6 after its window"))
    }

    @Test(
        "what cannot be ordered is refused, with its place",
        arguments: [
            (["x.csv"], "name,latitude,longitude\nA,1,1\nB,91,1\n", 65 as Int32, "x.csv, line 3"),
            (["x.csv"], "a,b,c\n1,2,3\n", 65, "neither stops nor a matrix"),
            (["x.csv"], "m,A,B\nA,0,1\nB,-1,0\n", 65, "line 3, column 2"),
            (["x.csv"], "m,A,B\nA,0,1\nC,1,0\n", 65, "line 3, column 1"),
            (["x.csv"], "", 65, ""),
            (["x.csv"], "DIMENSION: 1000000000000000000\n", 65, "line 1"),
            (["x.csv"], "2\n0 1\n1 0\n0 1\n", 65, "line 5"),
            (["x.csv", "--start", "Z"], "m,A,B\nA,0,1\nB,1,0\n", 64, "no stop is called Z"),
            (["x.csv", "--start", "A", "--end", "A"], "m,A,B\nA,0,1\nB,1,0\n", 64, "both start and end"),
            (["x.csv", "--round-trip", "--end", "A"], "m,A,B\nA,0,1\nB,1,0\n", 64, "ends where it begins"),
            (["x.csv", "--time", "-1s"], "m,A,B\nA,0,1\nB,1,0\n", 64, "a time is"),
            (["x.csv", "--time", "soon"], "m,A,B\nA,0,1\nB,1,0\n", 64, "a time is"),
            (["absent.csv"], "m,A,B\nA,0,1\nB,1,0\n", 66, "absent.csv"),
        ])
    func refuses(arguments: [String], text: String, status: Int32, words: String) throws {
        let folder = try Folder()
        _ = try folder.file("x.csv", text)
        let result = try Tool.run(["order", folder.path(arguments[0])] + arguments.dropFirst())
        #expect(result.status == status, "\(result.errors)")
        #expect(words.isEmpty || result.errors.contains(words), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test(
        "published instances are solved to their optimum in half a second",
        .enabled(if: SharedData.isPresent, "needs ../shared/data"),
        arguments: [
            ("tsplib/berlin52.tsp", 52, 7542.0), ("tsplib/gr17.tsp", 17, 2085), ("tsplib/ulysses16.tsp", 16, 6859),
            ("atsp/br17.atsp", 17, 39),
        ])
    func solvesPublished(name: String, count: Int, optimum: Double) throws {
        let file = SharedData.folder.appending(path: name).path
        let found = try answer([file, "--time", "0.5s", "--seed", "3"])
        #expect(found.order.sorted() == Array(1...count))
        #expect(found.length == optimum && found.lowerBound <= optimum && found.seconds < 5)
    }
}
