import WaymarkGeodesy
import WaymarkText

/// The header of an index file: its format, its size and its sections.
///
/// Numbers are in the byte order of the machine that wrote them:
///
/// | offset | bytes | |
/// |---|---|---|
/// | 0 | 8 | `89 57 4D 49 0D 0A 1A 0A`, which a transfer as text would change |
/// | 8 | 4 | 0x01020304 |
/// | 12 | 4 | version of the format |
/// | 16 | 8 | bytes in the file |
/// | 24 | 8 | points |
/// | 32 | 4 | sections |
/// | 36 | 4 | 0 |
/// | 40 | 8 | XXH64 of the header and the table, with these eight bytes 0 |
/// | 48 | 16 | 0 |
///
/// The table follows, 56 bytes per section: name in ASCII, padded with 0 (32), offset (8), size in bytes (8), XXH64
/// (8). Sections begin at multiples of 64, in the order of the table, with zeros between them.
struct IndexFileHeader {
    static let magic: [UInt8] = [0x89, 0x57, 0x4D, 0x49, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let byteOrder: UInt32 = 0x0102_0304
    private static let headSize = 64
    private static let entrySize = 56
    private static let nameSize = 32
    private static let checksumOffset = 40
    private static let maxSections = 1024

    let count: Int
    let sections: [IndexFile.Section]

    /// The size of a header with its table, in bytes.
    static func size(sections: Int) -> Int { headSize + entrySize * sections }

    // MARK: Reading

    /// Reads and checks the header of a file.
    ///
    /// - Complexity: O(1).
    init(_ memory: IndexMemory, file: String) throws(IndexFileError) {
        let bytes = IndexFileBytes(memory, 0, count: memory.count)
        guard bytes.withBytes({ IndexFile.isIndexFile($0) }) else {
            if bytes.withBytes({ $0.count > 1 && $0[0] == 0x1F && $0[1] == 0x8B }) {
                throw .cannotOpen(
                    file: file, reason: "it is packed by gzip, but an index file is mapped into memory: unpack it first"
                )
            }
            throw .notIndexFile(file: file)
        }
        guard bytes.count >= Self.headSize else { throw .tooShort(file: file, size: bytes.count) }
        let order = bytes.load(8, as: UInt32.self)
        guard order != Self.byteOrder.byteSwapped else { throw .otherByteOrder(file: file) }
        guard order == Self.byteOrder else { throw .damaged(file: file, fault: "the header has no valid byte order") }
        let version = bytes.load(12, as: UInt32.self)
        guard version == IndexFile.version else {
            throw .otherVersion(file: file, found: version, known: IndexFile.version)
        }
        let size = bytes.load(16, as: UInt64.self)
        guard size == UInt64(bytes.count) else { throw .wrongSize(file: file, expected: size, found: bytes.count) }
        let sectionCount = Int(bytes.load(32, as: UInt32.self))
        guard sectionCount <= Self.maxSections, Self.size(sections: sectionCount) <= bytes.count else {
            throw .damaged(file: file, fault: "the header says \(sectionCount) sections")
        }
        var checksum = XXH64()
        let blank = ContiguousArray<UInt8>(repeating: 0, count: 8)
        bytes.withBytes(0..<Self.checksumOffset) { checksum.update($0) }
        checksum.update(blank.span)
        bytes.withBytes(Self.checksumOffset + 8..<Self.size(sections: sectionCount)) { checksum.update($0) }
        guard checksum.value == bytes.load(Self.checksumOffset, as: UInt64.self) else {
            throw .damaged(file: file, fault: "the checksum of the header is wrong (XXH64)")
        }
        let points = bytes.load(24, as: UInt64.self)
        guard points < UInt64(UInt32.max) else {
            throw .damaged(file: file, fault: "the header says \(points) points, but an index has fewer than 2^32")
        }
        var sections: [IndexFile.Section] = []
        var end = Self.size(sections: sectionCount)
        for number in 0..<sectionCount {
            let section = Self.section(bytes, Self.size(sections: number))
            guard let section, section.offset >= end, section.offset <= bytes.count - section.size,
                section.offset % IndexMemory.alignment == 0, !sections.contains(where: { $0.name == section.name })
            else { throw .damaged(file: file, fault: "section \(number + 1) has an impossible position") }
            end = section.offset + section.size
            sections.append(section)
        }
        (count, self.sections) = (Int(points), sections)
    }

    private static func section(_ bytes: IndexFileBytes, _ at: Int) -> IndexFile.Section? {
        let name = bytes.withBytes(at..<at + nameSize) { name in
            String(decoding: name.indices.map { name[$0] }.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let offset = Int(exactly: bytes.load(at + nameSize, as: UInt64.self)),
            let size = Int(exactly: bytes.load(at + nameSize + 8, as: UInt64.self)),
            offset <= bytes.count, size <= bytes.count
        else { return nil }
        return IndexFile.Section(
            name: name, offset: offset, size: size, checksum: bytes.load(at + nameSize + 16, as: UInt64.self))
    }

    // MARK: Writing

    /// The header of a file with sections of these names, sizes and checksums, in this order.
    init(count: Int, sections: [(name: String, size: Int, checksum: UInt64)]) {
        var end = Self.size(sections: sections.count)
        self.count = count
        self.sections = sections.map { section in
            let offset = aligned(end)
            end = offset + section.size
            return IndexFile.Section(
                name: section.name, offset: offset, size: section.size, checksum: section.checksum)
        }
    }

    /// The bytes of the header and the table.
    var bytes: ContiguousArray<UInt8> {
        var bytes = ContiguousArray(Self.magic)
        func append(_ number: some FixedWidthInteger) {
            unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
        }
        let end = sections.last.map { $0.offset + $0.size } ?? Self.size(sections: 0)
        append(Self.byteOrder)
        append(IndexFile.version)
        append(UInt64(end))
        append(UInt64(count))
        append(UInt32(sections.count))
        append(UInt32(0))
        for _ in 0..<3 { append(UInt64(0)) }
        for section in sections {
            let name = section.name.utf8
            precondition(
                name.count <= Self.nameSize, "the name of a section has \(name.count) bytes, more than \(Self.nameSize)"
            )
            bytes.append(contentsOf: name)
            bytes.append(contentsOf: repeatElement(0, count: Self.nameSize - name.count))
            append(UInt64(section.offset))
            append(UInt64(section.size))
            append(section.checksum)
        }
        let checksum = XXH64(bytes.span).value
        unsafe withUnsafeBytes(of: checksum) { value in
            for i in 0..<8 { bytes[Self.checksumOffset + i] = unsafe value[i] }
        }
        return bytes
    }
}

/// An array of an index, in memory and in a file.
enum IndexArray: String, CaseIterable {
    /// Unit vectors in Hilbert order: doubles, followed by four far outside the sphere.
    case x = "points.x"
    case y = "points.y"
    case z = "points.z"
    /// The position of each point in the original collection: 32-bit numbers, followed by four more.
    case positions = "points.position"
    /// Latitude and longitude of each point in degrees, two doubles, in Hilbert order.
    case coordinates = "points.coordinate"
    /// The nodes of the tree, level by level; first the parents of the leaves, last the root.
    case nodes = "tree.node"

    /// The number of elements that kernels may read past the last point.
    static let padding = 4
}

/// The sizes and offsets of the arrays of an index in one block of memory.
struct IndexLayout {
    let count: Int
    /// The first node of each level of the tree, followed by the number of nodes.
    let levels: ContiguousArray<Int>

    init(count: Int) {
        self.count = count
        var (levels, total) = (ContiguousArray(arrayLiteral: 0), 0)
        var width = (count + PackedRTree.leaf - 1) / PackedRTree.leaf
        while width > 0 {
            width = (width + PackedRTree.fan - 1) / PackedRTree.fan
            total += width
            levels.append(total)
            if width == 1 { break }
        }
        self.levels = levels
    }

    var nodeCount: Int { levels[levels.count - 1] }

    /// The size of an array in bytes.
    func size(of array: IndexArray) -> Int {
        switch array {
        case .x, .y, .z: (count + IndexArray.padding) * MemoryLayout<Double>.stride
        case .positions: (count + IndexArray.padding) * MemoryLayout<UInt32>.stride
        case .coordinates: count * MemoryLayout<Coordinate>.stride
        case .nodes: nodeCount * MemoryLayout<PackedRTree.Node>.stride
        }
    }

    func offset(of array: IndexArray) -> Int {
        IndexArray.allCases.prefix { $0 != array }.reduce(0) { $0 + aligned(size(of: $1)) }
    }

    /// The total size in bytes.
    var size: Int { IndexArray.allCases.reduce(0) { $0 + aligned(size(of: $1)) } }
}

/// The next multiple of the alignment of arrays.
func aligned(_ offset: Int) -> Int {
    (offset + IndexMemory.alignment - 1) & ~(IndexMemory.alignment - 1)
}
