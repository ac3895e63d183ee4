/// Stops in the order in which they are visited, each identified by its id.
///
/// It is what an app edits: no id comes twice, and a change finds its stop at once. A ``Route`` is what came of a list at one
/// time, and is not edited: its stops are an array, in which an id may come twice, as the start of a round trip does.
///
/// The number a person sees at a stop is its place in the list, plus one. It is looked up by the stop's id, so that a stop
/// that comes twice, at one place, under two ids, keeps two numbers; and no list is too long for numbers.
///
/// A copy shares its stops with the original, and a change to either costs by what changes: microseconds in a list of
/// 100 000.
///
/// ```swift
/// var trip = try StopList([hotel, palace, market])
/// trip.move("market", to: 1)
/// trip.number(of: "market")  // 2
/// trip.remove("palace")      // the palace
/// trip.remove("palace")      // nil: it is gone already
/// ```
public struct StopList: Sendable {
    private var stops = StopStore()

    /// A list without stops.
    public init() {}

    /// A list of stops in this order.
    ///
    /// - Throws: ``StopListError/repeatedID(_:at:and:)`` for the first stop whose id has come before.
    /// - Complexity: O(*n*).
    public init(_ stops: some Sequence<Stop>) throws(StopListError) {
        for stop in stops { try append(stop) }
    }

    // MARK: Finding

    /// The number shown at a stop: its place plus one; nil when there is none of this id.
    ///
    /// - Complexity: O(1).
    public func number(of id: Stop.ID) -> Int? {
        stops.place(of: id).map { $0 + 1 }
    }

    /// The place of a stop, from 0; nil when there is none of this id.
    ///
    /// - Complexity: O(1).
    public func index(of id: Stop.ID) -> Int? {
        stops.place(of: id)
    }

    /// The stop of an id; nil when there is none.
    ///
    /// - Complexity: O(log *n*).
    public subscript(id id: Stop.ID) -> Stop? {
        stops.place(of: id).map { stops[$0] }
    }

    // MARK: Changing

    /// Adds a stop at the end.
    ///
    /// - Throws: ``StopListError/repeatedID(_:at:and:)`` where its id is in the list; the list then stays as it was.
    /// - Complexity: O(1) amortised.
    public mutating func append(_ stop: Stop) throws(StopListError) {
        try insert(stop, at: stops.count)
    }

    /// Puts a new stop at a place; those from there on move one place on.
    ///
    /// - Parameters:
    ///   - stop: A stop whose id is not in the list.
    ///   - place: Where it is to be, from 0; the number of stops puts it last.
    /// - Throws: ``StopListError/repeatedID(_:at:and:)`` where its id is in the list; the list then stays as it was.
    /// - Precondition: `place` is 0 to the number of stops.
    /// - Complexity: O(*n*) at worst, as for 64 stops at once: microseconds for 100 000.
    public mutating func insert(_ stop: Stop, at place: Int) throws(StopListError) {
        precondition((0...stops.count).contains(place), "a stop is put at a place of the list, or at its end")
        if let other = index(of: stop.id) { throw .repeatedID(stop.id, at: other, and: place) }
        stops.insert(stop, at: place)
    }

    /// Moves a stop to another place, where it then is; nothing happens when there is none of this id.
    ///
    /// - Parameters:
    ///   - id: The id of the stop.
    ///   - place: The place it has afterwards, from 0.
    /// - Returns: Where it was; nil when there was none.
    /// - Precondition: `place` is 0 to the number of stops less one, unless there is no such stop.
    /// - Complexity: O(*n*) at worst, as for 64 stops at once.
    @discardableResult
    public mutating func move(_ id: Stop.ID, to place: Int) -> Int? {
        guard let old = index(of: id) else { return nil }
        precondition(indices.contains(place), "a stop is moved to a place of the list")
        stops.insert(stops.remove(at: old), at: place)
        return old
    }

    /// Removes a stop by its id; nothing happens when there is none.
    ///
    /// - Returns: The stop that was removed; nil when there was none.
    /// - Complexity: O(*n*) at worst, as for 64 stops at once.
    @discardableResult
    public mutating func remove(_ id: Stop.ID) -> Stop? {
        index(of: id).map { stops.remove(at: $0) }
    }

    /// Puts a stop in the place of another, or of itself as it was; nothing happens when there is none of this id.
    ///
    /// - Parameters:
    ///   - id: The id of the stop that goes.
    ///   - stop: The stop that comes, of the same or of another id.
    /// - Returns: The stop that went; nil when there was none.
    /// - Throws: ``StopListError/repeatedID(_:at:and:)`` where a third stop has the id; the list then stays as it was.
    /// - Complexity: O(log *n*).
    @discardableResult
    public mutating func replace(_ id: Stop.ID, with stop: Stop) throws(StopListError) -> Stop? {
        guard let place = index(of: id) else { return nil }
        if let other = index(of: stop.id), other != place { throw .repeatedID(stop.id, at: other, and: place) }
        return stops.replace(at: place, with: stop)
    }

    /// Turns the order round: the last stop comes first.
    ///
    /// - Complexity: O(*n*).
    public mutating func reverse() {
        stops.reverse()
    }
}

extension StopList: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of stops.
    public var endIndex: Int { stops.count }
    /// The stop at a place, from 0.
    ///
    /// - Complexity: O(log *n*).
    public subscript(place: Int) -> Stop {
        precondition(indices.contains(place), "there is such a stop")
        return stops[place]
    }
}

extension StopList: Hashable {
    /// Whether two lists have equal stops in the same order.
    public static func == (a: StopList, b: StopList) -> Bool { a.elementsEqual(b) }

    /// Hashes the stops in their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for stop in self { hasher.combine(stop) }
    }
}

extension StopList: Codable {
    /// Decodes an array of stops; refuses one in which an id comes twice.
    public init(from decoder: any Decoder) throws {
        let stops = try [Stop](from: decoder)
        do {
            try self.init(stops)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// Encodes the stops as an array.
    public func encode(to encoder: any Encoder) throws {
        try Array(self).encode(to: encoder)
    }
}

/// Why stops do not make a list.
public enum StopListError: Error, Hashable, Sendable {
    /// Two stops have one id, at these places, from 0.
    case repeatedID(Stop.ID, at: Int, and: Int)
}

extension StopListError: CustomStringConvertible {
    /// Which id comes twice and where, by the numbers a person sees.
    public var description: String {
        switch self {
        case .repeatedID(let id, let first, let second):
            "stops \(first + 1) and \(second + 1) have the same id, \(String(reflecting: id))"
        }
    }
}
