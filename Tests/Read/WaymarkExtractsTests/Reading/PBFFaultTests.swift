import Testing
import WaymarkExtracts
import WaymarkFiles
import WaymarkText

@Suite("Faults of PBF")
struct PBFFaultTests {
    private static let plain = PBFWriter(isPacked: false)
    private static let header = plain.blob("OSMHeader", plain.header())

    /// The error of a file with a block.
    private func message(block write: (inout WireWriter) -> Void) -> String {
        var block = WireWriter()
        write(&block)
        return errorText(Self.header + Self.plain.blob("OSMData", block.bytes))
    }

    /// The error of a file with a group of objects.
    private func message(group write: (inout WireWriter) -> Void) -> String {
        message(block: { block in
            block.message(1) { for text in ["", "a"] { $0.message(1, text.utf8) } }
            block.message(2, write)
        })
    }

    /// The error of a blob with these fields.
    private func message(blob write: (inout WireWriter) -> Void) -> String {
        var blob = WireWriter()
        write(&blob)
        return errorText(Self.header + PBFWriter.blob("OSMData", blob: blob.bytes))
    }

    @Test("other packings than zlib are named")
    func packings() {
        for (field, name) in [(UInt64(4), "lzma"), (5, "bzip2"), (6, "lz4"), (7, "zstd")] {
            #expect(
                message(blob: {
                    $0.number(2, 100)
                    $0.message(field, [1, 2, 3])
                })
                    == "test.osm: a block packed by \(name) cannot be read; pack it by zlib: osmium cat FILE -o NEW.osm.pbf"
            )
        }
    }

    @Test("a file cut off anywhere is an error with its byte, or ends between blocks")
    func cut() {
        let objects: [MapObject] = [.node(1, latitude: 2, longitude: 3, tags: ["a", "b"]), .way(1, [1])]
        for writer in [PBFWriter(), PBFWriter(isPacked: false)] {
            let (file, head) = (writer.file([objects, objects]), writer.file([]).count)
            let ends = [head, head + (file.count - head) / 2]
            for count in 1..<file.count {
                let text = errorText(Array(file.prefix(count)))
                #expect(ends.contains(count) == text.hasPrefix("no error"), "\(count): \(text)")
                if count > head, !ends.contains(count) {
                    #expect(text.contains("damaged or cut off at byte"), "\(count): \(text)")
                }
            }
        }
    }

    @Test("sizes beyond the limits of the format, and beyond the file, are not believed")
    func sizes() {
        let start = Self.header.count
        func damaged(_ bytes: [UInt8]) -> String { errorText(Self.header + bytes) }
        #expect(
            damaged([0, 1, 0, 1]) == """
                test.osm: damaged or cut off at byte \(start): a block's header of 65537 bytes, where 65536 are allowed; \
                download it again
                """)
        #expect(
            damaged([0, 0, 1, 0, 1]).contains("at byte \(start): the file ends within a block's header of 256 bytes"))
        #expect(damaged([0, 0]).contains("at byte \(start): 2 bytes behind the last block"))
        var head = WireWriter()
        head.message(1, "OSMData".utf8)
        for (size, fault) in [
            (Int64(33_554_433), "a block of 33554433 bytes, where 33554432 are allowed"),
            (-1, "a block of 18446744073709551615 bytes"), (1000, "the file ends 0 bytes into a block of 1000"),
        ] {
            var whole = head
            whole.number(3, size)
            #expect(damaged([0, 0, 0, UInt8(whole.bytes.count)] + whole.bytes).contains(fault))
        }
        #expect(damaged([0, 0, 0, UInt8(head.bytes.count)] + head.bytes).contains("without a kind or a size"))
        for (size, fault) in [
            (Int64(33_554_433), "a block of 33554433 bytes"), (-5, "bytes, where 33554432 are allowed"),
            (30_000_000, "packed bytes cannot hold 30000000"), (2, "damaged zlib: more than 2 bytes"),
            (4, "damaged zlib: 3 bytes instead of 4"),
        ] {
            let text = message(blob: {
                $0.number(2, size)
                $0.message(3, PBFWriter.zlib([1, 2, 3]))
            })
            #expect(text.contains(fault), "\(text)")
        }
        #expect(message(blob: { $0.message(3, PBFWriter.zlib([1])) }).contains("a packed block without a size"))
        #expect(message(blob: { $0.number(2, 1) }).contains("a block without contents"))
    }

    @Test("damaged zlib is found by its checksum, and what follows it is not passed over")
    func checksums() {
        var packed = PBFWriter.zlib(Array("many bytes".utf8))
        packed[10] ^= 1
        let text = message(blob: {
            $0.number(2, 10)
            $0.message(3, packed)
        })
        #expect(text.contains("damaged zlib: incorrect data check"))
        let more = message(blob: {
            $0.number(2, 10)
            $0.message(3, PBFWriter.zlib(Array("many bytes".utf8)) + [0])
        })
        #expect(more.contains("damaged zlib: other bytes follow its end"))
    }

    @Test("faults of the encoding are errors at their byte")
    func encoding() {
        for (bytes, fault) in [
            ([0x12, 0x80], "the message ends within a number"),
            ([0x12, 0x05, 0x00], "field 2 is longer than what it is in"),
            ([0x02, 0x00], "a field without a number"), ([0x13], "field 2 has no length"),
            ([0x1B], "field 3 is of a form that does not exist: 3"), ([0x19, 1, 2], "the message ends within field 3"),
            (
                [0x88, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
                "a number of more than 64 bits"
            ),
            ([0x88, 0x01, 0x00], "a granularity of 0"),
        ] as [([UInt8], String)] {
            let text = errorText(Self.header + Self.plain.blob("OSMData", bytes))
            #expect(text.contains(fault), "\(text)")
        }
        // Where the text behind the end would be
        let blob = Self.plain.blob("OSMData", [0x12, 0x05, 0x00])
        let place = Self.header.count + blob.count - 1
        #expect(errorText(Self.header + blob).contains("at byte \(place):"))
        let packed = PBFWriter().blob("OSMData", [0x12, 0x05, 0x00])
        #expect(errorText(Self.header + packed).contains("at byte 2 of what is packed there"))
    }

    @Test("lists that do not fit together, and texts that are not there, are errors")
    func lists() {
        #expect(message(group: { $0.message(2) { $0.differences(1, [1]) } }).contains("ends within a number"))
        #expect(
            message(group: { $0.message(2) { for field in [8, 9] { $0.differences(UInt64(field), [1]) } } })
                .contains("more coordinates than nodes"))
        func nodes(_ tags: [Int64]) -> String {
            message(group: {
                $0.message(2) {
                    for field in [1, 8, 9] { $0.differences(UInt64(field), [1]) }
                    $0.list(10, tags)
                }
            })
        }
        #expect(nodes([1, 2, 0]).contains("text 2 of a block that has 2 texts"))
        #expect(nodes([-1, 1, 0]).contains("text 18446744073709551615 of a block that has 2 texts"))
        #expect(nodes([1, 1, 0, 0]).contains("more tags than nodes"))
        #expect(nodes([1, 1]).contains("ends within a number"))
        func relation(_ roles: [Int64], _ ids: [Int64], _ kinds: [Int64]) -> String {
            message(group: {
                $0.message(4) {
                    $0.number(1, 5)
                    $0.list(8, roles)
                    $0.differences(9, ids)
                    $0.list(10, kinds)
                }
            })
        }
        #expect(relation([1], [5], [1]).hasPrefix("no error"))
        #expect(relation([2], [5], [1]).contains("text 2 of a block"))
        #expect(relation([1], [5], [3]).contains("a member of an unknown kind: 3"))
        #expect(relation([1, 1], [5], [1]).contains("more roles or kinds than members"))
        #expect(relation([1], [5, 6], [1, 1]).contains("ends within a number"))
        func way(_ write: @escaping (inout WireWriter) -> Void) -> String { message(group: { $0.message(3, write) }) }
        #expect(way { $0.list(2, []) }.contains("a way without an id"))
        #expect(
            way {
                $0.number(1, 1)
                $0.list(2, [1])
            }.contains("ends within a number"))
        #expect(
            way {
                $0.number(1, 1)
                $0.list(3, [1])
            }.contains("more values than keys"))
        #expect(
            way {
                $0.differences(8, [1])
                $0.differences(8, [1])
            }.contains("a list in pieces"))
        #expect(message(group: { $0.message(1) { $0.signed(1, 5) } }).contains("a node without an id or a coordinate"))
        #expect(message(group: { $0.message(4) { $0.list(2, []) } }).contains("a relation without an id"))
    }

    @Test("deleted objects, history and unknown features are refused by name")
    func refused() {
        let objects: [[MapObject]] = [[.node(1, latitude: 1, longitude: 1), .way(1, [])]]
        let history =
            "test.osm: a file with deleted objects or old versions (history) cannot be read; "
            + "take the present of it: osmium time-filter FILE -o NEW.osm.pbf"
        for isDense in [true, false] {
            #expect(
                errorText(PBFWriter(isDense: isDense, isVisible: false).file(objects)) == history)
        }
        #expect(
            errorText(PBFWriter(required: ["OsmSchema-V0.6", "HistoricalInformation"]).file([]))
                == history)
        #expect(
            errorText(PBFWriter(required: ["Sharding"]).file([]))
                == "test.osm: a file that needs the feature Sharding cannot be read")
        let writer = PBFWriter()
        let end = writer.file([]).count
        #expect(
            errorText(writer.file([]) + writer.file([]))
                == """
                test.osm: a second extract in the same file, from byte \(end) cannot be read; \
                make one of both: osmium merge A B -o NEW.osm.pbf
                """)
        #expect(
            errorText(writer.blob("OSMData", writer.block(objects[0])))
                .contains("damaged or cut off at byte 0: its first block is not a header"))
    }

    @Test("any changed byte gives blocks or an error, the same for any number of threads")
    func changed() throws {
        let objects: [MapObject] = [
            .node(1, latitude: 2, longitude: 3, tags: ["a", "b"]), .way(1, [1, 2], tags: ["a", "c"]),
            .relation(1, ["n1/x", "w1/"], tags: ["a", "b"]),
        ]
        var random = SplitMix64(seed: 59)
        for writer in [PBFWriter(isPacked: false), PBFWriter(isDense: false, isPacked: false)] {
            let file = writer.file([objects, objects, objects])
            for index in file.indices {
                var changed = file
                changed[index] = UInt8.random(in: 0...255, using: &random)
                let once = result(changed, jobs: 1)
                #expect(result(changed, jobs: 3) == once)
            }
        }
    }

    /// What was taken, and the error.
    private func result(_ bytes: [UInt8], jobs: Int) -> [String] {
        var taken: [String] = []
        do throws(ExtractError) {
            let extract = try MapExtract(PositionedBytes(ContiguousArray(bytes)))
            try extract.read(.all, jobs: jobs) {
                "\($0.locations) \($0.nodes) \($0.ways) \($0.relations) \($0.tags) \($0.refs) \($0.members)"
            } take: { part, end in
                taken.append("\(end) \(part)")
            }
        } catch {
            taken.append("\(error)")
        }
        return taken
    }
}
