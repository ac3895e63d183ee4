internal import CPROJ
public import WaymarkGeodesy

/// A coordinate reference system, as described by PROJ's database.
///
/// ```swift
/// let korea = try ReferenceSystem("EPSG:5179")
/// print(korea.name, korea.axes.map(\.direction))  // Korea 2000 / Unified CS ["north", "east"]
/// ```
public struct ReferenceSystem: Hashable, Sendable {
    /// The kind of a system's coordinates.
    public enum Kind: String, Hashable, Sendable {
        /// Longitudes and latitudes.
        case geographic
        /// Lengths east and north on a map.
        case projected
        /// Anything else, such as heights.
        case other
    }

    /// One of a system's axes, in the order of its authority.
    public struct Axis: Hashable, Sendable {
        /// As in `Northing`.
        public let name: String
        /// As in `north`.
        public let direction: String
        /// As in `metre`.
        public let unit: String
        /// Metres or radians per unit.
        public let unitFactor: Double
    }

    /// The text that defines it.
    public let definition: String
    /// As in `Korea 2000 / Unified CS`.
    public let name: String
    /// The kind of its coordinates.
    public let kind: Kind
    /// Its axes in the authority's order, which is not the order of coordinates in this API.
    public let axes: [Axis]
    /// Its area of use; nil if the database has none.
    public let areaOfUse: BoundingBox?
    /// The name of that area.
    public let areaName: String?

    /// The system of an EPSG code (`EPSG:5179`), of WKT, of PROJJSON or of a PROJ string.
    ///
    /// - Throws: ``ProjectionError``, with PROJ's message.
    public init(_ definition: String) throws(ProjectionError) {
        let context = try PROJContext()
        self.init(try PROJObject.referenceSystem(definition, in: context), definition: definition)
    }

    init(_ object: PROJObject, definition: String) {
        self.definition = definition
        let context = unsafe object.context.pointer
        name = object.name ?? definition
        // For a system with a shift to WGS 84, use the underlying system: PROJ gives axes only for that.
        var plain = object
        while unsafe PROJ.library.proj_get_type(plain.pointer) == PJ_TYPE_BOUND_CRS,
            let inner = unsafe plain.made(by: PROJ.library.proj_get_source_crs)
        {
            plain = inner
        }
        switch unsafe PROJ.library.proj_get_type(plain.pointer) {
        case PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS, PJ_TYPE_GEODETIC_CRS: kind = .geographic
        case PJ_TYPE_PROJECTED_CRS: kind = .projected
        default: kind = .other
        }
        axes = plain.axes()
        var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
        var area: UnsafePointer<CChar>?
        let known = unsafe PROJ.library.proj_get_area_of_use(
            context, object.pointer, &west, &south, &east, &north, &area)
        // -1000 is PROJ's value for unknown.
        areaOfUse =
            known != 0 ? try? BoundingBox(south: south, west: west, north: north, east: east) : nil
        areaName = areaOfUse == nil ? nil : unsafe area.map { unsafe String(cString: $0) }
    }

    /// Metres per unit of a projected system's first axis; 1 for other systems.
    public var metersPerUnit: Double { kind == .projected ? axes.first?.unitFactor ?? 1 : 1 }
}

extension PROJObject {
    /// Why this geographic system does not use degrees from Greenwich; nil if it does.
    func reasonAgainstDegrees(_ system: ReferenceSystem) -> String? {
        if let axis = system.axes.prefix(2).first(where: { abs($0.unitFactor * 180 / .pi - 1) > 1e-9 }) {
            return "its unit is the \(axis.unit), but degrees are needed"
        }
        guard let meridian = unsafe made(by: PROJ.library.proj_get_prime_meridian) else { return nil }
        var longitude = 0.0
        let known = unsafe PROJ.library.proj_prime_meridian_get_parameters(
            context.pointer, meridian.pointer, &longitude, nil, nil)
        guard known != 0, longitude != 0 else { return nil }
        return "its prime meridian is \(meridian.name ?? "\(longitude)"), but Greenwich is needed"
    }

    /// Reads a coordinate reference system.
    static func referenceSystem(
        _ definition: String, in context: PROJContext
    ) throws(ProjectionError) -> PROJObject {
        context.clearReason()
        // "+proj=tmerc ..." alone is an operation; "+type=crs" makes it a system.
        let isProjString = definition.contains("+proj=") && !definition.contains("+type=crs")
        let text = isProjString ? definition + " +type=crs" : definition
        guard !definition.utf8.contains(0),
            let object = unsafe PROJObject(PROJ.library.proj_create(context.pointer, text), in: context)
        else {
            guard context.hasDatabase else { throw .databaseUnavailable(reason: context.reason) }
            let reason = context.reason
            // A database of another version exists but is unusable.
            if reason.contains("DATABASE.LAYOUT") || reason.contains("proj.db") {
                throw .databaseUnavailable(reason: reason)
            }
            throw .unknownReferenceSystem(definition, reason: reason)
        }
        guard unsafe PROJ.library.proj_is_crs(object.pointer) != 0 else {
            throw .unknownReferenceSystem(definition, reason: "it is not a coordinate reference system")
        }
        return object
    }

    fileprivate func axes() -> [ReferenceSystem.Axis] {
        guard let system = unsafe made(by: PROJ.library.proj_crs_get_coordinate_system) else { return [] }
        let count = unsafe PROJ.library.proj_cs_get_axis_count(context.pointer, system.pointer)
        return (0..<max(0, count)).compactMap { index in
            var (name, direction, unit): (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?)
            unsafe (name, direction, unit) = (nil, nil, nil)
            var factor = 1.0
            guard
                unsafe PROJ.library.proj_cs_get_axis_info(
                    context.pointer, system.pointer, index, &name, nil, &direction, &factor, &unit, nil, nil) != 0
            else { return nil }
            return ReferenceSystem.Axis(
                name: unsafe name.map { unsafe String(cString: $0) } ?? "",
                direction: unsafe direction.map { unsafe String(cString: $0) } ?? "",
                unit: unsafe unit.map { unsafe String(cString: $0) } ?? "", unitFactor: factor)
        }
    }
}
