/// Why packed bytes cannot be unpacked.
package struct PackedError: Error, Hashable, Sendable {
    /// The fault.
    package var reason: String
}

/// A Huffman code: the number of codes of each length, and their symbols in order.
private struct HuffmanCode {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int]

    /// - Throws: ``PackedError`` if there are more codes than the lengths have room for.
    init(_ lengths: ArraySlice<Int>) throws(PackedError) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        var room = 1
        var offsets = [Int](repeating: 0, count: 17)
        for length in 1...15 {
            room = room << 1 - counts[length]
            guard room >= 0 else { throw PackedError(reason: "a code has too many lengths") }
            offsets[length + 1] = offsets[length] + counts[length]
        }
        symbols = [Int](repeating: 0, count: lengths.count)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[offsets[length]] = symbol
            offsets[length] += 1
        }
    }
}

/// Reads compressed data bit by bit.
///
/// Source: RFC 1951; the decoding of Huffman codes is that of zlib's `puff.c`.
struct DeflateReader {
    private let bytes: ContiguousArray<UInt8>
    /// The position of the next byte.
    private(set) var position: Int
    private var held: UInt32 = 0
    private var heldCount = 0

    init(_ bytes: ContiguousArray<UInt8>, from position: Int) { (self.bytes, self.position) = (bytes, position) }

    private mutating func bits(_ count: Int) throws(PackedError) -> Int {
        while heldCount < count {
            guard position < bytes.count else { throw PackedError(reason: "the file is cut off") }
            held |= UInt32(bytes[position]) << UInt32(heldCount)
            position += 1
            heldCount += 8
        }
        let value = held & (1 << UInt32(count) - 1)
        held >>= UInt32(count)
        heldCount -= count
        return Int(value)
    }

    private mutating func symbol(_ code: HuffmanCode) throws(PackedError) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value |= try bits(1)
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw PackedError(reason: "there is no such code")
    }

    /// Unpacks all blocks up to the last.
    mutating func inflate(into output: inout ContiguousArray<UInt8>, limit: Int) throws(PackedError) {
        let start = output.count
        var isLast = false
        while !isLast {
            isLast = try bits(1) == 1
            switch try bits(2) {
            case 0: try stored(into: &output, limit)
            case 1: try codes(Self.fixed.literals, Self.fixed.distances, start, into: &output, limit)
            case 2:
                let (literals, distances) = try tables()
                try codes(literals, distances, start, into: &output, limit)
            default: throw PackedError(reason: "there is no such block")
            }
        }
    }

    private mutating func stored(into output: inout ContiguousArray<UInt8>, _ limit: Int) throws(PackedError) {
        (held, heldCount) = (0, 0)
        guard position + 4 <= bytes.count else { throw PackedError(reason: "the file is cut off") }
        let count = Int(bytes[position]) + 256 * Int(bytes[position + 1])
        let inverted = Int(bytes[position + 2]) + 256 * Int(bytes[position + 3])
        guard count ^ 0xFFFF == inverted else {
            throw PackedError(reason: "a block has two lengths")
        }
        position += 4
        guard position + count <= bytes.count else { throw PackedError(reason: "the file is cut off") }
        guard output.count + count <= limit else { throw Self.tooLarge }
        output += bytes[position..<position + count]
        position += count
    }

    private static let tooLarge = PackedError(reason: "its contents are too large")

    private mutating func codes(
        _ literals: HuffmanCode, _ distances: HuffmanCode, _ start: Int, into output: inout ContiguousArray<UInt8>,
        _ limit: Int
    ) throws(PackedError) {
        while true {
            let symbol = try symbol(literals)
            if symbol == 256 { return }
            if symbol < 256 {
                guard output.count < limit else { throw Self.tooLarge }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol < 286 else { throw PackedError(reason: "there is no such length") }
            let count = try Self.lengths[symbol - 257] + bits(Self.lengthBits[symbol - 257])
            let near = try self.symbol(distances)
            guard near < 30 else { throw PackedError(reason: "there is no such distance") }
            let distance = try Self.distances[near] + bits(Self.distanceBits[near])
            guard distance <= output.count - start else {
                throw PackedError(reason: "a distance leads before the start")
            }
            guard output.count + count <= limit else { throw Self.tooLarge }
            // The copied bytes may include some that were just written.
            for _ in 0..<count { output.append(output[output.count - distance]) }
        }
    }

    /// The codes of a block with its own codes.
    private mutating func tables() throws(PackedError) -> (literals: HuffmanCode, distances: HuffmanCode) {
        let (literalCount, distanceCount) = (try bits(5) + 257, try bits(5) + 1)
        let lengthCount = try bits(4) + 4
        guard literalCount <= 286, distanceCount <= 30 else { throw PackedError(reason: "a block has too many codes") }
        var lengths = [Int](repeating: 0, count: 19)
        for place in Self.order.prefix(lengthCount) { lengths[place] = try bits(3) }
        let code = try HuffmanCode(lengths[...])
        lengths = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try symbol(code)
            switch symbol {
            case ..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last else { throw PackedError(reason: "there is no length to repeat") }
                lengths += [Int](repeating: last, count: try bits(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
            default: lengths += [Int](repeating: 0, count: try bits(7) + 11)
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else {
            throw PackedError(reason: "a block has wrong codes")
        }
        return (try HuffmanCode(lengths[..<literalCount]), try HuffmanCode(lengths[literalCount...]))
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
    private static let fixed: (literals: HuffmanCode, distances: HuffmanCode) = {
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        do {
            return (try HuffmanCode(lengths[...]), try HuffmanCode([Int](repeating: 5, count: 30)[...]))
        } catch {
            preconditionFailure("the fixed codes of RFC 1951 were refused")
        }
    }()
}
