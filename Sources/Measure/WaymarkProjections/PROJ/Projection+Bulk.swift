import WaymarkGeodesy

/// A refused pair of a bulk conversion, and the reason.
public struct BulkProjectionFailure: Error, Equatable, Sendable {
    /// The pair's position, from 0.
    public let position: Int
    /// Why it was refused.
    public let error: ProjectionError
}

extension Projection {
    /// Converts longitudes and latitudes to points of the map, in the unit of the target, in place.
    ///
    /// - Parameters:
    ///   - x: Longitudes in degrees; afterwards east, NaN for refused places.
    ///   - y: Latitudes in degrees; afterwards north, likewise.
    /// - Returns: The refused pairs, in order; empty on success.
    /// - Precondition: `x` and `y` are equally long.
    /// - Complexity: O(*n*).
    public mutating func project(
        x: inout MutableSpan<Double>, y: inout MutableSpan<Double>
    ) -> [BulkProjectionFailure] {
        precondition(x.count == y.count, "\(x.count) x for \(y.count) y")
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

    /// Converts points of the map, in the unit of the target, to longitudes and latitudes, in place.
    ///
    /// - Parameters:
    ///   - x: East; afterwards longitudes in degrees, NaN for refused points.
    ///   - y: North; afterwards latitudes in degrees, likewise.
    /// - Returns: The refused pairs, in order; empty on success.
    /// - Precondition: `x` and `y` are equally long.
    /// - Complexity: O(*n*).
    public mutating func unproject(
        x: inout MutableSpan<Double>, y: inout MutableSpan<Double>
    ) -> [BulkProjectionFailure] {
        precondition(x.count == y.count, "\(x.count) x for \(y.count) y")
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
