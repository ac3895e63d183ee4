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
            if let stored = try JSONDecoder().decode(File.self, from: data).trips {
                trips = stored.map { TableTrip(id: $0.id, stops: $0.route.stops, route: $0.route) }
                hasTrips = true
            } else {
                let route = try JSONDecoder().decode(Route.self, from: data)
                (trips, hasTrips) = ([TableTrip(id: "1", stops: route.stops, route: route)], false)
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

    private struct File: Decodable {
        struct Trip: Decodable {
            let id: String
            let route: Route

            private enum CodingKeys: String, CodingKey {
                case id = "trip_id"
                case route
            }
        }
        let trips: [Trip]?
    }

    private static func reason(_ error: any Error) -> String {
        if let error = error as? RouteError { return "\(error)" }
        return (error as? DecodingError)?.fault(among: "routes") ?? "it is not valid JSON"
    }
}
