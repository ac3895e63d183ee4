import Benchmark
import Foundation
import MadeUpData
import Waymark

private let radius = Meters.kilometers(10)

/// Building, lookups, distances and tables: to Waymark, to GEOS's STRtree where it has an answer, and to the formula
/// over every point.
func pointBenchmarks(_ set: DataSet.Kind, _ count: Int) {
    // The formula over a million points takes long enough as it is.
    let naive = Runs.one
    let tree = count <= 10_000 ? Runs.thousand : .one

    let within: (NaivePoints, Coordinate) -> Int = { $0.within(radius.value, of: $1).count }
    let ten: (NaivePoints, Coordinate) -> Int = { $0.sumOfPositions(ofNearest: 10, to: $1) }

    run("build", .waymark, set, count, { $0.places }) {
        PointIndex($0)
    } check: { places, index in
        index.nearest(to: places[count / 2], count: 1).first?.distance == .zero
    }
    run("build", .strTree, set, count, { $0.places }) {
        STRtree($0)
    } check: { places, tree in
        !tree.within(1, of: places[count / 2]).isEmpty
    }

    ask("within 10 km by distance", .waymark, set, count, .thousand, { PointIndex($0.places) }) {
        $0.points(within: radius, of: $1).count
    } expecting: {
        within($0, $1)
    }
    ask("within 10 km by distance", .strTree, set, count, tree, { STRtree($0.places) }) {
        $0.within(radius.value, of: $1).sorted { $0.distance < $1.distance }.count
    } expecting: {
        within($0, $1)
    }
    ask("within 10 km by distance", .naive, set, count, naive, { NaivePoints(places: $0.places) }) {
        $0.within(radius.value, of: $1).sorted { $0.distance < $1.distance }.count
    } expecting: {
        within($0, $1)
    }

    ask("within 10 km in any order", .waymark, set, count, .thousand, { PointIndex($0.places) }) {
        $0.unsortedPoints(within: radius, of: $1).count
    } expecting: {
        within($0, $1)
    }
    ask("within 10 km in any order", .strTree, set, count, tree, { STRtree($0.places) }) {
        $0.within(radius.value, of: $1).count
    } expecting: {
        within($0, $1)
    }
    ask("within 10 km in any order", .naive, set, count, naive, { NaivePoints(places: $0.places) }) {
        $0.within(radius.value, of: $1).count
    } expecting: {
        within($0, $1)
    }

    ask("within 10 km counted", .waymark, set, count, .thousand, { PointIndex($0.places) }) {
        $0.countOfPoints(within: radius, of: $1)
    } expecting: {
        within($0, $1)
    }

    ask("10 nearest", .waymark, set, count, .thousand, { PointIndex($0.places) }) {
        $0.nearest(to: $1, count: 10).reduce(0) { $0 + $1.index }
    } expecting: {
        ten($0, $1)
    }
    ask("10 nearest", .naive, set, count, naive, { NaivePoints(places: $0.places) }) {
        $0.sumOfPositions(ofNearest: 10, to: $1)
    } expecting: {
        ten($0, $1)
    }

    run(
        "distances to all", .waymark, set, count,
        { (ContiguousArray($0.places), ContiguousArray(repeating: Meters.zero, count: $0.places.count)) }
    ) { places, lengths in
        var lengths = lengths
        var span = lengths.mutableSpan
        Sphere.earth.distances(from: places[0], to: places.span, into: &span)
        return lengths
    } check: { state, lengths in
        zip(state.0, lengths).allSatisfy { abs(NaivePoints.distance(state.0[0], $0) - $1.value) < 0.01 }
    }
    run("distances to all", .naive, set, count, { $0.places }) { places in
        places.map { NaivePoints.distance(places[0], $0) }
    } check: { places, lengths in
        lengths.count == places.count && lengths[0] == 0
    }

    run(
        "index file opened and asked once", .waymark, set, count,
        { data in
            let file = try TemporaryFile { file in
                try data.catalog.writeFile { (bytes) throws(TableError) in try file.write(bytes) }
            }
            return (file, data.queries[0])
        }
    ) { file, place in
        try AttractionFile(contentsOf: file.path).index.nearest(to: place, count: 1)
    } check: { state, found in
        found.count == 1
    }

    // Costs by the hits, and not by the attractions that there are.
    for stops in [1, 1000] {
        run(
            "index file opened, and \(stops) stops with few hits to CSV", .waymark, set, count,
            { data in
                let file = try TemporaryFile { file in
                    try data.catalog.writeFile { (bytes) throws(TableError) in try file.write(bytes) }
                }
                return (file, MemorySource(DataSet(set, stops).csv))
            }
        ) { file, stops in
            let batch = try LookupBatch(attractions: file.path, .init(.nearest(count: 4, within: nil)))
            return try batch.run(stops: stops, output: OutputFile(path: "/dev/null"))
        } check: { _, summary in
            summary.rowsIn == stops && summary.hits == 4 * stops
        }
    }

    let sumOfPlaces = { DataSet(set, count).places.reduce(0) { $0 + ($1.latitude + $1.longitude) } }
    run("CSV read", .waymark, set, count, { MemorySource($0.csv) }) { source in
        var reader = try CSVReader(source)
        var record = CSVRecord()
        var sum = 0.0
        while try reader.read(into: &record) { sum += (record.double(2) ?? 0) + (record.double(3) ?? 0) }
        return sum
    } check: { _, sum in
        sum == sumOfPlaces()
    }
    run("CSV read", .naive, set, count, { String(decoding: $0.csv, as: UTF8.self) }) { text in
        var sum = 0.0
        for line in text.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            sum += (Double(fields[2]) ?? 0) + (Double(fields[3]) ?? 0)
        }
        return sum
    } check: { _, sum in
        sum == sumOfPlaces()
    }

    let lineCount: (ContiguousArray<UInt8>) -> Int = { $0.count { $0 == UInt8(ascii: "\n") } }
    run("CSV written", .waymark, set, count, { $0 }) {
        $0.csv
    } check: { _, bytes in
        lineCount(bytes) == count + 1
    }
    run("CSV written", .naive, set, count, { $0.places }) { places in
        var text = "id,name,latitude,longitude\n"
        for (i, place) in places.enumerated() {
            text += "\(i),place \(i),\(place.latitude),\(place.longitude)\n"
        }
        return text
    } check: { _, text in
        lineCount(ContiguousArray(text.utf8)) == count + 1
    }

    for shape in TableShape.allCases {
        run(
            "attractions read, \(shape.rawValue)", .waymark, set, count,
            { data in
                let csv = shape.csv(data.places)
                return try TemporaryFile { file in try file.write(csv.span) }
            }
        ) { file in
            try LookupBatch(attractions: file.path, .init(.within(radius, limit: nil))).attractionReport
        } check: { _, rows in
            rows.rowsIn >= count && rows.rowsIn == rows.rowsKept + rows.rowsRejected + rows.duplicatesMerged
        }
    }

    // All that a table holds, each attraction a value of its own; by one thread and by two.
    for jobs in [1, 2] {
        run(
            "catalog read by \(jobs) \(jobs == 1 ? "thread" : "threads")", .waymark, set, count,
            { data in
                let csv = TableShape.distinctIDs.csv(data.places)
                return try TemporaryFile { file in try file.write(csv.span) }
            }
        ) { file in
            try AttractionCatalog(contentsOf: file.path, jobs: jobs)
        } check: { _, catalog in
            catalog.attractions.count == count && catalog.attractions[count - 1].id == "A\(count - 1)"
                && catalog.index.count == count
        }
    }

    run("index file written", .waymark, set, count, { $0.catalog }) { catalog in
        var size = 0
        catalog.writeFile { size += $0.count }
        return size
    } check: { _, size in
        size > 60 * count
    }

    // Stops that find nothing: what it takes to read them.
    for shape in [TableShape.distinctIDs, .quoted] {
        run(
            "stops read, \(shape.rawValue)", .waymark, set, count,
            { data in
                let far = AttractionCatalog([Attraction(id: "far", name: "far", coordinate: data.queries[0])])
                return (LookupBatch(far, .init(.within(.zero, limit: nil))), MemorySource(shape.csv(data.places)))
            }
        ) { batch, stops in
            try batch.run(stops: stops, output: OutputFile(path: "/dev/null"))
        } check: { _, summary in
            summary.rowsIn == count && summary.answered == count
        }
    }

    // As many stops as give about a million rows at most.
    let stops = min(10_000, max(100, 100_000_000 / count))
    run(
        "CSV to CSV, \(stops) stops", .waymark, set, count,
        { (LookupBatch($0.catalog, .init(.within(radius, limit: nil))), MemorySource(DataSet(set, stops).csv)) }
    ) { batch, stops in
        try batch.run(stops: stops, output: OutputFile(path: "/dev/null"))
    } check: { _, summary in
        summary.rowsIn == stops && summary.answered == stops
    }
}
