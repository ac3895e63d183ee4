/// Marks with the numbers of stops: visits of one place share a mark, and no mark covers another.
///
/// The more marks there are, the smaller they get. A crowded mark stands aside, with a leader line to its place; above 400
/// stops it becomes a dot, and above 1500 all do but the first and the last.
struct StopMarks {
    /// The size of marks.
    struct Size {
        let height: Double
        let font: Double
    }

    /// A mark.
    struct Mark {
        /// Positions of its stops.
        var stops: [Int]
        /// Its numbers.
        var text: String
        /// The place.
        let point: PagePoint
        /// The middle of the mark.
        var center: PagePoint
        /// Whether its numbers fit.
        var isNumbered = true
        let size: Size

        var isAside: Bool { center != point }

        /// What it covers.
        var area: PageRectangle {
            guard isNumbered else { return PageRectangle(around: point, width: 8, height: 8) }
            let width = TextWidth.of(text, size: size.font, .bold) + size.height * 0.5
            return PageRectangle(around: center, width: max(size.height, width), height: size.height)
        }
    }

    /// The marks, in the order of their first stops.
    private(set) var all: [Mark] = []

    /// Points along the lines to marks that stand aside.
    var leaders: [PagePoint] {
        all.lazy.filter(\.isAside).flatMap { mark in
            (0...12).map { mark.point.towards(mark.center, Double($0) / 12) }
        }
    }

    /// The number of stops up to which a crowded mark stands aside.
    private static let maxAside = 400
    /// The number of stops above which only the first and the last have numbers.
    private static let most = 1500
    /// The distance below which stops share a mark.
    private static let reach = 6.0

    private struct Cell: Hashable {
        var x: Int
        var y: Int
        var group: Int
    }

    /// Marks for stops, by their positions in the route, at points of a drawing.
    ///
    /// - Parameters:
    ///   - stops: The stops; those of different groups share no mark.
    ///   - panel: The map; marks outside keep their place.
    ///   - taken: Areas to be kept free.
    ///   - number: The number of a stop.
    /// - Complexity: O(*n*), plus O(*m*²) for *m* marks that stand aside.
    init(
        _ stops: [(stop: Int, group: Int, point: PagePoint)], within panel: PageRectangle,
        taken: [PageRectangle] = [], number: (Int) -> Int
    ) {
        var cells: [Cell: [Int]] = [:]
        var places: [(stops: [Int], point: PagePoint)] = []
        let reach = Self.reach
        for (stop, group, point) in stops {
            let (x, y) = (Int((point.x / reach).rounded(.down)), Int((point.y / reach).rounded(.down)))
            var found: Int?
            for dx in -1...1 {
                for dy in -1...1 {
                    for place in cells[Cell(x: x + dx, y: y + dy, group: group)] ?? [] {
                        let (x, y) = (places[place].point.x - point.x, places[place].point.y - point.y)
                        if x * x + y * y < reach * reach { found = min(place, found ?? place) }
                    }
                }
            }
            if let found {
                places[found].stops.append(stop)
            } else {
                cells[Cell(x: x, y: y, group: group), default: []].append(places.count)
                places.append(([stop], point))
            }
        }
        // Numbers all over a map would hide it.
        let (isFull, staysPut) = (stops.count > Self.most, stops.count > Self.maxAside)
        let size =
            places.count <= 60
            ? Size(height: 22, font: 11.5)
            : places.count <= 150 ? Size(height: 16, font: 9.5) : Size(height: 13, font: 8)
        all = places.map { place in
            Mark(
                stops: place.stops, text: Self.text(place.stops.map(number)), point: place.point, center: place.point,
                size: size)
        }
        guard let end = all.indices.max(by: { all[$0].stops.last! < all[$1].stops.last! }) else { return }
        var placer = MarkPlacer(staysPut ? [] : all.map(\.point), within: panel, taken: taken)
        // The first and the last stop have priority.
        for i in [0] + (end == 0 ? [] : [end]) + all.indices.filter({ $0 != 0 && $0 != end }) {
            let area = all[i].area
            let isEnd = i == 0 || i == end
            let center =
                isFull && !isEnd
                ? nil
                : placer.place(
                    at: all[i].point, width: area.width, height: area.height, staysPut: staysPut && !isEnd)
            if let center { all[i].center = center } else { all[i].isNumbered = false }
        }
    }

    /// `1·11`, `3–5`, `2·4·6·8 +9`: numbers with their runs, as many as are short.
    private static func text(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound == number - 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        func text(_ run: ClosedRange<Int>) -> String {
            let (low, high) = (run.lowerBound, run.upperBound)
            return low == high ? "\(low)" : high == low + 1 ? "\(low)·\(high)" : "\(low)–\(high)"
        }
        let rest = runs.dropFirst(4).reduce(0) { $0 + $1.count }
        return runs.prefix(4).map(text).joined(separator: "·") + (rest > 0 ? " +\(rest)" : "")
    }
}
