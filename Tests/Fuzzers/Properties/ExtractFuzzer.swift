import WaymarkExtracts
import WaymarkFiles

extension Fuzzer {
    /// `MapExtract`: any number of threads gives the same blocks and the same error, a second reading too, and each kind alone is
    /// what it is among all. An odd choice reads the bytes as a block behind a header, so that no checksum is in the way.
    static let extracts = Fuzzer("extracts", maxLength: 4096) { input in
        let (choice, bytes) = split(input)
        let file = choice & 1 == 0 ? bytes : headed(bytes)
        let whole = objects(file, .all, jobs: 1)
        try require(objects(file, .all, jobs: 3) == whole, "any number of threads gives the same")
        guard let extract = try? MapExtract(PositionedBytes(file)), whole.error == nil else { return }
        for _ in 0..<2 {
            for (contents, keep) in [
                (MapContents.locations, 0), (.taggedNodes, 1), (.ways, 2), (.relations, 3),
            ] {
                let alone = objects(extract, contents, jobs: 1)
                try require(alone.error == nil, "what is read among all is read alone")
                try require(alone.kinds[keep] == whole.kinds[keep], "each kind alone is what it is among all")
                try require(
                    alone.kinds.indices.allSatisfy { $0 == keep || alone.kinds[$0].isEmpty }, "nothing else is read")
            }
        }
    }

    /// What was read: the objects of each kind, and the error.
    private struct Objects: Equatable {
        var kinds: [[String]] = [[], [], [], []]
        var error: String?
    }

    private static func objects(_ bytes: ContiguousArray<UInt8>, _ contents: MapContents, jobs: Int) -> Objects {
        do throws(ExtractError) {
            return objects(try MapExtract(PositionedBytes(bytes)), contents, jobs: jobs)
        } catch {
            return Objects(error: "\(error)")
        }
    }

    private static func objects(_ extract: MapExtract, _ contents: MapContents, jobs: Int) -> Objects {
        var objects = Objects()
        do throws(ExtractError) {
            try extract.read(contents, jobs: jobs) {
                kinds(of: $0)
            } take: { kinds, _ in
                for index in kinds.indices { objects.kinds[index] += kinds[index] }
            }
        } catch {
            objects.error = "\(error)"
        }
        return objects
    }

    private static func kinds(of block: borrowing MapBlock) -> [[String]] {
        let block = copy block
        func tags(_ range: Range<Int>) -> String {
            block.tags[range].map { "\(block.strings.text(of: $0.key))=\(block.strings.text(of: $0.value))" }
                .joined(separator: ",")
        }
        return [
            block.locations.map { "\($0)" }, block.nodes.map { "\($0.id) \($0.point) \(tags($0.tags))" },
            block.ways.map { "\($0.id) \(block.refs[$0.refs]) \(tags($0.tags))" },
            block.relations.map {
                let roles = block.members[$0.members].map { "\($0.kind) \($0.id) \(block.strings.text(of: $0.role))" }
                return "\($0.id) \(roles) \(tags($0.tags))"
            },
        ]
    }

    /// A file of a header and one block, which is not packed.
    private static func headed(_ block: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
        func message(_ field: UInt8, _ contents: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
            [field << 3 | 2] + length(contents.count) + contents
        }
        func length(_ count: Int) -> ContiguousArray<UInt8> {
            count < 0x80 ? [UInt8(count)] : [UInt8(count & 0x7F) | 0x80, UInt8(count >> 7)]
        }
        func blob(_ kind: String, _ contents: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
            let blob = message(1, contents)
            let head = message(1, ContiguousArray(kind.utf8)) + [0x18] + length(blob.count)
            return [0, 0, 0, UInt8(head.count)] + head + blob
        }
        return blob("OSMHeader", message(4, ContiguousArray("OsmSchema-V0.6".utf8))) + blob("OSMData", block)
    }
}
