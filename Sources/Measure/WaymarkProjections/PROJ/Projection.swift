internal import CPROJ
public import WaymarkGeodesy

/// Converts places on the Earth to points of a map and back, with PROJ or, if possible, with
/// ``/WaymarkGeodesy/TransverseMercator``.
///
/// ```swift
/// var korea = try Projection(to: "EPSG:5179")
/// let point = try korea.project(try Coordinate(latitude: 37.566535, longitude: 126.9779692))
/// print(point.east, point.north)  // 953898.467 1952035.979, in the unit of the system: metres
/// ```
///
/// ``/WaymarkGeodesy/TransverseMercator`` computes transverse Mercator systems on the source's own datum, within 1 µm of PROJ; PROJ
/// computes the others. Longitude and latitude, and east and north, always have this order, regardless of the
/// authority's axis order. Points are in the unit of their system, ``ReferenceSystem/metersPerUnit``: EPSG:2264 uses US
/// survey feet, not metres.
///
/// Only one task at a time can use a projection. Use ``ProjectionPool`` for several.
@safe
public struct Projection: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable: no second copy can exist, and every method that reaches PROJ is `mutating`, so access is
    // exclusive; the context in the objects is never used by two threads at once.
    private let transformation: PROJObject
    /// The target's projection alone, for its scale factors; nil if it has no PROJ string.
    private let projected: PROJObject?

    /// The system of places.
    public let source: ReferenceSystem
    /// The system of points.
    public let target: ReferenceSystem
    /// The projection used instead of PROJ; nil if PROJ is needed.
    public let series: TransverseMercator?
    /// The allowed area of places; nil without a limit.
    private let area: BoundingBox?

    /// A distance beyond any map: 25 times round the Earth, in metres.
    private static let farthest = 1e9

    /// The transformation from one coordinate reference system to another.
    ///
    /// Takes milliseconds: create it once and keep it.
    ///
    /// - Parameters:
    ///   - source: A geographic system of degrees from Greenwich: an EPSG code, WKT, or a PROJ string.
    ///   - target: A projected system, likewise.
    ///   - refusesOutsideArea: Whether places outside the target's area of use are refused: outside it, a map may have
    ///     any error. If the database has no area, nothing is refused.
    /// - Throws: ``ProjectionError``, with PROJ's message; ``ProjectionError/onlyBallpark(source:target:)`` if PROJ
    ///   does not know the shift between the two datums and would ignore it. A system that gives no datum but the
    ///   source's ellipsoid, such as `+ellps=WGS84` or `+ellps=GRS80`, is taken to be on the source's datum.
    public init(
        from source: String = "EPSG:4326", to target: String, refusesOutsideArea: Bool = true
    ) throws(ProjectionError) {
        let context = try PROJContext()
        let from = try PROJObject.referenceSystem(source, in: context)
        let to = try PROJObject.referenceSystem(target, in: context)
        let (fromSystem, toSystem) = (
            ReferenceSystem(from, definition: source), ReferenceSystem(to, definition: target)
        )
        guard fromSystem.kind == .geographic else { throw .wrongKind(source, needed: .geographic) }
        if let reason = from.reasonAgainstDegrees(fromSystem) { throw .unusableSource(source, reason: reason) }
        guard toSystem.kind == .projected else { throw .wrongKind(target, needed: .projected) }
        var way = PROJObject.transformation(from: from, to: to, allowsBallpark: false)
        let reason = context.reason
        if way == nil {
            way = PROJObject.transformation(from: from, to: to, allowsBallpark: true)
            if way != nil, !to.namesOnlyEllipsoid(of: from) {
                throw .onlyBallpark(source: source, target: target)
            }
        }
        guard let raw = way else { throw .unknownTransformation(source: source, target: target, reason: reason) }
        guard let ordered = unsafe raw.made(by: PROJ.library.proj_normalize_for_visualization) else {
            throw .unknownTransformation(source: source, target: target, reason: context.reason)
        }
        transformation = ordered
        projected = to.plainProjection
        series = ordered.pipeline.flatMap(TransverseMercator.init(pipeline:))
        area = refusesOutsideArea ? toSystem.areaOfUse : nil
        (self.source, self.target) = (fromSystem, toSystem)
    }

    /// Returns the point of the map at a place, in the unit of the target.
    ///
    /// - Throws: ``ProjectionError/outsideAreaOfUse(_:system:area:)`` if the place is outside the target's area of use,
    ///   and ``ProjectionError/outsideDomain(_:reason:)`` with PROJ's message if it cannot be computed.
    public mutating func project(_ coordinate: Coordinate) throws(ProjectionError) -> ProjectedPoint {
        if let area, !area.contains(coordinate) {
            throw .outsideAreaOfUse(coordinate, system: target.definition, area: area)
        }
        if let series, series.covers(coordinate) { return series.project(coordinate) }
        // Longitude first: normalised for visualisation.
        let result = unsafe transform(coordinate.longitude, coordinate.latitude, PJ_FWD)
        guard let result else { throw .outsideDomain(coordinate, reason: failureReason()) }
        let point = ProjectedPoint(east: result.x, north: result.y)
        // On an unbounded map, rounding may give a huge number instead of infinity.
        guard max(abs(point.east), abs(point.north)) * target.metersPerUnit <= Self.farthest else {
            throw .outsideDomain(coordinate, reason: "it lies infinitely far away on the map")
        }
        return point
    }

    /// Returns the place at a point of the map, given in the unit of the target.
    ///
    /// - Throws: ``ProjectionError/pointOutsideDomain(_:reason:)`` if the map has no place there, and
    ///   ``ProjectionError/pointOutsideAreaOfUse(_:system:area:exchangedIsInside:)`` if it lies outside the area of
    ///   use, with whether east and north seem to be swapped.
    public mutating func unproject(_ point: ProjectedPoint) throws(ProjectionError) -> Coordinate {
        guard let place = place(at: point) else { throw .pointOutsideDomain(point, reason: failureReason()) }
        if let area, !area.contains(place) {
            let exchanged = self.place(at: ProjectedPoint(east: point.north, north: point.east))
            throw .pointOutsideAreaOfUse(
                point, system: target.definition, area: area,
                exchangedIsInside: exchanged.map(area.contains) ?? false)
        }
        return place
    }

    /// Returns the scale factor at a place, the ratio of a short length on the map to that on the ellipsoid: 1.0001 is
    /// 1 m in 10 km.
    ///
    /// In a conformal projection, such as the transverse Mercator, it is the same in all directions; otherwise it is
    /// the geometric mean of the maximum and the minimum.
    ///
    /// - Throws: The same errors as ``project(_:)``.
    public mutating func scaleFactor(at coordinate: Coordinate) throws(ProjectionError) -> Double {
        if let area, !area.contains(coordinate) {
            throw .outsideAreaOfUse(coordinate, system: target.definition, area: area)
        }
        if let series, series.covers(coordinate) { return series.scaleFactor(at: coordinate) }
        guard let projected else { throw .outsideDomain(coordinate, reason: "the system has no PROJ string") }
        _ = unsafe PROJ.library.proj_errno_reset(projected.pointer)
        let factors = unsafe PROJ.library.proj_factors(
            projected.pointer, PJ_COORD(v: (radians(coordinate.longitude), radians(coordinate.latitude), 0, 0)))
        guard unsafe PROJ.library.proj_errno(projected.pointer) == 0, factors.areal_scale.isFinite,
            factors.areal_scale > 0
        else {
            throw .outsideDomain(coordinate, reason: "PROJ gives no scale factors there")
        }
        return factors.areal_scale.squareRoot()
    }

    private mutating func place(at point: ProjectedPoint) -> Coordinate? {
        if let series, let place = series.unproject(point), series.covers(place) { return place }
        guard let result = unsafe transform(point.east, point.north, PJ_INV) else { return nil }
        return try? Coordinate(latitude: result.y, longitude: result.x.remainder(dividingBy: 360))
    }

    /// One pair computed by PROJ; nil if it fails, which it indicates by an error number or by infinity.
    @unsafe
    private mutating func transform(_ x: Double, _ y: Double, _ direction: PJ_DIRECTION) -> (x: Double, y: Double)? {
        _ = unsafe PROJ.library.proj_errno_reset(transformation.pointer)
        let result = unsafe PROJ.library.proj_trans(transformation.pointer, direction, PJ_COORD(v: (x, y, 0, 0)))
        guard unsafe PROJ.library.proj_errno(transformation.pointer) == 0 else { return nil }
        let (east, north) = unsafe (result.xy.x, result.xy.y)
        return east.isFinite && north.isFinite ? (east, north) : nil
    }

    private func failureReason() -> String {
        let code = unsafe PROJ.library.proj_errno(transformation.pointer)
        guard code != 0,
            let text = unsafe PROJ.library.proj_context_errno_string(transformation.context.pointer, code)
        else { return "no finite result" }
        return unsafe String(cString: text)
    }
}

extension PROJObject {
    /// The transformation from one system to another; nil if PROJ has none.
    fileprivate static func transformation(from: PROJObject, to: PROJObject, allowsBallpark: Bool) -> PROJObject? {
        let context = from.context
        context.clearReason()
        return unsafe "ALLOW_BALLPARK=\(allowsBallpark ? "YES" : "NO")".withCString { option in
            let options = unsafe [option, nil]
            return unsafe options.withUnsafeBufferPointer { options in
                unsafe PROJObject(
                    PROJ.library.proj_create_crs_to_crs_from_pj(
                        context.pointer, from.pointer, to.pointer, nil, options.baseAddress), in: context)
            }
        }
    }

    /// Whether a system has no datum, and an ellipsoid equal to the other's within a millimetre.
    fileprivate func namesOnlyEllipsoid(of other: PROJObject) -> Bool {
        guard
            let degrees = unsafe made(by: PROJ.library.proj_crs_get_geodetic_crs),
            let datum = unsafe degrees.made(by: PROJ.library.proj_crs_get_datum),
            datum.name?.lowercased().hasPrefix("unknown") == true,
            let own = ellipsoid, let theirs = other.ellipsoid
        else { return false }
        return abs(own.semiMajorAxis - theirs.semiMajorAxis) < 1e-3
            && abs(own.semiMinorAxis - theirs.semiMinorAxis) < 1e-3
    }

    /// The semi-axes of a system's ellipsoid, in metres.
    private var ellipsoid: (semiMajorAxis: Double, semiMinorAxis: Double)? {
        guard let found = unsafe made(by: PROJ.library.proj_get_ellipsoid) else { return nil }
        var (a, b) = (0.0, 0.0)
        guard
            unsafe PROJ.library.proj_ellipsoid_get_parameters(context.pointer, found.pointer, &a, &b, nil, nil) != 0
        else { return nil }
        return (a, b)
    }

    /// The projection of a projected system, without its datum.
    fileprivate var plainProjection: PROJObject? {
        guard let text = unsafe PROJ.library.proj_as_proj_string(context.pointer, pointer, PJ_PROJ_4, nil) else {
            return nil
        }
        let words = unsafe String(cString: text).split(separator: " ").filter { $0 != "+type=crs" && $0 != "+no_defs" }
        return unsafe PROJObject(PROJ.library.proj_create(context.pointer, words.joined(separator: " ")), in: context)
    }

    /// The steps of an operation as a PROJ string; nil if there are several candidates that depend on the place.
    fileprivate var pipeline: String? {
        unsafe PROJ.library.proj_as_proj_string(context.pointer, pointer, PJ_PROJ_5, nil).map {
            unsafe String(cString: $0)
        }
    }
}
