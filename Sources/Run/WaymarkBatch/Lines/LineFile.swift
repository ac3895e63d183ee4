public import WaymarkGeodesy
public import WaymarkPlaces
public import WaymarkPolylines
public import WaymarkTables

/// Lines read from a file: CSV, GeoJSON or GPX, recognised by their first bytes.
///
/// - CSV: one vertex per row. A header names the latitude and longitude columns, by the usual names of tables of
///   places; without one they are the first two, in this order. A row without numbers there is an error, since the line
///   would take a different course without it. Further columns are values.
/// - GeoJSON: every `LineString` and each part of a `MultiLineString`, at any depth; a third number is the elevation.
/// - GPX: the pieces of tracks or, if there are none, routes, with elevations, times and speeds.
public struct LineFile: Sendable {
    /// A line with values of its vertices.
    public struct Line: Hashable, Sendable {
        /// The vertices, in order; at least one.
        public var coordinates: [Coordinate]
        /// Values of the vertices by name: `elevation` in metres, `time` in seconds since 1970, `speed` in metres per
        /// second, or the names of a CSV's columns; a repeated name, ignoring case, gets the suffix `_2`.
        public var columns: [Column]

        /// A line through `coordinates`, with the same number of values in each column.
        public init(coordinates: [Coordinate], columns: [Column] = []) {
            (self.coordinates, self.columns) = (coordinates, columns)
        }

        /// The values with a name, ignoring case.
        public subscript(name: String) -> [Double?]? { column(name)?.values }

        func column(_ name: String) -> Column? {
            columns.first { $0.name.lowercased() == name.lowercased() }
        }

        /// The columns by lower-case name, for many lookups.
        var columnsByName: [String: Column] {
            Dictionary(columns.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// Heights in metres: the values of a column called `elevation`, `ele`, `altitude`, `alt`, 고도 or 표고, in this order.
        public var elevations: [Double?]? { elevationColumn?.values }

        var elevationColumn: Column? {
            for name in ["elevation", "ele", "altitude", "alt", "고도", "표고"] {
                if let column = column(name) { return column }
            }
            return nil
        }

        /// The heights for a flexible polyline, to the centimetre; nil if a vertex has none.
        public var flexibleElevations: FlexiblePolyline.ThirdDimension? {
            guard let column = elevationColumn else { return nil }
            let values = column.values.compactMap(\.self)
            guard values.count == coordinates.count else { return nil }
            let isAltitude = ["altitude", "alt"].contains(column.name.lowercased())
            return FlexiblePolyline.ThirdDimension(isAltitude ? .altitude : .elevation, precision: 2, values: values)
        }

        /// The line with only some of its vertices.
        public func keeping(_ vertices: [Int]) -> Line {
            Line(
                coordinates: vertices.map { coordinates[$0] },
                columns: columns.map { column in
                    Column(
                        name: column.name, values: vertices.map { column.values[$0] },
                        texts: column.texts.map { texts in vertices.map { texts[$0] } })
                })
        }
    }

    /// A value for each vertex of a line.
    public struct Column: Hashable, Sendable {
        /// The name of the values.
        public var name: String
        /// The values; nil for a missing value, or text that is not a number.
        public var values: [Double?]
        /// The original text of each value in a table; nil without texts.
        public var texts: [String]?

        /// Values with a name.
        ///
        /// - Precondition: There are as many texts as values.
        public init(name: String, values: [Double?], texts: [String]? = nil) {
            precondition(
                texts.map { $0.count == values.count } ?? true, "there is not a text for each of \(values.count) values"
            )
            (self.name, self.values, self.texts) = (name, values, texts)
        }
    }

    /// The lines, in the file's order.
    public var lines: [Line]

    /// A file of lines.
    public init(_ lines: [Line]) { self.lines = lines }

    /// Reads the lines of a file; `-` is standard input.
    ///
    /// - Throws: ``LineFileError``, with line and column if known.
    /// - Complexity: O(*n*) in time and memory.
    public init(contentsOf path: String) throws(LineFileError) {
        let (bytes, name): (ContiguousArray<UInt8>, String)
        do throws(TableError) { (bytes, name) = try FileSource.contents(of: path) } catch { throw .table(error) }
        try self.init(bytes, name: name)
    }

    /// Reads the lines of a file in memory; `name` is for messages.
    public init(_ bytes: ContiguousArray<UInt8>, name: String) throws(LineFileError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? ContiguousArray(bytes.dropFirst(3)) : bytes
        switch text.first(where: { !($0 == 0x20 || (0x09...0x0D).contains($0)) }) {
        case UInt8(ascii: "<"): lines = try GPXLines.read(text, name: name)
        case UInt8(ascii: "{"), UInt8(ascii: "["): lines = try GeoJSONLines.read(text, name: name)
        default: lines = try CSVLines.read(bytes, name: name)
        }
        if lines.isEmpty { throw .noLine(file: name) }
    }

    /// The names of the columns of all lines; names that differ only in case are equal.
    var columnNames: [String] {
        var seen: Set<String> = []
        return lines.flatMap(\.columns).map(\.name).filter { seen.insert($0.lowercased()).inserted }
    }

    /// All lines as one, and the vertices before gaps: the ends of all lines but the last.
    public var joined: (line: Line, gaps: [Int]) {
        var coordinates: [Coordinate] = []
        var gaps: [Int] = []
        for line in lines {
            if !coordinates.isEmpty { gaps.append(coordinates.count - 1) }
            coordinates += line.coordinates
        }
        let named = lines.map(\.columnsByName)
        let columns = columnNames.map { name in
            let key = name.lowercased()
            return Column(
                name: name,
                values: zip(lines, named).flatMap { line, named in
                    named[key]?.values ?? line.coordinates.map { _ in nil }
                })
        }
        return (Line(coordinates: coordinates, columns: columns), gaps)
    }
}

/// Why lines could not be read.
public enum LineFileError: Error, Equatable, Sendable {
    /// Reading failed.
    case table(TableError)
    /// A table cannot be understood.
    case places(PlaceTableError)
    /// The file has no line.
    case noLine(file: String)
    /// The file has an error. Lines and columns count from 1; a column may be a name.
    case invalid(file: String, line: Int, column: String?, reason: String)
}

extension LineFileError: CustomStringConvertible {
    /// One line with the error and its position.
    public var description: String {
        switch self {
        case .table(let error): "\(error)"
        case .places(let error): "\(error)\(Self.hint(error))"
        case .noLine(let file):
            "\(file): the file has no line: it needs a row for each vertex, a LineString or a track"
        case .invalid(let file, let line, let column, let reason):
            "\(file), line \(line)\(column.map { ", column \($0)" } ?? ""): \(reason)"
        }
    }

    private static func hint(_ error: PlaceTableError) -> String {
        guard case .noCoordinateColumns = error else { return "" }
        return "; call two of them latitude and longitude, or remove the header if they are the first two"
    }
}

extension LineFileError {
    init(_ error: PlaceTableError) {
        if case .table(let error) = error { self = .table(error) } else { self = .places(error) }
    }

    init(_ rejection: Rejection, file: String) {
        let column = rejection.column.map { rejection.columnName ?? "#\($0)" }
        self = .invalid(file: file, line: rejection.line, column: column, reason: rejection.reason)
    }
}
