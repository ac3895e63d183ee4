import TestSupport
import WaymarkGeodesy
import WaymarkRecommendations

extension SharedCourses {
    /// Courses over spots: the same name at the same coordinate to three decimals is one spot.
    var visitData: VisitData {
        var positions: [String: Int] = [:]
        var places: [RecommendedPlace] = []
        var courses = [[Int]](repeating: [], count: (courseNumbers.max() ?? -1) + 1)
        for (row, course) in zip(rows, courseNumbers) {
            let key =
                "\(row.municipality) \(row.name) \((row.latitude * 1000).rounded()) \((row.longitude * 1000).rounded())"
            let position = positions[key] ?? places.count
            if position == places.count {
                positions[key] = position
                places.append(
                    RecommendedPlace(
                        id: "\(position)", name: row.name,
                        coordinate: try! Coordinate(latitude: row.latitude, longitude: row.longitude),
                        municipality: row.municipality, theme: row.theme))
            }
            courses[course].append(position)
        }
        return VisitData(
            places: RecommendedPlaces(places),
            courses: courses.enumerated().map { VisitData.Course(id: "\($0)", places: $1) })
    }
}

/// The trips of photographers of shared/data.
enum SharedTrips {
    private static func rows(_ name: String) throws -> [[String]] {
        String(decoding: try SharedData.bytes("flickr/\(name).csv.gz"), as: UTF8.self)
            .split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",").map(String.init) }
    }

    static func city(_ name: String) throws -> VisitData {
        let rows = try rows("poi-\(name)")
        let places = try rows.map { row in
            RecommendedPlace(
                id: row[0], name: "",
                coordinate: try Coordinate(latitude: Double(row[3])!, longitude: Double(row[2])!), theme: row[1])
        }
        let positions = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1[0], $0) })
        let visits = try self.rows("traj-\(name)").map { row in
            (trip: Int(row[1])!, start: Int(row[3])!, place: positions[row[2]]!, user: row[0])
        }
        let trips = Dictionary(grouping: visits, by: \.trip).sorted { $0.key < $1.key }
        return VisitData(
            places: RecommendedPlaces(places),
            courses: trips.map { trip, visits in
                VisitData.Course(
                    id: "\(trip)", places: visits.sorted { ($0.start, $0.place) < ($1.start, $1.place) }.map(\.place),
                    visitor: visits[0].user)
            })
    }
}
