import WaymarkGeodesy

/// Which pair of a bulk was refused, and why.
public struct BulkProjectionFailure: Error, Equatable, Sendable {
    /// The pair's position, from 0.
    public let position: Int
    /// Why it was refused.
    public let error: ProjectionError
}

extension Projection {
    /// Turns longitudes and latitudes into points of the map, in the unit of the target, in place.
    ///
    /// - Parameters:
    ///   - x: Longitudes in degrees; east afterwards, NaN where a place was refused.
    ///   - y: Latitudes in degrees; north afterwards, likewise.
    /// - Returns: What was refused, in order; empty when all went well.
    /// - Precondition: `x` and `y` are equally long.
    /// - Complexity: O(*n*).
    public mutating func project(
        x: inout MutableSpan<Double>, y: inout MutableSpan<Double>
    ) -> [BulkProjectionFailure] {
        precondition(x.count == y.count, "a pair is an x and a y")
        var failures: [BulkProjectionFailure] = []
        for i in 0..<x.count {
            do throws(ProjectionError) {
                let point = try project(Self.place(latitude: y[i], longitude: x[i]))
                (x[i], y[i]) = (point.east, point.north)
            } catch {
                (x[i], y[i]) = (.nan, .nan)
                failures.append(BulkProjectionFailure(position: i, error: error))
            }
        }
        return failures
    }

    private static func place(latitude: Double, longitude: Double) throws(ProjectionError) -> Coordinate {
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw .notAPlace(error)
        }
    }

    /// Turns points of the map, in the unit of the target, into longitudes and latitudes, in place.
    ///
    /// - Parameters:
    ///   - x: East; longitudes in degrees afterwards, NaN where a point was refused.
    ///   - y: North; latitudes in degrees afterwards, likewise.
    /// - Returns: What was refused, in order; empty when all went well.
    /// - Precondition: `x` and `y` are equally long.
    /// - Complexity: O(*n*).
    public mutating func unproject(
        x: inout MutableSpan<Double>, y: inout MutableSpan<Double>
    ) -> [BulkProjectionFailure] {
        precondition(x.count == y.count, "a pair is an x and a y")
        var failures: [BulkProjectionFailure] = []
        for i in 0..<x.count {
            do throws(ProjectionError) {
                let place = try unproject(ProjectedPoint(east: x[i], north: y[i]))
                (x[i], y[i]) = (place.longitude, place.latitude)
            } catch {
                (x[i], y[i]) = (.nan, .nan)
                failures.append(BulkProjectionFailure(position: i, error: error))
            }
        }
        return failures
    }
}
