public import WaymarkGeodesy

/// Why a projection could not be created, or a place not projected.
public enum ProjectionError: Error, Equatable, Sendable {
    /// PROJ gave no context: out of memory.
    case contextUnavailable
    /// PROJ is not installed, or of another major version than at the build; with the loader's message.
    case libraryUnavailable(reason: String)
    /// PROJ's database `proj.db` is missing, unreadable or of another version.
    case databaseUnavailable(reason: String)
    /// The text is not a coordinate reference system known to PROJ.
    case unknownReferenceSystem(String, reason: String)
    /// PROJ has no transformation from one system to the other.
    case unknownTransformation(source: String, target: String, reason: String)
    /// PROJ does not know the shift between the systems' datums and would ignore it ("ballpark"): points may be wrong
    /// by hundreds of metres.
    case onlyBallpark(source: String, target: String)
    /// The system is not of the required kind, geographic or projected.
    case wrongKind(String, needed: ReferenceSystem.Kind)
    /// The system does not use degrees from Greenwich, as places do.
    case unusableSource(String, reason: String)
    /// The place lies outside the system's area of use.
    case outsideAreaOfUse(Coordinate, system: String, area: BoundingBox)
    /// The point of the map is a place outside the system's area of use.
    case pointOutsideAreaOfUse(ProjectedPoint, system: String, area: BoundingBox, exchangedIsInside: Bool)
    /// The place cannot be projected.
    case outsideDomain(Coordinate, reason: String)
    /// The point of the map has no place on the Earth.
    case pointOutsideDomain(ProjectedPoint, reason: String)
}

extension ProjectionError: CustomStringConvertible {
    /// The error in one sentence, with PROJ's message.
    public var description: String {
        switch self {
        case .contextUnavailable: return "PROJ could not create a context: out of memory"
        case .libraryUnavailable(let reason): return "PROJ cannot be loaded: \(reason)"
        case .databaseUnavailable(let reason): return "PROJ's database proj.db cannot be used: \(reason)"
        case .unknownReferenceSystem(let text, let reason):
            return "'\(text)' is not a known coordinate reference system: \(reason)"
        case .unknownTransformation(let source, let target, let reason):
            return "PROJ has no transformation from \(source) to \(target): \(reason)"
        case .onlyBallpark(let source, let target):
            return
                "PROJ does not know the shift between the datums of \(source) and \(target), so points may be wrong by "
                + "hundreds of metres: give the datum or its shift (+datum=..., +towgs84=...), or install PROJ's grids"
        case .wrongKind(let name, let needed):
            return "\(name) is not a \(needed) coordinate reference system"
        case .unusableSource(let name, let reason): return "places cannot be given in \(name): \(reason)"
        case .outsideAreaOfUse(let place, let system, let area):
            return "\(place) lies outside the area of use of \(system), \(area.text)"
        case .pointOutsideAreaOfUse(let point, let system, let area, let exchanged):
            let hint = exchanged ? "; with east and north exchanged it lies inside" : point.hint
            return "\(point) lies outside the area of use of \(system), \(area.text)\(hint)"
        case .outsideDomain(let place, let reason): return "\(place) cannot be projected: \(reason)"
        case .pointOutsideDomain(let point, let reason):
            return "\(point) is not a place on the Earth: \(reason)\(point.hint)"
        }
    }
}

extension ProjectedPoint {
    /// The likely cause of a refused point.
    fileprivate var hint: String {
        abs(east) <= 180 && abs(north) <= 90 ? "; are these degrees?" : ""
    }
}

extension BoundingBox {
    /// As in `28.6...40.27 N, 122.71...134.28 E`.
    var text: String { "\(south)...\(north) N, \(west)...\(east) E" }
}
