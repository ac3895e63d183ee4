internal import CGEOS
package import WaymarkRegions

/// Owns a GEOS geometry, and keeps its context alive.
@safe
package struct GEOSGeometry: ~Copyable {
    private let geometry: OpaquePointer
    private let context: GEOSContext

    /// Takes ownership of a GEOS result.
    ///
    /// - Throws: ``AreaError/geometry(reason:)`` with GEOS's message if there is none.
    private init(_ geometry: OpaquePointer?, in context: GEOSContext) throws(AreaError) {
        unsafe self.geometry = unsafe try context.required(geometry)
        self.context = context
    }

    deinit { unsafe GEOS.library.GEOSGeom_destroy_r(context.handle, geometry) }
}

// MARK: Making

extension GEOSGeometry {
    /// The polygons as one geometry, in x and y of their positions; only GEOS's own checks apply.
    package init(_ polygons: [PlanePolygon], in context: GEOSContext) throws(AreaError) {
        context.clearReason()
        var parts: [OpaquePointer?] = unsafe try Self.collect(polygons, in: context) { polygon throws(AreaError) in
            unsafe try Self.polygon(polygon, in: context)
        }
        // The call takes ownership of the parts, even if it fails.
        let made = unsafe parts.withUnsafeMutableBufferPointer { parts in
            unsafe GEOS.library.GEOSGeom_createCollection_r(
                context.handle, Int32(GEOS_MULTIPOLYGON.rawValue), parts.baseAddress, UInt32(parts.count))
        }
        try unsafe self.init(made, in: context)
    }

    /// The line through positions; of one position, a point.
    package init(line: [PlanePoint], in context: GEOSContext) throws(AreaError) {
        context.clearReason()
        let sequence = unsafe try Self.sequence(line, in: context)
        if line.count == 1 {
            try unsafe self.init(GEOS.library.GEOSGeom_createPoint_r(context.handle, sequence), in: context)
        } else {
            try unsafe self.init(GEOS.library.GEOSGeom_createLineString_r(context.handle, sequence), in: context)
        }
    }

    /// A coordinate sequence that the caller has to pass on or destroy.
    @unsafe
    private static func sequence(_ points: [PlanePoint], in context: GEOSContext) throws(AreaError) -> OpaquePointer {
        guard points.count <= Int32.max,
            let sequence = unsafe GEOS.library.GEOSCoordSeq_create_r(context.handle, UInt32(points.count), 2)
        else { throw .geometry(reason: context.reason) }
        for (i, point) in points.enumerated() {
            guard unsafe GEOS.library.GEOSCoordSeq_setXY_r(context.handle, sequence, UInt32(i), point.x, point.y) == 1
            else {
                unsafe GEOS.library.GEOSCoordSeq_destroy_r(context.handle, sequence)
                throw .geometry(reason: context.reason)
            }
        }
        return unsafe sequence
    }

    @unsafe
    private static func ring(_ points: [PlanePoint], in context: GEOSContext) throws(AreaError) -> OpaquePointer {
        // The call takes ownership of the sequence, even if it fails.
        unsafe try context.required(
            GEOS.library.GEOSGeom_createLinearRing_r(context.handle, try sequence(points, in: context)))
    }

    @unsafe
    private static func polygon(_ polygon: PlanePolygon, in context: GEOSContext) throws(AreaError) -> OpaquePointer {
        let rings = unsafe try collect(polygon.rings, in: context) { points throws(AreaError) in
            unsafe try ring(points, in: context)
        }
        guard let shell = unsafe rings.first else { throw .geometry(reason: "a polygon without a ring") }
        var holes: [OpaquePointer?] = unsafe Array(rings.dropFirst())
        // The call takes ownership of the rings, even if it fails.
        let made = unsafe holes.withUnsafeMutableBufferPointer { holes in
            unsafe GEOS.library.GEOSGeom_createPolygon_r(context.handle, shell, holes.baseAddress, UInt32(holes.count))
        }
        return unsafe try context.required(made)
    }

    /// Makes a geometry of each value; on failure, the previous ones are destroyed.
    @unsafe
    private static func collect<Value>(
        _ values: [Value], in context: GEOSContext, _ make: (Value) throws(AreaError) -> OpaquePointer
    ) throws(AreaError) -> [OpaquePointer] {
        var made: [OpaquePointer] = unsafe []
        for value in values {
            do {
                unsafe made.append(try make(value))
            } catch {
                unsafe made.forEach { unsafe GEOS.library.GEOSGeom_destroy_r(context.handle, $0) }
                throw error
            }
        }
        return unsafe made
    }
}

// MARK: Asking

extension GEOSGeometry {
    /// Why the geometry is not valid, as GEOS's message with the place; nil if it is valid.
    package func fault() throws(AreaError) -> String? {
        context.clearReason()
        switch unsafe GEOS.library.GEOSisValid_r(context.handle, geometry) {
        case 1: return nil
        case 0: return unsafe context.text(GEOS.library.GEOSisValidReason_r(context.handle, geometry)) ?? context.reason
        default: throw .geometry(reason: context.reason)
        }
    }

    /// The same area as valid polygons: overlapping parts are united, holes stay holes.
    package func mended() throws(AreaError) -> GEOSGeometry {
        context.clearReason()
        let parameters = unsafe try context.required(GEOS.library.GEOSMakeValidParams_create_r(context.handle))
        defer { unsafe GEOS.library.GEOSMakeValidParams_destroy_r(context.handle, parameters) }
        try context.require(
            unsafe GEOS.library.GEOSMakeValidParams_setMethod_r(context.handle, parameters, GEOS_MAKE_VALID_STRUCTURE)
                == 1)
        return try unsafe GEOSGeometry(
            GEOS.library.GEOSMakeValidWithParams_r(context.handle, geometry, parameters), in: context)
    }

    /// Everything within `width` of the geometry, with round ends and joins of `segments` edges per quarter circle.
    package func buffer(width: Double, segments: Int32) throws(AreaError) -> GEOSGeometry {
        context.clearReason()
        return try unsafe GEOSGeometry(
            GEOS.library.GEOSBuffer_r(context.handle, geometry, width, segments), in: context)
    }

    /// The union of its parts.
    package func united() throws(AreaError) -> GEOSGeometry {
        context.clearReason()
        return try unsafe GEOSGeometry(GEOS.library.GEOSUnaryUnion_r(context.handle, geometry), in: context)
    }

    /// Its intersection with another geometry of the same context.
    package func intersection(_ other: borrowing GEOSGeometry) throws(AreaError) -> GEOSGeometry {
        context.clearReason()
        return try unsafe GEOSGeometry(
            GEOS.library.GEOSIntersection_r(context.handle, geometry, other.geometry), in: context)
    }

    /// Its difference from another geometry of the same context.
    package func difference(_ other: borrowing GEOSGeometry) throws(AreaError) -> GEOSGeometry {
        context.clearReason()
        return try unsafe GEOSGeometry(
            GEOS.library.GEOSDifference_r(context.handle, geometry, other.geometry), in: context)
    }

    /// Its polygons, in order, without lines and points.
    package func polygons() throws(AreaError) -> [PlanePolygon] {
        context.clearReason()
        return unsafe try Self.polygons(of: geometry, in: context)
    }

    @unsafe
    private static func polygons(of part: OpaquePointer, in context: GEOSContext) throws(AreaError) -> [PlanePolygon] {
        let handle = unsafe context.handle
        switch unsafe UInt32(bitPattern: GEOS.library.GEOSGeomTypeId_r(handle, part)) {
        case GEOS_POLYGON.rawValue:
            guard unsafe GEOS.library.GEOSisEmpty_r(handle, part) == 0 else { return [] }
            var rings = unsafe [try points(of: GEOS.library.GEOSGetExteriorRing_r(handle, part), in: context)]
            for i in unsafe 0..<max(0, GEOS.library.GEOSGetNumInteriorRings_r(handle, part)) {
                unsafe rings.append(try points(of: GEOS.library.GEOSGetInteriorRingN_r(handle, part, i), in: context))
            }
            return [PlanePolygon(rings: rings)]
        case GEOS_MULTIPOLYGON.rawValue, GEOS_GEOMETRYCOLLECTION.rawValue:
            var found: [PlanePolygon] = []
            for i in unsafe 0..<max(0, GEOS.library.GEOSGetNumGeometries_r(handle, part)) {
                // Belongs to the collection.
                let inner = unsafe try context.required(GEOS.library.GEOSGetGeometryN_r(handle, part, i))
                found += unsafe try polygons(of: inner, in: context)
            }
            return found
        default: return []
        }
    }

    @unsafe
    private static func points(of ring: OpaquePointer?, in context: GEOSContext) throws(AreaError) -> [PlanePoint] {
        let handle = unsafe context.handle
        // Both belong to the polygon.
        let ring = unsafe try context.required(ring)
        let sequence = unsafe try context.required(GEOS.library.GEOSGeom_getCoordSeq_r(handle, ring))
        var count: UInt32 = 0
        try context.require(unsafe GEOS.library.GEOSCoordSeq_getSize_r(handle, sequence, &count) == 1)
        var points: [PlanePoint] = []
        points.reserveCapacity(Int(count))
        for i in 0..<count {
            var (x, y) = (0.0, 0.0)
            try context.require(unsafe GEOS.library.GEOSCoordSeq_getXY_r(handle, sequence, i, &x, &y) == 1)
            points.append(PlanePoint(x: x, y: y))
        }
        return points
    }
}
