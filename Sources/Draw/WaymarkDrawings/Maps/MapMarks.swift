/// Marks with the numbers of stops or recommended places: visits of one place share a mark, and none covers another.
struct MapMarks {
    struct Size {
        let height: Double
        let font: Double
    }

    struct Mark {
        /// Positions of its stops, or of its recommendations.
        var members: [Int]
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

    var areas: [PageRectangle] { all.map(\.area) }

    /// Points along the lines to marks that stand aside, by a number of steps.
    func leaders(_ steps: Int) -> [PagePoint] {
        all.lazy.filter(\.isAside).flatMap { mark in
            (0...steps).map { mark.point.towards(mark.center, Double($0) / Double(steps)) }
        }
    }

    /// The number of stops up to which a crowded mark stands aside.
    static let maxAside = 400
    /// The number of stops above which only the first and the last have numbers.
    private static let most = 1500
    /// The distance below which stops share a mark.
    private static let reach = 6.0

    /// Marks for stops, by their positions in the route, at points of a drawing.
    ///
    /// The more marks there are, the smaller they get. A crowded mark stands aside, with a leader line to its place;
    /// above 400 stops it becomes a dot, and above 1500 all do but the first and the last.
    ///
    /// - Parameters:
    ///   - stops: The stops; those of different groups share no mark.
    ///   - panel: The map; marks outside keep their place.
    ///   - taken: Areas to be kept free.
    ///   - elsewhere: Stops whose numbers are on another map: here they are dots.
    ///   - number: The number of a stop.
    /// - Complexity: O(*n*), plus O(*m*²) for *m* marks that stand aside.
    init(
        _ stops: [(stop: Int, group: Int, point: PagePoint)], within panel: PageRectangle,
        taken: [PageRectangle] = [], elsewhere: Set<Int> = [], number: (Int) -> Int
    ) {
        var cells: [GridCell: [Int]] = [:]
        var places: [(stops: [Int], point: PagePoint)] = []
        let reach = Self.reach
        for (stop, group, point) in stops {
            let cell = GridCell(point, side: reach, layer: group)
            let near = cell.around.flatMap { cells[$0] ?? [] }
            if let found = near.filter({ (places[$0].point - point).squared < reach * reach }).min() {
                places[found].stops.append(stop)
            } else {
                cells[cell, default: []].append(places.count)
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
                members: place.stops, text: Self.text(place.stops.map(number)), point: place.point,
                center: place.point, size: size)
        }
        guard let end = all.indices.max(by: { all[$0].members.last! < all[$1].members.last! }) else { return }
        var placer = MarkPlacer(staysPut ? [] : all.map(\.point), within: panel, taken: taken)
        // The first and the last stop have priority.
        for i in [0] + (end == 0 ? [] : [end]) + all.indices.filter({ $0 != 0 && $0 != end }) {
            let area = all[i].area
            let isEnd = i == 0 || i == end
            let isElsewhere = all[i].members.allSatisfy(elsewhere.contains)
            let center =
                isFull && !isEnd || isElsewhere
                ? nil
                : placer.place(
                    at: all[i].point, width: area.width, height: area.height, staysPut: staysPut && !isEnd)
            if let center { all[i].center = center } else { all[i].isNumbered = false }
        }
    }

    /// Marks for recommendations of a name at points of a drawing; recommendations of the same place share one.
    ///
    /// If there is no room left, a mark covers others at its place.
    ///
    /// - Complexity: O(*n*²).
    init(
        places: [(recommendation: Int, name: String, point: PagePoint)], within panel: PageRectangle,
        taken: [PageRectangle]
    ) {
        var names: [String] = []
        for (recommendation, name, point) in places {
            let number = String(recommendation + 1)
            if let same = all.indices.first(where: { names[$0] == name && all[$0].point.isNear(point, 0.5) }) {
                all[same].members.append(recommendation)
                all[same].text += " · " + number
            } else {
                names.append(name)
                all.append(
                    Mark(
                        members: [recommendation], text: number, point: point, center: point,
                        size: Size(height: 18, font: 10.5)))
            }
        }
        var placer = MarkPlacer(all.lazy.map(\.point), within: panel, taken: taken)
        for i in all.indices {
            let (point, area) = (all[i].point, all[i].area)
            all[i].center = placer.place(at: point, width: area.width, height: area.height) ?? point
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
