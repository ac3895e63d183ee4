import WaymarkText

/// Stops in order, with lookup by position or by id, in pieces: a change affects single pieces, and copies share the
/// others.
///
/// An id leads to its piece, which is then searched.
struct StopStore {
    private struct StopRun {
        /// The number to which ids lead; it does not change when other pieces are inserted or removed.
        let number: Int
        var stops: ContiguousArray<Stop>
    }

    /// The maximum number of stops in a piece, which are moved or searched in about a microsecond.
    private static var pieceSize: Int { 128 }

    /// The pieces; none is empty.
    private var pieces: [StopRun] = []
    /// The position of the first stop of each piece.
    private var starts: [Int] = []
    /// The position of each piece in `pieces`, by its number.
    private var positions: [Int] = []
    /// Numbers of removed pieces.
    private var freeNumbers: [Int] = []
    /// The number of each stop's piece.
    private var numbers = SplitDictionary<Stop.ID, Int>()

    var count: Int { numbers.count }

    /// - Complexity: O(log *n*).
    subscript(index: Int) -> Stop {
        let position = position(holding: index)
        return pieces[position].stops[index - starts[position]]
    }

    /// - Complexity: O(1).
    func index(of id: Stop.ID) -> Int? {
        guard let number = numbers[id] else { return nil }
        let position = positions[number]
        return pieces[position].stops.firstIndex { $0.id == id }.map { starts[position] + $0 }
    }

    /// Inserts a stop with a new id at a position.
    ///
    /// - Complexity: O(*n* / 64), a few nanoseconds each.
    mutating func insert(_ stop: Stop, at index: Int) {
        if index == count, pieces.last.map({ $0.stops.count == Self.pieceSize }) ?? true {
            addPiece([stop], at: pieces.count)
            return
        }
        let position = index == count ? pieces.count - 1 : position(holding: index)
        pieces[position].stops.insert(stop, at: index - starts[position])
        numbers[stop.id] = pieces[position].number
        for next in pieces.indices[(position + 1)...] { starts[next] += 1 }
        guard pieces[position].stops.count > Self.pieceSize else { return }
        let half = pieces[position].stops.count / 2
        let rest = ContiguousArray(pieces[position].stops[half...])
        pieces[position].stops.removeSubrange(half...)
        addPiece(rest, at: position + 1)
    }

    /// - Complexity: O(*n* / 64), a few nanoseconds each.
    mutating func remove(at index: Int) -> Stop {
        let position = position(holding: index)
        let stop = pieces[position].stops.remove(at: index - starts[position])
        numbers[stop.id] = nil
        for next in pieces.indices[(position + 1)...] { starts[next] -= 1 }
        if pieces[position].stops.isEmpty {
            freeNumbers.append(pieces[position].number)
            pieces.remove(at: position)
            starts.remove(at: position)
            renumber(from: position)
        }
        return stop
    }

    /// Replaces a stop by one with the same or a new id, and returns the old one.
    mutating func replace(at index: Int, with stop: Stop) -> Stop {
        let position = position(holding: index)
        let old = pieces[position].stops[index - starts[position]]
        pieces[position].stops[index - starts[position]] = stop
        if old.id != stop.id {
            numbers[old.id] = nil
            numbers[stop.id] = pieces[position].number
        }
        return old
    }

    /// - Complexity: O(*n*).
    mutating func reverse() {
        let count = count
        pieces.reverse()
        for position in pieces.indices { pieces[position].stops.reverse() }
        starts = zip(starts, starts.dropFirst() + [count]).map { count - $1 }.reversed()
        renumber(from: 0)
    }

    /// Inserts a piece; its stops may have been in another.
    private mutating func addPiece(_ stops: ContiguousArray<Stop>, at position: Int) {
        let number = freeNumbers.popLast() ?? positions.count
        if number == positions.count { positions.append(position) }
        let start = position == 0 ? 0 : starts[position - 1] + pieces[position - 1].stops.count
        for stop in stops { numbers[stop.id] = number }
        pieces.insert(StopRun(number: number, stops: stops), at: position)
        starts.insert(start, at: position)
        renumber(from: position)
    }

    private mutating func renumber(from first: Int) {
        for position in pieces.indices[first...] { positions[pieces[position].number] = position }
    }

    private func position(holding index: Int) -> Int { starts.partitioningIndex { $0 > index } - 1 }
}

/// A dictionary in parts: changing a shared one copies only a part. swift-collections' `TreeDictionary` does the same,
/// in thousands of lines that every user of this package would compile.
struct SplitDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The maximum average number of pairs in a part.
    private static var partSize: Int { 128 }

    private(set) var count = 0
    /// The parts, a power of two, by the low bits of the key's hash.
    private var parts: [[Key: Value]] = [[:]]

    subscript(key: Key) -> Value? {
        get { parts[part(of: key)][key] }
        set {
            let old: Value?
            if let newValue {
                old = parts[part(of: key)].updateValue(newValue, forKey: key)
            } else {
                old = parts[part(of: key)].removeValue(forKey: key)
            }
            count += (newValue == nil ? 0 : 1) - (old == nil ? 0 : 1)
            if count > parts.count * Self.partSize { grow() }
        }
    }

    private func part(of key: Key) -> Int { key.hashValue & (parts.count - 1) }

    private mutating func grow() {
        let old = parts
        parts = Array(repeating: [:], count: 4 * old.count)
        for pairs in old {
            for (key, value) in pairs { parts[part(of: key)][key] = value }
        }
    }
}
