import Foundation
import TestSupport
import Testing
import WaymarkExtracts

@Suite("Shared extracts", .enabled(if: SharedData.hasExtracts, "the folder shared/osm is absent"))
struct SharedExtractTests {
    /// Numbers and sums, as pyosmium 4.3 gives them; sums of coordinates are in 1e-7 degrees, that of members counts ways
    /// twice and relations three times, and adds the bytes of the roles; that of texts is of the bytes of keys and three
    /// times of values.
    struct Sums: Equatable, Sendable {
        var counts: [Int]
        var ids: [Int64]
        var coordinates: [Int64]
        var refs: Int64
        var members: Int64
        var texts: Int

        static func + (a: Sums, b: Sums) -> Sums {
            func sums<Number: AdditiveArithmetic>(_ a: [Number], _ b: [Number]) -> [Number] {
                zip(a, b).map { $0 + $1 }
            }
            return Sums(
                counts: sums(a.counts, b.counts), ids: sums(a.ids, b.ids),
                coordinates: sums(a.coordinates, b.coordinates),
                refs: a.refs + b.refs, members: a.members + b.members, texts: a.texts + b.texts)
        }
    }

    /// Numbers are of nodes, nodes with tags, ways, relations, tags, references and members; ids are of all nodes, of those
    /// with tags, of ways and of relations; coordinates are latitudes and longitudes.
    private static let expected: [(file: String, sums: Sums)] = [
        (
            "busan-seomyeon",
            Sums(
                counts: [16598, 1437, 2711, 126, 21137, 19593, 11164],
                ids: [103_565_080_155_128, 10_558_225_561_510, 1_798_680_591_690, 1_170_935_592],
                coordinates: [5_835_421_426_618, 21_421_107_595_649], refs: 120_780_499_651_831,
                members: 17_600_029_903_238, texts: 869904)
        ),
        (
            "seoul-central-drive",
            Sums(
                counts: [12232, 55, 5039, 0, 20728, 18926, 0], ids: [74_817_028, 93799, 12_698_280, 0],
                coordinates: [4_594_766_611_658, 15_531_972_065_647], refs: 85_696_875, members: 0, texts: 547087)
        ),
        (
            "monaco",
            Sums(
                counts: [180118, 3090, 27377, 212, 72448, 238855, 2008],
                ids: [256_543_403_585_671, 4_195_714_342_795, 3_554_072_544_501, 472_169_323],
                coordinates: [78_794_191_533_739, 13_361_899_242_575], refs: 334_887_773_410_466,
                members: 753_454_926_202, texts: 7_733_450)
        ),
        (
            "andorra",
            Sums(
                counts: [471006, 12236, 24607, 614, 83731, 562417, 46136],
                ids: [3_485_431_284_964_556, 54_099_660_634_117, 20_474_550_503_640, 6_937_257_320],
                coordinates: [200_380_849_611_463, 7_379_432_339_788], refs: 4_261_120_454_183_043,
                members: 41_043_447_864_126, texts: 2_733_994)
        ),
        (
            "andorra-x16",
            Sums(
                counts: [2_301_744, 64544, 124232, 1216, 525584, 2_492_608, 3408],
                ids: [2_649_013_871_640, 72_387_874_112, 7_716_857_028, 739936],
                coordinates: [988_311_202_314_720, 49_476_927_660_944], refs: 2_869_037_869_700,
                members: 1_511_244_520, texts: 15_167_864)
        ),
    ]

    @Test("the objects of real extracts are those that osmium reads", arguments: expected.map(\.file), [1, 3])
    func sums(file: String, jobs: Int) throws {
        let path = SharedData.extracts.appending(path: "\(file).osm.pbf").path
        var sums: Sums?
        try MapExtract(contentsOf: path).read(.all, jobs: jobs) {
            Self.sums(of: $0)
        } take: { part, _ in
            sums = sums.map { $0 + part } ?? part
        }
        #expect(sums == Self.expected.first { $0.file == file }?.sums)
    }

    private static func sums(of block: borrowing MapBlock) -> Sums {
        let block = copy block
        func bytes(_ text: Int32) -> Int { block.strings.withText(text) { $0.count } }
        return Sums(
            counts: [
                block.locations.count, block.nodes.count, block.ways.count, block.relations.count, block.tags.count,
                block.refs.count, block.members.count,
            ],
            ids: [
                block.locations.reduce(0) { $0 + $1.id }, block.nodes.reduce(0) { $0 + $1.id },
                block.ways.reduce(0) { $0 + $1.id }, block.relations.reduce(0) { $0 + $1.id },
            ],
            coordinates: [
                block.locations.reduce(0) { $0 + Int64($1.point.latitude) },
                block.locations.reduce(0) { $0 + Int64($1.point.longitude) },
            ],
            refs: block.refs.reduce(0, +),
            members: block.members.reduce(0) { $0 + $1.id * Int64($1.kind.rawValue + 1) + Int64(bytes($1.role)) },
            texts: block.tags.reduce(0) { $0 + bytes($1.key) + 3 * bytes($1.value) })
    }
}
