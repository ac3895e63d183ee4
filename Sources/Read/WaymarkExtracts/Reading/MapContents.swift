/// What is asked of an extract.
public struct MapContents: OptionSet, Hashable, Sendable {
    /// The kinds as bits.
    public let rawValue: UInt8

    /// Kinds as bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The ids and points of all nodes, without their tags.
    public static let locations = MapContents(rawValue: 1)
    /// The nodes that have tags.
    public static let taggedNodes = MapContents(rawValue: 2)
    /// The ways.
    public static let ways = MapContents(rawValue: 4)
    /// The relations.
    public static let relations = MapContents(rawValue: 8)
    /// All of these.
    public static let all: MapContents = [.locations, .taggedNodes, .ways, .relations]
}
