public import WaymarkAttractions
public import WaymarkGeodesy
public import WaymarkGradients
public import WaymarkTables

/// What `waymark regions` asks for.
public struct RegionQuestion: Sendable {
    /// A file of regions, and what to call them together.
    public struct Boundaries: Sendable {
        /// What to call them, such as `province`.
        public let name: String
        /// The GeoJSON file.
        public let path: String
        /// The property with the code; found out when nil.
        public let codeProperty: String?
        /// The property with the name; found out when nil.
        public let nameProperty: String?
    }

    /// What is wanted of the regions.
    public enum Purpose: Sendable {
        /// Each row with its regions.
        case append
        /// How many rows lie in each.
        case count
        /// The visits to each.
        case visited(VisitQuestion)
    }

    /// What is wanted of a map diary.
    public struct VisitQuestion: Sendable {
        /// What colours go by.
        public enum Coloring: String, Sendable, CaseIterable {
            /// The number of visits.
            case visits
            /// Who was there most.
            case owner
            /// The latest row with a colour.
            case row
        }

        /// The column of the date; found out when nil.
        public let date: String?
        /// The column of the colour; found out when nil.
        public let color: String?
        /// The column of the owner; found out when nil.
        public let owner: String?
        /// What colours go by; found out when nil.
        public let coloring: Coloring?
        /// Colours that owners were given.
        public let ownerColors: [String: RGBColor]
        /// Whether a row for each level is wanted, and not one for each region.
        public let wantsShares: Bool
    }

    /// How the answer is written.
    public enum Format: String, Sendable, CaseIterable { case csv, geojson, svg }

    /// The regions, level by level.
    public let boundaries: [Boundaries]
    /// Their encoding; found out when nil.
    public let encoding: TextEncoding?
    /// How far a place may be from its region; nil for not at all.
    public let tolerance: Meters?
    /// What is wanted.
    public let purpose: Purpose
    /// How it is written.
    public let format: Format
    /// The one level that is written, by its position; all when nil.
    public let level: Int?
    /// Where classes of numbers begin; quantiles when nil.
    public let breaks: [Double]?
    /// Whether regions without a row are left out.
    public let skipsEmpty: Bool
    /// The columns of the places.
    public let columns: PlaceColumnNames
}
