import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTimes

extension AttractionCatalog {
    /// The catalog as an index file.
    fileprivate var file: ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        writeFile { piece in for i in piece.indices { bytes.append(piece[i]) } }
        return bytes
    }
}

private func opened(_ bytes: ContiguousArray<UInt8>) throws(IndexFileError) -> AttractionFile {
    try AttractionFile(IndexFile(bytes: bytes.span, name: "x.waymark"))
}

/// The error of opening, and then verifying.
private func fault(_ bytes: ContiguousArray<UInt8>) -> IndexFileError? {
    do throws(IndexFileError) {
        try opened(bytes).verify()
        return nil
    } catch {
        return error
    }
}

private let sample: AttractionCatalog = {
    let path = Repository.root.appending(path: "data/attractions.csv").path
    guard let catalog = try? AttractionCatalog(contentsOf: path) else { preconditionFailure("no sample data") }
    return catalog
}()

@Suite("AttractionFile")
struct AttractionFileTests {
    private func expectRoundTrip(_ catalog: AttractionCatalog) throws {
        let bytes = catalog.file
        #expect(bytes == catalog.file, "the same attractions give the same bytes")
        let file = try opened(bytes)
        try file.verify()
        let isEqual = (0..<file.count).map { file[$0] } == catalog.attractions
        #expect(isEqual)
        let (again, report) = { ($0.attractions, $0.report) }(try AttractionCatalog(file))
        let isEqualAgain = again == catalog.attractions
        #expect(isEqualAgain && report.rowsKept == again.count && report.format == .indexFile)
        for attraction in catalog.attractions.prefix(20) {
            let near = file.attractions(within: .kilometers(10), of: attraction.coordinate)
            let isSame =
                near == catalog.attractions(within: .kilometers(10), of: attraction.coordinate)
                && file.nearest(to: attraction.coordinate, count: 3)
                    == catalog.nearest(to: attraction.coordinate, count: 3)
            #expect(isSame)
        }
    }

    @Test("the sample is unchanged by writing and reading")
    func sampleRoundTrip() throws { try expectRoundTrip(sample) }

    @Test(
        "real vintages are unchanged by writing and reading",
        .enabled(if: SharedData.isPresent, "needs ../shared/data"),
        arguments: [
            "attractions/attractions-2019-10.portal.json", "attractions/attractions-2021-09-blanks.cp949.csv",
            "attractions/attractions-2024-04-dups.utf8-bom.csv", "poi-kr/wifi-2016.cp949.csv.gz",
        ])
    func vintages(name: String) throws { try expectRoundTrip(SharedData.catalog(name)) }

    @Test("values that contain separators are restored unchanged")
    func hostileValues() throws {
        var odd = Attraction(id: "\u{1F}", name: "a,b\"c\n\u{0}\u{1F600}", coordinate: place(-90, 180))
        odd.category = " - "
        odd.areaSquareMeters = .leastNonzeroMagnitude
        odd.publicFacilities = ["a+b", "", "\"]", "\u{1F}", "가\n나"]
        odd.supportFacilities = [""]
        odd.capacity = .max
        odd.parkingSpaces = .min
        odd.designated = CalendarDate(year: 1, month: 1, day: 1)
        odd.introduction = String(repeating: "길다 ", count: 100_000)
        let plain = Attraction(id: "", name: "", coordinate: place(90, -180))
        try expectRoundTrip(AttractionCatalog([odd, plain, odd]))
        try expectRoundTrip(AttractionCatalog([]))
        // Values that the format cannot represent are documented where it is written.
        var blank = plain
        blank.phone = ""
        blank.areaSquareMeters = .infinity
        let read = try opened(AttractionCatalog([blank]).file)[0]
        #expect(read.phone == nil && read.areaSquareMeters == nil)
    }

    @Test("an index of points has no attractions")
    func barePoints() throws {
        var bytes = ContiguousArray<UInt8>()
        sample.index.write { piece in for i in piece.indices { bytes.append(piece[i]) } }
        #expect(fault(bytes) == .noAttractions(file: "x.waymark"))
    }

    @Test("an index file is recognised by its content, and options for tables are refused")
    func byContent() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID()).csv").path
        try Data(sample.file).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let catalog = try AttractionCatalog(contentsOf: path)
        let isEqual = catalog.attractions == sample.attractions
        #expect(isEqual)
        let table = try AttractionTable(contentsOf: path, fields: [.id, .name, .introduction], jobs: 1)
        let (texts, ids) = (table[.introduction], table[.id])
        #expect(table.count == sample.attractions.count)
        for (i, attraction) in sample.attractions.enumerated() {
            func text(_ column: AttractionTable.Column) -> String {
                column.withText(i) { text in String(decoding: text.indices.map { text[$0] }, as: UTF8.self) }
            }
            #expect(text(ids) == attraction.id && text(texts) == attraction.introduction ?? "")
            #expect(table.coordinate(of: i) == attraction.coordinate)
        }
        #expect(throws: AttractionError.self) {
            try AttractionCatalog(contentsOf: path, options: .init(merging: .nothing))
        }
    }

    @Test("all truncations are refused when the file is opened, all flipped bits by verify")
    func damage() throws {
        var file = AttractionCatalog(Array(sample.attractions.prefix(260))).file
        #expect((95_000...110_000).contains(file.count), "about 100 KB: \(file.count)")
        for at in stride(from: 0, to: file.count, by: Soak.step) {
            let cut = ContiguousArray(file[..<at])
            #expect(throws: IndexFileError.self) { try opened(cut) }
            for bit in 0..<8 {
                file[at] ^= 1 << bit
                if fault(file) == nil { Issue.record("bit \(bit) of byte \(at)") }
                file[at] ^= 1 << bit
            }
        }
        #expect(fault(file) == nil)
    }

    @Test("verify finds inconsistent records with valid checksums")
    func forged() throws {
        let honest = sample.file
        let sections = try opened(honest).file.sections
        func forged(_ section: String, _ change: (inout ContiguousArray<UInt8>, Int) -> Void) throws -> String? {
            let start = try #require(sections.first { $0.name == section }?.offset)
            var file = honest
            change(&file, start)
            return fault(IndexFileForgery.sealed(file))?.description
        }
        #expect(
            try forged("name.end") { $0[$1 + 3] = 0xFF }
                == "x.waymark: damaged: field name: its texts end where they cannot")
        // One byte of the second character of a name goes to the next attraction.
        #expect(try forged("name.end") { $0[$1] -= 1 } == "x.waymark: damaged: field name: its texts are not UTF-8")
        #expect(try forged("name.text") { $0[$1] = 0xFF } == "x.waymark: damaged: field name: its texts are not UTF-8")
        #expect(
            try forged("points.position") { file, start in for i in 0..<4 { file.swapAt(start + i, start + 4 + i) } }
                == "x.waymark: damaged: the index is not over the places of the attractions")
    }

    @Test("texts that overlap do not make an answer larger than the file")
    func overlapping() throws {
        var file = sample.file
        let sections = try opened(file).file.sections
        let ends = try #require(sections.first { $0.name == "introduction.end" })
        let size = try #require(sections.first { $0.name == "introduction.text" }?.size)
        // Every second attraction has all of the texts.
        for i in 0..<ends.size / 4 {
            for byte in 0..<4 { file[ends.offset + 4 * i + byte] = i % 2 == 0 ? 0 : UInt8(size >> (8 * byte) & 255) }
        }
        let all = try opened(file).attractions(within: .kilometers(20_000), of: place(37, 127))
        #expect(all.count == sample.attractions.count)
        #expect(all.reduce(0) { $0 + ($1.attraction.introduction?.utf8.count ?? 0) } <= file.count)
    }

    @Test("for any content of an unverified file, lookups end and stay inside it")
    func unverified() throws {
        let honest = AttractionCatalog(Array(sample.attractions.prefix(100))).file
        let sections = try opened(honest).file.sections
        var generator = SplitMix64(seed: 7)
        let regimes: [Regime] = [.korea, .world, .northPole]
        for round in 0..<Soak.hostileFiles {
            var file = honest
            for section in sections where section.size > 0 && Bool.random(using: &generator) {
                for at in section.offset..<section.offset + section.size {
                    switch round % 3 {
                    case 0: file[at] = .random(in: 0...255, using: &generator)
                    case 1: file[at] = round % 2 == 0 ? 0xFF : 0x7F
                    default: if Int.random(in: 0..<64, using: &generator) == 0 { file[at] ^= 0x80 }
                    }
                }
            }
            // Only the header was ever read.
            let opened = try opened(file)
            for regime in regimes {
                let center = regime.points(1, using: &generator)[0]
                for radius: Meters in [.zero, .kilometers(10), .kilometers(3000), .kilometers(30_000)] {
                    for near in opened.attractions(within: radius, of: center) {
                        #expect(near.distance >= .zero && near.distance <= Sphere.earth.halfCircumference)
                    }
                    _ = opened.index.countOfPoints(within: radius, of: center)
                }
                #expect(opened.nearest(to: center, count: 5).count <= 5)
                #expect(opened.index.nearest(to: center, count: 90, where: { $0 < 100 }).count <= 100)
                _ = opened.index.points(in: BoundingBox(enclosing: [center, regime.points(1, using: &generator)[0]])!)
            }
        }
    }
}

/// The extent: everything under `make soak`, a sample otherwise.
private enum Soak {
    private static let isAskedFor = ProcessInfo.processInfo.environment["WAYMARK_SOAK_QUERIES"] != nil
    static let step = isAskedFor ? 1 : 397
    static let hostileFiles = isAskedFor ? 3000 : 60
}
