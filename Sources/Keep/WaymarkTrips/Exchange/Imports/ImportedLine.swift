import WaymarkGeodesy
import WaymarkPolylines
import WaymarkRoutes

/// A line of a file, as somebody travelled it.
struct ImportedLine {
    /// The maximum number of points of a line, which is held as a whole.
    static let maxPoints = 500_000

    var name = ""
    private(set) var points: [TrackPoint] = []

    /// Adds a point; false if there are too many.
    mutating func append(_ point: TrackPoint) -> Bool {
        guard points.count < Self.maxPoints else { return false }
        points.append(point)
        return true
    }

    /// When it began.
    var start: Moment? { points.first?.time.flatMap { Moment($0) } }
    /// When it ended.
    var end: Moment? { points.last?.time.flatMap { Moment($0) } }

    /// A route of one leg along the line; nil for fewer than two points.
    var route: Route? {
        guard points.count > 1, let first = points.first, let last = points.last else { return nil }
        var vertices = Leg.VertexValues()
        if let begun = first.time, points.contains(where: { $0.time != nil }) {
            vertices.times = points.map { point in
                point.time.map { .milliseconds(Int64((($0.timeIntervalSince(begun)) * 1000).rounded())) }
            }
        }
        if points.contains(where: { $0.elevation != nil }) { vertices.elevations = points.map(\.elevation) }
        let coordinates = points.map(\.coordinate)
        let duration = vertices.times?.last.flatMap { $0 }.flatMap { $0 < .zero ? nil : $0 }
        guard
            let leg = try? Leg(
                coordinates: coordinates, distance: Polyline(coordinates).length(), distanceKind: .track,
                duration: duration, source: "track", vertices: vertices)
        else { return nil }
        return Route(
            stops: [
                Stop(id: "start", name: name, coordinate: first.coordinate, arrival: first.time),
                Stop(id: "end", coordinate: last.coordinate, arrival: last.time),
            ], legs: [.found(leg)])
    }
}
