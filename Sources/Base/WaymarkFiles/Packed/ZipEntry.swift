/// A file in a ZIP archive, as its list has it.
package struct ZipEntry: Hashable, Sendable {
    /// The name: a path of plain components below the archive.
    package let name: String
    let flags: UInt16
    /// How its bytes are packed: 0 as they are, 8 deflated.
    let method: UInt16
    /// The CRC-32 of its bytes.
    let checksum: UInt32
    /// The number of its bytes as packed.
    var packedSize: Int
    /// The number of its bytes.
    package internal(set) var size: Int
    /// Where its own header begins.
    var header: Int
    /// Its kind in the upper half, as Unix has it; 0 for other systems.
    let mode: UInt32
    /// Where its packed bytes begin: behind its own header.
    var start = 0
}

/// Why an archive is refused.
package enum ZipError: Error, Equatable, Sendable {
    /// It is no ZIP archive, or one that is cut off or of an unsupported kind.
    case notZip(reason: String)
    /// An entry cannot be accepted.
    case entry(name: String, reason: String)
    /// It cannot be read.
    case table(TableError)
}

extension ZipError: CustomStringConvertible {
    /// What is wrong, and with which entry.
    package var description: String {
        switch self {
        case .notZip(let reason): reason
        case .entry(let name, let reason): "the entry \(name.debugDescription) \(reason)"
        case .table(let error): "\(error)"
        }
    }
}

/// Little-endian numbers of an archive, which is checked to be long enough.
struct ZipFields {
    private let bytes: ContiguousArray<UInt8>
    private(set) var position: Int

    init(_ bytes: ContiguousArray<UInt8>, at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    private mutating func integer(_ width: Int) -> UInt64 {
        var value: UInt64 = 0
        for place in 0..<width { value |= UInt64(bytes[position + place]) << UInt64(8 * place) }
        position += width
        return value
    }

    mutating func skip(_ count: Int) { position += count }
    mutating func two() -> UInt16 { UInt16(truncatingIfNeeded: integer(2)) }
    mutating func four() -> UInt32 { UInt32(truncatingIfNeeded: integer(4)) }
    /// A number of 64 bits; the greatest `Int` for one beyond it, which no file has.
    mutating func eight() -> Int { Int(clamping: integer(8)) }
}
