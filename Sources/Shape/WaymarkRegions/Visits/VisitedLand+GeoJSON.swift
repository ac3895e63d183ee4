public import WaymarkFoundation
public import WaymarkGradients
internal import WaymarkText

extension VisitedLand {
    /// The fill of regions without a visit.
    public static let unvisited = RGBColor(0xe9e9e6)

    /// The format of dates of visits.
    public enum DateStyle: Sendable {
        /// The moment, in UTC: `2024-05-01T09:30:00Z`.
        case moment
        /// The day, in UTC: `2024-05-01`.
        case day

        /// A date in ISO 8601.
        public func text(_ date: Date) -> String {
            switch self {
            case .moment: date.formatted(.iso8601)
            case .day: date.formatted(.iso8601.year().month().day())
            }
        }
    }

    /// Returns the regions of a level as GeoJSON (RFC 7946), one feature each, in order.
    ///
    /// Properties are `name`, `code`, `visits`, `first_visit` and `last_visit` (ISO 8601 in UTC, or null), and, for map
    /// viewers, `fill`, `fill-opacity`, `stroke` and `stroke-width`. The collection's members `level`, `regions`,
    /// `visited`, `share` and `area_share` give the visited share. Outer rings run counterclockwise; numbers read back
    /// unchanged.
    ///
    /// - Parameters:
    ///   - level: The position of the level.
    ///   - fill: The colours of visited regions.
    ///   - leavesOutUnvisited: Whether regions without a visit are omitted.
    ///   - dates: The format of dates.
    /// - Returns: UTF-8.
    /// - Precondition: The level exists.
    /// - Complexity: O(*v*) for *v* vertices.
    public func geoJSON(
        ofLevel level: Int, fill: VisitFill = .usual, leavesOutUnvisited: Bool = false, dates: DateStyle = .moment
    ) -> ContiguousArray<UInt8> {
        let visits = visits(ofLevel: level)
        let share = share(ofLevel: level)
        let visited = Dictionary(uniqueKeysWithValues: visits.map { ($0.region, $0) })
        func json(_ date: Date?) -> String { date.map { "\"\(dates.text($0))\"" } ?? "null" }
        return levels.levels[level].regions.geoJSON(
            RegionColors(visits, fill: fill),
            members: [
                ("level", JSONText.of(levels.levels[level].name)), ("regions", "\(share.total)"),
                ("visited", "\(share.visited)"), ("share", NumberText.shortest(share.regions)),
                ("area_share", NumberText.shortest(share.area)),
            ]
        ) { region in
            let visits = visited[region]
            if leavesOutUnvisited, visits == nil { return nil }
            return [
                ("visits", "\(visits?.count ?? 0)"), ("first_visit", json(visits?.first)),
                ("last_visit", json(visits?.last)),
            ]
        }
    }
}
