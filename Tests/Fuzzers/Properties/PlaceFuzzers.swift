import TestSupport
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

extension Fuzzer {
    /// `IndexFile`: no content traps; if it is unaltered, searches equal a linear scan.
    static let indexFiles = Fuzzer("index-files", maxLength: 16_384) { input in
        let (choice, bytes) = split(input)
        let file = try read { try IndexFile(bytes: sealed(bytes, choice).span, name: "fuzz") }
        guard let file, file.count <= 1 << 16 else { return }
        let isRight = try read { try file.verify() } != nil
        try search(file.points, isRight: isRight, choice)
    }

    /// `AttractionFile`: no content traps; if it is unaltered, it gives a catalog.
    static let attractionFiles = Fuzzer("attraction-files", maxLength: 16_384) { input in
        let (choice, bytes) = split(input)
        let file = try read { try AttractionFile(IndexFile(bytes: sealed(bytes, choice).span, name: "fuzz")) }
        guard let file, file.count <= 1 << 16 else { return }
        for place in centers {
            let near = file.nearest(to: place, count: 5)
            try require(near.count <= 5, "five at most")
            try require(zip(near, near.dropFirst()).allSatisfy { $0.distance <= $1.distance }, "nearest first")
            _ = file.attractions(within: .kilometers(1 + Double(choice)), of: place).count
        }
        guard let catalog = try read({ try AttractionCatalog(file) }) else { return }
        try require(catalog.attractions.count == file.count, "all attractions")
    }

    /// `AttractionCatalog`: every row is accounted for, ids differ, and what is written reads back.
    static let attractions = Fuzzer("attractions", maxLength: 2048) { input in
        let (choice, bytes) = split(input)
        let options = CatalogOptions(
            encoding: [nil, .utf8, .cp949, nil][Int(choice & 3)], mendsSwapped: choice & 4 != 0,
            merging: [.usual, .nothing, .places, .usual][Int(choice >> 3 & 3)])
        let catalog = try read { try AttractionCatalog(bytes: bytes, name: "fuzz", options: options) }
        guard let catalog else { return }
        let report = catalog.report
        try require(
            report.rowsIn == report.rowsKept + report.rowsRejected + report.duplicatesMerged,
            "\(report.rowsIn) rows in, \(report.rowsKept) kept, \(report.rowsRejected) rejected, \(report.duplicatesMerged) merged"
        )
        try require(report.rowsKept == catalog.attractions.count, "those kept are there")
        try require(Set(catalog.attractions.map { Array($0.id.utf8) }).count == catalog.attractions.count, "ids differ")
        try compare(
            AttractionTable(
                bytes: bytes, name: "fuzz", options: options, fields: [.id, .name], jobs: 1, blockSize: 64),
            to: catalog)
        try search(catalog.index, isRight: true, choice)
        var file = ContiguousArray<UInt8>()
        catalog.writeFile { bytes in for i in bytes.indices { file.append(bytes[i]) } }
        let again = try AttractionFile(IndexFile(bytes: file.span, name: "written"))
        try again.verify()
        try require(
            (0..<again.count).allSatisfy { again[$0].id == catalog.attractions[$0].id }, "what is written reads back")
    }

    /// `AttractionTable`: the catalog's attractions, in its order.
    private static func compare(_ table: AttractionTable, to catalog: AttractionCatalog) throws {
        try require(table.count == catalog.attractions.count, "\(table.count) attractions in the table")
        for (position, attraction) in catalog.attractions.enumerated() {
            try require(table.coordinate(of: position) == attraction.coordinate, "the places of \(attraction.id)")
            for (field, text) in [(AttractionField.id, attraction.id), (.name, attraction.name)] {
                let isSame = table[field].withText(position) { bytes in
                    bytes.count == text.utf8.count && zip(bytes.indices, text.utf8).allSatisfy { bytes[$0] == $1 }
                }
                try require(isSame, "the table's \(field) of \(attraction.id)")
            }
        }
    }

    private static let centers = [(37.5, 127), (0, 0), (90, 0), (-35, 179.99), (33.4, 126.5)].compactMap {
        try? Coordinate(latitude: $0.0, longitude: $0.1)
    }

    private static func search(_ index: PointIndex, isRight: Bool, _ choice: UInt8) throws {
        var places: [(position: Int, place: Coordinate)] = []
        if isRight { index.forEachPlace { places.append(($0, $1)) } }
        let radius = Meters.kilometers([0, 1, 100, 20_100][Int(choice & 3)])
        for center in centers {
            let found = index.points(within: radius, of: center)
            let count = index.countOfPoints(within: radius, of: center)
            let near = index.nearest(to: center, count: 3)
            // Damaged content gives wrong answers, but never traps.
            guard isRight else { continue }
            try require(count == found.count, "as many are counted as found")
            let all = places.map {
                (position: $0.position, distance: Sphere.earth.distance(from: center, to: $0.place))
            }
            .sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }
            try require(near.map(\.index) == all.prefix(3).map(\.position), "the nearest are those of a linear scan")
            let within = all.filter { $0.distance <= radius }
            try require(
                Set(found.map(\.index)) == Set(within.map(\.position)), "those within are those of a linear scan")
        }
    }

    /// The bytes unchanged, or with valid checksums, so that later checks are reached as well.
    private static func sealed(_ bytes: ContiguousArray<UInt8>, _ choice: UInt8) -> ContiguousArray<UInt8> {
        guard choice & 0x80 == 0, bytes.count >= 64 else { return bytes }
        let sections = IndexFileForgery.number(bytes, 32, bytes: 4)
        guard sections <= 100, bytes.count >= 64 + 56 * Int(sections) else { return bytes }
        for section in 0..<Int(sections) {
            let entry = 64 + 56 * section
            let offset = IndexFileForgery.number(bytes, entry + 32, bytes: 8)
            let size = IndexFileForgery.number(bytes, entry + 40, bytes: 8)
            guard offset <= UInt64(bytes.count), size <= UInt64(bytes.count) - offset else {
                return IndexFileForgery.sealedHeader(bytes)
            }
        }
        return IndexFileForgery.sealed(bytes)
    }
}
