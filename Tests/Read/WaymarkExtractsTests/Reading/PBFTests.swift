import Testing
import WaymarkExtracts
import WaymarkFiles

@Suite("PBF")
struct PBFTests {
    private static let objects: [[MapObject]] = [
        [
            .node(
                13_600_000_001, latitude: 351_573_000, longitude: 1_290_590_000,
                tags: ["name", "서면역", "railway", "station"]),
            .node(7, latitude: -900_000_000, longitude: -1_800_000_000),
            .node(-1, latitude: 900_000_001, longitude: 0, tags: ["name", "nowhere"]),
        ],
        [.way(-5, [13_600_000_001, 7, -1], tags: ["highway", "footway"]), .way(9_223_372_036_854_775_807, [7])],
        [.way(4, []), .relation(3, ["w-5/outer", "n7/", "r3/subarea"], tags: ["type", "multipolygon"])],
        [.node(2, latitude: 1, longitude: 2)],
    ]
    private static let lines = [
        "point 13600000001 351573000 1290590000", "point 7 -900000000 -1800000000", "point -1 900000001 0",
        "node 13600000001 351573000 1290590000 name=서면역 railway=station", "node -1 900000001 0 name=nowhere",
        "way -5 [13600000001, 7, -1] highway=footway", "way 9223372036854775807 [7]", "way 4 []",
        #"relation 3 ["way-5/outer", "node7/", "relation3/subarea"] type=multipolygon"#, "point 2 1 2",
    ]

    @Test(
        "dense and plain nodes, packed or not, with any ids in any order, are read as they are",
        arguments: [true, false], [true, false])
    func objects(isDense: Bool, isPacked: Bool) throws {
        let file = PBFWriter(isDense: isDense, isPacked: isPacked).file(Self.objects)
        #expect(try objectLines(file) == Self.lines)
    }

    @Test("any number of threads gives the same, in the order of the file", arguments: [2, 3, 8])
    func jobs(_ jobs: Int) throws {
        let blocks = (0..<200).map { number in
            (0..<50).map {
                MapObject.node(Int64(number * 50 + $0), latitude: 5, longitude: 6, tags: ["n", "\(number)"])
            }
        }
        let file = PBFWriter().file(blocks)
        #expect(try objectLines(file, jobs: jobs) == objectLines(file))
        // The second block is damaged: all before it comes first, and no other error.
        let start = PBFWriter().file([blocks[0]]).count
        var damaged = file
        damaged[start + 30] ^= 0xFF
        damaged.removeLast(3)
        var taken = 0
        let extract = try MapExtract(PositionedBytes(ContiguousArray(damaged)))
        let error = #expect(throws: ExtractError.self) {
            try extract.read(.all, jobs: jobs) {
                $0.locations.count
            } take: { count, _ in
                taken += count
            }
        }
        #expect(taken == 50)
        #expect(error.map { "\($0)" } == errorText(damaged).replacing("test.osm", with: "memory"))
    }

    @Test("only what is asked for is read")
    func contents() throws {
        let file = PBFWriter().file(Self.objects)
        for (contents, words) in [
            (MapContents.locations, ["point"]), (.taggedNodes, ["node"]), (.ways, ["way"]), (.relations, ["relation"]),
            ([.taggedNodes, .relations], ["node", "relation"]), ([], []),
        ] {
            let wanted = Self.lines.filter { line in words.contains { line.hasPrefix($0 + " ") } }
            #expect(try objectLines(file, contents) == wanted)
        }
    }

    @Test("a second reading skips blocks without what is asked for, and gives the same")
    func again() throws {
        let extract = try MapExtract(PositionedBytes(ContiguousArray(PBFWriter().file(Self.objects))))
        for contents in [MapContents.ways, .all, .locations, .ways, .relations, .all] {
            let first = try MapExtract(PositionedBytes(ContiguousArray(PBFWriter().file(Self.objects))))
            #expect(try objectLines(of: extract, contents, jobs: 1) == objectLines(of: first, contents, jobs: 1))
        }
        var blocks = 0
        try extract.read(.relations, jobs: 1) {
            $0.relations.count
        } take: { _, _ in
            blocks += 1
        }
        #expect(blocks == 1)
    }

    @Test("coordinates are multiples of a granularity from an offset, to the nearest ten-millionth")
    func granularity() throws {
        let objects: [[MapObject]] = [[.node(1, latitude: 351_573_000, longitude: -1_290_590_000)]]
        let written = PBFWriter(granularity: 1000, offset: (5000, -100_000)).file(objects)
        #expect(try objectLines(written, .locations) == ["point 1 351573000 -1290590000"])
        // 151 and -151 of 1e-9 degrees
        let fine = PBFWriter(granularity: 1, offset: (0, 0)).block([.node(1, latitude: 0, longitude: 0)])
        var block = WireWriter()
        block.message(2) {
            $0.message(2) {
                $0.differences(1, [1, 2])
                $0.differences(8, [151, .max])
                $0.differences(9, [-151, .min])
            }
        }
        block.number(17, 1)
        let file = PBFWriter().file([]) + PBFWriter().blob("OSMData", block.bytes) + PBFWriter().blob("OSMData", fine)
        #expect(
            try objectLines(file, .locations) == ["point 1 2 -2", "point 2 2147483647 -2147483648", "point 1 0 0"])
    }

    @Test("the points of ways that have them are locations")
    func locationsOnWays() throws {
        let writer = PBFWriter(wayPoint: (5, 6), optional: ["LocationsOnWays"])
        let file = writer.file([[.way(1, [10, 11], tags: ["a", "b"])]])
        #expect(try objectLines(file) == ["point 10 5 6", "point 11 5 6", "way 1 [10, 11] a=b"])
        #expect(try objectLines(file, .locations) == ["point 10 5 6", "point 11 5 6"])
        #expect(try objectLines(file, .ways) == ["way 1 [10, 11] a=b"])
        // Only if the header says so
        let other = PBFWriter(wayPoint: (5, 6)).file([[.way(1, [10, 11])]])
        #expect(try objectLines(other) == ["way 1 [10, 11]"])
        #expect(try objectLines(other, .locations) == [])
    }

    @Test("the header says where and when")
    func header() throws {
        let extract = try MapExtract(PositionedBytes(ContiguousArray(PBFWriter().file([])), name: "a.osm.pbf"))
        #expect(extract.name == "a.osm.pbf")
        #expect(extract.replicationTime == "2025-01-19T21:21:36Z")
        let box = try #require(extract.boundingBox)
        #expect([box.south, box.west, box.north, box.east] == [35.14, 129.04, 35.16, 129.07])
        #expect(try objectLines(of: extract, .all, jobs: 2) == [])
    }

    @Test("an object of ten thousand tags has them all, and blocks of unknown kinds are passed over")
    func many() throws {
        let tags = (0..<10_000).flatMap { ["key\($0)", "value \($0)"] }
        let writer = PBFWriter()
        let file =
            writer.file([]) + writer.blob("Other", [1, 2, 3])
            + writer.blob("OSMData", writer.block([.way(1, [2], tags: tags)]))
        let line = try #require(try objectLines(file).first)
        #expect(line.hasPrefix("way 1 [2] key0=value 0 key1=value 1 "))
        #expect(line.hasSuffix(" key9999=value 9999"))
        #expect(line.split(separator: "=").count == 10_001)
    }

    @Test("objects that are said to be there are read")
    func visible() throws {
        for isDense in [true, false] {
            let file = PBFWriter(isDense: isDense, isVisible: true).file(Self.objects)
            #expect(try objectLines(file) == Self.lines)
        }
    }
}
