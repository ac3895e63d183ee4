public import WaymarkGeodesy

/// Why there is no projection, or a place could not be projected.
public enum ProjectionError: Error, Equatable, Sendable {
    /// PROJ gave no context: out of memory.
    case contextUnavailable
    /// PROJ's database `proj.db` is missing, unreadable or of another version.
    case databaseUnavailable(reason: String)
    /// The text names no coordinate reference system that PROJ knows.
    case unknownReferenceSystem(String, reason: String)
    /// PROJ knows no way from one system to the other.
    case unknownTransformation(source: String, target: String, reason: String)
    /// PROJ knows no shift between the systems' datums, only to leave it out ("ballpark"): points may be off by hundreds of
    /// metres.
    case onlyBallpark(source: String, target: String)
    /// The system is not one of longitudes and latitudes where one is needed, or not a map's.
    case wrongKind(String, needed: ReferenceSystem.Kind)
    /// The system is not one of degrees from Greenwich, as places are.
    case unusableSource(String, reason: String)
    /// The numbers are no place on the Earth.
    case notAPlace(CoordinateError)
    /// The place lies outside the area for which the system is made.
    case outsideAreaOfUse(Coordinate, system: String, area: BoundingBox)
    /// The point of the map leads to a place outside the area for which the system is made.
    case pointOutsideAreaOfUse(ProjectedPoint, system: String, area: BoundingBox, exchangedIsInside: Bool)
    /// The place cannot be projected.
    case outsideDomain(Coordinate, reason: String)
    /// The point of the map has no place on the Earth.
    case pointOutsideDomain(ProjectedPoint, reason: String)
}

extension ProjectionError: CustomStringConvertible {
    /// What went wrong, in a sentence, with PROJ's own words.
    public var description: String {
        switch self {
        case .contextUnavailable: return "PROJ has no memory for a context"
        case .databaseUnavailable(let reason): return "PROJ's database proj.db cannot be used: \(reason)"
        case .unknownReferenceSystem(let text, let reason):
            return "'\(text)' names no coordinate reference system: \(reason)"
        case .unknownTransformation(let source, let target, let reason):
            return "PROJ knows no way from \(source) to \(target): \(reason)"
        case .onlyBallpark(let source, let target):
            return
                "PROJ does not know how the datums of \(source) and \(target) lie to each other, and points may be off by "
                + "hundreds of metres: name the datum or its shift (+datum=..., +towgs84=...), or install PROJ's grids"
        case .wrongKind(let name, let needed):
            return "\(name) is not a \(needed) coordinate reference system"
        case .unusableSource(let name, let reason): return "places cannot be given in \(name): \(reason)"
        case .notAPlace(let error): return "\(error)"
        case .outsideAreaOfUse(let place, let system, let area):
            return "\(place) lies outside the area of use of \(system), \(area.text)"
        case .pointOutsideAreaOfUse(let point, let system, let area, let exchanged):
            let hint = exchanged ? "; with east and north exchanged it lies inside" : point.hint
            return "\(point) lies outside the area of use of \(system), \(area.text)\(hint)"
        case .outsideDomain(let place, let reason): return "\(place) cannot be projected: \(reason)"
        case .pointOutsideDomain(let point, let reason):
            return "\(point) is no place on the Earth: \(reason)\(point.hint)"
        }
    }
}

extension ProjectedPoint {
    /// What may be the matter with a point that is refused.
    fileprivate var hint: String {
        abs(east) <= 180 && abs(north) <= 90 ? "; are these degrees?" : ""
    }
}

extension BoundingBox {
    /// As in `28.6...40.27 N, 122.71...134.28 E`.
    var text: String { "\(south)...\(north) N, \(west)...\(east) E" }
}
