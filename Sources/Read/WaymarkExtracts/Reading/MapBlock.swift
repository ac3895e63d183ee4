public import WaymarkText

/// Some thousand objects of an extract, as flat lists: those of each kind in the order of the file, and only those asked for.
///
/// Objects are as they are in the file: a point may be off the planet, a way may have no node, and references may lead out of
/// the extract. The memory of a block is used again for the next objects, if the closure that got it keeps no copy.
public struct MapBlock: Sendable {
    /// The ids and points of all nodes, if asked for. In a file that has the points in its ways (`LocationsOnWays`), also of the
    /// nodes of the ways, each as often as ways have it.
    public internal(set) var locations: [(id: Int64, point: MapPoint)] = []
    /// The nodes that have tags; `tags` is a range of ``tags``.
    public internal(set) var nodes: [(id: Int64, point: MapPoint, tags: Range<Int>)] = []
    /// The ways; `refs` is a range of ``refs``, `tags` one of ``tags``.
    public internal(set) var ways: [(id: Int64, refs: Range<Int>, tags: Range<Int>)] = []
    /// The relations; `members` is a range of ``members``, `tags` one of ``tags``.
    public internal(set) var relations: [(id: Int64, members: Range<Int>, tags: Range<Int>)] = []
    /// The tags of the objects, by the numbers of their texts in ``strings``.
    public internal(set) var tags: [(key: Int32, value: Int32)] = []
    /// The ids of the nodes of the ways.
    public internal(set) var refs: [Int64] = []
    /// The members of the relations; `role` is a number of ``strings``.
    public internal(set) var members: [(id: Int64, kind: MapObjectKind, role: Int32)] = []
    /// The texts of the block.
    public internal(set) var strings = MapStrings()

    init() {}

    var isEmpty: Bool { locations.isEmpty && nodes.isEmpty && ways.isEmpty && relations.isEmpty }

    /// Removes all but the texts; the memory is kept.
    mutating func removeObjects() {
        locations.removeAll(keepingCapacity: true)
        nodes.removeAll(keepingCapacity: true)
        ways.removeAll(keepingCapacity: true)
        relations.removeAll(keepingCapacity: true)
        tags.removeAll(keepingCapacity: true)
        refs.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
    }
}

/// The texts of a block, by their numbers: most are there once, however many tags have them.
///
/// To look for some keys, each text of a block is compared once, and then only numbers are. The same text may have two numbers.
public struct MapStrings: Sendable {
    /// The bytes that the texts are parts of.
    @usableFromInline var bytes: ContiguousArray<UInt8> = []
    /// Where each text is.
    @usableFromInline var places: ContiguousArray<Range<Int32>> = []

    init() {}

    /// The number of texts.
    @inlinable public var count: Int { places.count }

    /// A text; malformed UTF-8 becomes U+FFFD.
    ///
    /// - Precondition: The number is one of a tag or a role of the block, or from 0 to below ``count``.
    @inlinable
    public func text(of number: some BinaryInteger) -> String { withText(number) { String(utf8: $0) } }

    /// Calls `body` with a text in UTF-8, as it is in the file.
    ///
    /// - Throws: What `body` throws.
    /// - Precondition: As for ``text(of:)``.
    @inlinable
    public func withText<Result, Failure: Error>(
        _ number: some BinaryInteger, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let place = places[Int(number)]
        return try body(bytes.span.extracting(Int(place.lowerBound)..<Int(place.upperBound)))
    }
}
