internal import CZlib
import WaymarkText

/// Why packed bytes cannot be unpacked.
package struct PackedError: Error, Hashable, Sendable {
    /// The fault, in zlib's words.
    package var reason: String
}

/// Unpacks deflated bytes, piece by piece, by zlib.
@safe
package final class Inflater {
    /// What is around the deflated bytes.
    package enum Form: Int32 {
        /// Nothing, as in ZIP.
        case bare = -15
        /// The header and checksum of zlib itself, RFC 1950.
        case zlib = 15
        /// The header of a member of a gzip file, and its checksum.
        case gzip = 31
    }

    // On the heap, since zlib's state points back to it; owned by this object alone.
    private let stream: UnsafeMutablePointer<z_stream>

    package init(_ form: Form) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let code = unsafe inflateInit2_(stream, form.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "no memory for zlib, or another zlib than the one compiled against")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Begins anew, with other bytes.
    func restart() { unsafe inflateReset(stream) }

    /// Unpacks what fits.
    ///
    /// - Parameters:
    ///   - packed: The next packed bytes.
    ///   - output: The unpacked bytes are appended here.
    ///   - count: Their maximum number.
    /// - Returns: How many packed bytes were taken, and whether they end here. If nothing was appended, it takes more.
    /// - Throws: ``PackedError`` at the fault.
    func unpack(
        _ packed: Span<UInt8>, into output: inout ContiguousArray<UInt8>, upTo count: Int
    ) throws(PackedError) -> (taken: Int, isEnd: Bool) {
        var (code, left) = (Z_OK, UInt32(0))
        let given = UInt32(clamping: packed.count)
        unsafe packed.withUnsafeBufferPointer { packed in
            output.append(addingCapacity: count) { output in
                unsafe output.withUnsafeMutableBufferPointer { room, written in
                    let size = UInt32(clamping: room.count)
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
                    unsafe stream.pointee.avail_in = given
                    unsafe stream.pointee.next_out = room.baseAddress
                    unsafe stream.pointee.avail_out = size
                    code = unsafe inflate(stream, Z_NO_FLUSH)
                    written = Int(size - (unsafe stream.pointee.avail_out))
                    left = unsafe stream.pointee.avail_in
                }
            }
        }
        switch code {
        case Z_OK, Z_BUF_ERROR: return (Int(given - left), false)
        case Z_STREAM_END: return (Int(given - left), true)
        default:
            let message = unsafe stream.pointee.msg
            throw PackedError(reason: unsafe message.map { unsafe String(cString: $0) } ?? "zlib's error \(code)")
        }
    }
}

extension Inflater {
    /// Unpacks a whole, whose size is known.
    ///
    /// - Parameters:
    ///   - packed: All packed bytes.
    ///   - count: The number of bytes that they must hold.
    ///   - output: Filled with these bytes; what was in it is removed.
    /// - Throws: ``PackedError``, also if they hold more or fewer, or other bytes follow; no more than `count` are unpacked.
    package func unpack(
        whole packed: Span<UInt8>, of count: Int, into output: inout ContiguousArray<UInt8>
    ) throws(PackedError) {
        restart()
        output.removeAll(keepingCapacity: true)
        let (taken, isEnd) = try unpack(packed, into: &output, upTo: count)
        guard isEnd, output.count == count else {
            throw PackedError(
                reason: isEnd || taken == packed.count
                    ? "\(output.count) bytes instead of \(count)" : "more than \(count) bytes")
        }
        guard taken == packed.count else { throw PackedError(reason: "other bytes follow its end") }
    }
}

/// Packs bytes as a gzip file, by zlib: the same bytes for the same contents, however they come. It has no name and no time.
@safe
package final class GzipPacker {
    private static let size = 1 << 17
    // On the heap, since zlib's state points back to it; owned by this object alone.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Bytes that wait for a whole piece, so that zlib always gets the same pieces.
    private var pending = ContiguousArray<UInt8>()

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let code = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Inflater.Form.gzip.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "no memory for zlib, or another zlib than the one compiled against")
        pending.reserveCapacity(Self.size)
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Packs bytes; `write` gets packed ones and returns 0 or an error number, which ends it and is returned.
    func pack(_ bytes: Span<UInt8>, _ write: (Span<UInt8>) -> Int32) -> Int32 {
        var taken = 0
        while pending.count + bytes.count - taken >= Self.size {
            let end = taken + Self.size - pending.count
            pending.append(utf8: bytes.extracting(taken..<end))
            taken = end
            let code = packPending(Z_NO_FLUSH, write)
            if code != 0 { return code }
        }
        pending.append(utf8: bytes.extracting(taken..<bytes.count))
        return 0
    }

    /// A whole gzip file of some bytes.
    ///
    /// - Parameter bytes: What it is to hold.
    /// - Returns: The file.
    package static func packed(_ bytes: Span<UInt8>) -> ContiguousArray<UInt8> {
        let packer = GzipPacker()
        var file: ContiguousArray<UInt8> = []
        func keep(_ piece: Span<UInt8>) -> Int32 {
            file.append(utf8: piece)
            return 0
        }
        _ = packer.pack(bytes, keep)
        _ = packer.end(keep)
        return file
    }

    /// Packs what is left, and the end of the file.
    func end(_ write: (Span<UInt8>) -> Int32) -> Int32 { packPending(Z_FINISH, write) }

    private func packPending(_ flush: Int32, _ write: (Span<UInt8>) -> Int32) -> Int32 {
        defer { pending.removeAll(keepingCapacity: true) }
        var packed = ContiguousArray<UInt8>()
        var isRoomLeft = false
        return unsafe pending.withUnsafeBufferPointer { bytes in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(bytes.count)
            // zlib is done with the piece when it leaves room for more.
            while !isRoomLeft {
                packed.removeAll(keepingCapacity: true)
                packed.append(addingCapacity: Self.size) { output in
                    unsafe output.withUnsafeMutableBufferPointer { room, written in
                        unsafe stream.pointee.next_out = room.baseAddress
                        unsafe stream.pointee.avail_out = UInt32(room.count)
                        let code = unsafe deflate(stream, flush)
                        precondition(code != Z_STREAM_ERROR, "zlib's state is whole")
                        written = room.count - Int(unsafe stream.pointee.avail_out)
                        isRoomLeft = written < room.count
                    }
                }
                let code = packed.isEmpty ? 0 : write(packed.span)
                if code != 0 { return code }
            }
            return 0
        }
    }
}

/// The CRC-32 of bytes in pieces, as gzip and ZIP have it of their contents.
package struct CRC32: Sendable {
    /// The checksum of all bytes so far.
    package private(set) var value: UInt32 = 0

    package init() {}

    package init(_ bytes: Span<UInt8>) { update(bytes) }

    package mutating func update(_ bytes: Span<UInt8>) {
        // Of no address, zlib would begin anew.
        if bytes.isEmpty { return }
        unsafe bytes.withUnsafeBufferPointer { bytes in
            value = UInt32(truncatingIfNeeded: unsafe crc32_z(uLong(value), bytes.baseAddress, bytes.count))
        }
    }
}
