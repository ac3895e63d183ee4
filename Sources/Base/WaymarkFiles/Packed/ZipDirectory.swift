/// The list of the files of an archive, at its end.
struct ZipDirectory {
    let entries: [ZipEntry]
    /// Where the list begins: behind all files.
    let start: Int
    /// The text at the end of the archive.
    let comment: ContiguousArray<UInt8>

    static let endSize = 22
    private static let maxComment = 65_535
    private static let locatorSize = 20
    private static let longEndSize = 56
    private static let itemSize = 46
    /// Stands for a number that the entry has with 64 bits.
    static let long: UInt32 = .max

    init(_ bytes: PositionedBytes) throws(ZipError) {
        let tailSize = min(bytes.count, Self.endSize + Self.maxComment)
        let tail = try Self.read(bytes, bytes.count - tailSize, tailSize)
        guard let offset = Self.end(in: tail) else {
            throw .notZip(reason: "it is no ZIP archive, or one that is cut off")
        }
        var end = Self.End(tail, at: offset)
        comment = ContiguousArray(tail[(offset + Self.endSize)...])
        var limit = bytes.count - tailSize + offset
        if end.isLong {
            guard limit >= Self.locatorSize + Self.longEndSize else { throw Self.wrongEnd }
            var locator = ZipFields(try Self.read(bytes, limit - Self.locatorSize, Self.locatorSize))
            guard locator.four() == 0x0706_4B50, locator.four() == 0 else { throw Self.wrongEnd }
            limit -= Self.locatorSize + Self.longEndSize
            guard locator.eight() == limit, locator.four() == 1 else { throw Self.wrongEnd }
            var fields = ZipFields(try Self.read(bytes, limit, Self.longEndSize))
            guard fields.four() == 0x0606_4B50, fields.eight() == Self.longEndSize - 12 else { throw Self.wrongEnd }
            fields.skip(4)
            guard fields.four() == 0, fields.four() == 0 else { throw Self.severalDisks }
            end.count = fields.eight()
            guard fields.eight() == end.count else { throw Self.severalDisks }
            (end.size, end.start) = (fields.eight(), fields.eight())
        }
        guard end.start <= limit, end.size == limit - end.start, end.count <= end.size / Self.itemSize else {
            throw Self.wrongEnd
        }
        start = end.start
        entries = try Self.entries(try Self.read(bytes, end.start, end.size), count: end.count)
    }

    private static let wrongEnd = ZipError.notZip(reason: "the end of the ZIP archive does not fit its length")
    private static let severalDisks = ZipError.notZip(reason: "the ZIP archive has several parts")

    static func read(_ bytes: PositionedBytes, _ at: Int, _ count: Int) throws(ZipError) -> ContiguousArray<UInt8> {
        do { return try bytes.bytes(at: at, count: count) } catch { throw .table(error) }
    }

    /// Where the end record begins: the last one whose comment reaches exactly to the end.
    private static func end(in tail: ContiguousArray<UInt8>) -> Int? {
        guard tail.count >= endSize else { return nil }
        return (0...tail.count - endSize).reversed().first { offset in
            guard tail[offset] == 0x50, tail[offset + 1] == 0x4B, tail[offset + 2] == 5, tail[offset + 3] == 6 else {
                return false
            }
            var fields = ZipFields(tail, at: offset + 20)
            return Int(fields.two()) == tail.count - offset - endSize
        }
    }

    private struct End {
        var count: Int
        var size: Int
        var start: Int
        /// Whether there is a record with numbers of 64 bits before it.
        let isLong: Bool

        init(_ tail: ContiguousArray<UInt8>, at offset: Int) {
            var fields = ZipFields(tail, at: offset + 4)
            let disks = (fields.two(), fields.two(), fields.two())
            let (count, size, start) = (fields.two(), fields.four(), fields.four())
            isLong = count == .max || size == ZipDirectory.long || start == ZipDirectory.long
            // One that counts differently on its own disk fits no length.
            self.count = disks.0 == 0 && disks.1 == 0 && disks.2 == count ? Int(count) : .max
            (self.size, self.start) = (Int(size), Int(start))
        }
    }

    private static func entries(_ bytes: ContiguousArray<UInt8>, count: Int) throws(ZipError) -> [ZipEntry] {
        var entries: [ZipEntry] = []
        entries.reserveCapacity(count)
        var at = 0
        for _ in 0..<count {
            guard at + itemSize <= bytes.count else { throw wrongEnd }
            var fields = ZipFields(bytes, at: at)
            guard fields.four() == 0x0201_4B50 else { throw wrongEnd }
            let system = fields.two() >> 8
            fields.skip(2)
            let (flags, method) = (fields.two(), fields.two())
            fields.skip(4)
            let (checksum, packedSize, size) = (fields.four(), fields.four(), fields.four())
            let lengths = (Int(fields.two()), Int(fields.two()), Int(fields.two()))
            let disk = fields.two()
            fields.skip(2)
            let (attributes, header) = (fields.four(), fields.four())
            let nameEnd = at + itemSize + lengths.0
            guard nameEnd + lengths.1 + lengths.2 <= bytes.count, disk == 0 || disk == .max else { throw wrongEnd }
            guard let name = String(validating: bytes[at + itemSize..<nameEnd], as: UTF8.self) else {
                throw .notZip(reason: "the name of an entry is not in UTF-8")
            }
            var entry = ZipEntry(
                name: name, flags: flags, method: method, checksum: checksum, packedSize: Int(packedSize),
                size: Int(size), header: Int(header), mode: system == 3 || system == 19 ? attributes : 0)
            let longs = [size == long, packedSize == long, header == long]
            if longs.contains(true) {
                try Self.takeLongs(bytes, nameEnd..<nameEnd + lengths.1, longs, &entry)
            }
            entries.append(entry)
            at = nameEnd + lengths.1 + lengths.2
        }
        guard at == bytes.count else { throw wrongEnd }
        return entries
    }

    /// Takes the numbers of 64 bits from the extra fields of an entry.
    private static func takeLongs(
        _ bytes: ContiguousArray<UInt8>, _ extra: Range<Int>, _ longs: [Bool], _ entry: inout ZipEntry
    ) throws(ZipError) {
        var at = extra.lowerBound
        while at + 4 <= extra.upperBound {
            var fields = ZipFields(bytes, at: at)
            let (id, size) = (fields.two(), Int(fields.two()))
            at += 4 + size
            guard id == 1 else { continue }
            guard at <= extra.upperBound, size >= 8 * longs.count(where: { $0 }) else { break }
            if longs[0] { entry.size = fields.eight() }
            if longs[1] { entry.packedSize = fields.eight() }
            if longs[2] { entry.header = fields.eight() }
            return
        }
        throw .entry(name: entry.name, reason: "has no size of 64 bits")
    }
}
