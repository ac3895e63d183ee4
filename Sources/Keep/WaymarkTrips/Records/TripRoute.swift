import WaymarkFoundation
public import WaymarkRoutes
import WaymarkText

/// A route of a trip as it was last assembled, so that it is drawn again without asking a server.
public struct TripRoute: Identifiable, Hashable, Sendable {
    /// Identifies the route.
    public let id: RecordID
    /// The trip; the route goes with it.
    public var trip: RecordID
    /// The route as JSON, in the form of `Documentation/Routes.md`, its keys sorted.
    public private(set) var json: String

    /// Stores a route.
    ///
    /// - Throws: What `Route.encode(to:)` throws: `EncodingError` for a stop's arrival that is not finite and the like.
    /// - Complexity: O(*n*) in the points of the route.
    public init(id: RecordID, trip: RecordID, route: Route) throws {
        let bytes = ContiguousArray(try JSONEncoder().encode(route))
        // Platforms sort keys and write blanks in their own ways.
        self.init(id: id, trip: trip, json: CanonicalJSON.text(try JSONParser.value(bytes)))
    }

    init(id: RecordID, trip: RecordID, json: String) { (self.id, self.trip, self.json) = (id, trip, json) }

    /// The route.
    ///
    /// - Throws: `RouteError` or `DecodingError` if it was stored by a newer version or by another program.
    /// - Complexity: O(*n*) in the points of the route.
    public func route() throws -> Route {
        try JSONDecoder().decode(Route.self, from: Data(json.utf8))
    }
}
