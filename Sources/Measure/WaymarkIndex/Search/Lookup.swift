public import WaymarkGeodesy

/// A question about each of the places around which attractions are looked up.
public enum Lookup: Sendable, Hashable {
    /// The places within a radius, nearest first; at most `limit` of them if given.
    case within(Meters, limit: Int?)
    /// The nearest places, at most `count`; within a radius if given.
    case nearest(count: Int, within: Meters?)
}
