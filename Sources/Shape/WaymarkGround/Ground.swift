public import WaymarkIndex
import WaymarkText

/// The ground under the maps of a town: streets, water, green, buildings and names, mapped from its index file.
///
/// ```swift
/// if let ground = try Ground(IndexFile(contentsOf: "andorra.waymark")) {
///     let town = try Coordinate(latitude: 42.5075, longitude: 1.5218)
///     let features = try ground.features(from: WorldPoint(town), to: WorldPoint(town), zoom: 16)
/// }
/// ```
public struct Ground: Sendable {
    /// The box of the extract.
    public let box: (northWest: WorldPoint, southEast: WorldPoint)
    /// Whether the extract has a coast, so that the features tell land from sea in its box.
    public let hasCoast: Bool
    /// The kinds of features, by their numbers.
    private let classes: [GroundClass]
    private let nameEnds: IndexFileBytes
    private let nameTexts: IndexFileBytes
    private let tiles: IndexFileBytes
    private let data: IndexFileBytes
    private let file: String

    /// Opens the ground of an index file; nil if it has none.
    ///
    /// - Throws: `IndexFileError.damaged` if its sections do not fit together.
    /// - Complexity: O(1), and that of reading the kinds of features.
    public init?(_ file: IndexFile) throws(IndexFileError) {
        guard let about = file.bytes(of: GroundSections.about) else { return nil }
        func section(_ name: String) throws(IndexFileError) -> IndexFileBytes {
            guard let bytes = file.bytes(of: name) else {
                throw .damaged(file: file.name, fault: "the ground has no section \(name)")
            }
            return bytes
        }
        (nameEnds, nameTexts) = (try section(GroundSections.nameEnds), try section(GroundSections.nameTexts))
        (tiles, data) = (try section(GroundSections.tiles), try section(GroundSections.data))
        let lines = about.withBytes { String(utf8: $0) }.split(separator: "\n")
        let first = (lines.first ?? "").split(separator: "\t")
        let corners = first.prefix(4).compactMap { NumberParser.double($0) }
        classes = lines.dropFirst().compactMap(GroundSections.kind)
        guard corners.count == 4, first.count == 5, classes.count == lines.count - 1, tiles.count % 16 == 0 else {
            throw .damaged(file: file.name, fault: "the ground's section \(GroundSections.about) is malformed")
        }
        box = (WorldPoint(x: corners[0], y: corners[1]), WorldPoint(x: corners[2], y: corners[3]))
        hasCoast = first[4] == "coast"
        self.file = file.name
    }

    /// The kinds of its features.
    public var kinds: [GroundClass] { classes }

    /// The number of bytes of its features and names.
    public var size: Int { nameEnds.count + nameTexts.count + tiles.count + data.count }

    /// The features that a map of a box at a zoom shows, in the order in which they are stored: by kind within each tile, tiles
    /// along a curve; pieces of what is cut at the border of a tile.
    ///
    /// - Parameters:
    ///   - northWest: The upper left corner.
    ///   - southEast: The lower right corner.
    ///   - zoom: The zoom, in the scale of maps with tiles of 256 px.
    /// - Returns: The features of all tiles that the box touches, and so some that lie beside it.
    /// - Throws: `IndexFileError.damaged` for a tile that cannot be read.
    /// - Complexity: O(*n*) in the bytes of the tiles that the box, grown by 64 px, touches.
    public func features(
        from northWest: WorldPoint, to southEast: WorldPoint, zoom: Double
    ) throws(IndexFileError) -> [GroundFeature] {
        let level = GroundLevel.shown(at: zoom)
        let (pixels, margin) = (level.pixels, GroundLevel.wholeSize / 2)
        func cell(_ position: Double, _ margin: Double) -> Int {
            Int(max(-1e9, min(1e9, ((position * pixels + margin) / GroundLevel.side).rounded(.down))))
        }
        let columns = cell(northWest.x, -margin)...max(cell(northWest.x, -margin), cell(southEast.x, margin))
        let rows =
            max(0, cell(northWest.y, -margin))...max(0, max(cell(northWest.y, -margin), cell(southEast.y, margin)))
        // A wide box is not walked, but the tiles that there are.
        var found: [(tile: Int, column: Int, row: Int)] = []
        if columns.count * rows.count <= tiles.count / 16 {
            for row in rows {
                for column in columns {
                    let key = TileKey.of(level, column: column, row: row)
                    if row < level.count, let tile = position(of: key) { found.append((tile, column, row)) }
                }
            }
        } else {
            let start = UInt64(level.zoom) << 56
            for tile in firstTile(from: start)..<firstTile(from: start + (1 << 56)) {
                let (column, row) = TileKey.place(of: key(of: tile), level)
                // Beyond the antimeridian it is another time around.
                for column in [column - level.count, column, column + level.count]
                where columns.contains(column) && rows.contains(row) {
                    found.append((tile, column, row))
                }
            }
        }
        var features: [GroundFeature] = []
        for (tile, column, row) in found.sorted(by: { $0.tile < $1.tile }) {
            let start = tile == 0 ? 0 : end(of: tile - 1)
            let end = end(of: tile)
            guard start <= end, end <= UInt64(data.count) else { throw damaged(tile) }
            let isWhole = data.withBytes(Int(start)..<Int(end)) { bytes in
                var reader = GroundTileReader(bytes.count)
                reader.corner = (Double(column) * GroundLevel.side, Double(row) * GroundLevel.side)
                reader.pixels = pixels
                return reader.read(bytes, classes, upTo: zoom + GroundLevel.slack, name: name, into: &features)
            }
            if !isWhole { throw damaged(tile) }
        }
        return features
    }

    private func damaged(_ tile: Int) -> IndexFileError {
        .damaged(file: file, fault: "the ground's tile \(tile) cannot be read")
    }

    private func key(of tile: Int) -> UInt64 { tiles.load(16 * tile, as: UInt64.self) }
    private func end(of tile: Int) -> UInt64 { tiles.load(16 * tile + 8, as: UInt64.self) }

    private func position(of key: UInt64) -> Int? {
        let tile = firstTile(from: key)
        return tile < tiles.count / 16 && self.key(of: tile) == key ? tile : nil
    }

    /// The first tile with at least a key.
    private func firstTile(from key: UInt64) -> Int {
        var (low, high) = (0, tiles.count / 16)
        while low < high {
            let middle = (low + high) / 2
            if self.key(of: middle) < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The name of a number; nil if there is none.
    private func name(_ number: Int) -> String? {
        let count = nameEnds.count / 4
        guard number >= 1, number <= count else { return nil }
        let start = number == 1 ? 0 : Int(nameEnds.load(4 * (number - 2), as: UInt32.self))
        let end = Int(nameEnds.load(4 * (number - 1), as: UInt32.self))
        guard start <= end, end <= nameTexts.count else { return nil }
        return nameTexts.withBytes(start..<end) { String(utf8: $0) }
    }
}

/// Reads the bytes of a tile, which are not trusted.
struct GroundTileReader {
    private let count: Int
    private var at = 0
    private var last = SIMD2<Int32>(0, 0)
    private var isDamaged = false
    var corner = (x: 0.0, y: 0.0)
    var pixels = 1.0

    init(_ count: Int) { self.count = count }

    private mutating func number(_ bytes: Span<UInt8>) -> Int {
        var (value, shift) = (0, 0)
        while at < count, shift < 56 {
            let byte = bytes[at]
            at += 1
            value |= Int(byte & 127) << shift
            if byte < 128 { return value }
            shift += 7
        }
        isDamaged = true
        return 0
    }

    private mutating func point(_ bytes: Span<UInt8>) -> SIMD2<Int32> {
        func signed(_ value: Int) -> Int32 {
            let bits = UInt32(truncatingIfNeeded: value)
            return Int32(bitPattern: bits >> 1) ^ -Int32(bitPattern: bits & 1)
        }
        last = last &+ SIMD2(signed(number(bytes)), signed(number(bytes)))
        return last
    }

    private func world(_ unit: SIMD2<Int32>) -> WorldPoint {
        let scale = GroundLevel.side / GroundLevel.units
        return WorldPoint(
            x: (corner.x + Double(unit.x) * scale) / pixels, y: (corner.y + Double(unit.y) * scale) / pixels)
    }

    /// A number of things, each of at least `size` bytes; 0 if the tile has no room for them.
    private mutating func length(_ bytes: Span<UInt8>, each size: Int, shift: Int = 0) -> (count: Int, low: Int) {
        let value = number(bytes)
        let length = value >> shift
        if length > (count - at) / size { isDamaged = true }
        return (isDamaged ? 0 : length, value & (1 << shift - 1))
    }

    /// Appends the features of kinds up to a zoom; returns whether the bytes are whole as far as they were read.
    mutating func read(
        _ bytes: Span<UInt8>, _ classes: [GroundClass], upTo zoom: Double, name: (Int) -> String?,
        into features: inout [GroundFeature]
    ) -> Bool {
        while at < count, !isDamaged {
            let group = number(bytes)
            let (members, _) = length(bytes, each: 2)
            guard !isDamaged, group >> 2 < classes.count else { return false }
            let kind = classes[group >> 2]
            // Kinds are in the order of their zoom.
            if kind.zoom > zoom { return true }
            for _ in 0..<members where !isDamaged {
                switch group & 3 {
                case 0: label(bytes, kind, name, &features)
                case 1: line(bytes, kind, name, &features)
                default: area(bytes, kind, &features)
                }
            }
        }
        return !isDamaged
    }

    private mutating func label(
        _ bytes: Span<UInt8>, _ kind: GroundClass, _ name: (Int) -> String?, _ features: inout [GroundFeature]
    ) {
        let text = name(number(bytes))
        guard at < count else { return isDamaged = true }
        let weight = bytes[at]
        at += 1
        let place = point(bytes)
        if text == nil { isDamaged = true }
        if !isDamaged { features.append(GroundFeature(kind, name: text, .label(world(place), weight: weight))) }
    }

    private mutating func line(
        _ bytes: Span<UInt8>, _ kind: GroundClass, _ name: (Int) -> String?, _ features: inout [GroundFeature]
    ) {
        let (points, low) = length(bytes, each: 2, shift: 4)
        let text = low & 8 == 0 ? nil : name(number(bytes))
        if low & 8 != 0, text == nil { isDamaged = true }
        var line: [WorldPoint] = []
        line.reserveCapacity(points)
        for _ in 0..<points where !isDamaged { line.append(world(point(bytes))) }
        if !isDamaged {
            features.append(GroundFeature(kind, flags: GroundFlags(rawValue: UInt8(low & 7)), name: text, .line(line)))
        }
    }

    private mutating func area(_ bytes: Span<UInt8>, _ kind: GroundClass, _ features: inout [GroundFeature]) {
        let (count, _) = length(bytes, each: 3)
        var rings: [GroundRing] = []
        rings.reserveCapacity(count)
        for _ in 0..<count where !isDamaged {
            let (points, _) = length(bytes, each: 2)
            var ring = GroundRing([])
            ring.points.reserveCapacity(points)
            var (first, before) = (SIMD2<Int32>(0, 0), SIMD2<Int32>(0, 0))
            for number in 0..<points where !isDamaged {
                let unit = point(bytes)
                if number == 0 { first = unit } else if Self.isCut(before, unit) { ring.cuts.append(number - 1) }
                before = unit
                ring.points.append(world(unit))
            }
            if points > 1, Self.isCut(before, first) { ring.cuts.append(points - 1) }
            rings.append(ring)
        }
        if !isDamaged { features.append(GroundFeature(kind, .area(rings))) }
    }

    /// Whether an edge lies where areas are cut: on the border of the tile, grown by the overlap.
    private static func isCut(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> Bool {
        let margin = Int32(GroundCutter.overlap * GroundLevel.units / GroundLevel.side)
        let (low, high) = (-margin, Int32(GroundLevel.units) + margin)
        return a.x == b.x && (a.x == low || a.x == high) || a.y == b.y && (a.y == low || a.y == high)
    }
}
