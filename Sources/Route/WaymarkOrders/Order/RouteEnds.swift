/// The first and the last stop of an order, by their position in the input, from 0.
public enum RouteEnds: Hashable, Sendable {
    /// Any stop may be first, any other last.
    case free
    /// Begins with this stop, ends anywhere.
    case start(Int)
    /// Begins anywhere, ends with this stop.
    case end(Int)
    /// Begins with one stop and ends with another.
    case startAndEnd(Int, Int)
    /// Begins with this stop and returns to it; the order names it once.
    case roundTrip(from: Int)

    /// Begins with the first stop and returns to it.
    public static let roundTrip = RouteEnds.roundTrip(from: 0)

    /// No round trip, with these stops first and last, if any.
    package init(first: Int?, last: Int?) {
        self =
            switch (first, last) {
            case (nil, nil): .free
            case (let first?, nil): .start(first)
            case (nil, let last?): .end(last)
            case (let first?, let last?): .startAndEnd(first, last)
            }
    }

    /// The first stop, if fixed.
    public var first: Int? {
        switch self {
        case .start(let stop), .startAndEnd(let stop, _), .roundTrip(from: let stop): stop
        case .free, .end: nil
        }
    }

    /// The last stop, if fixed; nil for a round trip, which ends where it begins.
    public var last: Int? {
        switch self {
        case .end(let stop), .startAndEnd(_, let stop): stop
        case .free, .start, .roundTrip: nil
        }
    }

    /// Whether the order returns to its first stop.
    public var isClosed: Bool {
        if case .roundTrip = self { true } else { false }
    }

    /// Traps unless the ends are two of `count` stops.
    func validate(count: Int) {
        guard count > 0 else { return }
        for stop in [first, last].compactMap({ $0 }) {
            precondition(stop >= 0 && stop < count, "an end is none of the stops: \(stop) of \(count)")
        }
        precondition(first == nil || first != last || count == 1, "a way that is no round trip ends where it begins")
    }

    /// The input order, with the fixed ends moved into place.
    func inputOrder(count: Int) -> [Int] {
        guard count > 1 else { return Array(0..<count) }
        let inner = (0..<count).filter { $0 != first && $0 != last }
        return [first].compactMap { $0 } + inner + [last].compactMap { $0 }
    }
}
