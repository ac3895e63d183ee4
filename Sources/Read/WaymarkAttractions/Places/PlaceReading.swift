import WaymarkGeodesy
import WaymarkTables

/// What the latitude and the longitude of a row, or its north and east, amount to: a place, or why there is none.
public enum PlaceReading: Sendable, Equatable {
    /// One of the two cells: that of the latitude or of y, or that of the longitude or of x.
    public enum Axis: Sendable { case latitude, longitude }

    /// A cell as a number.
    enum Cell { case blank, notNumber, number(Double) }

    /// A place.
    case at(Coordinate)
    /// A cell is blank; which, and whether the other is too.
    case missing(Axis, both: Bool)
    /// A cell holds something other than a plain number.
    case notNumber(Axis, text: String)
    /// The latitude is none, but would be a longitude, and the other way round; this place may be meant.
    case exchanged(Coordinate, latitude: String, longitude: String)
    /// A number that is not in range.
    case outOfRange(Axis, text: String, isProjected: Bool)
    /// A point where the system of the table has no place, for this reason; with east and north exchanged it may have one.
    case refused(reason: String, exchanged: Coordinate?)

    /// `unproject` is nil where the cells hold degrees; `text` gives the text of a cell, for messages, and is asked only when
    /// there is no place.
    init(
        latitude: Cell, longitude: Cell, unproject: ((_ x: Double, _ y: Double) -> PlaceSystem.Place)?,
        text: (Axis) -> String
    ) {
        switch (latitude, longitude) {
        case (.blank, .blank): self = .missing(.latitude, both: true)
        case (.blank, _): self = .missing(.latitude, both: false)
        case (_, .blank): self = .missing(.longitude, both: false)
        case (.notNumber, _): self = .notNumber(.latitude, text: Self.shortened(text(.latitude)))
        case (_, .notNumber): self = .notNumber(.longitude, text: Self.shortened(text(.longitude)))
        case (.number(let y), .number(let x)):
            if let unproject {
                switch unproject(x, y) {
                case .at(let place): self = .at(place)
                case .refused(let reason, let exchanged): self = .refused(reason: reason, exchanged: exchanged)
                }
            } else if let place = try? Coordinate(latitude: y, longitude: x) {
                self = .at(place)
            } else if abs(y) > 90, let place = try? Coordinate(latitude: x, longitude: y) {
                self = .exchanged(
                    place, latitude: Self.shortened(text(.latitude)), longitude: Self.shortened(text(.longitude)))
            } else {
                let axis: Axis = abs(y) > 90 ? .latitude : .longitude
                self = .outOfRange(
                    axis, text: Self.shortened(text(axis)), isProjected: abs(y) > 360 && abs(x) > 360)
            }
        }
    }

    /// The cell at fault; nil for a place.
    var axis: Axis? {
        switch self {
        case .at: nil
        case .missing(let axis, _), .notNumber(let axis, _), .outOfRange(let axis, _, _): axis
        case .exchanged, .refused: .latitude
        }
    }

    /// Why there is no place in a table of a system, or of degrees; nil for a place.
    func reason(in system: PlaceSystem?) -> String? {
        func name(_ axis: Axis) -> String {
            switch axis {
            case .latitude: system == nil ? "latitude" : "y"
            case .longitude: system == nil ? "longitude" : "x"
            }
        }
        switch self {
        case .at: return nil
        case .missing(_, both: true): return "no \(name(.latitude)) and no \(name(.longitude))"
        case .missing(let axis, _): return "no \(name(axis))"
        case .notNumber(_, let text):
            return "\"\(text)\" is not a number" + (system.map { " in the unit of \($0.name)" } ?? " of degrees")
        case .exchanged(_, let latitude, _):
            // One row alone proves nothing: 91,0 may well be a slip of the pen.
            return "\(latitude) is outside -90...90; are latitude and longitude exchanged?"
        case .outOfRange(let axis, let text, let isProjected):
            return "\(text) is outside \(axis == .latitude ? "-90...90" : "-180...180")"
                + (isProjected
                    ? "; projected coordinates are not degrees: they need the name of their system, such as EPSG:5174"
                    : "")
        case .refused(let reason, _): return reason
        }
    }

    static func shortened(_ text: String) -> String {
        text.count > 40 ? text.prefix(40) + "..." : text
    }
}

extension PlaceColumns {
    /// The rejection of a record that has no place; nil for a place.
    public func rejection(of record: CSVRecord, _ reading: PlaceReading, header: [String]) -> Rejection? {
        guard let axis = reading.axis, let reason = reading.reason(in: system) else { return nil }
        let column = axis == .latitude ? latitude : longitude
        return Rejection(
            line: record.line, column: column + 1, columnName: column < header.count ? header[column] : nil,
            reason: reason)
    }
}
