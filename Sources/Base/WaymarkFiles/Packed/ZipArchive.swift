/// A ZIP archive: its files, checked before any of them is read.
///
/// Names are paths below the archive, each once; there are no links, no encrypted files, none that overlap, and none
/// that are packed so tightly that they are made to fill a disk. Files are stored or deflated.
///
/// Source: PKWARE, *APPNOTE.TXT*, version 6.3.10.
package struct ZipArchive: Sendable {
    /// The files, in the order of the archive's list.
    package let entries: [ZipEntry]
    /// The text at the end of the archive.
    package let comment: ContiguousArray<UInt8>
    /// The path of the archive, for messages.
    package var name: String { bytes.name }
    private let bytes: PositionedBytes

    /// The first bytes of an archive with files.
    package static let start: [UInt8] = [0x50, 0x4B, 3, 4]
    /// The maximum ratio of the size of a deflated file above ``smallSize`` to that of its packed bytes.
    static let maxRatio = 200
    static let smallSize = 1 << 20
    private static let headerSize = 30

    /// Checks the list of files, and the header of each.
    ///
    /// - Throws: ``ZipError``.
    /// - Complexity: O(*n* log *n*) in the files, without their bytes.
    package init(_ bytes: PositionedBytes) throws(ZipError) {
        let directory = try ZipDirectory(bytes)
        var entries: [ZipEntry] = []
        var names: Set<ContiguousArray<UInt8>> = []
        var places: [(range: Range<Int>, name: String)] = []
        for var entry in directory.entries {
            if let fault = Self.fault(of: entry) { throw .entry(name: entry.name, reason: fault) }
            guard names.insert(ContiguousArray(entry.name.utf8)).inserted else {
                throw .entry(name: entry.name, reason: "is there twice")
            }
            let data = try Self.data(of: entry, in: bytes, before: directory.start)
            let end = try data.upperBound + Self.descriptorSize(of: entry, in: bytes, data.upperBound..<directory.start)
            places.append((entry.header..<end, entry.name))
            entry.start = data.lowerBound
            if !entry.name.hasSuffix("/") { entries.append(entry) }
        }
        places.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (one, next) in zip(places, places.dropFirst()) where one.range.upperBound > next.range.lowerBound {
            throw .entry(name: next.name, reason: "overlaps another")
        }
        (self.entries, self.bytes, comment) = (entries, bytes, directory.comment)
    }

    /// Why an entry cannot be accepted; nil if it can.
    private static func fault(of entry: ZipEntry) -> String? {
        if entry.flags & 0x2041 != 0 { return "is encrypted" }
        if entry.flags & 0x0020 != 0 { return "is a patch of another file" }
        // Nothing is said of kinds by most writers; others say a file or a folder.
        let kind = entry.mode >> 28
        if kind == 0xA { return "is a link" }
        if kind != 0, kind != 8, kind != 4 { return "is neither a file nor a folder" }
        let isFolder = entry.name.hasSuffix("/")
        if kind == 4, !isFolder { return "is a folder without a slash at its end" }
        guard [0, 8].contains(entry.method) else { return "is packed by the unsupported method \(entry.method)" }
        if let fault = fault(ofName: isFolder ? String(entry.name.dropLast()) : entry.name) { return fault }
        if isFolder, entry.size != 0 { return "is a folder with bytes" }
        if entry.method == 0, entry.size != entry.packedSize { return "has two sizes" }
        let (most, isOver) = entry.packedSize.multipliedReportingOverflow(by: maxRatio)
        if entry.size > smallSize, !isOver, entry.size > most {
            return "would become \(entry.size) bytes from \(entry.packedSize)"
        }
        return nil
    }

    private static func fault(ofName name: String) -> String? {
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" || $0 == ":" }) {
            return "has a name with control characters, a colon or a backslash"
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
            ? "has a name that leads out of its folder" : nil
    }

    /// Where the packed bytes of an entry are: behind its own header, which must say the same as the list.
    private static func data(
        of entry: ZipEntry, in bytes: PositionedBytes, before end: Int
    ) throws(ZipError) -> Range<Int> {
        let wrong = ZipError.entry(name: entry.name, reason: "does not fit its own header")
        guard entry.header <= end, end - entry.header >= headerSize + entry.name.utf8.count else { throw wrong }
        let header = try ZipDirectory.read(bytes, entry.header, headerSize + entry.name.utf8.count)
        var fields = ZipFields(header)
        guard fields.four() == 0x0403_4B50 else { throw wrong }
        fields.skip(2)
        let (flags, method) = (fields.two(), fields.two())
        fields.skip(4)
        let (checksum, packedSize, size) = (fields.four(), fields.four(), fields.four())
        let (nameLength, extraLength) = (Int(fields.two()), Int(fields.two()))
        guard flags == entry.flags, method == entry.method, nameLength == entry.name.utf8.count,
            header[headerSize...].elementsEqual(entry.name.utf8)
        else { throw wrong }
        // The sizes of some writers stand behind the bytes, and those of large files in an extra field.
        if flags & 8 == 0 {
            guard checksum == entry.checksum, packedSize == ZipDirectory.long || Int(packedSize) == entry.packedSize,
                size == ZipDirectory.long || Int(size) == entry.size
            else { throw wrong }
        }
        let start = entry.header + headerSize + nameLength + extraLength
        guard start <= end, entry.packedSize <= end - start else { throw wrong }
        return start..<start + entry.packedSize
    }

    /// The size of the checksum and the sizes behind the bytes of an entry, in one of four forms; 0 where none is.
    private static func descriptorSize(
        of entry: ZipEntry, in bytes: PositionedBytes, _ room: Range<Int>
    ) throws(ZipError) -> Int {
        guard entry.flags & 8 != 0 else { return 0 }
        let found = try ZipDirectory.read(bytes, room.lowerBound, min(room.count, 24))
        for (signature, width) in [(4, 8), (4, 4), (0, 8), (0, 4)] where found.count >= signature + 4 + 2 * width {
            var fields = ZipFields(found)
            if signature > 0, fields.four() != 0x0807_4B50 { continue }
            func size() -> Int { width == 8 ? fields.eight() : Int(fields.four()) }
            if fields.four() == entry.checksum, size() == entry.packedSize, size() == entry.size {
                return fields.position
            }
        }
        return 0
    }

    // MARK: Contents

    /// Calls `body` with the bytes of a file, in pieces, and checks them.
    ///
    /// - Throws: ``ZipError``, or what `body` throws. The bytes are then not to be used.
    /// - Complexity: O(*n*) in its bytes.
    package func read(_ entry: ZipEntry, _ body: (Span<UInt8>) throws -> Void) throws {
        let wrong = ZipError.entry(name: entry.name, reason: "is damaged")
        let range = entry.start..<entry.start + entry.packedSize
        let inflater = entry.method == 0 ? nil : Inflater(.bare)
        var (checksum, size, isEnd) = (CRC32(), 0, inflater == nil)
        func take(_ piece: Span<UInt8>) throws {
            size += piece.count
            guard size <= entry.size else { throw wrong }
            checksum.update(piece)
            try body(piece)
        }
        do {
            try bytes.forEachPiece(of: range) { piece in
                guard let inflater else { return try take(piece) }
                var (taken, contents) = (0, ContiguousArray<UInt8>())
                repeat {
                    // No packed byte is behind the end.
                    if isEnd { throw wrong }
                    contents.removeAll(keepingCapacity: true)
                    let step = try inflater.unpack(
                        piece.extracting(taken..<piece.count), into: &contents, upTo: 1 << 18)
                    (taken, isEnd) = (taken + step.taken, step.isEnd)
                    try take(contents.span)
                } while taken < piece.count || !contents.isEmpty && !isEnd
            }
        } catch let error as TableError {
            throw ZipError.table(error)
        } catch let error as PackedError {
            throw ZipError.entry(name: entry.name, reason: "cannot be unpacked: \(error.reason)")
        }
        guard isEnd, size == entry.size, checksum.value == entry.checksum else { throw wrong }
    }

    /// All bytes of a file.
    ///
    /// - Parameters:
    ///   - entry: The file.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes.
    /// - Throws: ``ZipError``.
    package func contents(of entry: ZipEntry, limit: Int) throws(ZipError) -> ContiguousArray<UInt8> {
        guard entry.size <= limit else {
            throw .entry(name: entry.name, reason: "has \(entry.size) bytes, more than \(limit)")
        }
        var contents = ContiguousArray<UInt8>()
        contents.reserveCapacity(entry.size)
        do {
            try read(entry) { piece in
                unsafe piece.withUnsafeBufferPointer { piece in unsafe contents.append(contentsOf: piece) }
            }
        } catch let error as ZipError {
            throw error
        } catch {
            preconditionFailure("another error than the archive's: \(error)")
        }
        return contents
    }
}
