internal import CPROJ
public import WaymarkGeodesy

/// Turns places on the Earth into points of a map and back, by PROJ or, where it can, by arithmetic of its own.
///
/// ```swift
/// var korea = try Projection(to: "EPSG:5179")
/// let point = try korea.project(try Coordinate(latitude: 37.566535, longitude: 126.9779692))
/// print(point.east, point.north)  // 953898.467 1952035.979, in the unit of the system: metres
/// ```
///
/// A transverse Mercator system on the source's own datum is computed by ``/WaymarkGeodesy/TransverseMercator``, within 1 µm of
/// PROJ; all else by PROJ. Longitude and latitude, east and north come in one order here, whatever the system's authority says.
/// Points are in the unit of their system, ``ReferenceSystem/metersPerUnit``: EPSG:2264 counts in US survey feet, not in
/// metres.
///
/// A projection belongs to one task at a time. ``ProjectionPool`` is for many.
@safe
public struct Projection: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable: no second copy can exist, and every method that reaches PROJ is `mutating`, so that access is
    // exclusive; the context in the objects is never used by two threads at once.
    private let transformation: PROJObject
    /// The target's projection alone, for its scale factors; nil where it has no PROJ string.
    private let projected: PROJObject?

    /// Where places are given.
    public let source: ReferenceSystem
    /// Where points are wanted.
    public let target: ReferenceSystem
    /// The arithmetic that stands in for PROJ; nil where there is none.
    public let series: TransverseMercator?
    /// The area that places have to lie in; nil where any will do.
    private let area: BoundingBox?

    /// No map reaches so far from its origin: 25 times round the Earth, in metres.
    private static let farthest = 1e9

    /// The way from one coordinate reference system to another.
    ///
    /// Takes milliseconds: made once, then kept.
    ///
    /// - Parameters:
    ///   - source: A geographic system of degrees from Greenwich: an EPSG code, WKT, or a PROJ string.
    ///   - target: A projected system, likewise.
    ///   - refusesOutsideArea: Whether places outside the target's area of use are refused: a map is right within it, and
    ///     beyond it may be off by any amount. Where the database knows no area, nothing is refused.
    /// - Throws: ``ProjectionError``, with PROJ's own words; ``ProjectionError/onlyBallpark(source:target:)`` where PROJ does
    ///   not know how the two datums lie to each other, and would take their degrees to be the same. That is what is meant by
    ///   a system that names no datum but the source's ellipsoid alone, such as `+ellps=WGS84` or `+ellps=GRS80`.
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
        guard
            let ordered = unsafe PROJObject(
                proj_normalize_for_visualization(context.pointer, raw.pointer), in: context)
        else { throw .unknownTransformation(source: source, target: target, reason: context.reason) }
        transformation = ordered
        projected = to.plainProjection
        series = ordered.pipeline.flatMap(TransverseMercator.init(pipeline:))
        area = refusesOutsideArea ? toSystem.areaOfUse : nil
        (self.source, self.target) = (fromSystem, toSystem)
    }

    /// Returns the point of the map at a place, in the unit of the target.
    ///
    /// - Throws: ``ProjectionError/outsideAreaOfUse(_:system:area:)`` where the target is not made for the place, and
    ///   ``ProjectionError/outsideDomain(_:reason:)`` with PROJ's own words where it cannot be computed.
    public mutating func project(_ coordinate: Coordinate) throws(ProjectionError) -> ProjectedPoint {
        if let area, !area.contains(coordinate) {
            throw .outsideAreaOfUse(coordinate, system: target.definition, area: area)
        }
        if let series, series.covers(coordinate) { return series.project(coordinate) }
        // Longitude first: normalised for visualisation.
        let result = unsafe transform(coordinate.longitude, coordinate.latitude, PJ_FWD)
        guard let result else { throw .outsideDomain(coordinate, reason: failureReason()) }
        let point = ProjectedPoint(east: result.x, north: result.y)
        // Where a map has no end, rounding may stop short of infinity.
        guard max(abs(point.east), abs(point.north)) * target.metersPerUnit <= Self.farthest else {
            throw .outsideDomain(coordinate, reason: "it lies infinitely far out on the map")
        }
        return point
    }

    /// Returns the place at a point of the map, which is in the unit of the target.
    ///
    /// - Throws: ``ProjectionError/pointOutsideDomain(_:reason:)`` where the map has no place there, and
    ///   ``ProjectionError/pointOutsideAreaOfUse(_:system:area:exchangedIsInside:)`` where it lies outside the area of use,
    ///   which says whether east and north seem to be exchanged.
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

    /// Returns how much longer a short line at a place is on the map than on the ellipsoid: 1.0001 is 1 m in 10 km.
    ///
    /// In a conformal projection, as the transverse Mercator is, it is the same in all directions; else the geometric mean of
    /// the greatest and the least.
    ///
    /// - Throws: As ``project(_:)``.
    public mutating func scaleFactor(at coordinate: Coordinate) throws(ProjectionError) -> Double {
        if let area, !area.contains(coordinate) {
            throw .outsideAreaOfUse(coordinate, system: target.definition, area: area)
        }
        if let series, series.covers(coordinate) { return series.scaleFactor(at: coordinate) }
        guard let projected else { throw .outsideDomain(coordinate, reason: "the system has no PROJ string") }
        unsafe proj_errno_reset(projected.pointer)
        let factors = unsafe proj_factors(
            projected.pointer, proj_coord(radians(coordinate.longitude), radians(coordinate.latitude), 0, 0))
        guard unsafe proj_errno(projected.pointer) == 0, factors.areal_scale.isFinite, factors.areal_scale > 0 else {
            throw .outsideDomain(coordinate, reason: "PROJ gives no scale factors there")
        }
        return factors.areal_scale.squareRoot()
    }

    private mutating func place(at point: ProjectedPoint) -> Coordinate? {
        if let series, let place = series.unproject(point), series.covers(place) { return place }
        guard let result = unsafe transform(point.east, point.north, PJ_INV) else { return nil }
        return try? Coordinate(latitude: result.y, longitude: result.x.remainder(dividingBy: 360))
    }

    /// One pair by PROJ; nil where it fails, which it says by an error number or by infinity.
    @unsafe
    private mutating func transform(_ x: Double, _ y: Double, _ direction: PJ_DIRECTION) -> (x: Double, y: Double)? {
        unsafe proj_errno_reset(transformation.pointer)
        let result = unsafe proj_trans(transformation.pointer, direction, proj_coord(x, y, 0, 0))
        guard unsafe proj_errno(transformation.pointer) == 0 else { return nil }
        let (east, north) = unsafe (result.xy.x, result.xy.y)
        return east.isFinite && north.isFinite ? (east, north) : nil
    }

    private func failureReason() -> String {
        let code = unsafe proj_errno(transformation.pointer)
        guard code != 0,
            let text = unsafe proj_context_errno_string(transformation.context.pointer, code)
        else { return "no finite result" }
        return unsafe String(cString: text)
    }
}

extension PROJObject {
    /// The way from one system to another; nil where PROJ knows none.
    fileprivate static func transformation(from: PROJObject, to: PROJObject, allowsBallpark: Bool) -> PROJObject? {
        let context = from.context
        context.clearReason()
        return unsafe "ALLOW_BALLPARK=\(allowsBallpark ? "YES" : "NO")".withCString { option in
            let options = unsafe [option, nil]
            return unsafe options.withUnsafeBufferPointer { options in
                unsafe PROJObject(
                    proj_create_crs_to_crs_from_pj(
                        context.pointer, from.pointer, to.pointer, nil, options.baseAddress), in: context)
            }
        }
    }

    /// Whether a system names no datum, and an ellipsoid that is the other's to less than a millimetre.
    fileprivate func namesOnlyEllipsoid(of other: PROJObject) -> Bool {
        guard let degrees = unsafe PROJObject(proj_crs_get_geodetic_crs(context.pointer, pointer), in: context),
            let datum = unsafe PROJObject(proj_crs_get_datum(context.pointer, degrees.pointer), in: context),
            let name = unsafe proj_get_name(datum.pointer),
            unsafe String(cString: name).lowercased().hasPrefix("unknown"),
            let own = ellipsoid, let theirs = other.ellipsoid
        else { return false }
        return abs(own.semiMajorAxis - theirs.semiMajorAxis) < 1e-3
            && abs(own.semiMinorAxis - theirs.semiMinorAxis) < 1e-3
    }

    /// The half axes of a system's ellipsoid, in metres.
    private var ellipsoid: (semiMajorAxis: Double, semiMinorAxis: Double)? {
        guard let found = unsafe PROJObject(proj_get_ellipsoid(context.pointer, pointer), in: context) else {
            return nil
        }
        var (a, b) = (0.0, 0.0)
        guard
            unsafe proj_ellipsoid_get_parameters(context.pointer, found.pointer, &a, &b, nil, nil) != 0
        else { return nil }
        return (a, b)
    }

    /// The projection of a projected system, without its datum.
    fileprivate var plainProjection: PROJObject? {
        guard let text = unsafe proj_as_proj_string(context.pointer, pointer, PJ_PROJ_4, nil) else { return nil }
        let words = unsafe String(cString: text).split(separator: " ").filter { $0 != "+type=crs" && $0 != "+no_defs" }
        return unsafe PROJObject(proj_create(context.pointer, words.joined(separator: " ")), in: context)
    }

    /// The steps of an operation as a PROJ string; nil where there are several candidates to choose from by place.
    fileprivate var pipeline: String? {
        unsafe proj_as_proj_string(context.pointer, pointer, PJ_PROJ_5, nil).map { unsafe String(cString: $0) }
    }
}
