import WaymarkFoundation
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// The formats of lines.
public enum LineFormat: String, Sendable, CaseIterable {
    /// One row per vertex: `latitude,longitude`, then the other values, as in the original table; with several lines, a
    /// column `line` at the end. Times from other formats are written as `2020-01-01T00:00:00Z`.
    case csv
    /// A `FeatureCollection` of lines, cut at the antimeridian, with elevations; without other values.
    case geojson
    /// GPX 1.1: a piece of one track for each line, with elevations and times.
    case gpx

    /// The text of lines.
    ///
    /// - Complexity: O(*n*).
    public func text(of file: LineFile) -> String {
        switch self {
        case .csv: Self.csv(file.lines, columns: file.columnNames)
        case .geojson: GradientGeoJSON.document(lines: file.lines.map { ($0.coordinates, $0.elevations) })
        case .gpx: Self.gpx(file.lines)
        }
    }

    private static func csv(_ lines: [LineFile.Line], columns names: [String]) -> String {
        var rows = CSVBuffer()
        rows.append(record: ["latitude", "longitude"] + names + (lines.count > 1 ? ["line"] : []))
        for (number, line) in lines.enumerated() {
            let named = line.columnsByName
            let columns = names.map { named[$0.lowercased()] }
            for (i, coordinate) in line.coordinates.enumerated() {
                rows.append(shortest: coordinate.latitude)
                rows.append(shortest: coordinate.longitude)
                for column in columns { append(i, of: column, to: &rows) }
                if lines.count > 1 { rows.append(integer: number) }
                rows.endRecord()
            }
        }
        return String(decoding: rows.bytes, as: UTF8.self)
    }

    /// The text of a column for a vertex; empty for a missing value.
    private static func append(_ i: Int, of column: LineFile.Column?, to rows: inout CSVBuffer) {
        guard let column else { return rows.appendEmpty() }
        if let texts = column.texts { return rows.append(field: texts[i]) }
        guard let value = column.values[i] else { return rows.appendEmpty() }
        if column.name == "time", let time = Date(timeIntervalSince1970: value).xsdDateTime() {
            rows.append(field: time)
        } else {
            rows.append(shortest: value)
        }
    }

    private static func gpx(_ lines: [LineFile.Line]) -> String {
        var xml = XMLWriter()
        xml.add(raw: #"<?xml version="1.0" encoding="UTF-8"?>"#)
        xml.endLine()
        xml.begin("gpx", ["version": "1.1", "creator": "Waymark", "xmlns": "http://www.topografix.com/GPX/1/1"])
        xml.endLine()
        xml.begin("trk")
        xml.endLine()
        for line in lines {
            let (elevations, times) = (line.elevations, line["time"])
            xml.begin("trkseg")
            xml.endLine()
            for (i, coordinate) in line.coordinates.enumerated() {
                let time = (times?[i]).map(Date.init(timeIntervalSince1970:))
                RouteGPX.append(
                    trackPoint: (coordinate.latitude, coordinate.longitude), elevation: elevations?[i], time: time,
                    to: &xml)
            }
            xml.end("trkseg")
            xml.endLine()
        }
        xml.end("trk")
        xml.endLine()
        xml.end("gpx")
        xml.endLine()
        return xml.text
    }
}
