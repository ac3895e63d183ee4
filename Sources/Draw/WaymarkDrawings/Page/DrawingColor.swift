/// The colours of what is drawn.
enum DrawingColor {
    /// Names and numbers.
    static let ink = "#17213a"
    /// Secondary text.
    static let faintInk = "#5b6778"
    /// The edges of marks and of regions.
    static let white = "#ffffff"
    /// The edge of coloured lines, which makes the lightest colours stand out from any ground.
    static let casing = "#17213a"
    /// Parts of lines without values.
    static let gap = "#777777"
    /// The background of a map without land and sea.
    static let ground = "#f6f6f4"
    static let sea = "#dcebf5"
    static let land = "#faf8f3"
    /// The line between them.
    static let coast = "#a9bfcd"
    /// Where land or sea may be.
    static let shore = "#e9eff0"
    /// Borders between states.
    static let border = "#b7a698"
    /// Borders between provinces.
    static let province = "#ded6c8"
    /// Meridians, parallels and rules.
    static let grid = "#d9e1ea"
    /// The edge of a route's map.
    static let edge = "#c3cedb"
    /// Scale bar and legend.
    static let legend = "#3c485a"
    /// Stops beside the subject, and borders.
    static let grey = "#8a97a8"
    /// Small text.
    static let small = "#66748a"
    /// Missing legs.
    static let missing = "#66748a"
    /// A fallback leg, in the legend.
    static let standIn = "#3f4889"
    /// Places near the route.
    static let place = "#d2521a"
    /// Names of places near the route.
    static let placeName = "#9c4315"
}
