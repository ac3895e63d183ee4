package import WaymarkIndex
import WaymarkText

/// Makes the ground of an index file: each feature on the levels that show it, simplified to half a pixel, cut into tiles.
public struct GroundWriter: Sendable {
    private let box: (northWest: WorldPoint, southEast: WorldPoint)
    private let hasCoast: Bool
    /// The features, in the order in which they were added.
    private var features = GroundStore()

    /// A ground without features.
    ///
    /// - Parameters:
    ///   - box: The north-west and the south-east corner of the extract.
    ///   - hasCoast: Whether the features tell land from sea in it.
    public init(box: (northWest: WorldPoint, southEast: WorldPoint), hasCoast: Bool) {
        (self.box, self.hasCoast) = (box, hasCoast)
    }

    /// Makes room for the points of features, of which there are many.
    public mutating func reserve(points: Int) { features.reserve(points: points) }

    /// Adds a whole feature; in an area all outer rings have the direction of the first.
    public mutating func add(_ feature: GroundFeature) { features.append(feature) }

    /// The number of features of each layer.
    public var counts: [GroundLayer: Int] {
        features.all.reduce(into: [:]) { $0[features.kinds[Int($1.kind)].layer, default: 0] += 1 }
    }

    /// The sections of an index file.
    ///
    /// - Parameter mostPoints: The points above which the tiles of a level are made square by square, which needs less memory.
    /// - Returns: The sections, the same for any such number.
    /// - Complexity: O(*n* log *n*) in the points, on each of four levels.
    package func sections(cutAbove mostPoints: Int = 500_000) -> [IndexFileExtra] {
        let classes = features.kinds.sorted { GroundSections.precedes($0, $1) }
        let classNumbers = features.kinds.map { kind in UInt32(classes.firstIndex(of: kind)!) }
        var tiles: [(key: UInt64, end: Int)] = []
        var data = ContiguousArray<UInt8>()
        for level in GroundLevel.all {
            let squares = features.squares(of: level, cutAbove: mostPoints)
            func pieces(_ numbers: ContiguousArray<UInt32>) -> [UInt64: [GroundPiece]] {
                var cutter = GroundCutter(level, box)
                for number in numbers {
                    let entry = features.all[Int(number)]
                    cutter.add(features[Int(number)], number, class: classNumbers[Int(entry.kind)], name: entry.name)
                }
                return cutter.pieces
            }
            // What lies in several squares is cut once, and goes with each of them.
            let shared = Dictionary(grouping: pieces(squares.shared)) { squares.start(of: $0.key) }
            for start in Set(squares.own.keys).union(shared.keys).sorted() {
                var own = pieces(squares.own[start] ?? [])
                for (key, pieces) in shared[start] ?? [] { own[key, default: []] += pieces }
                for (key, pieces) in own.sorted(by: { $0.key < $1.key }) {
                    GroundTileCoder.append(pieces, to: &data)
                    tiles.append((key, data.count))
                }
            }
        }
        return GroundSections.made(box: box, hasCoast: hasCoast, classes: classes, features.names, tiles, data)
    }
}

/// Features in little memory: a country has some hundred million points.
struct GroundStore: Sendable {
    /// A feature without its points.
    struct Entry: Sendable {
        let kind: UInt16
        let flags: GroundFlags
        let form: GroundClass.Form
        let weight: UInt8
        /// The number of its name; 0 for none.
        let name: UInt32
        /// Where its rings begin in the ends of rings.
        let rings: UInt32
    }

    private(set) var all: ContiguousArray<Entry> = []
    private(set) var kinds: [GroundClass] = []
    private var numbers: [GroundClass: UInt16] = [:]
    private(set) var names = GroundNameTable()
    /// Where each ring, line or label ends.
    private var ends: ContiguousArray<UInt32> = []
    /// In steps of 2 to the -30th of the world, at most 4 cm.
    private var points: ContiguousArray<SIMD2<Int32>> = []
    private static let steps = Double(1 << 30)

    mutating func reserve(points count: Int) { points.reserveCapacity(count) }

    /// Appends a feature; nothing if it has no point.
    mutating func append(_ feature: GroundFeature) {
        if case .line(let line) = feature.geometry, line.isEmpty { return }
        if case .area(let rings) = feature.geometry, rings.allSatisfy(\.points.isEmpty) { return }
        let kind = numbers[feature.kind] ?? UInt16(kinds.count)
        if kind == kinds.count {
            numbers[feature.kind] = kind
            kinds.append(feature.kind)
        }
        let (first, form) = (ends.count, feature.geometry.form)
        var weight: UInt8 = 0
        switch feature.geometry {
        case .label(let point, let ownWeight):
            weight = ownWeight
            append([point])
        case .line(let line): append(line)
        case .area(let rings): for ring in rings { append(ring.points) }
        }
        all.append(
            Entry(
                kind: kind, flags: feature.flags, form: form, weight: weight,
                name: feature.name.map { names.number(of: $0) } ?? 0, rings: UInt32(first)))
    }

    private mutating func append(_ line: [WorldPoint]) {
        func step(_ value: Double) -> Int32 { Int32(max(-2, min(1.999_999_9, value)) * Self.steps) }
        for point in line { points.append(SIMD2(step(point.x), step(point.y))) }
        ends.append(UInt32(points.count))
    }

    /// The squares of a level, which are cut one by one: the pieces of all tiles of a country take more memory than its features.
    struct Squares {
        /// The tiles of a square, a power of four.
        fileprivate(set) var tiles: UInt64 = 1 << 56
        /// The features of each square, by its first tile.
        fileprivate(set) var own: [UInt64: ContiguousArray<UInt32>] = [:]
        /// Those that lie in several.
        fileprivate(set) var shared: ContiguousArray<UInt32> = []

        /// The first tile of the square with a tile.
        func start(of key: UInt64) -> UInt64 { key / tiles * tiles }
    }

    /// The most squares from side to side.
    private static let mostSquares = 32

    /// The features of a level by squares, if the ground has more points than `mostPoints`; else all are in one square.
    func squares(of level: GroundLevel, cutAbove mostPoints: Int) -> Squares {
        let shown = all.indices.filter { kinds[Int(all[$0].kind)].zoom <= Double(level.zoom) }
        var squares = Squares()
        if points.count <= mostPoints {
            squares.shared = ContiguousArray(shown.lazy.map { UInt32($0) })
            return squares
        }
        // Half a tile more: small features are stored whole in the tile of their middle, areas overlap the next tile.
        func cell(_ steps: Int32, _ more: Double, _ side: Int) -> Int {
            let tile = Double(steps) / Self.steps * level.pixels / GroundLevel.side + more
            return Int((tile / Double(side)).rounded(.down))
        }
        let boxes = shown.map { number -> (low: SIMD2<Int32>, high: SIMD2<Int32>) in
            let own = points(of: number)
            return own.reduce((own[own.startIndex], own[own.startIndex])) {
                (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
            }
        }
        guard let first = boxes.first else { return squares }
        let whole = boxes.reduce(first) { (pointwiseMin($0.low, $1.low), pointwiseMax($0.high, $1.high)) }
        var side = 1
        while side < level.count,
            (0..<2).contains(where: {
                cell(whole.high[$0], 0.5, side) - cell(whole.low[$0], -0.5, side) >= Self.mostSquares
            })
        { side *= 2 }
        squares.tiles = UInt64(side) * UInt64(side)
        for (number, box) in zip(shown, boxes) {
            let (column, row) = (cell(box.low.x, -0.5, side), cell(box.low.y, -0.5, side))
            if column == cell(box.high.x, 0.5, side), row == cell(box.high.y, 0.5, side) {
                let key = TileKey.of(level, column: column * side, row: row * side)
                squares.own[squares.start(of: key), default: []].append(UInt32(number))
            } else {
                squares.shared.append(UInt32(number))
            }
        }
        return squares
    }

    private func points(of number: Int) -> ContiguousArray<SIMD2<Int32>>.SubSequence {
        let last = number + 1 < all.count ? Int(all[number + 1].rings) : ends.count
        let first = Int(all[number].rings)
        return points[(first == 0 ? 0 : Int(ends[first - 1]))..<Int(ends[last - 1])]
    }

    /// A feature, whose positions are those that were kept.
    subscript(number: Int) -> GroundFeature {
        let entry = all[number]
        let last = number + 1 < all.count ? Int(all[number + 1].rings) : ends.count
        let rings = (Int(entry.rings)..<last).map { ring in
            points[(ring == 0 ? 0 : Int(ends[ring - 1]))..<Int(ends[ring])].map {
                WorldPoint(x: Double($0.x) / Self.steps, y: Double($0.y) / Self.steps)
            }
        }
        return GroundFeature(
            kinds[Int(entry.kind)], flags: entry.flags, name: names[entry.name],
            entry.form == .label
                ? .label(rings[0][0], weight: entry.weight)
                : entry.form == .line ? .line(rings[0]) : .area(rings.map { GroundRing($0) }))
    }
}

/// The names of a ground, by their numbers from 1.
struct GroundNameTable: Sendable {
    private(set) var texts: [String] = []
    private var numbers: [String: UInt32] = [:]

    /// The name of a number; nil for 0.
    subscript(number: UInt32) -> String? { number == 0 ? nil : texts[Int(number) - 1] }

    mutating func number(of name: String) -> UInt32 {
        if let number = numbers[name] { return number }
        texts.append(name)
        numbers[name] = UInt32(texts.count)
        return UInt32(texts.count)
    }
}

/// A piece of a feature in a tile, in units of it.
struct GroundPiece {
    /// The number of the kind, times four, and the form: 0 a label, 1 a line, 2 an area.
    let group: UInt32
    let flags: GroundFlags
    /// The number of the name; 0 for none.
    let name: UInt32
    let weight: UInt8
    /// A line or a point as one, or rings.
    let lines: [[SIMD2<Int32>]]
    /// Where it begins in the tile, which orders pieces of one kind.
    let cell: UInt64
    /// The number of its feature, which orders those that begin at one place.
    let feature: UInt32
}

/// Cuts the features of a level into the pieces of its tiles.
struct GroundCutter {
    private let level: GroundLevel
    private let box: PixelBounds
    private(set) var pieces: [UInt64: [GroundPiece]] = [:]
    /// The number of the feature that is being cut.
    private var feature: UInt32 = 0

    /// The pixels by which areas overlap the next tile, so that no seam shows.
    static let overlap = 0.5

    init(_ level: GroundLevel, _ box: (northWest: WorldPoint, southEast: WorldPoint)) {
        self.level = level
        let pixels = level.pixels
        self.box = PixelBounds(
            PixelPoint(x: box.northWest.x * pixels, y: box.northWest.y * pixels),
            PixelPoint(x: box.southEast.x * pixels, y: box.southEast.y * pixels))
    }

    mutating func add(_ feature: GroundFeature, _ featureNumber: UInt32, class number: UInt32, name: UInt32) {
        self.feature = featureNumber
        let pixels = level.pixels
        func plane(_ points: [WorldPoint]) -> [PixelPoint] {
            points.map { PixelPoint(x: $0.x * pixels, y: $0.y * pixels) }
        }
        switch feature.geometry {
        case .label(let point, let weight):
            // The name of an area that is smaller than some letters is for a later level.
            if weight & 128 != 0, GroundFeature.side(ofWeight: weight) / (point.metersOfWorld / pixels) < 30 { return }
            let place = plane([point])
            put(place, tileOf(place[0]), number << 2, feature.flags, name, weight)
        case .line(let points):
            add(line: PixelLine.thinned(plane(points), 0.5), number << 2 | 1, feature.flags, name)
        case .area(let rings): add(rings.map { plane($0.points) }, feature.kind.layer, number << 2 | 2)
        }
    }

    // MARK: Lines

    private mutating func add(line: [PixelPoint], _ group: UInt32, _ flags: GroundFlags, _ name: UInt32) {
        guard let bounds = PixelBounds(line), max(bounds.width, bounds.height) >= 0.5 else { return }
        if max(bounds.width, bounds.height) <= GroundLevel.wholeSize {
            put(line, tile(of: bounds), group, flags, name, 0)
        } else {
            split([line], tiles(of: bounds), overlap: 0) { parts, tile, cutter in
                for part in parts { cutter.put(part, tile, group, flags, name, 0) }
            } clip: { line, side in
                PixelLine.clipped(line, side)
            }
        }
    }

    private mutating func put(
        _ line: [PixelPoint], _ tile: Tile, _ group: UInt32, _ flags: GroundFlags, _ name: UInt32, _ weight: UInt8
    ) {
        let units = Self.units(line, tile)
        if group & 3 == 1, units.count < 2 { return }
        append([units], tile, group, flags, name, weight)
    }

    // MARK: Areas

    private mutating func add(_ rings: [[PixelPoint]], _ layer: GroundLayer, _ group: UInt32) {
        guard let first = rings.first else { return }
        let isClockwise = PixelLine.turn(first) > 0
        var kept: [[PixelPoint]] = []
        var outer: PixelBounds?
        var isOuterKept = true
        for ring in rings {
            let turn = PixelLine.turn(ring)
            let isOuter = (turn > 0) == isClockwise
            // Holes go with the ring before them, or with all: what is too small is not seen.
            if isOuter { isOuterKept = abs(turn) / 2 >= Self.leastArea(layer) }
            guard isOuterKept, isOuter || abs(turn) / 2 >= 4 else { continue }
            let thin = PixelLine.thinned(ring: layer == .sea ? clippedSea(ring) : ring, 0.5)
            guard thin.count >= 3, let bounds = PixelBounds(thin) else {
                if isOuter { isOuterKept = false }
                continue
            }
            kept.append(thin)
            if isOuter { outer = outer.map { PixelBounds([$0.low, $0.high, bounds.low, bounds.high])! } ?? bounds }
        }
        guard let outer else { return }
        if max(outer.width, outer.height) <= GroundLevel.wholeSize {
            let tile = tile(of: outer)
            append(kept.map { Self.units($0, tile) }.filter { $0.count > 2 }, tile, group, [], 0, 0)
            return
        }
        split(kept, tiles(of: outer), overlap: Self.overlap) { rings, tile, cutter in
            cutter.append(rings.map { Self.units($0, tile) }.filter { $0.count > 2 }, tile, group, [], 0, 0)
        } clip: { ring, side in
            let part = PixelLine.clipped(ring: ring, side)
            return part.isEmpty ? [] : [part]
        }
    }

    /// The sea reaches to the border of the extract on coarse levels, over which the backdrop goes on, and beyond it on others.
    private func clippedSea(_ ring: [PixelPoint]) -> [PixelPoint] {
        PixelLine.clipped(ring: ring, to: box.grown(by: level.zoom > 11 ? 2048 : 0))
    }

    /// The least area in square pixels that is drawn.
    private static func leastArea(_ layer: GroundLayer) -> Double {
        switch layer {
        case .sea: 1
        case .pier: 2
        case .building: 3
        case .water: 6
        case .forest, .sand, .glacier: 9
        default: 16
        }
    }

    // MARK: Tiles

    private struct Tile {
        var column: Int
        var row: Int
    }

    private func tileOf(_ point: PixelPoint) -> Tile {
        Tile(
            column: Int((point.x / GroundLevel.side).rounded(.down)),
            row: Int((point.y / GroundLevel.side).rounded(.down)))
    }

    private func tile(of bounds: PixelBounds) -> Tile {
        tileOf(PixelPoint(x: (bounds.low.x + bounds.high.x) / 2, y: (bounds.low.y + bounds.high.y) / 2))
    }

    private func tiles(of bounds: PixelBounds) -> (columns: Range<Int>, rows: Range<Int>) {
        let (low, high) = (tileOf(bounds.low), tileOf(bounds.high))
        return (low.column..<high.column + 1, low.row..<high.row + 1)
    }

    /// Halves lines or rings again and again, until each half is in one tile.
    private mutating func split(
        _ lines: [[PixelPoint]], _ tiles: (columns: Range<Int>, rows: Range<Int>), overlap margin: Double,
        _ put: ([[PixelPoint]], Tile, inout GroundCutter) -> Void, clip: ([PixelPoint], HalfPlane) -> [[PixelPoint]]
    ) {
        if lines.isEmpty { return }
        let (columns, rows) = tiles
        if columns.count == 1, rows.count == 1 {
            return put(lines, Tile(column: columns.lowerBound, row: rows.lowerBound), &self)
        }
        if columns.count >= rows.count {
            let middle = columns.lowerBound + columns.count / 2
            let x = Double(middle) * GroundLevel.side
            split(
                lines.flatMap { clip($0, .left(of: x + margin)) }, (columns.lowerBound..<middle, rows), overlap: margin,
                put, clip: clip)
            split(
                lines.flatMap { clip($0, .right(of: x - margin)) }, (middle..<columns.upperBound, rows),
                overlap: margin,
                put, clip: clip)
        } else {
            let middle = rows.lowerBound + rows.count / 2
            let y = Double(middle) * GroundLevel.side
            split(
                lines.flatMap { clip($0, .above(y + margin)) }, (columns, rows.lowerBound..<middle), overlap: margin,
                put, clip: clip)
            split(
                lines.flatMap { clip($0, .below(y - margin)) }, (columns, middle..<rows.upperBound), overlap: margin,
                put, clip: clip)
        }
    }

    /// Points in units of a tile, without repetition.
    private static func units(_ line: [PixelPoint], _ tile: Tile) -> [SIMD2<Int32>] {
        let (left, top) = (Double(tile.column) * GroundLevel.side, Double(tile.row) * GroundLevel.side)
        let scale = GroundLevel.units / GroundLevel.side
        var units: [SIMD2<Int32>] = []
        units.reserveCapacity(line.count)
        for point in line {
            let unit = SIMD2(
                Int32(((point.x - left) * scale).rounded()), Int32(((point.y - top) * scale).rounded()))
            if unit != units.last { units.append(unit) }
        }
        return units
    }

    private mutating func append(
        _ lines: [[SIMD2<Int32>]], _ tile: Tile, _ group: UInt32, _ flags: GroundFlags, _ name: UInt32, _ weight: UInt8
    ) {
        guard let first = lines.first?.first else { return }
        func cell(_ unit: Int32) -> Int { max(0, min(63, Int(unit) * 64 / Int(GroundLevel.units))) }
        let key = TileKey.of(level, column: tile.column, row: tile.row)
        pieces[key, default: []].append(
            GroundPiece(
                group: group, flags: flags, name: name, weight: weight, lines: lines,
                cell: TileKey.hilbert(64, cell(first.x), cell(first.y)), feature: feature))
    }
}
