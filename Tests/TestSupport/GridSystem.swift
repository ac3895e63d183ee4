import WaymarkGeodesy

/// An artificial projected system: thousandths of degrees, for 20 to 30 degrees east and 0 to 10 north.
public enum GridSystem {
    /// The place of a point; nil outside.
    public static func place(_ x: Double, _ y: Double) -> Coordinate? {
        guard (20_000...30_000).contains(x), (0...10_000).contains(y) else { return nil }
        return coordinate(y / 1000, x / 1000)
    }
}
