package import WaymarkGeodesy
import WaymarkText

/// The result of reading the latitude and the longitude of a row, or its north and east: a place, or why there is none.
package enum PlaceReading: Sendable, Equatable {
    /// One of the two cells: latitude or y, or longitude or x.
    package enum Axis: Sendable { case latitude, longitude }

    case at(Coordinate)
    /// A cell is blank: which one, and whether both are.
    case missing(Axis, both: Bool)
    case notNumber(Axis, text: String)
    /// The latitude is out of range, but swapped with the longitude it would be valid; `swapped` is that place.
    case exchanged(Coordinate, latitude: String, longitude: String)
    case outOfRange(Axis, text: String, isProjected: Bool)
    /// A point without a place in the table's system, for this reason; with swapped east and north it may have one.
    case refused(reason: String, exchanged: Coordinate?)

    /// Reads two cells, given their trimmed texts, nil for a blank one; `unproject` is nil for degrees.
    init(latitude: String?, longitude: String?, unproject: ((_ x: Double, _ y: Double) -> PlaceSystem.Conversion)?) {
        guard let latitude else {
            self = .missing(.latitude, both: longitude == nil)
            return
        }
        guard let longitude else {
            self = .missing(.longitude, both: false)
            return
        }
        guard let y = NumberParser.double(latitude) else {
            self = .notNumber(.latitude, text: PlainText.shortened(latitude))
            return
        }
        guard let x = NumberParser.double(longitude) else {
            self = .notNumber(.longitude, text: PlainText.shortened(longitude))
            return
        }
        if let unproject {
            switch unproject(x, y) {
            case .at(let place): self = .at(place)
            case .refused(let reason, let exchanged): self = .refused(reason: reason, exchanged: exchanged)
            }
        } else if let place = try? Coordinate(latitude: y, longitude: x) {
            self = .at(place)
        } else if abs(y) > 90, let place = try? Coordinate(latitude: x, longitude: y) {
            self = .exchanged(place, latitude: PlainText.shortened(latitude), longitude: PlainText.shortened(longitude))
        } else {
            let axis: Axis = abs(y) > 90 ? .latitude : .longitude
            self = .outOfRange(
                axis, text: PlainText.shortened(axis == .latitude ? latitude : longitude),
                isProjected: abs(y) > 360 && abs(x) > 360)
        }
    }

    /// The invalid cell; nil for a place.
    package var axis: Axis? {
        switch self {
        case .at: nil
        case .missing(let axis, _), .notNumber(let axis, _), .outOfRange(let axis, _, _): axis
        case .exchanged, .refused: .latitude
        }
    }

    /// Why there is no place in a table of a system, or of degrees; nil for a place.
    package func reason(in system: PlaceSystem?) -> String? {
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
            // A single row proves nothing: 91,0 may be a typing error.
            return "\(latitude) is outside -90...90; are latitude and longitude exchanged?"
        case .outOfRange(let axis, let text, let isProjected):
            return "\(text) is outside \(axis == .latitude ? "-90...90" : "-180...180")"
                + (isProjected
                    ? "; projected coordinates are not degrees: give their system, such as EPSG:5174"
                    : "")
        case .refused(let reason, _): return reason
        }
    }
}
