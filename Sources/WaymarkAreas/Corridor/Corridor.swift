public import WaymarkGeodesy
public enum Corridor { public static let greatestDrawnWidth: Meters = .kilometers(500) }
