import WaymarkGeodesy
import WaymarkTables

/// What the latitude and the longitude of a row amount to: a place, or why there is none.
public enum PlaceReading: Sendable, Equatable {
    /// One of the two cells.
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

    /// `text` gives the text of a cell, for messages; asked only when there is no place.
    init(latitude: Cell, longitude: Cell, text: (Axis) -> String) {
        switch (latitude, longitude) {
        case (.blank, .blank): self = .missing(.latitude, both: true)
        case (.blank, _): self = .missing(.latitude, both: false)
        case (_, .blank): self = .missing(.longitude, both: false)
        case (.notNumber, _): self = .notNumber(.latitude, text: Self.shortened(text(.latitude)))
        case (_, .notNumber): self = .notNumber(.longitude, text: Self.shortened(text(.longitude)))
        case (.number(let y), .number(let x)):
            if let place = try? Coordinate(latitude: y, longitude: x) {
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
        case .exchanged: .latitude
        }
    }

    /// Why there is no place; nil for a place.
    var reason: String? {
        switch self {
        case .at: nil
        case .missing(_, both: true): "no latitude and no longitude"
        case .missing(.latitude, _): "no latitude"
        case .missing(.longitude, _): "no longitude"
        case .notNumber(_, let text): "\"\(text)\" is not a number of degrees"
        case .exchanged(_, let latitude, _):
            // One row alone proves nothing: 91,0 may well be a slip of the pen.
            "\(latitude) is outside -90...90; are latitude and longitude exchanged?"
        case .outOfRange(let axis, let text, let isProjected):
            "\(text) is outside \(axis == .latitude ? "-90...90" : "-180...180")"
                + (isProjected ? "; projected coordinates are not degrees" : "")
        }
    }

    private static func shortened(_ text: String) -> String {
        text.count > 40 ? text.prefix(40) + "..." : text
    }
}

extension PlaceColumns {
    /// The place of a record, from its two cells; O(1), and no text is made for a good one.
    public func place(of record: CSVRecord) -> PlaceReading {
        if let place = coordinate(of: record) { return .at(place) }
        func cell(_ column: Int) -> PlaceReading.Cell {
            if let number = record.double(column) { return .number(number) }
            return record.isBlank(column) ? .blank : .notNumber
        }
        return PlaceReading(latitude: cell(latitude), longitude: cell(longitude)) {
            record[$0 == .latitude ? latitude : longitude]
        }
    }

    /// The place of a record, where both cells are numbers in range; O(1).
    package func coordinate(of record: CSVRecord) -> Coordinate? {
        guard let y = record.double(latitude), let x = record.double(longitude), abs(y) <= 90, abs(x) <= 180 else {
            return nil
        }
        return Coordinate(uncheckedLatitude: y, longitude: x)
    }

    /// The rejection of a record that has no place; nil for a place.
    public func rejection(of record: CSVRecord, _ reading: PlaceReading, header: [String]) -> Rejection? {
        guard let axis = reading.axis, let reason = reading.reason else { return nil }
        let column = axis == .latitude ? latitude : longitude
        return Rejection(
            line: record.line, column: column + 1, columnName: column < header.count ? header[column] : nil,
            reason: reason)
    }
}
