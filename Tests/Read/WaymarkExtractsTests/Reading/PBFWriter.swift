/// Writes messages as protocol buffers.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func varint(_ number: UInt64) {
        var number = number
        while number >= 0x80 {
            bytes.append(UInt8(number & 0x7F) | 0x80)
            number >>= 7
        }
        bytes.append(UInt8(number))
    }

    mutating func number(_ field: UInt64, _ number: Int64) {
        varint(field << 3)
        varint(UInt64(bitPattern: number))
    }

    mutating func signed(_ field: UInt64, _ number: Int64) { self.number(field, Self.zigzag(number)) }

    mutating func message(_ field: UInt64, _ contents: some Collection<UInt8>) {
        varint(field << 3 | 2)
        varint(UInt64(contents.count))
        bytes += contents
    }

    mutating func message(_ field: UInt64, _ write: (inout WireWriter) -> Void) {
        var writer = WireWriter()
        write(&writer)
        message(field, writer.bytes)
    }

    mutating func list(_ field: UInt64, _ numbers: [Int64]) {
        message(field) { for number in numbers { $0.varint(UInt64(bitPattern: number)) } }
    }

    /// A list of the differences between numbers.
    mutating func differences(_ field: UInt64, _ numbers: [Int64]) {
        list(field, zip(numbers, [0] + numbers).map { Self.zigzag($0 &- $1) })
    }

    static func zigzag(_ number: Int64) -> Int64 { number << 1 ^ number >> 63 }
}

/// An object of a test.
enum MapObject {
    /// Its coordinate in 1e-7 degrees.
    case node(Int64, latitude: Int64, longitude: Int64, tags: [String] = [])
    case way(Int64, [Int64], tags: [String] = [])
    /// Members are such as `w12/outer`.
    case relation(Int64, [String], tags: [String] = [])
}

/// Writes extracts as PBF, in the forms that a reader must know.
struct PBFWriter {
    var isDense = true
    var isPacked = true
    var granularity: Int64 = 100
    var offset: (latitude: Int64, longitude: Int64) = (0, 0)
    /// Points of the nodes of ways, in 1e-7 degrees.
    var wayPoint: (latitude: Int64, longitude: Int64)?
    var isVisible: Bool?
    var required = ["OsmSchema-V0.6", "DenseNodes"]
    var optional: [String] = []

    /// A whole file, with a block for each list of objects.
    func file(_ blocks: [[MapObject]]) -> [UInt8] {
        blob("OSMHeader", header()) + blocks.flatMap { blob("OSMData", block($0)) }
    }

    func header() -> [UInt8] {
        var header = WireWriter()
        header.message(1) {
            for (field, side) in [(UInt64(1), 129.04), (2, 129.07), (3, 35.16), (4, 35.14)] {
                $0.signed(field, Int64((side * 1e9).rounded()))
            }
        }
        for feature in required { header.message(4, feature.utf8) }
        for feature in optional { header.message(5, feature.utf8) }
        header.number(32, 1_737_321_696)
        return header.bytes
    }

    func blob(_ kind: String, _ contents: [UInt8]) -> [UInt8] {
        var blob = WireWriter()
        if isPacked {
            blob.number(2, Int64(contents.count))
            blob.message(3, Self.zlib(contents))
        } else {
            blob.message(1, contents)
        }
        return Self.blob(kind, blob: blob.bytes)
    }

    static func blob(_ kind: String, blob: [UInt8]) -> [UInt8] {
        var head = WireWriter()
        head.message(1, kind.utf8)
        head.number(3, Int64(blob.count))
        return [0, 0, 0, UInt8(head.bytes.count)] + head.bytes + blob
    }

    /// Bytes in zlib's format, not made smaller.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes { (a, b) = ((a + UInt32(byte)) % 65521, (b + (a + UInt32(byte)) % 65521) % 65521) }
        for start in stride(from: 0, to: max(1, bytes.count), by: 65535) {
            let piece = bytes[start..<min(start + 65535, bytes.count)]
            let (low, high) = (UInt8(piece.count & 0xFF), UInt8(piece.count >> 8))
            packed += [piece.endIndex == bytes.count ? 1 : 0, low, high, ~low, ~high] + piece
        }
        return packed + [UInt8(b >> 8), UInt8(b & 0xFF), UInt8(a >> 8), UInt8(a & 0xFF)]
    }

    // MARK: Blocks

    func block(_ objects: [MapObject]) -> [UInt8] {
        var texts = [""]
        func number(_ text: String) -> Int64 {
            if let index = texts.dropFirst().firstIndex(of: text) { return Int64(index) }
            texts.append(text)
            return Int64(texts.count - 1)
        }
        var group = WireWriter()
        var nodes: [(id: Int64, latitude: Int64, longitude: Int64, tags: [Int64])] = []
        for object in objects {
            switch object {
            case .node(let id, let latitude, let longitude, let tags):
                let (latitude, longitude) = (value(latitude, offset.latitude), value(longitude, offset.longitude))
                let tags = tags.map(number)
                nodes.append((id, latitude, longitude, tags))
                if isDense { continue }
                group.message(1) {
                    $0.signed(1, id)
                    writeTags(tags, &$0)
                    $0.signed(8, latitude)
                    $0.signed(9, longitude)
                }
            case .way(let id, let refs, let tags):
                let tags = tags.map(number)
                group.message(3) {
                    $0.number(1, id)
                    writeTags(tags, &$0)
                    $0.differences(8, refs)
                    if let wayPoint {
                        $0.differences(9, refs.map { _ in wayPoint.latitude })
                        $0.differences(10, refs.map { _ in wayPoint.longitude })
                    }
                }
            case .relation(let id, let members, let tags):
                let tags = tags.map(number)
                let parts = members.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
                group.message(4) {
                    $0.number(1, id)
                    writeTags(tags, &$0)
                    $0.list(8, parts.map { number(String($0[1])) })
                    $0.differences(9, parts.map { Int64($0[0].dropFirst())! })
                    $0.list(10, parts.map { ["n": 0, "w": 1, "r": 2][$0[0].first]! })
                }
            }
        }
        if isDense, !nodes.isEmpty {
            group.message(2) {
                $0.differences(1, nodes.map(\.id))
                if let isVisible { $0.message(5) { $0.list(6, nodes.map { _ in isVisible ? 1 : 0 }) } }
                $0.differences(8, nodes.map(\.latitude))
                $0.differences(9, nodes.map(\.longitude))
                if nodes.contains(where: { !$0.tags.isEmpty }) { $0.list(10, nodes.flatMap { $0.tags + [0] }) }
            }
        }
        var block = WireWriter()
        block.message(2, group.bytes)
        block.message(1) { for text in texts { $0.message(1, text.utf8) } }
        block.number(17, granularity)
        block.number(19, offset.latitude)
        block.number(20, offset.longitude)
        return block.bytes
    }

    private func value(_ units: Int64, _ offset: Int64) -> Int64 { (units * 100 - offset) / granularity }

    private func writeTags(_ tags: [Int64], _ object: inout WireWriter) {
        object.list(2, stride(from: 0, to: tags.count, by: 2).map { tags[$0] })
        object.list(3, stride(from: 1, to: tags.count, by: 2).map { tags[$0] })
        if let isVisible { object.message(4) { $0.number(6, isVisible ? 1 : 0) } }
    }
}
