import WaymarkText

/// Writes a ZIP archive whose files are stored as they are.
///
/// Nothing is packed, and no time is written: the same files give the same bytes, with any version of any library.
/// Numbers that need it are written with 64 bits.
package final class ZipWriter {
    private let output: OutputFile
    private let longFrom: Int
    private var list = ContiguousArray<UInt8>()
    private var count = 0
    private var hash = XXH64()

    /// An archive without files.
    ///
    /// - Parameters:
    ///   - output: The file, which the caller commits.
    ///   - longFrom: The least number that is written with 64 bits; less than the greatest of 32 bits only in tests.
    package init(_ output: OutputFile, longFrom: Int = 0xFFFF_FFFF) {
        (self.output, self.longFrom) = (output, longFrom)
    }

    /// The number of bytes so far.
    package var size: Int { hash.count }

    /// Adds a file.
    ///
    /// - Throws: `TableError` from writing.
    package func add(_ name: String, _ bytes: Span<UInt8>) throws(TableError) {
        try begin(name, size: bytes.count, CRC32(bytes).value)
        try write(bytes)
    }

    /// Begins a file, whose bytes follow by ``write(_:)``.
    ///
    /// - Precondition: The name has fewer than 65 536 bytes.
    /// - Throws: `TableError` from writing.
    package func begin(_ name: String, size: Int, _ checksum: UInt32) throws(TableError) {
        precondition(name.utf8.count < 1 << 16, "the name of an entry has \(name.utf8.count) bytes, more than 65 535")
        let start = self.size
        let isLong = size >= longFrom
        var header = ContiguousArray<UInt8>()
        header.append(0x0403_4B50, 4)
        Self.appendFields(size, checksum, isLong: isLong, to: &header)
        header.append(UInt64(name.utf8.count), 2)
        header.append(isLong ? 20 : 0, 2)
        header.append(contentsOf: name.utf8)
        if isLong {
            header.append(1, 2)
            header.append(16, 2)
            for _ in 0..<2 { header.append(UInt64(size), 8) }
        }
        try write(header.span)

        let isFar = start >= longFrom
        let longs = (isLong ? [size, size] : []) + (isFar ? [start] : [])
        list.append(0x0201_4B50, 4)
        // Made on Unix, where a kind of file is said: a plain one.
        list.append(3 << 8 | 45, 2)
        Self.appendFields(size, checksum, isLong: isLong, to: &list)
        list.append(UInt64(name.utf8.count), 2)
        list.append(longs.isEmpty ? 0 : UInt64(4 + 8 * longs.count), 2)
        for _ in 0..<3 { list.append(0, 2) }
        list.append(0o100644 << 16, 4)
        list.append(isFar ? 0xFFFF_FFFF : UInt64(start), 4)
        list.append(contentsOf: name.utf8)
        if !longs.isEmpty {
            list.append(1, 2)
            list.append(UInt64(8 * longs.count), 2)
            for number in longs { list.append(UInt64(number), 8) }
        }
        count += 1
    }

    /// Adds bytes to the file that was begun last.
    ///
    /// - Throws: `TableError` from writing.
    package func write(_ bytes: Span<UInt8>) throws(TableError) {
        try output.write(bytes)
        hash.update(bytes)
    }

    /// Writes the list of files, and a comment made of the XXH64 of all bytes before it.
    ///
    /// - Throws: `TableError` from writing.
    /// - Precondition: The comment has `commentSize` bytes, at most 65 535.
    package func end(
        commentSize: Int = 0, _ comment: (_ hash: XXH64) -> String = { _ in "" }
    ) throws(TableError) {
        let (start, size, list) = (self.size, self.list.count, self.list)
        try write(list.span)
        var end = ContiguousArray<UInt8>()
        if count >= 0xFFFF || start >= longFrom || size >= longFrom {
            let place = self.size
            end.append(0x0606_4B50, 4)
            end.append(44, 8)
            end.append(3 << 8 | 45, 2)
            end.append(45, 2)
            end.append(0, 8)
            for number in [count, count, size, start] { end.append(UInt64(number), 8) }
            end.append(0x0706_4B50, 4)
            end.append(0, 4)
            end.append(UInt64(place), 8)
            end.append(1, 4)
        }
        end.append(0x0605_4B50, 4)
        end.append(0, 4)
        for _ in 0..<2 { end.append(UInt64(min(count, 0xFFFF)), 2) }
        for number in [size, start] { end.append(number >= longFrom ? 0xFFFF_FFFF : UInt64(number), 4) }
        end.append(UInt64(commentSize), 2)
        try write(end.span)
        let text = ContiguousArray(comment(hash).utf8)
        precondition(
            text.count == commentSize, "the comment has \(text.count) bytes, where \(commentSize) were announced")
        try write(text.span)
    }

    /// What both headers of a file have: version, flags (names in UTF-8), method, time and day, checksum, sizes.
    private static func appendFields(
        _ size: Int, _ checksum: UInt32, isLong: Bool, to bytes: inout ContiguousArray<UInt8>
    ) {
        bytes.append(isLong ? 45 : 20, 2)
        bytes.append(1 << 11, 2)
        bytes.append(0, 2)
        bytes.append(0, 2)
        // 1980-01-01, the first day.
        bytes.append(1 << 5 | 1, 2)
        bytes.append(UInt64(checksum), 4)
        for _ in 0..<2 { bytes.append(isLong ? 0xFFFF_FFFF : UInt64(size), 4) }
    }
}

extension ContiguousArray<UInt8> {
    /// Appends a number of `width` bytes, the lowest first.
    fileprivate mutating func append(_ number: UInt64, _ width: Int) {
        for place in 0..<width { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
    }
}
