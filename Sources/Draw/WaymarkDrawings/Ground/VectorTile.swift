import WaymarkGround
import WaymarkText

/// Writes features as a Mapbox vector tile 2.1: https://github.com/mapbox/vector-tile-spec.
struct VectorTile {
    let bytes: ContiguousArray<UInt8>

    /// The units of a tile's side, and how far beyond it features go on.
    private static let extent = 4096.0
    private static let margin = 64.0

    /// A layer under construction.
    private struct Layer {
        var features = ContiguousArray<UInt8>()
        var keys: [String] = []
        var values: [Value] = []

        mutating func tag(_ key: String, _ value: Value) -> [Int] {
            func number<T: Equatable>(_ item: T, _ list: inout [T]) -> Int {
                if let known = list.firstIndex(of: item) { return known }
                list.append(item)
                return list.count - 1
            }
            return [number(key, &keys), number(value, &values)]
        }
    }

    private enum Value: Equatable {
        case text(String)
        case isTrue
    }

    init(_ features: [GroundFeature], in window: GroundWindow) {
        var layers: [String: Layer] = [:]
        let scale = Self.extent / window.panel.width
        let box = window.bounds(grownBy: Self.margin / scale)
        for feature in features {
            guard let schema = feature.kind.schema?.split(separator: ":"), schema.count == 2 else { continue }
            let commands = Self.commands(feature.geometry, window, box, scale)
            guard !commands.numbers.isEmpty else { continue }
            var layer = layers[String(schema[0])] ?? Layer()
            var tags = layer.tag("kind", .text(String(schema[1])))
            if let name = feature.name {
                tags += layer.tag("name", .text(name.split(separator: "\t").first.map(String.init) ?? name))
            }
            for (flag, key) in [(GroundFlags.oneway, "oneway"), (.tunnel, "tunnel"), (.bridge, "bridge")]
            where feature.flags.contains(flag) { tags += layer.tag(key, .isTrue) }
            var message = ProtobufWriter()
            message.packed(2, tags)
            message.number(3, commands.type)
            message.packed(4, commands.numbers)
            var list = ProtobufWriter()
            list.bytes(2, message.bytes)
            layer.features += list.bytes
            layers[String(schema[0])] = layer
        }
        var tile = ProtobufWriter()
        for (name, layer) in layers.sorted(by: { $0.key < $1.key }) {
            var message = ProtobufWriter()
            message.number(15, 2)
            message.bytes(1, ContiguousArray(name.utf8))
            message.append(layer.features)
            for key in layer.keys { message.bytes(3, ContiguousArray(key.utf8)) }
            for value in layer.values {
                var inner = ProtobufWriter()
                switch value {
                case .text(let text): inner.bytes(1, ContiguousArray(text.utf8))
                case .isTrue: inner.number(7, 1)
                }
                message.bytes(4, inner.bytes)
            }
            message.number(5, Int(Self.extent))
            tile.bytes(3, message.bytes)
        }
        bytes = tile.bytes
    }

    /// The type of a geometry, 1 points, 2 lines, 3 areas, and its commands; none if nothing is in sight.
    private static func commands(
        _ geometry: GroundFeature.Geometry, _ window: GroundWindow, _ box: PixelBounds, _ scale: Double
    ) -> (type: Int, numbers: [Int]) {
        var (numbers, last): ([Int], SIMD2<Int>) = ([], .zero)
        func unit(_ point: PixelPoint) -> SIMD2<Int> {
            SIMD2(
                Int(((point.x - window.panel.left) * scale).rounded()),
                Int(((point.y - window.panel.top) * scale).rounded()))
        }
        func add(_ points: [SIMD2<Int>], closes: Bool) {
            func step(to point: SIMD2<Int>) {
                let step = point &- last
                numbers += [step.x << 1 ^ step.x >> 63, step.y << 1 ^ step.y >> 63]
                last = point
            }
            numbers.append(1 << 3 | 1)
            step(to: points[0])
            if points.count > 1 { numbers.append((points.count - 1) << 3 | 2) }
            for point in points.dropFirst() { step(to: point) }
            if closes { numbers.append(1 << 3 | 7) }
        }
        func distinct(_ line: [PixelPoint]) -> [SIMD2<Int>] {
            line.reduce(into: []) { kept, point in
                let unit = unit(point)
                if unit != kept.last { kept.append(unit) }
            }
        }
        switch geometry {
        case .label(let place, _):
            let point = unit(window.point(place))
            guard 0...Int(extent) ~= point.x, 0...Int(extent) ~= point.y else { return (1, []) }
            add([point], closes: false)
            return (1, numbers)
        case .line(let line):
            for part in PixelLine.clipped(line.map(window.point), to: box) {
                let points = distinct(PixelLine.thinned(part, 0.25))
                if points.count > 1 { add(points, closes: false) }
            }
            return (2, numbers)
        case .area(let rings):
            for (number, ring) in rings.enumerated() {
                let clipped = PixelLine.clipped(ring: ring.points.map(window.point), to: box)
                var points = distinct(PixelLine.thinned(ring: clipped, 0.25))
                if points.last == points.first { points = points.dropLast() }
                let turn = PixelLine.turn(points.map { PixelPoint(x: Double($0.x), y: Double($0.y)) })
                guard points.count > 2, turn != 0 else {
                    if number == 0 { return (3, []) }
                    continue
                }
                // Outer rings are clockwise as one sees them, holes are not.
                let isOuter = number == 0
                if isOuter == (turn < 0) { points.reverse() }
                add(points, closes: true)
            }
            return (3, numbers)
        }
    }
}

/// Writes the fields of a message of protocol buffers.
struct ProtobufWriter {
    private(set) var bytes = ContiguousArray<UInt8>()

    mutating func number(_ field: Int, _ value: Int) {
        varint(field << 3)
        varint(value)
    }

    mutating func bytes(_ field: Int, _ value: ContiguousArray<UInt8>) {
        varint(field << 3 | 2)
        varint(value.count)
        bytes += value
    }

    mutating func packed(_ field: Int, _ values: [Int]) {
        var list = ProtobufWriter()
        for value in values { list.varint(value) }
        bytes(field, list.bytes)
    }

    mutating func append(_ fields: ContiguousArray<UInt8>) { bytes += fields }

    private mutating func varint(_ value: Int) {
        var rest = UInt64(truncatingIfNeeded: value)
        while rest > 127 {
            bytes.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
