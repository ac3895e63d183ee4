import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

/// An index as the bytes of a file.
private func bytes(of index: PointIndex) -> ContiguousArray<UInt8> {
    var bytes = ContiguousArray<UInt8>()
    index.write { piece in for i in piece.indices { bytes.append(piece[i]) } }
    return bytes
}

/// The error of opening, and then verifying.
private func fault(_ bytes: ContiguousArray<UInt8>) -> IndexFileError? {
    do throws(IndexFileError) {
        try IndexFile(bytes: bytes.span, name: "x.waymark").verify()
        return nil
    } catch {
        return error
    }
}

private func places(_ count: Int, seed: UInt64 = 3) -> [Coordinate] {
    var generator = SplitMix64(seed: seed)
    return Regime.korea.points(count, using: &generator)
}

@Suite("IndexFile")
struct IndexFileTests {
    @Test("an index gives the same answers after writing and reading, in every regime", arguments: Regime.allCases)
    func roundTrip(regime: Regime) throws {
        var generator = SplitMix64(seed: 11)
        for count in [0, 1, 2, 31, 32, 33, 255, 256, 257, 3000] {
            let points = regime.points(count, using: &generator)
            let index = PointIndex(points)
            let file = try IndexFile(bytes: bytes(of: index).span, name: "x")
            try file.verify()
            #expect(file.count == points.count)
            for _ in 0..<20 {
                let (center, radius) = { ($0.center, $0.radius) }(regime.question(about: points, using: &generator))
                let isSame =
                    file.points.points(within: radius, of: center) == index.points(within: radius, of: center)
                    && file.points.nearest(to: center, count: 7) == index.nearest(to: center, count: 7)
                    && file.points.countOfPoints(within: radius, of: center)
                        == index.countOfPoints(within: radius, of: center)
                #expect(isSame)
            }
        }
    }

    @Test("a section is found by a name that fills its field")
    func otherSections() throws {
        let name = String(repeating: "n", count: 31) + "!"
        var bytes = ContiguousArray<UInt8>()
        PointIndex(places(10)).write([IndexFileExtra(name: name, bytes: [1, 2, 3])]) { piece in
            for i in piece.indices { bytes.append(piece[i]) }
        }
        let file = try IndexFile(bytes: bytes.span, name: "x.waymark")
        #expect(file.sections.last?.name == name)
        let section = try #require(file.bytes(of: name))
        #expect(section.withBytes { bytes in bytes.indices.map { bytes[$0] } } == [1, 2, 3])
        #expect(fault(bytes) == nil)
    }

    @Test("a file on disk is mapped, and the index outlives the object that opened it")
    func onDisk() throws {
        let points = places(5000)
        let index = PointIndex(points)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).waymark").path
        try Data(bytes(of: index)).write(to: URL(fileURLWithPath: path))
        let opened = try IndexFile(contentsOf: path).points
        // The pages stay after the name is removed.
        try FileManager.default.removeItem(atPath: path)
        let isSame =
            opened.points(within: .kilometers(30), of: points[0])
            == index.points(within: .kilometers(30), of: points[0])
        #expect(isSame)
    }

    @Test("a path that is not a mappable file is reported")
    func cannotOpen() throws {
        let folder = FileManager.default.temporaryDirectory.path
        #expect(
            throws: IndexFileError.cannotOpen(file: folder, reason: "it is not a regular file and cannot be mapped")
        ) {
            try IndexFile(contentsOf: folder)
        }
        #expect(throws: IndexFileError.cannotOpen(file: "no.waymark", reason: "No such file or directory")) {
            try IndexFile(contentsOf: "no.waymark")
        }
        let empty = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).waymark").path
        try Data().write(to: URL(fileURLWithPath: empty))
        defer { try? FileManager.default.removeItem(atPath: empty) }
        #expect(throws: IndexFileError.tooShort(file: empty, size: 0)) { try IndexFile(contentsOf: empty) }
    }

    @Test("the header is as specified by the format")
    func layout() throws {
        let file = bytes(of: PointIndex(places(100)))
        #expect(Array(file[0..<8]) == [0x89, 0x57, 0x4D, 0x49, 0x0D, 0x0A, 0x1A, 0x0A])
        let opened = try IndexFile(bytes: file.span, name: "x")
        #expect(
            opened.sections.map(\.name) == [
                "points.x", "points.y", "points.z", "points.position", "points.coordinate", "tree.node",
            ])
        #expect(opened.sections.map(\.size) == [832, 832, 832, 416, 1600, 192])
        #expect(opened.sections.allSatisfy { $0.offset % 64 == 0 })
        #expect(opened.sections.last.map { $0.offset + $0.size } == file.count)
    }

    @Test("another byte order, another version and other files have different errors")
    func others() throws {
        let file = bytes(of: PointIndex(places(10)))
        var other = file
        other[8..<12].reverse()
        #expect(fault(other) == .otherByteOrder(file: "x.waymark"))
        other = file
        // The previous version had other checksums.
        other[12] = 1
        #expect(fault(other) == .otherVersion(file: "x.waymark", found: 1, known: 2))
        #expect(fault(ContiguousArray("위도,경도\n37,127\n".utf8)) == .notIndexFile(file: "x.waymark"))
        #expect(fault([]) == .notIndexFile(file: "x.waymark"))
        #expect(fault(file + [0]) == .wrongSize(file: "x.waymark", expected: UInt64(file.count), found: file.count + 1))
    }

    @Test("a file truncated anywhere is refused when it is opened")
    func truncations() throws {
        let file = bytes(of: PointIndex(places(IndexFileSoak.points)))
        for end in stride(from: 0, to: file.count, by: IndexFileSoak.step) {
            let cut = ContiguousArray(file[..<end])
            #expect(throws: IndexFileError.self) { try IndexFile(bytes: cut.span, name: "x") }
        }
    }

    @Test("every flipped bit is found by verify")
    func flippedBits() throws {
        var file = bytes(of: PointIndex(places(IndexFileSoak.points)))
        for at in stride(from: 0, to: file.count, by: IndexFileSoak.step) {
            for bit in 0..<8 {
                file[at] ^= 1 << bit
                if fault(file) == nil { Issue.record("bit \(bit) of byte \(at)") }
                file[at] ^= 1 << bit
            }
        }
        #expect(fault(file) == nil)
    }

    @Test(
        "a file with valid checksums but invalid arrays is refused by verify",
        arguments: [("points.x", "points.x"), ("points.coordinate", "points.x"), ("tree.node", "tree.node")])
    func forged(section: String, named: String) throws {
        var forged = bytes(of: PointIndex(places(40)))
        let start = try #require(
            IndexFile(bytes: forged.span, name: "x").sections.first { $0.name == section }?.offset)
        for i in start..<start + 8 { forged.swapAt(i, i + 16) }
        #expect(
            fault(IndexFileForgery.sealed(forged))
                == .damaged(file: "x.waymark", fault: "section \(named) does not fit the points"))
    }

    @Test("bytes behind the last section are found by verify, although no checksum covers them")
    func hiddenBytes() {
        for hidden in [UInt8(0), 1] {
            var longer = bytes(of: PointIndex(places(40))) + [0, hidden, 0]
            for (place, byte) in withUnsafeBytes(of: UInt64(longer.count).littleEndian, Array.init).enumerated() {
                longer[16 + place] = byte
            }
            let expected = IndexFileError.damaged(file: "x.waymark", fault: "bytes between the sections are not 0")
            #expect(fault(IndexFileForgery.sealedHeader(longer)) == (hidden == 0 ? nil : expected))
        }
    }

    @Test("a false header with a valid checksum is refused")
    func lyingHeader() throws {
        let honest = bytes(of: PointIndex(places(40)))
        var generator = SplitMix64(seed: 5)
        let end = 64 + 56 * 6
        var opened = 0
        for _ in 0..<20_000 {
            var lying = honest
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let at = Int.random(in: 24..<end, using: &generator)
                lying[at] = Bool.random(using: &generator) ? .random(in: 0...255, using: &generator) : 0
            }
            // A missing number of sections cannot get a checksum.
            guard IndexFileForgery.number(lying, 32, bytes: 4) == 6 else { continue }
            let sealed = IndexFileForgery.sealedHeader(lying)
            guard let file = try? IndexFile(bytes: sealed.span, name: "x") else { continue }
            opened += 1
            _ = file.points.points(within: .kilometers(50), of: places(1)[0])
            _ = file.points.nearest(to: places(1)[0], count: 3)
        }
        #expect(opened > 0, "some lies concern nothing that opening looks at, such as a checksum")
    }
}

/// The extent of the index file's tests: all under `make soak`, a sample otherwise.
enum IndexFileSoak {
    private static let isAskedFor = ProcessInfo.processInfo.environment["WAYMARK_SOAK_QUERIES"] != nil
    /// The number of points for a file of 100 KB.
    static let points = 2100
    /// Every byte, or one of 97.
    static let step = isAskedFor ? 1 : 97
}
