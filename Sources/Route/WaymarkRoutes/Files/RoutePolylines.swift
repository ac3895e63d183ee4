public import WaymarkGeodesy
import WaymarkPolylines

/// Consecutive found legs.
public struct RouteStretch: Hashable, Sendable {
    /// The legs.
    public let legs: Range<Int>
    /// Their line, without repeating the place where a leg begins at the end of the previous one.
    public let coordinates: [Coordinate]
}

extension Route {
    /// The found legs, joined into lines as long as possible: one for a route without missing legs, none without found
    /// legs.
    ///
    /// - Complexity: O(*n*) in the vertices.
    public var stretches: [RouteStretch] {
        let found = legs.indices.filter { legs[$0].leg != nil }
        return LegRuns.runs(of: found, atMost: legs.count).map { run in
            var line: [Coordinate] = []
            for case let leg? in legs[run].lazy.map(\.leg) {
                line += line.last == leg.coordinates.first ? leg.coordinates.dropFirst() : leg.coordinates[...]
            }
            return RouteStretch(legs: run, coordinates: line)
        }
    }

    /// The encoded polyline of each leg; nil for a missing one.
    ///
    /// - Precondition: `precision` is 0 to 7.
    /// - SeeAlso: ``/WaymarkPolylines/EncodedPolyline``
    public func encodedLegs(precision: Int = 5) -> [String?] {
        legs.map { $0.leg.map { EncodedPolyline.encode($0.coordinates, precision: precision) } }
    }

    /// The encoded polylines of the whole route: one, or several if legs are missing.
    ///
    /// - Precondition: `precision` is 0 to 7.
    public func encodedStretches(precision: Int = 5) -> [String] {
        stretches.map { EncodedPolyline.encode($0.coordinates, precision: precision) }
    }
}
