import TestSupport
import WaymarkDrawings
import WaymarkGround
import WaymarkIndex

extension Fuzzer {
    /// `Ground`: whatever the bytes of one of its sections, or of one tile, there is an error or features on the map, the same each
    /// time, and they can be drawn. The first byte says which.
    static let grounds = Fuzzer("grounds", maxLength: 2048) { input in
        let (choice, bytes) = split(input)
        var sections = made
        let number = Int(choice) % sections.count
        sections[number].bytes = bytes
        // The bytes are those of the only tile.
        if sections[number].name == "ground.data", let tile = sections.firstIndex(where: { $0.name == "ground.tile" }) {
            var entry = ContiguousArray(sections[tile].bytes.suffix(16).prefix(8))
            for shift in stride(from: 0, to: 64, by: 8) {
                entry.append(UInt8(truncatingIfNeeded: UInt64(bytes.count).littleEndian >> UInt64(shift)))
            }
            sections[tile].bytes = entry
        }
        var file: ContiguousArray<UInt8> = []
        PointIndex([coordinate(35, 129)]).write(
            sections.map { part in IndexFileExtra(name: part.name, bytes: part.bytes) }
        ) {
            file.append(utf8: $0)
        }
        guard let ground = try read({ try Ground(IndexFile(bytes: file.span, name: "made")) }) ?? nil else { return }
        for zoom in [6.0, 14, 17] {
            let found = try read { try features(ground, zoom) }
            try require(try read { try features(ground, zoom) } == found, "the same each time")
        }
        for zoom in [10, 16] {
            let side = Double(1 << zoom)
            guard let tile = GroundTile(zoom: zoom, column: Int(center.x * side), row: Int(center.y * side)) else {
                continue
            }
            let svg = try read { try tile.svg(of: ground) }
            try require(!(svg?.contains("nan") ?? false) && !(svg?.contains("inf") ?? false), "numbers are finite")
            _ = try read { try tile.vectors(of: ground) }
        }
    }

    private static let center = WorldPoint(coordinate(35.16, 129.06))

    private static func features(_ ground: Ground, _ zoom: Double) throws -> [GroundFeature] {
        try ground.features(
            from: WorldPoint(x: center.x - 0.001, y: center.y - 0.001),
            to: WorldPoint(x: center.x + 0.001, y: center.y + 0.001), zoom: zoom)
    }

    /// A ground with a feature of each form.
    private static let made: [(name: String, bytes: ContiguousArray<UInt8>)] = {
        func point(_ x: Double, _ y: Double) -> WorldPoint {
            WorldPoint(x: center.x + x * 1e-5, y: center.y + y * 1e-5)
        }
        var writer = GroundWriter(box: (point(-9, -9), point(9, 9)), hasCoast: false)
        writer.add(
            GroundFeature(
                GroundClass(layer: .street, form: .line, zoom: 6, rank: 14, schema: "streets:residential"),
                flags: .bridge, name: "길", .line([point(0, 0), point(2, 1), point(4, 0)])))
        writer.add(
            GroundFeature(
                GroundClass(layer: .water, form: .area, zoom: 6),
                .area([GroundRing([point(0, 0), point(3, 0), point(3, 3)])])))
        writer.add(
            GroundFeature(
                GroundClass(layer: .town, form: .label, zoom: 6, rank: 2, schema: "place_labels:town"), name: "읍",
                .label(point(1, 1), weight: 9)))
        return writer.sections().map { ($0.name, $0.bytes) }
    }()
}
