import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// Well-known stops with the places that a guide names first, beside what is recommended around them.
package struct Panel: Sendable {
    private struct Stop: Sendable {
        var stop: RecommendedPlace
        var expected: [String]
    }

    private var stops: [Stop] = []

    /// Reads a panel.
    ///
    /// - Parameter source: A CSV with the columns stop, latitude, longitude and place: a row for each place of a stop, those of a
    ///   stop in a row.
    /// - Throws: ``BatchError`` if the table cannot be read, a `Rejection` if a row has no coordinates.
    package init(_ source: consuming any ByteSource) throws {
        var table = try BatchError.opening { [source] () throws(PlaceTableError) in try PlaceTable(source) }
        let (columns, stop, place) = try BatchError.opening { () throws(PlaceTableError) in
            guard let stop = try table.finder.column(nil, usual: ["stop", "경유지"]),
                let place = try table.finder.column(nil, usual: CourseColumns.nameKeys)
            else { throw .columnNotFound(file: table.finder.file, name: "stop", seen: table.finder.header) }
            return (try table.columns(), stop, place)
        }
        let rows = table.rows(columns)()
        var record = CSVRecord()
        while try table.reader.read(into: &record) {
            let (name, coordinate) = (stop.text(of: record) ?? "", try rows.coordinate(of: record))
            if stops.last?.stop.name != name || stops.last?.stop.coordinate != coordinate {
                stops.append(Stop(stop: RecommendedPlace(id: "", name: name, coordinate: coordinate), expected: []))
            }
            stops[stops.count - 1].expected.append(place.text(of: record) ?? "")
        }
    }

    /// A table of the stops: which of the places are among the first five, and how many are among the five nearest; and the
    /// shares of all places.
    ///
    /// - Parameters:
    ///   - recommender: The places.
    ///   - radius: How far from a stop to look.
    /// - Returns: The table, and a line with the shares.
    package func report(_ recommender: Recommender, within radius: Meters) -> String {
        var table = TextTable(columns: [
            .init(title: "Stop"), .init(title: "Places", alignment: .right), .init(title: "Found", alignment: .right),
            .init(title: "Nearest", alignment: .right), .init(title: "Not among the first five"),
        ])
        let places = recommender.places
        var sums = (all: 0, found: 0, near: 0)
        for (stop, expected) in stops.map({ ($0.stop, $0.expected) }) {
            func names(_ list: [Int]) -> Set<String> { Set(list.map { places.places[$0].name }) }
            let found = names(recommender.recommendations(around: stop, within: radius, count: 5).map(\.place))
            let own = Set(places.same(as: stop).map(\.place))
            let near = names(
                places.index.nearest(to: stop.coordinate, count: 5, within: radius) { !own.contains($0) }.map(\.index))
            let counts = (expected.count(where: found.contains), expected.count(where: near.contains))
            sums = (sums.all + expected.count, sums.found + counts.0, sums.near + counts.1)
            table.add([
                stop.name, String(expected.count), String(counts.0), String(counts.1),
                expected.filter { !found.contains($0) }.joined(separator: ", "),
            ])
        }
        func share(_ count: Int) -> String { NumberText.fixed(Double(count) / Double(max(1, sums.all)), decimals: 3) }
        return table.render()
            + "\n\(stops.count) stops, \(sums.all) places: \(share(sums.found)) among the first five, "
            + "\(share(sums.near)) among the five nearest\n"
    }
}
