import Foundation
import TestSupport
import Testing
import WaymarkFiles

@Suite("ZIP archives")
struct ZipArchiveTests {
    /// The bytes of an archive as we write it.
    private static func archive(
        _ files: [(String, ContiguousArray<UInt8>)], longFrom: Int = 0xFFFF_FFFF
    ) throws -> ContiguousArray<UInt8> {
        let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).zip").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let output = try OutputFile(path: path)
        let writer = ZipWriter(output, longFrom: longFrom)
        for (name, bytes) in files { try writer.add(name, bytes.span) }
        try writer.end()
        try output.commit()
        return try FileSource.contents(of: path).bytes
    }

    /// The files of an archive, by name.
    private static func contents(_ bytes: ContiguousArray<UInt8>) throws -> [String: ContiguousArray<UInt8>] {
        let archive = try ZipArchive(PositionedBytes(bytes))
        return Dictionary(
            uniqueKeysWithValues: try archive.entries.map { ($0.name, try archive.contents(of: $0, limit: 1 << 24)) })
    }

    private static func reason(_ bytes: ContiguousArray<UInt8>) -> String? {
        do {
            _ = try contents(bytes)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let files: [(String, ContiguousArray<UInt8>)] = [
        ("a.txt", ContiguousArray("경복궁".utf8)), ("empty", []),
        ("folder/사진.jpg", ContiguousArray(repeating: 7, count: 300_000)),
    ]

    /// Runs a line of Python with an archive as its argument; nil where there is no Python.
    private static func python(_ line: String, _ bytes: ContiguousArray<UInt8>?) throws -> (Int32, Data) {
        let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        if let bytes { try Data(bytes).write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", line, file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        if bytes == nil, let made = try? Data(contentsOf: file) { return (process.terminationStatus, made) }
        return (process.terminationStatus, data)
    }

    @Test(
        "what is written is read, here and by Python, also with numbers of 64 bits",
        arguments: [0xFFFF_FFFF, 200_000, 30, 0])
    func roundTrip(longFrom: Int) throws {
        let bytes = try Self.archive(Self.files, longFrom: longFrom)
        #expect(try Self.contents(bytes) == Dictionary(uniqueKeysWithValues: Self.files))
        #expect(try bytes == Self.archive(Self.files, longFrom: longFrom), "the same files give the same bytes")
        let (status, data) = try Self.python(
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
                + "print([(i.filename, i.file_size) for i in z.infolist()])", bytes)
        #expect(status == 0)
        #expect(
            String(decoding: data, as: UTF8.self) == "[('a.txt', 9), ('empty', 0), ('folder/사진.jpg', 300000)]\n")
    }

    @Test("more than 65 535 files are counted with 64 bits")
    func manyFiles() throws {
        let files = (0..<66_000).map { ("\($0)", ContiguousArray<UInt8>()) }
        let bytes = try Self.archive(files)
        #expect(try ZipArchive(PositionedBytes(bytes)).entries.count == 66_000)
        let (_, data) = try Self.python(
            "import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).infolist()))", bytes)
        #expect(String(decoding: data, as: UTF8.self) == "66000\n")
    }

    @Test("what Python packs is unpacked: deflated, with folders, with sizes behind the bytes")
    func foreign() throws {
        let (status, data) = try Self.python(
            """
            import sys, zipfile
            class Pipe:
                def __init__(self, f): self.f = f
                def write(self, b): return self.f.write(b)
                def flush(self): pass
            with open(sys.argv[1], "wb") as f:
                z = zipfile.ZipFile(Pipe(f), "w", zipfile.ZIP_DEFLATED)
                z.writestr("doc/", "")
                z.writestr("doc/a.kml", "<kml>" * 20000)
                z.writestr("b", "b")
                z.close()
            """, nil)
        #expect(status == 0)
        let found = try Self.contents(ContiguousArray(data))
        #expect(found.keys.sorted() == ["b", "doc/a.kml"])
        #expect(found["doc/a.kml"] == ContiguousArray(String(repeating: "<kml>", count: 20_000).utf8))
    }

    @Test(
        "names that lead out of a folder, repeat, or are no text are refused",
        arguments: ["../a", "a/../../b", "/etc/passwd", "a//b", ".", "", "C:x", "a\\b", "a\nb", "./a", "a/."])
    func names(name: String) throws {
        let reason = try Self.reason(Self.archive([(name, [1])]))
        #expect(reason?.contains("has a name") == true, "\(reason ?? "accepted")")
    }

    @Test("a name that is there twice, a link, an encrypted file and a file too tightly packed are refused")
    func refusals() throws {
        #expect(
            try Self.reason(Self.archive([("a", [1]), ("b", [2]), ("a", [3])]))?.contains("is there twice") == true)
        let plain = try Self.archive([("a", [1])])
        let list = plain.count - 22 - 47
        func changed(_ change: (inout ContiguousArray<UInt8>) -> Void) -> String? {
            var bytes = plain
            change(&bytes)
            return Self.reason(bytes)
        }
        #expect(changed { $0[list + 41] = 0xA1 }?.contains("is a link") == true)
        #expect(changed { $0[list + 41] = 0x21 }?.contains("neither a file nor a folder") == true)
        #expect(changed { $0[list + 41] = 0x41 }?.contains("without a slash") == true)
        #expect(changed { $0[list + 8] = 1 }?.contains("is encrypted") == true)
        #expect(changed { $0[list + 10] = 12 }?.contains("unsupported method 12") == true)
        #expect(changed { $0[list + 24] = 2 }?.contains("two sizes") == true)
        #expect(changed { $0[list + 42] = 1 }?.contains("own header") == true)
        #expect(
            changed {
                $0[6] = 0; $0[7] = 0
            }?.contains("own header") == true)
        #expect(changed { $0[31] = 2 }?.contains("is damaged") == true)
        #expect(changed { $0[30] = 0x62 }?.contains("own header") == true)
        let (_, bomb) = try Self.python(
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED); "
                + "z.writestr('bomb', b'0' * (1 << 22)); z.close()", nil)
        #expect(Self.reason(ContiguousArray(bomb))?.contains("would become 4194304 bytes") == true)
    }

    @Test("files that overlap are refused")
    func overlap() throws {
        // Both entries of the list lead to the first file.
        var bytes = try Self.archive([("a", [1, 2]), ("a", [1, 2])])
        let list = bytes.count - 22 - 2 * 47
        bytes[list + 47 + 42] = 0
        bytes[list + 47 + 46] = 0x61
        #expect(Self.reason(bytes) != nil)
        // Under another name, whose header is within the first file.
        var inner = ContiguousArray<UInt8>([0x50, 0x4B, 3, 4, 20, 0, 0, 8, 0, 0, 0, 0, 33, 0])
        let sum = CRC32(ContiguousArray<UInt8>([9]).span).value
        for place in 0..<4 { inner.append(UInt8(truncatingIfNeeded: sum >> UInt32(8 * place))) }
        inner += [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0x62, 9]
        var nested = try Self.archive([("a", inner), ("b", [9])])
        #expect(Self.reason(nested) == nil)
        nested[nested.count - 22 - 47 + 42] = 31
        #expect(Self.reason(nested)?.contains("overlaps") == true)
    }

    /// The own header of an entry, or that of the list, which leads to `header`.
    private static func header(
        _ name: String, flags: UInt32 = 1 << 11, method: UInt32 = 0, checksum: UInt32, sizes: (UInt32, UInt32),
        extra: ContiguousArray<UInt8> = [], at header: Int? = nil
    ) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        func add(_ number: UInt32, _ width: Int) {
            for place in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * place))) }
        }
        add(header == nil ? 0x0403_4B50 : 0x0201_4B50, 4)
        if header != nil { add(20, 2) }
        for field in [20, flags, method, 0, 0] { add(field, 2) }
        for field in [checksum, sizes.0, sizes.1] { add(field, 4) }
        add(UInt32(name.utf8.count), 2)
        add(UInt32(extra.count), 2)
        if let header {
            for width in [2, 2, 2, 4] { add(0, width) }
            add(UInt32(header), 4)
        }
        return bytes + Array(name.utf8) + extra
    }

    /// An archive of these bytes, with a list.
    private static func archive(_ files: ContiguousArray<UInt8>, _ list: [ContiguousArray<UInt8>]) -> ContiguousArray<
        UInt8
    > {
        let joined = ContiguousArray(list.joined())
        var end: ContiguousArray<UInt8> = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, UInt8(list.count), 0, UInt8(list.count), 0]
        for number in [joined.count, files.count] {
            for place in 0..<4 { end.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        return files + joined + end + [0, 0]
    }

    @Test("a file within the name or the extra field of another is refused: only its header and its bytes were counted")
    func overlapOfHeaders() {
        let (one, nine) = (ContiguousArray<UInt8>([1]), ContiguousArray<UInt8>([9]))
        let sums = (CRC32(one.span).value, CRC32(nine.span).value)
        let inner = Self.header("b", checksum: sums.1, sizes: (1, 1)) + nine
        let extra: ContiguousArray<UInt8> = [0xFE, 0xCA, UInt8(inner.count), 0] + inner
        func list(_ first: String, _ place: Int) -> [ContiguousArray<UInt8>] {
            [
                Self.header(first, checksum: sums.0, sizes: (1, 1), at: 0),
                Self.header("b", checksum: sums.1, sizes: (1, 1), at: place),
            ]
        }
        // The list has no extra field.
        let within = Self.header("a", checksum: sums.0, sizes: (1, 1), extra: extra) + one
        #expect(Self.reason(Self.archive(within, list("a", 35)))?.contains("\"b\" overlaps") == true)
        // The header begins with the last two letters of the name.
        let named =
            Self.header("aaPK", checksum: sums.0, sizes: (1, 1), extra: ContiguousArray(inner.dropFirst(2))) + one
        #expect(Self.reason(Self.archive(named, list("aaPK", 32)))?.contains("\"b\" overlaps") == true)
        // One behind the other, with extra fields, is right.
        let apart = Self.header("a", checksum: sums.0, sizes: (1, 1), extra: [0xFE, 0xCA, 0, 0]) + one + inner
        #expect(Self.reason(Self.archive(apart, list("a", 36))) == nil)
    }

    @Test("a file within the sizes behind the bytes of another is refused")
    func overlapOfDescriptors() {
        // The checksum and the sizes of the first are the beginning of the header of the second.
        let second = Self.header("b", flags: 0, method: 8, checksum: 0, sizes: (2, 0)) + [3, 0]
        let flags: UInt32 = 1 << 11 | 8
        let first =
            Self.header("a", flags: flags, method: 8, checksum: 0, sizes: (0, 0)) + [UInt8](repeating: 0, count: 20)
        let list = [
            Self.header("a", flags: flags, method: 8, checksum: 0x0403_4B50, sizes: (20, 8), at: 0),
            Self.header("b", flags: 0, method: 8, checksum: 0, sizes: (2, 0), at: 51),
        ]
        #expect(Self.reason(Self.archive(first + second, list))?.contains("\"b\" overlaps") == true)
        // Behind them, in each of their forms, it is right.
        let packed: ContiguousArray<UInt8> = [3, 0]
        for (signature, width) in [(true, 4), (false, 4), (true, 8), (false, 8)] {
            var sizes: ContiguousArray<UInt8> = signature ? [0x50, 0x4B, 7, 8] : []
            sizes += [0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 2 * width - 1)
            let first = Self.header("a", flags: flags, method: 8, checksum: 0, sizes: (0, 0)) + packed + sizes
            func list(_ place: Int) -> [ContiguousArray<UInt8>] {
                [
                    Self.header("a", flags: flags, method: 8, checksum: 0, sizes: (2, 0), at: 0),
                    Self.header("b", flags: 0, method: 8, checksum: 0, sizes: (2, 0), at: place),
                ]
            }
            #expect(Self.reason(Self.archive(first + second, list(first.count))) == nil)
        }
    }

    @Test("a file whose bytes or whose extra field reach into the list is refused")
    func overlapOfList() {
        let nine = ContiguousArray<UInt8>([9])
        let sum = CRC32(nine.span).value
        let list = [Self.header("b", checksum: sum, sizes: (1, 1), at: 0)]
        let whole = Self.header("b", checksum: sum, sizes: (1, 1)) + nine
        #expect(Self.reason(Self.archive(whole, list)) == nil)
        #expect(Self.reason(Self.archive(ContiguousArray(whole.dropLast()), list))?.contains("own header") == true)
        let long = Self.header("b", checksum: sum, sizes: (1, 1), extra: [1, 2]).dropLast(2) + nine
        #expect(Self.reason(Self.archive(ContiguousArray(long), list))?.contains("own header") == true)
    }

    @Test("an archive that is cut off or altered anywhere is refused or has the same files, and never traps")
    func damage() throws {
        let files = Self.files.map { ($0.0, ContiguousArray($0.1.prefix(40))) }
        let bytes = try Self.archive(files)
        for count in bytes.indices {
            #expect(throws: ZipError.self) { try ZipArchive(PositionedBytes(ContiguousArray(bytes[..<count]))) }
        }
        for bit in 0..<8 * bytes.count {
            var altered = bytes
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            guard let found = try? Self.contents(altered) else { continue }
            #expect(found == Dictionary(uniqueKeysWithValues: files), "bit \(bit)")
        }
    }

    @Test("random bytes behind a plausible start never trap")
    func randomBytes() throws {
        var random = SplitMix64(seed: 5)
        let bytes = try Self.archive(Self.files.map { ($0.0, ContiguousArray($0.1.prefix(40))) }, longFrom: 30)
        for _ in 0..<20_000 {
            var altered = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                altered[Int.random(in: altered.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? Self.contents(altered)
        }
    }

    @Test("the CRC-32 is that of the published check value, in pieces too")
    func checksum() {
        #expect(CRC32(ContiguousArray("123456789".utf8).span).value == 0xCBF4_3926)
        for cut in 0...9 {
            var sum = CRC32()
            sum.update(ContiguousArray("123456789".utf8.prefix(cut)).span)
            sum.update(ContiguousArray("123456789".utf8.dropFirst(cut)).span)
            #expect(sum.value == 0xCBF4_3926)
        }
    }

    @Test("bytes at any position are those of the file, and a pipe is read into memory")
    func positioned() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data((0..<200).map { UInt8($0) }).write(to: URL(filePath: path))
        let file = try PositionedBytes(contentsOf: path)
        #expect(try file.count == 200 && file.bytes(at: 190, count: 10) == ContiguousArray(190..<200))
        try Data([1]).write(to: URL(filePath: path))
        #expect(try PositionedBytes(contentsOf: "/dev/null").count == 0)
        #expect(throws: TableError.notFound(path: path + "x")) { try PositionedBytes(contentsOf: path + "x") }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        let open = try PositionedBytes(contentsOf: path)
        try handle.truncate(atOffset: 0)
        #expect(throws: TableError.readFailed(path: path, reason: "the file became shorter")) {
            try open.bytes(at: 0, count: 1)
        }
    }
}
