import WaymarkFiles
import WaymarkGeodesy
import WaymarkTimes

/// Where a blob of a PBF file is.
struct PBFBlob: Sendable {
    static let header = "OSMHeader"
    static let data = "OSMData"

    /// Its kind; others than ``header`` and ``data`` are to be ignored.
    var kind: String
    /// The start of the header before it.
    var start: Int
    /// Its bytes in the file, without the header before them.
    var range: Range<Int>
}

/// The blobs of a PBF file, one after the other.
///
/// Source: wiki.openstreetmap.org/wiki/PBF_Format.
struct PBFBlobs {
    static let maxHeader = 64 << 10
    static let maxBlob = 32 << 20
    /// More than usual headers have.
    private static let usualHeader = 64

    let bytes: PositionedBytes
    /// The start of the next blob's header.
    private(set) var position = 0

    init(_ bytes: PositionedBytes) { self.bytes = bytes }

    /// The next blob; nil at the end.
    mutating func next() throws(ExtractError) -> PBFBlob? {
        let left = bytes.count - position
        if left == 0 { return nil }
        guard left >= 4 else { throw damaged("\(left) bytes behind the last block", at: position) }
        var head = try read(min(left, 4 + Self.usualHeader))
        let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.maxHeader else {
            throw damaged("a block's header of \(length) bytes, where \(Self.maxHeader) are allowed", at: position)
        }
        guard length <= left - 4 else {
            throw damaged("the file ends within a block's header of \(length) bytes", at: position)
        }
        if length > head.count - 4 { head = try read(4 + length) }
        var (kind, size): (String?, UInt64?) = (nil, nil)
        do throws(WireFault) {
            try WireReader.read(head.span.extracting(4..<4 + length)) { (message) throws(WireFault) in
                var message = message
                while let field = try message.field() {
                    switch field.number {
                    case 1: kind = try message.message(field).text()
                    case 3: size = try message.number(field)
                    default: try message.skip(field)
                    }
                }
            }
        } catch {
            throw damaged(error.reason, at: position + 4 + error.offset)
        }
        guard let kind, let size else { throw damaged("a block's header without a kind or a size", at: position) }
        guard size <= Self.maxBlob else {
            throw damaged("a block of \(size) bytes, where \(Self.maxBlob) are allowed", at: position)
        }
        let start = position + 4 + length
        guard Int(size) <= bytes.count - start else {
            throw damaged("the file ends \(bytes.count - start) bytes into a block of \(size)", at: start)
        }
        defer { position = start + Int(size) }
        return PBFBlob(kind: kind, start: position, range: start..<start + Int(size))
    }

    private func read(_ count: Int) throws(ExtractError) -> ContiguousArray<UInt8> {
        do throws(TableError) { return try bytes.bytes(at: position, count: count) } catch { throw .file(error) }
    }

    private func damaged(_ fault: String, at byte: Int) -> ExtractError {
        .damaged(file: bytes.name, byte: byte, fault: fault)
    }
}

/// Unpacks and reads blobs; each thread has one.
struct PBFWorker: ~Copyable {
    private let bytes: PositionedBytes
    private let inflater = Inflater(.zlib)
    private var unpacked: ContiguousArray<UInt8> = []
    private(set) var block = MapBlock()

    init(_ bytes: PositionedBytes) { self.bytes = bytes }

    /// Reads what is asked for of an `OSMData` blob into ``block``.
    ///
    /// - Returns: What the blob may have, as ``MapBlock/decode(_:_:waysHaveLocations:)``.
    mutating func read(
        _ blob: PBFBlob, _ contents: MapContents, waysHaveLocations: Bool
    ) throws(ExtractError) -> MapContents {
        let base = try unpack(blob)
        // Not in place: the bytes and the block are parts of one value.
        var bytes = ContiguousArray<UInt8>()
        swap(&bytes, &unpacked)
        let present: MapContents
        do throws(WireFault) {
            present = try WireReader.read(bytes.span) { (message) throws(WireFault) in
                try block.decode(message, contents, waysHaveLocations: waysHaveLocations)
            }
        } catch {
            throw failure(error, blob, base)
        }
        swap(&block.strings.bytes, &bytes)
        swap(&unpacked, &bytes)
        return present
    }

    /// Reads an `OSMHeader` blob.
    mutating func header(_ blob: PBFBlob) throws(ExtractError) -> PBFHeader {
        let base = try unpack(blob)
        do throws(WireFault) {
            return try WireReader.read(unpacked.span) { (message) throws(WireFault) in try PBFHeader(message) }
        } catch {
            throw failure(error, blob, base)
        }
    }

    /// The error for a fault in what is unpacked; `base` is its start in the file, if it was not packed.
    private func failure(_ fault: WireFault, _ blob: PBFBlob, _ base: Int?) -> ExtractError {
        if fault.isDeletedObject { return .history(file: bytes.name) }
        return .damaged(
            file: bytes.name, byte: base.map { $0 + fault.offset } ?? blob.range.lowerBound,
            fault: fault.reason + (base == nil ? ", at byte \(fault.offset) of what is packed there" : ""))
    }

    /// Fills ``unpacked``; returns where these bytes are in the file, if they are not packed.
    private mutating func unpack(_ blob: PBFBlob) throws(ExtractError) -> Int? {
        let start = blob.range.lowerBound
        func damaged(_ fault: String, at byte: Int = start) -> ExtractError {
            .damaged(file: bytes.name, byte: byte, fault: fault)
        }
        let packed: ContiguousArray<UInt8>
        do throws(TableError) {
            packed = try bytes.bytes(at: start, count: blob.range.count)
        } catch {
            throw .file(error)
        }
        var (raw, zlib, size, other): (Range<Int>?, Range<Int>?, UInt64?, String?) = (nil, nil, nil, nil)
        do throws(WireFault) {
            try WireReader.read(packed.span) { (message) throws(WireFault) in
                var message = message
                while let field = try message.field() {
                    switch field.number {
                    case 1: raw = try message.message(field).range
                    case 2: size = try message.number(field)
                    case 3: zlib = try message.message(field).range
                    default:
                        other = Self.packings[field.number] ?? other
                        try message.skip(field)
                    }
                }
            }
        } catch {
            throw damaged(error.reason, at: start + error.offset)
        }
        if let raw {
            unpacked.removeAll(keepingCapacity: true)
            unpacked.append(utf8: packed.span.extracting(raw))
            return start + raw.lowerBound
        }
        guard let zlib else {
            guard let other else { throw damaged("a block without contents") }
            throw .unsupported(
                file: bytes.name, what: "a block packed by \(other)",
                remedy: "pack it by zlib: osmium cat FILE -o NEW.osm.pbf")
        }
        guard let size, size <= PBFBlobs.maxBlob else {
            throw damaged(
                size.map { "a block of \($0) bytes, where \(PBFBlobs.maxBlob) are allowed" }
                    ?? "a packed block without a size")
        }
        // Memory is taken for what can be there, not for what is claimed.
        guard Int(size) / GzipSource.maxRatio <= zlib.count else {
            throw damaged("\(zlib.count) packed bytes cannot hold \(size)", at: start + zlib.lowerBound)
        }
        do throws(PackedError) {
            try inflater.unpack(whole: packed.span.extracting(zlib), of: Int(size), into: &unpacked)
        } catch {
            throw damaged("damaged zlib: \(error.reason)", at: start + zlib.lowerBound)
        }
        return nil
    }

    /// The ways of packing that are not read, by their fields.
    private static let packings: [UInt64: String] = [4: "lzma", 5: "bzip2", 6: "lz4", 7: "zstd"]
}

/// What the header of a PBF file says.
struct PBFHeader {
    var boundingBox: BoundingBox?
    var replicationTime: String?
    /// What a reader must know.
    private var required: [String] = []
    /// Whether ways have the points of their nodes.
    var waysHaveLocations = false

    /// The header of a file, which must be its first blob.
    ///
    /// - Throws: ``ExtractError``, also if something in the file must be known and is not.
    init(of bytes: PositionedBytes) throws(ExtractError) {
        var blobs = PBFBlobs(bytes)
        var worker = PBFWorker(bytes)
        guard let blob = try blobs.next(), blob.kind == PBFBlob.header else {
            throw .damaged(file: bytes.name, byte: 0, fault: "its first block is not a header")
        }
        self = try worker.header(blob)
        if required.contains(Self.history) { throw .history(file: bytes.name) }
        if let unknown {
            throw .unsupported(file: bytes.name, what: "a file that needs the feature \(unknown)", remedy: nil)
        }
    }

    init(_ header: WireReader) throws(WireFault) {
        var message = header
        while let field = try message.field() {
            switch field.number {
            case 1: boundingBox = try Self.box(try message.message(field))
            case 4: required.append(try message.message(field).text())
            case 5: waysHaveLocations = try message.message(field).text() == Self.locationsOnWays || waysHaveLocations
            case 32: replicationTime = Self.time(Int64(bitPattern: try message.number(field)))
            default: try message.skip(field)
            }
        }
        waysHaveLocations = waysHaveLocations || required.contains(Self.locationsOnWays)
    }

    private static let history = "HistoricalInformation"
    private static let locationsOnWays = "LocationsOnWays"

    /// What must be known of the file to read it, and is not.
    private var unknown: String? {
        required.first { !["OsmSchema-V0.6", "DenseNodes", Self.locationsOnWays].contains($0) }
    }

    private static func box(_ box: WireReader) throws(WireFault) -> BoundingBox? {
        var (message, sides) = (box, [Double](repeating: .nan, count: 5))
        while let field = try message.field() {
            if case 1...4 = field.number {
                sides[Int(field.number)] = Double(try message.signedNumber(field)) / 1e9
            } else {
                try message.skip(field)
            }
        }
        return try? BoundingBox(south: sides[4], west: sides[1], north: sides[3], east: sides[2])
    }

    /// Seconds since 1970 as text; nil outside the years 1 to 9999.
    private static func time(_ seconds: Int64) -> String? {
        let (day, second) = Int(seconds).dividedDown(by: 86_400)
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return CalendarDate(daysSince1970: day).map {
            "\($0)T\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))Z"
        }
    }
}
