import WaymarkFoundation
import WaymarkRoutes
import WaymarkTables
import WaymarkText

/// The routes of a file that a batch wrote as JSON.
struct StoredTrips {
    var trips: [TableTrip] = []
    /// Whether the trips have ids.
    let hasTrips: Bool

    /// Reads the rest of a source whose first bytes are `head`.
    ///
    /// - Throws: ``BatchError/storedRoute(file:reason:)``, or the error of reading.
    init(_ head: ContiguousArray<UInt8>, _ rest: consuming any ByteSource) throws {
        var bytes = head
        try rest.fill(&bytes)
        let data = Data(bytes)
        do {
            let keys = try JSONDecoder().decode(Keys.self, from: data)
            if keys.trips == nil {
                let route = try JSONDecoder().decode(Route.self, from: data)
                (trips, hasTrips) = ([TableTrip(id: "1", stops: route.stops, route: route)], false)
            } else {
                let file = try JSONDecoder().decode(File.self, from: data)
                trips = file.trips.map { TableTrip(id: $0.id, stops: $0.route.stops, route: $0.route) }
                hasTrips = true
            }
        } catch {
            throw BatchError.storedRoute(file: rest.name, reason: Self.reason(error))
        }
    }

    /// Whether a file is JSON, by its first bytes: no CSV begins with a brace.
    static func begin(with head: ContiguousArray<UInt8>) -> Bool {
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
    }

    private struct Keys: Decodable {
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        let trips: [Anything]?
    }

    private struct File: Decodable {
        struct Trip: Decodable {
            let id: String
            let route: Route

            private enum CodingKeys: String, CodingKey {
                case id = "trip_id"
                case route
            }
        }
        let trips: [Trip]
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as RouteError: return "\(error)"
        default: return (error as? DecodingError)?.fault(among: "routes") ?? "it is not valid JSON"
        }
    }
}
