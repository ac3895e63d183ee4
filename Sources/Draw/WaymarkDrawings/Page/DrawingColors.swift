/// The colours of what is drawn, on light paper or on dark.
struct DrawingColors: Sendable {
    /// The page, and the ground of the scale bar.
    let paper: String
    /// Names.
    let ink: String
    /// Secondary text.
    let faintInk: String
    /// The edges of marks, of names and of regions.
    let halo: String
    /// The marks of stops, and their numbers.
    let pin, pinInk: String
    /// The edge of coloured lines, which makes them stand out from any ground.
    let casing: String
    /// Parts of lines without values.
    let gap = "#777777"
    /// The background of a map without land and sea.
    let ground: String
    let sea, land: String
    /// The line between them.
    let coast: String
    /// Where land or sea may be.
    let shore: String
    /// Borders between states.
    let border: String
    /// Borders between provinces.
    let province: String
    /// Rules.
    let grid: String
    /// The edge of a route's map, meridians and parallels.
    let edge: String
    /// Scale bar and legend.
    let legend: String
    /// Stops beside the subject, and borders.
    let grey: String
    /// Small text.
    let small: String
    /// Missing legs.
    let missing: String
    /// A fallback leg, in the legend.
    let standIn: String
    /// Places near the route, and their numbers.
    let place, placeInk: String
    /// Names of places near the route.
    let placeName: String

    static func of(isDark: Bool) -> DrawingColors { isDark ? .dark : .light }

    static let light = DrawingColors(
        paper: "#ffffff", ink: "#17213a", faintInk: "#5b6778", halo: "#ffffff", pin: "#17213a", pinInk: "#ffffff",
        casing: "#17213a", ground: "#f6f6f4", sea: "#dcebf5", land: "#faf8f3", coast: "#a9bfcd", shore: "#e9eff0",
        border: "#b7a698", province: "#ded6c8", grid: "#d9e1ea", edge: "#c3cedb", legend: "#3c485a", grey: "#8a97a8",
        small: "#66748a", missing: "#66748a", standIn: "#3f4889", place: "#d2521a", placeInk: "#ffffff",
        placeName: "#9c4315")
    static let dark = DrawingColors(
        paper: "#141b26", ink: "#e9eef6", faintInk: "#9aa8ba", halo: "#121a25", pin: "#e9eef6", pinInk: "#17213a",
        casing: "#121a25", ground: "#1a232f", sea: "#0d1824", land: "#1a232f", coast: "#41586c", shore: "#14202b",
        border: "#6b5f55", province: "#323f4e", grid: "#263241", edge: "#3a485b", legend: "#c5cfdc", grey: "#6f7f94",
        small: "#8292a6", missing: "#8292a6", standIn: "#6cc3cf", place: "#f0814a", placeInk: "#1a1009",
        placeName: "#f6a57e")
}
