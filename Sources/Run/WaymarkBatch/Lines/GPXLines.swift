import WaymarkRoutes
import WaymarkTables

/// Lines of a GPX file.
enum GPXLines {
    static func read(_ bytes: ContiguousArray<UInt8>, name: String) throws(LineFileError) -> [LineFile.Line] {
        do throws(GPXError) {
            return try GPXDocument(Array(bytes)).lines.map(line)
        } catch {
            switch error {
            case .notWellFormed(let reason, let line, let column), .invalidValue(let reason, let line, let column):
                throw .invalid(file: name, line: line, column: "\(column)", reason: reason)
            case .notGPX(let root, let line, let column):
                throw .invalid(
                    file: name, line: line, column: "\(column)", reason: "the document is <\(root)>, not <gpx>")
            case .unsupportedEncoding(let encoding):
                throw .table(.unsupportedEncoding(name: encoding, path: name))
            }
        }
    }

    private static func line(_ points: [TrackPoint]) -> LineFile.Line {
        let columns = [
            LineFile.Column(name: "elevation", values: points.map { $0.elevation?.value }),
            LineFile.Column(name: "time", values: points.map { $0.time?.timeIntervalSince1970 }),
            LineFile.Column(name: "speed", values: points.map(\.speed)),
        ]
        return LineFile.Line(
            coordinates: points.map(\.coordinate),
            columns: columns.filter { $0.values.contains { $0 != nil } })
    }
}
