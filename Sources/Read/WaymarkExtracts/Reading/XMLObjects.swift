import WaymarkFiles
import WaymarkGeodesy
import WaymarkText

/// The objects of an extract in XML, in blocks.
///
/// One thread reads the text, so this is slower than PBF; what is done with the blocks is not.
///
/// Source: wiki.openstreetmap.org/wiki/OSM_XML.
struct XMLObjects {
    /// A block on its way to another thread.
    final class Piece: Sendable {
        let block: MapBlock
        /// The number of bytes of the file that were read.
        let end: Int

        init(_ block: consuming MapBlock, end: Int) {
            self.block = block
            self.end = end
        }
    }

    /// A block ends with the object that fills one of these.
    private static let (blockObjects, blockParts, blockText) = (8000, 1 << 17, 1 << 20)
    /// One object must not have more, as in PBF.
    private static let (maxParts, maxText) = (4 << 20, 32 << 20)
    private static let kinds: [String: MapObjectKind] = ["node": .node, "way": .way, "relation": .relation]

    private(set) var boundingBox: BoundingBox?
    private(set) var replicationTime: String?
    private let source: PositionedSource
    private var stream: XMLStream
    /// The element that comes next; nil at the end.
    private var element: XMLStream.Element?
    /// The previous object: versions of one object follow one another.
    private var last: (kind: MapObjectKind, id: Int64)?
    /// The numbers of the texts of the block.
    private var numbers: [String: Int32] = [:]

    /// Reads the text up to the first object.
    init(_ bytes: PositionedBytes) throws(ExtractError) {
        source = PositionedSource(bytes)
        do throws(TextError) { stream = try XMLStream(source) } catch { throw Self.failure(error, bytes.name) }
        let root: XMLStream.Element
        do throws(TextError) { root = try stream.root() } catch { throw failure(error) }
        try check(root)
        replicationTime = root["timestamp"]
        element = try child()
        while let head = element, Self.kinds[head.name] == nil {
            readHead(head)
            try skip()
            element = try child()
        }
    }

    /// The next objects, those that are asked for; nil at the end.
    mutating func next(_ contents: MapContents) throws(ExtractError) -> Piece? {
        guard element != nil else { return nil }
        var (block, objects) = (MapBlock(), 0)
        numbers.removeAll(keepingCapacity: true)
        while let object = element {
            if let kind = Self.kinds[object.name] {
                try read(object, kind, contents, into: &block)
                objects += 1
            } else {
                try skip()
            }
            element = try child()
            if objects >= Self.blockObjects || block.partCount >= Self.blockParts
                || block.strings.bytes.count >= Self.blockText
            {
                break
            }
        }
        // Behind the end of the document nothing may come.
        if element == nil {
            do throws(TextError) { _ = try stream.next() } catch { throw failure(error) }
        }
        return Piece(block, end: source.position)
    }

    // MARK: Objects

    private mutating func read(
        _ object: XMLStream.Element, _ kind: MapObjectKind, _ contents: MapContents, into block: inout MapBlock
    ) throws(ExtractError) {
        let id = try integer(object, "id")
        if object["visible"] == "false" || object["action"] == "delete" { throw .history(file: source.name) }
        if let last, last == (kind, id) { throw .history(file: source.name) }
        last = (kind, id)
        var point: MapPoint?
        if kind == .node {
            point = MapPoint(longitude: try units(object, "lon"), latitude: try units(object, "lat"))
        }
        let wanted: MapContents = kind == .node ? .taggedNodes : kind == .way ? .ways : .relations
        let isWanted = contents.contains(wanted)
        let (tags, refs, members) = (block.tags.count, block.refs.count, block.members.count)
        let (oldParts, oldText) = (block.partCount, block.strings.bytes.count)
        while let part = try child() {
            if isWanted {
                switch (part.name, kind) {
                case ("tag", _):
                    let key = number(try text(part, "k"), in: &block)
                    block.tags.append((key, number(try text(part, "v"), in: &block)))
                case ("nd", .way): block.refs.append(try integer(part, "ref"))
                case ("member", .relation):
                    guard let member = Self.kinds[try text(part, "type")] else {
                        throw malformed("a member of an unknown type", part)
                    }
                    block.members.append((try integer(part, "ref"), member, number(part["role"] ?? "", in: &block)))
                default: break
                }
                guard block.partCount - oldParts <= Self.maxParts, block.strings.bytes.count - oldText <= Self.maxText
                else { throw malformed("an object with too many parts, or too long ones", part) }
            }
            try skip()
        }
        if let point {
            if contents.contains(.locations) { block.locations.append((id, point)) }
            if block.tags.count > tags { block.nodes.append((id, point, tags..<block.tags.count)) }
        } else if isWanted, kind == .way {
            block.ways.append((id, refs..<block.refs.count, tags..<block.tags.count))
        } else if isWanted {
            block.relations.append((id, members..<block.members.count, tags..<block.tags.count))
        }
    }

    private mutating func number(_ text: String, in block: inout MapBlock) -> Int32 {
        if let number = numbers[text] { return number }
        let (number, start) = (Int32(block.strings.count), Int32(block.strings.bytes.count))
        block.strings.bytes.append(contentsOf: text.utf8)
        block.strings.places.append(start..<Int32(block.strings.bytes.count))
        numbers[text] = number
        return number
    }

    // MARK: Attributes

    private func text(_ element: XMLStream.Element, _ name: String) throws(ExtractError) -> String {
        guard let value = element[name] else { throw malformed("<\(element.name)> without \(name)", element) }
        return value
    }

    private func integer(_ element: XMLStream.Element, _ name: String) throws(ExtractError) -> Int64 {
        let value = try text(element, name)
        guard let number = Int64(value) else { throw wrong(value, element, name) }
        return number
    }

    /// Degrees in 1e-7 degrees.
    private func units(_ element: XMLStream.Element, _ name: String) throws(ExtractError) -> Int64 {
        let value = try text(element, name)
        guard let degrees = NumberParser.double(value) else { throw wrong(value, element, name) }
        // Those off the planet only have to stay off it.
        return Int64((min(max(degrees, -1000), 1000) * 1e7).rounded(.toNearestOrAwayFromZero))
    }

    private func wrong(_ value: String, _ element: XMLStream.Element, _ name: String) -> ExtractError {
        malformed(
            "<\(element.name)> whose \(name) is no number: \(PrintableText.of(PlainText.shortened(value)))", element)
    }

    // MARK: Head

    private func check(_ root: XMLStream.Element) throws(ExtractError) {
        switch root.name {
        case "osm": break
        case "osmChange":
            throw .notExtract(
                file: source.name, found: "changes to one (osmChange)",
                remedy: "apply them to an extract: osmium apply-changes EXTRACT FILE -o NEW.osm.pbf")
        case "html":
            throw .notExtract(
                file: source.name, found: ExtractFormat.webPage.name, remedy: ExtractFormat.webPage.remedy)
        default:
            throw .notExtract(
                file: source.name, found: "other XML, <\(PrintableText.of(PlainText.shortened(root.name)))>",
                remedy: nil)
        }
    }

    private mutating func readHead(_ head: XMLStream.Element) {
        switch head.name {
        case "bounds":
            let sides = ["minlat", "minlon", "maxlat", "maxlon"].map { head[$0].flatMap(NumberParser.double) ?? .nan }
            boundingBox = try? BoundingBox(south: sides[0], west: sides[1], north: sides[2], east: sides[3])
        // As Overpass says it
        case "meta": replicationTime = head["osm_base"] ?? replicationTime
        default: break
        }
    }

    // MARK: Stream

    private mutating func child() throws(ExtractError) -> XMLStream.Element? {
        do throws(TextError) { return try stream.child() } catch { throw failure(error) }
    }

    private mutating func skip() throws(ExtractError) {
        do throws(TextError) { try stream.skip() } catch { throw failure(error) }
    }

    private func malformed(_ fault: String, _ element: XMLStream.Element) -> ExtractError {
        .malformed(file: source.name, line: element.line, fault: fault)
    }

    private func failure(_ error: TextError) -> ExtractError { Self.failure(error, source.name) }

    private static func failure(_ error: TextError, _ file: String) -> ExtractError {
        switch error {
        case .file(let error): .file(error)
        case .malformed(let reason, let line, let column):
            .malformed(file: file, line: line, fault: "column \(column): \(reason)")
        case .unsupportedEncoding(let name):
            .unsupported(file: file, what: "XML in \(name)", remedy: "convert it to UTF-8: iconv -f \(name) -t UTF-8")
        case .zip: .notExtract(file: file, found: "a ZIP archive", remedy: "unpack it")
        }
    }
}

extension MapBlock {
    /// The number of all tags, references and members.
    fileprivate var partCount: Int { tags.count + refs.count + members.count }
}

/// Bytes that can be read anywhere, from the first to the last.
private final class PositionedSource: ByteSource {
    private let bytes: PositionedBytes
    /// The number of bytes that were read.
    private(set) var position = 0

    init(_ bytes: PositionedBytes) { self.bytes = bytes }

    var name: String { bytes.name }
    var size: Int? { bytes.count }

    func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        let count = min(count, bytes.count - position)
        buffer.append(contentsOf: try bytes.bytes(at: position, count: count))
        position += count
        return count
    }
}
