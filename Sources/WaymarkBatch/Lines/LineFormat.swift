import WaymarkGeodesy
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTables

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How lines are written.
public enum LineFormat: String, Sendable, CaseIterable {
    /// A row for each vertex: `latitude,longitude`, then the other values; with several lines a column `line` at the end.
    case csv
    /// A `FeatureCollection` of lines, cut at the antimeridian; without other values.
    case geojson
    /// GPX 1.1: a piece of one track for each line, with elevations and times.
    case gpx

    /// The text of lines.
    ///
    /// - Complexity: O(*n*).
    public func text(of file: LineFile) -> String {
        switch self {
        case .csv: Self.csv(file.lines, columns: file.columnNames)
        case .geojson: GradientGeoJSON.document(lines: file.lines.map(\.coordinates))
        case .gpx: Self.gpx(file.lines)
        }
    }

    private static func csv(_ lines: [LineFile.Line], columns names: [String]) -> String {
        var rows = CSVBuffer()
        for name in ["latitude", "longitude"] + names + (lines.count > 1 ? ["line"] : []) { rows.append(field: name) }
        rows.endRecord()
        for (number, line) in lines.enumerated() {
            let columns = names.map { line[$0] }
            for (i, coordinate) in line.coordinates.enumerated() {
                rows.append(shortest: coordinate.latitude)
                rows.append(shortest: coordinate.longitude)
                // What is not a number is an empty field.
                for column in columns { rows.append(shortest: column?[i] ?? .nan) }
                if lines.count > 1 { rows.append(integer: number) }
                rows.endRecord()
            }
        }
        return String(decoding: rows.bytes, as: UTF8.self)
    }

    private static func gpx(_ lines: [LineFile.Line]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1">
            <trk>

            """
        for line in lines {
            let (elevations, times) = (line["elevation"], line["time"])
            text += "<trkseg>\n"
            for (i, coordinate) in line.coordinates.enumerated() {
                text += RouteGPX.trackPoint(
                    coordinate, elevation: elevations?[i], time: (times?[i]).map(Date.init(timeIntervalSince1970:)))
            }
            text += "</trkseg>\n"
        }
        return text + "</trk>\n</gpx>\n"
    }
}
