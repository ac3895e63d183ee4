import WaymarkFiles
import WaymarkText

/// The format of an extract, found by its first bytes, whatever the name of the file.
enum ExtractFormat {
    case pbf
    /// XML, which may be packed by gzip.
    case xml

    /// - Throws: `.notExtract` for anything else, by its name if that is known; `.file`.
    init(of bytes: PositionedBytes) throws(ExtractError) {
        var head: ContiguousArray<UInt8>
        do throws(TableError) {
            head = try bytes.bytes(at: 0, count: min(bytes.count, 4096))
        } catch {
            throw .file(error)
        }
        if head.starts(with: [0x1F, 0x8B]) {
            var (source, start) = (GzipSource(head, MemorySource([])), ContiguousArray<UInt8>())
            // What is damaged or cut off is said by the reader of the whole.
            try? source.fill(&start, to: 512)
            if start.isEmpty {
                self = .xml
                return
            }
            head = start
            if Self.isPBF(head) {
                throw .notExtract(
                    file: bytes.name, found: "one packed by gzip once more", remedy: "unpack it: gunzip FILE")
            }
        }
        if Self.isPBF(head) {
            self = .pbf
            return
        }
        let mark = ByteOrderMark.find(in: head.span)
        let text = String(decoding: head.dropFirst(mark.length).drop { $0 <= 0x20 }.prefix(512), as: UTF8.self)
        if let known = Self.known(head, text) {
            throw .notExtract(file: bytes.name, found: known.name, remedy: known.remedy)
        }
        // The reader of XML says what is wrong with UTF-16.
        guard text.hasPrefix("<") || mark.unsupported != nil else {
            throw .notExtract(
                file: bytes.name, found: "something else",
                remedy: "download one from download.geofabrik.de, or export one at openstreetmap.org")
        }
        self = .xml
    }

    /// Whether a file begins with a blob, most likely the header.
    private static func isPBF(_ head: ContiguousArray<UInt8>) -> Bool {
        // A length of at most 64 KiB, and the kind of the blob.
        guard head.count > 6, head[0] == 0, head[1] <= 1, head[4] == 0x0A else { return false }
        return head[6...].starts(with: "OSM".utf8) || head.count < 9
    }

    /// The name of what is often taken for an extract.
    private static func known(_ head: ContiguousArray<UInt8>, _ text: String) -> (name: String, remedy: String?)? {
        if head.isEmpty { return ("an empty file", "download it again") }
        for (start, name, remedy) in starts where head.starts(with: start) { return (name, remedy) }
        if text.hasPrefix("version https://git-lfs") {
            return ("a pointer of Git LFS", "get the file itself: git lfs pull")
        }
        if ["<!doctype html", "<html"].contains(where: { text.lowercased().hasPrefix($0) }) {
            return webPage
        }
        if text.hasPrefix("{") || text.hasPrefix("[") {
            return ("JSON", "ask Overpass for XML: [out:xml]")
        }
        return nil
    }

    static let webPage: (name: String, remedy: String?) = (
        "a web page", "look at it in a browser: its address may be wrong, or ask for a login"
    )

    private static let starts: [(start: [UInt8], name: String, remedy: String?)] = [
        ([0xFF, 0xE0], "an o5m file", "convert it: osmium cat FILE -o NEW.osm.pbf"),
        ([0xFF, 0xFF, 0xE0], "an o5m file", "convert it: osmium cat FILE -o NEW.osm.pbf"),
        (Array("BZh".utf8), "a file packed by bzip2", "unpack it: bunzip2 FILE"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a file packed by xz", "unpack it: unxz FILE"),
        ([0x28, 0xB5, 0x2F, 0xFD], "a file packed by zstd", "unpack it: unzstd FILE"),
        ([0x04, 0x22, 0x4D, 0x18], "a file packed by lz4", "unpack it: unlz4 FILE"),
        ([0x50, 0x4B, 3, 4], "a ZIP archive", "unpack it: unzip FILE"),
    ]
}
