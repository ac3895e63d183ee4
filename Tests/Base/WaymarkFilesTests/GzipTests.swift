import Foundation
import TestSupport
import Testing
import WaymarkFiles
import WaymarkText

@Suite("Gzip") struct GzipTests {
    /// What a source unpacks, `chunk` bytes at a time, both packed and unpacked.
    private static func unpacked(_ packed: some Sequence<UInt8>, chunk: Int = .max) throws -> ContiguousArray<UInt8> {
        var source = GzipSource([], MemorySource(packed, name: "x.gz", chunk: chunk))
        var bytes = ContiguousArray<UInt8>()
        while true {
            let held = bytes.count
            let taken = try source.read(upTo: min(chunk, 1 << 16), into: &bytes)
            #expect(taken == bytes.count - held && taken <= chunk)
            if taken == 0 { return bytes }
        }
    }

    private static func fault(_ packed: some Sequence<UInt8>, chunk: Int = .max) -> TableError? {
        do {
            _ = try unpacked(packed, chunk: chunk)
            return nil
        } catch {
            return error as? TableError
        }
    }

    private static let texts: [ContiguousArray<UInt8>] = {
        var generator = SplitMix64(seed: 1)
        return [
            [], ContiguousArray("a".utf8), ContiguousArray("경복궁, 창덕궁".utf8),
            ContiguousArray(repeating: 65, count: 100_000),
            ContiguousArray((0..<70_000).map { _ in UInt8.random(in: 0...255, using: &generator) }),
            ContiguousArray((0..<90_000).map { _ in UInt8.random(in: 48...57, using: &generator) }),
        ]
    }()

    @Test("what gzip packs is unpacked, of every kind of block", arguments: ["-1", "-6", "-9"])
    func unpacks(level: String) throws {
        for text in Self.texts {
            let packed = try gzip(text, ["-c", level])
            for chunk in [1000, .max] { #expect(try Self.unpacked(packed, chunk: chunk) == text) }
            // Two members, one after another, are both; zeros behind them are none.
            #expect(try Self.unpacked(packed + packed + [0, 0, 0], chunk: 999) == text + text)
        }
        #expect(try Self.unpacked(gzip("a,b\n".utf8), chunk: 1) == ContiguousArray("a,b\n".utf8))
    }

    @Test("a file that is cut off, altered or followed by others is refused; only where others begin is said")
    func refusals() throws {
        let text = ContiguousArray(String(repeating: "관광지 ", count: 300).utf8) + [1, 2, 3]
        let packed = try gzip(text, ["-c", "-9"])
        for count in packed.indices {
            let cutOff = TableError.damagedGzip(path: "x.gz", reason: "it is cut off")
            #expect(Self.fault(packed[..<count]) == cutOff)
            if count > 0 { #expect(Self.fault(packed[..<count], chunk: 1) == cutOff) }
        }
        var wrong = 0
        for bit in 0..<8 * packed.count {
            var altered = packed
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            if let found = try? Self.unpacked(altered), found != text { wrong += 1 }
        }
        #expect(wrong == 0)
        for end in [[0x61], [0, 0, 0x61, 0x62], [0x1F], Array("id,name\n".utf8)] as [[UInt8]] {
            let zeros = end.prefix { $0 == 0 }.count
            for chunk in [1, .max] {
                let other = TableError.damagedGzip(
                    path: "x.gz",
                    reason: "other bytes follow its end, from byte \(packed.count + zeros + 1)")
                #expect(Self.fault(packed + end, chunk: chunk) == other)
            }
        }
    }

    @Test("a file is recognised by its first bytes, and may say how large it is only if it is not packed")
    func files() throws {
        try withFolder { folder in
            let text = Self.texts[5]
            for (name, bytes) in [("plain", text), ("packed", try gzip(text)), ("one", [0x1F]), ("none", [])] {
                let path = folder + "/" + name
                try Data(bytes).write(to: URL(filePath: path))
                #expect(try FileSource(path: path).size == (name == "packed" ? nil : bytes.count))
                #expect(try FileSource.contents(of: path).bytes == (name == "packed" ? text : bytes))
                #expect(try FileSource.contents(of: path, unpacksGzip: false).bytes == bytes)
                #expect(try FileSource(path: path, unpacksGzip: false).size == bytes.count)
                // As a pipe has it, byte by byte.
                let pipe = Pipe()
                let source = try FileSource(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
                #expect(source.size == nil)
                let writer = Thread {
                    for byte in bytes.prefix(3) { try? pipe.fileHandleForWriting.write(contentsOf: [byte]) }
                    try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes.dropFirst(3)))
                    try? pipe.fileHandleForWriting.close()
                }
                writer.start()
                var read = ContiguousArray<UInt8>()
                while try source.read(upTo: 1 << 20, into: &read) > 0 {}
                #expect(read == (name == "packed" ? text : bytes))
            }
        }
    }

    @Test("contents of any size are unpacked in little memory")
    func memory() throws {
        let packed = try gzip([UInt8](repeating: 48, count: 30_000_000))
        var source = GzipSource([], MemorySource(packed))
        var (bytes, count) = (ContiguousArray<UInt8>(), 0)
        while try source.read(upTo: 4096, into: &bytes) > 0 {
            count += bytes.count
            bytes.removeAll(keepingCapacity: true)
        }
        #expect(count == 30_000_000 && bytes.capacity <= 8192)
    }

    @Test("an output is packed if that is asked for, and by its name only then: the same file however it is written")
    func outputs() throws {
        try withFolder { folder in
            for text in Self.texts {
                var files: [ContiguousArray<UInt8>] = []
                for piece in [7919, 1 << 20] {
                    let path = folder + "/out.csv.gz"
                    let file = try OutputFile(path: path, packing: .byName)
                    file.hash = XXH64()
                    for start in stride(from: 0, to: text.count, by: piece) {
                        try file.write(text.span.extracting(start..<min(start + piece, text.count)))
                    }
                    #expect(file.hash?.text == XXH64(text.span).text, "the hash is that of the contents")
                    try file.commit()
                    files.append(try FileSource.contents(of: path, unpacksGzip: false).bytes)
                    #expect(try FileSource.contents(of: path).bytes == text)
                    #expect(try gzip(files[0], ["-dc"]) == text, "as gzip unpacks it")
                }
                #expect(files[0] == files[1] && files[0].prefix(10).starts(with: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
            }
            do {
                let file = try OutputFile(path: folder + "/left.gz", packing: .byName)
                let text = Self.texts[2]
                try file.write(text.span)
            }
            #expect(try fileNames(folder) == ["out.csv.gz"])
            for (name, packing, isPacked) in [
                ("plain.gz", OutputFile.Packing.none, false), ("named", .byName, false), ("packed", .gzip, true),
            ] {
                let (file, text) = (try OutputFile(path: folder + "/" + name, packing: packing), Self.texts[2])
                try file.write(text.span)
                try file.commit()
                let bytes = try FileSource.contents(of: folder + "/" + name, unpacksGzip: false).bytes
                #expect(try (isPacked ? gzip(bytes, ["-dc"]) : bytes) == text)
            }
        }
    }

    #if os(Linux)
        @Test("a full device gives an error for a packed output too, at the latest when it is committed")
        func fullDevice() throws {
            try withFolder { folder in
                try FileManager.default.createSymbolicLink(
                    atPath: folder + "/full.gz", withDestinationPath: "/dev/full")
                for text in [Self.texts[2], Self.texts[4] + Self.texts[4] + Self.texts[4]] {
                    let file = try OutputFile(path: folder + "/full.gz", packing: .byName)
                    let error = #expect(throws: TableError.self) {
                        try file.write(text.span)
                        try file.commit()
                    }
                    #expect("\(try #require(error))".contains("No space left"))
                }
            }
        }
    #endif
}
