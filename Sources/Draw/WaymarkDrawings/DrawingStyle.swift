/// Fonts and colours of drawings.
struct DrawingStyle {
    /// Font families, best first, as in the attribute.
    let font: StaticString
    /// Names and numbers.
    let ink: String
    /// Secondary text.
    let faintInk: String
    /// The background.
    let paper: String

    /// A map of a route.
    static let route = DrawingStyle(
        font:
            "Pretendard, 'Noto Sans CJK KR', 'Noto Sans KR', 'Apple SD Gothic Neo', 'Malgun Gothic', system-ui, sans-serif",
        ink: "#17213a", faintInk: "#5b6778", paper: "#ffffff")
    /// A map of regions.
    static let regions = DrawingStyle(
        font: "system-ui, 'Noto Sans', 'Noto Sans KR', sans-serif", ink: "#2d3748", faintInk: "#718096",
        paper: "#f7fafc")
}

/// The colours of what is drawn.
enum DrawingColor {
    /// The inside of marks, the edges of lines and of regions.
    static let white = "#ffffff"
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
    /// Missing legs, and small text.
    static let grey = "#8a97a8"
    /// A fallback leg, in the legend.
    static let standIn = "#3f4889"
    /// Places near the route.
    static let place = "#d2521a"
    /// Names of places near the route.
    static let placeName = "#9c4315"
}
