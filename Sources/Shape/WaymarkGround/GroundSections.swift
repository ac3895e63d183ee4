import WaymarkIndex
import WaymarkText

/// The sections of a ground in an index file.
///
/// - `ground.about`: text; the box of the extract and whether it has a coast, then a line for each kind of features.
/// - `ground.name.end`, `ground.name.text`: the names, as other texts of the file.
/// - `ground.tile`: for each tile its key and where its bytes end; ascending.
/// - `ground.data`: the tiles, as ``GroundTileCoder`` writes them.
enum GroundSections {
    static let about = "ground.about"
    static let nameEnds = "ground.name.end"
    static let nameTexts = "ground.name.text"
    static let tiles = "ground.tile"
    static let data = "ground.data"

    /// The order of kinds: by zoom, so that a reader of a low zoom stops early.
    static func precedes(_ one: GroundClass, _ other: GroundClass) -> Bool {
        if one.zoom != other.zoom { return one.zoom < other.zoom }
        return line(one) < line(other)
    }

    static func line(_ kind: GroundClass) -> String {
        [
            kind.layer.rawValue, kind.form.rawValue, NumberText.shortest(kind.zoom),
            kind.rank.map { String($0) } ?? "-",
            kind.schema ?? "-",
        ].joined(separator: "\t")
    }

    /// The kind of a line; nil for another text.
    static func kind(_ line: Substring) -> GroundClass? {
        let cells = line.split(separator: "\t")
        guard cells.count == 5, let layer = GroundLayer(rawValue: String(cells[0])),
            let form = GroundClass.Form(rawValue: String(cells[1])), let zoom = NumberParser.double(cells[2])
        else { return nil }
        return GroundClass(
            layer: layer, form: form, zoom: zoom, rank: Int(cells[3]), schema: cells[4] == "-" ? nil : String(cells[4]))
    }

    static func made(
        box: (northWest: WorldPoint, southEast: WorldPoint), hasCoast: Bool, classes: [GroundClass],
        _ names: GroundNameTable, _ tiles: [(key: UInt64, end: Int)], _ data: ContiguousArray<UInt8>
    ) -> [IndexFileExtra] {
        let corners = [box.northWest.x, box.northWest.y, box.southEast.x, box.southEast.y].map {
            NumberText.shortest($0)
        }
        let about = ([(corners + [hasCoast ? "coast" : "-"]).joined(separator: "\t")] + classes.map(line)).joined(
            separator: "\n")
        var (ends, texts, index) = (ContiguousArray<UInt8>(), ContiguousArray<UInt8>(), ContiguousArray<UInt8>())
        for name in names.texts {
            texts.append(contentsOf: name.utf8)
            unsafe withUnsafeBytes(of: UInt32(texts.count)) { unsafe ends.append(contentsOf: $0) }
        }
        for tile in tiles {
            unsafe withUnsafeBytes(of: tile.key) { unsafe index.append(contentsOf: $0) }
            unsafe withUnsafeBytes(of: UInt64(tile.end)) { unsafe index.append(contentsOf: $0) }
        }
        return [
            IndexFileExtra(name: Self.about, bytes: ContiguousArray(about.utf8)),
            IndexFileExtra(name: nameEnds, bytes: ends), IndexFileExtra(name: nameTexts, bytes: texts),
            IndexFileExtra(name: Self.tiles, bytes: index), IndexFileExtra(name: Self.data, bytes: data),
        ]
    }
}

/// The bytes of a tile: groups of features of one kind, each with its number and the number of its features.
///
/// All numbers are LEB128; points are differences from the last point of the tile, signed by zigzag.
/// - A label: the number of its name, a byte of weight, a point.
/// - A line: points << 4 | named << 3 | flags, the number of its name if it has one, its points.
/// - An area: the number of its rings, then for each the number of its points, and these.
enum GroundTileCoder {
    static func append(_ pieces: [GroundPiece], to data: inout ContiguousArray<UInt8>) {
        var last = SIMD2<Int32>(0, 0)
        func number(_ value: Int) {
            var rest = UInt64(value)
            while rest > 127 {
                data.append(UInt8(rest & 127 | 128))
                rest >>= 7
            }
            data.append(UInt8(rest))
        }
        func points(_ line: [SIMD2<Int32>]) {
            for point in line {
                let step = point &- last
                number(Int(UInt32(bitPattern: step.x << 1 ^ step.x >> 31)))
                number(Int(UInt32(bitPattern: step.y << 1 ^ step.y >> 31)))
                last = point
            }
        }
        let sorted = pieces.enumerated().sorted {
            ($0.element.group, $0.element.cell, $0.element.feature, $0.offset)
                < ($1.element.group, $1.element.cell, $1.element.feature, $1.offset)
        }.map(\.element)
        var start = 0
        while start < sorted.count {
            let group = sorted[start].group
            let end = sorted[start...].firstIndex { $0.group != group } ?? sorted.count
            number(Int(group))
            number(end - start)
            for piece in sorted[start..<end] {
                switch group & 3 {
                case 0:
                    number(Int(piece.name))
                    data.append(piece.weight)
                    points(piece.lines[0])
                case 1:
                    let line = piece.lines[0]
                    number(line.count << 4 | (piece.name > 0 ? 8 : 0) | Int(piece.flags.rawValue & 7))
                    if piece.name > 0 { number(Int(piece.name)) }
                    points(line)
                default:
                    number(piece.lines.count)
                    for ring in piece.lines {
                        number(ring.count)
                        points(ring)
                    }
                }
            }
            start = end
        }
    }
}
